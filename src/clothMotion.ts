// What a cloth's mesh and settings mean for its next step: time into substeps, world matrix into the moving frame.
import { mat3 } from "gl-matrix";
import type { ClothMesh } from "./clothMesh.js";
import { StepClock } from "./sim/stepClock.js";
import type { ClothStep } from "./sim/clothStep.js";
import { worldMatrixOf } from "./worldMatrix.js";

/** Substeps are given per 1/60 s, whatever the frame rate. */
const STEPS_PER_SECOND = 60;

/** A step whose fields the solvers only read. */
type MutableStep = { -readonly [F in keyof ClothStep]: ClothStep[F] };

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
  private readonly _clock = new StepClock();
  private readonly _linear = mat3.create();
  private readonly _previousLinear = mat3.create();
  private readonly _toLocal = mat3.create();
  private readonly _frameShift = new Float64Array(3);
  private readonly _gravity = new Float64Array(3);
  private readonly _wind = new Float64Array(3);
  private _matrixFlag = -1;
  private _settingsVersion = -1;
  private _isMoving = false;
  private _needsReset = true;

  /** @param _mesh - The cloth. */
  public constructor(private readonly _mesh: ClothMesh) {
    this.step = {
      linear: this._linear,
      previousLinear: this._previousLinear,
      toLocal: this._toLocal,
      frameShift: this._frameShift,
      gravity: this._gravity,
      wind: this._wind,
      substepCount: 0,
      iterationCount: 0,
      reset: 0,
      substepTime: 0,
      velocityKept: 0,
      airDrag: 0,
      thickness: 0,
      friction: 0,
      tetherLimit: 0,
      warpCompliance: 0,
      weftCompliance: 0,
      shearCompliance: 0,
    };
  }

  /** The next step starts from the rest shape where the mesh is then. */
  public reset(): void {
    this._needsReset = true;
    this._clock.reset();
  }

  /**
   * Prepares {@link step}.
   *
   * @param seconds - Time that passes.
   * @param mostSubsteps - Time beyond so many substeps is dropped.
   * @returns Whether anything but the number of substeps differs from the step before.
   */
  public advance(seconds: number, mostSubsteps: number): boolean {
    const { step } = this;
    let changed = this._readSettings();
    changed = this._readVector(this._mesh.wind, this._wind) || changed;
    changed = this._readVector(this._mesh.solver.gravity, this._gravity) || changed;
    step.substepCount = this._clock.advance(seconds, step.substepTime, mostSubsteps);
    if (step.reset !== 0 || this._needsReset) {
      step.reset = this._needsReset ? 1 : 0;
      changed = true;
    }
    // A frame without substeps leaves the motion of the mesh to the next one, unless there is no state to move yet.
    const reads = step.substepCount > 0 || this._needsReset;
    // Until time passes, cloth follows its mesh: whoever makes a cloth places it afterwards.
    this._needsReset &&= step.substepCount === 0;
    return (reads ? this._readMatrix() : this._stop()) || changed;
  }

  private _readSettings(): boolean {
    const { _mesh: mesh, step } = this;
    if (mesh.settingsVersion === this._settingsVersion) {
      return false;
    }
    this._settingsVersion = mesh.settingsVersion;
    const { solver, fabric } = mesh;
    step.iterationCount = solver.iterations;
    step.substepTime = 1 / (STEPS_PER_SECOND * solver.substeps);
    step.velocityKept = Math.exp(-solver.damping * step.substepTime);
    step.airDrag = (0.5 * solver.airDensity * fabric.drag) / mesh.density;
    step.thickness = mesh.thickness;
    step.friction = solver.friction;
    // Infinity would turn a zero length into NaN on the GPU.
    step.tetherLimit = Math.min(fabric.tether, 1e9);
    step.warpCompliance = fabric.stretch.warp;
    step.weftCompliance = fabric.stretch.weft;
    step.shearCompliance = fabric.shear;
    return true;
  }

  private _readVector(source: { x: number; y: number; z: number }, target: Float64Array): boolean {
    if (source.x === target[0] && source.y === target[1] && source.z === target[2]) {
      return false;
    }
    target[0] = source.x;
    target[1] = source.y;
    target[2] = source.z;
    return true;
  }

  /** The step after a motion differs too: it starts where that one ended. */
  private _readMatrix(): boolean {
    const matrix = worldMatrixOf(this._mesh);
    if (matrix.updateFlag === this._matrixFlag) {
      return this._stop();
    }
    const [ax, ay, az, , bx, by, bz, , cx, cy, cz, , x, y, z] = matrix.m as unknown as number[];
    const linear = mat3.fromValues(ax, ay, az, bx, by, bz, cx, cy, cz);
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
    mat3.copy(this._toLocal, toLocal);
    this._frameShift.set([x - this.origin[0], y - this.origin[1], z - this.origin[2]]);
    this.origin.set([x, y, z]);
    if (!sameScale(this._linear, this._previousLinear)) {
      this.scaleVersion++;
    }
    return true;
  }

  private _stop(): boolean {
    const moved = this._isMoving;
    this._isMoving = false;
    if (moved) {
      mat3.copy(this._previousLinear, this._linear);
      this._frameShift.fill(0);
    }
    return moved;
  }
}

/** Whether lengths in the mesh are the same through both matrices: rotations keep the columns' products. */
function sameScale(a: mat3, b: mat3): boolean {
  const product = (m: mat3, i: number, j: number): number => m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
  return [
    [0, 0],
    [3, 3],
    [6, 6],
    [0, 3],
    [0, 6],
    [3, 6],
  ].every(([i, j]) => Math.abs(product(a, i, j) - product(b, i, j)) <= 1e-5 * (product(a, i, i) + product(a, j, j)));
}
