// Brings both sides of all stitches together, as far as their speeds ask for: particles of one cloth move by -W C^T s, where
// (C W C^T) s = C x, with C the stitches and W inverse masses. The host has solved the system for each particle: see seamSystem.ts.
#include<structs>
#include<seams>
#include<seamLines>
#include<netPlaces>
#include<netGaps>

const WORKGROUP_SIZE = 64u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> sewn: SewnCloth;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(4) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(5) var<storage, read> seamTerms: array<SeamTerm>;
/// See gatherSeams.
@group(0) @binding(6) var<storage, read> places: array<vec4f>;
/// Other particles stay as they are.
@group(0) @binding(7) var sewnNow: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn sewFullResolution(@builtin(global_invocation_id) invocation: vec3u) {
  if (invocation.x >= sewn.count) {
    return;
  }
  let place = sewn.first + invocation.x;
  let here = placeVector(HERE, place);
  let particle = sewnParticles[place].particle;
  let texel = vec2u(particle % cloths[0].countU, particle / cloths[0].countU);
  textureStore(sewnNow, texel, vec4f(here.xyz - closingWay(place), here.w));
}
