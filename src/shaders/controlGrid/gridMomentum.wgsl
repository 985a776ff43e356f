// Both momenta of cloth without pins, kept as its links and bends move it: they push against each other, so that what they change is an
// error, and is taken back at the end of the step.
//
// Linear momentum changes by rounding alone. Angular momentum changes because links pull along where they are after the move: with x the
// position before the move and D the way by links, sum m x * D is lost. Directions from before the move would keep it (SHAKE, Ryckaert
// 1977), and leave taut cloth swinging.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridSums>

/// Part of the inertia that a cloth has about every axis, which lets a straight line be turned back too.
const LEAST_INERTIA = 1e-6;

/// After links have moved the particles: what differs from the motion in `held`, which they had before.
fn noteLinks(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      let motion = positions[place].xyz - (*own).previous[k] + (*own).remainder[k];
      // With ballast, links push against that, too.
      noteChange(positions[place].w, (*own).previous[k], motion - (*own).held[k].xyz, own);
    }
  }
}

/// A particle at `position` moves by `change` more in each substep, for no reason outside of the cloth.
fn noteChange(inverseMass: f32, position: vec3f, change: vec3f, own: ptr<function, Own>) {
  let moment = change / inverseMass;
  (*own).linearError += moment;
  (*own).angularError += cross(position, moment);
}

/// Takes back what the substeps have noted. Uses positions as memory, and leaves them as they were.
fn keepMomenta(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  var massMoment = vec4f(0.0);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      massMoment += vec4f((*own).held[k].xyz, 1.0) / (*own).held[k].w;
    }
  }
  let sums = sumsOfAll(lane, massMoment, vec4f((*own).linearError, 0.0));
  let mass = sums[0].w;
  let center = sums[0].xyz / mass;
  let drift = sums[1].xyz / mass;
  var squares = vec3f(0.0);
  var products = vec3f(0.0);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      let arm = (*own).held[k].xyz - center;
      squares += arm * arm / (*own).held[k].w;
      products += arm * arm.yzx / (*own).held[k].w;
    }
  }
  let moments = sumsOfAll(lane, vec4f(squares, 0.0), vec4f(products, 0.0));
  let turn = sumsOfAll(lane, vec4f((*own).angularError, 0.0), vec4f(0.0))[0].xyz - cross(center, sums[1].xyz);
  let spin = spinOf(moments[0].xyz, moments[1].xyz, turn);
  // What rounding leaves of the drift is given to one particle, whose share of the mass is small. Where colliders take momentum anyway it
  // would only shake that particle.
  var rest = vec3f(0.0);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      let before = (*own).previous[k];
      let kept = drift - (*own).remainder[k];
      (*own).previous[k] = before + (kept + cross(spin, (*own).held[k].xyz - center));
      (*own).remainder[k] = vec3f(0.0);
      rest += (kept - ((*own).previous[k] - before)) / (*own).held[k].w;
    }
  }
  let left = sumsOfAll(lane, vec4f(rest, 0.0), vec4f(0.0))[0].xyz;
  if (lane == 0u && grid.colliderCount == 0u) {
    (*own).previous[0] += left * (*own).held[0].w;
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = (*own).held[k];
  }
  workgroupBarrier();
}

/// The turn per substep of a body with these second moments of mass (xx, yy, zz and xy, yz, zx) that has this angular momentum.
fn spinOf(squares: vec3f, products: vec3f, momentum: vec3f) -> vec3f {
  let sum = squares.x + squares.y + squares.z;
  let diagonal = (1.0 + LEAST_INERTIA) * sum - squares;
  // Cramer's rule, on numbers near 1.
  let scale = 1.0 / max(sum, 1e-30);
  let first = vec3f(diagonal.x, -products.x, -products.z) * scale;
  let second = vec3f(-products.x, diagonal.y, -products.y) * scale;
  let third = vec3f(-products.z, -products.y, diagonal.z) * scale;
  let right = momentum * scale;
  let across = cross(second, third);
  return vec3f(dot(right, across), dot(first, cross(right, third)), dot(first, cross(second, right))) / max(dot(first, across), 1e-30);
}
