// What Babylon's own parser of meshes does for a class that it does not know, by the static members that it looks at.
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";

/** Babylon's own `Mesh.Parse`. */
export type ParseMesh = (parsed: object, scene: Scene, rootUrl: string) => Mesh;

/**
 * Gives a mesh what a file says of any mesh: Babylon does so, as for the classes of meshes that it knows.
 *
 * @param mesh - A new mesh of a class that Babylon does not know.
 * @param parsed - The mesh in the file.
 * @param rootUrl - Where the file is.
 * @param parse - Babylon's own.
 * @throws What Babylon throws; the mesh is disposed then.
 */
export function fillMesh(mesh: Mesh, parsed: object, rootUrl: string, parse: ParseMesh): void {
  const { _TrailMeshParser } = Mesh;
  Object.assign(Mesh, { _TrailMeshParser: () => mesh });
  try {
    parse({ ...parsed, type: "TrailMesh" }, mesh.getScene(), rootUrl);
  } catch (error) {
    mesh.dispose();
    throw error;
  } finally {
    Object.assign(Mesh, { _TrailMeshParser });
  }
}

/**
 * A mesh of a file waits for its material and parent until all of the file is there. One that was parsed alone has them already.
 *
 * @param mesh - Was parsed alone.
 */
export function stopWaiting(mesh: Mesh): void {
  Object.assign(mesh, { _waitingMaterialId: null, _waitingParentId: null, _waitingParsedUniqueId: null });
}

/**
 * @param mesh - Any.
 * @returns Whether it comes from a file and waits for its material.
 */
export function isWaiting(mesh: Mesh): boolean {
  return mesh._waitingMaterialId !== null;
}

/** What makes nodes of a file. */
type ParseNode<N> = (parsed: object, scene: Scene, rootUrl: string) => N;

/**
 * Puts something around the static `Parse` of a class for a while.
 *
 * @param owner - The class.
 * @param around - Is given what there is, and gives what takes its place.
 * @returns Puts back what there was.
 */
export function watchParse<N>(
  owner: { Parse: ParseNode<N> },
  around: (parse: ParseNode<N>) => ParseNode<N>,
): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, "Parse");
  if (!before) {
    // Not registered with Babylon: its loader will say so.
    return () => undefined;
  }
  Object.defineProperty(owner, "Parse", { ...before, value: around(before.value as ParseNode<N>) });
  return () => {
    Object.defineProperty(owner, "Parse", before);
  };
}
