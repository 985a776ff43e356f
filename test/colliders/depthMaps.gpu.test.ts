// Depth maps: what they show of a mesh, and what cloth does on them.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Scene } from "@babylonjs/core/scene.js";
import { DepthMaps } from "../../src/colliders/depthMaps.js";
import { ClothCollider, ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { createCharacter } from "../support/character.js";
import { drawMaps, texelsOf } from "../support/depthTexels.js";
import { meshOf, trianglesIn } from "../support/fieldMeshes.js";
import { triangleDistance } from "../support/triangleDistance.js";
import { loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 16, height: 16 });

function createScene(): Scene {
  const scene = new Scene(headless().engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  return scene;
}

test("maps of a scaled ball show an ellipsoid from all sides, wherever its node is", async () => {
  const mesh = CreateSphere("ball", { diameter: 2, segments: 48 }, createScene());
  const radii = [0.3, 0.5, 0.4];
  mesh.scaling.fromArray(radii);
  mesh.rotation.set(0.4, -0.7, 0.2);
  mesh.position.set(3, -2, 5);
  const resolution = 32;
  const maps = new DepthMaps(mesh, { resolution, axes: "xyz", depth: Infinity });
  const rotation = Quaternion.FromEulerVector(mesh.rotation);
  const own = Matrix.Compose(Vector3.One(), rotation, mesh.position);
  expect(drawMaps(headless(), maps, own)).toBe(true);
  expect(drawMaps(headless(), maps, own)).toBe(false);
  const texels = await texelsOf(headless(), maps);
  let [worst, seen] = [0, 0];
  for (let map = 0; map < 6; map++) {
    const axis = Math.floor(map / 2);
    const [across, up] = [(axis + 1) % 3, (axis + 2) % 3];
    for (let i = 0; i < resolution ** 2; i++) {
      const place = [0, 1].map(
        (side) => (((side === 0 ? i % resolution : Math.floor(i / resolution)) + 0.5) * 2) / resolution - 1,
      );
      const [u, v] = [place[0] * maps.rows[8 + across], place[1] * maps.rows[8 + up]];
      const squared = 1 - (u / radii[across]) ** 2 - (v / radii[up]) ** 2;
      const height = texels[4 * (map * resolution ** 2 + i)];
      if (squared > 0.1) {
        worst = Math.max(worst, Math.abs(height - radii[axis] * Math.sqrt(squared)));
        seen++;
      } else if (squared < 0) {
        expect(height).toBe(constants.EMPTY_TEXEL);
      }
    }
  }
  // The rest is what 48 segments take away from a ball.
  expect(worst).toBeLessThan(0.004);
  expect(seen).toBeGreaterThan(6 * 0.5 * resolution ** 2);
});

test("maps of a character show her skin as bones have it, and how far it has gone", async () => {
  const character = createCharacter(createScene());
  const { mesh, skeleton } = character;
  const resolution = 64;
  const maps = new DepthMaps(mesh, { resolution, axes: "z", depth: Infinity });
  drawMaps(headless(), maps, Matrix.Identity());
  const before = mesh.getPositionData(true, false)?.slice() ?? [];
  character.walk();
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  const now = mesh.getPositionData(true, false) ?? [];
  expect(skeleton.bones.length).toBeGreaterThan(18);
  const [halfX, halfY, halfZ] = maps.rows.subarray(8, 11);
  const [x, y, z] = maps.rows.subarray(4, 7);
  const texels = await texelsOf(headless(), maps);
  const map = texels.subarray(0, 4 * resolution ** 2);
  // Skin that is in front of all other: vertices that the map has at their own height. Their ways are those of the texel.
  const errors: number[] = [];
  let way = 0;
  for (let i = 0; i < now.length; i += 3) {
    const u = Math.floor((((now[i] - x) / halfX) * 0.5 + 0.5) * resolution);
    const v = Math.floor((((now[i + 1] - y) / halfY) * 0.5 + 0.5) * resolution);
    const texel = map.subarray(4 * (v * resolution + u), 4 * (v * resolution + u) + 4);
    expect(texel[0]).toBeLessThanOrEqual(halfZ);
    if (Math.abs(texel[0] - (now[i + 2] - z)) < 0.002) {
      const gone = [0, 1, 2].map((k) => now[i + k] - before[i + k]);
      errors.push(Math.hypot(...gone.map((value, k) => value - texel[1 + k])));
      way = Math.max(way, Math.hypot(...gone));
    }
  }
  expect(errors.length).toBeGreaterThan(100);
  expect(way).toBeGreaterThan(0.2);
  // A vertex is up to a texel (3 cm) beside the middle of its texel, and its limb turns by up to a radian. At borders of limbs, texels show others.
  expect(errors.filter((error) => error > 0.03).length).toBeLessThan(0.1 * errors.length);
  // At rest they are drawn once more, without ways.
  drawMaps(headless(), maps, Matrix.Identity());
  expect((await texelsOf(headless(), maps)).every((value, i) => i % 4 === 0 || Math.abs(value) < 1e-6)).toBe(true);
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(false);
});

async function run(system: ClothSystem, frames: number, each: () => void = () => undefined): Promise<void> {
  await system.whenReadyAsync();
  for (let frame = 0; frame < frames; frame++) {
    headless().engine.beginFrame();
    each();
    system.step(1 / 60);
    headless().engine.endFrame();
  }
}

function layOn(scene: Scene, name: string, x: number, options: IClothOptions = {}): { cloth: ClothMesh; ball: Mesh } {
  const ball = CreateSphere("ball", { diameter: 0.5, segments: 16 }, scene);
  ball.position.x = x;
  const cloth = CreateCloth(
    name,
    {
      ...{ pins: "none", width: 0.5, height: 0.5, controlPoints: 8, thickness: 0.005 },
      ...{ tessellation: { mode: "fixed", level: 12 }, solver: { sleepSpeed: 0, substeps: 8 } },
      ...options,
    },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.set(x, 0.27, 0);
  return { cloth, ball };
}

/** Turn of the line between two corners about y [rad]. */
async function turnOf(cloth: ClothMesh): Promise<number> {
  const points = await cloth.readPositions();
  const last = points.length - 3;
  return Math.atan2(points[last + 2] - points[2], points[last] - points[0]);
}

test("cloth on a ball by depth maps stays out of it, turns with it as on a sphere, and goes on after a lost device", async () => {
  const scene = createScene();
  const system = ClothSystem.For(scene);
  const [exact, drawn] = [layOn(scene, "exact", 0), layOn(scene, "drawn", 1)];
  exact.cloth.colliders.addMesh(exact.ball, "sphere");
  const collider = drawn.cloth.colliders.addMesh(drawn.ball, "depth", { resolution: 64 });
  await run(system, 10);
  const start = [await turnOf(exact.cloth), await turnOf(drawn.cloth)];
  await run(system, 25, () => {
    exact.ball.rotation.y += 1 / 60;
    drawn.ball.rotation.y += 1 / 60;
  });
  const [byShape, byMaps] = [(await turnOf(exact.cloth)) - start[0], (await turnOf(drawn.cloth)) - start[1]];
  expect(Math.abs(byShape)).toBeGreaterThan(0.15);
  expect(Math.abs(byMaps / byShape - 1)).toBeLessThan(0.1);
  const depthOf = async (): Promise<number> => {
    const { positions, indices } = trianglesIn(drawn.ball);
    const truth = triangleDistance(positions, indices);
    const { positions: surface } = await drawn.cloth.readSurface();
    const toBall = Matrix.Invert(drawn.ball.computeWorldMatrix(true));
    let depth = 0;
    for (let i = 0; i < surface.length; i += 3) {
      const { x, y, z } = Vector3.TransformCoordinates(Vector3.FromArray(surface, i), toBall);
      depth = Math.max(depth, -truth(x, y, z));
    }
    return depth;
  };
  expect(await depthOf()).toBeLessThan(0.003);
  await loseDevice(headless().engine);
  await run(system, 5);
  expect(await depthOf()).toBeLessThan(0.003);
  expect(collider?.resolution).toBe(64);
});

test("bad input is refused by name before anything is made; files bring maps back", () => {
  const scene = createScene();
  const { cloth, ball } = layOn(scene, "sheet", 0);
  const { colliders } = cloth;
  expect(() => colliders.addMesh(ball, "depth", { resolution: 100 })).toThrow(
    "resolution is 100, must be a multiple of 16 from 16 to 1024",
  );
  expect(() => colliders.addMesh(ball, "depth", { resolution: NaN })).toThrow("resolution is NaN");
  expect(() => colliders.addMesh(ball, "depth", { axes: "w" as "x" })).toThrow('axes is "w", must be one of "x"');
  expect(() => colliders.addMesh(ball, "depth", { depth: -1 })).toThrow("depth is -1, must be a number above 0");
  expect(() => colliders.addMesh(ball, "sphere", { axes: "x" })).toThrow('axes is "x", must be left alone');
  expect(() => colliders.addMesh(new Mesh("empty", scene), "depth")).toThrow(
    'mesh "empty" cannot have depth maps: it has no triangles',
  );
  const broken = meshOf("broken", scene, [0, 0, 0, 1, NaN, 0, 0, 1, 0], [0, 1, 2]);
  expect(() => colliders.addMesh(broken, "depth")).toThrow(
    'mesh "broken" cannot have depth maps: position 1 is not finite',
  );
  const gone = CreateSphere("gone", {}, scene);
  gone.dispose();
  expect(() => colliders.addMesh(gone, "depth")).toThrow('addMesh: mesh is the Mesh "gone": it is disposed');
  const elsewhere = CreateSphere("elsewhere", {}, new Scene(new NullEngine()));
  expect(() => new ClothCollider({ shape: "depth", node: elsewhere })).toThrow("they need WebGPU");
  expect(colliders.list).toHaveLength(0);

  expect(colliders.addMesh(ball, "depth", { resolution: 16, axes: "auto" })?.axes).toBe("xyz");
  colliders.addMesh(ball, "depth", { resolution: 48, axes: "yz", depth: 0.1 });
  const copy = cloth.clone("copy");
  expect(copy.colliders.list[0]).toBe(colliders.list[0]);
  const file = cloth.serialize() as { colliders?: unknown };
  expect(JSON.stringify(file)).toContain('"shape":"depth"');
  const { shape, resolution, axes, depth } = colliders.list[0];
  expect({ shape, resolution, axes, depth }).toEqual({ shape: "depth", resolution: 48, axes: "yz", depth: 0.1 });
  ball.dispose();
  expect(colliders.list).toHaveLength(0);
});
