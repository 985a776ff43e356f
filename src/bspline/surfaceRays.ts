// Where a ray meets the surface: knot spans whose box it meets, facets of those spans, then Newton's method on the surface.
import { quadraticBasis } from "./surface.js";

const { abs, floor, max, min } = Math;

/** Facets along each side of a span: fine enough for Newton's method to find its way from each of them. */
const FACETS = 4;
const CORNERS = FACETS + 1;
/** Part of a facet beyond its edges that still counts: the surface bulges over its facets at borders and silhouettes. */
const SLACK = 0.2;
const MAX_STEPS = 8;
/** Distance of a hit to its ray, as a part of the size of the span. */
const PRECISION = 1e-9;
const FLOATS_PER_BOX = 6;
const FLOATS_PER_SPLIT = 3 * CORNERS * CORNERS;

/** A ray in the space of the control points. */
export interface SurfaceRay {
  readonly origin: ArrayLike<number>;
  /** Of any length: distances are multiples of it. */
  readonly direction: ArrayLike<number>;
  /** Hits beyond it do not count. */
  readonly length: number;
}

/** A point where a ray meets the surface. */
export interface SurfaceHit {
  readonly u: number;
  readonly v: number;
  /** Along the ray. */
  readonly distance: number;
}

/** A facet: where its corners start in an array of coordinates. Its corners have these numbers divided by three, too. */
export type FacetPredicate = (corners: Float64Array, a: number, b: number, c: number) => boolean;

/** Intersects rays with one surface. */
export class SurfaceRays {
  private readonly _spansU: number;
  private readonly _spansV: number;
  private _points = new Float64Array(0);
  /** Of each span: minimum, maximum. */
  private readonly _boxes: Float64Array;
  /** Of the facets of spans that a ray came near: those of all spans would take a gigabyte and more. */
  private readonly _corners = new Map<number, Float64Array>();
  private readonly _basisU = new Float64Array(6);
  private readonly _basisV = new Float64Array(6);
  /** Point of the surface and its derivatives along u and v. */
  private readonly _point = new Float64Array(3);
  private readonly _alongU = new Float64Array(3);
  private readonly _alongV = new Float64Array(3);

  /**
   * @param _countU - Control points in a row.
   * @param _countV - Rows.
   */
  public constructor(
    private readonly _countU: number,
    private readonly _countV: number,
  ) {
    this._spansU = _countU - 2;
    this._spansV = _countV - 2;
    this._boxes = new Float64Array(FLOATS_PER_BOX * this._spansU * this._spansV);
  }

  /** @param points - Control points, row by row, shape [countU * countV, 3]; not to be changed until the next call. */
  public setPoints(points: Float64Array<ArrayBuffer>): void {
    this._points = points;
    this._corners.clear();
    for (let span = 0; span < this._spansU * this._spansV; span++) {
      this._fitBox(span);
    }
  }

  /**
   * @param ray - In the space of the control points.
   * @param isFirstEnough - Any hit will do, not just the nearest.
   * @param accepts - Which facets count; all without it.
   * @returns The nearest hit on either side of the surface.
   */
  public intersect(ray: SurfaceRay, isFirstEnough = false, accepts?: FacetPredicate): SurfaceHit | null {
    let nearest: SurfaceHit | null = null;
    for (let span = 0; span < this._spansU * this._spansV; span++) {
      const reach = nearest?.distance ?? ray.length;
      if (!this._meetsBox(span, ray, reach)) {
        continue;
      }
      const corners = this._cornersOf(span);
      for (let facet = 0; facet < 2 * FACETS * FACETS; facet++) {
        const hit = this._meetFacet(span, facet, corners, ray);
        if (hit && hit.distance >= 0 && hit.distance <= (nearest?.distance ?? ray.length)) {
          if (!accepts || this._isAccepted(hit, accepts)) {
            nearest = hit;
            if (isFirstEnough) {
              return nearest;
            }
          }
        }
      }
    }
    return nearest;
  }

  /** A span lies in the hull of its nine control points. */
  private _fitBox(span: number): void {
    const { _boxes: boxes, _points: points, _countU: countU } = this;
    const at = FLOATS_PER_BOX * span;
    const column = span % this._spansU;
    const first = ((span - column) / this._spansU) * countU + column;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let j = 0; j < 3; j++) {
        for (let i = 0; i < 3; i++) {
          const coordinate = points[3 * (first + j * countU + i) + axis];
          low = min(low, coordinate);
          high = max(high, coordinate);
        }
      }
      boxes[at + axis] = low;
      boxes[at + 3 + axis] = high;
    }
  }

  private _sizeOf(span: number): number {
    const { _boxes: boxes } = this;
    const at = FLOATS_PER_BOX * span;
    return boxes[at + 3] - boxes[at] + boxes[at + 4] - boxes[at + 1] + boxes[at + 5] - boxes[at + 2];
  }

  private _meetsBox(span: number, { origin, direction }: SurfaceRay, reach: number): boolean {
    const { _boxes: boxes } = this;
    const at = FLOATS_PER_BOX * span;
    // A ray between two spans must not be lost to rounding.
    const room = 1e-6 * (abs(boxes[at + 3] - boxes[at]) + abs(boxes[at + 4] - boxes[at + 1]) + 1e-6);
    let near = 0;
    let far = reach;
    for (let axis = 0; axis < 3; axis++) {
      const low = boxes[at + axis] - room - origin[axis];
      const high = boxes[at + 3 + axis] + room - origin[axis];
      const along = direction[axis];
      if (along === 0) {
        if (low > 0 || high < 0) {
          return false;
        }
      } else {
        const first = low / along;
        const second = high / along;
        near = max(near, min(first, second));
        far = min(far, max(first, second));
      }
    }
    return near <= far;
  }

  /** Corners of the facets of a span; evaluated once. */
  private _cornersOf(span: number): Float64Array {
    let corners = this._corners.get(span);
    if (!corners) {
      corners = new Float64Array(FLOATS_PER_SPLIT);
      this._corners.set(span, corners);
      const column = span % this._spansU;
      const row = (span - column) / this._spansU;
      for (let k = 0; k < CORNERS * CORNERS; k++) {
        const [i, j] = [k % CORNERS, floor(k / CORNERS)];
        this._evaluate((column + i / FACETS) / this._spansU, (row + j / FACETS) / this._spansV);
        corners.set(this._point, 3 * k);
      }
    }
    return corners;
  }

  /** Möller and Trumbore's test of a facet, and the point of the surface behind it. */
  private _meetFacet(span: number, facet: number, p: Float64Array, ray: SurfaceRay): SurfaceHit | null {
    const { origin: o, direction: d } = ray;
    const isUpper = facet % 2;
    const column = (facet >> 1) % FACETS;
    const row = floor((facet >> 1) / FACETS);
    const own = 3 * (row * CORNERS + column);
    const a = isUpper ? own + 3 * CORNERS + 3 : own;
    const b = isUpper ? own + 3 * CORNERS : own + 3;
    const c = isUpper ? own + 3 : own + 3 * CORNERS;
    const bx = p[b] - p[a];
    const by = p[b + 1] - p[a + 1];
    const bz = p[b + 2] - p[a + 2];
    const cx = p[c] - p[a];
    const cy = p[c + 1] - p[a + 1];
    const cz = p[c + 2] - p[a + 2];
    const px = d[1] * cz - d[2] * cy;
    const py = d[2] * cx - d[0] * cz;
    const pz = d[0] * cy - d[1] * cx;
    const determinant = bx * px + by * py + bz * pz;
    const tx = o[0] - p[a];
    const ty = o[1] - p[a + 1];
    const tz = o[2] - p[a + 2];
    const alongB = (tx * px + ty * py + tz * pz) / determinant;
    // Not a number where the ray is in the plane of the facet.
    if (!(alongB >= -SLACK && alongB <= 1 + SLACK)) {
      return null;
    }
    const qx = ty * bz - tz * by;
    const qy = tz * bx - tx * bz;
    const qz = tx * by - ty * bx;
    const alongC = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant;
    if (!(alongC >= -SLACK && alongB + alongC <= 1 + SLACK)) {
      return null;
    }
    const distance = (cx * qx + cy * qy + cz * qz) / determinant;
    // The lower half has its corner a at the cell's own, the upper half at the opposite one.
    const i = isUpper ? 1 - alongB : alongB;
    const j = isUpper ? 1 - alongC : alongC;
    const spanColumn = span % this._spansU;
    const spanRow = (span - spanColumn) / this._spansU;
    const u = (spanColumn + (column + i) / FACETS) / this._spansU;
    const v = (spanRow + (row + j) / FACETS) / this._spansV;
    const isInside = alongB >= 0 && alongC >= 0 && alongB + alongC <= 1;
    return this._refine(ray, clamp(u), clamp(v), distance, isInside, PRECISION * this._sizeOf(span));
  }

  /**
   * Newton's method for surface(u, v) = origin + distance * direction. What it does not find in the sheet is none, unless it
   * gets lost in a fold of the facet's own size: then the facet is as good as it gets.
   */
  private _refine(
    ray: SurfaceRay,
    u: number,
    v: number,
    distance: number,
    isInside: boolean,
    precision: number,
  ): SurfaceHit | null {
    const { origin: o, direction: d } = ray;
    const { _point: s, _alongU: a, _alongV: b } = this;
    let now = { u, v, distance };
    for (let step = 0; step < MAX_STEPS; step++) {
      this._evaluate(now.u, now.v);
      const rx = o[0] + now.distance * d[0] - s[0];
      const ry = o[1] + now.distance * d[1] - s[1];
      const rz = o[2] + now.distance * d[2] - s[2];
      if (rx * rx + ry * ry + rz * rz <= precision * precision) {
        return now;
      }
      // Cramer's rule for du * a + dv * b - dt * d = r.
      const nx = a[1] * b[2] - a[2] * b[1];
      const ny = a[2] * b[0] - a[0] * b[2];
      const nz = a[0] * b[1] - a[1] * b[0];
      const determinant = nx * d[0] + ny * d[1] + nz * d[2];
      if (determinant === 0) {
        break;
      }
      const ex = d[1] * rz - d[2] * ry;
      const ey = d[2] * rx - d[0] * rz;
      const ez = d[0] * ry - d[1] * rx;
      const wantedU = now.u + (b[0] * ex + b[1] * ey + b[2] * ez) / determinant;
      const wantedV = now.v - (a[0] * ex + a[1] * ey + a[2] * ez) / determinant;
      const nextDistance = now.distance - (nx * rx + ny * ry + nz * rz) / determinant;
      const next = { u: clamp(wantedU), v: clamp(wantedV), distance: nextDistance };
      if (next.u === now.u && next.v === now.v && (next.u !== wantedU || next.v !== wantedV)) {
        // Held by the border of the sheet.
        return null;
      }
      now = next;
    }
    return isInside ? { u, v, distance } : null;
  }

  private _isAccepted({ u, v }: SurfaceHit, accepts: FacetPredicate): boolean {
    const column = min(floor(u * this._spansU * FACETS), this._spansU * FACETS - 1);
    const row = min(floor(v * this._spansV * FACETS), this._spansV * FACETS - 1);
    const span = floor(row / FACETS) * this._spansU + floor(column / FACETS);
    const isUpper = u * this._spansU * FACETS - column + (v * this._spansV * FACETS - row) > 1;
    return accepts(this._cornersOf(span), ...facetAt(column % FACETS, row % FACETS, isUpper));
  }

  private _evaluate(u: number, v: number): void {
    const { _points: points, _countU: countU, _basisU: basisU, _basisV: basisV } = this;
    const { _point: point, _alongU: alongU, _alongV: alongV } = this;
    const firstU = quadraticBasis(u, countU, basisU);
    const firstV = quadraticBasis(v, this._countV, basisV);
    for (let axis = 0; axis < 3; axis++) {
      let here = 0;
      let changeU = 0;
      let changeV = 0;
      for (let j = 0; j < 3; j++) {
        const at = 3 * ((firstV + j) * countU + firstU) + axis;
        const row = basisU[0] * points[at] + basisU[1] * points[at + 3] + basisU[2] * points[at + 6];
        here += basisV[j] * row;
        changeV += basisV[3 + j] * row;
        changeU += basisV[j] * (basisU[3] * points[at] + basisU[4] * points[at + 3] + basisU[5] * points[at + 6]);
      }
      point[axis] = here;
      alongU[axis] = changeU;
      alongV[axis] = changeV;
    }
  }
}

function facetAt(column: number, row: number, isUpper: boolean): [number, number, number] {
  const own = 3 * (row * CORNERS + column);
  const [right, above] = [own + 3, own + 3 * CORNERS];
  return isUpper ? [above + 3, above, right] : [own, right, above];
}

function clamp(parameter: number): number {
  return min(max(parameter, 0), 1);
}
