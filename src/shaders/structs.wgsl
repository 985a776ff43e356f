// Every struct that TypeScript and WGSL share: long, since they are defined once. This text is the definition: `npm run shaders` reads the layouts from it.
// Positions are in the cloth's frame: world axes [m], origin at the mesh, so that float32 stays precise far from the world's origin.

/// What one cloth does in one step. Written by the host, read by stepControlGrid.
struct Cloth {
  linear: mat3x3f,            // mesh axes at the end of the step; a rest position times this is where the mesh would put it
  previousLinear: mat3x3f,    // the same at the start of the step
  toLocal: mat3x3f,           // inverse of linear
  carry: mat3x3f,             // turns particles with the mesh, see carryMode
  frameShift: vec3f,          // motion of the frame's origin in this step [m]
  firstParticle: u32,         // of this cloth in particles
  carryShift: vec3f,          // moves particles with the mesh, per substep [m]
  carryMode: u32,             // NOT_CARRIED, CARRIED (inertia scale below 1) or TELEPORTED
  gravity: vec3f,             // [m/s2]
  firstRest: u32,             // of this cloth's rest positions in vectors; in w how far each is from seams of the cloth with itself [m]
  wind: vec3f,                // [m/s]
  firstTether: u32,           // of this cloth in tethers
  airOrigin: vec3f,           // of the frame in the field of eddies [m]
  tethersPerParticle: u32,
  warp: vec4f,                // links along u: compliance of a square of cloth [m/N], compression limit, stretch limit, stiffness between
  weft: vec4f,                // along v
  shear: vec4f,               // along the diagonals
  warpSolver: u32,            // how links along u are solved: STIFF_THREADS or FAST_THREADS
  weftSolver: u32,            // along v
  firstBend: u32,             // of what bends at rest in vectors, see bend.wgsl
  firstLink: u32,             // of lengths of links, and of length over width of their strips, in vectors: two a particle
  firstStart: u32,            // of where this cloth starts, in vectors: its rest positions, if nothing else is asked for
  bendWarp: f32,              // compliance to bending along u [1/(N m)]
  bendWeft: f32,              // along v
  bendsDirectly: u32,         // 1: whole rows and columns at once, see gridBendLines.wgsl
  bendRounds: u32,            // see gridBend.wgsl: 0 none, at most MAX_BEND_ROUNDS; of what bends directly, those that stand in for it
  bendInterval: u32,          // substeps from one bending to the next
  bendBound: f32,             // no mode is as stiff: T^2 K / M, see gridBend.wgsl
  twistRounds: u32,           // of twist alone, where bends are solved directly
  twistBound: f32,            // no mode of twist is as stiff there
  strainLimit: f32,           // no link gets longer than 1 + this
  keepsLimits: u32,           // 1: threads have slack, or are so soft that they come to the strain limit: see linkLimits.wgsl
  strainGoal: f32,            // strain around which ClothState.strain99 is measured, 0: it is not
  tetherLimit: f32,           // allowed length of a tether over its rest length
  countU: u32,                // particles in a row
  countV: u32,                // rows
  closed: u32,                // CLOSED_U and CLOSED_V: edges that are one seam
  firstCollider: u32,         // of this cloth in colliders
  colliderCount: u32,         // at most MAX_COLLIDERS
  pushes: u32,                // 1: some of them are bodies that it pushes
  fields: u32,                // 1: any of its colliders is a field
  firstContactSum: u32,       // of what it tells of its contacts, in impulses [BODY_WORDS]
  contactScale: f32,          // from impulses to these sums [1/(N s)]; 0: no one listens
  depths: u32,                // 1: any of its colliders has depth maps
  substepCount: u32,          // 0: nothing moves
  iterationCount: u32,
  freedom: u32,               // how it can move as one body: see clothKinds.wgsl
  hingeFirst: u32,            // pinned particle about which it turns
  hingeSecond: u32,           // the one farthest from there at rest; if it turns about a line, that goes through both
  reset: u32,                 // 1: start from the first shape
  substepTime: f32,           // [s]
  timeChange: f32,            // substepTime over that of the step before: 1 if substeps stay as they are
  velocityKept: f32,          // per substep, from damping
  dampingRate: f32,           // the same as a rate [1/s]
  integrator: u32,            // CONSTRAINTS, or how springs are integrated: see integrators.wgsl
  springStiffness: f32,       // of springs between neighbours along u and v [N/m]
  springShear: f32,           // across cells
  springBend: f32,            // between particles two apart
  springDamping: f32,         // along springs [N s/m]
  springViscosity: f32,       // of their relative motion [N s/m]
  airInterval: u32,           // substeps between two looks at the shape, for air, bending and surface samples
  inverseDensity: f32,        // one over mass per area [m2/kg]
  drag: f32,                  // half air density times coefficient over cloth density [1/m]
  lift: f32,                  // the same for lift
  turbulence: f32,            // speed of eddies over speed of the wind
  zoneSpeed: f32,             // fastest wind that fans can add [m/s]; 0: there are none
  firstZone: u32,             // of fans in vectors, see windZones.wgsl
  zoneCount: u32,
  firstWeight: u32,           // of weights of virtual particles in vectors, see weightsOf
  weightCount: u32,           // rows; 0: the knots
  thickness: f32,             // gap kept to colliders [m]
  friction: f32,              // Coulomb, multiplied with the collider's
  collisionMassScale: f32,    // growth of the mass of a particle that is hit, by its speed [s/m]
  continuousCollision: u32,   // 1: test the way of a particle, not its end alone
  surfaceSamples: u32,        // 1: the surface collides, 0: the control points do
  slideReach: f32,            // thin colliders and those with edges meet the cell around a point: see slid in cell.wgsl. How far it reaches [m]; 0: none do
  layerFriction: f32,         // Coulomb, on itself and on other cloths
  selfCollision: u32,         // 1: particles keep apart, see selfContact.wgsl
  sewnRounds: u32,            // in which it takes its substeps, as others wait for it: it is sewn, or has pressure; 0: none do
  meets: u32,                 // 1: keeps apart from other cloths, see clothContact.wgsl
  firstContact: u32,          // of what it needs for that in vectors, see clothContactList.wgsl
  firstPatch: u32,            // of this cloth in patches
  patchCount: u32,
  contactOrigin: vec3f,       // of the cloth's frame in that of all cloths that meet [m]
  longestLink: f32,           // of those along threads, at rest [m]
  neighbourSpan: f32,         // how far neighbours of a control grid are apart at most at rest, see NEIGHBOUR_SPAN
  spacing: f32,               // distance of neighbours at rest, of squares with the diagonals of the cells [m]
  firstTarget: u32,           // of targets of pins in vectors
  firstMotion: u32,           // of motion constraints in vectors
  motionCount: u32,           // 0 or the number of particles
  motionScale: f32,           // radius = radius * scale + bias
  motionBias: f32,
  firstSeparation: u32,       // of separation constraints in vectors
  separationCount: u32,
  separationScale: f32,
  separationBias: f32,
  firstImpulse: u32,          // of impulses in vectors
  impulseCount: u32,
}

/// State of one particle.
struct Particle {
  position: vec3f,            // [m]
  inverseArea: f32,           // one over the area of cloth that it carries [1/m2], 0 = pinned
  previous: vec3f,            // position one substep ago [m]; of a pinned particle local to the mesh
  hold: f32,                  // free: lift of the surface over colliders [m], or RELEASED; pinned: see clothKinds.wgsl
}

/// What a dispatch of stepControlGrid takes of the step, see clothParts.wgsl.
struct StepPart {
  number: u32,                // 0: the first
  meeting: u32,               // part in which cloths that meet others are, from 0 to CLOTH_PARTS - 1
  opensMeeting: u32,          // 1: it begins with this dispatch
}

/// A pass of a substep over the textures of a cloth at full resolution.
struct SubstepPass {
  substep: u32,               // of the step
  moves: u32,                 // 1: particles move before they are relaxed
}

/// A level of a cloth at full resolution: see netLevel.wgsl.
struct NetLevel {
  countU: u32,                // nodes in a row
  countV: u32,                // rows
  stride: u32,                // particles from a node to the next; 1: the net itself
  coarserU: u32,              // nodes in a row of the next coarser level
  coarserV: u32,
  coarserStride: u32,         // 0: there is none
  sweep: u32,                 // 0: the first, which takes over what coarser levels have done
  lastSweep: u32,
  coarserBits: u32,           // of a cut net: where words of links tell which nodes of the next coarser level a particle follows; 0: of a whole one
}

/// What a cloth at full resolution has of the stitches by which cloths are sewn together: see sewFullResolution.compute.wgsl.
struct SewnCloth {
  first: u32,                 // of its particles among those of all of these cloths
  count: u32,                 // of its particles
  total: u32,                 // particles of all of these cloths
  rowCount: u32,              // stitches of all of these cloths
  roundTime: f32,             // from one round of stitches to the next [s]
}

/// A particle that is in stitches.
struct SewnParticle {
  particle: u32,              // in its net; of a control grid, among all particles
  firstTerm: u32,             // of its way: rows, and how far a gap moves it
  termCount: u32,
  firstRow: u32,              // of the rows that it is in, and its weights
  rowCount: u32,
  weight: f32,                // sum of these, without signs
  end: u32,                   // of a line: bits of seamLines.wgsl; 0: of none
  node: u32,                  // where it is in that line, in the order of threads
  step: u32,                  // from a particle of that line to the next
  other: u32,                 // one more than the place of the particle at its other end; 0: that is not sewn
  inverseMass: f32,           // [1/kg]; 0: it does not move
}

/// A stitch: a weighted sum of particles that is to be zero.
struct SeamRow {
  frames: vec3f,              // what the frames of the cloths add to the sum [m]
  speed: f32,                 // how fast its ends come together at least [m/s]
  firstTerm: u32,             // of its sum: particles of all cloths, and their weights
  termCount: u32,
}

/// Control grids that are sewn together: see sewGrids.compute.wgsl.
struct SewnGrids {
  firstRow: u32,              // of their stitches
  endRow: u32,
  firstPlace: u32,            // of the particles of these
  endPlace: u32,
  firstLines: u32,            // of the lines that end there
  endLines: u32,
  rounds: u32,                // of stitches in the step
  roundTime: f32,             // from one to the next [s]
}

/// A part of a step of control grids that are joined, and how much there is of all of them.
struct SewnPart {
  number: u32,                // 0: they take their places; others are rounds
  placeCount: u32,            // particles of stitches
  rowCount: u32,              // stitches
  nodeCount: u32,             // nodes of lines that end there
}

/// Rows or columns of one control grid, side by side. Some of them end at seams. A workgroup takes those of several grids at once.
struct SewnLines {
  law: vec4f,                 // warp or weft of the cloth, with compliance over time squared: see lineLaw
  firstLane: u32,             // of the invocations that take them
  endOfPass: u32,             // one past the last lines that are taken at once
  longest: u32,               // nodes of the longest of these lines
  firstParticle: u32,         // of all particles
  along: u32,                 // from a node of a line to the next
  across: u32,                // from a line to the next
  nodes: u32,                 // of a line
  count: u32,                 // of lines
  firstNode: u32,             // of theirs among the nodes of all lines
  firstLink: u32,             // of the length of the first link, in vectors: two a particle
  isColumn: u32,
  inverseDensity: f32,        // of the cloth [m2/kg]; 0: it takes no step
}

/// A link along a seam that is gathered: see gathers.ts.
struct GatheredLink {
  particle: u32,              // at which it begins
  step: u32,                  // from there to the particle at its end
  thread: u32,                // its number among threads
  share: f32,                 // least length over that of ungathered cloth
}

/// What a cloth has of the air inside of it and of others: see volume.wgsl.
struct InflatedCloth {
  center: vec3f,              // of the cones that close what is open, in the frame of the cloth [m]
  side: f32,                  // 1: u x v points away from the air; -1: it points there
  pressure: f32,              // over that outside, at most [Pa]
  amount: f32,                // pressure times volume [J]
  firstSum: u32,              // of its sums, one a workgroup
  sumCount: u32,              // of all cloths around the air
}

/// Air inside of control grids: see inflateGrids.compute.wgsl.
struct AirInGrids {
  firstGrid: u32,             // of the cloths around it
  endGrid: u32,
  pressure: f32,              // over that outside, at most [Pa]
  amount: f32,                // pressure times volume [J]
  rounds: u32,                // of the step
}

/// A control grid around air.
struct InflatedGrid {
  center: vec3f,              // of the cones that close what is open, in the frame of the cloth [m]
  side: f32,                  // 1: u x v points away from the air; -1: it points there
  firstParticle: u32,
  countU: u32,
  countV: u32,
  closed: u32,                // CLOSED_U and CLOSED_V: edges that are one seam
  substepCount: u32,          // of the step; 0: it takes none
  substepTime: f32,           // [s]
  inverseDensity: f32,        // [m2/kg]
}

/// A part of a sum.
struct SeamTerm {
  number: u32,
  factor: f32,
}

/// A particle that a tether holds, and how far it may go.
struct Tether {
  anchor: u32,                // particle of the same cloth, pinned
  length: f32,                // rest distance over the cloth [m]
}

/// What a grip holds of a cloth, see giveWay.compute.wgsl.
struct Grip {
  shift: vec3f,               // motion of the frame's origin in this step [m]
  firstParticle: u32,         // of its cloth
  firstLink: u32,             // of its own in gripLinks
  linkCount: u32,
  firstTarget: u32,           // of its own in gripTargets
  targetCount: u32,
  firstVector: u32,           // of the targets of its cloth in vectors
  held: u32,                  // particle that follows the first of its targets
  pace: u32,                  // its place in paces
  bound: f32,                 // strain from which it is held back
  seconds: f32,               // that the step takes [s]
  sideLengths: vec4f,         // of its links of each side at rest, all together [m]
  linkLength: f32,            // of one of its links at rest, in the mean [m]
  isNew: u32,                 // 1: the cloth starts anew, or was put elsewhere
}

/// A link from what a grip holds to what it does not.
struct GripLink {
  held: u32,                  // particle
  neighbour: u32,             // particle
  side: u32,                  // from there left, right, below or above: 0 to GRIP_SIDES - 1
  length: f32,                // at rest [m]
}

/// Where a particle is to be that a grip holds.
struct GripTarget {
  now: vec3f,                 // at the end of the step [m]
  number: u32,                // among the targets of its cloth
  before: vec3f,              // at the end of the last step, in the frame of this one [m]
}

/// Up to GROUP particles of a cloth that meets others, row by row: see clothPatches.wgsl.
struct ContactPatch {
  low: vec3f,                 // box around where they can be in the step, as far as others have to know [m]
  cloth: u32,                 // first vector of their cloth
  high: vec3f,
  first: u32,                 // of its particles
  size: u32,                  // particles, 0: no patch
  columns: u32,               // of these in a row
  countU: u32,                // particles of the cloth in a row
  countV: u32,                // rows
  group: u32,                 // bits of the groups that the cloth is in
  mask: u32,                  // bits of the groups that it meets
  piece: u32,                 // cloths of the same one do not meet beside seams; 0: of none
  firstSeam: u32,             // of vectors that tell in x how far particles of the cloth are at rest from its seams [m], if it is of a piece
  isLive: u32,                // 1: its particles tell where they are in each substep, and others of that kind ask them
  spacing: f32,               // of the particles [m], which gatherCloths notes
  groupLow: vec3f,            // box around GROUP patches from this one on, if it is the first of them: see boundPatches
  groupHigh: vec3f,
}

/// A shape that keeps cloth out. Positions are in the frame of the cloth that it belongs to.
struct Collider {
  position: vec3f,            // origin of the shape's own axes at the end of the step [m]
  kind: u32,                  // see colliderKinds.wgsl
  previousPosition: vec3f,    // the same at the start of the step
  friction: f32,              // Coulomb
  rotation: vec4f,            // unit quaternion, own axes to world, at the end of the step
  previousRotation: vec4f,    // the same at the start of the step, in the same half of the sphere
  size: vec3f,                // sphere: radius, 0, 0; ellipsoid: radii; box: half sizes; capsule along y: radius at -y, half
                              // length between centers, radius at +y; convex, field, depth maps: bounding radius, 0, 0; plane (y = 0): 0, 0, 0 [m]
  firstPlane: u32,            // of a convex in vectors: outward normal and distance from the origin, own axes; of a field: rows of the
                              // matrix from its own axes to cells, each with the points of the grid along that axis; of depth maps:
                              // texels along a side, axes as bits, depth that counts [m], 1 if they move; center, half sizes [m]
  spin: vec3f,                // turn in this step, axis times angle [rad]
  planeCount: u32,            // of a convex
  isPushed: u32,              // 1: collects what cloth does to it in impulses
  firstSample: u32,           // of a field in vectors: squares across z with the distances at their corners [cells], see fieldSquares.ts; of
                              // depth maps: texels, see depthContact.wgsl: height towards the eye, way in this step [m]; two maps an axis
  toCenter: vec3f,            // from position to the center of mass of the body [m]
  inverseMass: f32,           // of the body [1/kg]; 0: it moves as the host says
  inverseInertia: mat3x3f,    // of the body, world axes [1/(kg m2)]
  body: u32,                  // first collider of the cloth with the same body
}

/// What a cloth is like after a step. Positions are local to the mesh.
struct ClothState {
  minimum: vec3f,
  speed: f32,                 // of the fastest particle in the last substep [m/s]: how far the cloth may move until it is known again
  maximum: vec3f,
  faults: u32,                // steps that were undone because a particle was not finite any more
  airTravel: vec3f,           // way of the air since the start, within the period of the eddies [m]
  substeps: u32,              // since the start
  maxStrain: f32,             // greatest of all links along threads: added length over rest length
  strain99: f32,              // the strain that 99 of 100 of them stay below, see strain99.wgsl; 0 if no one asks
  isUndone: u32,              // 1 from a step that was undone on, or a part of one, up to the next step
  contacts: u32,              // of particles with the cloth itself and with other cloths, in the last substep
  stepSpeed: f32,             // longest way of a particle in the step over its time [m/s], without what goes to and fro in it: sleep asks for it
}

/// How one cloth is drawn. Written by the host, read by the kernels of the surface.
struct Surface {
  toLocal: mat3x3f,           // from the cloth's frame to the mesh's local space
  origin: vec3f,              // of the cloth's frame, where the positions of eyes are relative to [m]
  firstParticle: u32,
  minSegments: vec2f,        // BY_DISTANCE: segments of a span along u and v from `far` on
  maxSegments: vec2f,        // BY_DISTANCE: up to `near`; FIXED: segments of the whole surface
  countU: u32,                // control points in a row
  countV: u32,
  closed: u32,                // CLOSED_U and CLOSED_V: edges that are one seam
  firstCell: u32,             // of this cloth in cells
  mode: u32,                  // see surfaceKinds.wgsl
  tolerance: f32,             // BY_ERROR [pixels]
  near: f32,                  // BY_DISTANCE [m]
  far: f32,
  faces: u32,                 // FRONT_FACE, BACK_FACE or both, each with its own normals
  halfThickness: f32,         // from the surface to either face [m]
  frontUVs: vec4f,            // where u = v = 0 and u = v = 1 are in the texture
  backUVs: vec4f,
  tangentSign: f32,           // -1 in left-handed scenes: where Babylon's normal maps expect tangents, see architecture.md
  spansPerCell: u32,          // of its smallest cells, along u and v: 1, or a power of two for large nets
  previousToLocal: mat3x3f,   // toLocal in the frame before, for evaluateWays
  isPreviousKnown: u32,       // 1: there was a frame before that showed this net
  firstLink: u32,             // CUT and TRIMMED: of this cloth in links
  cutSegments: u32,           // CUT: of each span, along u and v; TRIMMED: 1 asks for the coarse triangles
  firstTrim: u32,             // TRIMMED: of this cloth in links, see evaluateTrimmedSurface
  fineVertices: u32,          // TRIMMED: how many of its fine and of its coarse triangles there are
  fineQuads: u32,
  fineEdges: u32,
  coarseVertices: u32,
  coarseQuads: u32,
  coarseEdges: u32,
}

/// What a view asks of all surfaces. Positions are relative to one origin for all [m].
struct Eye {
  left: vec4f,                // planes of the frustum, normal inwards
  right: vec4f,
  bottom: vec4f,
  top: vec4f,
  position: vec3f,
  pixelsPerUnit: f32,         // of a length of 1 m across the view, 1 m in front of a perspective eye
  forward: vec3f,
  near: f32,                  // nothing nearer is drawn [m]
  isOrthographic: u32,
  isAllAround: u32,           // 1: sees in all directions
  slant: f32,                 // secant of the angle to the corner of the picture
  isLight: u32,               // 1: sees cloth for its shadow; BY_DISTANCE asks for the nearest of the others
}

/// What all surfaces have in common.
struct View {
  eyeCount: u32,
  coarseness: f32,            // segments are divided by this, to stay within the budget
  maxQuads: u32,
}

/// A cell of a drawn surface: a knot span by a knot span, or several; the last ones may have fewer. It owns its first corner, its
/// first edges along u and v, and what is inside; behind the last column and row, cells own the border alone.
struct SurfaceCell {
  needed: vec2f,              // segments that one of the smallest cells asks for, not whole
  firstVertex: u32,           // counted from the cloth's first; from measureSurface to refineSurface the bits of three floats
  firstQuad: u32,             // here and in edges: what limits larger cells
  edges: u32,                 // segments of its edge along u, and, 16 bits higher, along v
  inside: u32,                // segments along u and v inside, packed the same
  morphs: u32,                // of both edges and of the inside along u and v, four bytes
}

/// Arguments of an indexed indirect draw; the first four also those of one that is not, which starts at no instance but the first.
struct DrawArguments {
  indexCount: u32,
  instanceCount: u32,
  firstIndex: u32,
  baseVertex: u32,
  firstInstance: u32,
}

/// What refineSurface has made of a surface.
struct DrawnSurface {
  all: DrawArguments,         // of all faces; of those along the front and the back alone
  front: DrawArguments,
  back: DrawArguments,
  firstVertex: u32,
  vertexCount: u32,           // of one face
  quadCount: u32,
  cellsU: u32,
  cellsV: u32,
  spansPerCell: u32,          // of a cut surface: segments of each span; of a trimmed one 1 for the coarse triangles
  morph: f32,                 // of the corners that the next larger cells do not have
}

/// A part of a surface that one workgroup of evaluateSurface does.
struct SurfaceChunk {
  surface: u32,
  number: u32,                // those of the vertices come first, then those of the quads
}

/// What all surfaces take. Zeroed by the host before refineSurface.
struct SurfaceTotals {
  chunkCount: u32,
  quads: u32,                 // room that was taken
  demand: u32,                // room that all asked for at first [DEMAND_UNIT quads]
  coarsened: u32,             // surfaces that found no room and were made coarser
}
