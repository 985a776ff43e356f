// Simulates cloths of the spring model: one workgroup a cloth, all substeps of the step in one dispatch. As stepControlGrid, but that springs take
// the place of its phases bend, move and relax. Cloths of the other model end at once.
#include<gridMemory>
#include<gridLoad>
#include<gridLook>
#include<gridSprings>
#include<carry>
#include<gridHold>
#include<gridEnd>

// Set by the host, as those of stepControlGrid.
const WORKGROUP_SIZE = 64u;
const PARTICLES_PER_INVOCATION = 4u;
const CONTINUOUS = 0u;
const SLIDES = 0u;
const SELF_CONTACT = 0u;
const CLOTH_CONTACT = 0u;
const SEWN = 0u;
const PUSHES = 0u;
const CONTACTS = 0u;
const WIND_ZONES = 0u;
const FIELDS = 1u;
const DEPTHS = 1u;
const GUIDES = 1u;
const RINGS = 1u;
const STRAIN = 1u;
// particleVectors is that of springs: see gridSprings.wgsl.
const HAS_LINES = 0u;
const CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepSprings(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  if (cloths[slot].integrator == CONSTRAINTS || (cloths[slot].substepCount == 0u && cloths[slot].reset == 0u)) {
    return;
  }
  var grid = gridStepOf(slot);
  // Springs have no rest distance that they keep to.
  grid.tethersPerParticle = 0u;
  // Way of the air and substeps since the start. Every invocation takes the same turns, and the compiler has to know it.
  if (lane == 0u) {
    positions[0] = clockBefore(grid);
  }
  let clock = workgroupUniformLoad(&positions[0]);
  let substepsBefore = u32(clock.w);

  if (hasSums(slot)) {
    keepSums(slot, lane, WORKGROUP_SIZE);
    storageBarrier();
  }
  var own: Own;
  loadParticles(grid, lane, clock.xyz, &own);
  workgroupBarrier();
  addImpulses(grid, &own);
  var springs: Springs;
  followMotion(grid, &own, &springs);
  var steps = formerSteps(slot, substepsBefore, lane);

  var isAnyNear = true;
  for (var round = 0u; round < grid.substepCount; round++) {
    let substeps = substepsBefore + round;
    let time = f32(round) * grid.share;
    let isDue = substeps % grid.airInterval == 0u;
    if (isDue || round == 0u) {
      isAnyNear = look(grid, lane, substeps, time, isDue, &own);
      followMotion(grid, &own, &springs);
    }
    if (grid.carryMode == CARRIED) {
      carryAlong(grid, time, &own, &springs);
    }
    integrate(grid, lane, steps, &own, &springs);
    // Only its remainder and that there are enough count.
    steps = select(steps + 1u, steps - 2u, steps >= 2u * FORMER_RATES);
    hold(grid, lane, min(time + grid.share, 1.0), false, isAnyNear, &own);
    followMotion(grid, &own, &springs);
  }
  if (PUSHES != 0u && cloths[slot].pushes != 0u) {
    storageBarrier();
    settleAll(slot, lane, WORKGROUP_SIZE, true);
  }
  keepFormerSteps(grid, lane, steps, (substepsBefore + grid.substepCount) % LONGEST_COUNT);
  findState(grid, lane, &own);
  if (lane == 0u && positions[0].w < -DIVERGED_STRAIN) {
    positions[0].w = -FARTHEST;
  }
  workgroupBarrier();
  end(grid, lane, &own);
}

/// As far as the inertia scale does not hold the cloth back, the mesh takes free particles along.
fn carryAlong(grid: GridStep, time: f32, own: ptr<function, Own>, springs: ptr<function, Springs>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let here = (*own).held[k];
    if (here.w > 0.0) {
      (*own).held[k] = vec4f(carriedPosition(grid.slot, here.xyz, time), here.w);
      (*springs).velocity[k] = cloths[grid.slot].carry * (*springs).velocity[k];
    }
  }
}
