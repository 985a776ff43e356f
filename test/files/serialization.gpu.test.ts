// Cloth on the GPU in .babylon files: what was saved goes on as if it had not been.
import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js";
import { AppendSceneAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import "@babylonjs/core/Materials/colorCurves.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem, CreateCloth, RegisterClothLoader } from "../../src/index.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/largestDistance.js";
import { useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 64, height: 48 });
beforeAll(RegisterClothLoader);

function clothOf(scene: Scene): ClothMesh {
  const cloth = scene.meshes.find((mesh): mesh is ClothMesh => mesh instanceof ClothMesh);
  if (!cloth) throw new Error("There is no cloth.");
  return cloth;
}

/** Steps with the ball on its way. */
function run(scene: Scene, from: number, to: number): void {
  for (let step = from; step < to; step++) {
    scene.getMeshByName("ball")?.position.set(0.3 * Math.cos(step / 20), -0.2, 0.1);
    ClothSystem.For(scene).step(1 / 60);
  }
}

test.each(["controlGrid", "fullResolution"] as const)(
  "%s: save, load and 20 steps are as going on without",
  async (fidelity) => {
    const scene = new Scene(headless().engine);
    new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 3, Vector3.Zero(), scene);
    const cloth = CreateCloth(
      "flag",
      {
        controlPoints: 9,
        fullResolution: 32,
        fidelity,
        backend: "gpu",
        solver: { sleepSpeed: 0, substeps: fidelity === "controlGrid" ? 8 : 2 },
      },
      scene,
    );
    cloth.position.set(0.2, 0.3, 0.1);
    cloth.rotation.set(0.1, 0.4, 0);
    cloth.scaling.set(1.2, 1, 0.8);
    cloth.wind.set(1, 0, 4);
    cloth.colliders.addMesh(CreateSphere("ball", { diameter: 0.4, segments: 4 }, scene));
    await ClothSystem.For(scene).whenReadyAsync();
    run(scene, 0, 15);
    cloth.pin(0.5, 0);
    run(scene, 15, 20);
    const grip = cloth.grab((await surface(cloth)).position);
    grip.moveTo(grip.position.add(new Vector3(0, 0.05, 0)));
    run(scene, 20, 25);
    const held = Vector3.FromArray(await cloth.readPositions(), 3 * grip.particles[0]);
    expect(Vector3.Distance(held, grip.position)).toBeLessThan(0.3);
    grip.release();
    run(scene, 25, 30);

    await cloth.fetchShape();
    const file = SceneSerializer.Serialize(scene) as object;
    const withShape = SceneSerializer.SerializeMesh(cloth) as { meshes: { cloth: object }[] };
    expect(Object.keys(withShape.meshes[0].cloth)).not.toContain("shape");
    Object.assign(file, {
      meshes: scene.meshes.map((mesh) =>
        mesh === cloth ? cloth.serialize({}, true) : (mesh as ClothMesh).serialize(),
      ),
    });
    const again = new Scene(headless().engine);
    await AppendSceneAsync(`data:${JSON.stringify(file)}`, again);
    const loaded = clothOf(again);
    expect(loaded.backend).toBe("gpu");
    expect(loaded.statistics.particles).toBe(fidelity === "controlGrid" ? 9 * 9 : 32 * 32);
    expect(loaded.pins).toEqual(cloth.pins);
    await ClothSystem.For(again).whenReadyAsync();
    expect(largestDistance(await cloth.readPositions(), await loaded.readPositions())).toBe(0);
    for (const each of [scene, again]) run(each, 30, 50);
    const apart = largestDistance(await cloth.readPositions(), await loaded.readPositions());
    note(`${fidelity}: a loaded cloth is ${apart.toExponential(2)} m from the one that went on`);
    expect(apart).toBeLessThan(1e-6);
  },
);

test("a shape at full resolution is taken over by a cloth that has another fidelity, or that is simulated on the CPU", async () => {
  const scene = new Scene(headless().engine);
  const cloth = CreateCloth(
    "cloth",
    { controlPoints: 9, fullResolution: 32, fidelity: "fullResolution", solver: { substeps: 2 } },
    scene,
  );
  cloth.wind.set(0, 0, 3);
  await ClothSystem.For(scene).whenReadyAsync();
  run(scene, 0, 20);
  cloth.pin(0.5, 0.5);
  run(scene, 20, 22);
  await cloth.fetchShape();
  const saved = cloth.serialize({}, true) as { cloth: { options: { fidelity: string; backend: string } } };
  // What the cloth itself becomes on its control grid is what the others start from.
  cloth.fidelity = "controlGrid";
  await ClothSystem.For(scene).whenReadyAsync();
  ClothSystem.For(scene).step(0);
  await cloth.fetchShape();
  expect(cloth.statistics.particles).toBe(9 * 9);
  const places = [0, 0.4, 0.7, 1].flatMap((u) => [0, 0.3, 1].map((v) => [u, v] as const));
  const apartFrom = (loaded: ClothMesh): number =>
    Math.max(
      ...places.map(([u, v]) => Vector3.Distance(loaded.surfaceAt(u, v).position, cloth.surfaceAt(u, v).position)),
    );
  const found: number[] = [];
  for (const options of [{ fidelity: "controlGrid" }, { fidelity: "auto" }, { backend: "cpu" }]) {
    const again = new Scene(headless().engine);
    const file = { ...saved, cloth: { ...saved.cloth, options: { ...saved.cloth.options, ...options } } };
    const loaded = ClothMesh.Parse(file, again, "");
    await ClothSystem.For(again).whenReadyAsync();
    ClothSystem.For(again).step(0);
    await loaded.fetchShape();
    expect(loaded.pins).toHaveLength(3);
    found.push(apartFrom(loaded));
  }
  note("shape at full resolution, loaded into others [m]", found);
  expect(Math.max(...found)).toBeLessThan(1e-5);
});

/** The middle of the lower half, as it is now. */
async function surface(cloth: ClothMesh): Promise<{ position: Vector3 }> {
  await cloth.fetchShape();
  return cloth.surfaceAt(0.5, 0.4);
}
