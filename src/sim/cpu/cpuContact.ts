// Colliders of one cloth on the CPU: twins of contact.wgsl and of surroundings, isNear, liftOver,
// missingClearance, collided, sweptContact and push in
// stepControlGrid.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "../clothStep.js";
import { rotate, round, type Rounded } from "./cpuFunctions.js";
import type { CpuParticles } from "./cpuParticles.js";
import { colliderPose, createPose, lengthOf, toShape } from "./cpuPose.js";
import { fill, shapeContact, shapeReach } from "./cpuShapes.js";

const { max, min } = Math;

const { MAX_SPEEDUP, MAX_TRACE_STEPS, TRACE_TOLERANCE, LIFT_BAND, LIFT_GAIN, LIFT_LOSS, MAX_LIFT } = constants;
/** Linear and angular impulse of one collider. */
const IMPULSE_SIZE = 6;

type Collider = Rounded<ColliderState>;

/** The colliders of one cloth. */
export class CpuContact {
  /** What cloth did to each collider: linear [N s] and angular about its position [N m s], shape [colliders, 6]. */
  public impulses = new Float64Array(0);
  private readonly _colliders: Collider[] = [];
  private _count = 0;
  /** 1: it can touch the cloth before the next look. */
  private readonly _near = new Uint8Array(constants.MAX_COLLIDERS);
  /** Center and radius. */
  private readonly _surroundings = new Float64Array(4);
  private readonly _missing: Float32Array;
  private readonly _pose = createPose();
  private readonly _before = createPose();
  private readonly _local = new Float64Array(3);
  private readonly _start = new Float64Array(3);
  private readonly _normal = new Float64Array(3);
  /** Unit normal in the collider's axes and distance. */
  private readonly _found = new Float64Array(4);
  private readonly _traced = new Float64Array(4);

  /** @param _particles - Are kept out. */
  public constructor(private readonly _particles: CpuParticles) {
    this._missing = new Float32Array(_particles.count);
  }

  /** @param colliders - What keeps the cloth out in this step. */
  public begin(colliders: readonly ColliderState[]): void {
    this._count = colliders.length;
    for (let c = 0; c < this._count; c++) {
      this._colliders[c] = round(colliders[c], this._colliders.at(c) ?? {});
    }
    if (this.impulses.length < IMPULSE_SIZE * this._count) {
      const old = this.impulses;
      this.impulses = new Float64Array(IMPULSE_SIZE * this._count);
      this.impulses.set(old);
    }
  }

  /** Finds the colliders that can touch the cloth before the next look; the kernel asks for a few particles at a time. */
  public look(step: Rounded<ClothStep>, time: number, share: number): void {
    if (this._count > 0) {
      this._findSurroundings(step);
    }
    for (let c = 0; c < this._count; c++) {
      this._near[c] = this._isNear(this._colliders[c], time, share, MAX_SPEEDUP * step.airInterval) ? 1 : 0;
    }
  }

  /** Lifts the surface over the colliders nearby: liftOver for all. */
  public liftOver({ thickness }: Rounded<ClothStep>, time: number): void {
    const { count, weights, lift } = this._particles;
    this._missing.fill(-thickness);
    for (let c = 0; c < this._count; c++) {
      if (this._near[c]) {
        colliderPose(this._colliders[c], time, this._pose);
        for (let i = 0; i < count; i++) {
          if (weights[i] > 0) {
            this._missing[i] = max(this._missing[i], this._missingClearance(this._colliders[c], i, thickness));
          }
        }
      }
    }
    for (let i = 0; i < count; i++) {
      const maximum = MAX_LIFT * this._spacingAt(i);
      const band = LIFT_BAND * thickness;
      const missing = this._missing[i];
      const change = LIFT_GAIN * max(missing - band, 0) + LIFT_LOSS * min(missing + band, 0);
      lift[i] = min(max(lift[i] + change, 0), maximum);
    }
  }

  /** Keeps the surface at each particle out of the colliders nearby: collided for all. */
  public collide(step: Rounded<ClothStep>, time: number, share: number): void {
    const { count, weights } = this._particles;
    for (let c = 0; c < this._count; c++) {
      if (this._near[c]) {
        colliderPose(this._colliders[c], time, this._pose);
        colliderPose(this._colliders[c], time - share, this._before);
        const reach = shapeReach(this._colliders[c]);
        for (let i = 0; i < count; i++) {
          if (weights[i] > 0) {
            this._collideParticle(c, i, reach, step, share);
          }
        }
      }
    }
  }

  /** Sphere around the particles and where they can be before the next look. */
  private _findSurroundings({ thickness, airInterval, linear }: Rounded<ClothStep>): void {
    const { count, positions: p, previous, toSurface, weights, lift } = this._particles;
    let x = 0;
    let y = 0;
    let z = 0;
    let free = 0;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (weights[i] > 0) {
        x += p[at];
        y += p[at + 1];
        z += p[at + 2];
        free++;
      }
    }
    x /= max(free, 1);
    y /= max(free, 1);
    z /= max(free, 1);
    let radius = -1;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (weights[i] > 0) {
        const motion = lengthOf(p[at] - previous[at], p[at + 1] - previous[at + 1], p[at + 2] - previous[at + 2]);
        const surface = lengthOf(toSurface[at], toSurface[at + 1], toSurface[at + 2]);
        const offset = lengthOf(p[at] - x, p[at + 1] - y, p[at + 2] - z);
        radius = max(radius, offset + MAX_SPEEDUP * airInterval * motion + surface + lift[i] + thickness);
      }
    }
    fill(this._surroundings, x, y, z, radius >= 0 ? radius + this._particles.knotReach(linear) : -1);
  }

  /** Whether a collider can come into the surroundings in so many substeps. */
  private _isNear(collider: Collider, time: number, share: number, substeps: number): boolean {
    const { position, previousPosition, rotation, kind } = collider;
    const sphere = this._surroundings;
    const pathX = position[0] - previousPosition[0];
    const pathY = position[1] - previousPosition[1];
    const pathZ = position[2] - previousPosition[2];
    const x = sphere[0] - previousPosition[0] - pathX * time;
    const y = sphere[1] - previousPosition[1] - pathY * time;
    const z = sphere[2] - previousPosition[2] - pathZ * time;
    const room = sphere[3] + substeps * share * lengthOf(pathX, pathY, pathZ) + shapeReach(collider);
    const up = this._normal;
    rotate(rotation, 1, 0, 1, 0, up);
    const distance = kind === constants.PLANE ? x * up[0] + y * up[1] + z * up[2] : lengthOf(x, y, z);
    return sphere[3] >= 0 && distance < room;
  }

  /** How much the surface lacks of its gap to a collider at the knots around a control point, at most. */
  private _missingClearance(collider: Collider, i: number, thickness: number): number {
    const { positions: p, left, right, below, above } = this._particles;
    const { position } = this._pose;
    const at = 3 * i;
    const reach = shapeReach(collider) + thickness + 2 * this._spacingAt(i);
    const away = lengthOf(p[at] - position[0], p[at + 1] - position[1], p[at + 2] - position[2]);
    let missing = -thickness;
    if (collider.kind !== constants.PLANE && away > reach) {
      return missing;
    }
    for (let side = 0; side < 4; side++) {
      const beside = side & 1 ? right[i] : left[i];
      const beyond = side & 2 ? above[i] : below[i];
      if (beside === i || beyond === i) {
        continue;
      }
      const a = 3 * beside;
      const b = 3 * beyond;
      const d = a + b - at;
      const x = 0.25 * (p[at] + p[a] + p[b] + p[d]);
      const y = 0.25 * (p[at + 1] + p[a + 1] + p[b + 1] + p[d + 1]);
      const z = 0.25 * (p[at + 2] + p[a + 2] + p[b + 2] + p[d + 2]);
      toShape(this._pose, x, y, z, this._local);
      shapeContact(collider, this._local[0], this._local[1], this._local[2], this._found);
      missing = max(missing, thickness - this._found[3]);
    }
    return missing;
  }

  /** Half the distance of the neighbours in the row [m]. */
  private _spacingAt(i: number): number {
    const { positions: p, left, right } = this._particles;
    const l = 3 * left[i];
    const r = 3 * right[i];
    return 0.5 * lengthOf(p[r] - p[l], p[r + 1] - p[l + 1], p[r + 2] - p[l + 2]);
  }

  private _collideParticle(c: number, i: number, reach: number, step: Rounded<ClothStep>, share: number): void {
    const { positions, previous, toSurface, weights, lift } = this._particles;
    const { _pose: pose, _local: local, _found: found } = this;
    const collider = this._colliders[c];
    const at = 3 * i;
    const gap = step.thickness + lift[i];
    const x = positions[at] + toSurface[at];
    const y = positions[at + 1] + toSurface[at + 1];
    const z = positions[at + 2] + toSurface[at + 2];
    const armX = x - pose.position[0];
    const armY = y - pose.position[1];
    const armZ = z - pose.position[2];
    const farthest = reach + gap;
    const isAway = armX * armX + armY * armY + armZ * armZ > farthest * farthest;
    if (isAway && collider.kind !== constants.PLANE && step.continuousCollision === 0) {
      return;
    }
    rotate(pose.rotation, -1, armX, armY, armZ, local);
    shapeContact(collider, local[0], local[1], local[2], found);
    if (step.continuousCollision !== 0) {
      toShape(
        this._before,
        previous[at] + toSurface[at],
        previous[at + 1] + toSurface[at + 1],
        previous[at + 2] + toSurface[at + 2],
        this._start,
      );
      this._sweptContact(collider, gap);
    }
    const depth = gap - found[3];
    if (!(depth > 0)) {
      return;
    }
    // See contact.wgsl: surfaceMotion and contactPosition.
    const { position: end, previousPosition: start, spin } = collider;
    const motionX = (end[0] - start[0] + spin[1] * armZ - spin[2] * armY) * share;
    const motionY = (end[1] - start[1] + spin[2] * armX - spin[0] * armZ) * share;
    const motionZ = (end[2] - start[2] + spin[0] * armY - spin[1] * armX) * share;
    const normal = this._normal;
    rotate(pose.rotation, 1, found[0], found[1], found[2], normal);
    const wayX = positions[at] - previous[at] - motionX;
    const wayY = positions[at + 1] - previous[at + 1] - motionY;
    const wayZ = positions[at + 2] - previous[at + 2] - motionZ;
    const through = wayX * normal[0] + wayY * normal[1] + wayZ * normal[2];
    const stopped = max(-through, 0);
    const tangentialX = wayX - normal[0] * through;
    const tangentialY = wayY - normal[1] * through;
    const tangentialZ = wayZ - normal[2] * through;
    const length = lengthOf(tangentialX, tangentialY, tangentialZ);
    const maximum = step.friction * collider.friction * stopped;
    const lost = length <= maximum ? 1 : maximum / length;
    if (collider.isPushed !== 0) {
      const mass = 1 / (weights[i] * step.substepTime);
      this._push(
        c,
        (tangentialX * lost - normal[0] * stopped) * mass,
        (tangentialY * lost - normal[1] * stopped) * mass,
        (tangentialZ * lost - normal[2] * stopped) * mass,
        armX,
        armY,
        armZ,
      );
    }
    positions[at] += normal[0] * depth - tangentialX * lost;
    positions[at + 1] += normal[1] * depth - tangentialY * lost;
    positions[at + 2] += normal[2] * depth - tangentialZ * lost;
    previous[at] += normal[0] * (depth - stopped);
    previous[at + 1] += normal[1] * (depth - stopped);
    previous[at + 2] += normal[2] * (depth - stopped);
    if (step.collisionMassScale > 0) {
      weights[i] /= 1 + (step.collisionMassScale * depth) / step.substepTime;
    }
  }

  /** From `_start` to `_local` in a collider's axes: changes `_found` if the way met the collider. */
  private _sweptContact(collider: Collider, gap: number): void {
    const { _start: start, _local: end, _traced: contact, _found: found } = this;
    const wayX = end[0] - start[0];
    const wayY = end[1] - start[1];
    const wayZ = end[2] - start[2];
    const length = lengthOf(wayX, wayY, wayZ);
    shapeContact(collider, start[0], start[1], start[2], contact);
    if (length === 0) {
      return;
    }
    if (contact[3] <= gap * (1 + TRACE_TOLERANCE)) {
      // It has met the surface before. Where it goes on inwards by more than the gap, the other side may be nearer at the end.
      const inward = -(wayX * contact[0] + wayY * contact[1] + wayZ * contact[2]);
      if (inward > gap) {
        contact[3] -= inward;
        found.set(contact);
      }
      return;
    }
    let traveled = 0;
    for (let step = 0; step < MAX_TRACE_STEPS; step++) {
      traveled += contact[3] - gap;
      if (traveled >= length) {
        return;
      }
      const part = traveled / length;
      const x = start[0] + wayX * part;
      const y = start[1] + wayY * part;
      const z = start[2] + wayZ * part;
      shapeContact(collider, x, y, z, contact);
      if (contact[3] <= gap * (1 + TRACE_TOLERANCE) + 1e-7) {
        contact[3] += (end[0] - x) * contact[0] + (end[1] - y) * contact[1] + (end[2] - z) * contact[2];
        found.set(contact);
        return;
      }
    }
  }

  /** Collects an impulse on a collider, at an arm from its position. */
  private _push(c: number, x: number, y: number, z: number, armX: number, armY: number, armZ: number): void {
    const { impulses } = this;
    const at = IMPULSE_SIZE * c;
    impulses[at] += x;
    impulses[at + 1] += y;
    impulses[at + 2] += z;
    impulses[at + 3] += armY * z - armZ * y;
    impulses[at + 4] += armZ * x - armX * z;
    impulses[at + 5] += armX * y - armY * x;
  }
}
