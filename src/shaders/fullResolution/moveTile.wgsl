// Moves the particles of a tile and relaxes its cells.
// needs: cloths, next, TILE, noteMoved
#include<netMotion>
#include<tileSkew>

fn moveTile(tile: vec2u, lane: u32) {
  let origin = vec2i(tile * TILE) - vec2i(HALO);
  let counts = vec2u(cloths[0].countU, cloths[0].countV);
  let cells = skewsIn(origin, counts, lane);
  for (var k = 0u; k < LOADS; k++) {
    let local = loadedLocal(lane, k);
    // Outside of the net, what is at its edge is read and not used.
    let texel = clamp(origin + vec2i(local), vec2i(0), vec2i(counts) - 1);
    positions[placeIn(local)] = movedParticle(texel);
  }
  workgroupBarrier();
  relaxSkew(cells, lane);
  for (var k = 0u; k < STORES; k++) {
    let local = storedLocal(lane, k);
    let texel = origin + vec2i(local);
    if (hasParticle(texel)) {
      noteMoved(texel, positions[placeIn(local)].xyz);
      textureStore(next, texel, positions[placeIn(local)]);
    }
  }
}
