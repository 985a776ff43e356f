import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";

/** What a glTF file was loaded into: an AssetContainer or a Scene, for example. */
export interface LoadedNodes {
  /** Meshes of the file, and perhaps others. */
  readonly meshes: readonly AbstractMesh[];
  /** Nodes without vertices of the file, and perhaps others. */
  readonly transformNodes: readonly TransformNode[];
}

/**
 * @param value - Anything.
 * @returns Whether it has nodes.
 */
export function areLoadedNodes(value: unknown): value is LoadedNodes {
  const { meshes, transformNodes } = (value ?? {}) as Partial<LoadedNodes>;
  return Array.isArray(meshes) && Array.isArray(transformNodes);
}

/** What the loader writes down: JSON pointers to what a node was made of. */
interface Made {
  readonly _internalMetadata?: { readonly gltf?: { readonly pointers?: readonly string[] } } | null;
}

/**
 * @param nodes - What a glTF file was loaded into.
 * @returns Nodes by their place in the file.
 */
export function gltfNodes({ meshes, transformNodes }: LoadedNodes): Map<number, TransformNode> {
  const found = new Map<number, TransformNode>();
  for (const node of [...meshes, ...transformNodes]) {
    for (const pointer of (node as Made)._internalMetadata?.gltf?.pointers ?? []) {
      const place = /^\/nodes\/(\d+)$/.exec(pointer)?.[1];
      if (place !== undefined) {
        found.set(Number(place), node);
      }
    }
  }
  return found;
}
