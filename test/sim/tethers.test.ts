import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { cookTethers, restTethers } from "../../src/sim/tethers.js";
import { RestGrid } from "../../src/sim/restGrid.js";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A flat sheet of unit spacing. */
function sheet(countU: number, countV: number): RestGrid {
  const positions = new Float32Array(3 * countU * countV);
  for (let i = 0; i < countU * countV; i++) positions.set([i % countU, Math.floor(i / countU), 0], 3 * i);
  const measures = { sizeU: countU - 1, sizeV: countV - 1, area: 1, isFlat: true };
  return new RestGrid(countU, countV, positions, new Float32Array(countU * countV).fill(0.5), measures);
}

function pins(count: number, ...at: number[]): Uint8Array {
  const pinned = new Uint8Array(count);
  at.forEach((i) => (pinned[i] = 1));
  return pinned;
}

test("without pins there are no tethers", () => {
  expect(restTethers(sheet(3, 3), pins(9), identity)).toMatchObject({ perParticle: 0, anchors: new Uint32Array(0) });
});

test("few pins hold every particle, at its distance", () => {
  const { perParticle, anchors, lengths } = restTethers(sheet(4, 5), pins(20, 0, 19), identity);
  expect(perParticle).toBe(2);
  expect([...anchors.slice(2 * 6, 2 * 6 + 2)]).toEqual([0, 19]);
  expect(lengths[2 * 6]).toBeCloseTo(Math.hypot(2, 1), 6);
  expect(lengths[2 * 6 + 1]).toBeCloseTo(Math.hypot(1, 3), 6);
});

test("many pins hold the particles that are nearest", () => {
  const { perParticle, anchors, lengths } = restTethers(sheet(6, 3), pins(18, 12, 13, 14, 15, 16, 17), identity);
  expect(perParticle).toBe(1);
  expect([...anchors.slice(0, 6)]).toEqual([12, 13, 14, 15, 16, 17]);
  expect([...lengths.slice(0, 6)]).toEqual([2, 2, 2, 2, 2, 2]);
});

test("lengths are those of the scaled mesh, whatever its rotation", () => {
  // Columns: x goes to 3 y, y to -2 x.
  const { lengths } = restTethers(sheet(3, 3), pins(9, 0), [0, 3, 0, -2, 0, 0, 0, 0, 1]);
  expect(lengths[2]).toBeCloseTo(6, 5);
  expect(lengths[6]).toBeCloseTo(4, 5);
});

test("a pinned particle has no inverse area", () => {
  expect([...sheet(3, 3).inverseAreas(pins(9, 4))]).toEqual([2, 2, 2, 2, 0, 2, 2, 2, 2]);
});

/** Lengths to one pin over those of a formula, least and most, for particles where the formula is not zero. */
function lengthRatios(
  restGrid: RestGrid,
  pin: number,
  exact: (particle: number) => number,
): { minimum: number; maximum: number } {
  const { anchors, lengths } = restTethers(restGrid, pins(restGrid.particleCount, pin), identity);
  expect(anchors.every((anchor) => anchor === pin)).toBe(true);
  const ratios = Array.from(lengths, (length, i) => [length, exact(i)])
    .filter(([, distance]) => distance > 1e-9)
    .map(([length, distance]) => length / distance);
  return { minimum: Math.min(...ratios), maximum: Math.max(...ratios) };
}

function restFabric(options: IClothOptions): RestGrid {
  return cookRestGrid(checkOptions("test", options));
}

test.each([0, 5 * 20 + 7, 399])("a flat rest shape has the distances of a flat sheet, from particle %i", (pin) => {
  const restGrid = restFabric({ controlPoints: 20, restShape: (u, v, result) => result.set(u, 0, v) });
  const at = (i: number, axis: number): number => restGrid.restPositions[3 * i + axis];
  const exact = (i: number): number => Math.hypot(at(i, 0) - at(pin, 0), at(i, 2) - at(pin, 2));
  const { minimum, maximum } = lengthRatios(restGrid, pin, exact);
  expect(minimum).toBeGreaterThan(0.999);
  expect(maximum).toBeLessThan(1.03);
});

/** Radius 1, closed along u; cells are square. */
const CYLINDER = { u: 42, v: 22 };
const cylinder: IClothOptions = {
  controlPoints: CYLINDER,
  closed: "u",
  restShape: (u, v, result) => result.set(Math.cos(2 * Math.PI * u), Math.PI * v, Math.sin(2 * Math.PI * u)),
};

test.each([0, 12 * 42 + 3, 12 * 42 + 41, 21 * 42 + 30])(
  "over a closed cylinder the way is that of the unrolled sheet, the shorter way around, from particle %i",
  (pin) => {
    const restGrid = restFabric(cylinder);
    const angle = (i: number): number => {
      const column = i % CYLINDER.u;
      return (2 * Math.PI * (column === CYLINDER.u - 1 ? 0 : Math.max(column - 0.5, 0))) / (CYLINDER.u - 2);
    };
    const exact = (i: number): number => {
      const turn = Math.abs(angle(i) - angle(pin));
      const rise = restGrid.restPositions[3 * i + 1] - restGrid.restPositions[3 * pin + 1];
      return Math.hypot(Math.min(turn, 2 * Math.PI - turn), rise);
    };
    const { minimum, maximum } = lengthRatios(restGrid, pin, exact);
    expect(minimum).toBeGreaterThan(0.97);
    expect(maximum).toBeLessThan(1.03);
  },
);

test("over an open cone the way is that of the flat sector", () => {
  // Slant 1 to 2, half angle 30 degrees: half a turn of the cone is a quarter turn of the sector.
  const [countU, countV] = [44, 23];
  const restGrid = restFabric({
    controlPoints: { u: countU, v: countV },
    restShape: (u, v, result) => {
      const [slant, angle] = [1 + v, Math.PI * u];
      result.set((slant * Math.cos(angle)) / 2, (slant * Math.sqrt(3)) / 2, (slant * Math.sin(angle)) / 2);
    },
  });
  const parameter = (i: number, count: number): number => Math.min(Math.max((i - 0.5) / (count - 2), 0), 1);
  // From the middle of the outer edge all ways are straight lines in the sector.
  const pin = (countV - 1) * countU + countU / 2;
  const flat = (i: number): number[] => {
    const angle = (Math.PI / 2) * parameter(i % countU, countU);
    const slant = 1 + parameter(Math.floor(i / countU), countV);
    return [slant * Math.cos(angle), slant * Math.sin(angle)];
  };
  const exact = (i: number): number => Math.hypot(flat(i)[0] - flat(pin)[0], flat(i)[1] - flat(pin)[1]);
  const { minimum, maximum } = lengthRatios(restGrid, pin, exact);
  expect(minimum).toBeGreaterThan(0.97);
  expect(maximum).toBeLessThan(1.05);
});

test("with many pins the way over a closed sheet leads to the nearest", () => {
  const restGrid = restFabric(cylinder);
  const rows = CYLINDER.v - 1;
  const topEdge = pins(restGrid.particleCount, ...Array.from({ length: CYLINDER.u }, (_, i) => rows * CYLINDER.u + i));
  const { perParticle, anchors, lengths } = restTethers(restGrid, topEdge, identity);
  expect(perParticle).toBe(1);
  for (const column of [1, 20, 40]) {
    expect(anchors[column]).toBe(rows * CYLINDER.u + column);
    expect(lengths[column]).toBeCloseTo(Math.PI, 4);
  }
});

test("pins that are one point at a seam are one tether", () => {
  const restGrid = restFabric(cylinder);
  const pinned = pinnedParticles(checkOptions("test", { ...cylinder, pins: [{ u: 0, v: 0 }] }));
  expect([pinned[0], pinned[CYLINDER.u - 1]]).toEqual([1, 1]);
  expect(restTethers(restGrid, pinned, identity).perParticle).toBe(1);
});

test("lengths over a rest shape are those of the scaled mesh", () => {
  const restGrid = restFabric(cylinder);
  const [plain, scaled] = [1, 3].map((scale) =>
    restTethers(restGrid, pins(restGrid.particleCount, 60), [scale, 0, 0, 0, scale, 0, 0, 0, scale]),
  );
  plain.lengths.forEach((length, i) => {
    expect(scaled.lengths[i]).toBeCloseTo(3 * length, 5);
  });
});

test("tethers leave room for skew across the threads, and little along them", () => {
  const pinned = pins(25, 0);
  const [loose, exact] = [cookTethers(sheet(5, 5), pinned, identity), restTethers(sheet(5, 5), pinned, identity)];
  const room = (i: number): number => loose.lengths[i] / exact.lengths[i];
  expect(room(4)).toBeCloseTo(1.01, 6);
  expect(room(20)).toBeCloseTo(1.01, 6);
  // Threads that skew by 30 degrees make the diagonal of a square longer by the root of 1 + sin 30.
  expect(room(24)).toBeCloseTo(1.01 * Math.sqrt(1.5), 5);
});
