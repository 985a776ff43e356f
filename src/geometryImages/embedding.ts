// A surface on the plane: each inner vertex is a mean of its neighbours (Floater 2003, Mean value coordinates), and weights are then changed until
// the image stretches more evenly (Yoshizawa, Belyaev, Seidel 2004, A fast and simple stretch-minimizing mesh parameterization).
import { distance } from "../sim/points.js";
import { following } from "./openSurface.js";
import { solveMeans, type MeanSystem } from "./sparseSystem.js";

/** What is to be embedded. */
export interface EmbeddingInput {
  /** Shape [vertices, 3] [m]. */
  readonly points: Float64Array;
  /** Shape [triangles, 3]. */
  readonly corners: Int32Array;
  /** Added to u at each corner, shape [triangles, 3]: a cylinder goes on there. */
  readonly shifts: Uint8Array;
  /** Where vertices of the borders are on the plane. */
  readonly fixed: ReadonlyMap<number, readonly [number, number]>;
  /** Width of the unit square over its height, as the sheet is cut. */
  readonly aspect: number;
}

/** Angles are at most this [rad]: triangles without an area have weights too. */
const MAX_ANGLE = Math.PI - 1e-3;
const MAX_ROUNDS = 12;
/** Rounds go on while the stretch falls by more than this part. */
const GAIN = 1e-3;

/**
 * @param input - Triangles, and where their borders are.
 * @returns u and v of each corner, shape [triangles, 3, 2].
 * @throws RangeError if triangles are turned over: a border that is no convex polygon, or numbers that are too far apart.
 */
export function embed(input: EmbeddingInput): Float64Array {
  const { points, corners, fixed } = input;
  const count = points.length / 3;
  const net = netOf(input);
  const places = [new Float64Array(count).fill(0.5), new Float64Array(count).fill(0.5)];
  for (const [vertex, place] of fixed) {
    places.forEach((coordinates, axis) => (coordinates[vertex] = place[axis]));
  }
  const weights = Float64Array.from(net.weights);
  let best: Float64Array | null = null;
  let least = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    solvePlaces(input, net, weights, places);
    const found = placesOfCorners(input, places);
    const { stretch, ofVertices } = stretchOf(input, found);
    if (!(stretch < least * (1 - GAIN))) break;
    [best, least] = [found, stretch];
    for (let k = 0; k < weights.length; k++) {
      weights[k] /= ofVertices[net.columns[k]];
    }
  }
  if (!best) {
    const triangles = (corners.length / 3).toString();
    throw new RangeError(`its ${triangles} triangles cannot be spread on a plane: some are much smaller than others`);
  }
  return best;
}

/** Neighbours of all vertices, with mean value weights that are not yet of sum 1, and by how much u of a neighbour is shifted. */
interface Net extends MeanSystem {
  readonly shifts: Int8Array;
}

function netOf({ points, corners, shifts }: EmbeddingInput): Net {
  const count = points.length / 3;
  const rows = Array.from({ length: count }, () => new Map<number, number>());
  for (let corner = 0; corner < corners.length; corner++) {
    const [next, last] = [following(corner), following(following(corner))];
    const [i, j, k] = [corners[corner], corners[next], corners[last]];
    const half = Math.tan(angleAt(points, i, j, k) / 2);
    for (const [other, vertex] of [
      [next, j],
      [last, k],
    ]) {
      const weight = half / distance(points, i, vertex);
      // A narrow cylinder may reach a neighbour by both ways around.
      const shift = shifts[other] - shifts[corner];
      const key = 3 * vertex + shift + 1;
      rows[i].set(key, (rows[i].get(key) ?? 0) + weight);
    }
  }
  const starts = new Int32Array(count + 1);
  rows.forEach((row, i) => (starts[i + 1] = starts[i] + row.size));
  const keys = rows.flatMap((row) => [...row.keys()]);
  return {
    starts,
    columns: Int32Array.from(keys, (key) => Math.floor(key / 3)),
    shifts: Int8Array.from(keys, (key) => (key % 3) - 1),
    weights: Float64Array.from(rows.flatMap((row) => [...row.values()])),
  };
}

/** `places` are a first guess, and receive the solution. */
function solvePlaces({ fixed }: EmbeddingInput, net: Net, given: Float64Array, places: readonly Float64Array[]): void {
  const count = net.starts.length - 1;
  const [starts, columns, weights] = [new Int32Array(count + 1), [] as number[], [] as number[]];
  const right = places.map((coordinates) => Float64Array.from(coordinates));
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = net.starts[i]; k < net.starts[i + 1]; k++) sum += given[k];
    if (!fixed.has(i) && sum > 0) {
      right.forEach((numbers) => (numbers[i] = 0));
      for (let k = net.starts[i]; k < net.starts[i + 1]; k++) {
        const weight = given[k] / sum;
        const place = fixed.get(net.columns[k]);
        right[0][i] += weight * (net.shifts[k] + (place?.[0] ?? 0));
        right[1][i] += weight * (place?.[1] ?? 0);
        if (!place) {
          columns.push(net.columns[k]);
          weights.push(weight);
        }
      }
    }
    starts[i + 1] = columns.length;
  }
  const system = { starts, columns: Int32Array.from(columns), weights: Float64Array.from(weights) };
  places.forEach((coordinates, axis) => {
    solveMeans(system, right[axis], coordinates);
  });
}

function placesOfCorners({ corners, shifts }: EmbeddingInput, [u, v]: readonly Float64Array[]): Float64Array {
  const places = new Float64Array(2 * corners.length);
  corners.forEach((vertex, corner) => {
    places[2 * corner] = u[vertex] + shifts[corner];
    places[2 * corner + 1] = v[vertex];
  });
  return places;
}

/** Mean stretch of the surface over its image, and that around each vertex (Sander et al. 2001); Infinity if a triangle is turned over. */
function stretchOf(
  { points, corners, aspect }: EmbeddingInput,
  places: Float64Array,
): { readonly stretch: number; readonly ofVertices: Float64Array } {
  const [sums, areas] = [new Float64Array(points.length / 3), new Float64Array(points.length / 3)];
  let [sum, whole, isTurned] = [0, 0, false];
  for (let corner = 0; corner < corners.length; corner += 3) {
    const [a, b, c] = corners.subarray(corner, corner + 3);
    const [au, av, bu, bv, cu, cv] = places.subarray(2 * corner, 2 * corner + 6);
    const determinant = (bu - au) * (cv - av) - (cu - au) * (bv - av);
    if (!(determinant > 0)) isTurned = true;
    // Derivatives of the position by u and v: lengths for the stretch, their cross product for the area.
    let [uu, vv, uv] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const [p, q, r] = [points[3 * a + axis], points[3 * b + axis], points[3 * c + axis]];
      const byU = ((q - p) * (cv - av) - (r - p) * (bv - av)) / determinant / aspect;
      const byV = ((r - p) * (bu - au) - (q - p) * (cu - au)) / determinant;
      uu += byU * byU;
      vv += byV * byV;
      uv += byU * byV;
    }
    const area = (Math.sqrt(Math.max(uu * vv - uv * uv, 0)) * determinant * aspect) / 2;
    const squared = (uu + vv) / 2;
    sum += squared * area;
    whole += area;
    for (const vertex of [a, b, c]) {
      sums[vertex] += squared * area;
      areas[vertex] += area;
    }
  }
  const mean = Math.sqrt(sum / whole);
  const ofVertices = sums.map((squares, i) => (squares > 0 ? Math.sqrt(squares / areas[i]) / mean : 1));
  return { stretch: isTurned ? Infinity : mean, ofVertices };
}

function angleAt(points: Float64Array, i: number, j: number, k: number): number {
  let cosine = 0;
  for (let axis = 0; axis < 3; axis++) {
    cosine += (points[3 * j + axis] - points[3 * i + axis]) * (points[3 * k + axis] - points[3 * i + axis]);
  }
  cosine /= distance(points, i, j) * distance(points, i, k);
  return Math.min(Math.acos(Math.min(Math.max(cosine, -1), 1)), MAX_ANGLE);
}
