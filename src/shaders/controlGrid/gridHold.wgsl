// Seams and impulses of stepControlGrid.
#include<gridMemory>
#include<clothKinds>
#include<impulse>

/// Particles at edges that are one seam: together, halfway between their neighbours across it, which makes the surface a
/// periodic spline.
fn seamPosition(slot: u32, place: u32, column: u32, row: u32) -> vec3f {
  let isSeamU = (cloths[slot].closed & CLOSED_U) != 0u && (column == 0u || column + 1u == cloths[slot].countU);
  let isSeamV = (cloths[slot].closed & CLOSED_V) != 0u && (row == 0u || row + 1u == cloths[slot].countV);
  let first = placeOf(select(column, 1u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);
  let second = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);
  let third = placeOf(select(column, 1u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);
  let fourth = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);
  if (!isSeamU && !isSeamV) {
    return positions[place].xyz;
  }
  return 0.25 * (positions[first].xyz + positions[second].xyz + positions[third].xyz + positions[fourth].xyz);
}

/// Sum of masses times shares of an impulse over all free particles: the velocities then carry all of it.
fn sharedMass(count: u32, sphere: vec4f) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < count; i++) {
    let particle = positions[i];
    if (particle.w > 0.0) {
      sum += impulseShare(particle.xyz, sphere.xyz, sphere.w) / particle.w;
    }
  }
  return sum;
}
