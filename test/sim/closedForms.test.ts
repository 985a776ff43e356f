// What mechanics says exactly, whatever the grid and the number of substeps.
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { createClothScene, lay } from "../support/clothScene.js";
import { elastica } from "../support/elastica.js";
import { note } from "../support/note.js";
import { droopOverReach, hangStrip } from "../validation/cantilever.js";
import { catenarySag, sagBetween } from "../validation/catenary.js";
import { stretchedBy, stretchSquare } from "../validation/hooke.js";
import { tipOver } from "../validation/lateralBuckling.js";
import { frequencyOf, swing } from "../validation/pendulum.js";
import { abscissa, DENSITY, G, limp, still, strip } from "../validation/sheets.js";

/** Points and substeps: every grid at every number with `MEASURE`, and otherwise some in which each number occurs. */
const everyNet: (readonly [number, number])[] = process.env.MEASURE
  ? [8, 16, 32].flatMap((points) => [8, 16, 32].map((substeps) => [points, substeps] as const))
  : [
      [8, 8],
      [8, 32],
      [16, 16],
      [32, 8],
    ];

test("the elastica is that of the textbook", () => {
  // Small loads: gamma / 8. Peirce's angle of 41.5 degrees: gamma = 8.
  expect(droopOverReach(0.01)).toBeCloseTo(0.00125, 6);
  expect(droopOverReach(8)).toBeCloseTo(Math.tan((41.5 * Math.PI) / 180), 2);
  expect(droopOverReach(1000)).toBeCloseTo(21.34, 2);
});

describe("cantilever", () => {
  /** By points: loads for which the bending length is between 1 and 6 spans. */
  const loads = { 8: [1, 8, 30, 100], 16: [30, 1000], 32: [1000] } as const;

  test.each(everyNet)(
    "%d points, %d substeps: the end hangs where that of the elastica does",
    async (points, substeps) => {
      for (const load of loads[points as keyof typeof loads]) {
        const { droop, reach } = await hangStrip(points, substeps, load);
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
  const strips: (readonly [number, number])[] = process.env.MEASURE
    ? [8, 16, 32].flatMap((substeps) => [12, 16].map((points) => [points, substeps] as const))
    : [
        [12, 32],
        [16, 8],
      ];

  test.each(strips)(
    "%d points, %d substeps: flat below the critical weight, over above it",
    async (points, substeps) => {
      const [flat, over] = [await tipOver(points, substeps, 0.85), await tipOver(points, substeps, 1.2)];
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
        const ratio = (await stretchSquare(points, substeps, stretch, shear)) / stretchedBy(stretch);
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
    const sag = await sagBetween(points, substeps, DISTANCE);
    const ratio = sag / catenarySag(DISTANCE);
    const ofChain = sag / chainSag(points, DISTANCE);
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
    const { amplitudeKept, frequency } = await swing(points, substeps);
    const ratio = frequency / frequencyOf(1);
    note("pendulum", points, substeps, "frequency", ratio.toFixed(3), "amplitude a second", amplitudeKept.toFixed(3));
    expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    expect(amplitudeKept).toBeGreaterThan(0.98);
  });
});
