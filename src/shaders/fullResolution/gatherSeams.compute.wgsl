// Tells all cloths that are sewn together where the particles of one of them are, and how the lines that end there answer.
#include<structs>
#include<seamLines>

const WORKGROUP_SIZE = 64u;
// 1: as the step begins.
const BEGINS = 0u;
// 1: the cloth takes no step; its textures are old.
const STILL = 0u;
// 1: moveLines has found ways of lines.
const MOVED = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<uniform> sewn: SewnCloth;
@group(0) @binding(3) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// See answerLines, and moveLines.
@group(0) @binding(5) var<storage, read> answers: array<vec2f>;
/// See moveLines.
@group(0) @binding(6) var<storage, read> lineWays: array<vec4f>;
/// Of all cloths: where they are, inverse masses in w; where they were as the step began. Then of the line that ends there: the way to its next
/// particle; what its first link pulls with when it, or that at the other end, is longer by one. Then, once lines have moved: the way of the
/// particle, and in w how far a unit of pull at it moves it; how far one at the other end does.
@group(0) @binding(7) var<storage, read_write> places: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gatherSeams(@builtin(global_invocation_id) invocation: vec3u) {
  if (invocation.x >= sewn.count) {
    return;
  }
  let place = sewn.first + invocation.x;
  let own = sewnParticles[place];
  let here = placeOf(own.particle);
  if (BEGINS != 0u) {
    places[sewn.total + place] = here;
    return;
  }
  places[place] = here;
  var ofLine = vec4f(0.0, 0.0, 0.0, max(here.w, 0.0));
  var couplings = vec2f(0.0);
  if (own.end != 0u && STILL == 0u) {
    let isColumn = (own.end & ENDS_COLUMN) != 0u;
    let isLast = (own.end & ENDS_LAST) != 0u;
    let nodes = select(cloths[0].countU, cloths[0].countV, isColumn);
    let firstThread = select(0u, cloths[0].countU * cloths[0].countV, isColumn) + own.line * nodes;
    if (MOVED != 0u) {
      let node = firstThread + select(0u, nodes - 1u, isLast);
      let mobility = select(answers[node], answers[node].yx, isLast);
      ofLine = vec4f(lineWays[node].xyz, mobility.x);
      couplings.y = mobility.y;
    } else {
      let step = select(1u, cloths[0].countU, isColumn);
      let next = placeOf(select(own.particle + step, own.particle - step, isLast));
      let link = firstThread + select(0u, nodes - 2u, isLast);
      ofLine = vec4f(next.xyz - here.xyz, 0.0);
      couplings = select(answers[link], answers[link].yx, isLast);
    }
  }
  // Others may still ask for what comes first.
  let first = select(2u, 4u, MOVED != 0u);
  places[first * sewn.total + place] = ofLine;
  places[(first + 1u) * sewn.total + place] = vec4f(couplings, 0.0, 0.0);
}

fn placeOf(index: u32) -> vec4f {
  if (STILL != 0u) {
    return vec4f(particles[cloths[0].firstParticle + index].position, 0.0);
  }
  return textureLoad(now, vec2u(index % cloths[0].countU, index / cloths[0].countU), 0);
}
