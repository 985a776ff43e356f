// What a cloth's mesh and settings mean for its next step: time into substeps, world matrix into the moving frame.
import { mat3, mat4, vec3 } from "gl-matrix";
import type { MotionCheckpoint } from "./clothCheckpoint.js";
import type { Cloth } from "../cloth/cloth.js";
import type { ClothPace } from "./clothPace.js";
import { areaScale } from "./areaScale.js";
import { partOfTurn, sameScale, stretchBetween } from "./frameChanges.js";
import { STEPS_PER_SECOND, timesOf, unreadSettings, writeSettings, type MutableStep } from "./stepSettings.js";
import type { ClothSubsteps } from "./clothSubsteps.js";
import type { StepTime } from "./stepTime.js";
import { constants } from "../shaders/shaders.gen.js";
import { StepClock } from "../sim/stepClock.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";

/** The field of eddies repeats after this way [m]. */
const EDDY_FIELD = constants.EDDY_SIZE * constants.EDDY_PERIOD;

/** Of a float32, as a part of it. */
const LAST_BIT = 2 ** -23;

/** Follows one cloth from step to step. */
export class ClothMotion {
  /** Input of the cloth's next step. */
  public readonly step: MutableStep;
  /** Origin of the cloth's frame in the world [m], in double precision. */
  public readonly origin = new Float64Array(3);
  /** Changes when the mesh is scaled: rest lengths over the cloth with it. */
  public scaleVersion = 0;
  /** Changes when the mesh moves in any way. */
  public matrixVersion = 0;
  /** Whether the mesh takes the cloth along in the step, as if nothing had moved. */
  public hasTeleported = false;
  private readonly _clock = new StepClock();
  private readonly _linear = mat3.create();
  private readonly _previousLinear = mat3.create();
  /** Axes that rest lengths are of. */
  private readonly _scaledLinear = mat3.create();
  private readonly _toLocal = mat3.create();
  private readonly _carry = mat3.create();
  private readonly _frameShift = new Float64Array(3);
  private readonly _carryShift = new Float64Array(3);
  private readonly _gravity = new Float64Array(3);
  private readonly _wind = new Float64Array(3);
  private readonly _airOrigin = new Float64Array(3);
  private _matrixFlag = -1;
  /** Of the matrix that {@link waitAtRest} has seen. */
  private _waitingFlag = -1;
  private _settingsVersion = -1;
  /** Per 1/60 s, of {@link step}; 0: to be read. */
  private _substepCount = 0;
  /** The frames that they fill, see timesOf. */
  private _frameLength = 0;
  private _steady = 0;
  private _isMoving = false;
  private _needsReset = true;
  private _isTeleported = false;
  /** See MotionCheckpoint.substepTime. */
  private _takenTime = 0;
  /** See areaScale. */
  private _areaScale = 1;

  /**
   * @param _mesh - The cloth.
   * @param _pace - Told its settings.
   * @param _substeps - Of the cloth; told when its settings change.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _pace: ClothPace,
    private readonly _substeps: ClothSubsteps,
  ) {
    this.step = {
      ...unreadSettings,
      linear: this._linear,
      previousLinear: this._previousLinear,
      toLocal: this._toLocal,
      carry: this._carry,
      frameShift: this._frameShift,
      carryShift: this._carryShift,
      carryMode: constants.NOT_CARRIED,
      gravity: this._gravity,
      wind: this._wind,
      airOrigin: this._airOrigin,
      substepCount: 0,
      reset: 0,
      substepTime: 0,
      timeChange: 1,
      velocityKept: 0,
      airInterval: 1,
      zoneSpeed: 0,
      slideReach: 0,
      contactScale: 0,
      motionScale: 1,
      motionBias: 0,
      separationScale: 1,
      separationBias: 0,
    };
  }

  /** The next step starts from the first shape where the mesh is then. */
  public reset(): void {
    this._needsReset = true;
    this._waitingFlag = -1;
    this._clock.reset();
  }

  /** Whether the cloth has a shape after {@link advance}. */
  public get hasShape(): boolean {
    return !this._needsReset || this.step.reset !== 0;
  }

  /** Before the first step: the cloth is drawn in its first shape, which is in its mesh wherever that is. */
  public waitAtRest(): void {
    const matrix = worldMatrixOf(this._mesh);
    // The first step reads it anew.
    this._matrixFlag = -1;
    if (matrix.updateFlag !== this._waitingFlag) {
      this._waitingFlag = matrix.updateFlag;
      mat3.identity(this._toLocal);
      mat4.getTranslation(this.origin, matrix.m);
      this.matrixVersion++;
    }
  }

  /** Whether the frame moves in the step. */
  public get isMoving(): boolean {
    return this._isMoving;
  }

  /** The next step takes the cloth along to where the mesh is then, as if nothing had moved. */
  public teleport(): void {
    this._isTeleported = true;
  }

  /** @returns What the next step follows on; null if it starts from the first shape. */
  public save(): MotionCheckpoint | null {
    if (this._needsReset) {
      return null;
    }
    return {
      linear: Array.from(this._linear),
      origin: Array.from(this.origin),
      world: Array.from(worldMatrixOf(this._mesh).m),
      pending: this._clock.pending,
      substepTime: this._takenTime,
    };
  }

  /**
   * The next step follows on what was saved. If the mesh is elsewhere, or is moved before the next frame, its cloth goes along.
   *
   * @param saved - By this cloth, or one like it.
   */
  public goOn({ linear, origin, world, pending, substepTime }: MotionCheckpoint): void {
    const isInPlace = (): boolean => Array.from(worldMatrixOf(this._mesh).m).every((value, i) => value === world[i]);
    const isAsInStep = isFrame(world, linear, origin);
    for (const axes of [this._linear, this._previousLinear]) {
      mat3.copy(axes, Float32Array.from(linear));
    }
    mat3.invert(this._toLocal, this._linear);
    this.origin.set(Array.from(origin));
    this._airOrigin.set(Array.from(origin, (coordinate) => coordinate % EDDY_FIELD));
    this._followScale();
    this.matrixVersion++;
    this.step.reset = 0;
    this._needsReset = false;
    this._clock.pending = pending;
    this._takenTime = substepTime;
    if (substepTime > 0) {
      this._substeps.startWith(Math.round(1 / (STEPS_PER_SECOND * substepTime)));
    }
    // A loaded cloth may be placed in the next line, which takes it along. A mesh that moves within a frame is motion.
    this._isTeleported = !isInPlace() || isAsInStep;
    this._matrixFlag = -1;
    this._mesh.getScene().onBeforeAnimationsObservable.addOnce(() => {
      this._isTeleported &&= !isInPlace();
    });
  }

  /** Mass of the cloth as it is scaled now [kg]. */
  public get mass(): number {
    return this._mesh.restGrid.areas.reduce((sum, area) => sum + area, 0) / this.step.inverseDensity;
  }

  /** Time that is left for the next step [s]; cloths that are sewn together share it. */
  public get pending(): number {
    return this._clock.pending;
  }

  public set pending(seconds: number) {
    this._clock.pending = seconds;
  }

  /** Time that passes while nothing is stepped does not count later. */
  public forgetTime(): void {
    this._clock.reset();
  }

  /**
   * Prepares {@link step}.
   *
   * @param seconds - Time that passes.
   * @param step - What all cloths of the scene share; its `seconds` are not asked for.
   * @returns Whether anything but substeps differs from the step before.
   */
  public advance(seconds: number, { frameLength, maxSubsteps, wind: sceneWind }: StepTime): boolean {
    const { step } = this;
    let changed = this._readSettings();
    this._readSubsteps(frameLength);
    const { wind, solver } = this._mesh;
    const { gravity } = solver;
    changed = readVector(wind.x + sceneWind.x, wind.y + sceneWind.y, wind.z + sceneWind.z, this._wind) || changed;
    changed = readVector(gravity.x, gravity.y, gravity.z, this._gravity) || changed;
    step.substepCount = this._clock.advance(seconds, step.substepTime, maxSubsteps, this._steady);
    if (step.reset !== 0 || this._needsReset) {
      step.reset = this._needsReset ? 1 : 0;
      changed = true;
    }
    // A frame without substeps leaves the motion of the mesh to the next one, unless there is no state to move yet.
    const reads = step.substepCount > 0 || this._needsReset;
    // Before the first step the cloth follows its mesh, which is placed after it is made.
    this._needsReset &&= step.substepCount === 0;
    changed = (reads ? this._readMatrix() : this._stop()) || changed;
    const contactScale = this._mesh.events.hearsContacts ? constants.CONTACT_UNIT / this.mass : 0;
    changed ||= contactScale !== step.contactScale;
    step.contactScale = contactScale;
    return changed;
  }

  /**
   * The cloth takes {@link step}: the next one starts from its velocities.
   *
   * @returns Whether the change of the substeps' length differs from that in the step before.
   */
  public take(): boolean {
    const { step } = this;
    if (step.substepCount === 0) {
      return false;
    }
    const change = this._takenTime > 0 ? step.substepTime / this._takenTime : 1;
    const differs = change !== step.timeChange;
    step.timeChange = change;
    this._takenTime = step.substepTime;
    return differs;
  }

  private _readSettings(): boolean {
    const { _mesh: mesh } = this;
    if (mesh.settingsVersion === this._settingsVersion) {
      return false;
    }
    this._settingsVersion = mesh.settingsVersion;
    this._pace.hiddenInterval = mesh.solver.hiddenInterval;
    this._pace.sleepSpeed = mesh.solver.sleepSpeed;
    this._substeps.followSettings();
    // Damping asks for it too.
    this._substepCount = 0;
    writeSettings(mesh, this.step, this._areaScale);
    return true;
  }

  /** A choice of substeps changes them between two changes of settings, and frames change their length. Neither wakes the cloth. */
  private _readSubsteps(frameLength: number): void {
    const { step } = this;
    const { count } = this._substeps;
    if (count === this._substepCount && frameLength === this._frameLength) {
      return;
    }
    this._substepCount = count;
    this._frameLength = frameLength;
    const { steady, substepTime, airInterval } = timesOf(count, frameLength);
    this._steady = steady;
    step.substepTime = substepTime;
    step.airInterval = airInterval;
    step.velocityKept = Math.exp(-step.dampingRate * step.substepTime);
  }

  /** The step after a motion differs too: it starts where that one ended. */
  private _readMatrix(): boolean {
    const matrix = worldMatrixOf(this._mesh);
    if (
      matrix.updateFlag === this._matrixFlag ||
      (this.step.reset === 0 && isFrame(matrix.m, this._linear, this.origin))
    ) {
      this._matrixFlag = matrix.updateFlag;
      this._isTeleported = false;
      return this._stop();
    }
    const linear = axesOf(matrix.m);
    const toLocal = mat3.create();
    if (!mat3.invert(toLocal, linear)) {
      // A mesh scaled to nothing is not seen: its cloth waits in the last shape that has an inside.
      return this._stop();
    }
    this._matrixFlag = matrix.updateFlag;
    this.matrixVersion++;
    this._isMoving = true;
    mat3.copy(this._previousLinear, this._linear);
    mat3.copy(this._linear, linear);
    const scales = !sameScale(this._linear, this._previousLinear);
    const before = this.origin.slice();
    vec3.subtract(this._frameShift, mat4.getTranslation(this.origin, matrix.m), before);
    this._airOrigin.set(this.origin.map((coordinate) => coordinate % EDDY_FIELD));
    this._takeAlong(scales);
    mat3.copy(this._toLocal, toLocal);
    // What grows slowly looks the same from one step to the next.
    if (scales || !sameScale(this._linear, this._scaledLinear)) {
      this._followScale();
    }
    return true;
  }

  private _followScale(): void {
    this.scaleVersion++;
    mat3.copy(this._scaledLinear, this._linear);
    this._areaScale = areaScale(this._mesh.restGrid, this._linear);
    writeSettings(this._mesh, this.step, this._areaScale);
  }

  /**
   * Decides how far the mesh takes its cloth along.
   *
   * @param scales - Whether the mesh is scaled in the step. Its cloth is scaled with it: links that are suddenly too long would fold a flat sheet
   * in its plane, where nothing unfolds it.
   */
  private _takeAlong(scales: boolean): void {
    const { step, _carry: carry, _carryShift: carryShift, _frameShift: frameShift } = this;
    const { linearInertia, angularInertia } = this._mesh.solver;
    step.carryMode = constants.NOT_CARRIED;
    this.hasTeleported = false;
    if (step.reset !== 0) {
      // Its first shape is where the mesh is, and so are its spheres: nothing has come there from elsewhere.
      mat3.copy(this._previousLinear, this._linear);
      frameShift.fill(0);
      this._isTeleported = false;
    } else if (this._isTeleported || mat3.determinant(this._linear) * mat3.determinant(this._previousLinear) < 0) {
      // Nothing turns into its mirror image by a motion. toLocal is still that of the step before.
      mat3.multiply(carry, this._linear, this._toLocal);
      mat3.copy(this._previousLinear, this._linear);
      frameShift.fill(0);
      step.carryMode = constants.TELEPORTED;
      this._isTeleported = false;
      this.hasTeleported = true;
    } else if (scales) {
      stretchBetween(carry, this._previousLinear, this._linear);
      mat3.multiply(this._previousLinear, carry, this._previousLinear);
      frameShift.fill(0);
      step.carryMode = constants.TELEPORTED;
    } else if (linearInertia < 1 || angularInertia < 1) {
      const share = 1 / Math.max(step.substepCount, 1);
      partOfTurn(carry, this._previousLinear, this._linear, (1 - angularInertia) * share);
      vec3.scale(carryShift, frameShift, (1 - linearInertia) * share);
      step.carryMode = constants.CARRIED;
    }
  }

  private _stop(): boolean {
    const moved = this._isMoving;
    this._isMoving = false;
    this.hasTeleported = false;
    if (moved) {
      mat3.copy(this._previousLinear, this._linear);
      this._frameShift.fill(0);
      this.step.carryMode = constants.NOT_CARRIED;
    }
    return moved;
  }
}

function readVector(x: number, y: number, z: number, target: Float64Array): boolean {
  if (x === target[0] && y === target[1] && z === target[2]) {
    return false;
  }
  target[0] = x;
  target[1] = y;
  target[2] = z;
  return true;
}

/** Whether a world matrix has these axes and this origin. A matrix that is computed again is another one for Babylon, not for cloth. */
function isFrame(world: ArrayLike<number>, linear: ArrayLike<number>, origin: ArrayLike<number>): boolean {
  return (
    [0, 1, 2].every((axis) => world[12 + axis] === origin[axis]) &&
    Array.from(axesOf(world)).every((at, i) => at === linear[i])
  );
}

/**
 * Axes of a world matrix. One with two coordinates that are alike, as after a turn by 45 degrees, would keep a sheet in a plane of the world to the
 * last bit, where it cannot fold: see unevenNet. So they are not alike in the last bit.
 */
function axesOf(world: ArrayLike<number>): mat3 {
  const axes = mat3.fromMat4(mat3.create(), world as mat4);
  for (let x = 0; x < 9; x += 3) {
    const [first, second, third] = [0, 1, 2].map((axis) => Math.abs(axes[x + axis]));
    axes[x] *= 1 + LAST_BIT * Number(first === second || first === third);
    axes[x + 1] *= 1 - LAST_BIT * Number(second === third);
  }
  return axes;
}
