// What mechanics says exactly, whatever the grid and the number of substeps.
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { IClothOptions } from "../../src/index.js";
import { createClothScene, lay } from "../support/clothScene.js";
import { elastica } from "../support/elastica.js";
import { note } from "../support/note.js";

const G = 9.81;
const DENSITY = 0.2;
const still = { drag: 0, lift: 0 } as const;
const limp = { ...still, bend: Infinity } as const;

/** Points and substeps: every grid at every number with `MEASURE`, and otherwise some in which each number occurs. */
const everyNet: (readonly [number, number])[] = process.env.MEASURE
  ? [8, 16, 32].flatMap((points) => [8, 16, 32].map((substeps) => [points, substeps] as const))
  : [
      [8, 8],
      [8, 32],
      [16, 16],
      [32, 8],
    ];

/** Greville abscissa of control point `i` of `count`. */
function abscissa(i: number, count: number): number {
  return i === 0 ? 0 : i + 1 === count ? 1 : (i - 0.5) / (count - 2);
}

/** A strip along u, five control points wide. */
function strip(points: number, width: number, height: number, others: IClothOptions): IClothOptions {
  return { controlPoints: { u: points, v: 5 }, width, height, density: DENSITY, pins: "none", ...others };
}

function droopOverReach(load: number): number {
  const { droop, reach } = elastica(load);
  return droop / reach;
}

test("the elastica is that of the textbook", () => {
  // Small loads: gamma / 8. Peirce's angle of 41.5 degrees: gamma = 8.
  expect(droopOverReach(0.01)).toBeCloseTo(0.00125, 6);
  expect(droopOverReach(8)).toBeCloseTo(Math.tan((41.5 * Math.PI) / 180), 2);
  expect(droopOverReach(1000)).toBeCloseTo(21.34, 2);
});

describe("cantilever", () => {
  const LENGTH = 0.3;

  /** By points: loads for which the bending length is between 1 and 6 spans. */
  const loads = { 8: [1, 8, 30, 100], 16: [30, 1000], 32: [1000] } as const;

  /** Of the free end: droop and reach, as parts of the length. */
  async function hung(points: number, substeps: number, load: number): Promise<{ droop: number; reach: number }> {
    const stage = createClothScene();
    const bend = load / (DENSITY * G * LENGTH ** 3);
    // Two columns of pins clamp the sheet at its edge.
    const pins = (u: number): boolean => u < 0.75 / (points - 2);
    const options = { pins, fabric: { ...still, bend }, solver: { substeps, turbulence: 0 } };
    const cloth = stage.add(strip(points, LENGTH, 0.1, options), (mesh) => {
      lay(mesh);
    });
    stage.run(600);
    const positions = await cloth.readPositions();
    stage.dispose();
    const tip = 3 * (3 * points - 1);
    return { droop: -positions[tip + 1] / LENGTH, reach: (positions[tip] + LENGTH / 2) / LENGTH };
  }

  test.each(everyNet)(
    "%d points, %d substeps: the end hangs where that of the elastica does",
    async (points, substeps) => {
      for (const load of loads[points as keyof typeof loads]) {
        const { droop, reach } = await hung(points, substeps, load);
        const exact = elastica(load);
        const ratio = droop / reach / droopOverReach(load);
        const miss = Math.hypot(droop - exact.droop, reach - exact.reach) / exact.droop;
        const spans = (points - 2) / Math.cbrt(load);
        note("cantilever", points, substeps, load, "bending length in spans", spans.toFixed(2));
        note("droop over reach", ratio.toFixed(3), "miss over droop", miss.toFixed(3));
        expect(miss).toBeLessThan(0.1);
      }
    },
  );
});

describe("lateral buckling", () => {
  // A deep strip that carries its own weight in its plane: (q L) of Prandtl's and Michell's 12.85 sqrt(B C) / L^2 tips it over, with a
  // bending stiffness B = D b and a torsional one of C = 2 D b.
  const [LENGTH, WIDTH] = [0.3, 0.04];

  async function sideways(points: number, substeps: number, part: number): Promise<number> {
    const stage = createClothScene();
    const stiffness = (DENSITY * G * LENGTH ** 3) / (12.85 * Math.SQRT2) / part;
    const pins = (u: number): boolean => u < 0.75 / (points - 2);
    const fabric = { ...still, bend: 1 / stiffness, stretch: 1e-7, shear: 1e-7, tether: Infinity };
    const solver = { substeps, turbulence: 0, damping: 1 };
    const shape = { controlPoints: { u: points, v: 4 }, width: LENGTH, height: WIDTH, density: DENSITY, pins };
    const cloth = stage.add({ ...shape, fabric, solver });
    cloth.solver.gravity.set(0, -G, 0.02);
    stage.run(60);
    cloth.solver.gravity.set(0, -G, 0);
    stage.run(360);
    const positions = await cloth.readPositions();
    stage.dispose();
    return Math.abs(positions[3 * (4 * points - 1) + 2]) / LENGTH;
  }

  const strips: (readonly [number, number])[] = process.env.MEASURE
    ? [8, 16, 32].flatMap((substeps) => [12, 16].map((points) => [points, substeps] as const))
    : [
        [12, 32],
        [16, 8],
      ];

  test.each(strips)(
    "%d points, %d substeps: flat below the critical weight, over above it",
    async (points, substeps) => {
      const [flat, over] = [await sideways(points, substeps, 0.85), await sideways(points, substeps, 1.2)];
      note("lateral buckling", points, substeps, flat.toFixed(4), over.toFixed(3));
      expect(flat).toBeLessThan(0.01);
      expect(over).toBeGreaterThan(0.1);
    },
  );
});

describe("Hooke", () => {
  test.each(everyNet)(
    "%d points, %d substeps: a square hung by its edge is as long as it should be",
    async (points, substeps) => {
      for (const [stretch, shear] of [
        [0.01, 1e-3],
        [1e-3, 1e-5],
      ]) {
        const stage = createClothScene();
        const fabric = { ...limp, stretch, shear, tether: Infinity, strainLimit: Infinity };
        const solver = { substeps, turbulence: 0, damping: 3 };
        const cloth = stage.add({ controlPoints: points, density: DENSITY, pins: "topEdge", fabric, solver });
        stage.run(300);
        const positions = await cloth.readPositions();
        stage.dispose();
        const middle = points >> 1;
        const length = positions[3 * (points * (points - 1) + middle) + 1] - positions[3 * middle + 1];
        const ratio = (length - 1) / ((stretch * DENSITY * G) / 2);
        note("Hooke", points, substeps, stretch, shear, ratio.toFixed(3));
        expect(Math.abs(ratio - 1)).toBeLessThan(0.03);
      }
    },
  );
});

describe("skew", () => {
  // Points along u, along v, substeps. The last ones have cells that are four times as long as wide, and four times as wide as long.
  const sheets: (readonly [number, number, number])[] = process.env.MEASURE
    ? [
        [8, 8, 8],
        [16, 16, 8],
        [16, 16, 16],
        [16, 16, 32],
        [6, 18, 16],
        [18, 6, 16],
      ]
    : [
        [8, 8, 32],
        [16, 16, 8],
        [18, 6, 16],
      ];

  test.each(sheets)(
    "%d x %d points, %d substeps: a hung sheet that is pulled sideways skews by the force over the stiffness",
    async (u, v, substeps) => {
      for (const shear of [0.02, 0.1]) {
        const stage = createClothScene();
        const fabric = { ...limp, stretch: 1e-6, shear, tether: Infinity, strainLimit: Infinity };
        const cloth = stage.add({
          controlPoints: { u, v },
          density: DENSITY,
          pins: "topEdge",
          fabric,
          solver: { substeps, turbulence: 0, damping: 6 },
        });
        const SIDEWAYS = 1;
        cloth.solver.gravity.set(SIDEWAYS, -G, 0);
        stage.run(400);
        const positions = await cloth.readPositions();
        stage.dispose();
        const middle = u >> 1;
        const moved = positions[3 * middle] - positions[3 * (u * (v - 1) + middle)];
        const ratio = moved / skewedBy(SIDEWAYS, 1 / shear);
        note("skew", u, v, substeps, shear, ratio.toFixed(3));
        expect(Math.abs(ratio - 1)).toBeLessThan(0.03);
      }
    },
  );

  /**
   * How far the lower edge of a sheet of 1 m moves sideways. With threads of fixed length all columns lean by an angle t(s), so far
   * above the lower edge: G t + (rho g s) t = rho a s, the stiffness G per width [N/m] and the weight against the pull.
   */
  function skewedBy(sideways: number, stiffness: number): number {
    const weight = (DENSITY * G) / stiffness;
    return (sideways / G) * (1 - Math.log(1 + weight) / weight);
  }
});

describe("catenary", () => {
  test.each(everyNet)("%d points, %d substeps: sag between level edges", async (points, substeps) => {
    const DISTANCE = 0.8;
    const stage = createClothScene();
    const cloth = stage.add(
      strip(points, 1, 0.3, { fabric: limp, solver: { substeps, turbulence: 0, damping: 3 } }),
      (mesh) => {
        lay(mesh);
      },
    );
    const ends = [-0.5, 0.5].map((at) => {
      const end = new TransformNode("end", stage.scene);
      end.position.x = at;
      for (let j = 0; j < 5; j++) {
        const pin = new TransformNode("pin", stage.scene);
        pin.parent = end;
        pin.position.z = 0.3 * (abscissa(j, 5) - 0.5);
        cloth.pin(at + 0.5, abscissa(j, 5), pin);
      }
      return end;
    });
    // Brought together slowly, so that the sheet sags and does not buckle.
    stage.run(600, (frame) => {
      ends.forEach((end, i) => (end.position.x = (i - 0.5) * (1 - (1 - DISTANCE) * Math.min(frame / 120, 1))));
    });
    const positions = await cloth.readPositions();
    stage.dispose();
    let lowest = 0;
    for (let i = 0; i < points; i++) lowest = Math.min(lowest, positions[3 * (2 * points + i) + 1]);
    const ratio = -lowest / catenarySag(1, DISTANCE);
    const ofChain = -lowest / chainSag(points, DISTANCE);
    note("catenary", points, substeps, ratio.toFixed(4), "chain", ofChain.toFixed(4));
    expect(Math.abs(ofChain - 1)).toBeLessThan(0.005);
    // A chain of six links has 2.3 % less sag than a rope.
    expect(Math.abs(ratio - 1)).toBeLessThan(points === 8 ? 0.025 : 0.02);
  });

  /** Sag of a chain of length 1 with the masses of an even number of control points, the first and the last link half as long. */
  function chainSag(points: number, distance: number): number {
    const spans = points - 2;
    const link = (k: number): number => (k === 0 ? 0.5 : 1) / spans;
    const weight = (k: number): number => (k === 1 ? 0.75 : 1) / spans;
    const halves = points / 2;
    // From the middle link, which is level, to the first.
    const shape = (pull: number): { width: number; sag: number } => {
      let [width, sag, hung] = [link(1) / 2, 0, 0];
      for (let k = halves - 2; k >= 0; k--) {
        hung += weight(k + 1);
        const slant = Math.hypot(pull, hung);
        width += (link(k) * pull) / slant;
        sag += (link(k) * hung) / slant;
      }
      return { width, sag };
    };
    let [low, high] = [1e-6, 1e6];
    for (let i = 0; i < 200; i++) {
      const pull = Math.sqrt(low * high);
      if (2 * shape(pull).width > distance) high = pull;
      else low = pull;
    }
    return shape(low).sag;
  }

  function catenarySag(length: number, distance: number): number {
    let [low, high] = [0.01 * distance, 100 * distance];
    for (let i = 0; i < 100; i++) {
      const a = (low + high) / 2;
      if (2 * a * Math.sinh(distance / (2 * a)) > length) low = a;
      else high = a;
    }
    return low * (Math.cosh(distance / (2 * low)) - 1);
  }
});

describe("taut sheet between two edges", () => {
  test.each(everyNet)("%d points, %d substeps: sag by its stretch", async (points, substeps) => {
    for (const stretch of [1e-5, 0.03]) {
      const stage = createClothScene();
      const fabric = { ...limp, stretch, strainLimit: Infinity };
      const solver = { substeps, turbulence: 0, damping: 3 };
      const pins = (u: number): boolean => u === 0 || u === 1;
      const cloth = stage.add({ ...strip(points, 1, 0.3, { fabric, solver }), pins }, (mesh) => {
        lay(mesh);
      });
      stage.run(300);
      const positions = await cloth.readPositions();
      stage.dispose();
      // A shallow parabola of sag s pulls with w / 8 s, and is longer by 8 s^2 / 3.
      const exact = Math.cbrt((3 / 64) * DENSITY * G * stretch);
      const ratio = -positions[3 * (2 * points + (points >> 1)) + 1] / exact;
      note("taut", points, substeps, stretch, exact.toFixed(4), ratio.toFixed(3));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
    }
  });
});

test("threads that pins pull apart by 30 % are said to be as long", () => {
  const stage = createClothScene();
  const cloth = stage.add({ controlPoints: 8, pins: "none", fabric: { ...still, tether: Infinity } }, lay);
  for (const end of [0, 1]) {
    for (let j = 0; j < 8; j++) {
      const pin = new TransformNode("pin", stage.scene);
      pin.position.set(1.3 * (end - 0.5), 0, abscissa(j, 8) - 0.5);
      cloth.pin(end, abscissa(j, 8), pin);
    }
  }
  stage.run(120);
  expect(cloth.statistics.maxStrain).toBeGreaterThan(0.3);
  expect(cloth.statistics.maxStrain).toBeLessThan(0.32);
  stage.dispose();
});

describe("pendulum", () => {
  test.each(everyNet)("%d points, %d substeps: frequency and amplitude of a hung sheet", async (points, substeps) => {
    const LENGTH = 1;
    const stage = createClothScene();
    const cloth = stage.add({
      controlPoints: { u: 5, v: points },
      width: 0.3,
      height: LENGTH,
      density: DENSITY,
      pins: "topEdge",
      fabric: limp,
      solver: { substeps, turbulence: 0, damping: 4 },
    });
    // It comes to rest at an angle; then gravity turns back.
    cloth.solver.gravity.set(0, -G * Math.cos(0.1), G * Math.sin(0.1));
    stage.run(300);
    cloth.solver.damping = 0;
    cloth.solver.gravity.set(0, -G, 0);
    const swing: number[] = [];
    const { areas } = cloth.restGrid;
    for (let frame = 0; frame < 360; frame++) {
      stage.run(1);
      const positions = await cloth.readPositions();
      // The part of the first mode.
      let part = 0;
      for (let i = 0; i < areas.length; i++) {
        const above = 0.5 * LENGTH + positions[3 * i + 1];
        part += areas[i] * firstMode(above / LENGTH) * positions[3 * i + 2];
      }
      swing.push(part);
    }
    stage.dispose();
    const { amplitudeKept, frequency } = measured(swing);
    const ratio = frequency / ((1.2024 * Math.sqrt(G / LENGTH)) / (2 * Math.PI));
    note("pendulum", points, substeps, "frequency", ratio.toFixed(3), "amplitude a second", amplitudeKept.toFixed(3));
    expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    expect(amplitudeKept).toBeGreaterThan(0.98);
  });

  /** Shape of the first mode, so far above the free end: J0(2.4048 sqrt(s)), from its power series. */
  function firstMode(s: number): number {
    let [sum, term] = [1, 1];
    for (let k = 1; k < 12; k++) sum += term *= (-(1.2024 ** 2) * s) / (k * k);
    return sum;
  }

  /** Of a swing, by frames: what part of the amplitude is left after a second, and its frequency. */
  function measured(swing: number[]): { amplitudeKept: number; frequency: number } {
    const peaks: number[] = [];
    const crossings: number[] = [];
    for (let i = 1; i + 1 < swing.length; i++) {
      const [before, here, after] = [swing[i - 1], swing[i], swing[i + 1]];
      if (Math.abs(here) >= Math.abs(before) && Math.abs(here) > Math.abs(after)) peaks.push(i);
      if (before < 0 && here >= 0) crossings.push(i - here / (here - before));
    }
    const [first, last] = [peaks[1], peaks[peaks.length - 1]];
    const amplitudeKept = Math.abs(swing[last] / swing[first]) ** (60 / (last - first));
    const periods = crossings.length - 1;
    return { amplitudeKept, frequency: (60 * periods) / (crossings[periods] - crossings[0]) };
  }
});
