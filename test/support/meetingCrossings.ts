/** Counts where cloths that meet pass through each other, in the scenes by which contact is judged. */
import type { IClothOptions } from "../../src/index.js";
import type { ClothScene } from "./clothScene.js";
import { contactScenes } from "./contactScenes.js";
import { countCrossings, sheetOf } from "./crossings.js";

/** A stage that gives its cloths these control points in turns. */
function inTurns(stage: ClothScene, points: readonly number[]): ClothScene {
  let count = 0;
  return {
    ...stage,
    add: (options, place) => stage.add({ ...options, controlPoints: points[count++ % points.length] }, place),
  };
}

/**
 * Crossing pairs of two cloths, ten times a second; those of a cloth with itself do not count. Cloths have the control points of `points` in
 * turns.
 */
export async function crossingsOf(
  stage: ClothScene,
  name: string,
  points: readonly number[],
  options: IClothOptions,
  seconds = contactScenes[name].seconds,
): Promise<number[]> {
  const { create } = contactScenes[name];
  const { cloths, each } = create(inTurns(stage, points), points[0], options);
  const counts: number[] = [];
  for (let frame = 1; frame <= 60 * seconds; frame++) {
    stage.run(1, () => {
      each(frame / 60);
    });
    if (frame % 6 === 0) {
      const nets = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
      const sheets = nets.map((net, i) => sheetOf(net, points[i % points.length], points[i % points.length]));
      const own = sheets.reduce((sum, sheet) => sum + countCrossings([sheet]), 0);
      // Where flat sheets have changed places, nothing crosses any more.
      const havePassed = meanAlongZ(nets[0]) > meanAlongZ(nets[1]) + 0.1;
      counts.push(havePassed ? Infinity : countCrossings(sheets) - own);
    }
  }
  return counts;
}

export function meanOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

function meanAlongZ(net: Float32Array): number {
  return (3 * net.reduce((sum, coordinate, k) => (k % 3 === 2 ? sum + coordinate : sum), 0)) / net.length;
}
