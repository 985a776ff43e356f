// Contact with other cloths, in the hold phase: each particle keeps out of the spheres that findClothContacts.compute.wgsl has found.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<clothContactList>
#include<clothContact>
#include<gridTangles>
#include<carry>

/// `time` at the end of the substep, from 0 to 1 within the step.
fn keepOffOthers(grid: GridStep, lane: u32, time: f32, own: ptr<function, Own>) {
  workgroupBarrier();
  let friction = cloths[grid.slot].layerFriction;
  // Spheres are foretold from the start of the part on, for all that is left of the step.
  let passed = select(0.0, passedAt(part.meeting), grid.substepCount >= CLOTH_PARTS);
  let since = (time - passed) / (1.0 - passed);
  let share = grid.share / (1.0 - passed);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count && positions[place].w > 0.0 && !isLost(grid, place, own)) {
      let carried = carriedWay(grid.slot, (*own).previous[k], time - grid.share);
      let first = sphereIndex(cloths[grid.slot].firstContact, grid.count, place, 0u);
      // The nearest last: what pushes from afar may not push through a layer.
      for (var entry = listedContacts(first, grid.count); entry > 0u; entry--) {
        let index = first + SPHERE_VECTORS * grid.count * (entry - 1u);
        let sphere = vectors[index];
        let way = vectors[index + grid.count];
        let here = positions[place].xyz;
        let offset = here - (sphere.xyz + way.xyz * since);
        let motion = here - (*own).previous[k] + carried - way.xyz * share;
        // What is held goes as foretold, so cloth does not creep on it.
        let maxRub = select(MAX_RUB, 1.0, way.w == HELD);
        // What has passed through others comes back by its spheres.
        let face = vectors[index + 2u * grid.count];
        let facing = select(face.xyz, vec3f(0.0), hasTangles(own));
        let law = foretoldLaw(unpackSlowness(way.w));
        let kept = keptOut(offset, motion, sphere.w, friction, maxRub, grid.substepTime, law, facing, face.w);
        positions[place] += vec4f(kept * unpackWeight(way.w), 0.0);
        (*own).contacts += select(0u, 1u, any(kept != vec3f(0.0)));
      }
    }
  }
  workgroupBarrier();
}
