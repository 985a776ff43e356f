// Geometry images: a mesh of any form as a grid of positions (Gu, Gortler, Hoppe 2002, Geometry images; Zeller 2005, Cloth simulation, NVIDIA).
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { shown } from "../babylon/shown.js";
import { trianglesOf } from "../colliders/meshField.js";
import { isGroup } from "../options/rules.js";
import type { ClothClosed } from "../options/sheetOptions.js";
import { shortestCut, shiftsAlong } from "./cylinderCut.js";
import { embed, type EmbeddingInput } from "./embedding.js";
import { openSurfaceOf, sidesOf, type OpenSurface } from "./openSurface.js";
import { sampleSurface } from "./sampleSurface.js";
import { aspectOf, chooseCorners, heightOf, lengthsAlong, placeOnSquare } from "./squareBorder.js";

/** A surface as a grid of positions, for {@link clothFromGeometryImage}. */
export interface IGeometryImage {
  /** Nodes along u: 2 or more. */
  readonly width: number;
  /** Nodes along v: 2 or more. */
  readonly height: number;
  /** Local to the mesh [m], row by row from v = 0, each from u = 0; shape [height, width, 3]. */
  readonly positions: Float32Array;
  /** Edges that meet: "u" for a cylinder, whose last column is its first one. Default "none". */
  readonly closed?: ClothClosed;
}

/** How {@link createGeometryImage} resamples a mesh. */
export interface IGeometryImageOptions {
  /** Nodes along u. Default 129, a whole number from 2 to 2048. */
  width?: number;
  /** Nodes along v. Default 129, a whole number from 2 to 2048. */
  height?: number;
  /**
   * Where the corners of the sheet are on the border of a mesh with one border: the nearest vertices to (u, v) = (0, 0), (1, 0), (1, 1) and (0, 1),
   * counterclockwise as seen from the front; local to the mesh [m]. Default the four sharpest turns, the highest edge at v = 1.
   */
  corners?: readonly Vector3[];
  /**
   * Where gravity will pull, local to the mesh: v runs against it, so that columns carry weight (PhysX 3: gravity hint of a fabric). Of a cylinder and,
   * without `corners`, of a disc the higher border or edge is v = 1. Any length but 0. Default (0, -1, 0).
   */
  gravity?: Vector3;
}

/** Triangles without a mesh, such as a `VertexData`. */
export interface IClothTriangles {
  /** Shape [vertices, 3] [m]. */
  readonly positions: ArrayLike<number>;
  /** Three vertices a triangle, wound the same way. */
  readonly indices: ArrayLike<number>;
}

const optionNames: readonly string[] = [
  "width",
  "height",
  "corners",
  "gravity",
] satisfies (keyof IGeometryImageOptions)[];
const DEFAULT_NODES = 129;
const MAX_NODES = 2048;

/**
 * Resamples an ordinary mesh to a grid, so that it can be cloth: a disc (one border), such as a shirt front or a bell, or a cylinder (two borders),
 * such as a sleeve. A cylinder is cut where that is shortest, and its image is closed along u. All nodes lie on the mesh, and those of an edge on
 * its border. Vertices at the same place are one. Transforms, bones and morph targets of the mesh do not count.
 *
 * @param mesh - Or its triangles: wound the same way, at most 65536 vertices.
 * @param options - All optional.
 * @returns The image. Its front is that of the mesh.
 * @throws TypeError if it is no mesh, or if an option is unknown or of another type; RangeError if it is no disc or cylinder, or if an option is not
 * allowed. Both name the mesh.
 * @example
 * ```ts
 * const image = createGeometryImage(modelledShirt);
 * const shirt = clothFromGeometryImage("shirt", image, { controlPoints: 24, pins: "topEdge" }, scene);
 * ```
 */
export function createGeometryImage(
  mesh: AbstractMesh | IClothTriangles,
  options: IGeometryImageOptions = {},
): IGeometryImage {
  const isMesh = mesh instanceof AbstractMesh;
  if (!isMesh && !areTriangles(mesh)) {
    throw new TypeError(`createGeometryImage: mesh is ${shown(mesh)}, must be a mesh or { positions, indices }.`);
  }
  const named = isMesh ? `mesh "${mesh.name}"` : "mesh of triangles";
  const refuse = (why: string, cause?: unknown): never => {
    throw new RangeError(`createGeometryImage: ${named} has no geometry image: ${why}.`, { cause });
  };
  checkNames(named, options);
  const width = nodeCount(named, "width", options.width);
  const height = nodeCount(named, "height", options.height);
  const up = upOf(named, options.gravity);
  if (isMesh && mesh.isDisposed()) {
    refuse("it is disposed, must be in the scene");
  }
  try {
    const surface = openSurfaceOf(isMesh ? trianglesOf(mesh) : { points: mesh.positions, indices: mesh.indices });
    const isCylinder = surface.borders.length === 2;
    if (isCylinder && options.corners) {
      throw new RangeError("corners are given, and it is a cylinder, which has none");
    }
    const places = embed(isCylinder ? cylinderInput(surface, up) : discInput(surface, up, options.corners));
    const positions = sampleSurface(surface, places, width, height, isCylinder);
    return { width, height, positions, closed: isCylinder ? "u" : "none" };
  } catch (error) {
    return refuse((error as Error).message, error);
  }
}

function checkNames(mesh: string, options: unknown): void {
  const subject = `createGeometryImage: options of the image of ${mesh}`;
  const names = optionNames.join(", ");
  if (!isGroup(options)) {
    throw new TypeError(`${subject} is ${shown(options)}, must be an object of ${names}.`);
  }
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) {
      throw new TypeError(`${subject} has no ${name}; it has ${names}.`);
    }
  }
  const { corners } = options as Partial<Record<keyof IGeometryImageOptions, unknown>>;
  const areCorners = Array.isArray(corners) && Array.from(corners).every((corner) => corner instanceof Vector3);
  if (corners !== undefined && !areCorners) {
    throw new TypeError(
      `createGeometryImage: corners of the image of ${mesh} is ${shown(corners)}, must be a list of Vector3.`,
    );
  }
}

function nodeCount(mesh: string, option: string, given: unknown = DEFAULT_NODES): number {
  const isCount = Number.isInteger(given) && (given as number) >= 2 && (given as number) <= MAX_NODES;
  if (!isCount) {
    throw new RangeError(
      `createGeometryImage: ${option} of the image of ${mesh} is ${shown(given)}, must be a whole number from 2 to ${MAX_NODES.toString()}.`,
    );
  }
  return given as number;
}

function areTriangles(mesh: unknown): mesh is IClothTriangles {
  const { positions, indices } = (mesh ?? {}) as Partial<Record<keyof IClothTriangles, unknown>>;
  const areNumbers = (list: unknown): boolean => Array.isArray(list) || ArrayBuffer.isView(list);
  return areNumbers(positions) && areNumbers(indices);
}

/** Unit vector against gravity. */
function upOf(mesh: string, gravity: unknown): readonly number[] {
  if (gravity === undefined) {
    return [0, 1, 0];
  }
  const length = gravity instanceof Vector3 ? gravity.length() : NaN;
  if (!(length > 0 && length < Infinity)) {
    throw new RangeError(
      `createGeometryImage: gravity of the image of ${mesh} is ${shown(gravity)}, must be a Vector3 of some length.`,
    );
  }
  return (gravity as Vector3).scale(-1 / length).asArray();
}

/** The border of a disc goes onto the unit square. */
function discInput(
  { points, corners, borders: [border] }: OpenSurface,
  up: readonly number[],
  given?: readonly Vector3[],
): EmbeddingInput {
  if (border.length < 4) {
    throw new RangeError("its border has 3 vertices, must have at least 4 (subdivide it)");
  }
  const chosen = given ? nearestOnBorder(points, border, given) : chooseCorners(points, border, up);
  const places = placeOnSquare(points, border, chosen);
  const fixed = new Map(border.map((vertex, k) => [vertex, [places[2 * k], places[2 * k + 1]] as const]));
  return { points, corners, shifts: new Uint8Array(corners.length), fixed, aspect: aspectOf(points, border, chosen) };
}

/** The borders of a cylinder become v = 0 and, if it is higher, v = 1; both start at the cut. */
function cylinderInput(surface: OpenSurface, up: readonly number[]): EmbeddingInput {
  const { points, corners } = surface;
  const height = (border: readonly number[]): number =>
    border.reduce((sum, vertex) => sum + heightOf(points, vertex, up), 0) / border.length;
  const [first, second] = surface.borders;
  const borders = height(first) > height(second) ? [second, first] : [first, second];
  const cut = shortestCut({ points, corners, borders });
  const fixed = new Map<number, readonly [number, number]>();
  let around = 0;
  borders.forEach((border, v) => {
    const start = border.indexOf(v === 0 ? cut[0] : cut[cut.length - 1]);
    const turned = [...border.slice(start), ...border.slice(0, start)];
    const along = lengthsAlong(points, turned);
    const length = along[border.length];
    around += length / 2;
    turned.forEach((vertex, k) => {
      // The surface is to the left of its borders: the upper one goes back.
      fixed.set(vertex, [v === 0 || k === 0 ? along[k] / length : 1 - along[k] / length, v]);
    });
  });
  const along = lengthsAlong(points, cut)[cut.length - 1];
  const shifts = shiftsAlong(corners, sidesOf(corners, points.length / 3), cut);
  return { points, corners, shifts, fixed, aspect: around / along };
}

function nearestOnBorder(points: Float64Array, border: readonly number[], given: readonly Vector3[]): number[] {
  const places = Array.from(given, ({ x, y, z }) => {
    const squares = border.map(
      (vertex) => (points[3 * vertex] - x) ** 2 + (points[3 * vertex + 1] - y) ** 2 + (points[3 * vertex + 2] - z) ** 2,
    );
    return squares.indexOf(Math.min(...squares));
  });
  const after = places.map((place) => (place - places[0] + border.length) % border.length);
  if (places.length !== 4 || after.some((place, k) => k > 0 && !(place > after[k - 1]))) {
    throw new RangeError(
      "corners must be four points near four vertices of its border, counterclockwise as seen from the front",
    );
  }
  return places;
}
