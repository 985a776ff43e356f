// Cloth that rests on distance fields of concave meshes: its drawn surface stays out of their triangles, and it lies still.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createClothScene, drawnSurface, lay } from "../support/clothScene.js";
import {
  bowlMesh,
  bunnyMesh,
  hareMesh,
  hillsMesh,
  lumpsIn,
  stairsMesh,
  torusMesh,
  trianglesIn,
} from "../support/fieldMeshes.js";
import { note } from "../support/note.js";
import { triangleDistance } from "../support/triangleDistance.js";

/** It rests from here on [s]. */
const SECONDS = 10;
/** Its sway is looked at for so long. */
const SWAY_FRAMES = 120;
const THICKNESS = 0.005;

const scenes: Record<
  string,
  { make: (scene: Scene) => Mesh; shape: "field" | "heightField"; size: number; from: number }
> = {
  torus: { make: torusMesh, shape: "field", size: 0.9, from: 0.1 },
  stairs: { make: stairsMesh, shape: "field", size: 0.5, from: 0.42 },
  bowl: { make: bowlMesh, shape: "field", size: 0.3, from: 0 },
  bunny: { make: bunnyMesh, shape: "field", size: 0.8, from: 0.36 },
  hare: { make: hareMesh, shape: "field", size: 0.9, from: 0.5 },
  hills: { make: hillsMesh, shape: "heightField", size: 0.8, from: 0.07 },
};
/** Of the drawn surface inside of the triangles, and of any control point [mm]. */
const aims = { depth: 3, sway: 1 };
/** What misses them: bounds of what is measured. Ears of the hare are thinner than a span of 8 or 12 points. */
const misses: Record<string, Partial<typeof aims>> = {
  "bunny 8": { sway: 3 },
  "bunny 12": { depth: 4, sway: 9 },
  "hare 8": { depth: 40 },
  "hare 12": { depth: 9, sway: 50 },
  "hare 16": { sway: 4 },
  "hills 8": { sway: 20 },
  "hills 16": { sway: 4 },
};
const isWhole = Boolean(process.env.MEASURE);
const points = isWhole ? [8, 12, 16, 32] : [16];
const names = Object.keys(scenes).filter((name) => isWhole || name !== "hare");

test.each(names.flatMap((name) => points.map((count) => [name, count] as const)))(
  "cloth on the %s, %d points a side",
  async (name, controlPoints) => {
    const stage = createClothScene();
    const { make, shape, size, from } = scenes[name];
    const mesh = make(stage.scene);
    const resolution = 48;
    stage.system.colliders.addMesh(mesh, shape, { resolution });
    stage.system.colliders.add({ shape: "plane", position: new Vector3(0, -0.35, 0) });
    const cloth = stage.add(
      { pins: "none", width: size, height: size, controlPoints, thickness: THICKNESS },
      (made) => {
        lay(made, from);
      },
    );
    stage.run(60 * SECONDS);
    const low = await cloth.readPositions();
    const high = low.slice();
    for (let frame = 0; frame < SWAY_FRAMES; frame++) {
      stage.system.step(1 / 60);
      (await cloth.readPositions()).forEach((now, i) => {
        low[i] = Math.min(low[i], now);
        high[i] = Math.max(high[i], now);
      });
    }
    const sway = Math.max(...high.map((most, i) => most - low[i]));
    const surface = await drawnSurface(stage.system, cloth, 24);
    // Where spheres overlap, a ray crosses both: each has a distance of its own.
    const solids = name === "hare" ? lumpsIn(mesh) : [trianglesIn(mesh)];
    const distances = solids.map(({ positions, indices }) => triangleDistance(positions, indices));
    const truth = (x: number, y: number, z: number): number => Math.min(...distances.map((of) => of(x, y, z)));
    let [depth, lowest] = [0, Infinity];
    for (let i = 0; i < surface.length; i += 3) {
      const [x, y, z] = surface.subarray(i, i + 3);
      lowest = Math.min(lowest, y);
      // Of a ground, what is below it counts.
      const isBelow = shape === "heightField" && y < 0.05 * Math.sin(6 * x) * Math.cos(5 * z);
      const distance = truth(x, y, z);
      depth = Math.max(depth, shape === "heightField" ? (isBelow ? Math.abs(distance) : 0) : -distance);
    }
    note(
      `field ${name} ${controlPoints.toString()}: ${(1000 * depth).toFixed(2)} mm inside, sway ${(1000 * sway).toFixed(3)} mm`,
    );
    stage.dispose();
    const bounds = { ...aims, ...misses[`${name} ${controlPoints.toString()}`] };
    expect(1000 * depth).toBeLessThan(bounds.depth);
    expect(1000 * sway).toBeLessThan(bounds.sway);
    expect(high.every(Number.isFinite)).toBe(true);
    expect(lowest).toBeGreaterThan(-0.35);
  },
);
