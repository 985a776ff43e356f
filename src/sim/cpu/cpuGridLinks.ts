// Links of a control grid on the CPU, one by one and color by color. Twin of gridLinks.wgsl and gridSlack.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { LINK_FLOATS } from "../links.js";
import type { Lines } from "./cpuGridLines.js";
import type { CpuParticles } from "./cpuParticles.js";
import { limitImpulse, linkImpulse } from "./functions/linkLimits.js";
import { addTo, createVector, loadDifference } from "./vectors.js";

const { LINK_COLORS } = constants;

const now = createVector();

/**
 * Solves the links of threads that are "fast", as gridLinks.wgsl does.
 *
 * @param particles - Are moved.
 * @param lines - Rows or columns.
 * @param law - How links resist: see linkImpulse.
 * @param links - What is stretched at rest, from cookLinks.
 */
export function relaxLinks(particles: CpuParticles, lines: Lines, law: readonly number[], links: Float32Array): void {
  byColors(particles, lines, links, (inverseMass, restLength, slender) => {
    linkImpulse(now, now, inverseMass, restLength, slender, law);
  });
}

/**
 * Keeps links within their limits, as gridSlack.wgsl does.
 *
 * @param particles - Are moved.
 * @param lines - Rows or columns.
 * @param law - Has their limits: see limitImpulse.
 * @param links - What is stretched at rest, from cookLinks.
 * @param sweep - Number of the sweep.
 * @param strainLimit - Added length over rest length.
 */
export function relaxSlack(
  particles: CpuParticles,
  lines: Lines,
  law: readonly number[],
  links: Float32Array,
  sweep: number,
  strainLimit: number,
): void {
  if (law[3] >= 1 && strainLimit === Infinity) {
    return;
  }
  byColors(particles, lines, links, (inverseMass, restLength, slender) => {
    limitImpulse(now, now, inverseMass, restLength, slender, law, strainLimit, sweep);
  });
}

/** Link by link, even ones first: `find` has the way between the ends in `now`, and leaves the impulse there. */
function byColors(
  { positions, inverseMasses }: CpuParticles,
  { count, particles, hasLink, restOffset }: Lines,
  links: Float32Array,
  find: (inverseMass: number, restLength: number, slender: number) => void,
): void {
  for (let color = 0; color < LINK_COLORS; color++) {
    for (let node = 0; node < particles.length; node++) {
      if (hasLink[node] === 0 || Math.floor(node / count) % LINK_COLORS !== color) {
        continue;
      }
      const a = particles[node];
      const b = particles[node + count];
      const restLength = links[LINK_FLOATS * a + restOffset];
      const slender = links[LINK_FLOATS * a + restOffset + 1];
      const inverseMass = inverseMasses[a] + inverseMasses[b];
      loadDifference(now, positions, 3 * b, 3 * a);
      find(inverseMass, restLength, slender);
      addTo(positions, 3 * a, now, -inverseMasses[a]);
      addTo(positions, 3 * b, now, inverseMasses[b]);
    }
  }
}
