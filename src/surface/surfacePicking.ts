// Points of a cloth's surface and where rays meet it: exact, of the last shape that the host knows.
import { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import type { Ray, TrianglePickingPredicate } from "@babylonjs/core/Culling/ray.core.js";
import { Matrix, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { createSurfacePoint, evaluateSurface } from "../bspline/surface.js";
import { isWithin, nearestPlace } from "../bspline/trimPlaces.js";
import { CutPatches, evaluatePatch, PATCH_NUMBERS } from "../bspline/cutPatches.js";
import { SurfaceRays, type FacetPredicate, type SurfaceHit } from "../bspline/surfaceRays.js";
import type { Cloth } from "../cloth/cloth.js";
import type { LastShape } from "../motion/lastShape.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import { CutRays } from "./cutRays.js";
import { layoutOf } from "./layoutOf.js";
import { wholeCutSegments } from "./surfaceRoom.js";

/** A point of a cloth, world space. */
export interface IClothPoint {
  /** [m] */
  readonly position: Vector3;
  /** Of length 1, on the front. */
  readonly normal: Vector3;
  /** Of length 1, along u. */
  readonly tangent: Vector3;
}

/** Knows the last shape of a cloth. */
interface Shaped {
  askShape(): LastShape;
}

/** Answers what a cloth's surface is like. */
export class ClothPicking {
  private _rays: SurfaceRays | CutRays | null = null;
  private _shape: LastShape | null = null;
  private _links: Uint32Array | null = null;
  private readonly _point = createSurfacePoint();
  private _version = -1;

  /**
   * @param _mesh - The cloth.
   * @param _body - Knows its shape.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _body: Shaped,
  ) {}

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @returns The point.
   */
  public surfaceAt(u: number, v: number): IClothPoint {
    const { position, normal, tangent } = this._point;
    this._evaluate(...this._nearestDrawn(u, v));
    const world = worldMatrixOf(this._mesh);
    return {
      position: Vector3.TransformCoordinates(Vector3.FromArray(position), world),
      normal: worldNormal(Vector3.FromArray(normal), world),
      tangent: Vector3.TransformNormal(Vector3.FromArray(tangent), world).normalize(),
    };
  }

  /**
   * See AbstractMesh.intersects, after the test of the bounds.
   *
   * @param ray - Local to it.
   * @param fastCheck - Any hit will do.
   * @param predicate - Which facets count.
   * @param world - Where the mesh is.
   * @returns What was hit, if anything.
   */
  public pick(
    ray: Ray,
    fastCheck: boolean,
    predicate: TrianglePickingPredicate | undefined,
    world: Matrix,
  ): PickingInfo {
    const shape = this._body.askShape();
    const links = this._mesh.cuts.linksOf(this._mesh.nets.current);
    let rays = this._rays;
    if (!rays || shape !== this._shape || links !== this._links) {
      const { restGrid, nets } = this._mesh;
      this._shape = shape;
      this._links = links;
      this._version = -1;
      rays = links
        ? new CutRays(layoutOf(nets.current, links, wholeCutSegments(nets.current.restGrid)))
        : new SurfaceRays(restGrid.countU, restGrid.countV);
      this._rays = rays;
    }
    if (shape.version !== this._version) {
      this._version = shape.version;
      rays.setPoints(shape.local);
    }
    const { origin, direction, length } = ray;
    const line = { origin: origin.asArray(), direction: direction.asArray(), length };
    const hit = rays.intersect(line, fastCheck, predicate && facetPredicate(predicate, ray));
    return hit ? this._infoOf(ray, hit, world) : new PickingInfo();
  }

  /** Within the outline of the sheet. */
  private _nearestDrawn(u: number, v: number): readonly [number, number] {
    const { definition, nets } = this._mesh;
    const { trim, restGrid } = nets.current;
    if (!trim || !definition.outline || isWithin(definition.outline, u, v)) {
      return [u, v];
    }
    return nearestPlace(trim, restGrid.countU - 2, restGrid.countV - 2, u, v);
  }

  /** Finds the point of the last shape. */
  private _evaluate(u: number, v: number): void {
    const { restGrid, cuts, nets } = this._mesh;
    const { countU, countV } = restGrid;
    const { local } = this._body.askShape();
    const links = cuts.linksOf(nets.current);
    if (!links) {
      evaluateSurface(local, countU, countV, u, v, this._point);
      return;
    }
    const [alongU, alongV] = [u * (countU - 2), v * (countV - 2)];
    const [column, row] = [Math.min(Math.floor(alongU), countU - 3), Math.min(Math.floor(alongV), countV - 3)];
    const points = new Float64Array(PATCH_NUMBERS);
    new CutPatches(countU, countV, links, nets.current.trim !== null).findPoints(local, column, row, points);
    evaluatePatch(points, alongU - column, alongV - row, this._point);
  }

  private _infoOf(ray: Ray, { u, v, distance }: SurfaceHit, world: Matrix): PickingInfo {
    const { faces } = this._mesh.definition;
    this._evaluate(u, v);
    const normal = Vector3.FromArray(this._point.normal);
    const isFront = faces.front && (!faces.back || Vector3.Dot(normal, ray.direction) < 0);
    const [u0, v0, u1, v1] = isFront ? faces.frontUVs : faces.backUVs;
    const info = new ClothPickingInfo(normal, new Vector2(u0 + (u1 - u0) * u, v0 + (v1 - v0) * v), world.clone());
    const start = Vector3.TransformCoordinates(ray.origin, world);
    info.pickedPoint = Vector3.TransformNormal(ray.direction.scale(distance), world).addInPlace(start);
    info.distance = Vector3.Distance(start, info.pickedPoint);
    info.hit = true;
    info.pickedMesh = this._mesh;
    info.bu = u;
    info.bv = v;
    return info;
  }
}

/** Has of its own what Babylon reads from vertices, which are on the GPU. */
class ClothPickingInfo extends PickingInfo {
  public constructor(
    private readonly _normal: Vector3,
    private readonly _texture: Vector2,
    private readonly _world: Matrix,
  ) {
    super();
  }

  /** {@inheritDoc PickingInfo.getNormal} */
  public override getNormal(useWorldCoordinates = false): Vector3 {
    const inWorld = worldNormal(this._normal, this._world);
    const isAway = this.ray !== null && Vector3.Dot(inWorld, this.ray.direction) > 0;
    return (useWorldCoordinates ? inWorld : this._normal).scale(isAway ? -1 : 1);
  }

  /** {@inheritDoc PickingInfo.getTextureCoordinates} */
  public override getTextureCoordinates(uvSet = "uv"): Nullable<Vector2> {
    return uvSet === "uv" ? this._texture.clone() : null;
  }
}

function facetPredicate(predicate: TrianglePickingPredicate, ray: Ray): FacetPredicate {
  return (corners, a, b, c) => {
    const [first, second, third] = [a, b, c].map((at) => Vector3.FromArray(corners, at));
    return predicate(first, second, third, ray, a / 3, b / 3, c / 3);
  };
}

/** Normals keep their right angle to the surface under any scaling. */
function worldNormal(normal: Vector3, world: Matrix): Vector3 {
  return Vector3.TransformNormal(normal, world.toNormalMatrix(new Matrix())).normalize();
}
