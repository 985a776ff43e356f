// Lets things light up under the mouse.
import { ActionManager } from "@babylonjs/core/Actions/actionManager.js";
import { ExecuteCodeAction } from "@babylonjs/core/Actions/directActions.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";

const GLOW = new Color3(0.3, 0.19, 0.05);

/**
 * @param meshes - Each with a material of its own.
 * @param scene - Of the meshes.
 */
export function lightUpUnderMouse(meshes: readonly Mesh[], scene: Scene): void {
  for (const mesh of meshes) {
    const material = mesh.material as PBRMaterial;
    const actions = new ActionManager(scene);
    const glow = (trigger: number, color: Color3): void => {
      const action = new ExecuteCodeAction(trigger, () => {
        material.emissiveColor = color;
      });
      actions.registerAction(action);
    };
    glow(ActionManager.OnPointerOverTrigger, GLOW);
    glow(ActionManager.OnPointerOutTrigger, Color3.Black());
    mesh.actionManager = actions;
  }
}
