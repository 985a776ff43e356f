/** Fabrics that cloths share: prepared once, never changed, kept by files, and of the same motion as a sheet of its own. */
import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js";
import "@babylonjs/core/Materials/colorCurves.js";
import "@babylonjs/core/Cameras/camera.js";
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Materials/imageProcessingConfiguration.js";
import "@babylonjs/core/Materials/material.js";
import "@babylonjs/core/Materials/multiMaterial.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { AppendSceneAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import {
  ClothMesh,
  Fabric,
  fabricFromMesh,
  Fabrics,
  RegisterClothLoader,
  type ClothRestShape,
  type IClothOptions,
  type IFabricOptions,
} from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { patch } from "../support/openMeshes.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
  ClothMesh.SerializeShape = true;
});
afterEach(() => {
  stage.dispose();
});

const bent: ClothRestShape = (u, v, result) => {
  result.set(u - 0.5, 1.4 * v - 0.7, 0.2 * u * u);
};
const tube: ClothRestShape = (u, v, result) => {
  result.set(0.3 * Math.cos(2 * Math.PI * u), v, 0.3 * Math.sin(2 * Math.PI * u));
};
const sheets: Record<string, IFabricOptions> = {
  tested: { controlPoints: 7, virtualParticles: [[0.5, 0.2, 0.2, 0.1]] },
  flat: { width: 0.8, height: 1.3, controlPoints: { u: 7, v: 10 }, mass: 0.3 },
  bent: { restShape: bent, controlPoints: 8, massScale: (u) => 1 + u, density: 0.25 },
  closed: { restShape: tube, closed: "u", controlPoints: { u: 10, v: 6 }, settings: Fabrics.denim },
  outlined: { outline: (u, v) => Math.hypot(u - 0.5, v - 0.5) < 0.45, controlPoints: 9, fullResolution: 32 },
};

async function positionsAfter(options: IClothOptions): Promise<Float32Array> {
  const own = createClothScene();
  const cloth = own.add({ pins: [{ u: 0.5, v: 0.9 }], ...options });
  cloth.colliders.add({ shape: "sphere", radius: 0.1, position: new Vector3(0.1, 0, -0.1) });
  own.run(40);
  const positions = (await cloth.readPositions()).slice();
  own.dispose();
  return positions;
}

it.each(Object.entries(sheets))("moves as a sheet of its own: %s", async (_, { settings = {}, ...sheet }) => {
  const fabric = Fabric.FromGrid("shared", { ...sheet, settings });
  const [own, shared, parsed] = [
    await positionsAfter({ ...sheet, fabric: settings }),
    await positionsAfter({ fabric }),
    await positionsAfter({ fabric: Fabric.Parse(JSON.parse(JSON.stringify(fabric.serialize()))) }),
  ];
  expect(own.every(Number.isFinite)).toBe(true);
  expect(shared).toEqual(own);
  expect(parsed).toEqual(own);
});

it.each(Object.entries({ ...sheets, weak: { tearScale: (u: number) => 1 + u } }))(
  "files keep all of it: %s",
  (_, sheet) => {
    const file = JSON.parse(JSON.stringify(Fabric.FromGrid("shared", sheet).serialize())) as object;
    // By another id, so that it is read and not found.
    const other = JSON.parse(JSON.stringify(Fabric.Parse({ ...file, id: "other" }).serialize())) as object;
    expect(other).toEqual({ ...file, id: "other" });
  },
);

it("is prepared once for all cloths, whose settings are their own", () => {
  let calls = 0;
  const restShape: ClothRestShape = (u, v, result) => {
    calls++;
    bent(u, v, result);
  };
  const fabric = Fabric.FromGrid("coat", { restShape, controlPoints: 8, settings: Fabrics.silk });
  const callsBefore = calls;
  const [first, second] = [stage.add({ fabric }), stage.add({ fabric, startShape: tube })];
  const copy = first.clone("copy");
  expect(calls).toBe(callsBefore);
  expect(first.restGrid).toBe(copy.restGrid);
  expect(second.restGrid.restPositions).toEqual(first.restGrid.restPositions);
  expect([first, second, copy].map(({ sharedFabric }) => sharedFabric)).toEqual([fabric, fabric, fabric]);
  expect(fabric.getClassName()).toBe("Fabric");
  expect([fabric.controlPoints, fabric.fullResolution]).toEqual([
    { u: 8, v: 8 },
    { u: 128, v: 128 },
  ]);
  first.fabric.stretch.warp = 0.5;
  first.fabric.density = 3;
  expect([second, copy].map((cloth) => [cloth.fabric.stretch.warp, cloth.fabric.density])).toEqual(
    Array(2).fill([fabric.settings.stretch.warp, fabric.settings.density]),
  );
  expect(stage.add().sharedFabric).toBeNull();
});

it("cannot be changed", () => {
  const fabric = Fabric.FromGrid("coat");
  const settings = fabric.settings as { density: number; stretch: { warp: number } };
  expect(() => (settings.density = 1)).toThrow(TypeError);
  expect(() => (settings.stretch.warp = 1)).toThrow(TypeError);
});

it("says what is wrong, by its own name", () => {
  const wrong = (options: object): (() => unknown) => {
    return () => Fabric.FromGrid("coat", options);
  };
  expect(wrong({ width: -1 })).toThrow('Fabric "coat": width is -1, must be a finite number above 0 (m).');
  expect(wrong({ colour: 1 })).toThrow('Fabric "coat": options has no colour; it has width,');
  expect(wrong({ settings: { shear: -1 } })).toThrow('Fabric "coat": settings.shear is -1');
  expect(wrong({ mass: 1, density: 1 })).toThrow('Fabric "coat": mass and density are both given');
  expect(wrong({ closed: "u" })).toThrow(RangeError);
  const fabric = Fabric.FromGrid("coat");
  expect(() => stage.add({ fabric, width: 2 })).toThrow(
    'Cloth "cloth": width is given with the Fabric "coat", must be left to the Fabric.',
  );
  expect(() => stage.add({ fabric, density: 2 })).toThrow("density is given with the Fabric");
  expect(() => Fabric.Parse(null)).toThrow(TypeError);
  expect(() => Fabric.Parse({ ...fabric.serialize(), version: 99 })).toThrow("version of its file is 99, must be 1");
  expect(() => Fabric.Parse({ ...fabric.serialize(), id: 1 })).toThrow("id and name of sharedFabric");
  expect(() => Fabric.Parse({ ...fabric.serialize(), rest: [1] })).toThrow('Fabric "coat": rest in its file');
});

it("stays one in files of its cloths, among cloths that are alike", async () => {
  RegisterClothLoader();
  const fabric = Fabric.FromGrid("coat", { restShape: bent, controlPoints: 8 });
  const other = Fabric.FromGrid("coat", { restShape: bent, controlPoints: 8 });
  const cloths = [fabric, fabric, other].map((shared) => stage.add({ fabric: shared }));
  cloths[1].fabric.shear = 0.5;
  stage.run(5);
  const file = JSON.stringify(SceneSerializer.Serialize(stage.scene));
  // As in another page, where none of them is known.
  const foreign = file.replaceAll(fabric.id, "first").replaceAll(other.id, "second");
  for (const [text, ids] of [
    [file, [fabric.id, fabric.id, other.id]],
    [foreign, ["first", "first", "second"]],
  ] as const) {
    const own = createClothScene();
    await AppendSceneAsync(`data:${text}`, own.scene);
    const loaded = own.scene.meshes.filter((mesh): mesh is ClothMesh => mesh instanceof ClothMesh);
    const fabrics = loaded.map(({ sharedFabric }) => sharedFabric);
    expect(fabrics.map((shared) => shared?.id)).toEqual(ids);
    expect(fabrics[0]).toBe(fabrics[1]);
    expect(fabrics[0] === fabric).toBe(text === file);
    expect(loaded.map((cloth) => cloth.fabric.shear)).toEqual(cloths.map((cloth) => cloth.fabric.shear));
    expect(fabrics[1]?.settings).toEqual(fabric.settings);
    own.run(50);
    if (text === file) stage.run(50);
    expect(await Promise.all(loaded.map((cloth) => cloth.readPositions()))).toEqual(
      await Promise.all(cloths.map((cloth) => cloth.readPositions())),
    );
    own.dispose();
  }
});

it("does not mix fabrics up whose files have one id but other sheets", () => {
  const fabric = Fabric.FromGrid("coat", { controlPoints: 8 });
  const changed = { ...(fabric.serialize() as { options: object }) };
  const other = Fabric.Parse({ ...changed, options: { ...changed.options, width: 2 } });
  expect(other).not.toBe(fabric);
  expect(stage.add({ fabric: other }).restGrid.area).toBeCloseTo(2, 9);
  expect(Fabric.Parse(other.serialize())).toBe(other);
});

describe("of a mesh", () => {
  /** A sheet of 0.6 x 1.5 m whose long side is along an axis. */
  const upright = patch(6, 15, (u, v) => [0.6 * u, 1.5 * v, 0]);

  it.each([
    [
      [0, -1, 0],
      [0, 1, 0],
      [0.6, 1.5],
    ],
    [
      [0, 9, 0],
      [0, -1, 0],
      [0.6, 1.5],
    ],
    [
      [-1, 0, 0],
      [1, 0, 0],
      [1.5, 0.6],
    ],
    [
      [2, 0, 0],
      [-1, 0, 0],
      [1.5, 0.6],
    ],
  ])("has rows across gravity %j", ([x, y, z], up, [sizeU, sizeV]) => {
    const fabric = fabricFromMesh("sheet", upright, { gravity: new Vector3(x, y, z), controlPoints: 8 });
    const cloth = stage.add({ fabric, pins: "topEdge" });
    const { restPositions, sizeU: alongU, sizeV: alongV } = cloth.restGrid;
    expect([alongU, alongV]).toEqual([expect.closeTo(sizeU, 3), expect.closeTo(sizeV, 3)]);
    const way = [0, 1, 2].map((axis) => restPositions[3 * 56 + axis] - restPositions[axis]);
    expect(Vector3.FromArray(way).normalize().asArray()).toEqual(up.map((part) => expect.closeTo(part, 3) as number));
  });

  it("of a cylinder on its side has the upper border at v = 1", () => {
    const model = CreateCylinder("sleeve", { height: 1, diameter: 0.4, cap: 0, tessellation: 24 }, stage.scene);
    model.bakeTransformIntoVertices(Matrix.RotationZ(Math.PI / 2));
    const of = (x: number): number => {
      const fabric = fabricFromMesh("sleeve", model, {
        gravity: new Vector3(x, 0, 0),
        nodes: { width: 33, height: 17 },
        controlPoints: { u: 12, v: 6 },
      });
      const { restPositions, closedU } = stage.add({ fabric }).restGrid;
      expect(closedU).toBe(true);
      return restPositions[3 * 12 * 5] - restPositions[0];
    };
    expect([of(-1), of(1)]).toEqual([expect.closeTo(1, 5), expect.closeTo(-1, 5)]);
  });

  it("refuses what is no mesh, and what the mesh has", () => {
    const make = (mesh: unknown, options: object = {}): (() => unknown) => {
      return () => fabricFromMesh("sheet", mesh as typeof upright, options);
    };
    expect(make(null)).toThrow("createGeometryImage: mesh is null, must be a mesh or { positions, indices }.");
    expect(make({ positions: [0, 0, 0], indices: [0, 0, 0] })).toThrow(RangeError);
    expect(make(upright, { gravity: Vector3.Zero() })).toThrow("must be a Vector3 of some length");
    expect(make(upright, { gravity: [0, 1, 0] })).toThrow("must be a Vector3 of some length");
    expect(make(upright, { width: 1 })).toThrow("width is given with a geometry image");
    expect(make(upright, { foo: 1 })).toThrow(
      /^Fabric "sheet": options has no foo; it has outline, .*, settings, corners, gravity, nodes\.$/,
    );
    expect(make(upright, { nodes: { foo: 1 } })).toThrow('Fabric "sheet": nodes has no foo; it has width, height.');
    expect(make(upright, { nodes: 5 })).toThrow('Fabric "sheet": nodes is 5, must be an object of width, height.');
    expect(make(upright, { corners: null })).toThrow("corners of the image of mesh of triangles is null");
    expect(make(upright, { gravity: null })).toThrow("must be a Vector3 of some length");
    expect(make(upright, { nodes: { width: 1 } })).toThrow("width of the image of mesh of triangles is 1");
  });
});
