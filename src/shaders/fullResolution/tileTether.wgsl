// Tethers of stepFullResolution: to pins anywhere in the net.
#include<tileMemory>
#include<tether>

/// A particle within reach of its tether t. Tethers lead to pins, which nothing but their own motion moves.
fn tetheredParticle(index: u32, t: u32, position: vec3f, inverseMass: f32) -> vec3f {
  let tether = tethers[cloths[0].firstTether + index * cloths[0].tethersPerParticle + t];
  let anchor = vec2i(vec2u(tether.anchor % cloths[0].countU, tether.anchor / cloths[0].countU));
  let end = textureLoad(now, anchor, 0);
  let motion = select(vec3f(0.0), end.xyz - textureLoad(before, anchor, 0).xyz, phase.moves != 0u);
  let held = tetheredPosition(position, end.xyz + motion, tether.length * cloths[0].tetherLimit);
  return select(position, held, inverseMass > 0.0 && end.w == 0.0);
}
