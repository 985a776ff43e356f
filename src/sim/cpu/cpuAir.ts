// Wind, its eddies, drag and lift on the CPU. Twins of airAfter and airIn in airField.wgsl, and of windAt in windZones.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { CpuParticles } from "./cpuParticles.js";
import { airVelocity } from "./functions/air.js";
import { eddies } from "./functions/turbulence.js";
import { addZoneWinds } from "./functions/windZone.js";
import {
  addTo,
  copy,
  createVector,
  length,
  load,
  scale,
  scaleAndAdd,
  store,
  subtract,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { floor, fround } = Math;

const { EDDY_SIZE, EDDY_PERIOD } = constants;
/** Way of the air after which its eddies are the same again [m]. */
const PERIOD = EDDY_SIZE * EDDY_PERIOD;

const point = createVector();
const velocity = createVector();
const gained = createVector();
const wind = createVector();
const unitNormal = createVector();

/**
 * Lets the air go on until the next look: airAfter for one look.
 *
 * @param airTravel - Way of the air since the start [m]; receives that of the next look.
 * @param step - Input of the step.
 * @param lookTime - [s].
 */
export function advanceAir(airTravel: Float32Array, step: Rounded<ClothStep>, lookTime: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const way = fround(airTravel[axis] + fround(step.wind[axis] * lookTime));
    airTravel[axis] = way - fround(floor(fround(way / PERIOD)) * PERIOD);
  }
}

/**
 * Finds the wind with its eddies at each particle: airIn for all.
 *
 * @param particles - Where they are now.
 * @param step - Input of the step.
 * @param airTravel - Way of the air since the start [m].
 * @param zones - Fans: see addZoneWinds.
 */
export function findAir(
  { count, positions, air }: CpuParticles,
  step: Rounded<ClothStep>,
  airTravel: Float32Array,
  zones: Float32Array,
): void {
  for (let at = 0; at < 3 * count; at += 3) {
    copy(wind, step.wind);
    if (zones.length > 0) {
      addZoneWinds(wind, zones, load(point, positions, at));
    }
    store(air, at, airIn(wind, step, positions, at, airTravel));
  }
}

/** Adds the eddies to a wind. */
function airIn(
  out: Vector,
  step: Rounded<ClothStep>,
  positions: Float32Array,
  at: number,
  airTravel: Float32Array,
): Vector {
  const speed = step.turbulence * length(out);
  if (speed === 0) {
    return out;
  }
  // Rounded as on the GPU: far from the world's origin, a rounding error is a way through the eddies.
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = fround(fround(positions[at + axis] + step.airOrigin[axis]) - airTravel[axis]);
  }
  return scaleAndAdd(out, out, eddies(velocity, point), speed);
}

/**
 * Gives the free particles the velocity that the air gives them in `lookTime`: airVelocity for all.
 *
 * @param particles - With their normals and air.
 * @param step - Input of the step.
 * @param lookTime - [s].
 */
export function addAir(
  { count, positions, previous, inverseMasses, normals, air }: CpuParticles,
  { drag, lift, substepTime }: Rounded<ClothStep>,
  lookTime: number,
): void {
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    if (inverseMasses[i] > 0) {
      subtract(velocity, load(velocity, positions, at), load(gained, previous, at));
      scale(velocity, velocity, 1 / substepTime);
      load(wind, air, at);
      load(unitNormal, normals, at);
      airVelocity(gained, wind, velocity, unitNormal, drag, lift, lookTime);
      addTo(previous, at, gained, -substepTime);
    }
  }
}
