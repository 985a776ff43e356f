// Finds what the eyes ask of the smallest cells of large nets, for refineSurface: of all their patches, spread over many workgroups.
// A cell has as many lanes as it has patches, up to a workgroup; that its spans are a power of two makes lanes of cells fit.
#include<structs>
#include<surfaceKinds>
#include<surfaceDemand>

const WORKGROUP_SIZE = 64u;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> eyes: array<Eye>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read> particles: array<Particle>;
@group(0) @binding(4) var<storage, read_write> cells: array<SurfaceCell>;
/// Which surfaces have large nets.
@group(0) @binding(5) var<storage, read> large: array<u32>;

var<workgroup> shapes: array<PatchShape, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn measureSurface(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = large[group.y];
  let mode = surfaces[slot].mode;
  if (mode == HIDDEN || mode == FIXED || mode >= CUT) {
    return;
  }
  let spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;
  let spansPerCell = surfaces[slot].spansPerCell;
  let smallest = smallestCells(slot);
  let lanesPerCell = min(spansPerCell * spansPerCell, WORKGROUP_SIZE);
  let number = group.x * (WORKGROUP_SIZE / lanesPerCell) + lane / lanesPerCell;
  let cell = vec2u(number % smallest.x, number / smallest.x);
  let isCell = cell.y < smallest.y;
  let first = cell * spansPerCell;
  // The last cells may have fewer spans than the others.
  let own = min(vec2u(spansPerCell), spans - min(first, spans));

  var shape = PatchShape(vec3f(0.0), vec2f(0.0), vec2f(0.0), vec3f(3e38), vec3f(-3e38));
  for (var k = lane % lanesPerCell; isCell && k < spansPerCell * spansPerCell; k += lanesPerCell) {
    let at = vec2u(k % spansPerCell, k / spansPerCell);
    if (all(at < own)) {
      shape = unite(shape, patchShape(slot, first.x + at.x, first.y + at.y));
    }
  }
  shapes[lane] = shape;
  workgroupBarrier();
  for (var stride = lanesPerCell / 2u; stride > 0u; stride /= 2u) {
    if (lane % lanesPerCell < stride) {
      shapes[lane] = unite(shapes[lane], shapes[lane + stride]);
    }
    workgroupBarrier();
  }
  if (isCell && lane % lanesPerCell == 0u) {
    let demand = cellDemand(slot, shapes[lane], vec2f(own), f32(spansPerCell));
    let index = surfaces[slot].firstCell + cell.y * (smallest.x + 1u) + cell.x;
    let limits = bitcast<vec3u>(demand.limits);
    cells[index].needed = demand.needed;
    cells[index].firstVertex = limits.x;
    cells[index].firstQuad = limits.y;
    cells[index].edges = limits.z;
  }
}
