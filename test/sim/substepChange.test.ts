// A cloth whose substeps change goes on as it was: velocities, pulls of its links, wind.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { createClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/largestDistance.js";

const G = 9.81;
/** From frame to frame; each takes over in the middle of a motion. */
const CHANGES: readonly number[] = [8, 16, 4, 12, 2, 6];
const FRAMES_EACH = 6;

/** Positions after each frame, with substeps by frame. */
async function follow(
  options: IClothOptions,
  frames: number,
  substepsAt: (frame: number) => number,
  place: (cloth: ClothMesh) => void = () => undefined,
): Promise<Float32Array[]> {
  const stage = createClothScene();
  const cloth = stage.add(options, place);
  const shapes: Float32Array[] = [];
  for (let frame = 0; frame < frames; frame++) {
    cloth.solver.substeps = substepsAt(frame);
    stage.run(1);
    shapes.push((await cloth.readPositions()).slice());
  }
  stage.dispose();
  return shapes;
}

function meanHeight(shape: Float32Array): number {
  return shape.reduce((sum, y, i) => sum + (i % 3 === 1 ? y : 0), 0) / (shape.length / 3);
}

test("what falls goes on to fall as a stone does", async () => {
  const options = { controlPoints: 6, pins: "none", solver: { airDensity: 0, damping: 0 } } as const;
  const frames = FRAMES_EACH * CHANGES.length;
  const shapes = await follow(options, frames, (frame) => CHANGES[Math.floor(frame / FRAMES_EACH)]);
  // A frame ahead: Verlet's first substep falls twice as far as it should.
  const off = shapes.map((shape, frame) => meanHeight(shape) + (G * ((frame + 1) / 60) ** 2) / 2);
  const worst = Math.max(...off.map(Math.abs));
  note("substep change, fall", worst);
  expect(worst).toBeLessThan(0.02);
});

test("rubber that hangs at rest stays, pulled as before", async () => {
  const options: IClothOptions = {
    ...{ controlPoints: 8, pins: "topEdge", solver: { damping: 8, airDensity: 0 } },
    fabric: { density: 1, stretch: 0.03, shear: 0.03, strainLimit: 1, tether: Infinity },
  };
  const shapes = await follow(options, 306, (frame) => (frame < 300 ? 8 : 16));
  const [before, ...after] = shapes.slice(299);
  const moved = Math.max(...after.map((shape) => largestDistance(shape, before)));
  note("substep change, rest", moved);
  expect(moved).toBeLessThan(1e-4);
});

test("what swings in the wind follows cloth whose substeps stay", async () => {
  const options = { controlPoints: 8, pins: "topCorners", solver: { turbulence: 0 } } as const;
  const place = (cloth: ClothMesh): void => {
    cloth.wind.copyFrom(new Vector3(0, 0, 2));
  };
  const steady = await follow(options, 40, () => 16, place);
  const other = await follow(options, 40, () => 8, place);
  const changed = await follow(options, 40, (frame) => (frame % 10 < 5 ? 16 : 8), place);
  const usual = Math.max(...other.map((shape, i) => largestDistance(shape, steady[i])));
  const distance = Math.max(...changed.map((shape, i) => largestDistance(shape, steady[i])));
  note("substep change, swing", distance, "8 against 16", usual);
  expect(distance).toBeLessThan(1.5 * usual);
});
