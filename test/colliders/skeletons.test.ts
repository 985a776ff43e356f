// Capsules that are fitted to the skin of a character.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Scene } from "@babylonjs/core/scene.js";
import type { SeenColliders } from "../../src/colliders/seenColliders.js";
import { ClothMesh, CreateCloth, type ClothColliders, type IClothSkeleton } from "../../src/index.js";
import { colliderLines } from "../../src/debug/colliderLines.js";
import { createCharacter, type Character } from "../support/character.js";
import { origin, useColliderScene } from "../support/colliderScene.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";

let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
useColliderScene((made) => {
  ({ scene, colliders, seen } = made);
});

let stepId = 0;

/** Distance of points of the drawn skin from the union of all capsules [m], sorted; points by area, by Babylon's own skinning. */
function skinDistances({ mesh, skeleton }: Character, samples: number): number[] {
  skeleton.prepare(true);
  const world = mesh.computeWorldMatrix(true).asArray().map(Number);
  const local = mesh.getPositionData(true, false) ?? [];
  const points: number[][] = [];
  for (let i = 0; i < local.length; i += 3) {
    points.push(
      [0, 1, 2].map(
        (k) => local[i] * world[k] + local[i + 1] * world[4 + k] + local[i + 2] * world[8 + k] + world[12 + k],
      ),
    );
  }
  const indices = mesh.getIndices() ?? [];
  const corners = Array.from({ length: indices.length / 3 }, (_, t) =>
    [0, 1, 2].map((k) => points[indices[3 * t + k]]),
  );
  const sums: number[] = [];
  corners.reduce((sum, [a, b, c]) => {
    const [u, v] = [b, c].map((point) => point.map((x, k) => x - a[k]));
    const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    sums.push(sum + area);
    return sum + area;
  }, 0);
  seen.follow(++stepId);
  const capsules = seen.statesFrom(origin).map(({ position, rotation, size }) => {
    const up = Vector3.Up().applyRotationQuaternion(Quaternion.FromArray(rotation)).asArray();
    const end = (sign: number): number[] => up.map((y, k) => position[k] + origin[k] + sign * size[1] * y);
    return { start: end(-1), end: end(1), radius: size[0], endRadius: size[2] };
  });
  const random = randomNumbers(7);
  let triangle = 0;
  const distances = Array.from({ length: samples }, (_, i) => {
    while (sums[triangle] < ((i + 0.5) / samples) * sums[sums.length - 1]) {
      triangle++;
    }
    const [r, s] = [Math.sqrt(random()), random()];
    const [a, b, c] = corners[triangle];
    const point = a.map((x, k) => (1 - r) * x + r * (1 - s) * b[k] + r * s * c[k]);
    return Math.min(...capsules.map((capsule) => roundConeDistance(point, capsule)));
  });
  return distances.sort((a, b) => a - b);
}

/** All spheres between two, by a search for the nearest: the function of the place is convex. */
function roundConeDistance(
  point: readonly number[],
  { start, end, radius, endRadius }: { start: number[]; end: number[]; radius: number; endRadius: number },
): number {
  const at = (t: number): number =>
    Math.hypot(...point.map((x, k) => x - start[k] - t * (end[k] - start[k]))) - radius - t * (endRadius - radius);
  let [low, high] = [0, 1];
  while (high - low > 1e-4) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(a) < at(b)) high = b;
    else low = a;
  }
  return at(low);
}

const within = (distances: readonly number[], from: number, to: number): number =>
  distances.filter((distance) => distance >= from && distance <= to).length / distances.length;

const poses = ["bound", "in a step"] as const;
test.each([
  ["bones alone", { scale: 1 }],
  ["scaled", { scale: 2.5 }],
  ["nodes of a glTF file below its mirrored root", { isGltf: true, scale: 0.8 }],
])("capsules cover the skin, bound and in a step: %s", (name, options) => {
  const character = createCharacter(scene, options);
  const tolerance = 0.015 * options.scale;
  const made = colliders.addSkeleton(character.skeleton, character.mesh, { tolerance });
  const withSkin = new Set(made.map(({ node }) => node));
  expect(character.skeleton.bones.filter((bone) => !withSkin.has(bone)).map((bone) => bone.name)).toEqual(["root"]);
  for (const pose of poses) {
    if (pose === "in a step") {
      character.walk();
    }
    const distances = skinDistances(character, 1000);
    const covered = within(distances, -Infinity, tolerance);
    // Skin at the start of arms and legs lies deep in the trunk, and counts here.
    const close = within(distances, -tolerance, tolerance);
    const rows = [made.length, 100 * covered, 100 * close, 1000 * distances[distances.length - 1]];
    note(
      `${name}, ${pose}: capsules, % covered, % close, farthest out [mm]: ${rows.map((x) => x.toFixed(1)).join(", ")}`,
    );
    expect(covered).toBeGreaterThan(0.98);
    expect(close).toBeGreaterThan(0.88);
  }
});

test("one capsule a bone does for 95 % of the skin", () => {
  const character = createCharacter(scene);
  const made = colliders.addSkeleton(character.skeleton, character.mesh, { maxPerBone: 1 });
  expect(made).toHaveLength(21);
  expect(within(skinDistances(character, 1000), -Infinity, 0.015)).toBeGreaterThan(0.95);
});

/** Where it does not matter how close they are. */
const coarse = { maxPerBone: 1 };

test("bones are left out by name, pattern or function, and a margin makes all wider", () => {
  const { skeleton, mesh } = createCharacter(scene, { scale: 2 });
  const named = (leaveOut: IClothSkeleton["leaveOut"]): Set<string | undefined> =>
    new Set(
      colliders.addSkeleton(skeleton, mesh, { ...coarse, ...(leaveOut && { leaveOut }) }).map(({ node }) => node?.name),
    );
  const all = named(undefined);
  const without = (...names: string[]): Set<string | undefined> =>
    new Set([...all].filter((name) => !names.includes(name ?? "")));
  expect(named("head")).toEqual(without("head"));
  expect(named(["head", /Hand$/g])).toEqual(without("head", "leftHand", "rightHand"));
  expect(named((bone) => bone.getParent()?.name === "hips")).toEqual(without("spine", "leftThigh", "rightThigh"));
  // Two influences of a vertex: none has less than half.
  expect(
    colliders.addSkeleton(skeleton, mesh, { ...coarse, minWeight: 0.5, ...({ margin: undefined } as object) }),
  ).toHaveLength(21);
  const [fit, wide] = [0, 0.03].map((margin) =>
    colliders.addSkeleton(skeleton, mesh, { ...coarse, margin, friction: 0.4 }),
  );
  expect(wide).toHaveLength(fit.length);
  expect(colliders.list).toEqual(wide);
  wide.forEach((collider, i) => {
    expect(collider.friction).toBe(0.4);
    // In the world, and the character is shown twice as large.
    expect(collider.radius - fit[i].radius).toBeCloseTo(0.015, 6);
    expect(collider.world.size[0] - fit[i].world.size[0]).toBeCloseTo(0.03, 5);
  });
});

test("they go as a whole: by skeleton, by mesh, or with the mesh", () => {
  const { skeleton, mesh } = createCharacter(scene);
  const other = colliders.add({ shape: "sphere" });
  colliders.addSkeleton(skeleton, mesh, coarse);
  colliders.remove(skeleton);
  expect(colliders.list).toEqual([other]);
  colliders.addSkeleton(skeleton, mesh, coarse);
  colliders.remove(mesh);
  expect(colliders.list).toEqual([other]);
  colliders.addSkeleton(skeleton, mesh, coarse);
  mesh.dispose();
  expect(colliders.list).toEqual([other]);
});

test("a clone and a loaded cloth have the capsules, with the bones of the same names", () => {
  const { skeleton, mesh } = createCharacter(scene);
  const cloth = CreateCloth("cape", { controlPoints: 4, backend: "cpu" }, scene);
  const made = cloth.colliders.addSkeleton(skeleton, mesh, coarse);
  const clone = cloth.clone("clone");
  expect(clone.colliders.list).toEqual(made);
  const engine = new NullEngine();
  const elsewhere = new Scene(engine);
  const person = createCharacter(elsewhere);
  const [loaded, other] = [0, 1].map(() =>
    ClothMesh.Parse(JSON.parse(JSON.stringify(cloth.serialize())) as object, elsewhere, ""),
  );
  const { list } = loaded.colliders;
  expect(list).toHaveLength(made.length);
  list.forEach((collider, i) => {
    expect(person.skeleton.bones).toContain(collider.node);
    expect(collider.node?.name).toBe(made[i].node?.name);
    expect([collider.radius, collider.endRadius]).toEqual([made[i].radius, made[i].endRadius]);
    expect(collider.start.equalsWithEpsilon(made[i].start, 1e-6)).toBe(true);
    expect(collider.end.equalsWithEpsilon(made[i].end, 1e-6)).toBe(true);
  });
  loaded.colliders.remove(person.skeleton);
  expect(loaded.colliders.list).toHaveLength(0);
  expect(other.colliders.list).toHaveLength(made.length);
  person.mesh.dispose();
  expect(other.colliders.list).toHaveLength(0);
  engine.dispose();
});

test("the debug view draws each capsule", () => {
  const { skeleton, mesh } = createCharacter(scene);
  const shapes = colliders.addSkeleton(skeleton, mesh, coarse).map(({ world }) => world);
  const lines = (count: number): number => colliderLines(shapes.slice(0, count), Vector3.Zero()).positions.length;
  shapes.forEach((_, i) => expect(lines(i + 1)).toBeGreaterThan(lines(i)));
});

test("skin of no area gets no capsule, and a character that is scaled to nothing gets those of its own size", () => {
  const { mesh, skeleton } = createCharacter(scene);
  const sizes = (): number[] =>
    colliders.addSkeleton(skeleton, mesh).flatMap(({ radius, endRadius }) => [radius, endRadius]);
  const before = sizes();
  mesh.scaling.setAll(0);
  sizes().forEach((radius, i) => {
    expect(radius).toBeCloseTo(before[i], 3);
  });
  mesh.scaling.setAll(1);
  // What follows the last bone shrinks to a point.
  const [indices, weights, positions] = ["matricesIndices", "matricesWeights", "position"].map((kind) => [
    ...(mesh.getVerticesData(kind) ?? []),
  ]);
  const last = colliders.list.at(-1)?.node;
  const place = skeleton.bones.findIndex((bone) => bone === last);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const own = weights.slice(4 * vertex, 4 * vertex + 4);
    if (indices[4 * vertex + own.indexOf(Math.max(...own))] === place) {
      positions.fill(0, 3 * vertex, 3 * vertex + 3);
    }
  }
  // Triangles that reach from there to other bones have an area.
  mesh.setIndices(
    [...(mesh.getIndices() ?? [])].filter((_, i, all) => {
      const corners = all.slice(i - (i % 3), i - (i % 3) + 3);
      return (
        corners.every((corner) => positions[3 * corner + 1] === 0) ||
        corners.every((corner) => positions[3 * corner + 1] !== 0)
      );
    }),
  );
  mesh.setVerticesData("position", positions);
  colliders.addSkeleton(skeleton, mesh);
  expect(colliders.list.some(({ node }) => node === last)).toBe(false);
  expect(colliders.list.length).toBeGreaterThan(1);
});

test("what cannot be fitted is refused by name, and nothing is added", () => {
  const { skeleton, mesh } = createCharacter(scene);
  const bare = new Mesh("bare", scene);
  const plain = createCharacter(scene);
  plain.mesh.removeVerticesData("matricesWeights");
  plain.mesh.name = "plain";
  const empty = new Mesh("empty", scene);
  empty.skeleton = skeleton;
  const add =
    (options: object, on = mesh): (() => unknown) =>
    () =>
      colliders.addSkeleton(skeleton, on, options);
  expect(() => colliders.addSkeleton(mesh as never, mesh)).toThrow(
    /addSkeleton: skeleton is the Mesh "skin", must be a Skeleton/,
  );
  expect(() => colliders.addSkeleton(skeleton, skeleton as never)).toThrow(/mesh is .*, must be a mesh/);
  expect(add({}, bare)).toThrow(/mesh is the Mesh "bare" with no skeleton, must be a mesh of skeleton "people"/);
  expect(add({}, plain.mesh)).toThrow(/"plain" with skeleton "people", must be a mesh of/);
  expect(() => colliders.addSkeleton(plain.skeleton, plain.mesh)).toThrow(
    /"plain" without weights, must have "matricesIndices"/,
  );
  expect(add({}, empty)).toThrow(/mesh is the Mesh "empty" without vertices/);
  expect(add({ leaveOut: /./ })).toThrow(/no bone of skeleton "people" is left .* mesh "skin"/);
  expect(add({ leaveOut: "Hed" })).toThrow(/leaveOut is "Hed", must be a bone of skeleton "people"/);
  expect(add({ leaveOut: [3] })).toThrow(TypeError);
  expect(add({ leaveOut: null })).toThrow(/leaveOut is null, must be a bone/);
  expect(add({ minWeight: 2 })).toThrow(/minWeight is 2, must be a number from 0 to 1/);
  expect(add({ margin: NaN })).toThrow(/margin is NaN, must be a finite number/);
  expect(add({ tolerance: -1 })).toThrow(/tolerance is -1, must be a finite number from 0 up/);
  expect(add({ maxPerBone: 1.5 })).toThrow(/maxPerBone is 1.5, must be a whole number from 1 to 4/);
  expect(add({ friction: -1 })).toThrow(/friction is -1/);
  expect(add({ margins: 1 })).toThrow(/addSkeleton: it has no margins; it has leaveOut/);
  expect(colliders.list).toHaveLength(0);
});
