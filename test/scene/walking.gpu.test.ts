// A skirt on a character who goes at 2 m/s, by depth maps of her skin: how deep the drawn surface is in her body. MEASURE=1 looks at ten seconds.
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { runner, SPEED } from "../../demo/scenes/runner.js";
import { Stage } from "../../demo/stage.js";
import { deepestIn, partsOf } from "../support/bodyDepth.js";
import { note } from "../support/note.js";
import { useEngine } from "../support/useGpu.js";

/** Of the runner, who is faster in the demo [m/s]. */
const WALK = 2;
/** Parts of triangles are no larger than this part of the skirt. */
const SEGMENTS = 64;
const isWhole = Boolean(process.env.MEASURE);
/** Frames, and how many of them lie between two looks. */
const [FRAMES, BETWEEN] = isWhole ? [600, 6] : [28, 4];

const headless = useEngine({ width: 64, height: 64 });

/** Her skin in the world, as its bones have it. */
function skinOf(mesh: Mesh): Float32Array {
  const skin = Float32Array.from(mesh.getPositionData(true, false) ?? []);
  const world = Matrix.FromArray(mesh.computeWorldMatrix(true).m);
  const point = new Vector3();
  for (let i = 0; i < skin.length; i += 3) {
    Vector3.TransformCoordinatesFromFloatsToRef(skin[i], skin[i + 1], skin[i + 2], world, point).toArray(skin, i);
  }
  return skin;
}

test("a skirt stays out of the body of a character with bones at 2 m/s", async () => {
  const stage = await Stage.Open(
    {
      ...runner,
      create: async (scene) => {
        const made = await runner.create(scene);
        return {
          ...made,
          animate: (seconds) => {
            made.animate?.((seconds * WALK) / SPEED);
          },
        };
      },
    },
    headless().engine,
  );
  const mesh = stage.scene.meshes.find(({ skeleton }) => skeleton !== null) as Mesh;
  const parts = partsOf(mesh.getVerticesData("position") ?? [], mesh.getIndices() ?? []);
  expect(parts).toHaveLength(5);
  // From the middle of her waist, skin is 0.1 m in front and behind.
  expect(deepestIn(parts, mesh.getVerticesData("position") ?? [], [0.001, 1.051, 0.002])).toBeCloseTo(0.1, 2);
  const [cloth] = stage.cloths;
  cloth.tessellation = { mode: "fixed", level: SEGMENTS };
  let [worst, swing] = [0, 0];
  const look = async (): Promise<void> => {
    const { positions } = await cloth.readSurface();
    const skin = skinOf(mesh);
    worst = Math.max(worst, deepestIn(parts, skin, positions));
    swing = Math.max(swing, ...skin.filter((_, i) => i % 3 === 2).map(Math.abs));
  };
  for (let frame = 1; frame <= FRAMES; frame++) {
    stage.step(1 / 60);
    if (frame % BETWEEN === 0) {
      await look();
    }
  }
  note(worst, swing);
  // Her feet go to and fro.
  expect(swing).toBeGreaterThan(0.3);
  expect(worst).toBeLessThan(0.01);
  // Without her maps the skirt goes through her.
  cloth.colliders.list.forEach((collider) => (collider.enabled = false));
  for (let frame = 0; frame < 16; frame++) stage.step(1 / 60);
  await look();
  expect(worst).toBeGreaterThan(0.01);
});
