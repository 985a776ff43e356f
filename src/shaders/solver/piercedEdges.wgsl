// What the edges at a particle pierce, of its own cloth and of others: for both nets, see tangle.wgsl.
// needs: cloths, hasOwnQuad, mark, ownPosition, patchOf, patches, vectors
#include<clothContactList>
#include<clothPatches>
#include<edges>
#include<selfContact>
#include<tangle>

/// A net that is pierced: the cloth itself, or another one, whose particles are in `vectors`.
struct Pierced {
  isOwn: bool,
  first: u32,
  countU: u32,
  countV: u32,
}

/// What the edges of a particle pierce: its normal, turned along the edge, and in w its side; zeros where they pierce nothing. And the first
/// corner of the quad, if it is of the same cloth, or NOWHERE.
struct Edges {
  pierced: array<vec4f, EDGES>,
  quads: array<u32, EDGES>,
}

/// Another particle of the cloth that particle `i` may overlap.
fn pierceBeside(slot: u32, i: u32, other: u32, edges: ptr<function, Edges>) {
  let size = contactSize(cloths[slot].spacing, cloths[slot].thickness, 1.0);
  let isBesideSeam = areSeamNeighbours(ownSeamDistance(slot, i), ownSeamDistance(slot, other), TANGLE_SEAM_SPAN * size);
  if (!isBesideSeam && distance(ownPosition(slot, i), ownPosition(slot, other)) < size) {
    pierceQuads(slot, i, Pierced(true, 0u, cloths[slot].countU, cloths[slot].countV), other, edges);
  }
}

/// Particles of other cloths that findClothContacts has listed.
fn pierceOthers(slot: u32, i: u32, edges: ptr<function, Edges>) {
  let count = cloths[slot].countU * cloths[slot].countV;
  // Most patches meet nothing: nothing else is read for them.
  if (cloths[slot].meets == 0u || vectors[metIndex(cloths[slot].firstContact, count, patchOf(i))].x == 0.0) {
    return;
  }
  let ownSize = vectors[cloths[slot].firstContact + GATHERED_VECTORS * i + 1u].w;
  for (var list = 0u; list < NUMBER_VECTORS; list++) {
    let numbers = vectors[numberIndex(cloths[slot].firstContact, count, i) + list * count];
    for (var entry = 0u; entry < 4u; entry++) {
      if (numbers[entry] < 0.0) {
        return;
      }
      let number = u32(numbers[entry]);
      let index = number / GROUP;
      let net = Pierced(false, patches[index].cloth, patches[index].countU, patches[index].countV);
      let other = particleIn(index, number % GROUP);
      let size = max(ownSize, vectors[net.first + GATHERED_VECTORS * other + 1u].w);
      let own = cloths[slot].firstPatch;
      let isSewn = patches[index].piece != 0u && patches[index].piece == patches[own].piece;
      let isBesideSeam = isSewn && areSeamNeighbours(
        vectors[patches[own].firstSeam + i].x, vectors[patches[index].firstSeam + other].x, TANGLE_SEAM_SPAN * size);
      if (!isBesideSeam && distance(ownPlace(slot, i, false), placeIn(slot, net, other)) < size) {
        pierceQuads(slot, i, net, other, edges);
      }
    }
  }
}

/// Edges of a particle through the quads around another one. Of each edge, the first counts that it pierces.
fn pierceQuads(slot: u32, i: u32, net: Pierced, other: u32, edges: ptr<function, Edges>) {
  let node = vec2u(other % net.countU, other / net.countU);
  for (var quad = 0u; quad < 4u; quad++) {
    let side = vec2u(quad & 1u, quad / 2u);
    if (any(node < side) || any(node - side + 1u >= vec2u(net.countU, net.countV))) {
      continue;
    }
    let first = other - side.x - side.y * net.countU;
    if (!isQuad(slot, net, first)) {
      continue;
    }
    let a = placeIn(slot, net, first);
    let b = placeIn(slot, net, first + 1u);
    let c = placeIn(slot, net, first + net.countU);
    let d = placeIn(slot, net, first + net.countU + 1u);
    for (var which = 0u; which < EDGES; which++) {
      let low = lowEnd(slot, i, which);
      if (low == NOWHERE || (*edges).pierced[which].w != 0.0 || (net.isOwn && areNear(slot, low, first))) {
        continue;
      }
      let start = ownPlace(slot, low, net.isOwn);
      let edge = ownPlace(slot, low + stepOf(slot, which), net.isOwn) - start;
      var found = pierced(start, edge, a, b, c);
      if (found.w == 0.0) {
        found = pierced(start, edge, b, d, c);
      }
      if (found.w != 0.0) {
        (*edges).pierced[which] = found;
        (*edges).quads[which] = select(NOWHERE, first, net.isOwn);
      }
    }
  }
}

/// Along which way the edges of a particle are drawn together, if their contour is longer after them than before [parts of one edge].
fn turnedSum(edges: ptr<function, Edges>) -> vec3f {
  var turned = vec3f(0.0);
  for (var which = 0u; which < EDGES; which++) {
    let found = (*edges).pierced[which];
    turned += found.xyz * found.w;
  }
  return turned;
}

/// Marks where sheets cross by the edges of a particle: both ends, and what they pierce of their own cloth.
fn markPierced(slot: u32, i: u32, edges: ptr<function, Edges>, bits: u32) {
  for (var which = 0u; which < EDGES; which++) {
    if ((*edges).pierced[which].w != 0.0) {
      let low = lowEnd(slot, i, which);
      mark(low, bits | select(PIERCES_U, PIERCES_V, which >= 2u));
      mark(low + stepOf(slot, which), bits);
      let quad = (*edges).quads[which];
      if (quad != NOWHERE) {
        mark(quad, bits);
        mark(quad + 1u, bits);
        mark(quad + cloths[slot].countU, bits);
        mark(quad + cloths[slot].countU + 1u, bits);
      }
    }
  }
}

fn areNear(slot: u32, low: u32, quad: u32) -> bool {
  let countU = cloths[slot].countU;
  return placesApart(vec2u(low % countU, low / countU), vec2u(quad % countU, quad / countU)) <= NEAR_QUADS;
}

/// From seams of the cloth with itself [m].
fn ownSeamDistance(slot: u32, i: u32) -> f32 {
  return vectors[cloths[slot].firstRest + i].w;
}

/// Of this cloth, where the net that it may pierce is.
fn ownPlace(slot: u32, i: u32, isOwn: bool) -> vec3f {
  if (isOwn) {
    return ownPosition(slot, i);
  }
  return startOfStep(cloths[slot].firstContact + GATHERED_VECTORS * i);
}

fn placeIn(slot: u32, net: Pierced, i: u32) -> vec3f {
  if (net.isOwn) {
    return ownPosition(slot, i);
  }
  return startOfStep(net.first + GATHERED_VECTORS * i);
}

/// Where a particle was at the start of the step, by its way: others have taken parts of the step since. `index` is that of its first vector.
fn startOfStep(index: u32) -> vec3f {
  return vectors[index].xyz - vectors[index + 1u].xyz * vectors[index + 2u].w;
}

/// Whether all corners of a quad are there: sheets with an outline lack some.
fn isQuad(slot: u32, net: Pierced, first: u32) -> bool {
  if (net.isOwn) {
    return hasOwnQuad(slot, first);
  }
  let sizes = vec4f(sizeIn(net, first), sizeIn(net, first + 1u), sizeIn(net, first + net.countU), sizeIn(net, first + net.countU + 1u));
  return all(sizes >= vec4f(0.0));
}

fn sizeIn(net: Pierced, i: u32) -> f32 {
  return vectors[net.first + GATHERED_VECTORS * i + 1u].w;
}
