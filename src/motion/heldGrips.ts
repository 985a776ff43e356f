// What the solver is told of the grips of a cloth, which give way where the cloth holds them back: see grip.wgsl.
import type { ReadonlyMat3 } from "gl-matrix";
import type { Cloth } from "../cloth/cloth.js";
import { GripPoint } from "../cloth/pinTargets.js";
import { constants } from "../shaders/shaders.gen.js";
import type { GripState } from "../sim/clothStep.js";
import { distance, transformed } from "../sim/points.js";
import type { ClothMotion } from "./clothMotion.js";

/** Strain from which a grip is held back, over the strain limit: what is at the limit pulls hard. */
const BOUND_SHARE = 0.6;
/** The same where threads are solved link by link: they get so long without any hold. */
const FAST_BOUND_SHARE = 2;
/**
 * The same of cloth that may tear, over the strain at which a thread breaks: it is to tear first, and threads along its border break only with
 * those beside them.
 */
const TEAR_SHARE = 8;
/** Strain limits outside of these do not count: small ones are not kept so exactly, and of cloth that has none a hand holds only so much. */
const [LEAST_LIMIT, MOST_LIMIT] = [0.025, 1];
/** Floats of a target. */
const TARGET = 8;

/** What one grip holds, on one net. */
interface Hold {
  readonly id: number;
  readonly particles: readonly number[];
  readonly targets: Uint32Array<ArrayBuffer>;
  readonly links: Uint32Array<ArrayBuffer>;
  readonly lengths: Float32Array<ArrayBuffer>;
  readonly sideLengths: Float32Array<ArrayBuffer>;
  readonly linkLength: number;
}

/** The grips of one cloth. */
export class HeldGrips {
  private _holds: readonly Hold[] = [];
  /** What the holds were found for. */
  private _found: readonly unknown[] = [];

  /** @param _cloth - That they hold. */
  public constructor(private readonly _cloth: Cloth) {}

  /**
   * @param motion - Of the cloth, in the step.
   * @param entries - Of all targets of its pins, shape [targets, 2, 4].
   * @returns Its grips in the step; none if nothing keeps them from where they are sent.
   */
  public statesOf(motion: ClothMotion, entries: Float32Array<ArrayBuffer>): readonly GripState[] {
    const { step, scaleVersion } = motion;
    if (step.integrator !== constants.CONSTRAINTS || step.substepCount === 0) {
      return [];
    }
    const { pinning, cuts, nets } = this._cloth;
    const found = [pinning, pinning.version, cuts.linksOf(nets.current), nets.current, scaleVersion];
    if (found.some((value, i) => value !== this._found[i])) {
      this._found = found;
      this._holds = this._find(step.linear);
    }
    const bound = boundOf(step, this._cloth.fabric.tear);
    return this._holds.map(({ particles, ...hold }) => {
      const { targets } = hold;
      const places = new Float32Array(TARGET * targets.length);
      targets.forEach((target, t) => {
        places.set(entries.subarray(TARGET * target, TARGET * (target + 1)), TARGET * t);
      });
      return {
        ...hold,
        places,
        held: particles[0],
        shift: Float32Array.from(step.frameShift),
        bound,
        seconds: step.substepCount * step.substepTime,
        isNew: step.reset !== 0 || motion.hasTeleported,
      };
    });
  }

  private _find(linear: ReadonlyMat3): Hold[] {
    const { pinning, restGrid } = this._cloth;
    const held = new Map<number, { particles: number[]; targets: Set<number> }>();
    for (const particle of pinning.pinned.keys()) {
      const point = pinning.followedBy(particle);
      if (point instanceof GripPoint) {
        const hold = held.get(point.grip) ?? { particles: [], targets: new Set() };
        hold.particles.push(particle);
        hold.targets.add(pinning.targets.holdOf(point) - constants.FIRST_TARGET);
        held.set(point.grip, hold);
      }
    }
    if (held.size === 0) {
      return [];
    }
    const rest = transformed(restGrid.restPositions, linear);
    return [...held].map(([id, { particles, targets }]) => {
      const own = new Set(particles);
      const links = particles.flatMap((particle) =>
        this._neighboursOf(particle).flatMap((neighbour, side) => {
          const length = neighbour === null || own.has(neighbour) ? 0 : distance(rest, particle, neighbour);
          return length > 0 && neighbour !== null ? [{ words: [particle, neighbour, side], side, length }] : [];
        }),
      );
      const sideLengths = new Float32Array(constants.GRIP_SIDES);
      links.forEach(({ side, length }) => {
        sideLengths[side] += length;
      });
      return {
        id,
        particles,
        targets: Uint32Array.from(targets),
        links: Uint32Array.from(links.flatMap(({ words }) => words)),
        lengths: Float32Array.from(links, ({ length }) => length),
        sideLengths,
        linkLength: links.reduce((sum, { length }) => sum + length, 0) / Math.max(links.length, 1),
      };
    });
  }

  /** Left, right, below and above, over threads that live. */
  private _neighboursOf(particle: number): (number | null)[] {
    const { restGrid, cuts, nets } = this._cloth;
    const { countU, particleCount } = restGrid;
    const living = cuts.linksOf(nets.current) ?? restGrid.links;
    const column = particle % countU;
    const has = (from: number, kind: number): boolean => !living || (living[from] & kind) !== 0;
    const { LINK_WARP, LINK_WEFT } = constants;
    return [
      column > 0 && has(particle - 1, LINK_WARP) ? particle - 1 : null,
      column + 1 < countU && has(particle, LINK_WARP) ? particle + 1 : null,
      particle >= countU && has(particle - countU, LINK_WEFT) ? particle - countU : null,
      particle + countU < particleCount && has(particle, LINK_WEFT) ? particle + countU : null,
    ];
  }
}

/** Strain from which a grip is held back. */
function boundOf({ strainLimit, warpSolver, weftSolver }: ClothMotion["step"], tear: number): number {
  if (tear < Infinity) {
    return TEAR_SHARE * tear;
  }
  const isFast = [warpSolver, weftSolver].includes(constants.FAST_THREADS);
  return (isFast ? FAST_BOUND_SHARE : BOUND_SHARE) * Math.min(Math.max(strainLimit, LEAST_LIMIT), MOST_LIMIT);
}
