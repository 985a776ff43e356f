// How a collider keeps a particle out, on the CPU. Twins of collided, shapeContact and
// sweptContact in collide.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { CpuBodies } from "./cpuBodies.js";
import { carriedWay } from "./cpuCarry.js";
import { roundness, slidesOver } from "../slides.js";
import { CpuContactSums } from "./cpuContactSums.js";
import type { CpuParticles } from "./cpuParticles.js";
import {
  boxContact,
  capsuleContact,
  ellipsoidContact,
  innerCapsuleContact,
  isEndless,
  setContact,
  shapeReach,
  sphereContact,
} from "./functions/colliderShapes.js";
import { slid } from "./functions/cell.js";
import { depthContact, depthWay, setTimeLeft } from "./functions/depthContact.js";
import { fieldContact } from "./functions/fieldContact.js";
import { bodyMotion, bodyPose, type BodyChange } from "./functions/bodies.js";
import {
  colliderPose,
  contactResponse,
  isOpposed,
  sharedResponse,
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

const { SPHERE, ELLIPSOID, BOX, CAPSULE, CONVEX, FIELD, DEPTH, INNER_CAPSULE } = constants;
const { max, min } = Math;
const { ENTRY_TOLERANCE, MAX_TRACE_STEPS, TRACE_TOLERANCE } = constants;
const { FARTHEST } = constants;

/** A contact to be written. */
export function createContact(): Contact {
  return { normal: createVector(), distance: 0, motion: createVector(), friction: 0 };
}

/** A pose to be written. */
export function createPose(): Pose {
  return { position: createVector(), rotation: createVector(4) };
}

const pose = createPose();
const before = createPose();
const held = createVector();
const previous = createVector();
const carried = createVector();
const toSurface = createVector();
const surface = createVector();
const offset = createVector();
const local = createVector();
const found = createVector(4);
const contact = createContact();
const touched: Touched = { position: createVector(), previous: createVector() };
const slowed = createVector();
const touching = createVector();
const nearer = createVector();
const there = createVector(4);
const start = createVector();
const startPrevious = createVector();
const traveling = createVector();
const way = createVector();
const point = createVector();
const traced = createVector(4);

/** Keeps the particles of one cloth out of colliders. */
export class CpuCollide {
  /** Bodies that it pushes. */
  public readonly bodies = new CpuBodies();
  /** What it tells of its contacts. */
  public readonly sums = new CpuContactSums();
  /** Where particles are before the first collider moves them, now and one substep ago. */
  private readonly _start: Float32Array;
  private readonly _startPrevious: Float32Array;
  /** The surface that each particle has met last in this substep, far away where there is none. */
  private readonly _met: readonly Contact[];
  /** The plane that each particle touches: normal, as long as the contact is deep, and its own motion along that; zeros where there is none. Shape [count, 4]. */
  public readonly planes: Float32Array;
  /** The pushed collider that each particle has touched last, -1 for none, or if another one is opposed. */
  public readonly touched: Int32Array;

  /** @param _particles - Are kept out. */
  public constructor(private readonly _particles: CpuParticles) {
    this._start = new Float32Array(3 * _particles.count);
    this._startPrevious = new Float32Array(3 * _particles.count);
    this._met = Array.from({ length: _particles.count }, createContact);
    this.planes = new Float32Array(4 * _particles.count);
    this.touched = new Int32Array(_particles.count).fill(-1);
  }

  /** Before the first collider of a substep. */
  public begin(): void {
    this._start.set(this._particles.positions);
    this._startPrevious.set(this._particles.previous);
    this.planes.fill(0);
    this.touched.fill(-1);
    for (const met of this._met) {
      met.distance = FARTHEST;
    }
  }

  /** Where collider `c` is at a time within the step, from 0 to 1. */
  public poseAt(out: Pose, c: number, collider: Collider, time: number): Pose {
    setTimeLeft(1 - time);
    colliderPose(out, collider, time);
    return collider.isPushed !== 0 ? bodyPose(out, collider, this.bodies.changeOf(c)) : out;
  }

  /** Keeps the surface at each particle out of collider `c`: collided for all. */
  public collide(c: number, collider: Collider, step: Rounded<ClothStep>, time: number, share: number): void {
    const { count, inverseMasses } = this._particles;
    this.poseAt(before, c, collider, time - share);
    this.poseAt(pose, c, collider, time);
    const change = collider.isPushed !== 0 ? this.bodies.changeOf(c) : null;
    const reach = shapeReach(collider.kind, collider.size);
    const slides = step.slideReach > 0 && collider.isPushed === 0 && slidesOver(collider, step.slideReach);
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        this._collided(c, collider, i, reach, slides, step, time, share, change);
      }
    }
  }

  private _collided(
    c: number,
    collider: Collider,
    i: number,
    reach: number,
    slides: boolean,
    step: Rounded<ClothStep>,
    time: number,
    share: number,
    change: BodyChange | null,
  ): void {
    const { _particles: particles, _met: met } = this;
    const gap = step.thickness + particles.lift[i];
    load(start, this._start, 3 * i);
    load(toSurface, particles.toSurface, 3 * i);
    add(surface, start, toSurface);
    subtract(offset, surface, pose.position);
    const far = 2 * gap + (slides ? step.slideReach : 0);
    const isClose = isEndless(collider.kind) || step.continuousCollision !== 0;
    if (!isClose && dot(offset, offset) > (reach + far) * (reach + far)) {
      return;
    }
    unrotated(local, pose.rotation, offset);
    shapeContact(found, collider, local);
    copy(touching, surface);
    if (slides && found[3] > 0 && found[3] < far) {
      this._slide(collider, i);
    }
    load(traveling, this._startPrevious, 3 * i);
    carriedWay(carried, step, traveling, time - share);
    if (step.continuousCollision !== 0) {
      add(traveling, subtract(traveling, traveling, carried), toSurface);
      unrotated(traveling, before.rotation, subtract(traveling, traveling, before.position));
      sweptContact(found, collider, traveling, local, gap);
    }
    if (!(found[3] < 2 * gap)) {
      return;
    }
    contact.distance = found[3];
    rotated(contact.normal, pose.rotation, found);
    contact.friction = step.friction * collider.friction;
    surfaceMotion(contact.motion, collider, pose, touching, share);
    if (collider.kind === DEPTH) {
      rotated(offset, pose.rotation, depthWay(offset, collider, local));
      scaleAndAdd(contact.motion, contact.motion, offset, share);
    }
    if (change) {
      add(contact.motion, contact.motion, bodyMotion(offset, collider, change, pose, touching, step.substepTime));
    }
    // As seen by what the mesh takes along.
    subtract(contact.motion, contact.motion, carried);
    const other = met[i];
    const isShared = isOpposed(other, contact, gap);
    const taken = change ? 1 / (1 + change.load) : 1;
    load(held, particles.positions, 3 * i);
    load(previous, particles.previous, 3 * i);
    if (isShared) {
      load(startPrevious, this._startPrevious, 3 * i);
      sharedResponse(touched, other, contact, start, startPrevious, gap, taken);
    }
    if (contact.distance < other.distance) {
      other.distance = contact.distance;
      other.friction = contact.friction;
      copy(other.normal, contact.normal);
      copy(other.motion, contact.motion);
    }
    if (!isShared) {
      // Other colliders may have moved it meanwhile: along the plane that touches this one.
      contact.distance += dot(contact.normal, subtract(offset, held, start));
      if (!(contact.distance < gap)) {
        return;
      }
      contactResponse(touched, contact, held, previous, gap, taken);
    }
    store(particles.positions, 3 * i, touched.position);
    store(particles.previous, 3 * i, touched.previous);
    particles.remainders.fill(0, 3 * i, 3 * i + 3);
    if (collider.isPushed === 0 && contact.distance < gap) {
      store(this.planes, 4 * i, scale(local, contact.normal, gap - contact.distance));
      this.planes[4 * i + 3] = dot(contact.motion, contact.normal);
    }
    if (isShared) {
      this.touched[i] = -1;
    } else if (collider.isPushed !== 0) {
      this.touched[i] = c;
    }
    if (collider.isPushed !== 0 || step.contactScale > 0) {
      const mass = 1 / particles.inverseMasses[i];
      subtract(slowed, subtract(slowed, held, previous), subtract(local, touched.position, touched.previous));
      scale(slowed, slowed, mass / step.substepTime);
      if (collider.isPushed !== 0) {
        this.bodies.push(c, slowed, mass, touching, pose);
      }
      if (step.contactScale > 0) {
        this.sums.note(c, slowed, touching, contact.normal, step.contactScale);
      }
    }
    if (step.collisionMassScale > 0) {
      const speed = max(gap - contact.distance, 0) / step.substepTime;
      particles.inverseMasses[i] /= 1 + step.collisionMassScale * speed;
    }
  }

  /** To the point of the particle's cell that is nearest to a collider, if that is nearer. */
  private _slide(collider: Collider, i: number): void {
    rotated(offset, pose.rotation, found);
    slid(offset, this._particles.cells, i, scale(offset, offset, -(found[3] + roundness(collider))));
    add(nearer, surface, offset);
    unrotated(nearer, pose.rotation, subtract(nearer, nearer, pose.position));
    shapeContact(there, collider, nearer);
    if (there[3] < found[3]) {
      copy(found, there);
      found[3] = there[3];
      copy(local, nearer);
      add(touching, surface, offset);
      add(toSurface, toSurface, offset);
    }
  }
}

/** Distance of a point from a collider, in the axes of the collider: unit normal and distance. */
export function shapeContact(out: Vector, collider: Collider, point: Vector): void {
  const { kind, size, planes } = collider;
  if (kind === SPHERE) {
    sphereContact(out, point, size[0]);
  } else if (kind === ELLIPSOID) {
    ellipsoidContact(out, point, size);
  } else if (kind === BOX) {
    boxContact(out, point, size);
  } else if (kind === CAPSULE) {
    capsuleContact(out, point, size);
  } else if (kind === INNER_CAPSULE) {
    innerCapsuleContact(out, point, size);
  } else if (kind === CONVEX) {
    setContact(out, 0, 1, 0, -FARTHEST);
    for (let p = 0; planes && p < planes.length; p += 4) {
      const distance = planes[p] * point[0] + planes[p + 1] * point[1] + planes[p + 2] * point[2] - planes[p + 3];
      if (distance > out[3]) {
        setContact(out, planes[p], planes[p + 1], planes[p + 2], distance);
      }
    }
  } else if (kind === FIELD) {
    fieldContact(out, collider, point);
  } else if (kind === DEPTH) {
    depthContact(out, collider, point);
  } else {
    setContact(out, 0, 1, 0, point[1]);
  }
}

/** How far a step along a way may go at once. Depth maps do not know how far it is to what they do not see. */
function longestStep({ kind }: Collider, length: number): number {
  return kind === DEPTH ? length / MAX_TRACE_STEPS : FARTHEST;
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
    traveled += min(traced[3] - gap, longestStep(collider, length));
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

/**
 * Where the straight way from `start` outside of a collider to `end` enters it: the plane that touches it there, in the collider's axes, and the
 * distance of `end` from that.
 */
export function entryPoint(out: Vector, collider: Collider, start: Vector, end: Vector): boolean {
  subtract(way, end, start);
  const length = lengthOf(way);
  let traveled = 0;
  copy(point, start);
  for (let step = 0; step <= MAX_TRACE_STEPS; step++) {
    shapeContact(out, collider, point);
    if (out[3] <= 0) {
      out[3] += dot(subtract(point, end, point), out);
      // What starts inside does not enter.
      return step > 0;
    }
    traveled += min(out[3] + ENTRY_TOLERANCE, longestStep(collider, length));
    if (traveled >= length) {
      return false;
    }
    scaleAndAdd(point, start, way, traveled / length);
  }
  return false;
}
