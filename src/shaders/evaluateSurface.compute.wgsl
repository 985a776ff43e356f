// Draws every cloth: evaluates its degree-2 B-spline surface on a uniform grid of parameters and writes the vertices and
// the triangles of the mesh. One invocation a vertex, one row of workgroups a cloth.
#include<structs>
#include<quadraticSpline>

const WORKGROUP_SIZE = 64u;
const VERTEX_VECTORS = 3u;    // position 3, normal 3, tangent 4, uv 2 = 12 floats a vertex
const QUAD_INDICES = 6u;

@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> indices: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluateSurface(@builtin(global_invocation_id) id: vec3u) {
  let surface = surfaces[id.y];
  let columns = surface.segmentsU + 1u;
  let column = id.x % columns;
  let row = id.x / columns;
  if (surface.segmentsU == 0u || row > surface.segmentsV) {
    return;
  }
  let uv = vec2f(f32(column) / f32(surface.segmentsU), f32(row) / f32(surface.segmentsV));
  let u = quadraticBasis(uv.x, surface.countU);
  let v = quadraticBasis(uv.y, surface.countV);

  var point = vec3f(0.0);
  var alongU = vec3f(0.0);
  var alongV = vec3f(0.0);
  for (var j = 0u; j < 3u; j++) {
    let first = surface.firstParticle + (v.firstControlPoint + j) * surface.countU + u.firstControlPoint;
    let a = particles[first].position;
    let b = particles[first + 1u].position;
    let c = particles[first + 2u].position;
    let curve = a * u.weight.x + b * u.weight.y + c * u.weight.z;
    point += curve * v.weight[j];
    alongV += curve * v.derivative[j];
    alongU += (a * u.derivative.x + b * u.derivative.y + c * u.derivative.z) * v.weight[j];
  }
  point = surface.toLocal * point;
  alongU = surface.toLocal * alongU;
  alongV = surface.toLocal * alongV;

  // Same side as CreatePlane's normal. The tangent's w makes cross(normal, tangent) * w point along +v.
  let normal = unitOr(cross(alongV, alongU), vec3f(0.0, 0.0, -1.0));
  let tangent = unitOr(alongU, vec3f(1.0, 0.0, 0.0));
  let vertex = surface.firstVertex + id.x;
  vertices[vertex * VERTEX_VECTORS] = vec4f(point, normal.x);
  vertices[vertex * VERTEX_VECTORS + 1u] = vec4f(normal.yz, tangent.xy);
  vertices[vertex * VERTEX_VECTORS + 2u] = vec4f(tangent.z, -1.0, uv);

  if (column < surface.segmentsU && row < surface.segmentsV) {
    // Indices count from the cloth's first vertex: the draw adds it. Winding as in CreatePlane.
    let corner = id.x;
    let quad = surface.firstIndex + (row * surface.segmentsU + column) * QUAD_INDICES;
    indices[quad] = corner;
    indices[quad + 1u] = corner + 1u;
    indices[quad + 2u] = corner + columns + 1u;
    indices[quad + 3u] = corner;
    indices[quad + 4u] = corner + columns + 1u;
    indices[quad + 5u] = corner + columns;
  }
}

fn unitOr(vector: vec3f, otherwise: vec3f) -> vec3f {
  let length = sqrt(dot(vector, vector));
  return select(otherwise, vector / length, length > 0.0);
}
