// What Babylon asks of a mesh whose vertices are the surface of a cloth: how it is drawn, where rays meet it, what its vertices are.
import type { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import type { Ray, TrianglePickingPredicate } from "@babylonjs/core/Culling/ray.core.js";
import type { BoundingInfo } from "@babylonjs/core/Culling/boundingInfo.js";
import { Vector3, type Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Material } from "@babylonjs/core/Materials/material.pure.js";
import { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.pure.js";
import type { InstancedMesh } from "@babylonjs/core/Meshes/instancedMesh.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import type { FloatArray, IndicesArray, Nullable } from "@babylonjs/core/types.js";
import { forgetCollidedVertices } from "../babylon/collidedVertices.js";
import { isWaiting } from "../babylon/meshParsing.js";
import type { ClothBody } from "../backends/clothBackend.js";
import type { SurfaceFaces } from "../bspline/gpu/drawArguments.js";
import { keepOutOfFiles } from "../files/clothParse.js";
import { checkParameter, type ClothDefinition } from "../options/clothOptions.js";
import { isVertexKind } from "../surface/cpuSurface.js";
import type { ClothPicking, IClothPoint } from "../surface/surfacePicking.js";
import { arrangeSubMeshes, showBothSides } from "./drawnFaces.js";

/** Draws the surface that a body has. */
export abstract class SurfaceMesh extends Mesh {
  /** All options that the cloth was made with, checked.
   * @internal */
  public abstract readonly definition: ClothDefinition;
  /** Where it is simulated.
   * @internal */
  public abstract readonly body: ClothBody;
  /** Knows its last shape.
   * @internal */
  protected abstract readonly _picking: ClothPicking;
  private _points: { readonly from: FloatArray; readonly list: Vector3[] } | null = null;

  /**
   * The material. Cloth is seen from both sides: a material that is set here for the first time stops culling back faces and lights them
   * as front faces are lit. Change `backFaceCulling` and `twoSidedLighting` afterwards to have it otherwise.
   */
  public override get material(): Nullable<Material> {
    return super.material;
  }

  public override set material(value: Nullable<Material>) {
    super.material = value;
    if (this.definition.faces.isOneForBoth) {
      showBothSides(value, isWaiting(this));
    }
    this.arrangeFaces();
  }

  /**
   * A point of the surface, exactly, in its last shape that is known here: on the CPU that of the last step; on the GPU it is
   * some frames old, up to 15 for the first call, fewer while it is called again and again. Its first shape before there is any.
   *
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @returns The point, world space; of the middle of a sheet that is drawn with a thickness.
   * @throws RangeError if u or v is outside.
   */
  public surfaceAt(u: number, v: number): IClothPoint {
    return this._picking.surfaceAt(checkParameter(this.name, "u", u), checkParameter(this.name, "v", v));
  }

  /**
   * Where a ray meets the surface of {@link surfaceAt}. There are no triangles on the CPU: `faceId` is -1, and `bu` and `bv`
   * are the parameters u and v of the sheet. The `getNormal` and `getTextureCoordinates` ("uv" only) of the result are exact.
   *
   * @param ray - Local to the mesh.
   * @param fastCheck - Any hit will do, not just the nearest.
   * @param trianglePredicate - Is given facets of the surface; the numbers of their corners mean nothing.
   * @param onlyBoundingInfo - The bounds alone are asked for.
   * @param worldToUse - Where the mesh is; at its own place by default.
   * @param skipBoundingInfo - The bounds are not asked.
   * @returns What is hit.
   */
  public override intersects(
    ray: Ray,
    fastCheck = false,
    trianglePredicate?: TrianglePickingPredicate,
    onlyBoundingInfo = false,
    worldToUse: Matrix = this.getWorldMatrix(),
    skipBoundingInfo = false,
  ): PickingInfo {
    const bounds = super.intersects(ray, fastCheck, trianglePredicate, true, worldToUse, skipBoundingInfo);
    if (onlyBoundingInfo || !(bounds.hit || skipBoundingInfo)) {
      return bounds;
    }
    return this._picking.pick(ray, fastCheck, trianglePredicate, worldToUse);
  }

  /**
   * The vertices. On the GPU backend they are evaluated from the last shape that is known here, two to each span of the net: see
   * {@link fetchShape} for the present shape, and {@link bake} for the vertices that are drawn.
   *
   * @param kind - Such as "position".
   * @param copyWhenShared - Whether a geometry that others share is copied.
   * @param forceCopy - Whether it is always copied.
   * @param bypassInstanceData - Whether data of instances are left out.
   * @returns Values of all vertices, local to the mesh; null if they have none of this kind.
   */
  public override getVerticesData(
    kind: string,
    copyWhenShared?: boolean,
    forceCopy?: boolean,
    bypassInstanceData?: boolean,
  ): Nullable<FloatArray> {
    const { vertices } = this.body;
    if (!vertices || !isVertexKind(kind)) {
      return super.getVerticesData(kind, copyWhenShared, forceCopy, bypassInstanceData);
    }
    const values = vertices.attribute(kind);
    return forceCopy ? values.slice() : values;
  }

  /** The triangles of {@link getVerticesData}: see `Mesh.getIndices`. */
  public override getIndices(copyWhenShared?: boolean, forceCopy?: boolean): Nullable<IndicesArray> {
    const indices = this.body.vertices?.indices;
    return indices ? (forceCopy ? indices.slice() : indices) : super.getIndices(copyWhenShared, forceCopy);
  }

  /**
   * Number of vertices of {@link getVerticesData}. On the CPU backend a cloth has none before its first step. Babylon leaves out meshes without
   * vertices, so the cloth then counts its control points.
   */
  public override getTotalVertices(): number {
    // Babylon asks while the mesh is made.
    const body = this.body as ClothBody | undefined;
    const count = body?.vertices?.count ?? super.getTotalVertices();
    return count || (body ? this.definition.countU * this.definition.countV : 0);
  }

  /**
   * The bounds. They are those of now, with `doNotSyncBoundingInfo` too: how finely a cloth is drawn, and what it meets, depends on them.
   *
   * @returns The bounds of the last step that is known here.
   */
  public override getBoundingInfo(): BoundingInfo {
    const bounds = super.getBoundingInfo();
    if (this.doNotSyncBoundingInfo) {
      bounds.update(this.worldMatrixFromCache);
    }
    return bounds;
  }

  /** The bounds follow the cloth by themselves. */
  public override refreshBoundingInfo(): this {
    return this;
  }

  /**
   * See `Mesh.createInstance`.
   *
   * @param name - Of the instance.
   * @returns The instance, which rays meet as they meet the cloth: see {@link intersects}. Its bounds follow those of the cloth.
   */
  public override createInstance(name: string): InstancedMesh {
    if (this.isDisposed()) {
      throw new Error(`Cloth "${this.name}": it is disposed, must be a cloth of the scene to have instances.`);
    }
    const instance = super.createInstance(name);
    // Babylon gives it the bounds that the cloth has now, once.
    const ownBounds = instance.getBoundingInfo.bind(instance);
    instance.getBoundingInfo = () => {
      const bounds = ownBounds();
      const { minimum, maximum } = this.getBoundingInfo();
      if (!bounds.minimum.equals(minimum) || !bounds.maximum.equals(maximum)) {
        bounds.reConstruct(minimum, maximum, instance.worldMatrixFromCache);
      }
      return bounds;
    };
    instance.alwaysSelectAsActiveMesh = true;
    instance.intersects = (ray, fastCheck, predicate, onlyBoundingInfo, world, skipBoundingInfo) => {
      const place = world ?? instance.getWorldMatrix();
      const info = this.intersects(ray, fastCheck, predicate, onlyBoundingInfo, place, skipBoundingInfo);
      info.pickedMesh &&= instance;
      return info;
    };
    return instance;
  }

  /** @internal */
  public override get _positions(): Nullable<Vector3[]> {
    return this._points?.list ?? null;
  }

  /** Babylon's own collisions and near interaction ask here for {@link _positions} of now.
   * @internal */
  public override _generatePointsArray(): boolean {
    const from = this.getVerticesData("position");
    if (from && from !== this._points?.from) {
      this._points = { from, list: Array.from({ length: from.length / 3 }, (_, i) => Vector3.FromArray(from, 3 * i)) };
      forgetCollidedVertices(this);
    }
    return from !== null;
  }

  /** Every pass draws through here: the number of triangles is on the GPU.
   * @internal */
  public override _draw(subMesh: SubMesh, fillMode: number, instancesCount?: number): Mesh {
    const faces = this.facesDrawn;
    const instanceCount = this.forcedInstanceCount || (instancesCount ?? 0) || 1;
    this.body.draw(faces[Math.min(subMesh.materialIndex, faces.length - 1)], { fillMode, instanceCount }, () => {
      super._draw(subMesh, fillMode, instancesCount);
    });
    return this;
  }

  /** What is drawn for each of the submeshes.
   * @internal */
  public get facesDrawn(): readonly SurfaceFaces[] {
    const { front, back } = this.definition.faces;
    return front && back && this.material instanceof MultiMaterial ? ["front", "back"] : ["all"];
  }

  /** One submesh for all faces, or one each where a MultiMaterial has one material each.
   * @internal */
  public arrangeFaces(): void {
    keepOutOfFiles(this);
    arrangeSubMeshes(
      this,
      this.facesDrawn.map((faces) => this.body.range(faces)),
    );
  }
}
