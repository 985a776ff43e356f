// Colliders of one cloth on the CPU: which are near, how they lift the surface, and who is behind them. Twins of surroundings, isNear,
// liftOver, clearanceOf, wayBack and spacingAt in gridContact.wgsl, and of wayBack.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "../clothStep.js";
import { CpuBallast } from "./cpuBallast.js";
import type { CpuBodies } from "./cpuBodies.js";
import { carriedWay } from "./cpuCarry.js";
import type { CpuContactSums } from "./cpuContactSums.js";
import { CpuCollide, createContact, createPose, entryPoint, shapeContact } from "./cpuCollide.js";
import type { CpuParticles } from "./cpuParticles.js";
import { isEndless, shapeReach } from "./functions/colliderShapes.js";
import { isOpposed, type Collider, type Contact } from "./functions/contact.js";
import { rotated, unrotated } from "./functions/rotation.js";
import {
  add,
  addFrom,
  addTo,
  clamp,
  copy,
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

const { FARTHEST, INNER_CAPSULE, OPPOSED, PLANE } = constants;
const { LEAST_BOARD, MAX_SPEEDUP, LIFT_BAND, LIFT_GAIN, LIFT_LOSS, MAX_LIFT } = constants;
const UP = Float64Array.of(0, 1, 0);

const pose = createPose();
/** Center and radius. */
const sphere = createVector(4);
const here = createVector();
const offset = createVector();
const path = createVector();
const normal = createVector();
const knot = createVector();
const sample = createVector();
const local = createVector();
const contact = createVector(4);
const found = createContact();
const entry = createVector(4);

/** At a knot the four corners of a cell count alike. */
const KNOTS = Float32Array.of(0.25, 0.25, 0.25, 0.25);

/** The colliders of one cloth. */
export class CpuContact {
  private readonly _collide: CpuCollide;
  private readonly _colliders: Collider[] = [];
  /** What particles carry of bodies. */
  public readonly ballast: CpuBallast;
  private _count = 0;
  /** 1: it can touch the cloth before the next look. */
  private readonly _near = new Uint8Array(constants.MAX_COLLIDERS);
  private readonly _missing: Float32Array;
  /** Ways back from behind a collider, shape [count, 3]. */
  private readonly _back: Float32Array;
  /** From control points to the nearest collider [m]; -FARTHEST where they are between two. */
  private readonly _distances: Float32Array;
  /** The surface nearest to the knots around each particle. */
  private readonly _nearest: readonly Contact[];

  /** @param _particles - Are kept out. */
  public constructor(private readonly _particles: CpuParticles) {
    this._collide = new CpuCollide(_particles);
    this.ballast = new CpuBallast(_particles, this._collide, this._colliders);
    this._missing = new Float32Array(_particles.count);
    this._distances = new Float32Array(_particles.count);
    this._back = new Float32Array(3 * _particles.count);
    this._nearest = Array.from({ length: _particles.count }, createContact);
  }

  /** Bodies that the cloth pushes. */
  public get bodies(): CpuBodies {
    return this._collide.bodies;
  }

  /** Bodies that particles touch: see CpuCollide. */
  public get touched(): Int32Array {
    return this._collide.touched;
  }

  /** What the cloth tells of its contacts. */
  public get sums(): CpuContactSums {
    return this._collide.sums;
  }

  /**
   * @param colliders - What keeps the cloth out in this step.
   * @param tells - Whether someone listens to its contacts.
   */
  public begin(colliders: readonly ColliderState[], tells: boolean): void {
    this._count = colliders.length;
    for (let c = 0; c < this._count; c++) {
      this._colliders[c] = round(colliders[c], this._colliders.at(c) ?? {});
    }
    this._collide.bodies.begin(this._colliders, this._count);
    if (tells) {
      this._collide.sums.reserve(this._count);
    }
    this.keepSums();
  }

  /** The cloth begins anew. */
  public forget(): void {
    this._collide.touched.fill(-1);
  }

  /** A part of a step begins: if it is undone, it has done nothing to colliders. */
  public keepSums(): void {
    this._collide.bodies.keep();
    this._collide.sums.keep();
  }

  /** The step is undone, or a part of it. */
  public undoSums(): void {
    this._collide.bodies.undo();
    this._collide.sums.undo();
  }

  /** Finds the colliders that can touch the cloth before the next look; the kernel asks for a few particles at a time. */
  public findNear(step: Rounded<ClothStep>, time: number, share: number): void {
    if (this._count > 0) {
      this._surroundings(sphere, step, time);
    }
    for (let c = 0; c < this._count; c++) {
      this._near[c] = isNear(this._colliders[c], step, time, share, sphere) ? 1 : 0;
    }
  }

  /**
   * Lifts the surface over the colliders nearby: liftOver for all.
   *
   * @param step - Input of the step.
   * @param time - Within the step, from 0 to 1.
   * @param weights - Of virtual particles, shape [rows, 4]: see sampleBeside in gridContact.wgsl. Without rows, the knots.
   */
  public liftOver({ thickness }: Rounded<ClothStep>, time: number, weights: Float32Array): void {
    const { _missing: missing } = this;
    const { count, inverseMasses, lift } = this._particles;
    missing.fill(-thickness);
    for (const nearest of this._nearest) {
      nearest.distance = FARTHEST;
    }
    this._distances.fill(FARTHEST);
    for (let c = 0; c < this._count; c++) {
      if (this._near[c]) {
        this._collide.poseAt(pose, c, this._colliders[c], time);
        for (let i = 0; i < count; i++) {
          if (inverseMasses[i] > 0) {
            this._missingClearance(this._colliders[c], i, thickness, weights.length > 0 ? weights : KNOTS);
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

  /** How many colliders the step has. */
  public get colliderCount(): number {
    return this._count;
  }

  /** The planes that particles touch in this substep, as in {@link CpuCollide}. */
  public get planes(): Float32Array {
    return this._collide.planes;
  }

  /** Keeps the surface at each particle out of the colliders nearby. */
  public collide(step: Rounded<ClothStep>, time: number, share: number): void {
    this._collide.begin();
    for (let c = 0; c < this._count; c++) {
      if (this._near[c]) {
        this._collide.collide(c, this._colliders[c], step, time, share);
      }
    }
  }

  /**
   * Brings back particles that are behind a collider: cloth cannot have gone through it. Links lead through the collider then, in both
   * directions of the grid. Single particles and rows have no more than one link that does not; larger pieces come back upwards alone, since
   * their other side may be the wrong one.
   */
  public bringBack({ thickness, gravity, linear }: Rounded<ClothStep>, time: number): void {
    const { count, positions, previous, inverseMasses, lift } = this._particles;
    const back = this._back.fill(0);
    const size = LEAST_BOARD * this._particles.knotReach(linear);
    for (let c = 0; c < this._count; c++) {
      const { kind, size: sizes } = this._colliders[c];
      if (this._near[c] && !isEndless(kind) && shapeReach(kind, sizes) > size) {
        this._collide.poseAt(pose, c, this._colliders[c], time);
        for (let i = 0; i < count; i++) {
          if (inverseMasses[i] > 0) {
            this._wayBack(path, this._colliders[c], i, thickness + lift[i], gravity);
            addTo(back, 3 * i, path, 1);
          }
        }
      }
    }
    for (let at = 0; at < 3 * count; at++) {
      positions[at] += back[at];
      previous[at] += back[at];
    }
  }

  /** Bodies that were pushed in the last substep go on; at the end of a step their impulses are summed. */
  public settleBodies(step: Rounded<ClothStep>, isEnd: boolean): void {
    this._collide.bodies.settle(this._count, step.substepTime, isEnd);
  }

  /** Sphere around the particles, the knots beside them, and where they can be before the next look. */
  private _surroundings(out: Vector, step: Rounded<ClothStep>, time: number): void {
    const { thickness, airInterval, linear } = step;
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
        subtract(path, here, load(path, previous, 3 * i));
        const motion = length(add(path, path, carriedWay(offset, step, here, time)));
        const way = MAX_SPEEDUP * airInterval * motion;
        const surface = length(load(path, toSurface, 3 * i));
        radius = max(radius, length(subtract(offset, here, center)) + way + surface + lift[i] + thickness);
      }
    }
    out[3] = radius >= 0 ? radius + this._particles.knotReach(linear) : -1;
  }

  /**
   * How much the surface lacks of its gap at the knots around a control point, at most: to the collider nearest to that point, since from others
   * it would be lifted the wrong way. Between two colliders without room it cannot be lifted.
   */
  private _missingClearance(collider: Collider, i: number, thickness: number, weights: Float32Array): void {
    const { _missing: missing, _nearest: nearest, _particles: particles } = this;
    const { positions, left, right, below, above } = particles;
    load(here, positions, 3 * i);
    subtract(offset, here, pose.position);
    const reach = shapeReach(collider.kind, collider.size) + thickness + 2 * this._spacingAt(i);
    if (!isEndless(collider.kind) && dot(offset, offset) > reach * reach) {
      return;
    }
    shapeContact(contact, collider, unrotated(local, pose.rotation, offset));
    const distance = contact[3];
    found.distance = FARTHEST;
    for (let side = 0; side < 4; side++) {
      const beside = side & 1 ? right[i] : left[i];
      const beyond = side & 2 ? above[i] : below[i];
      if (beside !== i && beyond !== i) {
        const corner = beside + beyond - i;
        for (let row = 0; row < weights.length; row += 4) {
          scale(sample, load(sample, positions, 3 * i), weights[row]);
          addFrom(sample, positions, 3 * beside, weights[row + 1]);
          addFrom(sample, positions, 3 * beyond, weights[row + 2]);
          addFrom(sample, positions, 3 * corner, weights[row + 3]);
          shapeContact(contact, collider, unrotated(local, pose.rotation, subtract(local, sample, pose.position)));
          if (contact[3] < found.distance) {
            rotated(found.normal, pose.rotation, contact);
            found.distance = contact[3];
          }
        }
      }
    }
    if (found.distance >= FARTHEST) {
      return;
    }
    const other = nearest[i];
    if (isOpposed(other, found, thickness)) {
      this._distances[i] = -FARTHEST;
      missing[i] = -thickness;
    } else if (distance < this._distances[i]) {
      this._distances[i] = distance;
      // Over a plane the surface clears where all control points do. A lift beside a point without one throws corners up.
      missing[i] = collider.kind === PLANE ? -thickness : thickness - found.distance;
    }
    if (found.distance < other.distance) {
      copy(other.normal, found.normal);
      other.distance = found.distance;
    }
  }

  /** From a particle behind a collider to the side where its neighbours are; zero for others. */
  private _wayBack(out: Vector, collider: Collider, i: number, gap: number, gravity: Vector): Vector {
    const { positions, left, right, below, above } = this._particles;
    set(out, 0, 0, 0);
    subtract(offset, load(here, positions, 3 * i), pose.position);
    const reach = shapeReach(collider.kind, collider.size) + gap;
    if (dot(offset, offset) > reach * reach) {
      return out;
    }
    unrotated(local, pose.rotation, offset);
    shapeContact(contact, collider, local);
    let [neighbours, alongU, alongV] = [0, 0, 0];
    for (let side = 0; side < 4; side++) {
      const beside = [left, right, below, above][side][i];
      if (beside !== i) {
        neighbours++;
        unrotated(knot, pose.rotation, subtract(knot, load(knot, positions, 3 * beside), pose.position));
        // From above the plane that touches the collider no link leads through.
        const isBelow = contact[3] + dot(subtract(offset, knot, local), contact) <= 0;
        if (isBelow && entryPoint(entry, collider, knot, local) && dot(entry, contact) < OPPOSED) {
          alongU += side < 2 ? 1 : 0;
          alongV += side < 2 ? 0 : 1;
          scaleAndAdd(out, out, rotated(normal, pose.rotation, entry), gap - entry[3]);
        }
      }
    }
    const isAlone = alongU + alongV + 1 >= neighbours;
    const isBehind = alongU > 0 && alongV > 0 && (isAlone || dot(out, gravity) < 0);
    return scale(out, out, isBehind ? 1 / (alongU + alongV) : 0);
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
  if (collider.kind === INNER_CAPSULE) {
    return sphere[3] >= 0;
  }
  if (collider.kind === PLANE) {
    return sphere[3] >= 0 && dot(offset, rotated(normal, collider.rotation, UP)) < room;
  }
  return sphere[3] >= 0 && dot(offset, offset) < room * room;
}
