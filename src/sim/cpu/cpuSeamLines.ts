// Lines that end at seams on the CPU. Twin of answerLines, pullLines and shiftLines.
import { mat3, vec3 } from "gl-matrix";
import { constants } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { seamEnds, type SeamEnd } from "../seamLines.js";
import type { SeamSystem } from "../seamSystem.js";
import type { SewnCloth } from "./sewnCloth.js";

const { abs, max, sqrt } = Math;
const { PIVOT, RIDGE, SEAM_ROUNDS } = constants;

/** A line that ends at a seam, or at two. */
interface Line {
  readonly cloth: number;
  readonly isColumn: boolean;
  readonly first: number;
  readonly stride: number;
  readonly nodes: number;
  /** Places of the particles at its ends; -1: not sewn. */
  readonly ends: readonly [number, number];
  /** Unit vectors along its links, zero where there is none, shape [nodes - 1, 3]. */
  readonly along: Float64Array;
  /** What links pull with when the first or the last one is longer by one. */
  readonly answers: readonly [Float64Array, Float64Array];
}

/** A particle of stitches, as far as seams have pulled at it. */
interface Sewn {
  readonly end: SeamEnd | null;
  readonly line: Line | null;
  inverseMass: number;
  /** Towards the next particle of its line; its inverse mass, and how far it is [m]. */
  readonly inward: vec3;
  nextInverseMass: number;
  distance: number;
  /** By which the first link is longer as the particle moves along it alone [m]. */
  longer: number;
  readonly pull: vec3;
  /** Its way, without what its line answers; and that of the next particle. */
  readonly way: vec3;
  readonly nextWay: vec3;
}

/** Moves the lines that end at stitches. */
export class CpuSeamLines {
  private readonly _lines: Line[] = [];
  private readonly _sewn: readonly Sewn[];
  /** Of each stitch. */
  private readonly _pulls: Float64Array;

  /**
   * @param _system - The stitches.
   * @param nets - Of the cloths.
   */
  public constructor(
    private readonly _system: SeamSystem,
    nets: readonly NetCounts[],
  ) {
    this._pulls = new Float64Array(3 * _system.rows.length);
    const ends = seamEnds(_system, nets);
    const lines = new Map<string, Line>();
    this._sewn = ends.map((end, place) => {
      const { cloth } = _system.particles[place];
      const line = end && this._lineOf(lines, end, place, cloth, nets[cloth]);
      return {
        end,
        line,
        inverseMass: 0,
        inward: vec3.create(),
        nextInverseMass: 0,
        distance: 0,
        longer: 0,
        pull: vec3.create(),
        way: vec3.create(),
        nextWay: vec3.create(),
      };
    });
    this._lines.push(...lines.values());
  }

  /**
   * @param cloths - Are moved.
   * @param closings - What of the gap of each stitch is to close, shape [rows, 3].
   */
  public pull(cloths: readonly SewnCloth[], closings: Float64Array): void {
    for (const line of this._lines) {
      findAnswers(line, cloths[line.cloth]);
    }
    this._begin(cloths);
    for (let round = 0; round < SEAM_ROUNDS; round++) {
      this._findPulls();
      this._pullTogether(closings);
    }
    this._findPulls();
    this._move(cloths);
  }

  private _lineOf(lines: Map<string, Line>, end: SeamEnd, place: number, cloth: number, net: NetCounts): Line {
    const { isColumn, line: number, isLast, other } = end;
    const key = `${cloth.toString()} ${String(isColumn)} ${number.toString()}`;
    const nodes = isColumn ? net.countV : net.countU;
    const [first, stride] = isColumn ? [number, net.countU] : [number * net.countU, 1];
    const line = lines.get(key) ?? {
      ...{ cloth, isColumn, first, stride, nodes },
      ends: isLast ? ([other, place] as const) : ([place, other] as const),
      along: new Float64Array(3 * (nodes - 1)),
      answers: [new Float64Array(nodes - 1), new Float64Array(nodes - 1)] as const,
    };
    lines.set(key, line);
    return line;
  }

  /** Nothing pulls yet. */
  private _begin(cloths: readonly SewnCloth[]): void {
    this._pulls.fill(0);
    this._sewn.forEach((sewn, place) => {
      const { cloth, particle } = this._system.particles[place];
      const { particles, isStill } = cloths[cloth];
      const { end, line, inward, pull } = sewn;
      sewn.inverseMass = isStill ? 0 : particles.inverseMasses[particle];
      sewn.longer = sewn.nextInverseMass = sewn.distance = 0;
      vec3.zero(pull);
      vec3.zero(inward);
      if (end && line) {
        const next = particle + (end.isLast ? -line.stride : line.stride);
        const at = 3 * (end.isLast ? line.nodes - 2 : 0);
        const sign = end.isLast ? -1 : 1;
        vec3.set(inward, sign * line.along[at], sign * line.along[at + 1], sign * line.along[at + 2]);
        sewn.distance = distanceOf(particles.positions, particle, next);
        sewn.nextInverseMass = isStill ? 0 : particles.inverseMasses[next];
      }
    });
  }

  /** What stitches pull at each particle with, and how much longer that makes the first links of lines. */
  private _findPulls(): void {
    this._sewn.forEach((sewn, place) => {
      const { pull, inward, inverseMass } = sewn;
      vec3.zero(pull);
      for (const [row, weight] of this._system.particles[place].rows) {
        for (let axis = 0; axis < 3; axis++) {
          pull[axis] += weight * this._pulls[3 * row + axis];
        }
      }
      sewn.longer = inverseMass * vec3.dot(inward, pull);
    });
    for (const sewn of this._sewn) {
      findWays(sewn, this._tensionAt(sewn));
    }
  }

  /** One round of Jacobi's method: each stitch pulls more, by what is left of its gap. */
  private _pullTogether(closings: Float64Array): void {
    const { _system: system, _pulls: pulls } = this;
    const left = vec3.create();
    const mobility = new Float64Array(9);
    system.rows.forEach(({ cloths, particles, weights }, row) => {
      vec3.set(left, closings[3 * row], closings[3 * row + 1], closings[3 * row + 2]);
      mobility.fill(0);
      particles.forEach((particle, k) => {
        const sewn = this._sewn[system.placeOf(cloths[k], particle)];
        const tension = this._tensionAt(sewn);
        vec3.scaleAndAdd(left, left, sewn.way, weights[k]);
        vec3.scaleAndAdd(left, left, sewn.inward, weights[k] * sewn.inverseMass * tension);
        this._addMobility(
          mobility,
          sewn,
          abs(weights[k]),
          this._weightAt(system.placeOf(cloths[k], particle)),
          tension,
        );
      });
      solve(left, mobility);
      for (let axis = 0; axis < 3; axis++) {
        pulls[3 * row + axis] += left[axis];
      }
    });
  }

  /** What the first link of its line pulls with, for all that is pulled at its ends. */
  private _tensionAt({ end, line, longer }: Sewn): number {
    if (!end || !line) {
      return 0;
    }
    const { own, across } = couplings(end, line);
    return own * longer + (end.other >= 0 ? across * this._sewn[end.other].longer : 0);
  }

  /** Sum of the weights with which stitches pull at a particle. */
  private _weightAt(place: number): number {
    return place < 0 ? 0 : this._system.particles[place].rows.reduce((sum, [, weight]) => sum + abs(weight), 0);
  }

  /** How far a unit of pull moves a particle, with all that other stitches may add to it: see pullLines.compute.wgsl. */
  private _addMobility(out: Float64Array, sewn: Sewn, weight: number, all: number, tension: number): void {
    const { end, line, inward, inverseMass } = sewn;
    const side = weight * all * inverseMass * shareOf(sewn, tension).own;
    let along = 0;
    if (end && line) {
      const { own, across } = couplings(end, line);
      along = weight * all * inverseMass * (1 - inverseMass * own) - side;
      const other = this._sewn[end.other] as Sewn | undefined;
      along += weight * this._weightAt(end.other) * inverseMass * (other?.inverseMass ?? 0) * abs(across);
    }
    const least = PIVOT * (side + abs(along));
    for (let i = 0; i < 3; i++) {
      out[4 * i] += side + least;
      for (let j = 0; j < 3; j++) {
        out[3 * i + j] += along * inward[i] * inward[j];
      }
    }
  }

  private _move(cloths: readonly SewnCloth[]): void {
    const change = vec3.create();
    this._sewn.forEach(({ end, line, inverseMass, pull, way, nextWay }, place) => {
      const { cloth: number, particle } = this._system.particles[place];
      const cloth = cloths[number];
      addTo(cloth, particle, way);
      // What the seam does is no error of the links.
      cloth.noteLinks(particle, vec3.scaleAndAdd(change, way, pull, inverseMass));
      if (end && line) {
        const next = particle + (end.isLast ? -line.stride : line.stride);
        addTo(cloth, next, nextWay);
        cloth.noteLinks(next, nextWay);
      }
    });
    for (const line of this._lines) {
      this._moveLine(line, cloths[line.cloth]);
    }
  }

  /** What links answer. */
  private _moveLine({ first, stride, nodes, ends, along, answers }: Line, cloth: SewnCloth): void {
    const { inverseMasses } = cloth.particles;
    const [atFirst, atLast] = ends.map((place) => (place < 0 ? 0 : this._sewn[place].longer));
    const way = vec3.create();
    for (let node = 0; node < nodes && !cloth.isStill; node++) {
      const particle = first + node * stride;
      vec3.zero(way);
      for (const [link, sign] of [[node, 1] as const, [node - 1, -1] as const]) {
        if (link >= 0 && link < nodes - 1) {
          const pull = sign * (answers[0][link] * atFirst + answers[1][link] * atLast);
          const direction = along.subarray(3 * link, 3 * link + 3);
          vec3.scaleAndAdd(way, way, direction, pull * inverseMasses[particle]);
        }
      }
      addTo(cloth, particle, way);
      cloth.noteLinks(particle, way);
    }
  }
}

function addTo({ particles: { positions } }: SewnCloth, particle: number, way: vec3): void {
  for (let axis = 0; axis < 3; axis++) {
    positions[3 * particle + axis] += way[axis];
  }
}

/** What the first link at an end pulls with, when it is longer by one, and when that at the other end is. */
function couplings({ isLast }: SeamEnd, { nodes, answers }: Line): { own: number; across: number } {
  const link = isLast ? nodes - 2 : 0;
  const [own, across] = isLast ? [answers[1], answers[0]] : answers;
  return { own: own[link], across: across[link] };
}

/** Parts of a way across a taut link that its ends take: see pullLines.compute.wgsl. */
function shareOf({ inverseMass, nextInverseMass, distance }: Sewn, tension: number): { own: number; next: number } {
  const density = max(tension, 0) / max(distance, 1e-15);
  const next = nextInverseMass * density;
  const all = 1 + inverseMass * density + next;
  return { own: (1 + next) / all, next: next / all };
}

function findWays(sewn: Sewn, tension: number): void {
  const { pull, inward, inverseMass, way, nextWay } = sewn;
  const along = vec3.dot(inward, pull);
  const share = shareOf(sewn, tension);
  for (let axis = 0; axis < 3; axis++) {
    const across = pull[axis] - along * inward[axis];
    way[axis] = -inverseMass * (share.own * across + along * inward[axis]);
    nextWay[axis] = -inverseMass * share.next * across;
  }
}

/** Solves the system of a line for a first and for a last link that is longer by one: see link.wgsl. */
function findAnswers({ isColumn, first, stride, nodes, along, answers }: Line, cloth: SewnCloth): void {
  const { positions, inverseMasses } = cloth.particles;
  const [byFirst, byLast] = answers;
  const last = nodes - 2;
  const diagonals = new Float64Array(nodes - 1);
  for (let link = 0; link <= last; link++) {
    const [a, b] = [first + link * stride, first + (link + 1) * stride];
    const compliance = cloth.complianceOf(a, isColumn);
    const inverseMass = inverseMasses[a] + inverseMasses[b];
    const isThere = compliance >= 0 && inverseMass > 0 && !cloth.isStill;
    const distance = distanceOf(positions, a, b);
    for (let axis = 0; axis < 3; axis++) {
      along[3 * link + axis] = isThere ? (positions[3 * b + axis] - positions[3 * a + axis]) / distance : 0;
    }
    diagonals[link] = isThere ? inverseMass + max(compliance, inverseMass * RIDGE) : 1;
    byFirst[link] = Number(isThere && link === 0);
    byLast[link] = Number(isThere && link === last);
  }
  // The system is symmetric. Gauss, and back.
  const beside = (link: number): number => -inverseMasses[first + link * stride] * dotAt(along, link, link - 1);
  for (let link = 1; link <= last; link++) {
    const factor = beside(link) / diagonals[link - 1];
    diagonals[link] -= factor * beside(link);
    byFirst[link] -= factor * byFirst[link - 1];
    byLast[link] -= factor * byLast[link - 1];
  }
  for (let link = last; link >= 0; link--) {
    const next = link < last ? beside(link + 1) : 0;
    byFirst[link] = (byFirst[link] - (link < last ? next * byFirst[link + 1] : 0)) / diagonals[link];
    byLast[link] = (byLast[link] - (link < last ? next * byLast[link + 1] : 0)) / diagonals[link];
  }
}

function dotAt(vectors: Float64Array, i: number, j: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    sum += vectors[3 * i + axis] * vectors[3 * j + axis];
  }
  return sum;
}

function distanceOf(positions: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    sum += (positions[3 * b + axis] - positions[3 * a + axis]) ** 2;
  }
  return sqrt(max(sum, 1e-30));
}

/** The way that a pull has to make, as that pull; none if nothing can move. */
function solve(way: vec3, mobility: Float64Array): void {
  const inverse = mat3.invert(mat3.create(), mobility);
  if (inverse) {
    vec3.transformMat3(way, way, inverse);
  } else {
    vec3.zero(way);
  }
}
