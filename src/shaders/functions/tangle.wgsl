// Recovery of cloth that has passed through itself or through other cloth. Where two sheets cross, threads of each go through the other one.
//
//        o                   Such a thread has two sides. The shorter one, which no pin holds, goes back: both ends of the
//     ===|===  pierced       edge that pierces follow the normal of what it pierces, towards the longer side, and the next
//        o                   edge takes its turn. All threads along one contour of crossing go the same way, by their mean.
//        |
//        o
//
// Volino and Magnenat-Thalmann 2006 shorten the contour, in its plane; that folds a sheet which has to be drawn out.

/// Speed of a thread that is drawn back [m/s], and its most in a step, as a part of the distance of neighbours: the next look comes in time.
const TANGLE_SPEED = 2.0;
const TANGLE_WAY = 0.5;
/// How soon an uneven contour is drawn back with all speed, and the least part of it: two sheets that cross in their middles must go some way.
const TANGLE_GAIN = 20.0;
const LEAST_TANGLE_PULL = 0.3;
/// Sharp folds pierce quads so many places apart. Contact and bending open them: drawn back, they fold anew.
const NEAR_QUADS = 2u;
/// Beside seams nothing is drawn back, up to so many sizes of particles that do not meet there: panels that begin in one line pierce at a touch.
const TANGLE_SEAM_SPAN = 3.0;
/// Threads of control grids are drawn back in the first tenths of each period [s]. In the others cloth keeps apart as ever, which frees what is
/// stuck: layers that cross here and there come apart by that alone. At full resolution, contact is so strong that it strains what crosses.
const TANGLE_PERIOD = 0.5;
const TANGLE_TENTHS = 7u;
/// How far outside of a triangle still counts, as a part of its size: between two of them nothing slips through by rounding.
const PIERCED_MARGIN = 1e-3;
/// At full resolution, by the particles of a row and a column: contours of fewer threads, counted at both ends, are left to contact, as most come apart
/// by it. With more particles that are marked nothing is drawn back: a heap that collapses crosses in all places, and grows into itself without contact.
const LEAST_THREADS = 0.25;
const MOST_MARKED = 3.0;
/// What a particle does where sheets cross: it keeps apart from all as ever, from other cloths alone, or from nothing. At full resolution, one that
/// its own cloth has passed still meets others: a sheet that is crushed would pass through what it is pressed against.
const KEEPS_APART = 1.0;
const LEAVES_ITSELF = 2.0;
const IS_LOST = 3.0;
/// What a held particle adds to the length of its side of a thread, in particles.
const HELD_PARTICLES = 10000.0;
/// Parts of whole numbers in sums over a contour: their order does not matter.
const TANGLE_UNIT = 4096.0;

/// Whether threads of a control grid are drawn back in a step that begins after so many substeps.
fn isDrawingBack(substeps: u32, substepTime: f32) -> bool {
  let period = max(u32(round(TANGLE_PERIOD / max(substepTime, 1e-6))), 1u);
  return 10u * (substeps % period) < TANGLE_TENTHS * period;
}

/// Whether an edge pierces a triangle: its unit normal, turned along the edge, and in w 1 or -1 where this is its own side or the other one.
/// Zeros: it does not. By signed volumes (Moeller and Trumbore 1997).
fn pierced(start: vec3f, edge: vec3f, a: vec3f, b: vec3f, c: vec3f) -> vec4f {
  let normal = cross(b - a, c - a);
  let side = sign(dot(edge, normal));
  let most = abs(dot(edge, normal));
  let offset = start - a;
  let across = cross(offset, edge);
  let along = -side * dot(offset, normal);
  let u = -side * dot(c - a, across);
  let v = side * dot(b - a, across);
  let margin = PIERCED_MARGIN * most;
  let isInside = most > 0.0 && along >= 0.0 && along <= most && min(u, v) >= -margin && u + v <= most + margin;
  return select(vec4f(0.0), vec4f(normal * (side / max(length(normal), 1e-30)), side), isInside);
}

/// How much longer a thread is after an edge than before it, in whole parts; positive where it is drawn along the edge.
fn tangleImbalance(before: f32, after: f32) -> i32 {
  return i32(floor(TANGLE_UNIT * (after - before) / (after + before) + 0.5));
}

/// Part of the speed with which threads are drawn to the own side of what they pierce, by the sum of `count` imbalances along a contour.
fn tanglePull(sum: i32, count: i32) -> f32 {
  let mean = f32(sum) / (TANGLE_UNIT * f32(max(count, 1)));
  return select(1.0, -1.0, sum < 0) * clamp(TANGLE_GAIN * abs(mean), LEAST_TANGLE_PULL, 1.0);
}

/// How a particle is drawn back, by the sum of what its edges pierce, and by the sum of imbalances of the `threads` of its contour.
fn drawnPull(turned: vec3f, sum: i32, threads: u32) -> vec3f {
  let pull = turned * tanglePull(sum, i32(threads));
  return pull / max(length(pull), 1.0);
}

fn isShort(threads: u32, sides: u32) -> bool {
  return f32(threads) < LEAST_THREADS * f32(sides);
}

fn isHeap(marked: u32, sides: u32) -> bool {
  return f32(marked) > MOST_MARKED * f32(sides);
}

/// How far a thread is drawn back in a substep [m].
fn tangleWay(spacing: f32, substepTime: f32, substepCount: f32) -> f32 {
  return min(TANGLE_SPEED * substepTime, TANGLE_WAY * spacing / substepCount);
}
