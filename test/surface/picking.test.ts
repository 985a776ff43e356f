// Points of cloth and where rays meet it, against a surface of very many triangles.
import { PointerDragBehavior } from "@babylonjs/core/Behaviors/Meshes/pointerDragBehavior.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import type { IPointerEvent } from "@babylonjs/core/Events/deviceInputEvents.js";
import { PointerEventTypes, PointerInfo } from "@babylonjs/core/Events/pointerEvents.js";
import { Matrix, Quaternion, Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";
import { ActionManager } from "@babylonjs/core/Actions/actionManager.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { SurfaceRays } from "../../src/bspline/surfaceRays.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";

const LEVEL = 160;

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => made.dispose());

/** A cloth in full motion, turned, scaled in all directions and far from the origin. */
function waving(): ClothMesh {
  const cloth = made.add({ controlPoints: 10, pins: "topEdge" }, (mesh) => {
    mesh.position.set(3, -2, 5);
    mesh.rotation.set(0.3, 0.5, -0.2);
    mesh.scaling.set(1.5, 0.7, 2);
    mesh.wind.set(4, 1, 8);
  });
  made.run(50);
  return cloth;
}

/** Corners of a fine grid on the surface, world space, shape [LEVEL + 1, LEVEL + 1, 3]. */
function fineGrid(cloth: ClothMesh): Float64Array {
  const points: number[] = [];
  for (let j = 0; j <= LEVEL; j++) {
    for (let i = 0; i <= LEVEL; i++) points.push(...cloth.surfaceAt(i / LEVEL, j / LEVEL).position.asArray());
  }
  return Float64Array.from(points);
}

/** Distance to the nearest triangle of the grid, in double precision; Infinity if there is none. */
function bruteForce(grid: Float64Array, { origin, direction }: Ray): number {
  let nearest = Infinity;
  const row = LEVEL + 1;
  for (let j = 0; j < LEVEL; j++) {
    for (let i = 0; i < LEVEL; i++) {
      const at = j * row + i;
      for (const [a, b, c] of [
        [at, at + 1, at + row],
        [at + row + 1, at + row, at + 1],
      ]) {
        const [pa, pb, pc] = [a, b, c].map((corner) => Vector3.FromArray(grid, 3 * corner));
        const [ab, ac] = [pb.subtract(pa), pc.subtract(pa)];
        const p = Vector3.Cross(direction, ac);
        const determinant = Vector3.Dot(ab, p);
        const t = origin.subtract(pa);
        const q = Vector3.Cross(t, ab);
        const [s, r] = [Vector3.Dot(t, p) / determinant, Vector3.Dot(direction, q) / determinant];
        const distance = Vector3.Dot(ac, q) / determinant;
        if (s >= 0 && r >= 0 && s + r <= 1 && distance >= 0) nearest = Math.min(nearest, distance);
      }
    }
  }
  return nearest;
}

test("rays hit the surface where a brute force search finds it", () => {
  const cloth = waving();
  const grid = fineGrid(cloth);
  const random = randomNumbers(5);
  const { minimumWorld, maximumWorld, centerWorld } = cloth.getBoundingInfo().boundingBox;
  const size = maximumWorld.subtract(minimumWorld);
  const somewhere = (): Vector3 => minimumWorld.add(size.multiply(new Vector3(random(), random(), random())));
  let [hits, misses, differences] = [0, 0, 0];
  for (let i = 0; i < 150; i++) {
    const origin = centerWorld.add(new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize().scale(6));
    // Half of them at the cloth, half of them anywhere near.
    const goal = i % 2 ? cloth.surfaceAt(random(), random()).position : somewhere();
    const ray = new Ray(origin, goal.subtract(origin).normalize(), 100);
    const expected = bruteForce(grid, ray);
    const info = made.scene.pickWithRay(ray);
    if (!info) throw new Error("no answer");
    // Triangles are a little behind the surface, the more the flatter the ray.
    const slant = info.hit ? Math.abs(Vector3.Dot(info.getNormal(true) ?? ray.direction, ray.direction)) : 1;
    if (info.hit !== expected < Infinity || (info.hit && Math.abs(info.distance - expected) > 1e-4 / slant)) {
      // A ray along an edge or a fold meets the one and not the other.
      differences++;
    } else if (info.hit) {
      hits++;
      const { position } = cloth.surfaceAt(info.bu, info.bv);
      expect(position.subtract(info.pickedPoint ?? Vector3.Zero()).length()).toBeLessThan(1e-6);
      expect(position.subtract(ray.origin.add(ray.direction.scale(info.distance))).length()).toBeLessThan(1e-6);
      expect(info.pickedMesh?.name).toBe(cloth.name);
    } else {
      misses++;
    }
  }
  note(`picking: ${hits} hits, ${misses} misses, ${differences} differ`);
  expect(hits).toBeGreaterThan(40);
  expect(misses).toBeGreaterThan(10);
  expect(differences).toBeLessThanOrEqual(1);
});

test("a hit has the normal and the texture coordinates of its point", () => {
  const cloth = made.add({
    controlPoints: 6,
    pins: "topEdge",
    sideOrientation: Mesh.DOUBLESIDE,
    frontUVs: new Vector4(0, 0, 0.5, 1),
    backUVs: new Vector4(1, 0, 0.5, 1),
  });
  cloth.rotation.y = 0.4;
  cloth.scaling.set(1, 2, 3);
  cloth.wind.set(0, 0, 5);
  made.run(20);
  const { position, normal, tangent } = cloth.surfaceAt(0.3, 0.6);
  const along = (step: [number, number]): Vector3 =>
    cloth
      .surfaceAt(0.3 + step[0], 0.6 + step[1])
      .position.subtract(position)
      .normalize();
  expect(normal.length()).toBeCloseTo(1, 6);
  expect(Math.abs(Vector3.Dot(normal, along([1e-5, 0])))).toBeLessThan(1e-3);
  expect(Math.abs(Vector3.Dot(normal, along([0, 1e-5])))).toBeLessThan(1e-3);
  expect(Vector3.Dot(tangent, along([1e-5, 0]))).toBeGreaterThan(1 - 1e-6);
  for (const side of [1, -1]) {
    const ray = new Ray(position.add(normal.scale(side)), normal.scale(-side), 2);
    const info = made.scene.pickWithRay(ray);
    expect(info?.hit).toBe(true);
    expect([info?.bu, info?.bv, info?.distance].map((value) => value?.toFixed(4))).toEqual([
      "0.3000",
      "0.6000",
      "1.0000",
    ]);
    expect(info?.faceId).toBe(-1);
    expect(Vector3.Dot(info?.getNormal(true) ?? Vector3.Zero(), normal)).toBeCloseTo(side, 5);
    const textured = info?.getTextureCoordinates();
    expect(textured?.x).toBeCloseTo(side > 0 ? 0.15 : 0.85, 4);
    expect(textured?.y).toBeCloseTo(0.6, 4);
    expect(info?.getTextureCoordinates("uv2")).toBeNull();
  }
});

test("a ray meets an instance as it meets the cloth", () => {
  const cloth = waving();
  const instance = cloth.createInstance("instance");
  instance.position.set(-20, 4, 2);
  instance.scaling.set(2, 1, 1);
  const world = instance.computeWorldMatrix(true);
  const toInstance = Matrix.Invert(cloth.getWorldMatrix()).multiply(world);
  const point = Vector3.TransformCoordinates(cloth.surfaceAt(0.3, 0.6).position, toInstance);
  const ray = new Ray(point.subtract(new Vector3(0, 0, 3)), Vector3.Forward(), 5);
  const info = made.scene.pickWithRay(ray);
  expect([info?.pickedMesh?.name, info?.faceId]).toEqual(["instance", -1]);
  expect([info?.bu, info?.bv, info?.distance].map((value) => value?.toFixed(4))).toEqual([
    "0.3000",
    "0.6000",
    "3.0000",
  ]);
  expect(info?.getNormal()).not.toBeNull();
});

test("the bounds of an instance follow those of the cloth", () => {
  const cloth = made.add({ controlPoints: 10, pins: "topEdge" });
  const instance = cloth.createInstance("instance");
  instance.position.x = 5;
  cloth.wind.z = 5;
  made.run(40);
  made.scene.render();
  const [own, other] = [cloth, instance].map((mesh) => mesh.getBoundingInfo().boundingBox);
  expect(other.maximumWorld.z).toBeGreaterThan(0.3);
  const shift = new Vector3(5, 0, 0);
  expect(Vector3.Distance(other.minimumWorld, own.minimumWorld.add(shift))).toBeLessThan(1e-9);
  expect(Vector3.Distance(other.maximumWorld, own.maximumWorld.add(shift))).toBeLessThan(1e-9);
});

test("a ray meets thin instances as it meets the cloth, wherever they are and however it moves", () => {
  // As Babylon's own engines have it.
  made.scene.getEngine().getCaps().instancedArrays = true;
  const cloth = made.add({ controlPoints: 10, pins: "topEdge" });
  cloth.thinInstanceAdd([Matrix.Translation(20, 0, 0), Matrix.Translation(0, 30, 0)]);
  cloth.thinInstanceEnablePicking = true;
  cloth.wind.z = 4;
  for (const frames of [1, 40]) {
    made.run(frames);
    const { position, normal } = cloth.surfaceAt(0.4, 0.1);
    [new Vector3(20, 0, 0), new Vector3(0, 30, 0)].forEach((shift, index) => {
      const seen = position.add(shift);
      const hit = made.scene.pickWithRay(new Ray(seen.add(normal), normal.negate(), 5));
      expect(hit?.thinInstanceIndex).toBe(index);
      expect(Vector3.Distance(hit?.pickedPoint ?? position, seen)).toBeLessThan(1e-6);
    });
  }
  expect(Math.abs(cloth.surfaceAt(0.4, 0.1).position.z)).toBeGreaterThan(0.3);
});

test("the options of a pick are heeded", () => {
  const cloth = made.add({ controlPoints: 6, pins: "topEdge" });
  made.run(1);
  const through = new Ray(new Vector3(0.1, 0.2, -3), Vector3.Forward(), 10);
  expect(made.scene.pickWithRay(through)?.distance).toBeCloseTo(3, 2);
  expect(made.scene.pickWithRay(through, undefined, true)?.hit).toBe(true);
  expect(made.scene.pickWithRay(new Ray(through.origin, through.direction, 2.5))?.hit).toBe(false);
  expect(made.scene.pickWithRay(new Ray(through.origin, through.direction.negate()))?.hit).toBe(false);
  let asked = 0;
  const refuse = (...corners: [Vector3, Vector3, Vector3, ...unknown[]]): boolean => {
    asked++;
    expect(corners[0].subtract(corners[1]).length()).toBeLessThan(0.2);
    return false;
  };
  expect(made.scene.pickWithRay(through, undefined, false, refuse)?.hit).toBe(false);
  expect(asked).toBeGreaterThan(0);
  const bounds = cloth.intersects(through, false, undefined, true);
  expect([bounds.hit, bounds.pickedPoint]).toEqual([true, null]);
  const away = Matrix.Translation(5, 0, 0);
  expect(cloth.intersects(through, false, undefined, false, away).pickedPoint?.x).toBeCloseTo(5.1, 4);
  const outside = new Ray(new Vector3(9, 9, -3), Vector3.Forward(), 10);
  expect(cloth.intersects(outside, false, undefined, false, away, true).hit).toBe(false);
  cloth.isPickable = false;
  expect(made.scene.pickWithRay(through)?.hit).toBe(false);
});

test("the surface is known before the first step, and goes where its mesh goes", () => {
  const cloth = made.add({ width: 2, height: 1, pins: "none" });
  const at = (u: number, v: number): Vector3 => cloth.surfaceAt(u, v).position;
  cloth.position.set(1, 2, 3);
  for (const [u, corner] of [new Vector3(0, 1.5, 3), new Vector3(2, 2.5, 3)].entries()) {
    expect(Vector3.Distance(at(u, u), corner)).toBeLessThan(1e-9);
  }
  for (const [u, v] of [
    [-0.1, 0],
    [0, 1.1],
    [NaN, 0],
  ]) {
    expect(() => cloth.surfaceAt(u, v)).toThrow(RangeError);
  }
  made.run(30);
  const fallen = at(0.2, 0.7);
  expect(fallen.y).toBeLessThan(1.8);
  // Between two steps the picture goes along with the mesh.
  cloth.position.x += 4;
  expect(at(0.2, 0.7).subtract(fallen).length()).toBeCloseTo(4, 5);
  made.run(1);
  expect(at(0.2, 0.7).x).toBeCloseTo(fallen.x, 2);
  const [here, offset] = [at(0.2, 0.7), new Vector3(0, 7, 0)];
  cloth.teleport(Matrix.Compose(Vector3.One(), Quaternion.Identity(), cloth.position.add(offset)));
  made.run(1);
  expect(at(0.2, 0.7).subtract(here.add(offset)).length()).toBeLessThan(0.2);
  cloth.reset();
  made.run(1);
  expect(at(0.5, 0.5).subtract(cloth.position).length()).toBeLessThan(0.01);
});

test("cloth is dragged and clicked as any mesh is", () => {
  const cloth = made.add({ pins: "allCorners" });
  const drag = new PointerDragBehavior({ dragPlaneNormal: Vector3.Forward() });
  drag.useObjectOrientationForDragging = false;
  cloth.addBehavior(drag);
  let [starts, clicks] = [0, 0];
  drag.onDragStartObservable.add(() => starts++);
  cloth.actionManager = new ActionManager(made.scene);
  made.run(2);
  made.scene.render();
  const { scene } = made;
  scene.onPointerObservable.add(({ pickInfo }) => (clicks += Number(pickInfo?.pickedMesh?.name === cloth.name)));
  const engine = scene.getEngine();
  const info = scene.pick(engine.getRenderWidth() / 2 + 5, engine.getRenderHeight() / 2 + 5);
  expect(info.hit).toBe(true);
  // There is no DOM in this process.
  const event = { pointerId: 1, button: 0 } as IPointerEvent;
  const notify = (type: PointerInfo["type"]): void => {
    scene.onPointerObservable.notifyObservers(new PointerInfo(type, event, info));
  };
  notify(PointerEventTypes.POINTERDOWN);
  expect(clicks).toBeGreaterThan(0);
  expect(starts).toBe(1);
  expect(drag.dragging).toBe(true);
  notify(PointerEventTypes.POINTERUP);
  expect(drag.dragging).toBe(false);
});

/** How often a method of an object's class is called. */
function countCalls(owner: object, name: string): { calls: number; stop(): void } {
  const methods = owner as Record<string, (...given: unknown[]) => unknown>;
  const original = methods[name];
  const counted = { calls: 0, stop: () => void (methods[name] = original) };
  methods[name] = function (...given) {
    counted.calls++;
    return original.apply(this, given);
  };
  return counted;
}

test("a pick looks at the facets of a few spans", () => {
  const cloth = made.add({ controlPoints: 16, pins: "topEdge" });
  const facets = 32 * 14 * 14;
  cloth.wind.set(1, 0, 6);
  made.run(40);
  const rays = Array.from({ length: 200 }, (_, i) => {
    const { position } = cloth.surfaceAt((i % 20) / 20 + 0.02, i / 210);
    const origin = new Vector3(0.2, 0.1, -3);
    return new Ray(origin, position.subtract(origin).normalize(), 10);
  });
  const looks = countCalls(SurfaceRays.prototype, "_meetFacet");
  const hits = rays.filter((ray) => made.scene.pickWithRay(ray)?.hit === true);
  looks.stop();
  expect(hits.length).toBeGreaterThan(195);
  note(`picking: ${(looks.calls / rays.length).toFixed(0)} facets of ${facets}`);
  expect(looks.calls / rays.length).toBeGreaterThan(0);
  expect(looks.calls / rays.length).toBeLessThan(facets / 10);
});

test("rays of the largest net take memory for the spans that they come near", () => {
  const count = 2048;
  const points = new Float64Array(3 * count * count);
  for (let i = 0; i < count * count; i++) points.set([i % count, Math.floor(i / count), 0], 3 * i);
  const before = process.memoryUsage().arrayBuffers;
  const rays = new SurfaceRays(count, count);
  rays.setPoints(points);
  expect(rays.intersect({ origin: [1000.3, 700.6, -1], direction: [0, 0, 1], length: 10 })?.distance).toBeCloseTo(1, 6);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2.5e8);
});
