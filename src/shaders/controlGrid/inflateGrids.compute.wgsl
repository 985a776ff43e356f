// Air inside of control grids gives their particles a velocity, before each round of a step. One workgroup for all cloths around the same air.
#include<structs>
#include<volume>
#include<volumeSums>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> airs: array<AirInGrids>;
@group(0) @binding(1) var<storage, read> inflatedGrids: array<InflatedGrid>;
@group(0) @binding(2) var<storage, read_write> particles: array<Particle>;
/// The round that comes, from 1 on.
@group(0) @binding(3) var<uniform> part: SewnPart;

/// The cloth that volume.wgsl asks for.
var<private> number: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn inflateGrids(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let air = airs[group.x];
  if (part.number > air.rounds) {
    return;
  }
  var sum = vec2f(0.0);
  for (var g = air.firstGrid; g < air.endGrid; g++) {
    number = g;
    let grid = inflatedGrids[g];
    for (var i = lane; i < grid.countU * grid.countV; i += WORKGROUP_SIZE) {
      let texel = texelOf(i);
      let gradient = volumeGradient(texel);
      sum.y += mobility(grid, air.rounds, i) * dot(gradient, gradient);
      if (hasQuad(texel)) {
        sum.x += grid.side * quadVolume(texel, grid.center);
      }
    }
  }
  let push = pushOf(air.pressure, air.amount, sumOfAll(lane, sum));
  for (var g = air.firstGrid; g < air.endGrid; g++) {
    number = g;
    let grid = inflatedGrids[g];
    for (var i = lane; i < grid.countU * grid.countV; i += WORKGROUP_SIZE) {
      let way = mobility(grid, air.rounds, i) * push * grid.side;
      if (way != 0.0) {
        particles[grid.firstParticle + i].previous -= way * volumeGradient(texelOf(i));
      }
    }
  }
}

fn texelOf(i: u32) -> vec2i {
  let countU = inflatedGrids[number].countU;
  return vec2i(vec2u(i % countU, i / countU));
}

/// How far a unit of force moves a particle in the substep that its cloth takes in this round; 0 if it takes none.
fn mobility(grid: InflatedGrid, rounds: u32, i: u32) -> f32 {
  let isDue = part.number * grid.substepCount / rounds > (part.number - 1u) * grid.substepCount / rounds;
  let inverseMass = max(particles[grid.firstParticle + i].inverseArea, 0.0) * grid.inverseDensity;
  return select(0.0, grid.substepTime * grid.substepTime * inverseMass, isDue);
}

fn netCounts() -> vec2u {
  return vec2u(inflatedGrids[number].countU, inflatedGrids[number].countV);
}

fn netClosed() -> u32 {
  return inflatedGrids[number].closed;
}

fn pointAt(texel: vec2i) -> vec3f {
  return particles[inflatedGrids[number].firstParticle + u32(texel.y) * inflatedGrids[number].countU + u32(texel.x)].position;
}

/// A control grid has all of its cells.
fn cellLives(texel: vec2i) -> bool {
  return true;
}
