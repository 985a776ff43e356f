// Finds how far each vertex has moved since the frame before, for passes that draw velocities. Vertices of that frame were elsewhere on the
// surface, so its control points are evaluated again, where the vertices are now. Takes the chunks of evaluateSurface, after it.
#include<structs>
#include<surfaceKinds>
#include<surfaceVertices>

const WORKGROUP_SIZE = 128u;
const WAY_FLOATS = 3u;

@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;
/// As the frame before showed them.
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> cells: array<SurfaceCell>;
@group(0) @binding(3) var<storage, read> drawn: array<DrawnSurface>;
@group(0) @binding(4) var<storage, read> chunks: array<SurfaceChunk>;
@group(0) @binding(5) var<storage, read> totals: SurfaceTotals;
/// Of this frame.
@group(0) @binding(6) var<storage, read> vertices: array<vec4f>;
/// Local to the mesh [m].
@group(0) @binding(7) var<storage, read_write> ways: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluateWays(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  for (var c = group.x; c < totals.chunkCount; c += groups.x) {
    let slot = chunks[c].surface;
    // Chunks of vertices come first; those behind them are of quads.
    let number = chunks[c].number * CHUNK_ITEMS + lane;
    if (number < drawn[slot].vertexCount) {
      writeWays(slot, number);
    }
  }
}

/// Writes the way of a vertex of each face.
fn writeWays(slot: u32, number: u32) {
  let first = drawn[slot].firstVertex + number;
  let faces = surfaces[slot].faces;
  let hasBoth = faces == (FRONT_FACE | BACK_FACE);
  let second = first + drawn[slot].vertexCount;
  // Of cut surfaces the ways are not known: their vertices have no cells.
  if (surfaces[slot].isPreviousKnown == 0u || surfaces[slot].mode >= CUT) {
    writeWay(first, vec3f(0.0));
    if (hasBoth) {
      writeWay(second, vec3f(0.0));
    }
    return;
  }
  let toLocal = surfaces[slot].previousToLocal;
  let before = surfaceVertex(slot, number);
  let local = toLocal * before.position;
  let away = normalOf(toLocal, before) * surfaces[slot].halfThickness;
  let side = select(-1.0, 1.0, (faces & FRONT_FACE) != 0u);
  writeWay(first, positionOf(first) - (local + side * away));
  if (hasBoth) {
    writeWay(second, positionOf(second) - (local - away));
  }
}

fn positionOf(vertex: u32) -> vec3f {
  return vertices[vertex * VERTEX_VECTORS].xyz;
}

fn writeWay(vertex: u32, way: vec3f) {
  let first = vertex * WAY_FLOATS;
  ways[first] = way.x;
  ways[first + 1u] = way.y;
  ways[first + 2u] = way.z;
}
