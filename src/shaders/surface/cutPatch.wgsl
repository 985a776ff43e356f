// Patches of a net whose links do not all live. A patch of the B-spline lies around the particle in its middle, and patches meet between
// particles: just where a cut parts them. As Bezier patches they have a point for the particle, one for each thread to a neighbour, and one for
// each cell of four particles. Each patch has vertices of its own; patches of threads that live take the same points, so no crack opens. Twin of
// bspline/cutPatches.ts.
// needs: surfaces, particles, links, drawn
#include<clothKinds>
#include<surfaceKinds>
#include<surfaceNormal>

/// Where a cut turns between four particles, it is rounded: the corner of the one on its own side goes back towards it by this part of the way,
/// and that of the three on the other side follows. With a half, steps of one thread would be a straight line, but patches have no normal there.
const CUT_ROUNDING = 0.4;

/// The surface in a patch; `t` along u and v in [0, 1].
fn patchSurface(slot: u32, span: vec2u, t: vec2f) -> SurfaceVertex {
  let spans = vec2u(drawn[slot].cellsU, drawn[slot].cellsV);
  let weightsU = bernstein(t.x);
  let weightsV = bernstein(t.y);
  let slopesU = bernsteinSlope(t.x);
  let slopesV = bernsteinSlope(t.y);
  let particle = vec2i(span) + 1;
  var position = vec3f(0.0);
  var alongU = vec3f(0.0);
  var alongV = vec3f(0.0);
  for (var j = 0; j < 3; j++) {
    var curve = vec3f(0.0);
    var slope = vec3f(0.0);
    for (var i = 0; i < 3; i++) {
      let point = patchPoint(slot, particle, vec2i(i, j) - 1);
      curve += weightsU[i] * point;
      slope += slopesU[i] * point;
    }
    position += weightsV[j] * curve;
    alongU += weightsV[j] * slope;
    alongV += slopesV[j] * curve;
  }
  return SurfaceVertex(position, alongU, alongV, (vec2f(span) + t) / vec2f(spans));
}

fn bernstein(t: f32) -> vec3f {
  return vec3f((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
}

fn bernsteinSlope(t: f32) -> vec3f {
  return vec3f(-2.0 * (1.0 - t), 2.0 - 4.0 * t, 2.0 * t);
}

/// Of the patch around a particle, towards a side along u, along v, both or none.
fn patchPoint(slot: u32, at: vec2i, side: vec2i) -> vec3f {
  if (side.x == 0 && side.y == 0) {
    return particleAt(slot, at);
  }
  if (side.x == 0 || side.y == 0) {
    return endOf(slot, at, side);
  }
  return cornerOf(slot, at, side);
}

/// The point that the particle has with those particles of a cell that it still hangs together with there.
fn cornerOf(slot: u32, at: vec2i, side: vec2i) -> vec3f {
  let sideU = vec2i(side.x, 0);
  let sideV = vec2i(0, side.y);
  let own = particleAt(slot, at);
  let beside = particleAt(slot, at + sideU);
  let above = particleAt(slot, at + sideV);
  let across = particleAt(slot, at + side);
  let shareU = shareOf(slot, at, sideU);
  let shareV = shareOf(slot, at, sideV);
  let toBeside = lives(slot, at, sideU);
  let toAbove = lives(slot, at, sideV);
  let besideToAcross = lives(slot, at + sideU, sideV);
  let aboveToAcross = lives(slot, at + sideV, sideU);
  if (u32(toBeside) + u32(toAbove) + u32(besideToAcross) + u32(aboveToAcross) >= 3u) {
    return mixed(mixed(own, beside, shareU), mixed(above, across, shareU), shareV);
  }
  // A sheet with an outline is trimmed within its patches.
  let rounding = select(0.0, CUT_ROUNDING, surfaces[slot].mode == CUT);
  // Three in a chain: the fourth is where a parallelogram has it.
  if (toBeside && toAbove) {
    return mixed(mixed(beside, above, 0.5), own, -rounding);
  }
  if (toBeside && besideToAcross) {
    return mixed(mixed(own, across, 0.5), beside, -rounding);
  }
  if (toAbove && aboveToAcross) {
    return mixed(mixed(own, across, 0.5), above, -rounding);
  }
  if (toBeside) {
    return mixed(endOf(slot, at, sideV), endOf(slot, at + sideU, sideV), shareU);
  }
  if (toAbove) {
    return mixed(endOf(slot, at, sideU), endOf(slot, at + sideV, sideU), shareV);
  }
  let corner = endOf(slot, at, sideU) + endOf(slot, at, sideV) - own;
  return mixed(corner, own, select(0.0, rounding, besideToAcross && aboveToAcross));
}

/// Where the patch of a particle ends on a side: on a dead thread as far as on the thread behind; on the particle if both are dead.
fn endOf(slot: u32, at: vec2i, side: vec2i) -> vec3f {
  let own = particleAt(slot, at);
  if (lives(slot, at, side)) {
    return mixed(own, particleAt(slot, at + side), shareOf(slot, at, side));
  }
  if (!lives(slot, at, -side)) {
    return own;
  }
  return 2.0 * own - mixed(own, particleAt(slot, at - side), shareOf(slot, at, -side));
}

/// mix, the same to the last bit from both ends.
fn mixed(a: vec3f, b: vec3f, share: f32) -> vec3f {
  return (1.0 - share) * a + share * b;
}

/// How far a patch reaches to the next particle: halfway, or to the border.
fn shareOf(slot: u32, at: vec2i, side: vec2i) -> f32 {
  let next = at + side;
  let last = vec2i(vec2u(surfaces[slot].countU, surfaces[slot].countV)) - 1;
  let isBorder = select(next.y == 0 || next.y == last.y, next.x == 0 || next.x == last.x, side.x != 0);
  return select(0.5, 1.0, isBorder);
}

/// Whether the thread from a particle to the next one on a side lives.
fn lives(slot: u32, at: vec2i, side: vec2i) -> bool {
  let start = vec2u(min(at, at + side));
  let words = links[surfaces[slot].firstLink + start.y * surfaces[slot].countU + start.x];
  return (words & select(LINK_WEFT, LINK_WARP, side.x != 0)) != 0u;
}

fn particleAt(slot: u32, at: vec2i) -> vec3f {
  let place = vec2u(at);
  return particles[surfaces[slot].firstParticle + place.y * surfaces[slot].countU + place.x].position;
}

/// Whether a patch meets no other on a side.
fn isOpen(slot: u32, patchIndex: u32, side: vec2i) -> bool {
  let spans = vec2i(vec2u(drawn[slot].cellsU, drawn[slot].cellsV));
  let span = vec2i(i32(patchIndex) % spans.x, i32(patchIndex) / spans.x);
  let next = span + side;
  if (all(next >= vec2i(0)) && all(next < spans)) {
    return !lives(slot, span + 1, side);
  }
  return (surfaces[slot].closed & select(CLOSED_V, CLOSED_U, side.x != 0)) == 0u;
}
