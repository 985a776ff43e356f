// Where a cloth at full resolution has passed through itself or through others: findNetTangles marks what crosses, traceNetTangles tells how
// it is drawn back. findTangles.compute.wgsl does both for control grids.
// needs: cloths, contacts, links, now, tangles
#include<textureNet>
#include<netContacts>
#include<piercedEdges>

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
  particles: array<NetTangle>,
}

fn edgesOf(i: u32) -> Edges {
  var edges: Edges;
  if (cloths[0].selfCollision != 0u) {
    for (var k = 0u; k < MAX_NET_CONTACTS; k++) {
      let packed = contacts[MAX_NET_CONTACTS * i + k];
      if (packed == NOTHING) {
        break;
      }
      pierceBeside(0u, i, contactOf(packed), &edges);
    }
  }
  pierceOthers(0u, i, &edges);
  return edges;
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

/// Where cloth is cut, a cell has lost a link across.
fn hasOwnQuad(slot: u32, first: u32) -> bool {
  let across = LINK_SHEAR | LINK_SHEAR_ACROSS;
  return (links[first] & across) == across;
}

fn isHeldAt(slot: u32, i: u32) -> bool {
  return textureLoad(now, texelOf(i), 0).w == 0.0;
}

fn ownPosition(slot: u32, i: u32) -> vec3f {
  return textureLoad(now, texelOf(i), 0).xyz;
}
