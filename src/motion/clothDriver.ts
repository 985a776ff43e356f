// Tells a solver what happens to one cloth in a step: the same for the GPU and the CPU.
import type { Cloth } from "../cloth/cloth.js";
import type { ClothWindZone } from "../cloth/clothWindZone.js";
import { packedZones, speedOfZones } from "../cloth/clothWindZones.js";
import { ClothMotion } from "./clothMotion.js";
import { ClothPace } from "./clothPace.js";
import { HeldGrips } from "./heldGrips.js";
import { SeamDistances } from "./seamDistances.js";
import { ClothSubsteps } from "./clothSubsteps.js";
import { constants } from "../shaders/shaders.gen.js";
import type { StepTime } from "./stepTime.js";
import { isTethered } from "../options/fabricSettings.js";
import { sheetScaleAt } from "../options/sheetScale.js";
import { cookBends } from "../sim/bends.js";
import { cookLinks, spacingOf } from "../sim/links.js";
import type { ClothStep, ColliderState, GripState, VectorList } from "../sim/clothStep.js";
import { cutTethers } from "../sim/cutTethers.js";
import { slideReachOf } from "../sim/slides.js";
import { wholeLinks } from "../sim/cuts.js";
import { cookTearLimits } from "../sim/tears.js";
import { cookTethers, NO_TETHERS, type Tethers } from "../sim/tethers.js";

/** One cloth in a solver. */
export interface ClothSink {
  setPin(particle: number, inverseArea: number, hold: number): void;
  setTethers(tethers: Tethers): void;
  setBends(bends: Float32Array<ArrayBuffer>): void;
  setLinks(links: Float32Array<ArrayBuffer>): void;
  /** Cuts the cloth, or mends it: see cutLinks. */
  setLivingLinks(living: Uint32Array<ArrayBuffer>): void;
  /** Strains at which its threads break, see cookTearLimits; null: none does. */
  setTearLimits(limits: Float32Array<ArrayBuffer> | null): void;
  /** How far each particle is at rest from seams that join the cloth to itself [m]: beside these it does not meet itself. Null: it has none. */
  setOwnSeams(distances: Float32Array | null): void;
  setColliders(colliders: readonly ColliderState[]): void;
  setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void;
  /** What grips hold in the next step, in which the cloth may keep them from where they are sent. */
  setGrips(grips: readonly GripState[]): void;
  setStep(step: ClothStep): void;
  setSubstepCount(substepCount: number): void;
}

/** Drives one cloth from step to step. */
export class ClothDriver {
  public readonly motion: ClothMotion;
  public readonly pace: ClothPace;
  public readonly substeps: ClothSubsteps;
  public readonly seamDistances: SeamDistances;
  private readonly _grips: HeldGrips;
  /** Time that the last step simulates [s]. */
  public seconds = 0;
  /** Distance of neighbours at rest on the control grid [m]. */
  public spacing = 0;
  private _colliders: readonly ColliderState[] = [];
  private _colliderVersion = NaN;
  private _scaleVersion = -1;
  private _pinVersion = -1;
  private _isTethered = false;
  /** Of the whole cloth; null: its pins or its scale have changed since they were asked for. */
  private _tethers: Tethers | null = null;
  private _targets: Float32Array | null = null;
  private _hasGrips = false;
  private _guideVersion = -1;
  private _hasImpulses = false;
  /** Fans that it was told last, and whether the solver knows them. */
  private _zones = new Float32Array(0);
  private _areZonesKnown = true;
  private _areWeightsKnown = false;
  /** Links that the solver was told last; null: all live; undefined: it may know older ones. */
  private _living: Uint32Array | null | undefined = null;
  /** Strain of tears that the solver was told last. */
  private _tear = Infinity;
  private _isUntold = false;
  private _isAway = false;
  private _toldSubsteps = -1;
  private _toldSubstepTime = 0;

  /** @param _mesh - The cloth. */
  public constructor(private readonly _mesh: Cloth) {
    this.pace = new ClothPace(_mesh);
    this.substeps = new ClothSubsteps(_mesh);
    this.seamDistances = new SeamDistances(_mesh);
    this._grips = new HeldGrips(_mesh);
    this.motion = new ClothMotion(_mesh, this.pace, this.substeps);
  }

  /**
   * A solver that knows nothing of the cloth yet is told everything in the next step.
   *
   * @param goesOn - It has got the shape that the cloth had; else it starts from the first shape.
   * @param hasParticles - It has got the particles themselves, with what held them in the last step.
   */
  public enter(goesOn = false, hasParticles = false): void {
    if (!goesOn) {
      this.motion.reset();
    }
    this.pace.wake();
    this.substeps.forget();
    this._toldSubsteps = -1;
    this._isUntold = true;
    this._colliderVersion = NaN;
    this._scaleVersion = -1;
    this._pinVersion = -1;
    this._isTethered = false;
    this._targets = null;
    this._guideVersion = -1;
    this._areZonesKnown = false;
    this._areWeightsKnown = false;
    this._living = this._mesh.cuts.version === 0 ? null : undefined;
    this._tear = Infinity;
    this.seamDistances.forget();
    this._mesh.pinning.repeat(hasParticles);
    this._mesh.guides.repeat();
  }

  /** Whether others meet it, if it is told to: it is in the scene. */
  public get canMeet(): boolean {
    return !this._isAway && this.motion.hasShape;
  }

  /**
   * @param sink - The cloth in its solver.
   * @param time - What all cloths of the scene share.
   * @returns Whether its particles move.
   */
  public advance(sink: ClothSink, time: StepTime): boolean {
    const { motion, pace, _mesh: mesh } = this;
    if (mesh.hasThinInstances) {
      // Where they are, the bounds of the cloth do not say.
      mesh.alwaysSelectAsActiveMesh = true;
    }
    const wasAway = this._isAway;
    this._isAway = !(mesh.isInScene && mesh.isEnabled());
    if (wasAway && !this._isAway) {
      // Wherever it was put meanwhile, it was not moved there.
      motion.teleport();
    }
    const now = this._isAway ? 0 : pace.pass(time.seconds, time.eyes, time.maxSubsteps * motion.step.substepTime);
    this.seconds = now;
    let changes = motion.advance(now, time);
    const isMoving = changes && motion.isMoving;
    const { step } = motion;
    const moves = step.substepCount > 0 || step.reset !== 0;
    if (moves) {
      changes = this._tellCuts(sink) || changes;
      changes = this._tellTears(sink) || changes;
      changes = this._tellSeams(sink) || changes;
      changes = this._tellPins(sink) || changes;
      changes = this._tellGuides(sink) || changes;
      changes = this._tellImpulses(sink) || changes;
      changes = this._tellZones(sink, time.windZones) || changes;
      this._tellWeights(sink);
    }
    const colliderVersion = mesh.seenColliders.follow(time.stepId);
    const haveCollidersChanged = colliderVersion !== this._colliderVersion;
    if (motion.hasTeleported) {
      // So have those that went along; else a body would run into its own clothes.
      mesh.seenColliders.statesFrom(motion.origin);
      mesh.seenColliders.take();
    }
    if (haveCollidersChanged || isMoving) {
      this._colliderVersion = colliderVersion;
      this._colliders = mesh.seenColliders.statesFrom(motion.origin);
      sink.setColliders(this._colliders);
    }
    changes = (moves && this._followThinColliders()) || changes;
    if (changes || haveCollidersChanged || mesh.seenColliders.arePushed) {
      pace.wake();
    }
    if (pace.isAsleep) {
      if (moves) {
        // Not that of frames shorter than a substep: in slow motion none would come, and with it nothing that wakes the cloth.
        motion.forgetTime();
      }
      this._tellSubsteps(sink, 0);
      this._isUntold = true;
      return false;
    }
    if (moves || this._isAway) {
      mesh.seenColliders.take();
    }
    if (step.reset !== 0) {
      this.substeps.forget();
    }
    this.substeps.advance(now);
    // Steps by hand have substeps of another length than frames, and may pass no time.
    const isSameTime = step.substepTime === this._toldSubstepTime;
    if (motion.take() || changes || this._isUntold || !isSameTime) {
      this._isUntold = false;
      this._toldSubsteps = step.substepCount;
      this._toldSubstepTime = step.substepTime;
      sink.setStep(step);
    } else {
      this._tellSubsteps(sink, step.substepCount);
    }
    return moves;
  }

  /** @returns Whether the step knows of others from now on. */
  private _followThinColliders(): boolean {
    const { step } = this.motion;
    const reach = slideReachOf(step, this._colliders, this._mesh.nets.current.restGrid);
    const isNew = reach !== step.slideReach;
    step.slideReach = reach;
    return isNew;
  }

  private _tellSubsteps(sink: ClothSink, substepCount: number): void {
    if (substepCount !== this._toldSubsteps) {
      this._toldSubsteps = substepCount;
      sink.setSubstepCount(substepCount);
    }
  }

  private _tellCuts(sink: ClothSink): boolean {
    const { cuts, nets } = this._mesh;
    const living = cuts.linksOf(nets.current);
    if (living === this._living || !cuts.isOf(nets.current)) {
      return false;
    }
    this._living = living;
    sink.setLivingLinks(living ?? wholeLinks(nets.current.restGrid));
    // Tethers follow.
    this._isTethered = false;
    return true;
  }

  private _tellTears(sink: ClothSink): boolean {
    const { cuts, nets, definition, fabric } = this._mesh;
    if (fabric.tear === this._tear || !cuts.isOf(nets.current)) {
      return false;
    }
    this._tear = fabric.tear;
    const { restGrid } = nets.current;
    const scale = definition.tearScale && sheetScaleAt(definition.tearScale, definition, restGrid);
    sink.setTearLimits(fabric.tear < Infinity ? cookTearLimits(restGrid, fabric.tear, scale) : null);
    return true;
  }

  private _tellSeams(sink: ClothSink): boolean {
    const { step, scaleVersion } = this.motion;
    const areNew = this.seamDistances.follow(step.linear, scaleVersion);
    if (areNew) {
      sink.setOwnSeams(this.seamDistances.own);
    }
    return areNew;
  }

  private _tellPins(sink: ClothSink): boolean {
    const { motion, _mesh: mesh } = this;
    const { pinning, restGrid, guides } = mesh;
    pinning.lock(guides.locked, motion.step.linear, motion.origin);
    const isNew = pinning.version !== this._pinVersion;
    const isScaled = motion.scaleVersion !== this._scaleVersion;
    const hasTethers = isTethered(mesh.fabric);
    if (!isNew && !isScaled && hasTethers === this._isTethered && !pinning.targets.areAny && !this._targets) {
      return false;
    }
    for (const { particle, isPinned, hold } of pinning.takeCommands()) {
      sink.setPin(particle, restGrid.inverseArea(particle, isPinned), hold);
    }
    if (isScaled) {
      sink.setBends(cookBends(restGrid, motion.step.linear));
      if (!mesh.nets.current.isFullResolution) {
        // Full resolution measures its links on the GPU.
        const links = cookLinks(restGrid, motion.step.linear);
        this.spacing = spacingOf(links).spacing;
        sink.setLinks(links);
      }
    }
    if (isNew || isScaled) {
      this._tethers = null;
    }
    if (hasTethers ? isNew || isScaled || !this._isTethered : this._isTethered) {
      sink.setTethers(hasTethers ? this._tethersNow : NO_TETHERS);
    }
    this._isTethered = hasTethers;
    this._pinVersion = pinning.version;
    this._scaleVersion = motion.scaleVersion;
    const isCarried = motion.step.carryMode === constants.TELEPORTED;
    const targets = pinning.targets.follow(motion.origin, isCarried, motion.hasTeleported);
    const isMoved = targets !== this._targets;
    if (isMoved) {
      this._targets = targets.length > 0 ? targets : null;
      sink.setVectors("targets", targets);
    }
    const grips = this._grips.statesOf(motion, targets);
    if (grips.length > 0 || this._hasGrips) {
      sink.setGrips(grips);
    }
    this._hasGrips = grips.length > 0;
    return isNew || isMoved;
  }

  /** A cut needs no new ones: it takes some away. */
  private get _tethersNow(): Tethers {
    const { restGrid, pinning } = this._mesh;
    this._tethers ??= cookTethers(restGrid, pinning.anchors, this.motion.step.linear);
    return this._living ? cutTethers(restGrid, this._tethers, this._living) : this._tethers;
  }

  private _tellGuides(sink: ClothSink): boolean {
    const { motion, _mesh: mesh } = this;
    if (mesh.guides.version === this._guideVersion) {
      return false;
    }
    this._guideVersion = mesh.guides.take(motion.step.reset !== 0, (list, entries) => {
      sink.setVectors(list, entries);
    });
    Object.assign(motion.step, mesh.guides.radii);
    return true;
  }

  private _tellImpulses(sink: ClothSink): boolean {
    if (!this._mesh.impulses.areAny && !this._hasImpulses) {
      return false;
    }
    const impulses = this._mesh.impulses.take(this.motion.origin);
    sink.setVectors("impulses", impulses);
    this._hasImpulses = impulses.length > 0;
    return true;
  }

  /** They never change. */
  private _tellWeights(sink: ClothSink): void {
    const { virtualParticles } = this._mesh.definition;
    if (virtualParticles && !this._areWeightsKnown) {
      sink.setVectors("weights", Float32Array.from(virtualParticles));
    }
    this._areWeightsKnown = true;
  }

  private _tellZones(sink: ClothSink, shared: readonly ClothWindZone[]): boolean {
    const { list } = this._mesh.windZones;
    if (this._areZonesKnown && list.length + shared.length + this._zones.length === 0) {
      return false;
    }
    const zones = packedZones([...list, ...shared], this.motion.origin);
    const isOld = zones.length === this._zones.length && zones.every((value, i) => value === this._zones[i]);
    if (isOld && this._areZonesKnown) {
      return false;
    }
    this._zones = zones;
    this._areZonesKnown = true;
    this.motion.step.zoneSpeed = speedOfZones(zones);
    sink.setVectors("zones", zones);
    return true;
  }
}
