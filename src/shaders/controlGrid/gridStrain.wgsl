// What a step of stepControlGrid tells of strain, for the choice of substeps. Only cloths that ask for it pay for it.
// needs: PARTICLES_PER_INVOCATION, STRAIN
#include<gridMemory>
#include<gridSums>
#include<strain99>

/// After findState: the particles are in `own`, and positions are free. 0 for a cloth that does not ask.
fn measureStrain(grid: GridStep, lane: u32, own: ptr<function, Own>) -> f32 {
  let goal = cloths[grid.slot].strainGoal;
  if (STRAIN == 0u || goal == 0.0) {
    return 0.0;
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = (*own).held[k];
  }
  workgroupBarrier();
  let rungs = rungsOf(goal);
  var high = vec4f(0.0);
  var low = vec4f(0.0);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      let strains = strainsAt(grid, ownPlace(lane, k));
      high += beyondRungs(strains.x, rungs) + beyondRungs(strains.y, rungs);
      low += beyondRungs(strains.x, rungs * LOW_SHARE) + beyondRungs(strains.y, rungs * LOW_SHARE);
    }
  }
  let sums = sumsOfAll(lane, high, low);
  let linkCount = 2u * grid.count - grid.countU - cloths[grid.slot].countV;
  return strain99(sums[0], sums[1], f32(linkCount), goal);
}

/// Strains of the links along threads that start at a particle, to the next column and to the next row; 0 where there is none.
fn strainsAt(grid: GridStep, place: u32) -> vec2f {
  let threads = vectors[cloths[grid.slot].firstLink + 2u * place];
  let here = positions[place].xyz;
  var strains = vec2f(0.0);
  if (threads.x > 0.0) {
    strains.x = distance(positions[place + 1u].xyz, here) / threads.x - 1.0;
  }
  if (threads.z > 0.0) {
    strains.y = distance(positions[place + grid.countU].xyz, here) / threads.z - 1.0;
  }
  return strains;
}
