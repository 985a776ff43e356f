// A GeometryBufferRenderer runs no code of materials. Its shader gets the way of cloth as its effects are made.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";
import type { IEffectCreationOptions } from "@babylonjs/core/Materials/effect.pure.js";
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";
import type { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import type { GeometryBufferRenderer } from "@babylonjs/core/Rendering/geometryBufferRenderer.pure.js";
import { PREVIOUS_PLACE, WAY_DEFINE, WAY_KIND, wayCode } from "./velocityCode.js";

const renderers = new WeakSet<GeometryBufferRenderer>();

/**
 * Lets a renderer draw the velocity of cloth, if it draws velocities.
 *
 * @param renderer - Of a scene.
 * @param engine - Of the scene.
 */
export function drawVelocityInGeometryBuffer(renderer: GeometryBufferRenderer, engine: AbstractEngine): void {
  if (renderers.has(renderer)) {
    return;
  }
  renderers.add(renderer);
  const isReady = renderer.isReady.bind(renderer);
  /** Whether effects of submeshes were made with ways. */
  const known = new WeakMap<SubMesh, boolean>();
  renderer.isReady = (subMesh, useInstances) => {
    const hasWay = subMesh.getMesh().isVerticesDataPresent(WAY_KIND);
    if (hasWay !== (known.get(subMesh) ?? false)) {
      known.set(subMesh, hasWay);
      // Babylon would keep an effect as long as its own defines are the same.
      subMesh.resetDrawCache();
    }
    return hasWay ? withWays(engine, () => isReady(subMesh, useInstances)) : isReady(subMesh, useInstances);
  };
}

/** Effects that are made meanwhile have the way of cloth. */
function withWays<T>(engine: AbstractEngine, act: () => T): T {
  const create = engine.createEffect.bind(engine);
  const own = Object.getOwnPropertyDescriptor(engine, "createEffect");
  engine.createEffect = (name, options, ...others) =>
    create(name, addWay(options as IEffectCreationOptions), ...others);
  try {
    return act();
  } finally {
    // What the engine has inherited comes to light again.
    Reflect.deleteProperty(engine, "createEffect");
    if (own) {
      Object.defineProperty(engine, "createEffect", own);
    }
  }
}

function addWay(options: IEffectCreationOptions): IEffectCreationOptions {
  const { declaration, previousPlace } = wayCode(options.shaderLanguage ?? ShaderLanguage.GLSL);
  return {
    ...options,
    attributes: [...options.attributes, WAY_KIND],
    defines: `${options.defines}\n#define ${WAY_DEFINE}`,
    processCodeAfterIncludes: (shaderType, code) =>
      shaderType === "vertex"
        ? code
            .replace("#define CUSTOM_VERTEX_DEFINITIONS", declaration)
            .replaceAll(new RegExp(PREVIOUS_PLACE, "g"), previousPlace)
        : code,
  };
}
