// Move, the first phase of each substep of stepControlGrid: particles go on, with inertia and gravity.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridBallast>
#include<verlet>
#include<carry>
#include<clothKinds>

/// A way is smaller than a position by far, so the sum has lost a part of it, some 3e-8 m a substep. With 16 substeps that is 3e-5 m/s, at
/// random, which keeps loose corners swinging for ever: the next substep adds what was lost (fast two-sum, Dekker 1971).
///
/// `time` at the start of the substep, from 0 to 1 within the step. The other phases have plain names; `move` is a reserved word of WGSL.
fn moveParticles(grid: GridStep, lane: u32, time: f32, own: ptr<function, Own>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      let inverseMass = (*own).held[k].w;
      var position = (*own).held[k].xyz;
      var motion = position - (*own).previous[k] + (*own).remainder[k];
      if (inverseMass > 0.0) {
        if (grid.carryMode == CARRIED) {
          position = carriedPosition(grid.slot, position, time);
          motion = cloths[grid.slot].carry * motion;
        }
        (*own).previous[k] = position;
        let way = verletPosition(vec3f(0.0), motion, grid.velocityKept, grid.gravity, grid.substepTime);
        position += way;
        (*own).remainder[k] = way - (position - (*own).previous[k]);
        if (grid.isFree || hasBallast(grid)) {
          (*own).held[k] = vec4f(way, inverseMass);
        }
      } else {
        (*own).previous[k] = position;
        position += motion;
      }
      positions[place] = vec4f(position, inverseMass / (1.0 + ballastAt(grid, place, time)));
    }
  }
  workgroupBarrier();
}
