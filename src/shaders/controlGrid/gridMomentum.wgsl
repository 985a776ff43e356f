// How cloth moves as one body, kept as its links and bends move it: they push against each other, so that what they change of that motion is
// an error, and is taken back at the end of the step. Cloth without pins keeps both momenta. Where all pins are on one line, the angular
// momentum about that line is kept, and at a single pin that about the pin: what pins pull with has no moment there.
//
// Linear momentum changes by rounding alone. Angular momentum changes because links pull along where they are after the move: with x the
// position before the move and D the way by links, sum m x * D is lost. Directions from before the move would keep it (SHAKE, Ryckaert
// 1977), and leave taut cloth swinging. Without this, a flag in still air turned around its pole for ever.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridSums>
#include<chord>
#include<spin>

/// After links have moved the particles: what differs from the motion in `held`, which they had before.
/// Ends with a barrier.
fn noteLinks(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  let hinge = hingePlace(grid);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      let motion = positions[place].xyz - (*own).previous[k] + (*own).remainder[k];
      // With ballast, links push against that, too.
      noteChange(positions[place].w, (*own).previous[k] - hinge, motion - (*own).held[k].xyz, own);
    }
  }
  workgroupBarrier();
}

/// Where the pin is after the move about which moments are noted: keepMomenta brings them back to where it was before. Zero in cloth
/// without pins.
fn hingePlace(grid: GridStep) -> vec3f {
  return select(positions[cloths[grid.slot].hingeFirst].xyz, vec3f(0.0), cloths[grid.slot].freedom == UNPINNED);
}

/// Where bends have lent positions: pins tell where they are after the move that comes. Starts and ends with a barrier.
fn tellPins(lane: u32, own: ptr<function, Own>) {
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if ((*own).held[k].w == 0.0) {
      positions[ownPlace(lane, k)] = vec4f(2.0 * (*own).held[k].xyz - (*own).previous[k], 0.0);
    }
  }
  workgroupBarrier();
}

/// A particle so far from the hinge moves by `change` more in each substep, for no reason outside of the cloth. Pins do not.
fn noteChange(inverseMass: f32, arm: vec3f, change: vec3f, own: ptr<function, Own>) {
  if (inverseMass > 0.0) {
    let moment = change / inverseMass;
    (*own).linearError += moment;
    (*own).angularError += cross(arm, moment);
  }
}

/// Takes back what the substeps have noted. Uses positions as memory, and leaves them as they were.
fn keepMomenta(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  let isLoose = cloths[grid.slot].freedom == UNPINNED;
  var center = positions[cloths[grid.slot].hingeFirst].xyz;
  let line = positions[cloths[grid.slot].hingeSecond].xyz - center;
  var mass = 0.0;
  if (isLoose) {
    var massMoment = vec4f(0.0);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (ownPlace(lane, k) < grid.count) {
        massMoment += vec4f((*own).held[k].xyz, 1.0) / (*own).held[k].w;
      }
    }
    let sum = sumsOfAll(lane, massMoment, vec4f(0.0))[0];
    mass = sum.w;
    center = sum.xyz / mass;
  }
  // In w, pins beside the line.
  var squares = vec4f(0.0);
  var products = vec3f(0.0);
  // Of the hinge in a substep.
  var way = vec3f(0.0);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      let arm = (*own).held[k].xyz - center;
      let inverseMass = (*own).held[k].w;
      if (inverseMass > 0.0) {
        squares += vec4f(arm * arm / inverseMass, 0.0);
        products += arm * arm.yzx / inverseMass;
      } else {
        squares.w += select(0.0, 1.0, isOffLine(line, arm));
        if (ownPlace(lane, k) == cloths[grid.slot].hingeFirst) {
          way = (*own).held[k].xyz - (*own).previous[k];
        }
      }
    }
  }
  let moments = sumsOfAll(lane, squares, vec4f(products, way.x));
  let errors = sumsOfAll(lane, vec4f((*own).angularError, way.y), vec4f((*own).linearError, way.z));
  let toBefore = select(vec3f(moments[1].w, errors[0].w, errors[1].w), -center, isLoose);
  let turn = errors[0].xyz + cross(toBefore, errors[1].xyz);
  let drift = select(vec3f(0.0), errors[1].xyz / mass, isLoose);
  var spin = vec3f(0.0);
  if (cloths[grid.slot].freedom == TURNS_ABOUT_LINE) {
    if (moments[0].w == 0.0) {
      spin = spinAbout(unitOrZero(line), moments[0].xyz, moments[1].xyz, turn);
    }
  } else {
    spin = spinOf(moments[0].xyz, moments[1].xyz, turn);
  }
  // What rounding leaves of the drift is given to one particle, whose share of the mass is small. Where colliders take momentum anyway it
  // would only shake that particle.
  var rest = vec3f(0.0);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count && (*own).held[k].w > 0.0) {
      let before = (*own).previous[k];
      let kept = drift - (*own).remainder[k];
      (*own).previous[k] = before + (kept + cross(spin, (*own).held[k].xyz - center));
      (*own).remainder[k] = vec3f(0.0);
      rest += (kept - ((*own).previous[k] - before)) / (*own).held[k].w;
    }
  }
  if (isLoose) {
    let left = sumsOfAll(lane, vec4f(rest, 0.0), vec4f(0.0))[0].xyz;
    if (lane == 0u && grid.colliderCount == 0u) {
      (*own).previous[0] += left * (*own).held[0].w;
    }
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = (*own).held[k];
  }
  workgroupBarrier();
}
