// Particles of stitches of all cloths at full resolution that are sewn together, as gatherSeams has told.
// needs: places, sewn

fn placeVector(kind: u32, place: u32) -> vec4f {
  return places[kind * sewn.total + place];
}
