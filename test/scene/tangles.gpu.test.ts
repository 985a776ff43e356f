/** Cloth at full resolution that begins within itself or within other cloth, whatever happens to it meanwhile. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { IClothOptions } from "../../src/index.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { note } from "../support/note.js";
import { makeSewn, runSewn } from "../support/sewnScene.js";
import { foldedThrough } from "../support/tangledScenes.js";
import { loseDevice, useEngine } from "../support/useGpu.js";
import { testAtLength } from "../support/atLength.js";

const headless = useEngine({ width: 32, height: 32 });

const SIDE = 32;
const fine: IClothOptions = {
  controlPoints: 12,
  fidelity: "fullResolution",
  fullResolution: SIDE,
  pins: "none",
  tessellation: { mode: "fixed", level: 1 },
  solver: { sleepSpeed: 0, selfCollision: true },
};

function crossingsOf(...nets: readonly Float32Array[]): number {
  return countCrossings(nets.map((net) => sheetOf(net, SIDE, SIDE)));
}

testAtLength(
  "a folded sheet comes out of itself, though its contact is switched off and on and its device is lost",
  async () => {
    const { made, cloths } = await makeSewn(headless().engine, (add) => [
      add("folded", { ...fine, startShape: foldedThrough, solver: { ...fine.solver, gravity: Vector3.Zero() } }),
    ]);
    const [cloth] = cloths;
    runSewn(made, 3);
    const first = crossingsOf(await cloth.readPositions());
    cloth.solver.selfCollision = false;
    runSewn(made, 1);
    cloth.solver.clothCollision = true;
    runSewn(made, 1);
    cloth.solver.selfCollision = true;
    runSewn(made, 3);
    await cloth.fetchShape();
    await loseDevice(headless().engine);
    await made.system.whenReadyAsync();
    runSewn(made, 45);
    const last = crossingsOf(await cloth.readPositions());
    note("crossings", first, last, cloth.statistics.maxStrain);
    expect(cloth.fidelity).toBe("fullResolution");
    expect(first).toBeGreaterThan(50);
    expect(last).toBe(0);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.15);
  },
);

test("a sheet stays well when the one that it crosses is disposed, and in a step of a second", async () => {
  const { made, cloths } = await makeSewn(headless().engine, (add) =>
    [0, 1].map((i) => {
      const cloth = add("crossing", { ...fine, solver: { ...fine.solver, clothCollision: true } });
      cloth.position.set(5, 0, 0);
      cloth.rotation.y = 1.2 * i;
      return cloth;
    }),
  );
  runSewn(made, 4);
  expect(crossingsOf(...(await Promise.all(cloths.map((cloth) => cloth.readPositions()))))).toBeGreaterThan(0);
  cloths[1].dispose();
  runSewn(made, 2);
  runSewn(made, 1, 1);
  runSewn(made, 2);
  expect((await cloths[0].readPositions()).every(Number.isFinite)).toBe(true);
});
