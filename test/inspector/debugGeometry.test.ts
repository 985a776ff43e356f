import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { colliderLines } from "../../src/debug/colliderLines.js";
import {
  levelColor,
  levelLines,
  linkLines,
  normalLines,
  particleMarks,
  strainColor,
  tetherLines,
  type DebugGeometry,
} from "../../src/debug/debugGeometry.js";
import { thinnedNet } from "../../src/debug/thinning.js";
import { windZoneLines } from "../../src/debug/windZoneLines.js";
import { ClothCollider, ClothWindZone, type IClothCollider } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

function corners({ positions }: DebugGeometry): Vector3[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => Vector3.FromArray(positions, 3 * i));
}

function colorAt({ colors }: DebugGeometry, corner: number): number[] {
  return colors.slice(4 * corner, 4 * corner + 3);
}

test("strain is blue, green or red, in full from the scale on", () => {
  const [shorter, rest, longer] = [-1, 0, 1].map((strain) => strainColor(strain, 0.02));
  expect(shorter[2]).toBeGreaterThan(shorter[0]);
  expect(rest[1]).toBeGreaterThan(Math.max(rest[0], rest[2]));
  expect(longer[0]).toBeGreaterThan(longer[1]);
  expect(strainColor(0.02, 0.02)).toEqual(longer);
  expect(strainColor(0.01, 0.02)[0]).toBeCloseTo((rest[0] + longer[0]) / 2);
});

test("links lie between neighbours and have the color of their strain", () => {
  const { restGrid } = stage.add({ controlPoints: { u: 4, v: 3 } });
  const rest = restGrid.restPositions;
  // Twice as wide: links along u are 100 % too long, those along v as long as at rest.
  const positions = rest.map((coordinate, i) => (i % 3 === 0 ? 2 * coordinate : coordinate));
  const lines = linkLines(restGrid, thinnedNet(restGrid, 64), rest, positions, 0.5);
  const points = corners(lines);
  expect(points).toHaveLength(2 * (3 * 3 + 4 * 2 + 2 * 3 * 2));
  points.forEach((a, corner) => {
    if (corner % 2 === 1) return;
    const along = points[corner + 1].subtract(a);
    const expected = Math.abs(along.y) < 1e-6 ? 1 : Math.abs(along.x) < 1e-6 ? 0 : null;
    if (expected !== null) expect(colorAt(lines, corner)).toEqual([...strainColor(expected, 0.5)]);
  });
});

test("tethers go to pins; those at full length stand out", () => {
  const { restGrid } = stage.add({ controlPoints: 3 });
  const tethers = {
    perParticle: 1,
    anchors: Uint32Array.from({ length: 9 }, () => 0),
    lengths: Float32Array.from({ length: 9 }, (_, i) => (i === 8 ? 10 : 0.1)),
  };
  const lines = tetherLines(tethers, thinnedNet(restGrid, 64), restGrid.restPositions, 1);
  const points = corners(lines);
  expect(points).toHaveLength(16);
  points
    .filter((_, i) => i % 2 === 1)
    .forEach((pin) => expect(pin.asArray()).toEqual([...restGrid.restPositions.slice(0, 3)]));
  expect(colorAt(lines, 0)).not.toEqual(colorAt(lines, 14));
  const allSlack = tetherLines(tethers, thinnedNet(restGrid, 64), restGrid.restPositions, 100);
  expect(colorAt(allSlack, 0)).toEqual(colorAt(allSlack, 14));
});

test("normals stand on the surface, on the other side where the mesh is mirrored", () => {
  const { restGrid } = stage.add({ controlPoints: 5 });
  for (const side of [1, -1]) {
    const points = corners(normalLines(restGrid, thinnedNet(restGrid, 64), restGrid.restPositions, side));
    expect(points).toHaveLength(2 * 25);
    points.forEach((start, i) => {
      if (i % 2 === 1) return;
      expect(start.z).toBeCloseTo(0);
      // CreatePlane faces -z.
      expect(points[i + 1].z).toBeCloseTo(-side * restGrid.spacing);
    });
  }
});

test("marks surround the particles, pins have another color", () => {
  const { restGrid, pinning } = stage.add({ controlPoints: 4 });
  const marks = particleMarks(restGrid, thinnedNet(restGrid, 64), restGrid.restPositions, pinning.pinned);
  const perParticle = marks.positions.length / 3 / 16;
  expect(perParticle).toBe(24);
  const points = corners(marks);
  for (let particle = 0; particle < 16; particle++) {
    const own = points.slice(24 * particle, 24 * (particle + 1));
    const center = own.reduce((sum, point) => sum.add(point), Vector3.Zero()).scale(1 / 24);
    expect(Vector3.Distance(center, Vector3.FromArray(restGrid.restPositions, 3 * particle))).toBeLessThan(1e-6);
  }
  // The top corners.
  const colors = Array.from({ length: 16 }, (_, particle) => colorAt(marks, 24 * particle).join());
  expect(new Set(colors).size).toBe(2);
  expect(colors.flatMap((color, i) => (color === colors[0] ? [] : [i]))).toEqual([12, 15]);
});

test.each([4, 8, 16])("triangles of %d segments a side show their level", async (level) => {
  const cloth = stage.add({ controlPoints: 6, tessellation: { mode: "fixed", level } });
  stage.run(1);
  const lines = levelLines(await cloth.readSurface(), [1], 16, Infinity);
  expect(lines.positions).toHaveLength(2 * level * level * 6 * 3);
  // 4 spans a side.
  const expected = levelColor(Math.log2(level / 4));
  for (let corner = 0; corner < lines.positions.length / 3; corner++) {
    expect(colorAt(lines, corner)).toEqual([...expected]);
  }
});

test.each([
  [9, 3, 9, 1, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  [9, 3, 5, 2, [0, 2, 4, 6, 8]],
  [9, 3, 4, 3, [0, 3, 6, 8]],
  [9, 3, 2, 8, [0, 8]],
])("of %d x %d particles, %d across are every %d th and the last", (u, v, maximum, step, columns) => {
  const { restGrid } = stage.add({ controlPoints: { u, v } });
  const net = thinnedNet(restGrid, maximum);
  expect(net.columns).toEqual(columns);
  expect(net.step).toBe(step);
  expect(net.rows).toEqual([0, 1, 2].filter((row) => row === 2 || row % step === 0));
  const drawn = net.rows.flatMap((row) => net.columns.map((column) => row * u + column));
  expect([...net.isDrawn.keys()].filter((i) => net.isDrawn[i])).toEqual(drawn);
});

test("what is thinned out lies where it lay, has the mean strain, and keeps its pins", () => {
  const { restGrid, pinning } = stage.add({ controlPoints: 9, pins: [{ u: 0.5, v: 0.6 }] });
  const rest = restGrid.restPositions;
  const net = thinnedNet(restGrid, 4);
  // Every second link along u is twice as long as at rest; the outermost are half as long as the others.
  const across = [0];
  for (let link = 0; link < 8; link++) {
    across.push(across[link] + (rest[3 * (link + 1)] - rest[3 * link]) * (1 + (link % 2)));
  }
  const positions = rest.map((coordinate, i) => (i % 3 === 0 ? across[(i / 3) % 9] : coordinate));
  const lines = linkLines(restGrid, net, rest, positions, 1);
  const drawn = [...net.isDrawn.keys()].filter((i) => net.isDrawn[i]);
  expect(new Set(corners(lines).map(String))).toEqual(
    new Set(drawn.map((i) => String(Vector3.FromArray(positions, 3 * i)))),
  );
  const expected = strainColor((0.5 + 2 + 1) / (0.5 + 1 + 1) - 1, 1);
  colorAt(lines, 0).forEach((channel, i) => expect(channel).toBeCloseTo(expected[i], 5));
  const marks = particleMarks(restGrid, net, positions, pinning.pinned);
  expect(marks.positions).toHaveLength(3 * 24 * (16 + 1));
  expect(normalLines(restGrid, net, positions, 1).positions).toHaveLength(3 * 2 * 16);
});

/** Planes of a box with edges of 0.2, 0.4 and 0.6. */
const planes = [0.1, 0.2, 0.3].flatMap((distance, axis) => {
  const normal = Vector3.FromArray([0, 1, 2].map((i) => Number(i === axis)));
  return [
    { normal, distance },
    { normal: normal.negate(), distance },
  ];
});

test.each<[IClothCollider, (point: Vector3) => number]>([
  [{ shape: "sphere", radius: 0.3 }, (point) => point.length() - 0.3],
  [
    { shape: "ellipsoid", radii: new Vector3(0.1, 0.2, 0.3) },
    (point) => point.divide(new Vector3(0.1, 0.2, 0.3)).length() - 1,
  ],
  [
    { shape: "box", size: new Vector3(0.2, 0.4, 0.6) },
    ({ x, y, z }) => Math.max(Math.abs(x) - 0.1, Math.abs(y) - 0.2, Math.abs(z) - 0.3),
  ],
  [{ shape: "convex", planes }, ({ x, y, z }) => Math.max(Math.abs(x) - 0.1, Math.abs(y) - 0.2, Math.abs(z) - 0.3)],
  [
    { shape: "capsule", radius: 0.1, start: new Vector3(0, -0.2, 0), end: new Vector3(0, 0.2, 0) },
    ({ x, y, z }) => Math.hypot(x, Math.max(Math.abs(y) - 0.2, 0), z) - 0.1,
  ],
  [{ shape: "plane" }, ({ y }) => y],
])("the lines of collider %# lie on it, wherever it is", (options, outside) => {
  const position = new Vector3(1, 2, -3);
  const rotation = Quaternion.FromEulerAngles(0.4, -1.1, 0.7);
  const collider = new ClothCollider({ ...options, position, rotation });
  const points = corners(colliderLines([collider.world], new Vector3(0, 0.2, 0)));
  expect(points.length).toBeGreaterThanOrEqual(24);
  for (const point of points) {
    const local = point.subtract(position).applyRotationQuaternionInPlace(rotation.conjugate());
    expect(Math.abs(outside(local))).toBeLessThan(1e-4);
  }
});

test("the lines of a fan start at it, and end at its range, within its cone", () => {
  const given = { position: new Vector3(1, 2, -3), direction: new Vector3(1, 2, 2), angle: 0.9, range: 2 };
  const points = corners(windZoneLines([new ClothWindZone(given)])).map((point) => point.subtract(given.position));
  const axis = given.direction.scale(1 / 3);
  let widest = 0;
  for (const point of points.filter((one) => one.length() > 1e-6)) {
    expect(point.length()).toBeCloseTo(2, 5);
    const angle = Math.acos(Math.min(Vector3.Dot(point, axis) / 2, 1));
    expect(angle).toBeLessThan(0.45 + 1e-6);
    widest = Math.max(widest, angle);
  }
  expect(widest).toBeCloseTo(0.45, 5);
  expect(points.filter((one) => one.length() < 1e-6).length).toBeGreaterThan(4);
});

test("a convex has each edge once", () => {
  const collider = new ClothCollider({ shape: "convex", planes });
  const points = corners(colliderLines([collider.world], Vector3.Zero()));
  expect(points).toHaveLength(24);
  const lengths = points.flatMap((a, i) => (i % 2 ? [] : [Vector3.Distance(a, points[i + 1])]));
  const rounded = lengths.map((length) => length.toFixed(3)).sort();
  expect(rounded).toEqual(["0.200", "0.400", "0.600"].flatMap((length) => Array<string>(4).fill(length)));
});
