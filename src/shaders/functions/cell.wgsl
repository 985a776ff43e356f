// The cell of a net around a point, up to halfway to its neighbours, and where in it a collider is nearest. Points alone would let a rod through that
// is thinner than they are apart, and edges into the surface between them.
#include<colliderKinds>

/// From the point to the borders of its cell, along u and v. In w: 1 if the net begins at the point, -1 if it ends there, else 0.
struct Cell {
  alongU: vec4f,
  alongV: vec4f,
}

/// One direction of a cell.
fn cellAlong(before: vec3f, after: vec3f, begins: bool, ends: bool) -> vec4f {
  let neighbours = 2.0 - f32(begins) - f32(ends);
  return vec4f((after - before) * (0.5 / max(neighbours, 1.0)), f32(begins) - f32(ends));
}

/// How far the point of a cell that is nearest to a collider is from its middle, if `way` leads from there to the nearest point of the collider.
fn slid(cell: Cell, way: vec3f) -> vec3f {
  return cell.alongU.xyz * partAlong(cell.alongU, way) + cell.alongV.xyz * partAlong(cell.alongV, way);
}

fn partAlong(side: vec4f, way: vec3f) -> f32 {
  let part = dot(way, side.xyz) / max(dot(side.xyz, side.xyz), 1e-30);
  return clamp(part, select(-1.0, 0.0, side.w > 0.0), select(1.0, 0.0, side.w < 0.0));
}

/// Whether a collider meets cells, not points alone: it has edges, or is thinner than cells are wide. Twin of slidesOver in slides.ts.
fn slidesOver(kind: u32, size: vec3f, reach: f32) -> bool {
  switch (kind) {
    case BOX, CONVEX: { return true; }
    case SPHERE: { return size.x < reach; }
    case CAPSULE: { return min(size.x, size.z) < reach; }
    case ELLIPSOID: { return min(size.x, min(size.y, size.z)) < reach; }
    default: { return false; }
  }
}
