/** Geometry images: what has none is refused, with a reason. */
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { clothFromGeometryImage, createGeometryImage } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { meshOf, patch, sleeve } from "../support/openMeshes.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

describe("what is no disc or cylinder is refused", () => {
  const whole = patch(3, 3, (u, v) => [u, v, 0]);
  const build = (positions: readonly number[], indices: readonly number[]): AbstractMesh =>
    meshOf("given", positions, indices, made.scene);

  test.each<[string, () => AbstractMesh, string]>([
    ["no triangles", () => build([0, 0, 0, 1, 0, 0, 0, 1, 0], []), "no triangles"],
    ["only lines", () => build([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 1]), "no triangles"],
    ["closed", () => CreateBox("given", {}, made.scene), "it is closed"],
    [
      "NaN",
      () =>
        build(
          whole.positions.map((x, i) => (i === 7 ? NaN : x)),
          whole.indices,
        ),
      "vertex 2 has a coordinate NaN",
    ],
    ["a missing vertex", () => build(whole.positions, [...whole.indices, 0, 1, 99]), "index 99"],
    [
      "two pieces",
      () => build([...whole.positions, 5, 0, 0, 6, 0, 0, 5, 1, 0], [...whole.indices, 16, 17, 18]),
      "several pieces (18 of its 19 triangles are one)",
    ],
    ["a third wing", () => build([...whole.positions, 0.5, 0.5, 1], [...whole.indices, 5, 6, 16]), "no manifold"],
    [
      "wound both ways",
      () => build(whole.positions, [...whole.indices.slice(0, 3), ...whole.indices.slice(3).reverse()]),
      "wound opposite ways",
    ],
    ["three borders", () => build(holed().positions, holed().indices), "it has 3 borders"],
    ["one triangle", () => build([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), "its border has 3 vertices"],
  ])("%s", (_, make, message) => {
    expect(() => createGeometryImage(make())).toThrow(RangeError);
    expect(() => createGeometryImage(make())).toThrow(`createGeometryImage: mesh "given" has no geometry image: `);
    expect(() => createGeometryImage(make())).toThrow(message);
  });

  /** A sheet without two of its cells. */
  function holed(): { positions: number[]; indices: number[] } {
    const { positions, indices } = patch(7, 5, (u, v) => [u, v, 0]);
    const without = [6 * (2 * 7 + 1), 6 * (2 * 7 + 5)];
    return { positions, indices: indices.filter((__, i) => !without.some((first) => i >= first && i < first + 6)) };
  }

  test("other things, options and images", () => {
    const { scene } = made;
    const mesh = build(whole.positions, whole.indices);
    expect(() => createGeometryImage({} as AbstractMesh)).toThrow(TypeError);
    const gone = build(whole.positions, whole.indices);
    gone.dispose();
    expect(() => createGeometryImage(gone)).toThrow("it is disposed, must be in the scene");
    expect(() => createGeometryImage(mesh, { width: 1 })).toThrow(
      'createGeometryImage: width of the image of mesh "given" is 1, must be a whole number from 2 to 2048.',
    );
    for (const [options, message] of [
      [null, 'options of the image of mesh "given" is null, must be an object of width, height, corners, gravity.'],
      [3, 'options of the image of mesh "given" is 3, must be an object'],
      [{ foo: 1 }, 'options of the image of mesh "given" has no foo; it has width, height, corners, gravity.'],
      [{ corners: null }, 'corners of the image of mesh "given" is null, must be a list of Vector3.'],
    ] as const) {
      expect(() => createGeometryImage(mesh, options as object)).toThrow(`createGeometryImage: ${message}`);
    }
    const image = createGeometryImage(mesh, { width: 5, height: 4 });
    for (const options of [null, { foo: 1 }]) {
      expect(() => clothFromGeometryImage("rag", image, options as object, scene)).toThrow(
        /^Cloth "rag": options (is null, must be an object of|has no foo; it has) outline, controlPoints, /,
      );
    }
    expect(() => clothFromGeometryImage("rag", { ...image, width: 4 }, {}, scene)).toThrow(
      /Cloth "rag": positions of the geometry image is .*, must be 48 numbers/,
    );
    expect(() => clothFromGeometryImage("rag", image, { width: 2 } as object, scene)).toThrow(
      'Cloth "rag": width is given with a geometry image',
    );
    const broken = { ...image, positions: image.positions.map((x, i) => (i === 3 ? Infinity : x)) };
    expect(() => clothFromGeometryImage("rag", broken, {}, scene)).toThrow('Cloth "rag": restShape is (');
    const { positions, indices } = patch(3, 3, (u, v) => [u, v, 0]);
    for (const [index, numbers] of [
      [-2, positions],
      [0.5, positions],
      [16, [...positions, 1]],
    ] as const) {
      expect(() => createGeometryImage({ positions: numbers, indices: [...indices, 0, 1, index] })).toThrow(
        `its index ${index} is none of its vertices`,
      );
    }
    const cylinder = createGeometryImage(sleeve(made.scene), { width: 5, height: 5 });
    expect(() => createGeometryImage(sleeve(made.scene), { corners: [] })).toThrow(
      "corners are given, and it is a cylinder",
    );
    expect(() => clothFromGeometryImage("rag", { ...cylinder, closed: "v" }, {}, scene)).toThrow("must meet within");
  });
});
