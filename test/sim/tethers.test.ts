import { cookTethers } from "../../src/sim/tethers.js";
import { Fabric } from "../../src/sim/fabric.js";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A flat sheet of unit spacing. */
function sheet(countU: number, countV: number): Fabric {
  const positions = new Float32Array(3 * countU * countV);
  for (let i = 0; i < countU * countV; i++) positions.set([i % countU, Math.floor(i / countU), 0], 3 * i);
  return new Fabric(countU, countV, positions, new Float32Array(countU * countV).fill(0.5));
}

function pins(count: number, ...at: number[]): Uint8Array {
  const pinned = new Uint8Array(count);
  at.forEach((i) => (pinned[i] = 1));
  return pinned;
}

test("without pins there are no tethers", () => {
  expect(cookTethers(sheet(3, 3), pins(9), identity)).toMatchObject({ perParticle: 0, anchors: new Uint32Array(0) });
});

test("few pins hold every particle, at its distance", () => {
  const { perParticle, anchors, lengths } = cookTethers(sheet(4, 5), pins(20, 0, 19), identity);
  expect(perParticle).toBe(2);
  expect([...anchors.slice(2 * 6, 2 * 6 + 2)]).toEqual([0, 19]);
  expect(lengths[2 * 6]).toBeCloseTo(Math.hypot(2, 1), 6);
  expect(lengths[2 * 6 + 1]).toBeCloseTo(Math.hypot(1, 3), 6);
});

test("many pins hold the particles that are nearest", () => {
  const { perParticle, anchors, lengths } = cookTethers(sheet(6, 3), pins(18, 12, 13, 14, 15, 16, 17), identity);
  expect(perParticle).toBe(1);
  expect([...anchors.slice(0, 6)]).toEqual([12, 13, 14, 15, 16, 17]);
  expect([...lengths.slice(0, 6)]).toEqual([2, 2, 2, 2, 2, 2]);
});

test("lengths are those of the scaled mesh, whatever its rotation", () => {
  // Columns: x goes to 3 y, y to -2 x.
  const { lengths } = cookTethers(sheet(3, 3), pins(9, 0), [0, 3, 0, -2, 0, 0, 0, 0, 1]);
  expect(lengths[2]).toBeCloseTo(6, 5);
  expect(lengths[6]).toBeCloseTo(4, 5);
});

test("a pinned particle has no inverse mass", () => {
  expect([...sheet(3, 3).inverseMasses(pins(9, 4))]).toEqual([2, 2, 2, 2, 0, 2, 2, 2, 2]);
});
