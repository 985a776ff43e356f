/** The person of the demo in a pose, as a file would bring her. */
import type { Scene } from "@babylonjs/core/scene.js";
import { createCharacter as createPerson, type Character as Person, type Pose } from "../../demo/props/character.js";

/** A character that stands with its arms out, 1.77 m tall, and looks to -z. */
export interface Character extends Person {
  /** Turns bones as in a long step. */
  walk(): void;
}

/** A long step, with bent arms. */
const step: Pose = {
  hips: [0, 0.15, 0],
  chest: [0.05, -0.25, 0],
  leftThigh: [0.5, 0, 0],
  leftShin: [-0.25, 0, 0],
  rightThigh: [-0.4, 0, 0],
  rightShin: [-0.6, 0, 0],
  rightToes: [0.35, 0, 0],
  leftUpperArm: [0, 0.35, -1.1],
  leftForearm: [0, 0.7, 0],
  rightUpperArm: [0, 0.3, 1.1],
  rightForearm: [0, -0.6, 0],
  head: [0.1, 0.2, 0],
};

/**
 * @param scene - Gets it.
 * @param options - `scale`: of all. `isGltf`: below a mirrored `__root__`, bones driven by nodes, as Babylon loads a glTF file.
 */
export function createCharacter(scene: Scene, options: { scale?: number; isGltf?: boolean } = {}): Character {
  const { scale = 1, isGltf = false } = options;
  const person = createPerson(scene, { hasNodes: isGltf });
  const { root } = person;
  root.scaling.setAll(scale);
  if (isGltf) {
    root.name = "__root__";
    root.scaling.z = -scale;
    root.rotation.set(0, Math.PI, 0);
  }
  return {
    ...person,
    walk: () => {
      person.turn(step);
    },
  };
}
