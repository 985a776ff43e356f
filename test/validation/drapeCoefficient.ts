/** Cusick's test: a disc of cloth hangs over a smaller round table. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics } from "../../src/index.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { createClothScene, drawnSurface, lay } from "../support/clothScene.js";
import type { Experiment } from "./experiment.js";
import { G } from "./sheets.js";

/** [m] */
const [RADIUS, TABLE] = [0.15, 0.09];
const POINTS = 24;
/** Quads along a side of the drawn surface, and cells along a side of the floor. */
const [LEVEL, CELLS] = [64, 400];

type Name = keyof typeof Fabrics;

/** Of ordinary wovens, so much is covered in Cusick's test. Suiting as soft as the preset `wool` is a little below. */
const ORDINARY: readonly Name[] = ["cotton", "linen"];
const [LOW, HIGH] = [0.35, 0.6];

/** Part of what hangs over that is above the floor beside the table: 0 hangs straight down, 1 is flat. */
async function coverageOf(name: Name): Promise<number> {
  const stage = createClothScene();
  const cloth = stage.add(
    {
      controlPoints: POINTS,
      // A square becomes a disc (Fong 2015).
      restShape: (u, v, result) => {
        const [x, y] = [2 * u - 1, 2 * v - 1];
        result.set(RADIUS * x * Math.sqrt(1 - (y * y) / 2), RADIUS * y * Math.sqrt(1 - (x * x) / 2), 0);
      },
      pins: "none",
      fabric: Fabrics[name],
      thickness: 0.001,
      solver: { turbulence: 0, friction: 1 },
    },
    (mesh) => {
      lay(mesh, 0.002);
    },
  );
  const side = (normal: Vector3, distance: number): { normal: Vector3; distance: number } => ({ normal, distance });
  const around = Array.from({ length: 32 }, (_, i) => (i * Math.PI) / 16);
  const planes = [
    side(Vector3.Up(), 0),
    side(Vector3.Down(), 0.3),
    ...around.map((angle) => side(new Vector3(Math.cos(angle), 0, Math.sin(angle)), TABLE)),
  ];
  cloth.colliders.add({ shape: "convex", planes });
  stage.run(300);
  const area = projectedArea(await drawnSurface(stage.system, cloth, LEVEL));
  stage.dispose();
  const table = Math.PI * TABLE ** 2;
  return (area - table) / (Math.PI * RADIUS ** 2 - table);
}

/** Area of the shadow of the drawn surface on the floor [m2]: cells whose middle is under a triangle. */
function projectedArea(points: Float32Array): number {
  const covered = new Uint8Array(CELLS * CELLS);
  const size = (2.2 * RADIUS) / CELLS;
  const cellOf = (at: number): number => (at + 1.1 * RADIUS) / size - 0.5;
  const corner = (i: number): [number, number] => [cellOf(points[3 * i]), cellOf(points[3 * i + 2])];
  for (let row = 0; row < LEVEL; row++) {
    for (let column = 0; column < LEVEL; column++) {
      const first = row * (LEVEL + 1) + column;
      const [a, b, c, d] = [first, first + 1, first + LEVEL + 1, first + LEVEL + 2].map(corner);
      cover(covered, a, b, c);
      cover(covered, b, d, c);
    }
  }
  return covered.reduce((sum, isCovered) => sum + isCovered, 0) * size * size;
}

function cover(covered: Uint8Array, ...corners: [number, number][]): void {
  const [a, b, c] = corners;
  const side = (p: number[], q: number[], x: number, y: number): number =>
    (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  const range = (axis: number): [number, number] => {
    const along = corners.map((point) => point[axis]);
    return [Math.ceil(Math.min(...along)), Math.floor(Math.max(...along))];
  };
  const [[left, right], [below, above]] = [range(0), range(1)];
  for (let y = below; y <= above; y++) {
    for (let x = left; x <= right; x++) {
      const sides = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)];
      if (sides.every((s) => s >= 0) || sides.every((s) => s <= 0)) covered[y * CELLS + x] = 1;
    }
  }
}

/** By the mean stiffness of warp and weft [m]. */
function bendingLength(name: Name): number {
  const { density, bend } = checkOptions("drape", { fabric: Fabrics[name] }).fabric;
  return Math.cbrt((1 / bend.warp + 1 / bend.weft) / 2 / (density * G));
}

export const drapeCoefficient: Experiment = {
  name: "drapeCoefficient",
  title: "Drape coefficient",
  text: "A disc of 30 cm hangs over a round table of 18 cm (Cusick). Ordinary wovens cover between 35 and 60 % of what is beside the table: cotton and linen. The other points are silk, wool, denim and leather.",
  x: "bending length [m]",
  y: "part that is covered",
  curve: [],
  async measure(isSmall) {
    const measured = [];
    const others = ["silk", "wool", "denim", "leather"] as const;
    for (const name of isSmall ? ["cotton" as const] : [...ORDINARY, ...others]) {
      const [low, high] = ORDINARY.includes(name) ? [LOW, HIGH] : [0, 1];
      measured.push({ x: bendingLength(name), y: await coverageOf(name), low, high });
    }
    return measured;
  },
};
