// Colliders of one cloth on the CPU: which are near, and how they lift the surface. Twins of surroundings, isNear, liftOver,
// missingClearance and spacingAt in gridContact.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "../clothStep.js";
import { CpuCollide, createPose, shapeContact } from "./cpuCollide.js";
import type { CpuParticles } from "./cpuParticles.js";
import { shapeReach } from "./functions/colliderShapes.js";
import { colliderPose, type Collider } from "./functions/contact.js";
import { rotated, unrotated } from "./functions/rotation.js";
import {
  addFrom,
  clamp,
  createVector,
  dot,
  length,
  load,
  loadDifference,
  scale,
  scaleAndAdd,
  set,
  subtract,
  round,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { max, min } = Math;

const { PLANE } = constants;
const { MAX_SPEEDUP, LIFT_BAND, LIFT_GAIN, LIFT_LOSS, MAX_LIFT } = constants;
const UP = Float64Array.of(0, 1, 0);

const pose = createPose();
/** Center and radius. */
const sphere = createVector(4);
const here = createVector();
const offset = createVector();
const path = createVector();
const normal = createVector();
const knot = createVector();
const local = createVector();
const contact = createVector(4);

/** The colliders of one cloth. */
export class CpuContact {
  private readonly _collide: CpuCollide;
  private readonly _colliders: Collider[] = [];
  private _count = 0;
  /** 1: it can touch the cloth before the next look. */
  private readonly _near = new Uint8Array(constants.MAX_COLLIDERS);
  private readonly _missing: Float32Array;

  /** @param _particles - Are kept out. */
  public constructor(private readonly _particles: CpuParticles) {
    this._collide = new CpuCollide(_particles);
    this._missing = new Float32Array(_particles.count);
  }

  /** What cloth did to each collider: linear [N s] and angular about its position [N m s], shape [colliders, 6]. */
  public get impulses(): Float64Array {
    return this._collide.impulses;
  }

  /** @param colliders - What keeps the cloth out in this step. */
  public begin(colliders: readonly ColliderState[]): void {
    this._count = colliders.length;
    for (let c = 0; c < this._count; c++) {
      this._colliders[c] = round(colliders[c], this._colliders.at(c) ?? {});
    }
    this._collide.begin(this._count);
  }

  /** Finds the colliders that can touch the cloth before the next look; the kernel asks for a few particles at a time. */
  public findNear(step: Rounded<ClothStep>, time: number, share: number): void {
    if (this._count > 0) {
      this._surroundings(sphere, step);
    }
    for (let c = 0; c < this._count; c++) {
      this._near[c] = isNear(this._colliders[c], step, time, share, sphere) ? 1 : 0;
    }
  }

  /** Lifts the surface over the colliders nearby: liftOver for all. */
  public liftOver({ thickness }: Rounded<ClothStep>, time: number): void {
    const { _missing: missing } = this;
    const { count, inverseMasses, lift } = this._particles;
    missing.fill(-thickness);
    for (let c = 0; c < this._count; c++) {
      if (this._near[c]) {
        colliderPose(pose, this._colliders[c], time);
        for (let i = 0; i < count; i++) {
          if (inverseMasses[i] > 0) {
            missing[i] = max(missing[i], this._missingClearance(this._colliders[c], i, thickness));
          }
        }
      }
    }
    const band = LIFT_BAND * thickness;
    for (let i = 0; i < count; i++) {
      const change = LIFT_GAIN * max(missing[i] - band, 0) + LIFT_LOSS * min(missing[i] + band, 0);
      lift[i] = clamp(lift[i] + change, 0, MAX_LIFT * this._spacingAt(i));
    }
  }

  /** Keeps the surface at each particle out of the colliders nearby. */
  public collide(step: Rounded<ClothStep>, time: number, share: number): void {
    for (let c = 0; c < this._count; c++) {
      if (this._near[c]) {
        this._collide.collide(c, this._colliders[c], step, time, share);
      }
    }
  }

  /** Sphere around the particles, the knots beside them, and where they can be before the next look. */
  private _surroundings(out: Vector, { thickness, airInterval, linear }: Rounded<ClothStep>): void {
    const { count, positions, previous, toSurface, inverseMasses, lift } = this._particles;
    const center = set(out, 0, 0, 0);
    let free = 0;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        addFrom(center, positions, 3 * i, 1);
        free++;
      }
    }
    scale(center, center, 1 / max(free, 1));
    let radius = -1;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        load(here, positions, 3 * i);
        const motion = length(subtract(path, here, load(path, previous, 3 * i)));
        const way = MAX_SPEEDUP * airInterval * motion;
        const surface = length(load(path, toSurface, 3 * i));
        radius = max(radius, length(subtract(offset, here, center)) + way + surface + lift[i] + thickness);
      }
    }
    out[3] = radius >= 0 ? radius + this._particles.knotReach(linear) : -1;
  }

  /** How much the surface lacks of its gap to a collider at the knots around a control point, at most. */
  private _missingClearance(collider: Collider, i: number, thickness: number): number {
    const { positions, left, right, below, above } = this._particles;
    load(here, positions, 3 * i);
    subtract(offset, here, pose.position);
    const reach = shapeReach(collider.kind, collider.size) + thickness + 2 * this._spacingAt(i);
    let missing = -thickness;
    if (collider.kind !== PLANE && dot(offset, offset) > reach * reach) {
      return missing;
    }
    for (let side = 0; side < 4; side++) {
      const beside = side & 1 ? right[i] : left[i];
      const beyond = side & 2 ? above[i] : below[i];
      if (beside !== i && beyond !== i) {
        const corner = beside + beyond - i;
        load(knot, positions, 3 * i);
        addFrom(knot, positions, 3 * beside, 1);
        addFrom(knot, positions, 3 * beyond, 1);
        addFrom(knot, positions, 3 * corner, 1);
        scale(knot, knot, 0.25);
        shapeContact(contact, collider, unrotated(local, pose.rotation, subtract(local, knot, pose.position)));
        missing = max(missing, thickness - contact[3]);
      }
    }
    return missing;
  }

  /** Half the distance of the neighbours in the row [m]. */
  private _spacingAt(i: number): number {
    const { positions, left, right } = this._particles;
    return 0.5 * length(loadDifference(path, positions, 3 * right[i], 3 * left[i]));
  }
}

/** Whether a collider can come into a sphere before the next look. */
function isNear(collider: Collider, step: Rounded<ClothStep>, time: number, share: number, sphere: Vector): boolean {
  subtract(path, collider.position, collider.previousPosition);
  subtract(offset, sphere, collider.previousPosition);
  scaleAndAdd(offset, offset, path, -time);
  const way = MAX_SPEEDUP * step.airInterval * share * length(path);
  const room = sphere[3] + way + shapeReach(collider.kind, collider.size);
  if (collider.kind === PLANE) {
    return sphere[3] >= 0 && dot(offset, rotated(normal, collider.rotation, UP)) < room;
  }
  return sphere[3] >= 0 && dot(offset, offset) < room * room;
}
