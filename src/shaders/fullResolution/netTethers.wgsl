// Tethers of a cloth at full resolution.
// needs: cloths, tethers, now
#include<tether>
#include<integrators>

/// Where tethers hold a particle.
fn tetheredParticle(index: u32, place: vec3f) -> vec3f {
  var position = place;
  // Springs have no rest distance that they keep to.
  let tetherCount = select(0u, cloths[0].tethersPerParticle, cloths[0].integrator == CONSTRAINTS);
  for (var t = 0u; t < tetherCount; t++) {
    let tether = tethers[cloths[0].firstTether + index * cloths[0].tethersPerParticle + t];
    let anchor = textureLoad(now, vec2i(vec2u(tether.anchor % cloths[0].countU, tether.anchor / cloths[0].countU)), 0);
    let held = tetheredPosition(position, anchor.xyz, tether.length * cloths[0].tetherLimit);
    position = select(position, held, anchor.w == 0.0);
  }
  return position;
}
