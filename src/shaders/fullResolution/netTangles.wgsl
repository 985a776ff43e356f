// Where a cloth at full resolution has passed through itself or through others: findNetTangles marks what crosses, traceNetTangles finds contours and
// how uneven threads are, drawNetTangles tells how they are drawn back. findTangles.compute.wgsl does all three for control grids.
// needs: cloths, links, tangles
#include<textureNet>

/// A particle; but `listed` of entry `k` is the particle that was marked as number `k`.
struct NetTangle {
  marks: atomic<u32>,         // see PIERCES_U and those after it
  contour: atomic<u32>,       // the lowest particle of the contour that it belongs to
  sum: atomic<i32>,           // of the contour that has its number: imbalances of its threads
  listed: u32,
}

/// Between two steps nothing is marked.
struct NetTangles {
  count: atomic<u32>,         // of particles that are marked
  piercerCount: atomic<u32>,
  knownCount: u32,            // as it was when all were marked
  knownPiercers: u32,
  particles: array<NetTangle>,
}

/// A particle with edges that pierce. There are MOST_MARKED for each particle of a row and a column: with more, the cloth is a heap.
struct Piercer {
  turned: vec3f,              // see turnedSum
  particle: u32,
  quads: vec4u,               // of Edges
  edges: u32,                 // see edgeBits
  sum: atomic<i32>,           // of their imbalances
}

/// Of edge `which` of a piercer: whether it pierces, and whether it goes to the own side of what it pierces.
fn edgeBits(which: u32, side: f32) -> u32 {
  return select(0u, select(1u, 3u, side > 0.0) << (2u * which), side != 0.0);
}

/// 1, -1, or 0: it pierces nothing.
fn sideOf(edges: u32, which: u32) -> i32 {
  let bits = (edges >> (2u * which)) & 3u;
  return select(0, select(-1, 1, bits == 3u), bits != 0u);
}

/// Particles of a row and a column.
fn sides() -> u32 {
  return cloths[0].countU + cloths[0].countV;
}

fn markOf(i: u32) -> u32 {
  return atomicLoad(&tangles.particles[i].marks);
}

fn contourOf(i: u32) -> u32 {
  return atomicLoad(&tangles.particles[i].contour);
}

fn hasThread(slot: u32, low: u32, isAlongV: bool) -> bool {
  return (links[low] & select(LINK_WARP, LINK_WEFT, isAlongV)) != 0u;
}
