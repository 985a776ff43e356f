import { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh, type ClothRestShape, type IClothOptions } from "../../src/index.js";
import { optionsAsCode } from "../../src/inspector/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

const cheap = { backend: "cpu" } as const;

function create(options: IClothOptions): ClothMesh {
  return CreateCloth("flag", { ...cheap, ...options }, stage.scene);
}

/** Runs the code and gives the cloth that it makes. */
function run(code: string, restShape?: ClothRestShape): ClothMesh {
  const made: ClothMesh[] = [];
  const record = (...given: Parameters<typeof CreateCloth>): ClothMesh => {
    const cloth = CreateCloth(...given);
    made.push(cloth);
    return cloth;
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is what a person does with the code
  const script = new Function("CreateCloth", "Fabrics", "Vector3", "Vector4", "Mesh", "restShape", "scene", code) as (
    ...names: unknown[]
  ) => void;
  script(record, Fabrics, Vector3, Vector4, Mesh, restShape, stage.scene);
  expect(made).toHaveLength(1);
  return made[0];
}

/** All that the code is about, as plain numbers and texts. */
function settingsOf(cloth: ClothMesh): unknown {
  const { definition, pins, solver, fabric, tessellation, thickness, wind, density, restGrid } = cloth;
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, member: unknown) => (member === Infinity ? "Infinity" : member)));
  return plain({
    name: cloth.name,
    fidelity: cloth.fidelity,
    fullResolution: definition.fullResolution,
    width: definition.width,
    height: definition.height,
    faces: definition.faces,
    backend: definition.backend,
    restPositions: [...restGrid.restPositions],
    closed: [definition.closedU, definition.closedV],
    counts: [restGrid.countU, restGrid.countV],
    density,
    thickness,
    fabric,
    solver: { ...solver, gravity: solver.gravity.asArray() },
    tessellation,
    wind: wind.asArray(),
    pins: pins.map(({ u, v, target }) => [u, v, target?.name ?? null]),
  });
}

function expectSame(cloth: ClothMesh, restShape?: ClothRestShape): string {
  const code = optionsAsCode(cloth);
  expect(settingsOf(run(code, restShape))).toEqual(settingsOf(cloth));
  return code;
}

test("a cloth without options is a call without options", () => {
  const cloth = CreateCloth("flag", {}, stage.scene);
  expect(optionsAsCode(cloth)).toBe('const flag = CreateCloth("flag", {}, scene);\n');
});

test("only what differs from the defaults is in the code", () => {
  const code = expectSame(
    create({
      width: 1.8,
      height: 1.2,
      pins: "leftEdge",
      solver: { substeps: "auto", maxSubsteps: 24, gravity: new Vector3(0, -1.6, 0) },
      fabric: { stretch: 2e-5, bend: { warp: 100 } },
    }),
  );
  expect(code).toBe(
    [
      'const flag = CreateCloth("flag", {',
      "  width: 1.8,",
      "  height: 1.2,",
      "  fabric: { stretch: 0.00002, bend: { warp: 100 } },",
      '  pins: "leftEdge",',
      '  solver: { substeps: "auto", maxSubsteps: 24, gravity: new Vector3(0, -1.6, 0) },',
      '  backend: "cpu",',
      "}, scene);",
      "",
    ].join("\n"),
  );
});

test("settings that were changed later count", () => {
  const cloth = create({});
  cloth.fabric.slack.shear.stiffness = 0.5;
  cloth.fabric.bend.weft = Infinity;
  cloth.solver.continuousCollision = true;
  cloth.solver.gravity.x = 2;
  cloth.thickness = 0.02;
  cloth.wind.set(4, 0, 1);
  cloth.fidelity = "auto";
  cloth.tessellation = { mode: "distance", near: 3, max: 40 };
  expect(expectSame(cloth)).toContain("flag.wind.set(4, 0, 1);");
});

test.each(Object.keys(Fabrics) as (keyof typeof Fabrics)[])("the preset %s is named", (name) => {
  const code = expectSame(create({ fabric: Fabrics[name] }));
  expect(code.includes("fabric")).toBe(name !== "cotton");
  expect(code.includes(`Fabrics.${name}`)).toBe(name !== "cotton");
});

test("a preset with another density is still named", () => {
  const code = expectSame(create({ density: 0.12, fabric: Fabrics.silk }));
  expect(code).toContain("density: 0.12,");
  expect(code).toContain("fabric: Fabrics.silk,");
});

test.each<IClothOptions>([
  { controlPoints: { u: 9, v: 7 }, density: 0.4 },
  { controlPoints: 12, mass: 0.3 },
  { virtualParticles: [[0.4, 0.3, 0.2, 0.1]] },
  { fabric: { ...Fabrics.wool, density: 0.3 } },
  { fabric: { bend: 100 }, density: 0.3 },
  { fullResolution: 64, fidelity: "auto" },
  { fullResolution: { u: 64, v: 96 } },
  { tessellation: { mode: "fixed", level: 20 } },
  { tessellation: { mode: "error", pixels: 2 } },
  { sideOrientation: Mesh.FRONTSIDE, frontUVs: new Vector4(0, 0, 2, 3) },
  { sideOrientation: Mesh.BACKSIDE, backUVs: new Vector4(1, 0, 0, 1) },
  { sideOrientation: Mesh.DOUBLESIDE, drawnThickness: 0.01 },
  { pins: "none" },
  { pins: "allCorners" },
  { pins: [{ u: 0.5, v: 1 }] },
  { pins: (u, v) => v === 1 && u < 0.4 },
])("%j is made again", (options) => {
  expectSame(create(options));
});

test("a rest shape is named, its seams are given", () => {
  const tube: ClothRestShape = (u, v, result) => result.set(Math.cos(2 * Math.PI * u), v, Math.sin(2 * Math.PI * u));
  const code = expectSame(create({ restShape: tube, closed: "u", pins: "topEdge" }), tube);
  expect(code).toContain("restShape: restShape");
  expect(code).toContain('closed: "u"');
  expect(code).toContain('pins: "topEdge"');
});

test("pins that follow nodes find them by their names", () => {
  const scene: Scene = stage.scene;
  const hand = new TransformNode('left "hand"', scene);
  const ball = new Mesh("ball", scene);
  const cloth = create({});
  cloth.pin(0.5, 1, hand);
  cloth.pin(0.5, 0, ball);
  cloth.unpin(0, 1);
  expectSame(cloth);
});

test.each([
  ["table cloth 2", "tableCloth2"],
  ["2 sails", "cloth2Sails"],
  ["new", "clothNew"],
  ["scene", "clothScene"],
  ["", "cloth"],
  ["Tischtuch", "tischtuch"],
])("a cloth named %j is a variable that can be", (name, variable) => {
  const cloth = CreateCloth(name, cheap, stage.scene);
  const code = optionsAsCode(cloth);
  expect(code.startsWith(`const ${variable} = `)).toBe(true);
  expect(run(code).name).toBe(name);
});
