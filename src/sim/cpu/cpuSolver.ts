// The CPU solver: the phases of stepControlGrid.compute.wgsl, or of the kernels of full resolution, in the same order, under the same
// names. Reference in tests, and the solver where there is no compute.
//
//     begin - for every substep: look (not in all of them), move, relax, hold - end
//
// A file of functions/ has the functions of the .wgsl file of its name.
import { constants } from "../../shaders/shaders.gen.js";
import { bendRates, bendWork, cookBends } from "../bends.js";
import { cookLinks, LINK_FLOATS, spacingOf } from "../links.js";
import type { Meeting } from "../meeting.js";
import { gatherLinks, type GatheredLink } from "../gathers.js";
import type { SavedCloth } from "../savedCloth.js";
import { stateOffsets, type ClothStep, type ColliderState, type VectorList } from "../clothStep.js";
import { addAir, advanceAir, findAir } from "./cpuAir.js";
import type { CpuBodies } from "./cpuBodies.js";
import type { CpuContactSums } from "./cpuContactSums.js";
import { CpuBending } from "./cpuBending.js";
import { carriedPosition } from "./cpuCarry.js";
import { CpuClothContact } from "./cpuClothContact.js";
import { CpuContact } from "./cpuContact.js";
import { closeSeams, holdByGuides, holdByTethers } from "./cpuHold.js";
import { addImpulses } from "./cpuImpulse.js";
import { CpuLevels } from "./cpuLevels.js";
import { CpuLines } from "./cpuLines.js";
import { CpuMomentum } from "./cpuMomentum.js";
import { CpuParticles } from "./cpuParticles.js";
import { slowPush } from "./cpuPush.js";
import { CpuGridSurface } from "./cpuGridSurface.js";
import { CpuSelfContact } from "./cpuSelfContact.js";
import { CpuSprings } from "./cpuSprings.js";
import { CpuStore } from "./cpuStore.js";
import { CpuTangles, type TangleMeeting } from "./cpuTangles.js";
import { CpuTears } from "./cpuTears.js";
import type { Stepper } from "./runTogether.js";
import { isSoft, lineLaw } from "./functions/linkLimits.js";
import { isDrawingBack } from "./functions/tangle.js";
import { strain99 } from "./functions/strain99.js";
import { verletPosition } from "./functions/verlet.js";
import type { RestGrid } from "../restGrid.js";
import type { Tethers } from "../tethers.js";
import { add, addFrom, addTo, createVector, load, round, store, subtract, transform, type Rounded } from "./vectors.js";

const { floor, max } = Math;

const { BEND_DIRECTLY, CARRIED, CLOTH_PARTS, CONSTRAINTS } = constants;
const { LOOKS_PER_LIFT, STRAIN_ROUNDS, STRAIN_TOLERANCE } = constants;
/** A strain limit from here on limits nothing, as in fullResolutionCloth.ts. */
const UNLIMITED = 1e8;
const UNSCALED = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const ORIGIN = createVector();
const position = createVector();
const motion = createVector();
const start = createVector();

/** Simulates one cloth. */
export class CpuSolver implements Stepper {
  /** To the pins; none at first. */
  public tethers: Tethers = { perParticle: 0, anchors: new Uint32Array(0), lengths: new Float32Array(0) };
  /** What bends at rest, from cookBends; at first as if the mesh were not scaled. */
  public bends: Float32Array;
  /** What is stretched at rest, from cookLinks; at first as if the mesh were not scaled. */
  public links: Float32Array;
  /** In the cloth's frame [m], shape [particleCount, 3]. */
  public readonly positions: Float32Array<ArrayBuffer>;
  /** What the cloth is like after its last step: struct ClothState, see stateOffsets. */
  public readonly state: Float32Array<ArrayBuffer>;
  /** The same memory as whole numbers, for faults and substeps. */
  public readonly stateWords: Uint32Array<ArrayBuffer>;
  /** With other cloths; null if it meets none. */
  public clothContact: CpuClothContact | null = null;
  /** Of the step that has begun: with gathers. */
  private _linksNow: Float32Array;
  private readonly _store: CpuStore;
  private readonly _particles: CpuParticles;
  private readonly _levels: CpuLevels;
  private readonly _lines: CpuLines;
  private readonly _surface: CpuGridSurface;
  private readonly _bending: CpuBending;
  private readonly _contact: CpuContact;
  private readonly _momentum: CpuMomentum;
  private readonly _selfContact: CpuSelfContact;
  private readonly _tangles: CpuTangles;
  /** Of the spring model; null before the cloth has taken a step of it. */
  private _springs: CpuSprings | null = null;
  private readonly _tears: CpuTears;
  private _living: Uint32Array | null = null;
  private readonly _vectors: Record<VectorList, Float32Array>;
  private readonly _step = {} as Rounded<ClothStep>;
  private _substepsBefore = 0;
  /** Of the part of the step that is under way. */
  private _firstSubstep = 0;
  /** The step was undone in a part of it. */
  private _isUndone = false;
  /** Of the threads, 0 where there is none, shape [2 * particleCount]. */
  private readonly _strains: Float32Array;
  private readonly _airTravel = new Float32Array(3);

  /**
   * @param _restGrid - Rest positions and counts of the net.
   * @param inverseAreas - One over the areas that particles carry [1/m2], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param isFullResolution - Whether it solves as the kernels in shaders/fullResolution do.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    inverseAreas: Float32Array,
    public readonly isFullResolution = false,
  ) {
    this._particles = new CpuParticles(_restGrid);
    this._store = new CpuStore(_restGrid, inverseAreas, this._particles);
    this._levels = new CpuLevels(_restGrid, this._particles);
    this._lines = new CpuLines(_restGrid, this._particles);
    this._surface = new CpuGridSurface(_restGrid, this._particles);
    this._bending = new CpuBending(_restGrid, this._particles, isFullResolution);
    this._contact = new CpuContact(this._particles);
    this._momentum = new CpuMomentum(this._particles);
    this._tangles = new CpuTangles(_restGrid, this._particles, isFullResolution);
    this._selfContact = new CpuSelfContact(_restGrid, this._particles, isFullResolution, this._tangles);
    this._tears = new CpuTears(_restGrid);
    this._strains = new Float32Array(2 * _restGrid.particleCount);
    this.positions = this._particles.positions;
    this.state = this._store.state;
    this.stateWords = this._store.stateWords;
    this.bends = cookBends(_restGrid, UNSCALED);
    this.links = this._linksNow = cookLinks(_restGrid, UNSCALED);
    const none = new Float32Array(0);
    this._vectors = { targets: none, motion: none, separation: none, impulses: none, zones: none, weights: none };
  }

  /** One over the areas that particles carry [1/m2], 0 = pinned, shape [particleCount]. */
  public get inverseAreas(): Float32Array {
    return this._store.inverseAreas;
  }

  /** What the cloth has done to its colliders. */
  public get bodies(): CpuBodies {
    return this._contact.bodies;
  }

  /** What the cloth tells of its contacts. */
  public get contactSums(): CpuContactSums {
    return this._contact.sums;
  }

  /**
   * @param particle - Its index in the net.
   * @param inverseArea - One over the area that it carries [1/m2], 0 = pinned.
   * @param hold - See clothKinds.wgsl: how it is pinned, or that it is released.
   */
  public setPin(particle: number, inverseArea: number, hold: number): void {
    this._store.inverseAreas[particle] = inverseArea;
    this._store.hold[particle] = hold;
  }

  /**
   * @param list - See ClothSolver.setVectors.
   * @param entries - Replace all that it had, shape [entries, 2, 4].
   */
  public setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    this._vectors[list] = entries;
  }

  /**
   * Cuts a cloth at full resolution, or mends it.
   *
   * @param living - Which links live: see cutLinks. Shape [particleCount].
   */
  public setLivingLinks(living: Uint32Array): void {
    this._takeLiving(this._tears.setCut(living));
  }

  /** @param limits - Strains at which threads of a cloth at full resolution break: see cookTearLimits. Null: none does. */
  public setTearLimits(limits: Float32Array | null): void {
    this._tears.limits = limits;
    if (limits) {
      this._levels.letTear();
    }
  }

  /** What is torn since the cloth was whole: see tears.ts. */
  public get torn(): Uint32Array<ArrayBuffer> {
    return this._tears.torn;
  }

  /** @param distances - Of each particle at rest from seams that join the cloth to itself [m]; null: it has none. */
  public setOwnSeams(distances: Float32Array | null): void {
    this._selfContact.seamDistances = distances;
  }

  /** @param meeting - How it meets other cloths; null if it does not. */
  public setMeeting(meeting: Meeting | null): void {
    if (meeting && this.clothContact) {
      this.clothContact.meeting = meeting;
    } else {
      const { _restGrid: grid, _particles: particles, _tangles: tangles, isFullResolution: isLive } = this;
      this.clothContact = meeting && new CpuClothContact(grid, particles, meeting, isLive, tangles);
    }
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
    const step = round(given, this._step);
    if (step.substepCount > 0 || step.reset !== 0) {
      this._begin(step, colliders);
    } else {
      this._store.weigh(step);
      this.clothContact?.gather(step, this.links);
    }
  }

  /** The step that has begun; nothing if no time passes. */
  public run(): void {
    this._runFrom(0, this._step.substepCount);
  }

  /** {@inheritDoc Stepper.asking} */
  public get asking(): readonly CpuClothContact[] {
    const { integrator, substepCount } = this._step;
    const mayPause = !this.isFullResolution && integrator === CONSTRAINTS && substepCount >= CLOTH_PARTS;
    return mayPause && this.clothContact?.isMet ? [this.clothContact] : [];
  }

  /**
   * A part of the step that has begun; the last one ends it.
   *
   * @param part - Its number.
   */
  public runPart(part: number): void {
    const { substepCount } = this._step;
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
    const step = this._step;
    const substep = floor((part * step.substepCount) / CLOTH_PARTS);
    this._store.resume(step, this._vectors.targets, substep);
    this.tell(part, substep);
    findAir(this._particles, step, this._airTravel, this._vectors.zones);
    this._momentum.begin(step.collisionMassScale);
  }

  /**
   * Between two parts: tells others where the cloth is.
   *
   * @param part - That comes next.
   * @param substep - That comes next.
   */
  public tell(part: number, substep: number): void {
    this.clothContact?.gather(this._step, this.links, part, substep);
  }

  /** Substeps of the step that has begun. */
  public get substepCount(): number {
    return this._step.substepCount;
  }

  /** Of one substep [s]. */
  public get substepTime(): number {
    return this._step.substepTime;
  }

  /** Which links live, see clothKinds.wgsl, shape [particleCount]; null: all. */
  public get living(): Uint32Array | null {
    return this._living;
  }

  /**
   * @param isColumn - Of columns or of rows.
   * @returns Compliance of a square of cloth over squared time [1/kg], as lines are solved in the step that has begun.
   */
  public alphaOf(isColumn: boolean): number {
    const { substepTime, iterationCount, warp, weft } = this._step;
    const [compliance, ...limits] = isColumn ? weft : warp;
    return lineLaw([(compliance * iterationCount) / max(substepTime * substepTime, 1e-30), ...limits])[0];
  }

  /**
   * @param particle - At which a link begins.
   * @param isColumn - Whether along its column.
   * @returns What its compliance is multiplied by; less than 0 if there is no link.
   */
  public slendernessAt(particle: number, isColumn: boolean): number {
    if (this.isFullResolution) {
      return this._levels.slendernessAt(particle, isColumn);
    }
    const at = LINK_FLOATS * particle + (isColumn ? 2 : 0);
    return this._linksNow[at] > 0 ? this._linksNow[at + 1] : -1;
  }

  /**
   * @param particle - That links have moved between two parts of {@link run}.
   * @param change - Its way [m].
   */
  public noteLinks(particle: number, change: ArrayLike<number>): void {
    if (this._momentum.isFree) {
      load(position, this._particles.previous, 3 * particle);
      motion.set(change);
      this._momentum.noteChange(particle, position, motion);
    }
  }

  /** What the solver keeps of the cloth during a step. */
  public get particles(): CpuParticles {
    return this._particles;
  }

  /**
   * In the step that has begun, links are gathered.
   *
   * @param gathers - These.
   */
  public gather(gathers: readonly GatheredLink[]): void {
    const { links, positions } = this;
    const { countU } = this._restGrid;
    // Cloth that begins anew has no place yet on the GPU.
    if (gathers.length === 0 || this._step.reset !== 0) {
      return;
    }
    if (this.isFullResolution) {
      this._levels.gather(gathers, this._step);
    } else {
      this._linksNow = links.slice();
      gatherLinks(this._linksNow, links, gathers, positions, countU);
    }
  }

  /**
   * A part of {@link run}: a substep up to its links.
   *
   * @param substep - Of the step.
   */
  public advance(substep: number): void {
    const step = this._step;
    const share = 1 / max(step.substepCount, 1);
    if (substep === 0) {
      this._findTangles(step);
    }
    this._look(step, substep, share);
    if (step.integrator === CONSTRAINTS) {
      this._bend(step, substep);
      this._move(step, substep * share);
      this._relax(step);
      if (!this.isFullResolution) {
        this._drawBack(step);
      }
    } else {
      this._spring(step, substep * share);
    }
    this._selfContact.findAgain(step, this.links, substep);
  }

  /** A part of {@link run}: contact with itself, in a substep that has advanced. At full resolution others are told where it is then. */
  public keepApart(): void {
    if (this._step.selfCollision !== 0) {
      this._selfContact.keepApart(this._step, this.links);
    }
    if (this.isFullResolution) {
      this._drawBack(this._step);
      this.clothContact?.tell(this._step.substepCount);
    }
  }

  /**
   * A part of {@link run}: the rest of a substep.
   *
   * @param substep - Of the step.
   */
  public hold(substep: number): void {
    const step = this._step;
    const share = 1 / max(step.substepCount, 1);
    this._contact.settleBodies(step, false);
    this._hold(step, (substep + 1) * share, share);
  }

  /** A part of {@link run}, after all substeps: momenta and the strain limit. */
  public limit(): void {
    const step = this._step;
    if (step.integrator === CONSTRAINTS && step.substepCount > 0) {
      if (this._momentum.isFree) {
        this._momentum.keep(this._contact.colliderCount === 0);
      }
      this._limitStrain(step, 1 / step.substepCount);
    }
  }

  /**
   * A part of {@link run}, after {@link limit}: moves particles in the time of the whole step, if threads are shortened in it.
   *
   * @param before - Where particles were, shape [particleCount, 3].
   */
  public keepVelocities(before: Float32Array): void {
    if (this._isLimited) {
      this._keepVelocities(before, 1 / this._step.substepCount);
    }
  }

  /** The last part of {@link run}. */
  public end(): void {
    const step = this._step;
    if (step.substepCount === 0 && step.reset === 0) {
      return;
    }
    this._contact.settleBodies(step, true);
    this._particles.dropRemainders();
    this._end(step);
  }

  private _runFrom(first: number, end: number): void {
    this._firstSubstep = first;
    for (let substep = first; substep < end; substep++) {
      this.advance(substep);
      this.keepApart();
      this.hold(substep);
    }
    if (end === this._step.substepCount) {
      this.limit();
      this.end();
    } else {
      this._pause();
    }
  }

  /** What a part of a step leaves to the next one. */
  private _pause(): void {
    if (this._momentum.isFree) {
      this._momentum.keep(this._contact.colliderCount === 0);
    }
    this._particles.dropRemainders();
    this._isUndone = this._store.pause();
  }

  /** Begin: what the last step has left, in the frame of this one; impulses. */
  private _begin(step: Rounded<ClothStep>, colliders: readonly ColliderState[]): void {
    const isOld = step.reset === 0;
    this._substepsBefore = isOld && step.timeChange === 1 ? this.stateWords[stateOffsets.substeps] : 0;
    for (let axis = 0; axis < 3; axis++) {
      this._airTravel[axis] = isOld ? this.state[stateOffsets.airTravel + axis] : 0;
    }
    if (step.selfCollision !== 0 && !this.isFullResolution) {
      const { previous, inverseAreas } = this._store;
      this._selfContact.find(step, this.links, previous, (i) => inverseAreas[i] > 0);
    }
    this._store.begin(step, this._vectors.targets);
    this._linksNow = this.links;
    this.clothContact?.gather(step, this.links);
    findAir(this._particles, step, this._airTravel, this._vectors.zones);
    addImpulses(this._particles, this._vectors.impulses, step.substepTime);
    this._contact.begin(colliders, step.contactScale > 0);
    this._firstSubstep = 0;
    this._isUndone = false;
    if (this.isFullResolution) {
      if (step.selfCollision !== 0) {
        this._selfContact.find(step, this.links, this._particles.previous, () => true);
      }
      this._levels.begin(step);
      this._tear(step);
    } else {
      const pullScale = isOld ? step.timeChange ** 2 : 0;
      if (pullScale !== 1) {
        this._particles.pulls.forEach((pull, i, pulls) => (pulls[i] = pull * pullScale));
      }
      this._momentum.begin(step.collisionMassScale);
    }
    if (step.integrator !== CONSTRAINTS) {
      this._springs ??= new CpuSprings(this._restGrid, this._particles);
      this._springs.begin(step, this._substepsBefore);
    }
  }

  /** Threads that the last step has strained too much break. */
  private _tear(step: Rounded<ClothStep>): void {
    const { _tears: tears, _levels: levels, _strains: strains } = this;
    let living = step.reset !== 0 ? tears.forget() : null;
    if (tears.limits && step.reset === 0) {
      levels.findStrains(strains);
      living = tears.tear(strains);
    }
    if (living) {
      this._takeLiving(living);
      levels.begin(step);
    }
  }

  private _takeLiving(living: Uint32Array): void {
    this._living = living;
    this._levels.setLivingLinks(living);
    this._bending.livingLinks = living;
  }

  /**
   * Look, in the first substep of a part of a step and in one of `airInterval`: what changes slowly. That is the shape of the surface, what is near,
   * and the velocity by air until the next look.
   */
  private _look(step: Rounded<ClothStep>, substep: number, share: number): void {
    const substeps = this._substepsBefore + substep;
    const isDue = substeps % step.airInterval === 0;
    if (!isDue && substep > this._firstSubstep) {
      return;
    }
    const time = substep * share;
    const lookTime = step.airInterval * step.substepTime;
    this._surface.findSurface(step.surfaceSamples);
    if (isDue) {
      if (this.isFullResolution) {
        findAir(this._particles, step, this._airTravel, this._vectors.zones);
      }
      advanceAir(this._airTravel, step, lookTime);
      if (step.drag > 0 || step.lift > 0) {
        addAir(this._particles, step, lookTime);
      }
    }
    this._contact.findNear(step, time, share);
    if (this.isFullResolution) {
      if (isDue && substep < step.airInterval) {
        this._contact.bringBack(step, time);
      }
    } else if (substeps % (LOOKS_PER_LIFT * step.airInterval) === 0) {
      if (step.surfaceSamples !== 0) {
        this._contact.liftOver(step, time, this._vectors.weights);
      }
      this._contact.bringBack(step, time);
    }
  }

  private _drawBack({ substepTime, substepCount }: Rounded<ClothStep>): void {
    this._tangles.drawBack(spacingOf(this.links).spacing, substepTime, substepCount);
  }

  /** Where the cloth has passed through itself or through others. */
  private _findTangles(step: Rounded<ClothStep>): void {
    const { clothContact } = this;
    const meetsItself = step.selfCollision !== 0;
    const isAsked = meetsItself || clothContact !== null;
    if (
      !isAsked ||
      step.integrator !== CONSTRAINTS ||
      (!this.isFullResolution && !isDrawingBack(this._substepsBefore, step.substepTime))
    ) {
      this._tangles.clear();
      return;
    }
    const meetingsOf = (i: number): readonly TangleMeeting[] => [
      ...(meetsItself ? this._selfContact.meetingsOf(i, step, this.links) : []),
      ...(clothContact?.meetingsOf(i) ?? []),
    ];
    this._tangles.find(meetingsOf, this._living);
  }

  /** Bend: at each look, or in each substep. */
  private _bend(step: Rounded<ClothStep>, substep: number): void {
    const work = bendWork(bendRates(this._restGrid, this.bends), step);
    const isLineByLine = this.isFullResolution && work.bendRounds > 0;
    const asked = isLineByLine
      ? { ...work, bendRounds: BEND_DIRECTLY, bendInterval: step.airInterval, twistRounds: 0 }
      : work;
    if ((this._substepsBefore + substep) % asked.bendInterval === 0) {
      this._surface.findSurface(step.surfaceSamples);
      this._bending.bend(step, this.bends, asked, this._momentum);
      if (this.isFullResolution) {
        this._particles.dropRemainders();
      }
    }
  }

  /** Move: gravity and inertia, from `time` on. */
  private _move(step: Rounded<ClothStep>, time: number): void {
    const { count, positions, previous, remainders, inverseMasses } = this._particles;
    if (this.isFullResolution) {
      closeSeams(this._restGrid, previous, inverseMasses);
    }
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      load(position, positions, at);
      subtract(motion, position, load(motion, previous, at));
      addFrom(motion, remainders, at, 1);
      if (inverseMasses[i] > 0) {
        if (step.carryMode === CARRIED) {
          carriedPosition(position, step, position, time);
          transform(motion, step.carry, motion);
        }
        store(previous, at, position);
        load(position, previous, at);
        verletPosition(motion, ORIGIN, motion, step.velocityKept, step.gravity, step.substepTime);
        store(positions, at, add(position, position, motion));
        subtract(position, load(position, positions, at), load(start, previous, at));
        if (!this.isFullResolution) {
          store(remainders, at, subtract(position, motion, position));
        }
        if (this._momentum.isFree) {
          this._momentum.noteMotion(i, motion);
        }
      } else {
        store(previous, at, position);
        store(positions, at, add(position, position, motion));
      }
    }
  }

  /** Relax: links. */
  private _relax(step: Rounded<ClothStep>): void {
    if (this.isFullResolution) {
      this._levels.relax(step);
    } else {
      this._lines.relax(step, this._linksNow);
      if (this._momentum.isFree) {
        this._momentum.noteLinks();
      }
    }
  }

  /** Springs, in place of bend, move and relax. */
  private _spring(step: Rounded<ClothStep>, time: number): void {
    if (this.isFullResolution) {
      closeSeams(this._restGrid, this._particles.previous, this._particles.inverseMasses);
    }
    this._springs?.follow(step);
    this._springs?.advance(step, time);
  }

  /** Hold: contact with other cloths, tethers, motion and separation constraints, colliders; then seams. */
  private _hold(step: Rounded<ClothStep>, time: number, share: number): void {
    const { positions, previous, inverseMasses } = this._particles;
    const { motion, separation } = this._vectors;
    this.clothContact?.keepOff(step, time, share);
    this._surface.findSurface(step.surfaceSamples);
    if (step.integrator === CONSTRAINTS) {
      holdByTethers(this._particles, this.tethers, step.tetherLimit);
    }
    if (motion.length + separation.length > 0) {
      holdByGuides(this._particles, step, motion, separation, time);
    }
    if (step.collisionMassScale > 0) {
      this._store.weigh(step);
    }
    if (this.isFullResolution) {
      const started = previous.slice();
      this._contact.collide(step, time, share);
      slowPush(this._particles, started, step.substepTime);
    } else {
      this._contact.collide(step, time, share);
      if (step.surfaceSamples !== 0 && step.integrator === CONSTRAINTS) {
        this._surface.stopNeighbours(this._contact.planes, step.substepTime);
      }
    }
    closeSeams(this._restGrid, positions, inverseMasses);
  }

  /** After the last substep: rounds in which only threads that are too long are shortened. Most often there are none. */
  private _limitStrain(step: Rounded<ClothStep>, share: number): void {
    if (!this._isLimited) {
      return;
    }
    if (this.isFullResolution) {
      this._shorten(share, () => {
        this._levels.shorten(step.strainLimit);
        closeSeams(this._restGrid, this._particles.positions, this._particles.inverseMasses);
      });
      return;
    }
    for (let round = 0; round < STRAIN_ROUNDS; round++) {
      if (!(this._maxStrain() > step.strainLimit * (1 + STRAIN_TOLERANCE))) {
        return;
      }
      this._shorten(share, () => {
        this._lines.limit(step.strainLimit, this._linksNow);
      });
      this.keepApart();
      this._hold(step, 1, share);
    }
  }

  private get _isLimited(): boolean {
    const { substepCount, strainLimit } = this._step;
    const hasLimit = substepCount > 0 && !isSoft(this._step);
    return hasLimit && (!this.isFullResolution || strainLimit < UNLIMITED);
  }

  private _shorten(share: number, act: () => void): void {
    const before = this._particles.positions.slice();
    act();
    this._keepVelocities(before, share);
  }

  /** Moves particles in the time of the whole step: a velocity out of the time of one substep would be too great. */
  private _keepVelocities(before: Float32Array, share: number): void {
    const { count, positions, previous } = this._particles;
    for (let i = 0; i < count; i++) {
      subtract(motion, load(motion, positions, 3 * i), load(position, before, 3 * i));
      addTo(previous, 3 * i, motion, 1 - share);
    }
  }

  /** End: what happened to the cloth, and whether it is still one. */
  private _end(step: Rounded<ClothStep>): void {
    const substeps = this._substepsBefore + step.substepCount;
    const maxStrain = this._maxStrain();
    const isWell = step.integrator === CONSTRAINTS || (this._springs?.end(substeps, maxStrain) ?? true);
    const { countU, countV } = this._restGrid;
    const linkCount = 2 * countU * countV - countU - countV;
    const strainOf99 = step.strainGoal > 0 ? strain99(this._strains, linkCount, step.strainGoal) : 0;
    this._store.end(
      step,
      this._vectors.targets,
      this._airTravel,
      substeps,
      { maxStrain, strain99: strainOf99, contacts: this._contacts(step) },
      isWell,
    );
  }

  /** Of particles with the cloth itself and with others, in the last substep. */
  private _contacts({ substepCount, selfCollision }: Rounded<ClothStep>): number {
    if (substepCount === 0) {
      return 0;
    }
    return (selfCollision === 0 ? 0 : this._selfContact.contacts) + (this.clothContact?.contacts ?? 0);
  }

  /** Of all threads, whose strains are known after it. */
  private _maxStrain(): number {
    if (this.isFullResolution) {
      this._levels.findStrains(this._strains);
    } else {
      this._lines.findStrains(this._strains, this._linksNow);
    }
    return this._strains.reduce((most, strain) => max(most, strain), 0);
  }
}
