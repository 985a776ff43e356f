/** A strip that stands on the floor and is pressed down: friction has to hold its lower edge. */
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { createClothScene } from "../support/clothScene.js";
import { near, type Experiment } from "./experiment.js";
import { abscissa, DENSITY, still } from "./sheets.js";

const [LENGTH, WIDTH, THICKNESS] = [0.3, 0.08, 0.003];
const POINTS = { u: 4, v: 32 };
/** What has slipped so far, as a part of the length, is not held. */
const SLIPPED = 0.15;
/** [N m] */
const STIFFNESS = 1e-3;

/**
 * Part of the length by which it is pressed, and the friction that then holds: Euler's elastica, clamped above and hinged below. Pressed further
 * than 0.3, it would lie on the floor, which the elastica does not know.
 */
const needed = [
  [0.05, 0.104],
  [0.1, 0.153],
  [0.15, 0.195],
  [0.2, 0.238],
] as const;

/** How far the lower edge has slipped, as a part of the length. */
async function slip(pressed: number, friction: number): Promise<number> {
  const stage = createClothScene();
  const fabric = { ...still, bend: 1 / STIFFNESS, stretch: 1e-7, tether: Infinity };
  const solver = { turbulence: 0, damping: 2, friction };
  const cloth = stage.add({
    controlPoints: POINTS,
    width: WIDTH,
    height: LENGTH,
    density: DENSITY,
    thickness: THICKNESS,
    pins: "none",
    fabric,
    solver,
  });
  cloth.colliders.add({ shape: "plane", position: new Vector3(0, -LENGTH / 2 - THICKNESS, 0) });
  const clamp = new TransformNode("clamp", stage.scene);
  for (const row of [POINTS.v - 1, POINTS.v - 2]) {
    for (let column = 0; column < POINTS.u; column++) {
      const [u, v] = [abscissa(column, POINTS.u), abscissa(row, POINTS.v)];
      const pin = new TransformNode("pin", stage.scene);
      pin.parent = clamp;
      pin.position.set((u - 0.5) * WIDTH, (v - 0.5) * LENGTH, 0);
      cloth.pin(u, v, pin);
    }
  }
  // A breath from behind says which way it bends.
  stage.run(300, (frame) => {
    cloth.solver.gravity.set(0, -0.05, frame < 60 ? 0.2 : 0);
    clamp.position.y = -pressed * LENGTH * Math.min(frame / 180, 1);
  });
  const positions = await cloth.readPositions();
  stage.dispose();
  return Math.abs(positions[3 + 2]) / LENGTH;
}

/** The least friction that holds it, found by halving. */
async function holdingFriction(pressed: number): Promise<number> {
  let [low, high] = [0.02, 1.2];
  for (let i = 0; i < 7; i++) {
    const middle = Math.sqrt(low * high);
    if ((await slip(pressed, middle)) < SLIPPED) high = middle;
    else low = middle;
  }
  return Math.sqrt(low * high);
}

export const stickSlip: Experiment = {
  name: "stickSlip",
  title: "Stick and slip",
  text: "A weightless strip is clamped upright and pressed against the floor. It bends aside, and its lower edge slips unless friction holds it.",
  x: "pressed down by, part of the length",
  y: "friction that holds",
  curve: needed,
  async measure(isSmall) {
    const measured = [];
    for (const [pressed, exact] of isSmall ? needed.slice(1, 2) : needed) {
      measured.push(near(pressed, await holdingFriction(pressed), exact, 0.1));
    }
    return measured;
  },
};
