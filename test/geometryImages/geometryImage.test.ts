/** Geometry images: nodes lie on the mesh, edges on its border, nothing folds. */
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateDisc } from "@babylonjs/core/Meshes/Builders/discBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import { createGeometryImage, geometryImageFromTexture, type IGeometryImage } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { areaOf, areaVector, trianglesOf, type Point, type Triangle } from "../support/meshTriangles.js";
import { note } from "../support/note.js";
import { cap, meshOf, patch, sleeve } from "../support/openMeshes.js";
import { randomNumbers } from "../support/random.js";
import { triangleDistance } from "../support/triangleDistance.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

/** A rag: an uneven patch without some of the triangles of its border. */
function rag(seed: number): AbstractMesh {
  const random = randomNumbers(seed);
  const [a, b, c] = [random(), random(), random()];
  const { positions, indices } = patch(12, 9, (u, v) => {
    const jitter = (): number => 0.02 * (random() - 0.5);
    return [1.4 * u + jitter(), v + jitter(), 0.3 * Math.sin(5 * a * u + 4 * b * v + 6 * c)];
  });
  // No two of them share a vertex: what is left is one disc.
  const torn = [0, 4, 8].map((column) => 6 * (column + (seed % 3)));
  const kept = indices.filter((_, i) => !torn.some((first) => i >= first && i < first + 3));
  return meshOf(`rag ${seed.toString()}`, positions, kept, made.scene);
}

function node({ width, positions }: IGeometryImage, i: number, j: number): Point {
  const at = 3 * (j * width + i);
  return [positions[at], positions[at + 1], positions[at + 2]];
}

function cellsOf(image: IGeometryImage): Triangle[] {
  const cells: Triangle[] = [];
  for (let j = 0; j + 1 < image.height; j++) {
    for (let i = 0; i + 1 < image.width; i++) {
      const [a, b, c, d] = [node(image, i, j), node(image, i + 1, j), node(image, i + 1, j + 1), node(image, i, j + 1)];
      cells.push([a, b, c], [a, c, d]);
    }
  }
  return cells;
}

/** Edges of one triangle alone, by positions: what the border is, found another way than the library does. */
function borderOf(triangles: readonly Triangle[]): (readonly [Point, Point])[] {
  const key = (point: Point): string => point.map((x) => (Math.round(x * 1e5) + 0).toString()).join();
  const edges = new Map<string, (readonly [Point, Point])[]>();
  for (const [a, b, c] of triangles) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const name = [key(from), key(to)].sort().join(";");
      edges.set(name, [...(edges.get(name) ?? []), [from, to]]);
    }
  }
  return [...edges.values()].filter((same) => same.length === 1).map(([edge]) => edge);
}

/** Distance of a point from lines [m]. */
function toEdges(point: Point, edges: readonly (readonly [Point, Point])[]): number {
  const p = Vector3.FromArray(point);
  return Math.min(
    ...edges.map(([a, b]) => {
      const [from, along] = [Vector3.FromArray(a), Vector3.FromArray(b).subtract(Vector3.FromArray(a))];
      const share = Vector3.Dot(p.subtract(from), along) / along.lengthSquared();
      return Vector3.Distance(p, from.add(along.scale(Math.min(Math.max(share, 0), 1))));
    }),
  );
}

const NODES = 25;

/** What is true of each image, whatever the mesh. */
function expectSurface(mesh: AbstractMesh, image: IGeometryImage, minShare: number, maxSpread = 2): void {
  const { width, height, positions, closed } = image;
  const triangles = trianglesOf(mesh);
  const distance = triangleDistance(
    triangles.flat(2),
    triangles.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
  );
  let farthest = 0;
  for (let at = 0; at < positions.length; at += 3) {
    farthest = Math.max(farthest, Math.abs(distance(positions[at], positions[at + 1], positions[at + 2])));
  }
  const border = borderOf(triangles);
  let offBorder = 0;
  for (let i = 0; i < width; i++) {
    const edges = [node(image, i, 0), node(image, i, height - 1)];
    if (closed !== "u") edges.push(node(image, 0, i), node(image, width - 1, i));
    offBorder = Math.max(offBorder, ...edges.map((point) => toEdges(point, border)));
  }
  const cells = cellsOf(image);
  const share = areaOf(cells) / areaOf(triangles);
  const sizes = cells.map((cell) => areaVector(cell).length());
  const spread = Math.max(...sizes) / (areaOf(cells) / cells.length);
  note(`${mesh.name}: off ${farthest}, border ${offBorder}, area ${share}, largest cell ${spread} of the mean`);
  expect(farthest).toBeLessThan(1e-6);
  expect(offBorder).toBeLessThan(1e-6);
  expect(share).toBeGreaterThan(minShare);
  // Cells reach a little beyond a border that is hollow.
  expect(share).toBeLessThan(1.01);
  expect(spread).toBeLessThan(maxSpread);
}

test("a flat sheet, however it is meshed, has its own rectangle as its image", () => {
  const { positions, indices } = patch(20, 13, (u, v) => {
    const inside = 0.3 * u * (1 - u) * v * (1 - v);
    return [2 * u + inside * Math.sin(31 * u + 17 * v), 1.2 * v + inside * Math.cos(23 * u - 19 * v), 0.3];
  });
  const image = createGeometryImage(meshOf("sheet", positions, indices, made.scene), { width: 21, height: 41 });
  for (let j = 0; j < 41; j++) {
    for (let i = 0; i < 21; i++) {
      const [x, y, z] = node(image, i, j);
      expect(Math.hypot(x - (2 * i) / 20, y - (1.2 * j) / 40, z - 0.3)).toBeLessThan(1e-6);
    }
  }
});

test("a ground of two triangles is a sheet that points up as it does, far edge last", () => {
  const image = createGeometryImage(CreateGround("ground", { width: 1, height: 2 }, made.scene), {
    width: 3,
    height: 3,
  });
  expect(node(image, 0, 0)).toEqual([-0.5, 0, -1]);
  expect(node(image, 2, 2)).toEqual([0.5, 0, 1]);
});

test.each([
  ["half a sphere", Math.PI / 2, 0.99],
  ["most of a sphere", 0.8 * Math.PI, 0.98],
])("%s: nodes lie on it, edges on its border, nothing folds", (name, angle, minShare) => {
  const mesh = cap(name, angle, made.scene);
  const image = createGeometryImage(mesh, { width: NODES, height: NODES });
  expect(image.closed).toBe("none");
  expectSurface(mesh, image, minShare);
  const cells = cellsOf(image);
  // The border is smooth where the square has its corners: the cells there are three points in a row.
  const inner = cells.filter((_, i) => ![0, NODES - 2].includes(Math.floor(i / 2) % (NODES - 1)));
  for (const cell of inner) {
    const middle = cell.map(([x, y, z]) => new Vector3(x, y, z)).reduce((sum, point) => sum.add(point), Vector3.Zero());
    // Where the triangles of the mesh point, those of its image do too: the front stays the front.
    expect(Vector3.Dot(areaVector(cell), middle) * Math.sign(outwards(mesh))).toBeGreaterThan(0);
  }
});

function outwards(mesh: AbstractMesh): number {
  return trianglesOf(mesh).reduce(
    (sum, triangle) => sum + Vector3.Dot(areaVector(triangle), Vector3.FromArray(triangle[0])),
    0,
  );
}

test.each([1, 2, 3, 4, 5, 6])("rag %i, with an uneven border, is covered to its edges", (seed) => {
  const mesh = rag(seed);
  const image = createGeometryImage(mesh, { width: NODES, height: NODES });
  expectSurface(mesh, image, 0.97, 4);
  // Waves along z, seen along z: no cell is turned over but where it bridges a notch.
  const sign = Math.sign(trianglesOf(mesh).reduce((sum, triangle) => sum + areaVector(triangle).z, 0));
  const turned = cellsOf(image).filter((cell) => sign * areaVector(cell).z < 0);
  expect(areaOf(turned) / areaOf(trianglesOf(mesh))).toBeLessThan(1e-3);
});

test("a bent sleeve is closed along u, its columns meet, and v leads from border to border", () => {
  const mesh = sleeve(made.scene);
  const image = createGeometryImage(mesh, { width: NODES, height: NODES });
  expect(image.closed).toBe("u");
  expectSurface(mesh, image, 0.98);
  for (let j = 0; j < NODES; j++) expect(node(image, 0, j)).toEqual(node(image, NODES - 1, j));
  for (let i = 0; i < NODES; i++) {
    expect(node(image, i, 0)[1]).toBeCloseTo(0, 6);
    expect(node(image, i, NODES - 1)[1]).toBeCloseTo(1.5, 6);
  }
  const turned = trianglesOf(mesh).reduce((sum, t) => sum + around(areaVector(t), t), 0);
  for (const cell of cellsOf(image)) expect(around(areaVector(cell), cell) * turned).toBeGreaterThan(0);
});

/** How much an area points away from the axis of the sleeve. */
function around(area: Vector3, [[x, y, z]]: Triangle): number {
  return area.x * (x - 0.4 * (y / 1.5) ** 2) + area.z * z;
}

test("a cylinder of Babylon, with its doubled vertices, becomes a grid of equal cells", () => {
  const mesh = CreateCylinder(
    "tube",
    { height: 1, diameter: 0.5, tessellation: 24, subdivisions: 3, cap: 0 },
    made.scene,
  );
  const image = createGeometryImage(mesh, { width: 25, height: 9 });
  const sizes = cellsOf(image).map((cell) => areaVector(cell).length());
  // Sides of a prism with 24 corners.
  const cell = (0.5 * Math.sin(Math.PI / 24) * (1 / 8)) / 2;
  for (const size of sizes) expect(size / cell).toBeCloseTo(1, 3);
});

test.each<[string, () => AbstractMesh, string]>([
  ["half of CreateSphere", () => CreateSphere("half", { slice: 0.5, segments: 6 }, made.scene), "none"],
  ["CreateDisc", () => CreateDisc("disc", { tessellation: 30 }, made.scene), "none"],
  [
    "CreateCylinder with three sides",
    () => CreateCylinder("tube", { tessellation: 3, subdivisions: 4, cap: 0 }, made.scene),
    "u",
  ],
])("%s has an image", (_, make, closed) => {
  const mesh = make();
  const image = createGeometryImage(mesh, { width: NODES, height: NODES });
  expect(image.closed).toBe(closed);
  expectSurface(mesh, image, 0.97);
});

test("corners of a disc can be given", () => {
  const mesh = cap("bell", 1, made.scene);
  const at = (turn: number): Vector3 =>
    new Vector3(Math.sin(1) * Math.cos(turn), Math.cos(1), -Math.sin(1) * Math.sin(turn));
  const corners = [0, 1, 2, 3].map((k) => at(0.3 + (k * Math.PI) / 2));
  const image = createGeometryImage(mesh, { width: 9, height: 9, corners });
  const found = [node(image, 0, 0), node(image, 8, 0), node(image, 8, 8), node(image, 0, 8)];
  found.forEach((point, k) => {
    // Borders have a vertex every 9 degrees.
    expect(Vector3.Distance(Vector3.FromArray(point), corners[k])).toBeLessThan(0.08);
  });
  expect(() => createGeometryImage(mesh, { corners: [...corners].reverse() })).toThrow(
    'createGeometryImage: mesh "bell" has no geometry image: corners must be four points',
  );
});

test("an image comes back from a texture of floats, and other textures are refused", async () => {
  const image = createGeometryImage(sleeve(made.scene), { width: 7, height: 5 });
  const texels = new Float32Array(4 * 7 * 5).fill(1);
  for (let i = 0; i < 35; i++) texels.set(image.positions.subarray(3 * i, 3 * i + 3), 4 * i);
  const textureOf = (pixels: Float32Array | Uint8Array): RawTexture => {
    const texture = RawTexture.CreateRGBATexture(new Uint8Array(4 * 7 * 5), 7, 5, made.scene, false);
    // The null engine keeps nothing.
    Object.assign(texture.getInternalTexture() ?? {}, { _bufferView: pixels, isReady: true });
    return texture;
  };
  expect(await geometryImageFromTexture(textureOf(texels), "u")).toEqual(image);
  expect((await geometryImageFromTexture(textureOf(texels))).closed).toBe("none");
  const bytes = textureOf(new Uint8Array(4 * 7 * 5));
  bytes.readPixels = () => Promise.resolve(new Uint8Array(4 * 7 * 5));
  bytes.name = "bytes";
  await expect(geometryImageFromTexture(bytes)).rejects.toThrow('texture "bytes" is not ready or has no floats');
  await expect(geometryImageFromTexture(null as unknown as RawTexture)).rejects.toThrow("texture is null, must be");
});
