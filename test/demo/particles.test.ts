// The measures by which the checks of the demo scenes judge.
import { coordinatesOf, distanceBetween, distanceMoved, turnBetween } from "../../demo/scenes/particles.js";

test("coordinates are taken one axis at a time", () => {
  const positions = new Float32Array([1, 2, 3, 4, 5, 6]);
  expect([0, 1, 2].map((axis) => [...coordinatesOf(positions, axis as 0 | 1 | 2)])).toEqual([
    [1, 4],
    [2, 5],
    [3, 6],
  ]);
});

test("distances are those of Pythagoras", () => {
  const [from, to] = [new Float32Array([0, 0, 0, 1, 1, 1]), new Float32Array([2, 3, 6, 1, 1, 1])];
  expect([distanceMoved(from, to, 0), distanceMoved(from, to, 1)]).toEqual([7, 0]);
  expect(distanceBetween(to, 0, from, 0)).toBe(7);
});

test("a turn has the sign of a node's rotation.y, about any axis, and of the particles that count", () => {
  const axis = { x: 2, z: -1 };
  const angle = 0.4;
  // A node that turns by rotation.y takes (x, z) to (x cos + z sin, z cos - x sin).
  const turned = (x: number, z: number, by: number): number[] => [
    axis.x + x * Math.cos(by) + z * Math.sin(by),
    0,
    axis.z + z * Math.cos(by) - x * Math.sin(by),
  ];
  const from = new Float32Array([...turned(1, 0, 0), ...turned(0, 3, 0)]);
  const to = new Float32Array([...turned(1, 0, angle), ...turned(0, 3, 0)]);
  expect(turnBetween(from, to, axis, (radius) => radius < 2)).toBeCloseTo(angle, 6);
  expect(turnBetween(from, to, axis, (radius) => radius > 2)).toBeCloseTo(0, 6);
});
