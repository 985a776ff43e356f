// Lines of crossings: closed forms, and the counter of crossing triangles that scenes of contact use.
import { crossingLines, type Triangles } from "../../src/debug/crossingLines.js";
import { ClothDebugView } from "../../src/inspector/index.js";
import { createClothScene } from "../support/clothScene.js";
import { countCrossings, sheetOf } from "../support/crossings.js";

/** A square of two triangles in the plane of x and y, or of x and z. */
function square(isUpright: boolean, z = 0): Triangles {
  const corners = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ];
  const positions = corners.flatMap(([a, b]) => (isUpright ? [0.5 * a + 0.1, 0.03, 0.5 * b + z] : [a, b, z]));
  return { positions, indices: Uint32Array.of(0, 1, 2, 1, 3, 2) };
}

test("squares that stand in each other cross along their common line, without gaps", () => {
  const { positions } = crossingLines(square(false), [square(true)]);
  expect(positions).toHaveLength(6 * 3);
  const ends: number[][] = [];
  for (let at = 0; at < positions.length; at += 6) {
    ends.push([positions[at], positions[at + 3]].sort((a, b) => a - b));
    for (const corner of [at, at + 3]) {
      expect(positions[corner + 1]).toBeCloseTo(0.03, 12);
      expect(positions[corner + 2]).toBeCloseTo(0, 12);
    }
  }
  // The line changes the triangle of the lying square at x = -0.03, of the standing one at x = 0.1.
  const expected = [-0.4, -0.03, -0.03, 0.1, 0.1, 0.6];
  const found = ends.sort((a, b) => a[0] - b[0]).flat();
  found.forEach((x, i) => expect(x).toBeCloseTo(expected[i], 12));
});

test("what lies apart, on itself, or is not finite has no lines", () => {
  const lost: Triangles = { positions: new Float32Array(12).fill(NaN), indices: Uint32Array.of(0, 1, 2, 1, 3, 2) };
  expect(crossingLines(square(false), [square(true, 0.6), square(false, 0.1), square(false), lost]).positions).toEqual(
    [],
  );
  expect(crossingLines(lost, []).positions).toEqual([]);
});

test("other surfaces that cross each other are not shown", () => {
  expect(crossingLines(square(false, 3), [square(false), square(true)]).positions).toEqual([]);
});

test("a rough surface has one line per pair that the counter finds", () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const net = Float64Array.from({ length: 3 * 64 }, random);
  const sheet = sheetOf(net, 8, 8);
  const count = countCrossings([sheet]);
  expect(count).toBeGreaterThan(100);
  const lines = crossingLines({ positions: sheet.points, indices: sheet.triangles }, []);
  expect(lines.positions).toHaveLength(6 * count);
});

test("the view shows where two cloths of a scene cross, and nothing after they part", async () => {
  const stage = createClothScene();
  const cloth = stage.add({ controlPoints: 4 });
  const other = stage.add({ controlPoints: 4 }, (mesh) => {
    mesh.rotation.y = Math.PI / 2;
    mesh.position.x = 0.03;
  });
  const view = new ClothDebugView(cloth, { crossings: true });
  await view.updateAsync();
  expect(view.meshes.get("crossings")?.isVisible).toBe(true);
  other.dispose();
  await view.updateAsync();
  expect(view.meshes.get("crossings")?.isVisible).toBe(false);
  stage.dispose();
});
