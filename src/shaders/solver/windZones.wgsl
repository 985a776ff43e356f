// Fans that blow at a cloth, beside the wind that is everywhere.
// needs: cloths, vectors
#include<windZone>

/// Of a fan in vectors: position and range; axis and cosine of half the angle; speed and falloff.
const ZONE_VECTORS = 3u;

/// Wind with that of all fans at a point of the frame, without eddies.
fn windAt(slot: u32, point: vec3f) -> vec3f {
  var wind = cloths[slot].wind;
  for (var z = 0u; z < cloths[slot].zoneCount; z++) {
    let at = cloths[slot].firstZone + ZONE_VECTORS * z;
    let place = vectors[at];
    let flow = vectors[at + 2u];
    wind += zoneWind(point - place.xyz, vectors[at + 1u], place.w, flow.x, flow.y);
  }
  return wind;
}
