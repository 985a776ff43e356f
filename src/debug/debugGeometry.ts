// What debug views draw, as plain numbers: from positions, no scene.
import { vec3, type ReadonlyVec3 } from "gl-matrix";
import { createSurfacePoint, evaluateSurface } from "../bspline/surface.js";
import { grevilleAbscissae } from "../bspline/knots.js";
import { LOOSE } from "../sim/cutTethers.js";
import { distance } from "../sim/points.js";
import type { RestGrid } from "../sim/restGrid.js";
import type { Tethers } from "../sim/tethers.js";
import type { ThinnedNet } from "./thinning.js";

/** Red, green, blue in [0, 1]. */
export type DebugColor = readonly [number, number, number];

/** Lines or triangles, each with corners of its own. */
export class DebugGeometry {
  /** Along the axes of the world [m], shape [corners, 3]. */
  public readonly positions: number[] = [];
  /** Shape [corners, 4]. */
  public readonly colors: number[] = [];

  /**
   * @param points - One corner after the other [m], shape [corners, 3].
   * @param color - Of all of them.
   */
  public add(points: readonly number[], [red, green, blue]: DebugColor): void {
    for (let at = 0; at < points.length; at += 3) {
      this.positions.push(points[at], points[at + 1], points[at + 2]);
      this.colors.push(red, green, blue, 1);
    }
  }

  /**
   * @param origin - What positions are relative to from now on [m].
   * @returns This.
   */
  public relativeTo(origin: ReadonlyVec3): this {
    this.positions.forEach((coordinate, i) => (this.positions[i] = coordinate - origin[i % 3]));
    return this;
  }
}

const SHORTER: DebugColor = [0.15, 0.4, 1];
const AT_REST: DebugColor = [0.25, 0.8, 0.35];
const LONGER: DebugColor = [1, 0.15, 0.1];
const FREE: DebugColor = [0.95, 0.95, 0.95];
const PINNED: DebugColor = [1, 0.75, 0.1];
const SLACK: DebugColor = [0.55, 0.55, 0.6];
const TAUT: DebugColor = [1, 0.35, 0.05];
const NORMAL: DebugColor = [0.3, 0.9, 1];
/** From one segment a span up, each level twice as fine; the first is coarser than that. */
const LEVELS: readonly DebugColor[] = [
  [0.35, 0.35, 0.9],
  [0.2, 0.65, 0.95],
  [0.2, 0.85, 0.6],
  [0.6, 0.9, 0.25],
  [0.95, 0.8, 0.2],
  [0.98, 0.5, 0.15],
  [0.95, 0.2, 0.2],
  [0.9, 0.2, 0.75],
];
/** Of the distance of particles: half the size of a mark. */
const MARK_SIZE = 0.08;
/** A tether counts as taut from this part of its length on. */
const TAUT_SHARE = 0.999;

/**
 * @param strain - Length over rest length, minus 1.
 * @param scale - Strain that is shown in full color.
 * @returns Blue where it is shorter than at rest, over green to red where it is longer.
 */
export function strainColor(strain: number, scale: number): DebugColor {
  const share = Math.min(Math.abs(strain) / scale, 1);
  const full = strain < 0 ? SHORTER : LONGER;
  const mix = (i: 0 | 1 | 2): number => AT_REST[i] + share * (full[i] - AT_REST[i]);
  return [mix(0), mix(1), mix(2)];
}

/**
 * @param level - Binary logarithm of the segments a span; -1 and less: spans are drawn together.
 * @returns From blue (coarse) to red (fine).
 */
export function levelColor(level: number): DebugColor {
  return LEVELS[Math.min(Math.max(Math.round(level) + 1, 0), LEVELS.length - 1)];
}

/** Strain of diagonals over that of threads, in the same color. */
const SKEW_SCALE = 10;

/**
 * @param restGrid - Of the net that is shown.
 * @param net - What is drawn of it.
 * @param rest - Rest positions as the mesh scales them [m], shape [particles, 3].
 * @param positions - Along the axes of the world [m], shape [particles, 3].
 * @param strainScale - Strain that is shown in full color.
 * @returns Lines between neighbours that are drawn: along u, along v and along both diagonals. Their color is the mean strain of the
 * links between those two. Diagonals change with skew, which is soft: they have full color at {@link SKEW_SCALE} times that strain.
 */
export function linkLines(
  { countU }: RestGrid,
  { columns, rows, isDrawn }: ThinnedNet,
  rest: Float32Array | Float64Array,
  positions: Float32Array,
  strainScale: number,
): DebugGeometry {
  const lines = new DebugGeometry();
  const links = (from: number, stride: number, count: number, scale = strainScale): void => {
    let [length, restLength] = [0, 0];
    for (let i = 0; i < count; i++) {
      const a = from + i * stride;
      length += distance(positions, a, a + stride);
      restLength += distance(rest, a, a + stride);
    }
    const to = from + count * stride;
    if (!isDrawn[from] || !isDrawn[to]) {
      return;
    }
    lines.add([...pointOf(positions, from), ...pointOf(positions, to)], strainColor(length / restLength - 1, scale));
  };
  rows.forEach((row, j) => {
    columns.forEach((column, i) => {
      const here = row * countU + column;
      const along = i + 1 < columns.length ? columns[i + 1] - column : 0;
      const across = j + 1 < rows.length ? rows[j + 1] - row : 0;
      if (along > 0) links(here, 1, along);
      if (across > 0) links(here, countU, across);
      // The last column or row may be nearer: no diagonal goes there.
      if (along === across && along > 0) {
        links(here, countU + 1, along, SKEW_SCALE * strainScale);
        links(here + along, countU - 1, along, SKEW_SCALE * strainScale);
      }
    });
  });
  return lines;
}

/**
 * @param tethers - Of the cloth.
 * @param net - Whose are drawn.
 * @param positions - Along the axes of the world [m], shape [particles, 3].
 * @param reach - Longest over rest distance to a pin.
 * @returns Lines from particles to pins, in another color where they are taut; none where a cut has taken the tether away.
 */
export function tetherLines(
  { perParticle, anchors, lengths }: Tethers,
  { isDrawn }: ThinnedNet,
  positions: Float32Array,
  reach: number,
): DebugGeometry {
  const lines = new DebugGeometry();
  anchors.forEach((anchor, t) => {
    const particle = Math.floor(t / perParticle);
    if (particle !== anchor && isDrawn[particle] && lengths[t] < LOOSE) {
      const isTaut = distance(positions, particle, anchor) >= TAUT_SHARE * reach * lengths[t];
      lines.add([...pointOf(positions, particle), ...pointOf(positions, anchor)], isTaut ? TAUT : SLACK);
    }
  });
  return lines;
}

/**
 * @param restGrid - Of the net that is shown.
 * @param net - What is drawn of it.
 * @param positions - Along the axes of the world [m], shape [particles, 3].
 * @param side - 1, or -1 where the mesh is mirrored.
 * @returns Lines along the normals of the surface, one a control point.
 */
export function normalLines(
  { countU, countV, spacing }: RestGrid,
  { step, columns, rows, isDrawn }: ThinnedNet,
  positions: Float32Array,
  side: number,
): DebugGeometry {
  const lines = new DebugGeometry();
  const point = createSurfacePoint();
  const [parametersU, parametersV] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  for (const row of rows) {
    for (const column of columns.filter((at) => isDrawn[row * countU + at])) {
      evaluateSurface(positions, countU, countV, parametersU[column], parametersV[row], point);
      const end = vec3.scaleAndAdd([0, 0, 0], point.position, point.normal, side * step * spacing);
      lines.add([...point.position, ...end], NORMAL);
    }
  }
  return lines;
}

/**
 * @param restGrid - Of the net that is shown.
 * @param net - What is drawn of it; pinned particles are drawn anyway.
 * @param positions - Along the axes of the world [m], shape [particles, 3].
 * @param pinned - 1 for each pinned particle.
 * @returns Triangles: an octahedron a particle, pinned ones in another color.
 */
export function particleMarks(
  { spacing }: RestGrid,
  { step, isDrawn }: ThinnedNet,
  positions: Float32Array,
  pinned: ArrayLike<number>,
): DebugGeometry {
  const marks = new DebugGeometry();
  const size = MARK_SIZE * step * spacing;
  for (let particle = 0; 3 * particle < positions.length; particle++) {
    if (!isDrawn[particle] && !pinned[particle]) continue;
    const [x, y, z] = pointOf(positions, particle);
    const corners: number[] = [];
    for (const right of [-size, size]) {
      for (const up of [-size, size]) {
        for (const ahead of [-size, size]) {
          corners.push(x + right, y, z, x, y + up, z, x, y, z + ahead);
        }
      }
    }
    marks.add(corners, pinned[particle] ? PINNED : FREE);
  }
  return marks;
}

/**
 * @param surface - Vertices as they are drawn.
 * @param uvAreas - Of the whole sheet, in texture coordinates, one a face: the vertices of faces follow each other.
 * @param spans - Of the control grid.
 * @param maximum - Triangles that are drawn at most; of more, every second, third and so on.
 * @returns Lines: the edges of triangles, colored by the level of tessellation.
 */
export function levelLines(
  { positions, uvs, indices }: { positions: ArrayLike<number>; uvs: ArrayLike<number>; indices: Uint32Array },
  uvAreas: readonly number[],
  spans: number,
  maximum: number,
): DebugGeometry {
  const lines = new DebugGeometry();
  const step = 3 * Math.max(Math.ceil(indices.length / 3 / maximum), 1);
  for (let at = 0; at < indices.length; at += step) {
    const [a, b, c] = indices.subarray(at, at + 3);
    const [ux, uy] = [uvs[2 * b] - uvs[2 * a], uvs[2 * b + 1] - uvs[2 * a + 1]];
    const [vx, vy] = [uvs[2 * c] - uvs[2 * a], uvs[2 * c + 1] - uvs[2 * a + 1]];
    const area = Math.abs(ux * vy - uy * vx) / 2;
    if (area > 0) {
      const uvArea = uvAreas[Math.floor((3 * a * uvAreas.length) / positions.length)];
      // Two triangles a quad; level x level quads a span.
      const level = Math.log2(uvArea / (2 * area * spans)) / 2;
      const [p, q, r] = [pointOf(positions, a), pointOf(positions, b), pointOf(positions, c)];
      lines.add([...p, ...q, ...q, ...r, ...r, ...p], levelColor(level));
    }
  }
  return lines;
}

function pointOf(positions: ArrayLike<number>, index: number): [number, number, number] {
  return [positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]];
}
