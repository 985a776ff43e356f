// Cloth that begins within itself or within other cloth, or gets there without contact: with contact it comes out.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { contactScenes } from "../support/contactScenes.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { note } from "../support/note.js";

const { PI, cos, sin } = Math;

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const meeting: IClothOptions = { solver: { clothCollision: true, selfCollision: true } };
/** How long it may take [s]. */
const SECONDS = 2;
/** It stays so for this time [s]. */
const LATER = 1;
/** Pairs that cross now and then, where a hem on a ball is in motion. */
const FEW: Record<string, number> = { "tilted 16": 2 };

/** Starts within itself or within others. */
const tangledStarts: Record<string, (controlPoints: number) => ClothMesh[]> = {
  /** A sheet that has teleported into a hung one. */
  teleport: (controlPoints) => [
    stage.add({ controlPoints, ...meeting }),
    stage.add({ controlPoints, width: 0.8, height: 0.8, pins: "none", ...meeting }, (mesh) => {
      lay(mesh, -0.1);
      mesh.position.z = 0.12;
    }),
  ],
  /** Two sheets through each other, which fall on a ball. */
  tilted: (controlPoints) =>
    [-0.15, 0.15].map((tilt, i) =>
      stage.add({ controlPoints, pins: "none", ...meeting }, (mesh) => {
        lay(mesh, 0.5);
        mesh.rotation.x += tilt;
        mesh.rotation.y = tilt;
        mesh.position.z = 0.1 * i;
        mesh.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0, 0.1, 0) });
      }),
    ),
  /** Two skirts, the inner one too wide in one direction. */
  garment: (controlPoints) =>
    [false, true].map((isInner) =>
      stage.add({
        controlPoints: { u: 1.5 * controlPoints, v: controlPoints },
        pins: "topEdge",
        closed: "u",
        restShape: (u: number, v: number) => {
          const down = 1 - v;
          const [x, z] = isInner ? [0.16 + 0.16 * down, 0.16 + 0.02 * down] : [0.2 + 0.05 * down, 0.2 + 0.05 * down];
          return new Vector3(x * cos(2 * PI * u), 0.7 * v, z * sin(2 * PI * u));
        },
        ...meeting,
      }),
    ),
  /** A sheet wound so far that its ends are one through the other. */
  wound: (controlPoints) => [
    stage.add(
      {
        controlPoints,
        pins: "none",
        startShape: (u: number, v: number) => {
          const angle = 2.1 * PI * (u - 0.5);
          return new Vector3(0.16 * sin(angle) + 0.08 * (u - 0.5) * (v - 0.5), 0.2 - 0.16 * cos(angle), v - 0.5);
        },
        ...meeting,
      },
      (mesh) => {
        mesh.colliders.add({ shape: "plane" });
      },
    ),
  ],
};

/** Pairs of triangles that cross. */
async function crossingsOf(cloths: readonly ClothMesh[]): Promise<number> {
  const nets = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  return countCrossings(nets.map((net, i) => sheetOf(net, cloths[i].restGrid.countU, cloths[i].restGrid.countV)));
}

/** Crossings ten times a second. */
async function watch(cloths: readonly ClothMesh[], seconds: number, each: (time: number) => void): Promise<number[]> {
  const counts: number[] = [];
  for (let frame = 1; frame <= 60 * seconds; frame++) {
    stage.run(1, () => {
      each(frame / 60);
    });
    if (frame % 6 === 0) counts.push(await crossingsOf(cloths));
  }
  return counts;
}

const points = process.env.MEASURE ? [16, 24] : [16];

test.each(Object.keys(tangledStarts).flatMap((name) => points.map((count) => [name, count] as const)))(
  "%s, %i points a side",
  async (name, controlPoints) => {
    const cloths = tangledStarts[name](controlPoints);
    stage.run(1);
    const first = await crossingsOf(cloths);
    const counts = await watch(cloths, SECONDS + LATER, () => undefined);
    const strains = cloths.map(({ statistics }) => statistics.maxStrain);
    note(name, controlPoints, first, counts, strains);
    expect(first).toBeGreaterThan(50);
    const few = FEW[`${name} ${controlPoints.toString()}`] ?? 0;
    expect(Math.max(...counts.slice(10 * SECONDS))).toBeLessThanOrEqual(few);
    expect(counts.at(-1)).toBe(0);
    expect(Math.max(...strains)).toBeLessThan(0.15);
  },
);

// What has crossed meanwhile comes apart once the cloth is told to meet itself.
test.each([
  ["towel", 1.7, 400],
  ["pinch", 2, 0],
] as const)("%s without contact for %f s", async (name, seconds, atLeast) => {
  const { cloths, each } = contactScenes[name].create(stage, 16, {});
  await watch(cloths, seconds, each);
  const before = await crossingsOf(cloths);
  cloths.forEach(({ solver }) => (solver.selfCollision = true));
  const counts = await watch(cloths, SECONDS + LATER, (time) => {
    each(seconds + time);
  });
  note(name, before, counts);
  expect(before).toBeGreaterThan(atLeast);
  expect(Math.max(...counts.slice(10 * SECONDS))).toBe(0);
});
