// Where the GPU may draw a mesh that bones and morph targets deform: bounds that cost a few boxes a frame, not all vertices.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { MorphWeights } from "../babylon/morphWeights.js";
import { boundsOf } from "./triangles.js";

/** Lowest and highest corner. */
export interface Box {
  readonly minimum: Vector3;
  readonly maximum: Vector3;
}

/** Vertices that follow one bone: a vertex lies between the places that its bones give it. */
interface Part extends Box {
  readonly bone: number;
}

/** Vertex data of a skin: bones and their weights, four of each in a set. */
export const skinKinds = [
  ["matricesIndices", "matricesWeights"],
  ["matricesIndicesExtra", "matricesWeightsExtra"],
] as const;
const corner = new Vector3();
const boneMatrix = new Matrix();
const instanceMatrix = new Matrix();

/** @returns A box around nothing. */
export function noBox(): Box {
  return { minimum: new Vector3(Infinity, Infinity, Infinity), maximum: new Vector3(-Infinity, -Infinity, -Infinity) };
}

/** The bounds of one mesh, however it is deformed. */
export class DeformedBounds {
  private readonly _points: ArrayLike<number>;
  private readonly _parts: readonly Part[];
  /** How far each morph target moves a vertex at most, along each axis [m]. */
  private readonly _morphs = new Map<MorphTarget, Vector3>();

  /**
   * @param mesh - With vertices, as they are now.
   * @param isSkinned - Whether bones move it.
   */
  public constructor(mesh: AbstractMesh, isSkinned: boolean) {
    const points = mesh.getVerticesData("position") ?? [];
    this._points = points;
    this._parts = isSkinned ? partsOf(mesh, points) : [{ bone: -1, ...boundsOf(points) }];
  }

  /**
   * @param box - Grows around the mesh.
   * @param matrix - Of the mesh.
   * @param bones - Matrices of its skeleton; null: it has none.
   * @param morphs - Weights of its morph targets.
   * @param instances - Matrices of its thin instances; null: it has none.
   */
  public addTo(
    box: Box,
    matrix: Matrix,
    bones: Float32Array | null,
    morphs: MorphWeights,
    instances: Float32Array | null,
  ): void {
    if (instances) {
      const one = noBox();
      this.addTo(one, Matrix.Identity(), bones, morphs, null);
      for (let first = 0; first < instances.length; first += 16) {
        Matrix.FromArrayToRef(instances, first, instanceMatrix);
        addCorners(box, one, instanceMatrix.multiply(matrix));
      }
      return;
    }
    const wider = Vector3.Zero();
    for (const [target, weight] of morphs) {
      wider.addInPlace(this._mostOf(target).scale(Math.abs(weight)));
    }
    for (const { bone, minimum, maximum } of this._parts) {
      let whole = matrix;
      if (bones && bone >= 0) {
        Matrix.FromArrayToRef(bones, 16 * bone, boneMatrix);
        whole = boneMatrix.multiply(matrix);
      }
      addCorners(box, { minimum: minimum.subtract(wider), maximum: maximum.add(wider) }, whole);
    }
  }

  private _mostOf(target: MorphTarget): Vector3 {
    const most = this._morphs.get(target) ?? farthest(target.getPositions() ?? [], this._points);
    this._morphs.set(target, most);
    return most;
  }
}

function addCorners(box: Box, { minimum, maximum }: Box, matrix: Matrix): void {
  for (let k = 0; k < 8; k++) {
    corner.set(
      (k & 1) === 0 ? minimum.x : maximum.x,
      (k & 2) === 0 ? minimum.y : maximum.y,
      (k & 4) === 0 ? minimum.z : maximum.z,
    );
    Vector3.TransformCoordinatesToRef(corner, matrix, corner);
    box.minimum.minimizeInPlace(corner);
    box.maximum.maximizeInPlace(corner);
  }
}

function partsOf(mesh: AbstractMesh, points: ArrayLike<number>): Part[] {
  const parts = new Map<number, Part>();
  const point = new Vector3();
  for (const [indexKind, weightKind] of skinKinds) {
    const indices = mesh.getVerticesData(indexKind);
    const weights = mesh.getVerticesData(weightKind);
    for (let i = 0; indices && weights && i < weights.length; i++) {
      if (weights[i] !== 0) {
        const part = parts.get(indices[i]) ?? { bone: indices[i], ...noBox() };
        const at = 3 * Math.floor(i / 4);
        point.set(points[at], points[at + 1], points[at + 2]);
        part.minimum.minimizeInPlace(point);
        part.maximum.maximizeInPlace(point);
        parts.set(indices[i], part);
      }
    }
  }
  return [...parts.values()];
}

function farthest(moved: ArrayLike<number>, points: ArrayLike<number>): Vector3 {
  const most = Vector3.Zero();
  for (let k = 0; k + 2 < moved.length; k += 3) {
    most.maximizeInPlaceFromFloats(
      Math.abs(moved[k] - points[k]),
      Math.abs(moved[k + 1] - points[k + 1]),
      Math.abs(moved[k + 2] - points[k + 2]),
    );
  }
  return most;
}
