// Before a substep of a cloth at full resolution ends: bodies that it has pushed in the last one go on. One workgroup.
// At the end of a step their impulses are summed.
#include<structs>
#include<pushedBodies>

const WORKGROUP_SIZE = 64u;
// 1: at the end of a step.
const IS_END = 0u;
const PUSHES = 1u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> colliders: array<Collider>;
@group(0) @binding(2) var<storage, read_write> impulses: array<atomic<i32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn settleBodies(@builtin(local_invocation_index) lane: u32) {
  settleAll(0u, lane, WORKGROUP_SIZE, IS_END != 0u);
}
