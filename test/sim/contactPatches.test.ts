// Patches of cloths that meet others.
import { cookPatches, particlesIn } from "../../src/sim/contactPatches.js";
import { constants } from "../../src/shaders/shaders.gen.js";

const { GROUP, NET_TILE } = constants;

/** Columns and rows of a net; at borders, tiles are not whole. */
const nets = [
  [258, 258],
  [42, 37],
  [9, 100],
  [130, 3],
];

/** How many columns and rows some particles take. */
function extentOf(particles: readonly number[], countU: number): number[] {
  const [us, vs] = [particles.map((i) => i % countU), particles.map((i) => Math.floor(i / countU))];
  return [us, vs].map((all) => Math.max(...all) - Math.min(...all) + 1);
}

describe.each(nets)("%i x %i particles", (countU, countV) => {
  const counts = { countU, countV, particleCount: countU * countV };

  test.each([true, false])("each is in one patch, at full resolution: %s", (isFullResolution) => {
    const patches = cookPatches(counts, isFullResolution).map((patch) => particlesIn(patch, countU));
    const all = patches.flat().sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: counts.particleCount }, (_, i) => i));
    expect(Math.max(...patches.map(({ length }) => length))).toBeLessThanOrEqual(GROUP);
  });

  test("at full resolution they are tiles", () => {
    for (const patch of cookPatches(counts, true)) {
      expect(Math.max(...extentOf(particlesIn(patch, countU), countU))).toBeLessThanOrEqual(NET_TILE);
    }
  });
});
