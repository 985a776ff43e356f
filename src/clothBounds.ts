import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothMesh } from "./clothMesh.js";
import type { ClothExtent, ClothStep } from "./sim/clothStep.js";

/**
 * Keeps the bounding box of a cloth's mesh around it. The surface lies inside the box of its control points; where that box
 * is known a few frames late, it is widened by what the cloth can have moved since.
 */
export class ClothBounds {
  private readonly _minimum = new Vector3();
  private readonly _maximum = new Vector3();
  private _extent: ClothExtent;
  /** Simulated since {@link _extent} was right [s]. */
  private _age = 0;
  private _shownAge = -1;

  /**
   * @param _mesh - The cloth.
   * @param restPositions - Local bounds before the first step, shape [particles, 3].
   */
  public constructor(
    private readonly _mesh: ClothMesh,
    restPositions: Float32Array,
  ) {
    const axes = [0, 1, 2].map((axis) => restPositions.filter((_, i) => i % 3 === axis));
    this._extent = {
      minimum: axes.map((values) => values.reduce((a, b) => Math.min(a, b))),
      maximum: axes.map((values) => values.reduce((a, b) => Math.max(a, b))),
      speed: 0,
    };
    this._widen(0);
  }

  /**
   * @param extent - Local bounds and speed.
   * @param age - Simulated since then [s].
   */
  public know(extent: ClothExtent, age: number): void {
    this._extent = extent;
    this._age = age;
    this._shownAge = -1;
  }

  /**
   * @param seconds - Simulated in this step.
   * @param step - The step.
   */
  public advance(seconds: number, step: ClothStep): void {
    this._age += seconds;
    if (this._age !== this._shownAge) {
      const { gravity, wind, airDrag, linear } = step;
      const acceleration = length(gravity, 0) + airDrag * length(wind, 0) ** 2;
      const reach = (this._extent.speed + 0.5 * acceleration * this._age) * this._age;
      this._widen(reach / Math.min(length(linear, 0), length(linear, 3), length(linear, 6)));
    }
  }

  /** Puts the box on the mesh again, after its geometry was replaced. */
  public show(): void {
    this._mesh.getBoundingInfo().reConstruct(this._minimum, this._maximum, this._mesh.getWorldMatrix());
  }

  private _widen(margin: number): void {
    this._shownAge = this._age;
    const { minimum, maximum } = this._extent;
    this._minimum.set(minimum[0]! - margin, minimum[1]! - margin, minimum[2]! - margin);
    this._maximum.set(maximum[0]! + margin, maximum[1]! + margin, maximum[2]! + margin);
    this.show();
  }
}

function length(vector: ArrayLike<number>, at: number): number {
  return Math.hypot(vector[at]!, vector[at + 1]!, vector[at + 2]!);
}
