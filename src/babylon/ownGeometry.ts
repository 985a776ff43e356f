import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";

/** Internals of a mesh. */
interface MeshInternals {
  _geometry: Nullable<Geometry>;
}

/** Those that {@link ownGeometry} makes a geometry for at this moment. */
const making = new WeakSet<Mesh>();

/**
 * @param mesh - Any mesh.
 * @param updatable - Whether its vertices are going to change.
 * @returns Its geometry, made if there is none.
 */
export function ownGeometry(mesh: Mesh, updatable: boolean): Geometry {
  if (mesh.geometry) {
    return mesh.geometry;
  }
  making.add(mesh);
  try {
    return new Geometry(Geometry.RandomId(), mesh.getScene(), undefined, updatable, mesh);
  } finally {
    making.delete(mesh);
  }
}

/**
 * Lets a mesh have no other geometry than its {@link ownGeometry}, as `geometry.applyToMesh` gives it one.
 *
 * @param mesh - A new mesh without geometry.
 * @param refuse - Throws.
 */
export function keepGeometry(mesh: Mesh, refuse: () => never): void {
  let own: Nullable<Geometry> = null;
  let last: Nullable<Geometry> = null;
  Object.defineProperty(mesh, "_geometry" satisfies keyof MeshInternals, {
    configurable: true,
    get: () => own,
    set: (value: Nullable<Geometry>) => {
      if (value && !making.has(mesh)) {
        // Babylon has taken its own one away before.
        if (last && !last.isDisposed()) {
          own = last;
          last.meshes.push(mesh);
        }
        refuse();
      }
      own = value;
      last = value ?? last;
    },
  });
}
