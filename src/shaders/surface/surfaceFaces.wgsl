// Writes vertices and triangles of drawn surfaces.
// needs: surfaces, drawn, vertices, indices
#include<surfaceKinds>
#include<surfaceNormal>

/// Writes a vertex of each face, local to the mesh.
fn writeFaces(slot: u32, number: u32, own: SurfaceVertex) {
  let toLocal = surfaces[slot].toLocal;
  let normal = normalOf(toLocal, own);
  let tangent = surfaces[slot].tangentSign * unitOr(toLocal * own.alongU, vec3f(1.0, 0.0, 0.0));
  let faces = surfaces[slot].faces;
  let away = normal * surfaces[slot].halfThickness;
  let local = toLocal * own.position;
  var vertex = drawn[slot].firstVertex + number;
  if ((faces & FRONT_FACE) != 0u) {
    writeFace(vertex, local + away, normal, tangent, 1.0, surfaces[slot].frontUVs, own.parameters);
    vertex += drawn[slot].vertexCount;
  }
  if ((faces & BACK_FACE) != 0u) {
    writeFace(vertex, local - away, -normal, tangent, -1.0, surfaces[slot].backUVs, own.parameters);
  }
}

/// `side`: 1 in front, -1 on the back. With a tangentSign of 1, the tangent points along the texture's u, and w makes
/// cross(normal, tangent) * w point along its v.
fn writeFace(vertex: u32, position: vec3f, normal: vec3f, tangent: vec3f, side: f32, corners: vec4f, parameters: vec2f) {
  let turned = select(vec2f(1.0), vec2f(-1.0), corners.zw < corners.xy);
  let along = tangent * turned.x;
  let uv = mix(corners.xy, corners.zw, parameters);
  vertices[vertex * VERTEX_VECTORS] = vec4f(position, normal.x);
  vertices[vertex * VERTEX_VECTORS + 1u] = vec4f(normal.yz, along.xy);
  vertices[vertex * VERTEX_VECTORS + 2u] = vec4f(along.z, -side * turned.x * turned.y, uv);
}

/// Corners of a quad around it, counted from the cloth's first vertex. Draws that pull vertices add no base vertex, so it is added here.
fn writeTriangles(slot: u32, first: u32, a: u32, b: u32, c: u32, d: u32) {
  let base = drawn[slot].firstVertex;
  indices[first] = base + a;
  indices[first + 1u] = base + b;
  indices[first + 2u] = base + c;
  indices[first + 3u] = base + a;
  indices[first + 4u] = base + c;
  indices[first + 5u] = base + d;
}
