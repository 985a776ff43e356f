// Shaders that draw depth maps, in Babylon's dialect of WGSL. Bones and morph targets count twice: as they are now, and as they were in the last maps.

function influence(name: string): string {
  const of = (i: number): string => {
    const extra = i < 4 ? "" : "Extra";
    const lane = (i % 4).toString();
    return `uniforms.${name}[i32(vertexInputs.matricesIndices${extra}[${lane}])]*vertexInputs.matricesWeights${extra}[${lane}]`;
  };
  const first = [0, 1, 2, 3].map(of).join("+");
  const last = [4, 5, 6, 7].map(of).join("+");
  return `
#if DEPTH_BONES > 4
let ${name}OfVertex=${first}+${last};
#else
let ${name}OfVertex=${first};
#endif`;
}

/**
 * `band`: half height of the map in the picture of all maps, and the middle of it. `morphs`: weight of each target now and before.
 *
 * @param morphs - Morph targets that are attributes: Babylon keeps them so without a texture of them.
 * @returns The source.
 */
export function depthVertexCode(morphs: number): string {
  const morphed = Array.from({ length: morphs }, (_, i) => i.toString());
  return `
attribute position: vec3f;
${morphed.map((i) => `attribute position${i}: vec3f;`).join("\n")}
#if DEPTH_BONES > 0
attribute matricesIndices: vec4f;
attribute matricesWeights: vec4f;
#if DEPTH_BONES > 4
attribute matricesIndicesExtra: vec4f;
attribute matricesWeightsExtra: vec4f;
#endif
uniform bones: array<mat4x4f, DEPTH_MATRICES>;
uniform bonesBefore: array<mat4x4f, DEPTH_MATRICES>;
#endif
#ifdef DEPTH_INSTANCES
attribute world0: vec4f;
attribute world1: vec4f;
attribute world2: vec4f;
attribute world3: vec4f;
#endif
#if DEPTH_MORPHS > 0
uniform morphs: array<vec4f, DEPTH_MORPHS>;
#endif
#ifdef DEPTH_MORPH_TEXTURE
uniform morphTargetTextureInfo: vec3f;
var morphTargets: texture_2d_array<f32>;
fn morphedPosition(vertex: u32, layer: i32)->vec3f {
let texel=i32(f32(vertex)*uniforms.morphTargetTextureInfo.x);
let width=i32(uniforms.morphTargetTextureInfo.y);
return textureLoad(morphTargets, vec2i(texel%width, texel/width), layer, 0).xyz;
}
#endif
uniform toOwn: mat4x4f;
uniform toOwnBefore: mat4x4f;
uniform half: vec3f;
uniform axis: vec3f;
uniform across: vec3f;
uniform up: vec3f;
uniform band: vec2f;
uniform depthSign: f32;
varying vTexel: vec4f;
@vertex
fn main(input: VertexInputs)->FragmentInputs {
var now=vec4f(vertexInputs.position, 1.0);
var before=now;
var offset: vec3f;
#ifdef DEPTH_MORPH_TEXTURE
for (var i=0; i<DEPTH_MORPHS; i++) {
offset=morphedPosition(vertexInputs.vertexIndex, i)-vertexInputs.position;
now+=vec4f(offset*uniforms.morphs[i].x, 0.0);
before+=vec4f(offset*uniforms.morphs[i].y, 0.0);
}
#endif
${morphed
  .map(
    (i) => `offset=vertexInputs.position${i}-vertexInputs.position;
now+=vec4f(offset*uniforms.morphs[${i}].x, 0.0);
before+=vec4f(offset*uniforms.morphs[${i}].y, 0.0);`,
  )
  .join("\n")}
#if DEPTH_BONES > 0
${influence("bones")}
${influence("bonesBefore")}
now=bonesOfVertex*now;
before=bonesBeforeOfVertex*before;
#endif
#ifdef DEPTH_INSTANCES
let instance=mat4x4f(vertexInputs.world0, vertexInputs.world1, vertexInputs.world2, vertexInputs.world3);
now=instance*now;
before=instance*before;
#endif
let place=(uniforms.toOwn*now).xyz;
let height=dot(uniforms.axis, place);
let reach=dot(abs(uniforms.axis), uniforms.half);
vertexOutputs.vTexel=vec4f(height, place-(uniforms.toOwnBefore*before).xyz);
vertexOutputs.position=vec4f(
dot(uniforms.across, place)/dot(uniforms.across, uniforms.half),
dot(uniforms.up, place)/dot(uniforms.up, uniforms.half)*uniforms.band.x+uniforms.band.y,
0.5-0.5*uniforms.depthSign*height/reach,
1.0);
}
`;
}

export const depthFragmentCode = `
varying vTexel: vec4f;
@fragment
fn main(input: FragmentInputs)->FragmentOutputs {
fragmentOutputs.color=fragmentInputs.vTexel;
}
`;
