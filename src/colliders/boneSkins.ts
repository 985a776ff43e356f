// The skin of each bone: the vertices that follow it most, in its own frame.
import type { Bone } from "@babylonjs/core/Bones/bone.pure.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { shown } from "../babylon/shown.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import type { SkinPoints } from "./capsuleFit.js";
import { skinKinds } from "./deformedBounds.js";
import { everyFace, unitAxes } from "./triangles.js";

/** A bone and the skin that follows it most. */
export interface BoneSkin extends SkinPoints {
  readonly bone: Bone;
  /** Metres of the world in one unit of the bone's frame. */
  readonly scale: number;
  /** From the bone to each of its children. */
  readonly axes: readonly (readonly number[])[];
}

/** Fewer vertices have no certain shape. */
const MIN_VERTICES = 4;
/** More vertices of a bone make its capsule no better: some of them, spread by the golden ratio, stand for all. */
const MAX_VERTICES = 250;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * @param owner - For messages.
 * @param skeleton - Of the mesh.
 * @param mesh - With weights for its bones.
 * @param minWeight - Vertices whose largest weight is less have no bone.
 * @param isLeftOut - Bones whose skin does not count.
 * @returns The skin of each bone that has some, in metres of the world along the axes of the bone's frame.
 * @throws TypeError if the mesh has no vertices or weights, RangeError if no bone has skin.
 */
export function boneSkins(
  owner: string,
  skeleton: Skeleton,
  mesh: AbstractMesh,
  minWeight: number,
  isLeftOut: (bone: Bone) => boolean,
): BoneSkin[] {
  const points = mesh.getVerticesData("position");
  if (!points) {
    throw new TypeError(`${owner}: mesh is ${shown(mesh)} without vertices, must be a mesh with a skin.`);
  }
  const areas = vertexAreas(points, mesh.getIndices());
  const owners = mainBones(owner, mesh, points.length / 3, minWeight);
  const vertices = new Map<number, number[]>();
  owners.forEach((place, vertex) => {
    // Skin of no area has no middle, and is not seen.
    if (place >= 0 && areas[vertex] > 0) {
      const own = vertices.get(place) ?? [];
      vertices.set(place, own);
      own.push(vertex);
    }
  });
  const skins = skeleton.bones.flatMap((bone) => {
    const own = vertices.get(bone.getIndex()) ?? [];
    const some = own.filter((_, i) => (i * GOLDEN) % 1 < MAX_VERTICES / own.length);
    return own.length < MIN_VERTICES || isLeftOut(bone) ? [] : [skinOf(bone, some, points, areas)];
  });
  if (skins.length === 0) {
    throw new RangeError(
      `${owner}: no bone of skeleton "${skeleton.name}" is left that ${MIN_VERTICES.toString()} vertices of mesh "${mesh.name}" ` +
        "follow most, must be at least one: see leaveOut and minWeight.",
    );
  }
  return skins;
}

function skinOf(bone: Bone, vertices: readonly number[], points: ArrayLike<number>, areas: Float64Array): BoneSkin {
  const toBone = bone.getAbsoluteInverseBindMatrix();
  const world = worldMatrixOf(bone);
  // A character that is scaled to nothing for a while is fitted in its own units.
  const scale = Math.max(...unitAxes.map((axis) => Vector3.TransformNormal(axis, world).length())) || 1;
  const own = vertices.flatMap((vertex) =>
    Vector3.TransformCoordinates(Vector3.FromArray(points, 3 * vertex), toBone)
      .scaleInPlace(scale)
      .asArray(),
  );
  const axes = bone.children.map((child) =>
    Vector3.TransformCoordinates(
      Vector3.TransformCoordinates(Vector3.ZeroReadOnly, child.getAbsoluteInverseBindMatrix().clone().invert()),
      toBone,
    ),
  );
  return {
    bone,
    scale,
    points: Float64Array.from(own),
    areas: Float64Array.from(vertices, (vertex) => areas[vertex]),
    axes: axes.filter((axis) => axis.lengthSquared() > 0).map((axis) => axis.asArray()),
  };
}

/** A third of the triangles around each vertex. Without indices, every three vertices are a triangle. */
function vertexAreas(points: ArrayLike<number>, given: ArrayLike<number> | null): Float64Array {
  const indices = given?.length ? given : Array.from({ length: points.length / 3 }, (_, i) => i);
  const areas = new Float64Array(points.length / 3);
  let at = 0;
  everyFace({ points, indices }, (a, b, c) => {
    const area = Vector3.Cross(b.subtractInPlace(a), c.subtractInPlace(a)).length() / 6;
    for (let corner = 0; corner < 3; corner++) {
      areas[indices[at++]] += area;
    }
    return true;
  });
  return areas;
}

/** Of each vertex, the place of its bone among the matrices of its skeleton; -1 for none. */
function mainBones(owner: string, mesh: AbstractMesh, count: number, minWeight: number): Int32Array {
  const main = new Int32Array(count).fill(-1);
  const largest = new Float64Array(count);
  const found = skinKinds.filter(([indicesKind, weightsKind]) => {
    const indices = mesh.getVerticesData(indicesKind);
    const weights = mesh.getVerticesData(weightsKind);
    for (let i = 0; indices && weights && i < 4 * count; i++) {
      const vertex = i >> 2;
      if (weights[i] > largest[vertex]) {
        largest[vertex] = weights[i];
        main[vertex] = weights[i] >= minWeight ? indices[i] : -1;
      }
    }
    return indices && weights;
  });
  if (found.length === 0) {
    throw new TypeError(
      `${owner}: mesh is ${shown(mesh)} without weights, must have "matricesIndices" and "matricesWeights".`,
    );
  }
  return main;
}
