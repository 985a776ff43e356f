import { ArenaRange } from "../../gpu/arenaRange.js";
import type { BufferArena } from "../../gpu/bufferArena.js";
import { bendRates, bendWork, netLookInterval } from "../bends.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import type { ClothStep, ColliderState, GripState, VectorList } from "../clothStep.js";
import { freedomIn, hingeOf, type Hinge, type FreedomStep } from "../freedom.js";
import { keepsLimits } from "../linkLimits.js";
import { spacingOf } from "../links.js";
import type { RestGrid } from "../restGrid.js";
import type { Meeting } from "../meeting.js";
import type { SavedCloth } from "../savedCloth.js";
import type { Tethers } from "../tethers.js";
import type { BufferRange, ClothGroup } from "./clothGroup.js";
import { ClothMeeting } from "./clothMeeting.js";
import type { ColliderArena } from "./colliderArena.js";
import type { DepthCopies } from "./depthCopies.js";
import type { GripSteps } from "./gripSteps.js";
import { SolverColliders } from "./solverColliders.js";
import { FLOATS_PER_VECTOR, type VectorArena } from "./vectorArena.js";

const particleFields = structs.Particle.fields;
/** Fields of struct Cloth that lead to the lists of a cloth in the arena of vectors, and vectors of an entry. */
const vectorFields = {
  targets: { first: "firstTarget", count: null, each: 2 },
  motion: { first: "firstMotion", count: "motionCount", each: 2 },
  separation: { first: "firstSeparation", count: "separationCount", each: 2 },
  impulses: { first: "firstImpulse", count: "impulseCount", each: 2 },
  zones: { first: "firstZone", count: "zoneCount", each: constants.ZONE_VECTORS },
  weights: { first: "firstWeight", count: "weightCount", each: 1 },
} as const;

/** Where a solver keeps its cloths. */
export interface SolverArenas {
  /** State of every cloth. Shape [particles], struct Particle. */
  readonly particles: BufferArena;
  /** Tethers of every cloth, in the order of the kernel's memory. Shape [particles * perParticle], struct Tether. */
  readonly tethers: BufferArena;
  readonly vectors: VectorArena;
  /** Among the vectors. */
  readonly depths: DepthCopies;
  readonly colliders: ColliderArena<SolverCloth>;
  /** Move targets among the vectors. */
  readonly grips: GripSteps<SolverCloth>;
  /** Patches of cloths that meet others. Shape [patches], struct ContactPatch. */
  readonly patches: BufferArena;
}

/** One cloth in the solver: its ranges of the buffers, and what changes in them. */
export class SolverCloth {
  public readonly colliders: SolverColliders<SolverCloth>;
  private readonly _slot: number;
  private readonly _particles: ArenaRange;
  private readonly _tethers: ArenaRange;
  private readonly _lists: Readonly<Record<VectorList, ArenaRange>>;
  private readonly _meeting: ClothMeeting;
  private _bends: Float32Array<ArrayBuffer> | null = null;
  /** For which step the work of bending is known. */
  private _bendStep = "";
  /** See struct Cloth. */
  public firstLink = 0;
  private _links: object | null = null;
  private _sewnRounds = 0;
  /** Whose vectors it reads at rest, and at the start. */
  private _rest: Float32Array | null = null;
  private _start: Float32Array | null = null;
  private readonly _pinned: Set<number>;
  /** Null if pins have changed since the last step: many may change at once. */
  private _hinge: Hinge | null = null;
  /** Null before the first one. */
  private _step: FreedomStep | null = null;

  /**
   * @param restGrid - The cloth at rest.
   * @param inverseAreas - One over the areas that particles carry [1/m2], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param last - What it goes on from; null: it has no shape until a step with `reset`.
   * @param group - Steps it.
   * @param _arenas - Hold the rest.
   * @throws RangeError if the device has no room for it: it has left the group then.
   */
  public constructor(
    public readonly restGrid: RestGrid,
    inverseAreas: Float32Array,
    last: SavedCloth | null,
    public readonly group: ClothGroup<SolverCloth>,
    private readonly _arenas: SolverArenas,
  ) {
    const list = (): ArenaRange => new ArenaRange(_arenas.vectors.arena);
    this._lists = {
      targets: list(),
      motion: list(),
      separation: list(),
      impulses: list(),
      zones: list(),
      weights: list(),
    };
    this._particles = new ArenaRange(_arenas.particles);
    this._tethers = new ArenaRange(_arenas.tethers);
    this.colliders = new SolverColliders<SolverCloth>(this, _arenas, (fields) => {
      group.write(this._slot, fields);
    });
    const { vectors, patches } = _arenas;
    this._meeting = new ClothMeeting(restGrid, vectors.arena, group.isFullResolution, patches);
    this._slot = group.add(this, last);
    this._pinned = new Set([...inverseAreas.keys()].filter((i) => inverseAreas[i] === 0));
    try {
      this._enter(last?.particles ?? startOf(restGrid, inverseAreas));
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** Element of the arena of particles that holds its first particle. */
  public get firstParticle(): number {
    return this._particles.first;
  }

  /** Vector of the arena that holds the first target of its pins. */
  public get firstTarget(): number {
    return this._lists.targets.first;
  }

  /**
   * @param particle - Its number.
   * @param inverseArea - One over the area that it carries [1/m2], 0 = pinned.
   * @param hold - See clothKinds.wgsl: how it is pinned, or that it is released.
   */
  public setPin(particle: number, inverseArea: number, hold: number): void {
    const { particles } = this._arenas;
    const index = this.firstParticle + particle;
    particles.writePart(index, particleFields.inverseArea.offset, Float32Array.of(inverseArea));
    particles.writePart(index, particleFields.hold.offset, Float32Array.of(hold));
    if (inverseArea === 0) {
      this._pinned.add(particle);
    } else {
      this._pinned.delete(particle);
    }
    this._hinge = null;
  }

  /** @param tethers - Replace all that the cloth had. */
  public setTethers({ perParticle, anchors, lengths }: Tethers): void {
    const { group, _tethers: range } = this;
    this._resize(range, anchors.length, { tethersPerParticle: 0 });
    if (range.count > 0) {
      const states = new StructArray(structs.Tether, range.count);
      for (let t = 0; t < range.count; t++) {
        states.write(t, { anchor: anchors[t], length: lengths[t] });
      }
      this._arenas.tethers.write(range.first, states.bytes);
    }
    group.write(this._slot, { firstTether: range.first, tethersPerParticle: perParticle });
  }

  /** @param bends - What bends at rest, from cookBends; cloths that bring the same array share its vectors. */
  public setBends(bends: Float32Array<ArrayBuffer>): void {
    const { vectors } = this._arenas;
    // First: there may be no room for both.
    vectors.unshare(this._bends);
    this._bends = null;
    const { first } = vectors.share(bends, () => bends);
    this._bends = bends;
    this.group.write(this._slot, { firstBend: first });
    this._bendStep = "";
  }

  /** @param links - What is stretched at rest, from cookLinks; shared as bends are. */
  public setLinks(links: Float32Array<ArrayBuffer>): void {
    const { vectors } = this._arenas;
    vectors.unshare(this._links);
    this._links = null;
    const { first } = vectors.share(links, () => links);
    this._links = links;
    this.firstLink = first;
    this.group.write(this._slot, { firstLink: first, ...spacingOf(links) });
  }

  /** @param living - Which links live: see cutLinks. */
  public setLivingLinks(living: Uint32Array<ArrayBuffer>): void {
    this.group.setLivingLinks(living);
  }

  /** @param limits - Strains at which threads break: see cookTearLimits; null: none does. */
  public setTearLimits(limits: Float32Array<ArrayBuffer> | null): void {
    this.group.setTearLimits(limits);
  }

  /** See ClothGroup.torn. */
  public get torn(): GPUBuffer | null {
    return this.group.torn;
  }

  /** @param states - Replace all colliders that the cloth had; at most MAX_COLLIDERS. */
  public setColliders(states: readonly ColliderState[]): void {
    this.colliders.set(states);
  }

  /**
   * @param meeting - How it meets other cloths; null if it does not.
   * @throws RangeError if there is no room for what it may meet: it meets none then.
   */
  public setMeeting(meeting: Meeting | null): void {
    try {
      const fields = this._meeting.tell(meeting);
      if (fields) {
        this.group.write(this._slot, fields);
      }
    } catch (error) {
      this.group.write(this._slot, { meets: 0 });
      throw error;
    }
  }

  /** @param seamDistances - Of each particle at rest from seams that join the cloth to itself [m]; null: it has none. */
  public setOwnSeams(seamDistances: Float32Array | null): void {
    const { vectors } = this._arenas;
    const { restPositions } = this.restGrid;
    vectors.unshare(this._rest);
    this._rest = null;
    this.group.write(this._slot, { firstRest: shareVectors(vectors, restPositions, seamDistances) });
    this._rest = seamDistances ?? restPositions;
  }

  /** @param rounds - In which it takes its next step, as others wait for it; 0: none wait. */
  public setSewnRounds(rounds: number): void {
    if (rounds !== this._sewnRounds) {
      this._sewnRounds = rounds;
      this.group.write(this._slot, { sewnRounds: rounds });
    }
  }

  /**
   * @param list - Targets of pins: position at the end and at the start of the step. Motion or separation constraints: center
   * and radius now and in the step before, one a particle, or none. Impulses: point and radius, impulse. Zones: see windZones.wgsl.
   * @param entries - Replace all that it had, shape [entries, 2, 4]; of zones [entries, ZONE_VECTORS, 4]; of weights [rows, 4].
   */
  public setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    const range = this._lists[list];
    const fields = vectorFields[list];
    this._resize(range, entries.length / FLOATS_PER_VECTOR, fields.count ? { [fields.count]: 0 } : {});
    if (range.count > 0) {
      this._arenas.vectors.arena.write(range.first, entries);
    }
    const count = range.count / fields.each;
    this.group.write(this._slot, { [fields.first]: range.first, ...(fields.count && { [fields.count]: count }) });
  }

  /** @param grips - All that hold it in the next step. */
  public setGrips(grips: readonly GripState[]): void {
    this._arenas.grips.tell(this, grips);
  }

  /** @param step - Input of its next step. */
  public setStep(step: ClothStep): void {
    const netBends = this.group.isFullResolution ? this._bends : null;
    const airInterval = netBends ? netLookInterval(this.restGrid, netBends, step) : step.airInterval;
    this.group.write(this._slot, { ...step, airInterval, keepsLimits: Number(keepsLimits(step)) });
    if (!this._step) {
      const { closedU, closedV } = this.restGrid;
      const closed = (closedU ? constants.CLOSED_U : 0) + (closedV ? constants.CLOSED_V : 0);
      this.group.write(this._slot, { closed });
    }
    this._step = step;
    this._writeFreedom(step);
    this.colliders.listen(step.contactScale > 0);
    const { bendWarp, bendWeft, inverseDensity, substepTime } = step;
    const bendStep = `${bendWarp} ${bendWeft} ${inverseDensity} ${airInterval} ${substepTime}`;
    if (this._bends && bendStep !== this._bendStep) {
      this._bendStep = bendStep;
      this.group.write(this._slot, bendWork(bendRates(this.restGrid, this._bends), { ...step, airInterval }));
    }
  }

  /**
   * For a cloth that goes on as in its last step: cheaper than {@link setStep}.
   *
   * @param substepCount - Substeps of its next step.
   */
  public setSubstepCount(substepCount: number): void {
    this.group.write(this._slot, { substepCount });
    if (this._step && !this._hinge) {
      this._writeFreedom(this._step);
    }
  }

  /** Where its pulls are; null if it keeps none. See ClothGroup.pullsOf. */
  public get pulls(): BufferRange | null {
    return this.group.pullsOf(this._slot);
  }

  /** Its particles were changed from outside. */
  public forgetPulls(): void {
    this.group.setPulls(this._slot, new Float32Array(0));
  }

  /**
   * Gives its ranges back; not to be used again.
   *
   * @returns Whether its group ends with it.
   */
  public leave(): boolean {
    const { vectors } = this._arenas;
    this.colliders.leave();
    // Another cloth may have its slot when the solver forgets what joined it.
    this.setSewnRounds(0);
    this.setMeeting(null);
    this.setGrips([]);
    for (const range of [this._particles, this._tethers, ...Object.values(this._lists)]) {
      range.resize(0);
    }
    vectors.unshare(this._rest);
    vectors.unshare(this._start);
    vectors.unshare(this._bends);
    vectors.unshare(this._links);
    return this.group.remove(this._slot);
  }

  /** Takes ranges for struct Cloth and structs Particle. */
  private _enter(states: ArrayBuffer | Float32Array<ArrayBuffer>): void {
    const {
      restGrid,
      _arenas: { vectors, particles },
    } = this;
    this._particles.resize(restGrid.particleCount);
    particles.write(this.firstParticle, states);
    // Cloths of the same rest grid share its positions.
    const firstRest = shareVectors(vectors, restGrid.restPositions);
    this._rest = restGrid.restPositions;
    const firstStart = shareVectors(vectors, restGrid.startPositions);
    this._start = restGrid.startPositions;
    this.group.write(this._slot, {
      firstParticle: this.firstParticle,
      firstRest,
      firstStart,
      countU: restGrid.countU,
      countV: restGrid.countV,
      // Both told with its first step: a cloth that waits for that asks nothing of the kernels of others.
      closed: 0,
      freedom: constants.NO_FREEDOM,
      tethersPerParticle: 0,
      colliderCount: 0,
      pushes: 0,
      fields: 0,
      contactScale: 0,
      depths: 0,
      sewnRounds: 0,
      meets: 0,
      motionCount: 0,
      separationCount: 0,
      impulseCount: 0,
      zoneSpeed: 0,
      zoneCount: 0,
      weightCount: 0,
      substepCount: 0,
      reset: 0,
    });
  }

  /** Where there is no room, the cloth goes on with none: others get what it had. */
  private _resize(range: ArenaRange, count: number, none: Partial<StructValues<typeof structs.Cloth>>): void {
    try {
      range.resize(count);
    } catch (error) {
      this.group.write(this._slot, none);
      throw error;
    }
  }

  private _writeFreedom(step: FreedomStep): void {
    if (!this._hinge) {
      const pins = [...this._pinned].sort((a, b) => a - b);
      this._hinge = hingeOf(this.restGrid, pins);
      this.group.write(this._slot, this._hinge.pins);
    }
    this.group.write(this._slot, { freedom: freedomIn(this._hinge, step) });
  }
}

/**
 * Where they are from then on, with distances from seams in w, if there are any. A cloth that starts at rest has its positions once, and others
 * of the same rest grid have them too; one that is sewn to itself has its own.
 */
function shareVectors(
  vectors: VectorArena,
  positions: Float32Array,
  seamDistances: Float32Array | null = null,
): number {
  return vectors.share(seamDistances ?? positions, () => {
    const padded = new Float32Array((FLOATS_PER_VECTOR / 3) * positions.length).fill(constants.FAR);
    for (let i = 0; 3 * i < positions.length; i++) {
      padded.set(positions.subarray(3 * i, 3 * i + 3), FLOATS_PER_VECTOR * i);
      if (seamDistances) {
        padded[FLOATS_PER_VECTOR * i + 3] = seamDistances[i];
      }
    }
    return padded;
  }).first;
}

/** Structs Particle before the first step. */
function startOf({ particleCount, startPositions }: RestGrid, inverseAreas: Float32Array): ArrayBuffer {
  const states = new StructArray(structs.Particle, particleCount);
  inverseAreas.forEach((inverseArea, i) => {
    const start = startPositions.subarray(3 * i, 3 * i + 3);
    states.write(i, { inverseArea, position: start, previous: start });
  });
  return states.bytes;
}
