// A fabric of the form of a mesh (PhysX 3: a fabric cooked from a mesh with a hint of gravity).
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { Fabric, fabricOptionNames, naming, type IFabricOptions } from "../options/fabric.js";
import { checkObject, orDefault } from "../options/rules.js";
import { createGeometryImage, type IClothTriangles, type IGeometryImageOptions } from "./geometryImage.js";
import { checkWithoutForm, surfaceOf, type WithoutForm } from "./imageSurface.js";

/** Options of {@link fabricFromMesh}: those of a {@link Fabric} whose form is that of a mesh. */
export interface IMeshFabricOptions
  extends WithoutForm<IFabricOptions>, Pick<IGeometryImageOptions, "corners" | "gravity"> {
  /** Nodes along u and v at which the mesh is sampled. Default 129 and 129, whole numbers from 2 to 2048. */
  nodes?: Pick<IGeometryImageOptions, "width" | "height">;
}

/**
 * Makes a fabric whose form at rest is that of a mesh with one or two borders: see {@link createGeometryImage}.
 *
 * @param name - For messages and files.
 * @param mesh - Or its triangles.
 * @param options - All optional.
 * @returns The fabric. Its cloths take the place of the mesh.
 * @throws TypeError or RangeError that names the fabric or the mesh, and what is allowed.
 * @example
 * ```ts
 * const shirt = fabricFromMesh("shirt", modelledShirt, { gravity: new Vector3(0, -1, 0), controlPoints: 24 });
 * CreateCloth("first shirt", { fabric: shirt, pins: "topEdge" }, scene);
 * ```
 */
export function fabricFromMesh(
  name: string,
  mesh: AbstractMesh | IClothTriangles,
  options: IMeshFabricOptions = {},
): Fabric {
  naming(name, () => {
    checkWithoutForm(name, options, [...fabricOptionNames, "corners", "gravity", "nodes"]);
    checkObject({ cloth: name, option: "nodes" }, orDefault(options.nodes, {}), ["width", "height"]);
  });
  const { corners, gravity, nodes, ...others } = options;
  const image = createGeometryImage(mesh, {
    ...nodes,
    ...(corners !== undefined && { corners }),
    ...(gravity !== undefined && { gravity }),
  });
  return Fabric.FromGrid(name, { ...others, ...surfaceOf(name, image) });
}
