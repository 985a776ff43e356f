// Colliders of glTF files, which Babylon's own loader loads.
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import "@babylonjs/core/Loading/loadingScreen.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import type { SeenColliders } from "../../src/colliders/seenColliders.js";
import { ClothMesh, CreateCloth, type ClothCollider, type ClothColliders } from "../../src/index.js";
import { distanceFrom, origin, useColliderScene } from "../support/colliderScene.js";

let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
let warnings: string[];
useColliderScene((made) => {
  ({ scene, colliders, seen, warnings } = made);
});

/** A file of nodes and extensions alone; the loader hands out what it has parsed. */
async function load(nodes: object[], extensions: object = {}): Promise<{ container: AssetContainer; json: object }> {
  const roots = nodes.map((_, i) => i);
  const text = JSON.stringify({ asset: { version: "2.0" }, scenes: [{ nodes: roots }], nodes, extensions });
  let json: object = {};
  const container = await LoadAssetContainerAsync(`data:${text}`, scene, {
    pluginExtension: ".gltf",
    pluginOptions: { gltf: { onParsed: (data) => (json = (data as { json: object }).json) } },
  });
  container.addAllToScene();
  return { container, json };
}

let stepId = 0;

/** From the last collider, at a point of the file: Babylon's root turns and mirrors, which takes x to -x. */
function distanceAt(x: number, y: number, z: number): number {
  seen.follow(++stepId);
  const states = seen.statesFrom(origin);
  return distanceFrom(states[states.length - 1], new Vector3(-x, y, z));
}

const shapes = [
  { type: "sphere", sphere: { radius: 0.3 } },
  { type: "box", box: { size: [0.2, 0.4, 0.6] } },
  { type: "capsule", capsule: { height: 1, radiusBottom: 0.2, radiusTop: 0.1 } },
  { type: "cylinder", cylinder: { height: 1, radiusBottom: 0.5, radiusTop: 0.2 } },
  { type: "plane", plane: {} },
];
const implicit = { KHR_implicit_shapes: { shapes } };
const body = (shape: unknown): object => ({ KHR_physics_rigid_bodies: { collider: { geometry: { shape } } } });

test.each([
  // Points on the surface, from the center of the node, and one that is 0.1 outside.
  [
    0,
    [
      [0.3, 0, 0],
      [0, 0, -0.3],
    ],
    [0.4, 0, 0],
  ],
  [
    1,
    [
      [0.1, 0.1, 0.2],
      [0, -0.2, 0.1],
      [0, 0, -0.3],
    ],
    [0, 0.3, 0],
  ],
  [
    2,
    [
      [0, -0.7, 0],
      [0, 0.6, 0],
    ],
    [0, 0.7, 0],
  ],
  [
    3,
    [
      [0.35, 0, 0],
      [0.1, 0.5, 0.1],
      [-0.4, -0.5, 0],
    ],
    [0, 0.6, 0],
  ],
  [4, [[3, 0, 7]], [5, 0.1, 0]],
])("shape %i of KHR_implicit_shapes, with a body and without", async (shape, on, out) => {
  for (const extensions of [body(shape), { KHR_implicit_shapes: { shape } }]) {
    const { container, json } = await load([{ name: "other" }, { translation: [1, 2, 3], extensions }], implicit);
    const [made] = colliders.addGltf(container, json);
    expect(colliders.list).toEqual([made]);
    on.forEach(([x, y, z]) => expect(distanceAt(1 + x, 2 + y, 3 + z)).toBeCloseTo(0, 5));
    expect(distanceAt(1 + out[0], 2 + out[1], 3 + out[2])).toBeCloseTo(0.1, 5);
    colliders.addGltf(container, json);
    expect(colliders.list).toHaveLength(1);
    container.dispose();
    expect(colliders.list).toHaveLength(0);
  }
});

test("a file that is added again has its colliders once, however it is handed over", async () => {
  const { container, json } = await load([{ name: "head", extensions: body(0) }, { extensions: body(1) }], implicit);
  const [first] = colliders.addGltf(container, json);
  const again = [container, scene, { meshes: [...container.meshes], transformNodes: [...container.transformNodes] }];
  for (const loaded of again) {
    const made = colliders.addGltf(loaded, json);
    expect(colliders.list).toEqual(made);
    expect(made.map(({ shape }) => shape)).toEqual(["sphere", "box"]);
  }
  expect(colliders.list).not.toContain(first);
  const other = await load([{ name: "head", extensions: body(0) }], implicit);
  colliders.addGltf(other.container, other.json);
  expect(colliders.list).toHaveLength(3);
});

test("a file that is added again after its scene was loaded has its colliders once", async () => {
  const { container, json } = await load([{ name: "head", extensions: body(0) }], implicit);
  const cloth = CreateCloth("flag", { controlPoints: 4, backend: "cpu" }, scene);
  cloth.colliders.addGltf(container, json);
  const saved = JSON.parse(JSON.stringify(cloth.serialize({}, false))) as object;
  cloth.dispose();
  const later = ClothMesh.Parse(saved, scene, "");
  expect(later.colliders.list).toHaveLength(1);
  const made = later.colliders.addGltf(container, json);
  expect(later.colliders.list).toEqual(made);
});

/** A glTF file of one collider of a character's springs, 1 m above the ground. */
const spring = (collider: object): Promise<{ container: AssetContainer; json: object }> =>
  load([{ name: "head", translation: [0, 1, 0] }], { VRMC_springBone: { colliders: [{ node: 0, ...collider }] } });
const extended = (shape: object): object => ({
  shape: { sphere: { offset: [0, -10000, 0], radius: 0 } },
  extensions: { VRMC_springBone_extended_collider: { specVersion: "1.0", shape } },
});

test("colliders of VRMC_springBone, and the extended ones in place of their fallbacks", async () => {
  const add = async (collider: object): Promise<ClothCollider[]> => {
    const { container, json } = await spring(collider);
    return colliders.addGltf(container, json, { friction: 0.5 });
  };
  const [sphere] = await add({ shape: { sphere: { offset: [0.2, 0, 0], radius: 0.1 } } });
  expect(sphere.friction).toBe(0.5);
  expect(distanceAt(0.3, 1, 0)).toBeCloseTo(0, 5);
  expect(distanceAt(-0.3, 1, 0)).toBeCloseTo(0.4, 5);
  await add({ shape: { capsule: { offset: [0, 0, 0], radius: 0.1, tail: [0.5, 0, 0] } } });
  expect(distanceAt(0.25, 1.1, 0)).toBeCloseTo(0, 5);
  expect(distanceAt(0.6, 1, 0)).toBeCloseTo(0, 5);
  await add(extended({ plane: { offset: [0, -0.5, 0], normal: [0, 1, 0] } }));
  expect(distanceAt(4, 0.7, 0)).toBeCloseTo(0.2, 5);
  await add(extended({ sphere: { offset: [0, 0.5, 0], radius: 1, inside: true } }));
  expect(distanceAt(0.25, 1.5, 0)).toBeCloseTo(0.75, 5);
  expect(distanceAt(0, 4, 0)).toBeCloseTo(-1.5, 5);
  await add(extended({ capsule: { offset: [0, 0, 0], tail: [0.5, 0, 0], radius: 0.2, inside: true } }));
  expect(distanceAt(0.25, 1.1, 0)).toBeCloseTo(0.1, 5);
  expect(distanceAt(0.8, 1, 0)).toBeCloseTo(-0.1, 5);
  await expect(add(extended({ sphere: { inside: true } }))).rejects.toThrow(
    "VRMC_springBone_extended_collider/shape/sphere/radius is undefined, must be above 0 where things are kept inside",
  );
  expect(warnings).toHaveLength(0);
});

test("meshes of bodies are named and left out", async () => {
  const geometry = { KHR_physics_rigid_bodies: { collider: { geometry: { mesh: 0 } } } };
  const { container, json } = await load([{ extensions: geometry }], implicit);
  expect(colliders.addGltf(container, json)).toHaveLength(0);
  expect(warnings.join()).toMatch(/nodes\/0\/.*geometry \(a mesh\) .* got no collider/);
});

test.each([
  [
    "a shape that is not there",
    [{ extensions: body(9) }],
    implicit,
    /nodes\/0\/.*\/shape is 9, must be the place of a shape, 0 to 4/,
  ],
  [
    "null for a shape",
    [{ extensions: body(null) }],
    implicit,
    /nodes\/0\/.*\/shape is null, must be the place of a shape/,
  ],
  [
    "a flat box",
    [{ extensions: body(0) }],
    { KHR_implicit_shapes: { shapes: [{ type: "box", box: { size: [1, 0, 1] } }] } },
    /shapes\/0\/box\/size is \(1, 0, 1\), must be three numbers above 0/,
  ],
  [
    "no normal",
    [{}],
    { VRMC_springBone: { colliders: [{ node: 0, ...extended({ plane: { normal: [0, 0, 0] } }) }] } },
    /shape\/plane\/normal is \(0, 0, 0\), must be of some length/,
  ],
  [
    "a negative radius",
    [{ extensions: body(0) }],
    { KHR_implicit_shapes: { shapes: [{ type: "sphere", sphere: { radius: -1 } }] } },
    /shapes\/0\/sphere\/radius is -1, must be a finite number from 0 up/,
  ],
  [
    "an unknown type",
    [{ extensions: body(0) }],
    { KHR_implicit_shapes: { shapes: [{ type: "torus" }] } },
    /shapes\/0\/type is "torus", must be one of sphere/,
  ],
  [
    "no list of shapes",
    [{}],
    { KHR_implicit_shapes: { shapes: 3 } },
    /KHR_implicit_shapes\/shapes is 3, must be a list/,
  ],
  [
    "two numbers",
    [{}],
    { VRMC_springBone: { colliders: [{ node: 0, shape: { sphere: { offset: [1, 2] } } }] } },
    /colliders\/0\/shape\/sphere\/offset is an array, must be three/,
  ],
  [
    "no shape",
    [{}],
    { VRMC_springBone: { colliders: [{ node: 0 }] } },
    /colliders\/0\/shape is undefined, must be a sphere, a capsule or a plane/,
  ],
  [
    "no node",
    [{}],
    { VRMC_springBone: { colliders: [{ node: 7, shape: { sphere: {} } }] } },
    /colliders\/0\/node is 7, must be a node that was loaded/,
  ],
])("%s is refused by its place in the file, and nothing is added", async (_, nodes, extensions, message) => {
  const { container, json } = await load(nodes, extensions);
  expect(() => colliders.addGltf(container, json)).toThrow(message);
  expect(colliders.list).toHaveLength(0);
});

test("what is no loaded file is refused by name", async () => {
  const { container, json } = await load([{}]);
  expect(() => colliders.addGltf({} as never, json)).toThrow(
    /addGltf: loaded is an object, must be an AssetContainer or a Scene/,
  );
  expect(() => colliders.addGltf(container, null as never)).toThrow(/addGltf: json is null, must be an object/);
  expect(() => colliders.addGltf(container, json, { frictions: 1 } as never)).toThrow(/it has no frictions/);
  expect(colliders.addGltf(container, json)).toEqual([]);
});
