// A page with the imports of docs/guide/saving.md alone loads cloth: where one is missing, Babylon loads nothing, without an error.
import { readFileSync } from "node:fs";

const [sample] = /^```ts\n[^]*?^```$/m.exec(readFileSync("docs/guide/saving.md", "utf8")) ?? [""];
const modules = [...sample.matchAll(/^import (?:.* from )?"(@babylonjs\/[^"]+)";/gm)].map(([, name]) => name);

test("the sample that loads a file imports all that it needs", async () => {
  // One after the other: Jest links modules that are imported at the same time too early.
  const { NullEngine } = await import("@babylonjs/core/Engines/nullEngine.js");
  for (const name of modules) await import(name);
  const { AppendSceneAsync } = await import("@babylonjs/core/Loading/sceneLoader.js");
  const { SceneSerializer } = await import("@babylonjs/core/Misc/sceneSerializer.js");
  const { Scene } = await import("@babylonjs/core/scene.js");
  const { CreateCloth, RegisterClothLoader } = await import("../../src/index.js");
  const engine = new NullEngine();
  const [scene, other] = [new Scene(engine), new Scene(engine)];
  CreateCloth("cloth", { controlPoints: 8 }, scene);
  RegisterClothLoader();
  await AppendSceneAsync(`data:${JSON.stringify(await SceneSerializer.SerializeAsync(scene))}`, other);
  expect(other.meshes.map(({ name }) => name)).toEqual(["cloth"]);
  engine.dispose();
});
