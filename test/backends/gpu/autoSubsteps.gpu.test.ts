// `solver.substeps: "auto"` on the GPU, where strain is known a few frames late.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothFidelity, type ClothMesh } from "../../../src/index.js";
import { note } from "../../support/note.js";
import { drawWholeFrame, useEngine } from "../../support/useGpu.js";

const headless = useEngine({ width: 64, height: 64 });
let scene: Scene;
let system: ClothSystem;
beforeEach(() => {
  scene = new Scene(headless().engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  system = ClothSystem.For(scene);
  // Time passes by substepsOf() alone.
  system.paused = true;
});

/** A flag whose goal no substeps can keep. */
function flag(fidelity: ClothFidelity): ClothMesh {
  const cloth = CreateCloth(
    "flag",
    {
      ...{
        controlPoints: 5,
        fullResolution: 32,
        fidelity,
        pins: "leftEdge",
        tessellation: { mode: "fixed", level: 4 },
      },
      solver: { substeps: "auto", maxSubsteps: 10, strainGoal: 1e-5, sleepSpeed: 0 },
    },
    scene,
  );
  cloth.wind.set(8, 0, 1);
  return cloth;
}

/** After each frame. */
async function substepsOf(cloth: ClothMesh, frames: number): Promise<number[]> {
  await system.whenReadyAsync();
  const counts: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    await drawWholeFrame(scene, () => {
      system.step(1 / 60);
    });
    counts.push(cloth.statistics.substeps);
  }
  note("auto on the GPU", cloth.fidelity, counts.join(" "));
  return counts;
}

test.each(["controlGrid", "fullResolution"] as const)("substeps rise within frames, at %s", async (fidelity) => {
  const rising = await substepsOf(flag(fidelity), 5);
  expect([rising[0], rising.at(-1)]).toEqual([8, 10]);
});
