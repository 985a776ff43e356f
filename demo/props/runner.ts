// A runner of capsules, who runs on the spot toward -Z.
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";
import { runPoseAt } from "./runPose.js";

/** A figure that runs. */
export interface Runner {
  /** Node between the shoulders and the waist. */
  readonly chest: TransformNode;
  /** What cloth collides with. */
  readonly limbs: readonly Mesh[];
  /** @param seconds - Since the first step. */
  run(seconds: number): void;
}

const HIP_HEIGHT = 0.93;
const THIGH = 0.44;
const SHIN = 0.44;
const UPPER_ARM = 0.29;
const FOREARM = 0.26;

/**
 * @param studio - Where it runs.
 * @param scene - Gets the meshes.
 */
export function createRunner(studio: Studio, scene: Scene): Runner {
  const suit = createMaterial("suit", scene);
  const skin = createMaterial("skin", scene);
  const limbs: Mesh[] = [];

  const joint = (name: string, parent: TransformNode | null, x: number, y: number): TransformNode => {
    const node = new TransformNode(name, scene);
    node.parent = parent;
    node.position.set(x, y, 0);
    return node;
  };
  /** A capsule from a joint, `length` down, or up where that is negative. */
  const limb = (
    name: string,
    parent: TransformNode,
    length: number,
    top: number,
    bottom: number,
    material = suit,
  ): Mesh => {
    const height = Math.abs(length) + top + bottom;
    const mesh = CreateCapsule(
      name,
      { height, radius: top, radiusTop: top, radiusBottom: bottom, tessellation: 32, capSubdivisions: 12 },
      scene,
    );
    mesh.parent = parent;
    mesh.position.y = -length / 2 + ((length > 0 ? top - bottom : bottom - top) / 2) * Math.sign(length);
    mesh.material = material;
    studio.add(mesh);
    limbs.push(mesh);
    return mesh;
  };

  const hips = joint("hips", null, 0, HIP_HEIGHT);
  const pelvis = limb("pelvis", hips, 0.16, 0.09, 0.09);
  pelvis.rotation.z = Math.PI / 2;
  pelvis.position.y = 0;
  const chest = joint("chest", hips, 0, 0.33);
  limb("trunk", chest, 0.28, 0.135, 0.1).position.y = -0.06;
  const shoulders = limb("shoulders", chest, 0.26, 0.08, 0.08);
  shoulders.rotation.z = Math.PI / 2;
  shoulders.position.y = 0.13;
  limb("neck", chest, -0.08, 0.05, 0.055, skin).position.y = 0.26;
  limb("head", chest, -0.06, 0.095, 0.085, skin).position.y = 0.41;

  const sides = [-1, 1].map((side) => {
    const thigh = joint("hip", hips, 0.085 * side, -0.02);
    limb("thigh", thigh, THIGH, 0.085, 0.058);
    const shin = joint("knee", thigh, 0, -THIGH);
    limb("shin", shin, SHIN, 0.056, 0.042);
    const ankle = joint("ankle", shin, 0, -SHIN);
    const foot = limb("foot", ankle, 0.13, 0.042, 0.034, skin);
    foot.rotation.x = Math.PI / 2 - 0.05;
    foot.position.set(0, -0.02, -0.06);
    const arm = joint("shoulder", chest, 0.215 * side, 0.13);
    limb("arm", arm, UPPER_ARM, 0.055, 0.042);
    const elbow = joint("elbow", arm, 0, -UPPER_ARM);
    limb("forearm", elbow, FOREARM, 0.041, 0.035, skin);
    return { side, thigh, shin, ankle, arm, elbow };
  });

  return {
    chest,
    limbs,
    run: (seconds) => {
      const pose = runPoseAt(seconds);
      hips.position.y = HIP_HEIGHT + pose.lift;
      hips.rotation.set(...pose.hips, 0);
      chest.rotation.set(...pose.chest, 0);
      for (const { side, thigh, shin, ankle, arm, elbow } of sides) {
        const turns = pose.side(side);
        thigh.rotation.x = turns.thigh;
        shin.rotation.x = turns.shin;
        ankle.rotation.x = turns.ankle;
        arm.rotation.set(turns.arm, 0, 0.12 * side);
        elbow.rotation.x = turns.elbow;
      }
    },
  };
}
