// How colliders push particles of a cloth at full resolution.
// needs: cloths

/// Part of a push that is done in a second, and fastest way out of a collider [m/s]: three textures do not tell a push beyond what stops a
/// particle from a motion, and cloth that is pushed fast dances on the collider.
const PUSH_RATE = 10.0;
const MAX_PUSH = 0.5;

/// Colliders push a particle by `push` beyond what stops it.
fn slowPush(position: vec3f, push: vec3f) -> vec3f {
  let rate = min(PUSH_RATE, MAX_PUSH / max(sqrt(dot(push, push)), 1e-30));
  return position + push * (rate * cloths[0].substepTime - 1.0);
}
