/** Momenta of cloths that are sewn together. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../../src/index.js";
import { PARTICLE_WORDS } from "../../src/shaders/particleWords.js";
import { structs } from "../../src/shaders/shaders.gen.js";

const { fields } = structs.Particle;

/** Linear and angular momentum of cloths after a step, as the host knows them, in double precision, and the sum of all amounts. */
export function momentaOf(cloths: readonly ClothMesh[]): { momenta: number[]; amount: number } {
  const momenta = [0, 0, 0, 0, 0, 0];
  let amount = 0;
  for (const { body, restGrid, density, position } of cloths) {
    const { particles = new Float32Array(0), substepTime = 0 } = body.save() ?? {};
    restGrid.areas.forEach((area, i) => {
      const at = PARTICLE_WORDS * i;
      const [now, before] = [fields.position, fields.previous].map(({ offset }) =>
        Vector3.FromArray(particles, at + offset / 4),
      );
      const motion = now.subtract(before).scale((area * density) / substepTime);
      const moment = now.add(position).cross(motion);
      [...motion.asArray(), ...moment.asArray()].forEach((coordinate, axis) => (momenta[axis] += coordinate));
      amount += motion.length();
    });
  }
  return { momenta, amount };
}
