// What holds single particles on the CPU. Twins of guidedPosition and guideAt in held.wgsl, and of seamPosition in gridHold.wgsl.
import type { ClothStep } from "../clothStep.js";
import type { CpuParticles } from "./cpuParticles.js";
import { motionPosition, separationPosition } from "./functions/particleSphere.js";
import { tetheredPosition } from "./functions/tether.js";
import type { RestGrid } from "../restGrid.js";
import type { Tethers } from "../tethers.js";
import {
  createVector,
  lerp,
  load,
  store,
  subtract,
  toFloat32,
  transform,
  type Rounded,
  type Vector,
} from "./vectors.js";

/** Floats of one entry of a list of vectors. */
const ENTRY = 8;

const position = createVector();
const anchor = createVector();
const start = createVector();
/** Center and radius. */
const sphere = createVector(4);

/** Keeps free particles within reach of their pins: tetheredPosition for all. */
export function holdByTethers(
  { count, positions, inverseMasses }: CpuParticles,
  tethers: Tethers,
  tetherLimit: number,
): void {
  for (let i = 0; i < count; i++) {
    if (inverseMasses[i] > 0) {
      holdParticle(positions, tethers, tetherLimit, i);
    }
  }
}

/** Keeps particle `i` within reach of its pins. */
export function holdParticle(
  positions: Float32Array,
  { perParticle, anchors, lengths }: Tethers,
  tetherLimit: number,
  i: number,
): void {
  for (let t = i * perParticle; t < (i + 1) * perParticle; t++) {
    load(position, positions, 3 * i);
    load(anchor, positions, 3 * anchors[t]);
    store(positions, 3 * i, tetheredPosition(position, position, anchor, lengths[t] * tetherLimit));
  }
}

/**
 * Keeps free particles inside their motion constraints and outside their separation constraints: guidedPosition for all.
 *
 * @param particles - Are moved.
 * @param step - Input of the step.
 * @param motion - Center and radius now and in the step before, shape [count or 0, 2, 4].
 * @param separation - The same.
 * @param time - Within the step, from 0 to 1.
 */
export function holdByGuides(
  { count, positions, inverseMasses }: CpuParticles,
  step: Rounded<ClothStep>,
  motion: Float32Array,
  separation: Float32Array,
  time: number,
): void {
  for (let i = 0; i < count; i++) {
    if (inverseMasses[i] > 0) {
      load(position, positions, 3 * i);
      store(positions, 3 * i, guidedPosition(position, step, i, motion, separation, time));
    }
  }
}

function guidedPosition(
  guided: Vector,
  step: Rounded<ClothStep>,
  i: number,
  motion: Float32Array,
  separation: Float32Array,
  time: number,
): Vector {
  if (motion.length > 0) {
    guideAt(sphere, step, motion, ENTRY * i, time);
    motionPosition(guided, guided, sphere, sphere[3] * step.motionScale + step.motionBias);
    toFloat32(guided);
  }
  if (separation.length > 0) {
    guideAt(sphere, step, separation, ENTRY * i, time);
    separationPosition(guided, guided, sphere, sphere[3] * step.separationScale + step.separationBias);
  }
  return guided;
}

/** A sphere that moves with the mesh and its own animation: now, and at the start of the step. */
function guideAt(out: Vector, step: Rounded<ClothStep>, list: Float32Array, now: number, time: number): void {
  const before = now + ENTRY / 2;
  subtract(start, transform(start, step.previousLinear, load(start, list, before)), step.frameShift);
  lerp(out, start, transform(out, step.linear, load(out, list, now)), time);
  out[3] = list[before + 3] * (1 - time) + list[now + 3] * time;
}

/** Puts free particles of edges that are one seam together: seamPosition for all. It reads no particle of a seam. */
export function closeSeams(restGrid: RestGrid, positions: Float32Array, inverseMasses: Float32Array): void {
  const { countU, countV, closedU, closedV } = restGrid;
  for (let row = 0; row < countV; row++) {
    const isSeamV = closedV && (row === 0 || row + 1 === countV);
    const low = countU * (isSeamV ? 1 : row);
    const high = countU * (isSeamV ? countV - 2 : row);
    for (let column = 0; column < countU; column++) {
      const isSeamU = closedU && (column === 0 || column + 1 === countU);
      const particle = row * countU + column;
      if ((!isSeamU && !isSeamV) || inverseMasses[particle] === 0) {
        continue;
      }
      const first = 3 * (low + (isSeamU ? 1 : column));
      const second = 3 * (low + (isSeamU ? countU - 2 : column));
      const third = 3 * (high + (isSeamU ? 1 : column));
      const fourth = 3 * (high + (isSeamU ? countU - 2 : column));
      for (let axis = 0; axis < 3; axis++) {
        positions[3 * particle + axis] =
          0.25 *
          (positions[first + axis] + positions[second + axis] + positions[third + axis] + positions[fourth + axis]);
      }
    }
  }
}

/** Twin of settleSeams.compute.wgsl: joinSeams; and the free end of a seam whose other end is pinned is halfway between their neighbours. */
export function settleSeams(restGrid: RestGrid, positions: Float32Array, inverseMasses: Float32Array): void {
  joinSeams(restGrid, positions, inverseMasses);
  closeSeams(restGrid, positions, inverseMasses);
}

/**
 * Brings particles at seams to their places halfway between their neighbours across them, as these weigh: so momenta stay, as with links that do not
 * give. See joinSeams in gridRings.wgsl.
 *
 * @param restGrid - Whose seams.
 * @param positions - Of the particles [m], shape [particleCount, 3].
 * @param inverseMasses - Of the particles, 0 = pinned.
 */
export function joinSeams(restGrid: RestGrid, positions: Float32Array, inverseMasses: Float32Array): void {
  const { countU, countV, closedU, closedV } = restGrid;
  for (let row = 0; closedU && row < countV; row++) {
    joinLine(positions, inverseMasses, row * countU, 1, countU);
  }
  for (let column = 0; closedV && column < countU; column++) {
    joinLine(positions, inverseMasses, column, countU, countV);
  }
}

/** The ends of a row or a column of `nodes` particles, the first of which is `start`. A seam that is pinned stays where it is. */
function joinLine(
  positions: Float32Array,
  inverseMasses: Float32Array,
  start: number,
  stride: number,
  nodes: number,
): void {
  const [first, second, lastButOne, last] = [0, 1, nodes - 2, nodes - 1].map((node) => start + node * stride);
  if (inverseMasses[first] === 0 || inverseMasses[last] === 0) {
    return;
  }
  const [mass, lastMass] = [0.5 / inverseMasses[first], 0.5 / inverseMasses[last]];
  const [way, otherWay] = [second, lastButOne].map(
    (i) => inverseMasses[i] / (1 + inverseMasses[i] * (mass + lastMass)),
  );
  for (let axis = 0; axis < 3; axis++) {
    const [a, b, c, d] = [first, second, lastButOne, last].map((i) => positions[3 * i + axis]);
    const middle = 0.5 * (b + c);
    const moment = mass * (a - middle) + lastMass * (d - middle);
    positions[3 * second + axis] = b + way * moment;
    positions[3 * lastButOne + axis] = c + otherWay * moment;
    positions[3 * first + axis] = positions[3 * last + axis] = middle + 0.5 * (way + otherWay) * moment;
  }
}
