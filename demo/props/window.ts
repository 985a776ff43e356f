// A wall with a window, seen from the room.
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

const WALL = { width: 9, height: 4, thickness: 0.24 };
/** The hole in the wall: its middle is over x = 0. */
const HOLE = { width: 2, bottom: 0.35, top: 2.1 };
const FRAME = 0.07;
const BAR = 0.035;
/** [m] */
const LAWN = 100;

/** A box: edge lengths and centre [m]. */
type Part = readonly [width: number, height: number, depth: number, x: number, y: number];

/**
 * Builds a wall in the plane z = 0, with a hole for the light, a white frame in it and a lawn behind it.
 *
 * @param studio - Where it stands.
 * @param scene - Gets the meshes.
 */
export function createWindow(studio: Studio, scene: Scene): void {
  const build = (parts: readonly Part[], material: PBRMaterial): void => {
    for (const [width, height, depth, x, y] of parts) {
      const box = CreateBox("wall", { width, height, depth }, scene);
      box.position.set(x, y, depth < WALL.thickness ? 0 : WALL.thickness / 2);
      box.material = material;
      studio.add(box);
    }
  };
  const beside = (WALL.width - HOLE.width) / 2;
  const tall = HOLE.top - HOLE.bottom;
  const middle = (HOLE.top + HOLE.bottom) / 2;
  build(
    [
      [beside, tall, WALL.thickness, -(HOLE.width + beside) / 2, middle],
      [beside, tall, WALL.thickness, (HOLE.width + beside) / 2, middle],
      [WALL.width, HOLE.bottom, WALL.thickness, 0, HOLE.bottom / 2],
      [WALL.width, WALL.height - HOLE.top, WALL.thickness, 0, (WALL.height + HOLE.top) / 2],
    ],
    createMaterial("greenWall", scene),
  );
  build(
    [
      [FRAME, tall, FRAME, (FRAME - HOLE.width) / 2, middle],
      [FRAME, tall, FRAME, (HOLE.width - FRAME) / 2, middle],
      [HOLE.width, FRAME, FRAME, 0, HOLE.bottom + FRAME / 2],
      [HOLE.width, FRAME, FRAME, 0, HOLE.top - FRAME / 2],
      [BAR, tall, BAR, 0, middle],
      [HOLE.width, BAR, BAR, 0, middle + tall / 6],
    ],
    createMaterial("whiteLacquer", scene),
  );
  const lawn = CreateGround("lawn", { width: LAWN, height: LAWN }, scene);
  // Just above the floor, which goes on behind the wall.
  lawn.position.set(0, 0.02, WALL.thickness + LAWN / 2);
  lawn.material = createMaterial("grass", scene);
}
