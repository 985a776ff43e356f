// Shaders of Babylon that draw velocities compute both positions of a vertex from the one that it has now. What cloth adds to them: from the
// one in the frame before, it subtracts how far the vertex has moved since.
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";

/** Vertex attribute: way of a vertex since the frame before, local to the mesh [m]. */
export const WAY_KIND = "clothWay";
/** Of shaders for meshes with that attribute. */
export const WAY_DEFINE = "CLOTH_WAY";
/** Where Babylon takes the place of a vertex in the frame before. */
export const PREVIOUS_PLACE = "(finalPreviousWorld\\s*\\*\\s*vec4f?)\\(positionUpdated,";

/**
 * @param language - Of the shader.
 * @returns Declaration of the attribute, and what takes the place of {@link PREVIOUS_PLACE}.
 */
export function wayCode(language: ShaderLanguage): { readonly declaration: string; readonly previousPlace: string } {
  const [declaration, way] =
    language === ShaderLanguage.WGSL
      ? [`attribute ${WAY_KIND}: vec3f;`, `vertexInputs.${WAY_KIND}`]
      : [`attribute vec3 ${WAY_KIND};`, WAY_KIND];
  return {
    declaration: onlyWithWay(declaration),
    previousPlace: `$1(positionUpdated${onlyWithWay(`-${way}`)},`,
  };
}

function onlyWithWay(code: string): string {
  return `\n#ifdef ${WAY_DEFINE}\n${code}\n#endif\n`;
}
