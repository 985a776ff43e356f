// CPU twin of stepControlGrid.compute.wgsl: the same phases in the same order with the same names, on typed arrays.
// Reference in tests, and the solver where there is no compute.
import { constants } from "../../shaders/shaders.gen.js";
import { cookBends } from "../bends.js";
import type { SavedCloth } from "../savedCloth.js";
import { stateOffsets, type ClothStep, type ColliderState, type VectorList } from "../clothStep.js";
import { addAir, advanceAir, findAir } from "./cpuAir.js";
import { CpuBend } from "./cpuBend.js";
import { CpuContact } from "./cpuContact.js";
import { round, transform, type Rounded } from "./cpuFunctions.js";
import { closeSeams, holdByGuides, holdByTethers } from "./cpuHold.js";
import { addImpulses } from "./cpuImpulse.js";
import { CpuLinks } from "./cpuLinks.js";
import { CpuParticles } from "./cpuParticles.js";
import { pushSlowly } from "./cpuPush.js";
import { CpuStore } from "./cpuStore.js";
import type { RestGrid } from "../restGrid.js";
import type { Tethers } from "../tethers.js";

const { max } = Math;

const { CARRIED } = constants;
const { LOOKS_PER_LIFT } = constants;
const UNSCALED = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Simulates one cloth. */
export class CpuSolver {
  /** To the pins; none at first. */
  public tethers: Tethers = { perParticle: 0, anchors: new Uint32Array(0), lengths: new Float32Array(0) };
  /** What bends at rest, from cookBends; at first as if the mesh were not scaled. */
  public bends: Float32Array;
  /** In the cloth's frame [m], shape [particleCount, 3]. */
  public readonly positions: Float32Array<ArrayBuffer>;
  /** What the cloth is like after its last step: struct ClothState, see stateOffsets. */
  public readonly state: Float32Array<ArrayBuffer>;
  /** The same memory as whole numbers, for faults and substeps. */
  public readonly stateWords: Uint32Array<ArrayBuffer>;
  private readonly _store: CpuStore;
  private readonly _particles: CpuParticles;
  private readonly _links: CpuLinks;
  private readonly _bend: CpuBend;
  private readonly _contact: CpuContact;
  private readonly _vectors: Record<VectorList, Float32Array>;
  private readonly _step = {} as Rounded<ClothStep>;
  private readonly _airTravel = new Float32Array(3);
  private readonly _motion = new Float64Array(3);

  /**
   * @param _fabric - The sheet.
   * @param inverseMasses - [1/kg], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param _isFullResolution - Whether it solves as stepFullResolution.compute.wgsl does, the kernel for full resolution.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    inverseMasses: Float32Array,
    private readonly _isFullResolution = false,
  ) {
    this._particles = new CpuParticles(_restGrid);
    this._store = new CpuStore(_restGrid, inverseMasses, this._particles);
    this._links = new CpuLinks(_restGrid, this._particles);
    this._bend = new CpuBend(_restGrid, this._particles);
    this._contact = new CpuContact(this._particles);
    this.positions = this._particles.positions;
    this.state = this._store.state;
    this.stateWords = this._store.stateWords;
    this.bends = cookBends(_restGrid, UNSCALED);
    const none = new Float32Array(0);
    this._vectors = { targets: none, motion: none, separation: none, impulses: none };
  }

  /** [1/kg], 0 = pinned, shape [particleCount]. */
  public get inverseMasses(): Float32Array {
    return this._store.inverseMasses;
  }

  /** What cloth did to each collider since it was taken last: linear [N s], angular [N m s], shape [colliders, 6]. */
  public get impulses(): Float64Array {
    return this._contact.impulses;
  }

  /** @returns A copy of {@link impulses}, which start from zero again. */
  public takeImpulses(): Float64Array {
    const taken = this._contact.impulses.slice();
    this._contact.impulses.fill(0);
    return taken;
  }

  /**
   * @param particle - Which.
   * @param inverseMass - [1/kg], 0 = pinned.
   * @param hold - See clothKinds.wgsl: how it is pinned, or that it is released.
   */
  public setPin(particle: number, inverseMass: number, hold: number): void {
    this._store.inverseMasses[particle] = inverseMass;
    this._store.hold[particle] = hold;
  }

  /**
   * @param list - Which, see SolverCloth.setVectors.
   * @param entries - Replace all that it had, shape [entries, 2, 4].
   */
  public setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    this._vectors[list] = entries;
  }

  /** @returns The cloth as the last step has left it. */
  public save(): SavedCloth {
    return this._store.save();
  }

  /** @param saved - What the next step follows on. */
  public goOn(saved: SavedCloth): void {
    this._store.goOn(saved);
  }

  /**
   * @param given - What happens to the cloth in this step.
   * @param colliders - What keeps it out.
   */
  public step(given: ClothStep, colliders: readonly ColliderState[]): void {
    const step = round(given, this._step);
    if (step.substepCount === 0 && step.reset === 0) {
      return;
    }
    const share = 1 / max(step.substepCount, 1);
    const isOld = step.reset === 0;
    const substepsBefore = isOld ? this.stateWords[stateOffsets.substeps] : 0;
    for (let axis = 0; axis < 3; axis++) {
      this._airTravel[axis] = isOld ? this.state[stateOffsets.airTravel + axis] : 0;
    }
    this._store.load(step, this._vectors.targets);
    findAir(this._particles, step, this._airTravel);
    addImpulses(this._particles, this._vectors.impulses, step.substepTime);
    this._contact.begin(colliders);
    this._links.measure(step.linear);
    for (let substep = 0; substep < step.substepCount; substep++) {
      const time = (substep + 1) * share;
      const sinceStart = substepsBefore + substep;
      if (sinceStart % step.airInterval === 0 || substep === 0) {
        this._look(step, sinceStart, time - share, share);
      }
      if (this._isFullResolution) {
        closeSeams(this._restGrid, this._particles.previous, this._particles.weights);
      }
      this._move(step, substep * share);
      if (this._isFullResolution) {
        holdByTethers(this._particles, this.tethers, step.tetherLimit);
        this._links.relax(step, () => {
          this._bend.findSurface(step.surfaceSamples);
        });
      } else {
        this._links.relax(step);
      }
      this._keep(step, time, share);
    }
    this._store.store(step, this._vectors.targets, this._airTravel, substepsBefore + step.substepCount);
  }

  /** What changes slowly: shape of the surface, what is near, and the velocity by air and bending until the next look. */
  private _look(step: Rounded<ClothStep>, sinceStart: number, time: number, share: number): void {
    const isDue = sinceStart % step.airInterval === 0;
    const lookTime = step.airInterval * step.substepTime;
    this._bend.findSurface(step.surfaceSamples);
    if (isDue) {
      if (this._isFullResolution) {
        findAir(this._particles, step, this._airTravel);
      }
      advanceAir(this._airTravel, step.wind, lookTime);
      if (step.drag > 0 || step.lift > 0) {
        addAir(this._particles, step, lookTime);
      }
    }
    this._contact.look(step, time, share);
    if (
      !this._isFullResolution &&
      step.surfaceSamples !== 0 &&
      sinceStart % (LOOKS_PER_LIFT * step.airInterval) === 0
    ) {
      this._contact.liftOver(step, time);
    }
    if (isDue) {
      this._bend.bend(step, this.bends, 1 / (lookTime * lookTime));
    }
  }

  private _move(step: Rounded<ClothStep>, timeBefore: number): void {
    const { positions, previous, weights } = this._particles;
    const { carry, carryShift, frameShift, gravity, velocityKept, substepTime } = step;
    const isCarried = step.carryMode === CARRIED;
    const accelerated = substepTime * substepTime;
    for (let i = 0, at = 0; i < weights.length; i++, at += 3) {
      const isPinned = weights[i] === 0;
      for (let axis = 0; axis < 3; axis++) {
        const position = positions[at + axis];
        this._motion[axis] = position - previous[at + axis];
        previous[at + axis] = position;
      }
      if (isCarried && !isPinned) {
        // The mesh takes its cloth along, positions and velocities.
        for (let axis = 0; axis < 3; axis++) {
          previous[at + axis] -= frameShift[axis] * (timeBefore - 1);
        }
        transform(carry, previous, at, previous, at);
        transform(carry, this._motion, 0, this._motion, 0);
        for (let axis = 0; axis < 3; axis++) {
          previous[at + axis] += frameShift[axis] * (timeBefore - 1) + carryShift[axis];
        }
      }
      for (let axis = 0; axis < 3; axis++) {
        const motion = this._motion[axis];
        positions[at + axis] =
          previous[at + axis] + (isPinned ? motion : motion * velocityKept + gravity[axis] * accelerated);
      }
    }
  }

  /** Hold: tethers, motion and separation constraints, colliders; then seams. */
  private _keep(step: Rounded<ClothStep>, time: number, share: number): void {
    const { motion, separation } = this._vectors;
    holdByTethers(this._particles, this.tethers, step.tetherLimit);
    if (motion.length + separation.length > 0) {
      holdByGuides(this._particles, step, motion, separation, time);
    }
    if (step.collisionMassScale > 0) {
      this._particles.weights.set(this.inverseMasses);
    }
    if (this._isFullResolution) {
      const started = this._particles.previous.slice();
      this._contact.collide(step, time, share);
      pushSlowly(this._particles, started, step.substepTime);
    } else {
      this._contact.collide(step, time, share);
    }
    closeSeams(this._restGrid, this._particles.positions, this._particles.weights);
  }
}
