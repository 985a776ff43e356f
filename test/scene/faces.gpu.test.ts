// The faces of a cloth beside those of Babylon's plane: which are drawn, how they are lit, what lies on them.
import { Material } from "@babylonjs/core/Materials/material.js";
import { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";
import { CreatePlane } from "@babylonjs/core/Meshes/Builders/planeBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { SubMesh } from "@babylonjs/core/Meshes/subMesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import {
  checked,
  createStage,
  drawn,
  expectSame,
  look,
  render,
  settle,
  takePair,
  views,
  wear,
  type Pair,
  type Stage,
} from "../support/picturePair.js";
import { useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 160, height: 120 });
let stage: Stage;
beforeEach(() => {
  stage = createStage(headless());
});

type Options = Pick<IClothOptions, "backend" | "sideOrientation" | "frontUVs" | "backUVs" | "drawnThickness">;
const backends = ["gpu", "cpu"] as const;

/** A cloth at rest, and Babylon's plane of the same options. */
async function createPlanes(options: Options): Promise<Pair> {
  const { scene, system } = stage;
  system.paused = true;
  const tessellation = { mode: "fixed", level: 4 } as const;
  // It takes the first place in the buffers: what draws the others must find its own.
  CreateCloth("first", { ...options, tessellation }, scene).isVisible = false;
  const cloth = CreateCloth("cloth", { ...options, tessellation }, scene);
  const mesh = CreatePlane("plane", options, scene);
  await system.whenReadyAsync();
  return { ...stage, cloth, mesh };
}

async function expectSameViews(pair: Pair, seen: Record<"front" | "back", boolean>): Promise<void> {
  await settle(pair);
  for (const view of views) {
    look(pair, view);
    const [cloth, mesh] = await takePair(pair);
    expectSame(cloth, mesh);
    if (seen[view.eye]) {
      expect(drawn(cloth)).toBeGreaterThan(1500);
    } else {
      expect(drawn(cloth)).toBe(0);
    }
  }
}

function plain(name: string, color: Color3, scene: Scene): Material {
  const material = new StandardMaterial(name, scene);
  material.diffuseColor = color;
  material.specularColor = Color3.Black();
  return material;
}

describe.each(backends)("on the %s", (backend) => {
  test("two sides with textures of their own, under a material that culls", async () => {
    const pair = await createPlanes({
      backend,
      sideOrientation: Mesh.DOUBLESIDE,
      frontUVs: new Vector4(0, 0, 0.5, 1),
      backUVs: new Vector4(1, 0.25, 0.25, 1),
    });
    const material = checked(pair.scene);
    wear(pair, material);
    expect(material.backFaceCulling).toBe(true);
    expect(material.twoSidedLighting).toBe(false);
    await expectSameViews(pair, { front: true, back: true });
  });

  test.each([
    ["front", Mesh.FRONTSIDE],
    ["back", Mesh.BACKSIDE],
  ] as const)("the %s alone", async (name, sideOrientation) => {
    const pair = await createPlanes({ backend, sideOrientation });
    wear(pair, checked(pair.scene));
    await expectSameViews(pair, { front: name === "front", back: name === "back" });
  });

  test("a MultiMaterial shows its first material in front, its second behind, and may come and go", async () => {
    const pair = await createPlanes({ backend, sideOrientation: Mesh.DOUBLESIDE });
    const materials = new MultiMaterial("both", pair.scene);
    materials.subMaterials = [plain("front", Color3.Red(), pair.scene), plain("back", Color3.Green(), pair.scene)];
    wear(pair, materials.subMaterials[0] ?? materials);
    await render(pair);
    wear(pair, materials);
    pair.mesh.releaseSubMeshes();
    pair.mesh.subMeshes = [];
    for (const face of [0, 1]) new SubMesh(face, 0, 8, 6 * face, 6, pair.mesh);
    await expectSameViews(pair, { front: true, back: true });
    wear(pair, plain("blue", Color3.Blue(), pair.scene));
    pair.mesh.releaseSubMeshes();
    pair.mesh.subMeshes = [];
    new SubMesh(0, 0, 8, 0, 12, pair.mesh);
    await expectSameViews(pair, { front: true, back: true });
  });

  test.each([
    ["fixed", { mode: "fixed", level: 10 }],
    ["error", { mode: "error", pixels: 0.2 }],
  ] as const)("a drawn thickness closes the shape: %s", async (_mode, tessellation) => {
    const { scene, system } = stage;
    system.paused = true;
    const thickness = 0.04;
    const options = { backend, tessellation, sideOrientation: Mesh.DOUBLESIDE, drawnThickness: thickness };
    CreateCloth("first", options, scene);
    const cloth = CreateCloth("cloth", { ...options, controlPoints: { u: 9, v: 12 }, pins: "topEdge" }, scene);
    cloth.wind.set(0.6, 0, 2);
    await system.whenReadyAsync();
    for (let frame = 0; frame < 15; frame++) system.step(1 / 60);
    await expectClosed(cloth, thickness);
  });
});

/** Every edge has its opposite once, and all triangles face outwards: what is inside has the volume of the cloth. */
async function expectClosed(cloth: ClothMesh, thickness: number): Promise<void> {
  const { positions, normals, indices } = await cloth.readSurface();
  const edges = new Map<string, number>();
  const point = (index: number): Vector3 => Vector3.FromArray(positions, 3 * index);
  const half = positions.length / 6;
  let [volume, rims, area] = [0, 0, 0];
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [...indices.subarray(t, t + 3)];
    const [a, b, c] = corners;
    // What fills unused places.
    if (a === b || b === c || c === a) continue;
    corners.forEach((from, i) => {
      const edge = `${from.toString()} ${corners[(i + 1) % 3].toString()}`;
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    });
    volume += Vector3.Dot(point(a), Vector3.Cross(point(b), point(c))) / 6;
    const cross = Vector3.Cross(point(b).subtract(point(a)), point(c).subtract(point(a)));
    if (corners.every((corner) => corner < half) || corners.every((corner) => corner >= half)) {
      area += cross.length() / 4;
      // Babylon's winding: the cross product of a CreatePlane points away from its normal.
      expect(Vector3.Dot(cross, Vector3.FromArray(normals, 3 * a))).toBeLessThan(0);
    } else {
      rims++;
    }
  }
  for (const [edge, count] of edges) {
    expect([edge, count]).toEqual([edge, 1]);
    expect(edges.get(edge.split(" ").reverse().join(" "))).toBe(1);
  }
  expect(rims).toBeGreaterThan(20);
  expect(-volume / (area * thickness)).toBeGreaterThan(0.95);
  expect(-volume / (area * thickness)).toBeLessThan(1.05);
}

test("what is not allowed is named", () => {
  const make = (options: object) => () => CreateCloth("flag", options, stage.scene);
  expect(make({ sideOrientation: 7 })).toThrow('Cloth "flag": sideOrientation is 7, must be');
  expect(make({ drawnThickness: 0.1 })).toThrow('Cloth "flag": drawnThickness is 0.1, must be 0 unless');
  expect(make({ drawnThickness: 0.1, sideOrientation: Mesh.BACKSIDE })).toThrow("drawnThickness is 0.1");
  expect(make({ drawnThickness: -1, sideOrientation: Mesh.DOUBLESIDE })).toThrow("drawnThickness is -1");
  expect(make({ frontUVs: [0, 0, 1, 1] })).toThrow('Cloth "flag": frontUVs is');
  expect(make({ backUVs: new Vector4(0, 0, NaN, 1) })).toThrow('Cloth "flag": backUVs is');
  expect(stage.scene.meshes).toHaveLength(0);
});
