// The cell of a net around a point, up to halfway to its neighbours, and where in it a collider is nearest. Points alone would let a rod through that
// is thinner than they are apart, and edges into the surface between them.
#include<colliderKinds>

/// From the point of the surface to the borders of its cell: knots halfway to the neighbours before and after, along u and v. Zero where the net ends.
struct Cell {
  left: vec3f,
  right: vec3f,
  below: vec3f,
  above: vec3f,
}

/// From a point of the surface to the border of its cell. `toSurface`: what of the way from its control point at `here` to that point is along
/// this direction of the net.
fn cellBorder(here: vec3f, neighbour: vec3f, toSurface: vec3f, isThere: bool) -> vec3f {
  return select(vec3f(0.0), (neighbour - here) * 0.5 - toSurface, isThere);
}

/// How far the point of a cell that is nearest to a collider is from its middle, if `way` leads from there to the nearest point of
/// the collider, and on to its middle if it is round.
fn slid(cell: Cell, way: vec3f) -> vec3f {
  return slidAlong(cell.left, cell.right, way) + slidAlong(cell.below, cell.above, way);
}

/// Both sides are asked: where cloth is folded, the collider may be ahead of both.
fn slidAlong(before: vec3f, after: vec3f, way: vec3f) -> vec3f {
  let backwards = slidTo(before, way);
  let forwards = slidTo(after, way);
  return select(forwards, backwards, dot(backwards, way) > dot(forwards, way));
}

fn slidTo(border: vec3f, way: vec3f) -> vec3f {
  return border * clamp(dot(way, border) / max(dot(border, border), 1e-30), 0.0, 1.0);
}

/// Whether a collider meets cells, not points alone: it has edges, or is thinner than cells are wide. Twin of slidesOver in slides.ts.
fn slidesOver(kind: u32, size: vec3f, reach: f32) -> bool {
  switch (kind) {
    case BOX, CONVEX: { return true; }
    case SPHERE, CAPSULE, ELLIPSOID: { return roundness(kind, size) < reach; }
    default: { return false; }
  }
}

/// How far below its surface a round collider has its middle, its center or axis; 0 for others. The nearest point of the surface moves along with the
/// point that asks, and one step towards it ends too early. The middle stays.
fn roundness(kind: u32, size: vec3f) -> f32 {
  switch (kind) {
    case SPHERE: { return size.x; }
    case CAPSULE: { return min(size.x, size.z); }
    case ELLIPSOID: { return min(size.x, min(size.y, size.z)); }
    default: { return 0.0; }
  }
}
