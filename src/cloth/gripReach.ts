// How far a grip may take cloth that is pinned. Beyond that only the links beside the grip would get longer, many times: rubber.
import { mat3, vec3 } from "gl-matrix";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import { isTethered } from "../options/fabricSettings.js";
import { cutTethers } from "../sim/cutTethers.js";
import { cookTethers } from "../sim/tethers.js";
import type { Cloth } from "./cloth.js";
import { positionNow, type PinPoint, type PinTarget } from "./pinTargets.js";

/** Balls are met one after the other, so often. */
const ROUNDS = 12;
/** Farther outside of a ball than this is outside [m]. */
const PRECISION = 1e-5;

/** What a grip holds: see Grip. */
export interface Held {
  /** What the particle follows. */
  readonly point: PinPoint;
  /** From the grip to the particle, world [m]. */
  readonly offset: vec3;
}

/** A pin that holds the cloth against the grip. */
interface Anchor {
  /** What it follows; null: its place in the mesh. */
  readonly target: PinTarget | null;
  /** Local to the mesh [m]. */
  readonly local: vec3;
  /** From the grip to the particle that is nearest to it over the cloth, world [m]. */
  readonly offset: vec3;
  /** How far that particle may be from it [m]. */
  readonly reach: number;
}

/** Where the pins of a cloth let a grip go. */
export class GripReach {
  private _anchors: readonly Anchor[] = [];
  /** What the anchors were made of. */
  private _pinning: object | null = null;
  private _version = -1;
  private _links: Uint32Array | null = null;

  /**
   * @param _cloth - That is held.
   * @param _held - By the grip.
   */
  public constructor(
    private readonly _cloth: Cloth,
    private readonly _held: readonly Held[],
  ) {}

  /**
   * @param wanted - Where the grip is to go, world [m].
   * @returns The place next to it that all pins allow, as far as one does; `wanted` for cloth that has no tethers.
   */
  public nearest(wanted: ArrayLike<number>): vec3 {
    const { _cloth: cloth } = this;
    const place: vec3 = [wanted[0], wanted[1], wanted[2]];
    if (!isTethered(cloth.fabric)) {
      return place;
    }
    const { pinning, cuts } = cloth;
    if (pinning !== this._pinning || pinning.version !== this._version || cuts.links !== this._links) {
      this._pinning = pinning;
      this._version = pinning.version;
      this._links = cuts.links;
      this._anchors = this._findAnchors();
    }
    // Of the balls in which the grip must be.
    const centers = this._anchors.map((anchor) => vec3.subtract([0, 0, 0], this._placeOf(anchor), anchor.offset));
    for (let round = 0, isOutside = true; round < ROUNDS && isOutside; round++) {
      isOutside = false;
      centers.forEach((center, i) => {
        const { reach } = this._anchors[i];
        const distance = vec3.distance(place, center);
        if (distance > reach + PRECISION) {
          isOutside = true;
          vec3.lerp(place, center, place, reach / distance);
        }
      });
    }
    return place;
  }

  /** All that is pinned or held, but not by this grip, as a few of its particles see it over the cloth. */
  private _findAnchors(): Anchor[] {
    const { _cloth: cloth } = this;
    const { pinning, restGrid, nets, fabric } = cloth;
    const own = this._ownParticles();
    const pins = [...pinning.pinned.keys()].filter((particle) => pinning.pinned[particle] && !own.has(particle));
    if (own.size === 0 || pins.length === 0) {
      return [];
    }
    // Paths over a sheet that is not flat take a tenth of a second for each end, on a fine net.
    const ends = restGrid.isFlat ? outermost([...own.keys()], restGrid.countU) : new Set([middlemost(own)]);
    const isEnd = Uint8Array.from(pinning.pinned, (_, particle) => Number(ends.has(particle)));
    const linear = mat3.fromMat4(mat3.create(), worldMatrixOf(cloth).m);
    const whole = cookTethers(restGrid, isEnd, linear);
    const links = cloth.cuts.linksOf(nets.current);
    const { perParticle, anchors, lengths } = links ? cutTethers(restGrid, whole, links) : whole;
    const points = cloth.askPoints();
    return pins.flatMap((pin) =>
      Array.from({ length: perParticle }, (_, t) => pin * perParticle + t).flatMap((tether) => {
        const held = own.get(anchors[tether]);
        if (!held) {
          return [];
        }
        const { offset, point } = held;
        const local: vec3 = [points[3 * pin], points[3 * pin + 1], points[3 * pin + 2]];
        const anchor = { target: pinning.followedBy(pin) ?? null, local, offset };
        // What is farther already need not come nearer.
        const now = vec3.distance(this._placeOf(anchor), point.position);
        return [{ ...anchor, reach: Math.max(lengths[tether] * fabric.tether, now) }];
      }),
    );
  }

  /** By their numbers in the net that is simulated now. */
  private _ownParticles(): Map<number, Held> {
    const { pinning } = this._cloth;
    const own = new Map<number, Held>();
    for (const { u, v, point } of pinning.held) {
      const found = this._held.find((one) => one.point === point);
      if (found) {
        own.set(pinning.nearest(u, v), found);
      }
    }
    return own;
  }

  private _placeOf({ target, local }: Pick<Anchor, "target" | "local">): vec3 {
    const place: vec3 = [0, 0, 0];
    return target
      ? vec3.copy(place, positionNow(target) as vec3)
      : vec3.transformMat4(place, local, worldMatrixOf(this._cloth).m);
  }
}

/** The held particle that is nearest to the grip. */
function middlemost(held: ReadonlyMap<number, Held>): number {
  return [...held].reduce((best, one) => (vec3.length(one[1].offset) < vec3.length(best[1].offset) ? one : best))[0];
}

/** Of particles, those with the least and the greatest column and row. */
function outermost(particles: readonly number[], countU: number): Set<number> {
  const sides = [
    (particle: number): number => particle % countU,
    (particle: number): number => -(particle % countU),
    (particle: number): number => particle,
    (particle: number): number => -particle,
  ];
  return new Set(sides.map((side) => particles.reduce((best, one) => (side(one) < side(best) ? one : best))));
}
