// Pre-passes and frame graphs draw velocities with the shaders of materials.
import type { Material } from "@babylonjs/core/Materials/material.pure.js";
import type { MaterialDefines } from "@babylonjs/core/Materials/materialDefines.js";
import { MaterialPluginBase } from "@babylonjs/core/Materials/materialPluginBase.pure.js";
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { RegisterClass } from "@babylonjs/core/Misc/typeStore.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { PREVIOUS_PLACE, WAY_DEFINE, WAY_KIND, wayCode } from "./velocityCode.js";

const NAME = "ClothVelocity";
const CLASS_NAME = "ClothVelocityPlugin";
/** Where it stands among other plugins does not matter. */
const PRIORITY = 500;

/** Subtracts the way of cloth from the previous positions of a material's vertices. */
class VelocityPlugin extends MaterialPluginBase {
  /** @param material - Of a cloth; ordinary meshes may share it. */
  public constructor(material: Material) {
    const hasOthers = material.pluginManager !== undefined;
    super(material, NAME, PRIORITY, { [WAY_DEFINE]: false }, true, true);
    // Babylon 9.34 throws when it clones a material whose plugins are all kept out of files: OpenPBRMaterial has no plugins of its own.
    this.doNotSerialize = hasOthers;
  }

  /** {@inheritDoc MaterialPluginBase.getClassName} */
  public override getClassName(): string {
    return CLASS_NAME;
  }

  /** {@inheritDoc MaterialPluginBase.isCompatible} */
  public override isCompatible(): boolean {
    return true;
  }

  /** {@inheritDoc MaterialPluginBase.prepareDefines} */
  public override prepareDefines(defines: MaterialDefines, _scene: Scene, mesh: AbstractMesh): void {
    const drawsVelocities = Boolean(defines.PREPASS_VELOCITY) || Boolean(defines.PREPASS_VELOCITY_LINEAR);
    const hasWay = drawsVelocities && mesh.isVerticesDataPresent(WAY_KIND);
    if (defines[WAY_DEFINE] !== hasWay) {
      defines[WAY_DEFINE] = hasWay;
      defines.markAsUnprocessed();
    }
  }

  /** {@inheritDoc MaterialPluginBase.getAttributes} */
  public override getAttributes(attributes: string[], _scene: Scene, mesh: AbstractMesh): void {
    if (mesh.isVerticesDataPresent(WAY_KIND)) {
      attributes.push(WAY_KIND);
    }
  }

  /** {@inheritDoc MaterialPluginBase.getCustomCode} */
  public override getCustomCode(shaderType: string, language = ShaderLanguage.GLSL): Nullable<Record<string, string>> {
    if (shaderType !== "vertex") {
      return null;
    }
    const { declaration, previousPlace } = wayCode(language);
    return { CUSTOM_VERTEX_DEFINITIONS: declaration, [`!${PREVIOUS_PLACE}`]: previousPlace };
  }
}

/**
 * Lets a material draw the velocity of cloth, if it draws velocities at all: those of Babylon's StandardMaterial, PBRMaterial and
 * OpenPBRMaterial do.
 *
 * @param material - Of a cloth. Null and other materials stay as they are.
 */
export function drawVelocityOfCloth(material: Nullable<Material>): void {
  const subMaterials = material && "subMaterials" in material ? (material.subMaterials as Nullable<Material>[]) : null;
  if (subMaterials) {
    subMaterials.forEach(drawVelocityOfCloth);
  } else if (material && "prePassConfiguration" in material && !material.pluginManager?.getPlugin(NAME)) {
    RegisterClass(`BABYLON.${CLASS_NAME}`, VelocityPlugin);
    new VelocityPlugin(material);
  }
}
