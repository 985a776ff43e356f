// The CPU solver: the phases of stepControlGrid.compute.wgsl, or of the kernels of full resolution, in the same order, under the same
// names. Reference in tests, and the solver where there is no compute.
//
//     start - for every substep: look (not in all of them), bend, move, relax, hold - end
//
// A file of functions/ has the functions of the .wgsl file of its name.
import { constants } from "../../shaders/shaders.gen.js";
import { netLookInterval } from "../bends.js";
import type { ClothStep, ColliderState, GripState, VectorList } from "../clothStep.js";
import type { GatheredLink } from "../gathers.js";
import type { Meeting } from "../meeting.js";
import type { RestGrid } from "../restGrid.js";
import type { SavedCloth } from "../savedCloth.js";
import type { Tethers } from "../tethers.js";
import { findAir } from "./cpuAir.js";
import type { CpuBodies } from "./cpuBodies.js";
import type { CpuClothContact } from "./cpuClothContact.js";
import type { CpuContactSums } from "./cpuContactSums.js";
import { CpuMemory } from "./cpuMemory.js";
import type { CpuParticles } from "./cpuParticles.js";
import { endStep, isLimited, keepMomenta, keepVelocities, limitStrain } from "./cpuStepEnd.js";
import { startStep } from "./cpuStepStart.js";
import { advance, hold, keepApart } from "./cpuSubstep.js";
import { mayPause } from "./functions/clothParts.js";
import { lineLaw } from "./functions/linkLimits.js";
import type { Stepper } from "./runTogether.js";
import { createVector, round } from "./vectors.js";

const { floor, max } = Math;

const { CLOTH_PARTS, CONSTRAINTS } = constants;

const motion = createVector();

/** Simulates one cloth. */
export class CpuSolver implements Stepper {
  private readonly _memory: CpuMemory;
  /** The step was undone in a part of it. */
  private _isUndone = false;

  /**
   * @param restGrid - Rest positions and counts of the net.
   * @param inverseAreas - One over the areas that particles carry [1/m2], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param isFullResolution - Whether it solves as the kernels in shaders/fullResolution do.
   */
  public constructor(
    restGrid: RestGrid,
    inverseAreas: Float32Array,
    public readonly isFullResolution = false,
  ) {
    this._memory = new CpuMemory(restGrid, inverseAreas, isFullResolution);
  }

  /** In the cloth's frame [m], shape [particleCount, 3]. */
  public get positions(): Float32Array<ArrayBuffer> {
    return this._memory.particles.positions;
  }

  /** What the solver keeps of the cloth during a step. */
  public get particles(): CpuParticles {
    return this._memory.particles;
  }

  /** What the cloth is like after its last step: struct ClothState, see stateOffsets. */
  public get state(): Float32Array<ArrayBuffer> {
    return this._memory.store.state;
  }

  /** The same memory as whole numbers, for faults and substeps. */
  public get stateWords(): Uint32Array<ArrayBuffer> {
    return this._memory.store.stateWords;
  }

  /** One over the areas that particles carry [1/m2], 0 = pinned, shape [particleCount]. */
  public get inverseAreas(): Float32Array {
    return this._memory.store.inverseAreas;
  }

  /** What the cloth has done to its colliders. */
  public get bodies(): CpuBodies {
    return this._memory.contact.bodies;
  }

  /** What the cloth tells of its contacts. */
  public get contactSums(): CpuContactSums {
    return this._memory.contact.sums;
  }

  /** With other cloths; null if it meets none. */
  public get clothContact(): CpuClothContact | null {
    return this._memory.layers.others;
  }

  /** Which links live, see clothKinds.wgsl, shape [particleCount]; null: all. */
  public get living(): Uint32Array | null {
    return this._memory.links.living;
  }

  /** What is torn since the cloth was whole: see tears.ts. */
  public get torn(): Uint32Array<ArrayBuffer> {
    return this._memory.links.torn;
  }

  /**
   * @param particle - Its index in the net.
   * @param inverseArea - One over the area that it carries [1/m2], 0 = pinned.
   * @param hold - See clothKinds.wgsl: how it is pinned, or that it is released.
   */
  public setPin(particle: number, inverseArea: number, hold: number): void {
    this._memory.store.inverseAreas[particle] = inverseArea;
    this._memory.store.hold[particle] = hold;
  }

  /**
   * @param list - See ClothSolver.setVectors.
   * @param entries - Replace all that it had, shape [entries, 2, 4].
   */
  public setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    this._memory.vectors[list] = entries;
  }

  /** @param grips - All that the cloth has in the next step. */
  public setGrips(grips: readonly GripState[]): void {
    this._memory.grips.tell(grips);
  }

  /** @param tethers - To the pins; none at first. */
  public setTethers(tethers: Tethers): void {
    this._memory.tethers = tethers;
  }

  /** @param bends - What bends at rest, from cookBends; at first as if the mesh were not scaled. */
  public setBends(bends: Float32Array): void {
    this._memory.bends = bends;
  }

  /** @param links - What is stretched at rest, from cookLinks; at first as if the mesh were not scaled. */
  public setLinks(links: Float32Array): void {
    this._memory.links.atRest = links;
  }

  /**
   * Cuts a cloth at full resolution, or mends it.
   *
   * @param living - Which links live: see cutLinks. Shape [particleCount].
   */
  public setLivingLinks(living: Uint32Array): void {
    this._memory.links.setLiving(living);
  }

  /** @param limits - Strains at which threads of a cloth at full resolution break: see cookTearLimits. Null: none does. */
  public setTearLimits(limits: Float32Array | null): void {
    this._memory.links.setTearLimits(limits);
  }

  /** @param distances - Of each particle at rest from seams that join the cloth to itself [m]; null: it has none. */
  public setOwnSeams(distances: Float32Array | null): void {
    this._memory.layers.setOwnSeams(distances);
  }

  /** @param meeting - How it meets other cloths; null if it does not. */
  public setMeeting(meeting: Meeting | null): void {
    this._memory.layers.setMeeting(meeting);
  }

  /** @returns The cloth as the last step has left it. */
  public save(): SavedCloth {
    return this._memory.store.save();
  }

  /** @param saved - What the next step follows on. */
  public goOn(saved: SavedCloth): void {
    this._memory.store.goOn(saved);
  }

  /**
   * A step of a cloth that is alone.
   *
   * @param given - What happens to the cloth in this step.
   * @param colliders - What keeps it out.
   */
  public step(given: ClothStep, colliders: readonly ColliderState[]): void {
    this.begin(given, colliders);
    this.run();
  }

  /**
   * Starts a step. Then all that meet find their contacts, then they {@link run}.
   *
   * @param given - What happens to the cloth in this step.
   * @param colliders - What keeps it out.
   */
  public begin(given: ClothStep, colliders: readonly ColliderState[]): void {
    const { store, layers, links } = this._memory;
    const { restGrid, bends } = this._memory;
    const airInterval = this.isFullResolution ? netLookInterval(restGrid, bends, given) : given.airInterval;
    const step = round({ ...given, airInterval }, this._memory.step);
    if (step.substepCount > 0 || step.reset !== 0) {
      this._isUndone = false;
      startStep(this._memory, colliders);
    } else {
      store.weigh(step);
      layers.others?.gather(step, links.atRest);
    }
  }

  /** The step that has begun; nothing if no time passes. */
  public run(): void {
    this._runFrom(0, this.substepCount);
  }

  /** {@inheritDoc Stepper.asking} */
  public get asking(): readonly CpuClothContact[] {
    const { clothContact } = this;
    return !this.isFullResolution && mayPause(this._memory.step) && clothContact?.isMet ? [clothContact] : [];
  }

  /**
   * A part of the step that has begun; the last one ends it.
   *
   * @param part - Its number.
   */
  public runPart(part: number): void {
    const { substepCount } = this;
    const [first, end] = [part, part + 1].map((boundary) => floor((boundary * substepCount) / CLOTH_PARTS));
    if (!this._isUndone) {
      this._runFrom(first, end);
    }
  }

  /**
   * Between two parts: the cloth tells others where it is.
   *
   * @param part - That comes next.
   */
  public resume(part: number): void {
    const { step, store, particles, momentum, airTravel, vectors, contact } = this._memory;
    const substep = floor((part * step.substepCount) / CLOTH_PARTS);
    store.resume(step, vectors.targets, substep);
    this.tell(part, substep);
    findAir(particles, step, airTravel, vectors.zones);
    momentum.begin(step);
    contact.keepSums();
  }

  /**
   * Between two parts: tells others where the cloth is.
   *
   * @param part - That comes next.
   * @param substep - That comes next.
   */
  public tell(part: number, substep: number): void {
    const { step, layers, links } = this._memory;
    layers.others?.gather(step, links.atRest, part, substep);
  }

  /** Substeps of the step that has begun. */
  public get substepCount(): number {
    return this._memory.step.substepCount;
  }

  /** Of one substep [s]. */
  public get substepTime(): number {
    return this._memory.step.substepTime;
  }

  /**
   * @param isColumn - Of columns or of rows.
   * @returns Compliance of a square of cloth over squared time [1/kg], as lines are solved in the step that has begun.
   */
  public alphaOf(isColumn: boolean): number {
    const { substepTime, iterationCount, warp, weft } = this._memory.step;
    const [compliance, ...limits] = isColumn ? weft : warp;
    return lineLaw([(compliance * iterationCount) / max(substepTime * substepTime, 1e-30), ...limits])[0];
  }

  /**
   * @param particle - At which a link begins.
   * @param isColumn - Whether along its column.
   * @returns What its compliance is multiplied by; less than 0 if there is no link.
   */
  public slendernessAt(particle: number, isColumn: boolean): number {
    return this._memory.links.slendernessAt(particle, isColumn);
  }

  /**
   * @param particle - That links have moved between two parts of {@link run}.
   * @param change - Its way [m].
   */
  public noteLinks(particle: number, change: ArrayLike<number>): void {
    const { momentum, particles } = this._memory;
    // At full resolution what seams pull lines by is not noted.
    if (momentum.isFree && !this.isFullResolution) {
      motion.set(change);
      momentum.noteChange(particle, particles.previous, motion);
    }
  }

  /**
   * In the step that has begun, links are gathered.
   *
   * @param gathers - These.
   */
  public gather(gathers: readonly GatheredLink[]): void {
    const { step, links } = this._memory;
    // Cloth that begins anew has no place yet on the GPU.
    if (gathers.length > 0 && step.reset === 0) {
      links.gather(gathers, step);
    }
  }

  /**
   * A part of {@link run}: a substep up to its links.
   *
   * @param substep - Of the step.
   */
  public advance(substep: number): void {
    advance(this._memory, substep);
  }

  /**
   * A part of {@link run}: contact with itself. At full resolution others are told where it is then.
   *
   * @param substep - Of the step; it has advanced.
   */
  public keepApart(substep: number): void {
    keepApart(this._memory, substep);
  }

  /**
   * A part of {@link run}: the rest of a substep.
   *
   * @param substep - Of the step.
   */
  public hold(substep: number): void {
    const { step, contact, layers, share, isFullResolution } = this._memory;
    contact.settleBodies(step, false);
    if (isFullResolution) {
      layers.others?.findAgain(step.substepCount, substep);
    }
    hold(this._memory, (substep + 1) * share);
  }

  /** A part of {@link run}, after all substeps: momenta and the strain limit. */
  public limit(): void {
    const { integrator, substepCount } = this._memory.step;
    if (integrator === CONSTRAINTS && substepCount > 0) {
      keepMomenta(this._memory);
      limitStrain(this._memory);
    }
  }

  /**
   * A part of {@link run}, after {@link limit}: moves particles in the time of the whole step, if threads are shortened in it.
   *
   * @param before - Where particles were, shape [particleCount, 3].
   */
  public keepVelocities(before: Float32Array): void {
    if (isLimited(this._memory)) {
      keepVelocities(this._memory, before);
    }
  }

  /** The last part of {@link run}. */
  public end(): void {
    const { substepCount, reset } = this._memory.step;
    if (substepCount > 0 || reset !== 0) {
      endStep(this._memory);
    }
  }

  private _runFrom(first: number, end: number): void {
    this._memory.firstSubstep = first;
    for (let substep = first; substep < end; substep++) {
      this.advance(substep);
      this.keepApart(substep);
      this.hold(substep);
    }
    if (end === this.substepCount) {
      this.limit();
      this.end();
    } else {
      this._pause();
    }
  }

  /** What a part of a step leaves to the next one. */
  private _pause(): void {
    const { step, particles, store, contact } = this._memory;
    keepMomenta(this._memory);
    particles.dropRemainders();
    this._isUndone = store.pause(step);
    if (this._isUndone) {
      contact.undoSums();
    }
  }
}
