// How a collider keeps a particle out, on the CPU. Twins of collided, shapeContact, sweptContact and push in collide.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { CpuParticles } from "./cpuParticles.js";
import {
  boxContact,
  capsuleContact,
  ellipsoidContact,
  setContact,
  shapeReach,
  sphereContact,
} from "./functions/colliderShapes.js";
import {
  colliderPose,
  contactResponse,
  surfaceMotion,
  type Collider,
  type Contact,
  type Pose,
  type Touched,
} from "./functions/contact.js";
import { rotated, unrotated } from "./functions/rotation.js";
import {
  add,
  copy,
  createVector,
  cross,
  dot,
  length as lengthOf,
  load,
  scale,
  scaleAndAdd,
  store,
  subtract,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { SPHERE, PLANE, ELLIPSOID, BOX, CAPSULE, CONVEX } = constants;
const { MAX_TRACE_STEPS, TRACE_TOLERANCE } = constants;
const { FARTHEST } = constants;
/** Linear and angular impulse of one collider. */
const IMPULSE_SIZE = 6;

/** A pose to be written. */
export function createPose(): Pose {
  return { position: createVector(), rotation: createVector(4) };
}

const pose = createPose();
const before = createPose();
const held = createVector();
const previous = createVector();
const toSurface = createVector();
const surface = createVector();
const offset = createVector();
const local = createVector();
const found = createVector(4);
const contact: Contact = { normal: createVector(), distance: 0, motion: createVector() };
const touched: Touched = { position: createVector(), previous: createVector() };
const slowed = createVector();
const angular = createVector();
const start = createVector();
const way = createVector();
const point = createVector();
const traced = createVector(4);

/** Keeps the particles of one cloth out of colliders. */
export class CpuCollide {
  /** What cloth did to each collider: linear [N s] and angular about its position [N m s], shape [colliders, 6]. */
  public impulses = new Float64Array(0);

  /** @param _particles - Are kept out. */
  public constructor(private readonly _particles: CpuParticles) {}

  /** @param colliderCount - Of this step: there is room for the impulses of as many. */
  public begin(colliderCount: number): void {
    if (this.impulses.length < IMPULSE_SIZE * colliderCount) {
      const old = this.impulses;
      this.impulses = new Float64Array(IMPULSE_SIZE * colliderCount);
      this.impulses.set(old);
    }
  }

  /** Keeps the surface at each particle out of collider `c`: collided for all. */
  public collide(c: number, collider: Collider, step: Rounded<ClothStep>, time: number, share: number): void {
    const { count, inverseMasses } = this._particles;
    colliderPose(pose, collider, time);
    colliderPose(before, collider, time - share);
    const reach = shapeReach(collider.kind, collider.size);
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        this._collided(c, collider, i, reach, step, share);
      }
    }
  }

  private _collided(
    c: number,
    collider: Collider,
    i: number,
    reach: number,
    step: Rounded<ClothStep>,
    share: number,
  ): void {
    const { _particles: particles } = this;
    const gap = step.thickness + particles.lift[i];
    const friction = step.friction * collider.friction;
    load(held, particles.positions, 3 * i);
    load(toSurface, particles.toSurface, 3 * i);
    add(surface, held, toSurface);
    subtract(offset, surface, pose.position);
    const isClose = collider.kind === PLANE || step.continuousCollision !== 0;
    if (!isClose && dot(offset, offset) > (reach + gap) * (reach + gap)) {
      return;
    }
    load(previous, particles.previous, 3 * i);
    unrotated(local, pose.rotation, offset);
    shapeContact(found, collider, local);
    if (step.continuousCollision !== 0) {
      add(start, previous, toSurface);
      unrotated(start, before.rotation, subtract(start, start, before.position));
      sweptContact(found, collider, start, local, gap);
    }
    if (!(found[3] < gap)) {
      return;
    }
    surfaceMotion(contact.motion, collider, pose, surface, share);
    rotated(contact.normal, pose.rotation, found);
    contact.distance = found[3];
    contactResponse(touched, contact, held, previous, gap, friction);
    store(particles.positions, 3 * i, touched.position);
    store(particles.previous, 3 * i, touched.previous);
    if (collider.isPushed !== 0) {
      subtract(slowed, subtract(slowed, held, previous), subtract(local, touched.position, touched.previous));
      this._push(c, scale(slowed, slowed, 1 / (particles.inverseMasses[i] * step.substepTime)), offset);
    }
    if (step.collisionMassScale > 0) {
      const speed = (gap - found[3]) / step.substepTime;
      particles.inverseMasses[i] /= 1 + step.collisionMassScale * speed;
    }
  }

  /** Collects an impulse on a collider, at `arm` from its position. */
  private _push(c: number, impulse: Vector, arm: Vector): void {
    const { impulses } = this;
    cross(angular, arm, impulse);
    for (let axis = 0; axis < 3; axis++) {
      impulses[IMPULSE_SIZE * c + axis] += impulse[axis];
      impulses[IMPULSE_SIZE * c + 3 + axis] += angular[axis];
    }
  }
}

/** Distance of a point from a collider, in the axes of the collider: unit normal and distance. */
export function shapeContact(out: Vector, { kind, size, planes }: Collider, point: Vector): void {
  if (kind === SPHERE) {
    sphereContact(out, point, size[0]);
  } else if (kind === ELLIPSOID) {
    ellipsoidContact(out, point, size);
  } else if (kind === BOX) {
    boxContact(out, point, size);
  } else if (kind === CAPSULE) {
    capsuleContact(out, point, size);
  } else if (kind === CONVEX) {
    setContact(out, 0, 1, 0, -FARTHEST);
    for (let p = 0; planes && p < planes.length; p += 4) {
      const distance = planes[p] * point[0] + planes[p + 1] * point[1] + planes[p + 2] * point[2] - planes[p + 3];
      if (distance > out[3]) {
        setContact(out, planes[p], planes[p + 1], planes[p + 2], distance);
      }
    }
  } else {
    setContact(out, 0, 1, 0, point[1]);
  }
}

/** Contact at the end of the way from `start` to `end`: `there`, as found at the end, changes if the way met the collider. */
function sweptContact(there: Vector, collider: Collider, start: Vector, end: Vector, gap: number): void {
  subtract(way, end, start);
  const length = lengthOf(way);
  shapeContact(traced, collider, start);
  let traveled = 0;
  if (length === 0) {
    return;
  }
  if (traced[3] <= gap * (1 + TRACE_TOLERANCE)) {
    // It has met the surface before. Where it goes on inwards by more than the gap, the other side may be nearer at the end.
    const inward = -dot(way, traced);
    if (inward > gap) {
      copy(there, traced)[3] = traced[3] - inward;
    }
    return;
  }
  for (let step = 0; step < MAX_TRACE_STEPS; step++) {
    traveled += traced[3] - gap;
    if (traveled >= length) {
      return;
    }
    scaleAndAdd(point, start, way, traveled / length);
    shapeContact(traced, collider, point);
    if (traced[3] <= gap * (1 + TRACE_TOLERANCE) + 1e-7) {
      subtract(way, end, point);
      copy(there, traced)[3] = traced[3] + dot(way, traced);
      return;
    }
  }
}
