// Every struct that TypeScript and WGSL share. This text is the definition: `npm run shaders` reads the layouts from it.
// Positions are in the cloth's frame: world axes [m], origin at the mesh, so that float32 stays precise far from the world's origin.

/// What one cloth does in one step. Written by the host, read by stepControlGrid.
struct Cloth {
  linear: mat3x3f,            // mesh axes at the end of the step; a rest position times this is where the mesh would put it
  previousLinear: mat3x3f,    // the same at the start of the step
  toLocal: mat3x3f,           // inverse of linear
  frameShift: vec3f,          // motion of the frame's origin in this step [m]
  firstParticle: u32,         // of this cloth in particles
  gravity: vec3f,             // [m/s2]
  firstRest: u32,             // of this cloth's fabric in restParticles
  wind: vec3f,                // [m/s]
  firstTether: u32,           // of this cloth in tethers
  countU: u32,                // particles in a row
  countV: u32,                // rows
  tethersPerParticle: u32,
  firstCollider: u32,         // of this cloth in colliders
  colliderCount: u32,
  substepCount: u32,          // 0: nothing moves
  iterationCount: u32,
  reset: u32,                 // 1: start from the rest shape
  substepTime: f32,           // [s]
  velocityKept: f32,          // per substep, from damping
  airDrag: f32,               // half air density times drag coefficient over cloth density [1/m]
  thickness: f32,             // gap kept to colliders [m]
  friction: f32,              // Coulomb, multiplied with the collider's
  tetherLimit: f32,           // allowed length of a tether over its rest length
  warpCompliance: f32,        // of a square of cloth pulled along u [m/N]
  weftCompliance: f32,        // along v
  shearCompliance: f32,       // along a diagonal
}

/// State of one particle.
struct Particle {
  position: vec3f,            // [m]
  inverseMass: f32,           // [1/kg], 0 = pinned
  previous: vec3f,            // position one substep ago [m]
}

/// A particle that a tether holds, and how far it may go.
struct Tether {
  anchor: u32,                // particle of the same cloth, pinned
  length: f32,                // rest distance over the cloth [m]
}

/// A shape that keeps cloth out. Positions are in the frame of the cloth that it belongs to.
struct Collider {
  position: vec3f,            // centre of a sphere, any point of a plane, at the end of the step [m]
  kind: u32,                  // SPHERE or PLANE
  previousPosition: vec3f,    // the same at the start of the step
  friction: f32,              // Coulomb
  axis: vec3f,                // outward normal of a plane, at the end of the step
  radius: f32,                // of a sphere [m]
  previousAxis: vec3f,
}

/// What the host wants to know of a cloth after a step. Positions are local to the mesh.
struct ClothExtent {
  minimum: vec3f,
  speed: f32,                 // of the fastest particle [m/s]
  maximum: vec3f,
}

/// One cloth's part in the drawn surface. Written by the host, read by evaluateSurface.
struct Surface {
  toLocal: mat3x3f,           // from the cloth's frame to the mesh's local space
  firstParticle: u32,
  countU: u32,                // control points in a row
  countV: u32,
  segmentsU: u32,             // quads in a row of the drawn grid, 0: not drawn
  segmentsV: u32,
  firstVertex: u32,
  firstIndex: u32,
}
