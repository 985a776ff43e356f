// What the eyes ask of a part of a surface, from its control points. The kernel binds surfaces, particles, view and eyes.
// needs: particles, surfaces, view, eyes
#include<surfaceKinds>
#include<quadraticSpline>
#include<tessellation>

/// Greatest derivatives of one patch or several, and where they are.
struct PatchShape {
  bends: vec3f,               // |S_uu|, |S_uv| and |S_vv| by the parameters of a span [m]
  turns: vec2f,               // of the normal over a span along u and v [rad]
  lengths: vec2f,             // |S_u| and |S_v|: those of a span [m]
  minimum: vec3f,             // of the control points, in the cloth's frame
  maximum: vec3f,
}

/// The smallest cells of a surface along u and v; those of control grids are patches.
fn smallestCells(slot: u32) -> vec2u {
  let spansPerCell = surfaces[slot].spansPerCell;
  return (vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u + spansPerCell - 1u) / spansPerCell;
}

fn patchShape(slot: u32, column: u32, row: u32) -> PatchShape {
  let countU = surfaces[slot].countU;
  let spansU = countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  let startU = quadraticBasis(column, 0.0, spansU);
  let endU = quadraticBasis(column, 1.0, spansU);
  let startV = quadraticBasis(row, 0.0, spansV);
  let endV = quadraticBasis(row, 1.0, spansV);
  let middleU = quadraticBasis(column, 0.5, spansU);
  let middleV = quadraticBasis(row, 0.5, spansV);
  // Weights are not negative, so derivatives are greatest at rows and columns of control points, and the mixed one, which is
  // bilinear, in the corners.
  var minimum = vec3f(3e38);
  var maximum = vec3f(-3e38);
  var bows: array<vec3f, 3>;
  var alongU: array<vec3f, 3>;
  var twist0 = vec3f(0.0);
  var twist1 = vec3f(0.0);
  var twist2 = vec3f(0.0);
  var twist3 = vec3f(0.0);
  var slopeU = vec3f(0.0);
  var slopeV = vec3f(0.0);
  var bends = vec3f(0.0);
  for (var j = 0u; j < 3u; j++) {
    let first = surfaces[slot].firstParticle + (row + j) * countU + column;
    let a = particles[first].position;
    let b = particles[first + 1u].position;
    let c = particles[first + 2u].position;
    minimum = min(minimum, min(a, min(b, c)));
    maximum = max(maximum, max(a, max(b, c)));
    alongU[j] = a * startU.bow.x + b * startU.bow.y + c * startU.bow.z;
    bends.x = max(bends.x, length(alongU[j]));
    bows[0] += a * startV.bow[j];
    bows[1] += b * startV.bow[j];
    bows[2] += c * startV.bow[j];
    let slopeAtStart = a * startU.slope.x + b * startU.slope.y + c * startU.slope.z;
    let slopeAtEnd = a * endU.slope.x + b * endU.slope.y + c * endU.slope.z;
    slopeU += 0.5 * (slopeAtStart + slopeAtEnd) * middleV.weight[j];
    slopeV += (a * middleU.weight.x + b * middleU.weight.y + c * middleU.weight.z) * middleV.slope[j];
    twist0 += slopeAtStart * startV.slope[j];
    twist1 += slopeAtEnd * startV.slope[j];
    twist2 += slopeAtStart * endV.slope[j];
    twist3 += slopeAtEnd * endV.slope[j];
  }
  bends.y = max(max(length(twist0), length(twist1)), max(length(twist2), length(twist3)));
  bends.z = max(length(bows[0]), max(length(bows[1]), length(bows[2])));
  // The normal turns by what second derivatives have of its own direction (Weingarten), as slopes are in the middle.
  let lengths = max(vec2f(length(slopeU), length(slopeV)), vec2f(1e-12));
  let area = cross(slopeU, slopeV);
  let normal = area / max(length(area), 1e-20);
  let twist = max(max(abs(dot(twist0, normal)), abs(dot(twist1, normal))), max(abs(dot(twist2, normal)), abs(dot(twist3, normal))));
  let bowsAcross = vec2f(
    max(abs(dot(alongU[0], normal)), max(abs(dot(alongU[1], normal)), abs(dot(alongU[2], normal)))),
    max(abs(dot(bows[0], normal)), max(abs(dot(bows[1], normal)), abs(dot(bows[2], normal)))));
  return PatchShape(bends, bowsAcross / lengths + twist / lengths.yx, lengths, minimum, maximum);
}

/// The greater of each of both.
fn unite(a: PatchShape, b: PatchShape) -> PatchShape {
  return PatchShape(
    max(a.bends, b.bends), max(a.turns, b.turns), max(a.lengths, b.lengths), min(a.minimum, b.minimum), max(a.maximum, b.maximum));
}

/// What a cell asks for.
struct Demand {
  needed: vec2f,              // segments along u and v, not whole
  limits: vec3f,              // what limits larger cells, see layoutOf
}

/// What a cell of `spans` spans asks for; its limits are those of one of `spansPerCell` spans along both. The surface is smooth over
/// knots (C1), so the bound of tessellation.wgsl holds for triangles across them too, with the greatest derivatives of all their
/// patches and the eyes' nearest point of all of them.
fn cellDemand(slot: u32, shape: PatchShape, spans: vec2f, spansPerCell: f32) -> Demand {
  let center = surfaces[slot].origin + 0.5 * (shape.minimum + shape.maximum);
  let radius = 0.5 * length(shape.maximum - shape.minimum) + surfaces[slot].halfThickness;
  if (surfaces[slot].mode == BY_DISTANCE) {
    let needed = neededAt(slot, center, radius);
    let whole = needed * spansPerCell;
    return Demand(needed * spans, vec3f(whole * whole, 0.0));
  }
  let perTolerance = pixelsPerMeter(center, radius) / surfaces[slot].tolerance;
  let inTolerances = shape.bends * perTolerance;
  let whole = inTolerances * (spansPerCell * spansPerCell);
  let shading = shadingNeeds(shape.turns, shape.lengths * perTolerance);
  let wholeShading = max(shading.x, shading.y) * spansPerCell;
  // The mixed term counts half for either direction.
  return Demand(
    max(segmentsNeeded(inTolerances * spans.xxy * spans.xyy), shading * spans),
    vec3f((whole.xz + whole.y) / 8.0, wholeShading * wholeShading));
}

/// The most pixels that a length of 1 m in a sphere covers in any view.
fn pixelsPerMeter(center: vec3f, radius: f32) -> f32 {
  var maximum = 0.0;
  for (var e = 0u; e < view.eyeCount; e++) {
    let toCenter = center - eyes[e].position;
    var isSeen = eyes[e].isAllAround != 0u;
    if (!isSeen) {
      isSeen = dot(eyes[e].forward, toCenter) + radius > 0.0;
      isSeen = isSeen && isInFront(eyes[e].left, center, radius) && isInFront(eyes[e].right, center, radius)
        && isInFront(eyes[e].bottom, center, radius) && isInFront(eyes[e].top, center, radius);
    }
    if (isSeen) {
      var scale = 1.0;
      if (eyes[e].isOrthographic == 0u) {
        let away = length(toCenter) + radius;
        let depth = select(dot(eyes[e].forward, toCenter), length(toCenter), eyes[e].isAllAround != 0u);
        let nearest = max(depth - radius, eyes[e].near);
        // Seen at an angle, what moves along the view also moves across the picture.
        scale = min(away / nearest, eyes[e].slant) / nearest;
      }
      maximum = max(maximum, eyes[e].pixelsPerUnit * scale);
    }
  }
  return maximum;
}

fn isInFront(side: vec4f, center: vec3f, radius: f32) -> bool {
  return dot(side.xyz, center) + side.w > -radius;
}

/// Segments of a span by the distance of the nearest eye that is no light.
fn neededAt(slot: u32, center: vec3f, radius: f32) -> vec2f {
  let near = surfaces[slot].near;
  let far = surfaces[slot].far;
  var distance = far;
  for (var e = 0u; e < view.eyeCount; e++) {
    if (eyes[e].isLight == 0u) {
      distance = min(distance, max(length(center - eyes[e].position) - radius, near));
    }
  }
  // Inversely proportional to it: a segment keeps its size on the screen.
  let share = (1.0 / distance - 1.0 / far) / max(1.0 / near - 1.0 / far, 1e-9);
  return mix(surfaces[slot].minSegments, surfaces[slot].maxSegments, share);
}
