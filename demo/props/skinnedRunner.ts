// A runner with a skin over bones, who runs on the spot toward -Z.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { Studio } from "../studio/studio.js";
import { createCharacter } from "./character.js";
import { runPoseAt } from "./runPose.js";

/** A runner of two meshes with one skeleton. */
export interface SkinnedRunner {
  /** All but her arms: depth maps have what is between two limbs inside, if no axis sees it, so they do without the arms. */
  readonly mesh: Mesh;
  readonly skeleton: Skeleton;
  /** Drives the bone of the hips. */
  readonly hips: TransformNode;
  /** @param seconds - Since the first step. */
  run(seconds: number): void;
}

/** Her steps are shorter than those of the runner of capsules: thighs turn by this part. */
const STRIDE = 0.75;
/** Shoulders and arms hang so far down [rad]. */
const [SHOULDER_DOWN, ARM_DOWN] = [0.2, 0.95];
/** The hands stay above the skirt: elbows are bent so much more than those of the runner of capsules [rad], and arms swing less. */
const [BENT, ARM_SWING] = [0.5, 0.7];

/**
 * @param studio - Where she runs.
 * @param scene - Gets the mesh.
 */
export function createSkinnedRunner(studio: Studio, scene: Scene): SkinnedRunner {
  const { mesh, arms, skeleton, root, turn } = createCharacter(scene, { hasNodes: true, hasOwnArms: true });
  const hips = skeleton.bones.find(({ name }) => name === "hips")?.getTransformNode();
  if (!hips) throw new Error("The character has no hips.");
  const material = new PBRMaterial("runner", scene);
  material.metallic = 0;
  material.roughness = 0.55;
  for (const skin of arms ? [mesh, arms] : [mesh]) {
    skin.material = material;
    studio.add(skin);
  }
  return {
    mesh,
    skeleton,
    hips,
    run: (seconds) => {
      const pose = runPoseAt(seconds);
      root.position.y = pose.lift;
      turn({ hips: [...pose.hips, 0], chest: [...pose.chest, 0], head: [0.15, 0, 0] });
      for (const [side, sign] of [
        ["right", -1],
        ["left", 1],
      ] as const) {
        const { thigh, shin, ankle, arm, elbow } = pose.side(sign);
        turn({
          [`${side}Thigh`]: [STRIDE * thigh, 0, 0],
          [`${side}Shin`]: [shin, 0, 0],
          [`${side}Foot`]: [ankle, 0, 0],
          [`${side}Clavicle`]: [0, 0, -sign * SHOULDER_DOWN],
          [`${side}UpperArm`]: [ARM_SWING * arm, 0, -sign * ARM_DOWN],
          [`${side}Forearm`]: [0, sign * (elbow + BENT), 0],
        });
      }
    },
  };
}
