// What a step of a cloth at full resolution does to colliders: keeps the sums of before it; after it, if it was undone, brings them back. One
// workgroup.
#include<structs>
#include<keptSums>

const WORKGROUP_SIZE = 64u;
// 1: after the step.
const IS_END = 0u;
const PUSHES = 1u;
const CONTACTS = 1u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> states: array<ClothState>;
@group(0) @binding(2) var<storage, read_write> impulses: array<atomic<i32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn keepColliderSums(@builtin(local_invocation_index) lane: u32) {
  if (IS_END == 0u) {
    keepSums(0u, lane, WORKGROUP_SIZE);
  } else if (states[0].isUndone != 0u) {
    undoSums(0u, lane, WORKGROUP_SIZE);
  }
}
