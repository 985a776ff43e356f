// Shaders that draw depth maps, in Babylon's dialect of WGSL: its own morph targets, and bones as they are now and were in the last maps.
// What they include, where Babylon looks for it.
import "@babylonjs/core/ShadersWGSL/ShadersInclude/morphTargetsVertex.js";
import "@babylonjs/core/ShadersWGSL/ShadersInclude/morphTargetsVertexDeclaration.js";
import "@babylonjs/core/ShadersWGSL/ShadersInclude/morphTargetsVertexGlobal.js";
import "@babylonjs/core/ShadersWGSL/ShadersInclude/morphTargetsVertexGlobalDeclaration.js";

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

/** `band`: half height of the map in the picture of all maps, and the middle of it. */
export const depthVertexCode = `
attribute position: vec3f;
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
#include<morphTargetsVertexGlobalDeclaration>
#include<morphTargetsVertexDeclaration>[0..maxSimultaneousMorphTargets]
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
var positionUpdated: vec3f=vertexInputs.position;
#include<morphTargetsVertexGlobal>
#include<morphTargetsVertex>[0..maxSimultaneousMorphTargets]
var now=vec4f(positionUpdated, 1.0);
var before=now;
#if DEPTH_BONES > 0
${influence("bones")}
${influence("bonesBefore")}
now=bonesOfVertex*now;
before=bonesBeforeOfVertex*before;
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

export const depthFragmentCode = `
varying vTexel: vec4f;
@fragment
fn main(input: FragmentInputs)->FragmentOutputs {
fragmentOutputs.color=fragmentInputs.vTexel;
}
`;
