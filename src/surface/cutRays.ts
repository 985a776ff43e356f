// Where a ray meets a surface that is cut: the triangles of its patches.
import { vec3 } from "gl-matrix";
import { createSurfacePoint } from "../bspline/surface.js";
import type { FacetPredicate, SurfaceHit, SurfaceRay } from "../bspline/surfaceRays.js";
import type { SurfaceLayout } from "./surfaceLayout.js";

const LEAST_AREA = 1e-30;

/** Intersects rays with one cut surface. Stands in for SurfaceRays. */
export class CutRays {
  private readonly _corners: Float64Array;
  private readonly _parameters: Float64Array;
  private readonly _point = createSurfacePoint();

  /** @param _layout - Of the surface. */
  public constructor(private readonly _layout: SurfaceLayout) {
    this._corners = new Float64Array(3 * _layout.vertexCount);
    this._parameters = new Float64Array(2 * _layout.vertexCount);
  }

  /** @param points - Control points, shape [particles, 3]. */
  public setPoints(points: ArrayLike<number>): void {
    this._layout.evaluate(points, this._point, (number, u, v) => {
      this._corners.set(this._point.position, 3 * number);
      this._parameters.set([u, v], 2 * number);
    });
  }

  /**
   * @param ray - In the space of the control points.
   * @param isFirstEnough - Any hit will do, not just the nearest.
   * @param accepts - Which facets count; all without it.
   * @returns The nearest hit on either side of the surface.
   */
  public intersect(ray: SurfaceRay, isFirstEnough = false, accepts?: FacetPredicate): SurfaceHit | null {
    const { indices } = this._layout;
    const { _corners: corners, _parameters: parameters } = this;
    let nearest: SurfaceHit | null = null;
    for (let at = 0; at < indices.length && !(nearest && isFirstEnough); at += 3) {
      const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]];
      const hit = meetTriangle(corners, 3 * a, 3 * b, 3 * c, ray);
      const isNearer = hit && hit.distance >= 0 && hit.distance <= (nearest?.distance ?? ray.length);
      if (isNearer && (!accepts || accepts(corners, 3 * a, 3 * b, 3 * c))) {
        // The shares may add up to more than 1 by rounding.
        const share = Math.max(1 - hit.b - hit.c, 0);
        const at = (k: number): number =>
          share * parameters[2 * a + k] + hit.b * parameters[2 * b + k] + hit.c * parameters[2 * c + k];
        nearest = { u: at(0), v: at(1), distance: hit.distance };
      }
    }
    return nearest;
  }
}

// In double precision, as the other surface: a ray may come from afar.
const ab: vec3 = [0, 0, 0];
const ac: vec3 = [0, 0, 0];
const toStart: vec3 = [0, 0, 0];
const across: vec3 = [0, 0, 0];
const turned: vec3 = [0, 0, 0];

/** Möller and Trumbore 1997, both sides: shares of the second and third corner. */
function meetTriangle(
  corners: Float64Array,
  a: number,
  b: number,
  c: number,
  { origin, direction }: SurfaceRay,
): { readonly b: number; readonly c: number; readonly distance: number } | null {
  const way: vec3 = [direction[0], direction[1], direction[2]];
  for (let axis = 0; axis < 3; axis++) {
    ab[axis] = corners[b + axis] - corners[a + axis];
    ac[axis] = corners[c + axis] - corners[a + axis];
    toStart[axis] = origin[axis] - corners[a + axis];
  }
  const area = vec3.dot(ab, vec3.cross(across, way, ac));
  if (Math.abs(area) < LEAST_AREA) {
    return null;
  }
  const shareB = vec3.dot(toStart, across) / area;
  vec3.cross(turned, toStart, ab);
  const shareC = vec3.dot(way, turned) / area;
  const isInside = shareB >= 0 && shareC >= 0 && shareB + shareC <= 1;
  return isInside ? { b: shareB, c: shareC, distance: vec3.dot(ac, turned) / area } : null;
}
