// Marks where a cloth at full resolution has passed through itself or through other cloths, at the start of a step, after what its particles
// may meet is known.
#include<structs>
#include<netContacts>
#include<netTangles>
#include<netTiles>
#include<piercedEdges>

const WORKGROUP_WIDTH = 8u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> patches: array<ContactPatch>;
@group(0) @binding(3) var<storage, read> links: array<u32>;
/// See findNetContacts; not read of a cloth that does not meet itself.
@group(0) @binding(4) var<storage, read> contacts: array<u32>;
@group(0) @binding(5) var now: texture_2d<f32>;
@group(0) @binding(6) var<storage, read_write> tangles: NetTangles;
@group(0) @binding(7) var<storage, read_write> piercers: array<Piercer>;
/// How each particle is drawn back, and in w whether it keeps apart from others.
@group(0) @binding(8) var<storage, read_write> pulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn findNetTangles(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let i = indexOf(texel);
  pulls[i] = vec4f(vec3f(0.0), KEEPS_APART);
  atomicStore(&tangles.particles[i].contour, NOWHERE);
  atomicStore(&tangles.particles[i].sum, 0);
  if (cloths[0].integrator != CONSTRAINTS) {
    return;
  }
  var edges: Edges;
  pierceItself(i, &edges);
  pierceOthers(0u, i, &edges);
  var bits = 0u;
  for (var which = 0u; which < EDGES; which++) {
    bits |= edgeBits(which, edges.pierced[which].w);
  }
  if (bits != 0u) {
    markPierced(0u, i, &edges, CROSSES);
    let entry = atomicAdd(&tangles.piercerCount, 1u);
    if (entry < arrayLength(&piercers)) {
      piercers[entry].turned = turnedSum(&edges);
      piercers[entry].particle = i;
      piercers[entry].quads = vec4u(edges.quads[0], edges.quads[1], edges.quads[2], edges.quads[3]);
      piercers[entry].edges = bits;
      atomicStore(&piercers[entry].sum, 0);
    }
  }
}

fn pierceItself(i: u32, edges: ptr<function, Edges>) {
  if (cloths[0].selfCollision == 0u) {
    return;
  }
  for (var k = 0u; k < MAX_NET_CONTACTS; k++) {
    let packed = contacts[contactIndex(i, k)];
    if (packed == NOTHING) {
      break;
    }
    pierceBeside(0u, i, contactOf(packed), edges);
  }
}

/// The first mark of a particle puts it on the list.
fn mark(i: u32, bits: u32) {
  if (atomicOr(&tangles.particles[i].marks, bits) == 0u) {
    tangles.particles[atomicAdd(&tangles.count, 1u)].listed = i;
  }
}

/// Where cloth is cut, a cell has lost a link across.
fn hasOwnQuad(slot: u32, first: u32) -> bool {
  let across = LINK_SHEAR | LINK_SHEAR_ACROSS;
  return (links[first] & across) == across;
}

fn patchOf(i: u32) -> u32 {
  return tileAt(vec2u(texelAt(i)) / NET_TILE);
}

fn ownPosition(slot: u32, i: u32) -> vec3f {
  return textureLoad(now, texelAt(i), 0).xyz;
}
