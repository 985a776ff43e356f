// One substep of a cloth at full resolution in one pass over its textures (NVIDIA 2005, in one pass instead of nine). A workgroup
// has a tile of the net and a halo around it in its memory: what relaxation reaches from outside of the halo does not come as far as
// the tile, so that the result does not depend on how large tiles are. Phases as in stepControlGrid: move, relax, hold.
#include<tileMemory>
#include<tileMove>
#include<tileRelax>
#include<tileHold>

// Set by the host: particles along a side of a tile, even.
const TILE = 20u;
const WORKGROUP_SIZE = 256u;
// Of the tile, rounded up.
const PARTICLES_PER_INVOCATION = 2u;
// 1: with continuous collision.
const CONTINUOUS = 0u;
// 1: some links do not live.
const CUTTABLE = 0u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let origin = vec2i(group.xy * TILE) - i32(HALO);
  let cells = firstCells(origin, lane);
  moveParticles(origin, lane);
  let toSurface = surfaceOver(origin, lane);
  relax(cells, origin, lane);
  hold(origin, lane, toSurface);
}
