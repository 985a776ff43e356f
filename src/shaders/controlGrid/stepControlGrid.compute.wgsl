// Simulates whole cloths: one workgroup a cloth, all substeps of the step, or of a part of it, in one dispatch. Positions live in workgroup
// memory; a barrier separates the phases of a substep: look (not in every substep), move, relax, hold. Each has its own file.
#include<gridMemory>
#include<gridLoad>
#include<gridLook>
#include<gridBend>
#include<gridMove>
#include<gridRelax>
#include<gridMomentum>
#include<gridBallast>
#include<gridHold>
#include<gridNearby>
#include<gridEnd>
#include<integrators>

// Set per size class of cloths by the host (see sizeClass.ts); a power of two.
const WORKGROUP_SIZE = 64u;
const PARTICLES_PER_INVOCATION = 4u;
// 1: with continuous collision, for the cloths that ask for it. Even unused, its code makes the kernel slower by a half.
const CONTINUOUS = 0u;
// 1: with colliders that are thin or have edges, for the cloths that have such.
const SLIDES = 0u;
// 1: with contact of cloth with itself, for the cloths that ask for it.
const SELF_CONTACT = 0u;
// 1: with contact of cloths with each other, for the cloths that ask for it.
const CLOTH_CONTACT = 0u;
// 1: with cloths that are sewn or have pressure, for the cloths that are.
const SEWN = 0u;
// 1: with bodies that cloth pushes, for the cloths that do.
const PUSHES = 0u;
// 1: with fans that blow at cloths.
const WIND_ZONES = 0u;
// 1: with cloths that tell of their contacts.
const CONTACTS = 0u;
// 1: with colliders that are fields, for the cloths that have some.
const FIELDS = 0u;
// 1: with colliders that have depth maps, for the cloths that have some.
const DEPTHS = 0u;
// 1: with lines that are rings, for closed cloths.
const RINGS = 0u;
// 1: with bends of whole lines at once, for plates.
const PLATES = 0u;
// 1: with momenta of cloths that can move or turn as one body.
const FREE = 0u;
// 1: with motion and separation constraints.
const GUIDES = 0u;
// 1: with threads that have slack, or come to the strain limit.
const LIMITS = 0u;
// 1: with threads that are solved link by link.
const FAST = 0u;
// 1: with cloths that choose their substeps by their strain.
const STRAIN = 0u;
// Lines are solved: particleVectors is line memory.
const HAS_LINES = 1u;
// Twice the workgroup size is what the reduction at the end needs.
const CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepControlGrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  if (cloths[slot].substepCount == 0u && cloths[slot].reset == 0u) {
    return;
  }
  // Others are those of stepSprings.
  if (cloths[slot].integrator != CONSTRAINTS) {
    return;
  }
  var grid = gridStepOf(slot);
  grid.isFree = FREE != 0u && grid.isFree;
  if (grid.firstSubstep == grid.endSubstep && part.number > 0u) {
    return;
  }
  // Way of the air and substeps since the start. Every invocation takes the same turns, and the compiler has to know it.
  if (lane == 0u) {
    positions[0] = clockBefore(grid);
  }
  let clock = workgroupUniformLoad(&positions[0]);
  if (clock.w < 0.0) {
    return;
  }
  let substepsBefore = u32(clock.w);

  if (hasSums(slot)) {
    keepSums(slot, lane, WORKGROUP_SIZE);
    storageBarrier();
  }
  var own: Own;
  // Until the first look.
  own.near = vec2u(0xffffffffu);
  loadParticles(grid, lane, clock.xyz, &own);
  workgroupBarrier();
  addImpulses(grid, &own);
  findNearby(grid, lane, &own);
  let firsts = firstNodes(grid, lane);
  var kept = keptPulls(grid, firsts);
  prepareBends(grid, lane, &own);
  var isAnyNear = true;

  // After the last substep of the step, rounds in which only threads that are too long are shortened: most often none.
  for (var round = grid.firstSubstep;; round++) {
    let isLimit = round >= grid.endSubstep;
    let substeps = substepsBefore + round - grid.firstSubstep;
    let time = f32(round) * grid.share;
    if (!isLimit) {
      let isDue = substeps % grid.airInterval == 0u;
      if (isDue || round == grid.firstSubstep) {
        isAnyNear = look(grid, lane, substeps, time, isDue, &own);
      }
      if (substeps % cloths[grid.slot].bendInterval == 0u) {
        bend(grid, lane, &own);
      }
      moveParticles(grid, lane, time, &own);
      joinOwnSeams(grid, lane);
    } else {
      if (grid.isFree && round == grid.endSubstep) {
        keepMomenta(grid, lane, &own);
      }
      findState(grid, lane, &own);
      // In round 0 no time has passed: the cloth begins anew, and does not move yet.
      if (!isLastPart(grid) || round == 0u || grid.isSoft || round == grid.endSubstep + STRAIN_ROUNDS || !isTooLong(grid, lane, &own)) {
        break;
      }
    }
    relax(grid, lane, firsts, isLimit, &kept);
    if (isLimit) {
      keepVelocities(grid, lane, &own);
    } else {
      joinOwnSeams(grid, lane);
      if (grid.isFree) {
        noteLinks(grid, lane, &own);
      }
      if (hasBallast(grid)) {
        giveToBodies(grid, lane, time, &own);
      }
    }
    hold(grid, lane, min(time + grid.share, 1.0), isLimit, isAnyNear, &own);
  }
  if (PUSHES != 0u && cloths[slot].pushes != 0u && isLastPart(grid)) {
    storageBarrier();
    settleAll(slot, lane, WORKGROUP_SIZE, true);
  }
  keepPulls(grid, firsts, positions[0].w > -FARTHEST, kept);
  end(grid, lane, &own);
}

/// What moves particles at seams moves their neighbours: before lines are solved, and what skew and single links do after it. See joinSeams.
fn joinOwnSeams(grid: GridStep, lane: u32) {
  if (RINGS != 0u && cloths[grid.slot].closed != 0u) {
    joinSeams(grid, lane);
  }
}
