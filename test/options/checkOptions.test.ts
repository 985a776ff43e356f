import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { fabricRules } from "../../src/options/fabricSettings.js";
import { sheetOptionNames } from "../../src/options/sheetOptions.js";
import { solverRules } from "../../src/options/solverSettings.js";

let scene: Scene;
beforeEach(() => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  scene = new Scene(new NullEngine());
});
afterEach(() => scene.getEngine().dispose());

/** What a user of JavaScript could write. */
const bad: [string, unknown, new () => Error, string][] = [
  ["width", { width: 0 }, RangeError, 'Cloth "flag": width is 0, must be a finite number above 0 (m).'],
  ["width", { width: NaN }, RangeError, "width is NaN"],
  ["height", { height: "2" }, TypeError, 'height is "2", must be a finite number above 0 (m).'],
  ["height", { height: Infinity }, RangeError, "height is Infinity"],
  [
    "controlPoints",
    { controlPoints: 2 },
    RangeError,
    'Cloth "flag": controlPoints.u is 2, must be a whole number from 3 to 341 (a quadratic B-spline needs three).',
  ],
  [
    "controlPoints",
    { controlPoints: "16" },
    TypeError,
    'controlPoints is "16", must be an object of u, v or a whole number from 3 to 341 (a quadratic B-spline needs three).',
  ],
  [
    "fullResolution",
    { fullResolution: "128" },
    TypeError,
    'fullResolution is "128", must be an object of u, v or a whole number from 32 to 2048.',
  ],
  ["controlPoints", { controlPoints: { u: 8, v: 2.5 } }, RangeError, "controlPoints.v is 2.5"],
  ["controlPoints", { controlPoints: { u: 64, v: 64 } }, RangeError, "controlPoints is 64 x 64, must be at most 1024"],
  ["controlPoints", { controlPoints: { u: 8, w: 8 } }, TypeError, "controlPoints has no w; it has u, v."],
  ["density", { density: -1 }, RangeError, "density is -1, must be a finite number above 0 (kg/m2)."],
  ["mass", { mass: 0 }, RangeError, "mass is 0"],
  ["mass and density", { mass: 1, density: 1 }, TypeError, "mass and density are both given"],
  ["thickness", { thickness: -0.1 }, RangeError, "thickness is -0.1, must be a finite number from 0 up (m)."],
  ["pins", { pins: "top" }, RangeError, 'pins is "top", must be "none", "topEdge"'],
  ["pins", { pins: [{ u: 2, v: 0 }] }, RangeError, "pins[0].u is 2, must be a finite number from 0 to 1."],
  ["pins", { pins: [{ u: 1 }] }, TypeError, "pins[0].v is undefined"],
  ["pins", { pins: 3 }, TypeError, "pins is 3"],
  [
    "pins",
    { pins: Object.assign(new Array(2), [{ u: 0, v: 0 }]) },
    TypeError,
    "pins[1] is undefined, must be an object",
  ],
  ["solver", { solver: 8 }, TypeError, "solver is 8, must be an object of substeps"],
  ["solver", { solver: { substeps: 0 } }, RangeError, "solver.substeps is 0, must be a whole number from 1 to 64"],
  [
    "solver",
    { solver: { substeps: "many" as "auto" } },
    TypeError,
    'solver.substeps is "many", must be a whole number from 1 to 64 (per 1/60 s) or "standard" or "auto"',
  ],
  [
    "solver",
    { solver: { maxSubsteps: 65 } },
    RangeError,
    "solver.maxSubsteps is 65, must be a whole number from 1 to 64",
  ],
  ["solver", { solver: { strainGoal: 0 } }, RangeError, "solver.strainGoal is 0, must be a finite number above 0"],
  [
    "solver",
    { solver: { iterations: "auto" as never } },
    TypeError,
    'solver.iterations is "auto", must be a whole number',
  ],
  ["solver", { solver: { gravity: 9.81 } }, TypeError, "solver.gravity is 9.81, must be a Vector3"],
  [
    "solver",
    { solver: { gravity: new Vector3(NaN, 0, 0) } },
    RangeError,
    "solver.gravity is (NaN, 0, 0), must be a Vector3 of finite numbers (m/s2).",
  ],
  ["solver", { solver: [] }, TypeError, "solver is an array, must be an object of substeps"],
  ["solver", { solver: { frictoin: 1 } }, TypeError, "solver has no frictoin"],
  ["fabric", { fabric: { shear: -1 } }, RangeError, "fabric.shear is -1"],
  ["fabric", { fabric: { stretch: { warp: "soft" } } }, TypeError, 'fabric.stretch.warp is "soft"'],
  ["fabric", { fabric: { tether: 0.5 } }, RangeError, "fabric.tether is 0.5"],
  [
    "tessellation",
    { tessellation: { mode: "best" } },
    RangeError,
    'tessellation.mode is "best", must be "error", "distance", "fixed"',
  ],
  ["tessellation", { tessellation: { mode: "fixed", level: 0 } }, RangeError, "tessellation.level is 0"],
  ["tessellation", { tessellation: { mode: "fixed", near: 1 } }, TypeError, "tessellation has no near"],
  ["tessellation", { tessellation: { mode: "distance", near: 9, far: 2 } }, RangeError, "must have near < far"],
  [
    "tessellation",
    { tessellation: "error" },
    TypeError,
    'tessellation is "error", must be an object of mode ("error", "distance", "fixed") and its numbers.',
  ],
  ["tessellation", { tessellation: { mode: "fixed", level: null } }, TypeError, "tessellation.level is null"],
  ["backend", { backend: "webgl" }, RangeError, 'backend is "webgl", must be "auto", "gpu", "cpu".'],
  ["unknown", { subdivisions: 4 }, TypeError, "options has no subdivisions"],
  ["options", 7, TypeError, "options is 7"],
];

/** Null is no default: setters refuse it too. */
const nulls: object[] = [
  ...sheetOptionNames.map((name) => ({ [name]: null })),
  ...["thickness", "drawnThickness", "pins", "backend", "fidelity", "startShape"].map((name) => ({ [name]: null })),
  ...["sideOrientation", "frontUVs", "backUVs", "tessellation", "solver", "fabric"].map((name) => ({ [name]: null })),
  { controlPoints: { u: null, v: 8 } },
  { fullResolution: { u: 64, v: null } },
  ...Object.keys(solverRules).map((name) => ({ solver: { [name]: null } })),
  ...Object.keys(fabricRules).map((name) => ({ fabric: { [name]: null } })),
  { solver: { gravity: null } },
  { solver: { threads: { warp: null } } },
  { fabric: { bend: { weft: null } } },
];

test.each(nulls)("null is refused by name: %j", (options) => {
  const create = (): unknown => CreateCloth("flag", options, scene);
  expect(create).toThrow(/^Cloth "flag": [\w.]+ is null, must be /);
  expect(scene.meshes).toHaveLength(0);
});

test.each([{}, "stage", 3])("a scene that is none is refused: %j", (other) => {
  expect(() => CreateCloth("flag", {}, other as never)).toThrow(
    /^Cloth "flag": scene is (an object|"stage"|3), must be a Scene\.$/,
  );
});

test.each(bad)("bad %s throws, and nothing is left in the scene: %j", (_, options, kind, message) => {
  const create = (): unknown => CreateCloth("flag", options as IClothOptions, scene);
  expect(create).toThrow(kind);
  expect(create).toThrow(message);
  expect(create).toThrow('Cloth "flag"');
  expect(scene.meshes).toHaveLength(0);
});

test("what a function of the user throws leaves nothing in the scene", () => {
  const pins = (): boolean => {
    throw new Error("not today");
  };
  expect(() => CreateCloth("flag", { pins, backend: "cpu" }, scene)).toThrow("not today");
  expect(scene.meshes).toHaveLength(0);
});

test('backend "gpu" without compute throws and says what to do', () => {
  expect(() => CreateCloth("flag", { backend: "gpu" }, scene)).toThrow(/"flag".*no compute shaders.*"cpu"/);
  expect(scene.meshes).toHaveLength(0);
});

test("settings are checked when they are changed, and keep their value if that is refused", () => {
  const cloth = CreateCloth("flag", { backend: "cpu", solver: { substeps: 4 }, fabric: { stretch: 0.5 } }, scene);
  expect(() => (cloth.solver.substeps = 1.5)).toThrow('Cloth "flag": solver.substeps is 1.5');
  expect(() => (cloth.fabric.stretch.warp = -1)).toThrow("fabric.stretch.warp is -1");
  expect(() => (cloth.thickness = NaN)).toThrow("thickness is NaN");
  expect(() => (cloth.tessellation = { mode: "fixed", level: -3 })).toThrow("tessellation.level is -3");
  expect(() => (cloth.solver = { damping: -1 })).toThrow("solver.damping is -1");
  expect(cloth.solver.substeps).toBe(4);
  expect(cloth.fabric.stretch).toMatchObject({ warp: 0.5, weft: 0.5 });
  expect(cloth.thickness).toBe(0.005);
  expect(cloth.tessellation).toEqual({ mode: "error", pixels: 0.5 });
  cloth.fabric = { shear: 0.1 };
  expect(cloth.fabric).toMatchObject({ shear: 0.1, tether: 1.05 });
});

test("groups that are no objects are named", () => {
  const create = (options: unknown) => () => CreateCloth("flag", options as IClothOptions, scene);
  expect(create({ solver: null })).toThrow('Cloth "flag": solver is null, must be an object of substeps');
  expect(create({ fabric: { stretch: null } })).toThrow(
    "fabric.stretch is null, must be an object of warp, weft or one value",
  );
});

test("a definition holds all that was checked, and does not change with the cloth; a clone takes what is set now", () => {
  const cloth = CreateCloth("flag", { backend: "cpu", solver: { substeps: 4 }, fabric: { bend: 9 } }, scene);
  cloth.solver.substeps = 12;
  cloth.solver.gravity.y = -1;
  cloth.fabric.bend.weft = 7;
  cloth.tessellation = { mode: "fixed" };
  expect(cloth.definition).toEqual(
    checkOptions("flag", { backend: "cpu", solver: { substeps: 4 }, fabric: { bend: 9 } }),
  );
  expect(cloth.definition.fabric.bend).toEqual({ warp: 9, weft: 9 });
  const clone = cloth.clone("clone");
  cloth.solver.substeps = 3;
  cloth.solver.gravity.y = -2;
  expect(clone.solver).toMatchObject({ substeps: 12, gravity: { y: -1 } });
  expect(clone.definition).toMatchObject({
    solver: { substeps: 12, gravity: { y: -1 } },
    fabric: { bend: { weft: 7 } },
  });
  expect(clone.tessellation).toEqual({ mode: "fixed", level: 32 });
  expect(() => (clone.solver.damping = -1)).toThrow('Cloth "clone": solver.damping is -1');
});

test("a gravity that was given is not the cloth's own", () => {
  const gravity = new Vector3(0, -1, 0);
  const cloth = CreateCloth("flag", { backend: "cpu", solver: { gravity } }, scene);
  gravity.y = 5;
  expect(cloth.solver.gravity.y).toBe(-1);
});

describe("members that a cloth does not have, or that cannot change, are refused when they are set", () => {
  // Reflect.set says nothing if a member cannot be set, as scripts without "use strict" do.
  const cloth = (): ClothMesh => CreateCloth("flag", { backend: "cpu", controlPoints: 3 }, scene);

  test.each<[string, (flag: ClothMesh) => object, string, RegExp]>([
    ["solver", ({ solver }) => solver, "substep", /Cloth "flag": solver has no substep; it has substeps, .*gravity\./],
    ["fabric", ({ fabric }) => fabric, "sheer", /Cloth "flag": fabric has no sheer; it has density, stretch/],
    ["group", ({ fabric }) => fabric.bend, "wrap", /Cloth "flag": fabric\.bend has no wrap; it has warp, weft\./],
    ["whole group", ({ fabric }) => fabric, "stretch", /fabric\.stretch cannot be replaced; set its warp, weft\./],
    [
      "gravity",
      ({ solver }) => solver,
      "gravity",
      /Cloth "flag": solver\.gravity cannot be replaced; set its x, y, z\./,
    ],
    ...["width", "height", "restShape", "closed", "controlPoints", "fullResolution", "frontUVs", "backUVs"].map(
      (name): [string, (flag: ClothMesh) => object, string, RegExp] => [
        name,
        (flag) => flag,
        name,
        new RegExp(`Cloth "flag": ${name} cannot change once the cloth exists; give it to CreateCloth`),
      ],
    ),
    ["drawnThickness", (flag) => flag, "drawnThickness", /drawnThickness cannot change/],
    ["backend", (flag) => flag, "backend", /Cloth "flag": backend cannot change/],
    ["mass", (flag) => flag, "mass", /Cloth "flag": mass .* set fabric\.density/],
    ["density", (flag) => flag, "density", /Cloth "flag": density .* set fabric\.density/],
    ["pins", (flag) => flag, "pins", /Cloth "flag": pins .* call pin and unpin/],
  ])("%s: %#", (_, ownerOf, name, message) => {
    const owner = ownerOf(cloth());
    const before = (owner as Record<string, unknown>)[name];
    expect(() => {
      Reflect.set(owner, name, 4);
    }).toThrow(message);
    expect((owner as Record<string, unknown>)[name]).toEqual(before);
  });

  test("members that it has can be set as before, and are read without a detour", () => {
    const flag = cloth();
    Reflect.set(flag.solver, "substeps", 4);
    Reflect.set(flag.fabric.bend, "warp", 3);
    Reflect.set(flag, "thickness", 0.1);
    expect([flag.solver.substeps, flag.fabric.bend.warp, flag.thickness]).toEqual([4, 3, 0.1]);
    for (const owner of [flag.solver, flag.fabric, flag.fabric.bend]) {
      expect(Object.keys(owner).every((name) => Object.hasOwn(owner, name))).toBe(true);
    }
  });
});
