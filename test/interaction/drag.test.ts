// Hands on cloth: pointers that drag it, clicks that pin it.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import "@babylonjs/core/Culling/ray.js";
import type { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import {
  ClothDragBehavior,
  ClothPinBehavior,
  type ClothGrip,
  type ClothMesh,
  type IClothOptions,
} from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

/** Node has no events of pointers. */
class FakePointerEvent {
  public readonly pointerId = 1;
  public readonly button = 0;
  public constructor(
    public readonly type: string,
    init: object = {},
  ) {
    Object.assign(this, init);
  }
}

let made: ClothScene;
beforeAll(() => {
  Object.assign(globalThis, { PointerEvent: FakePointerEvent });
});
beforeEach(() => {
  made = createClothScene();
  // Babylon projects with it.
  made.scene.render();
});
afterEach(() => made.dispose());

function hanging(options: IClothOptions = {}): ClothMesh {
  const cloth = made.add({ controlPoints: 9, ...options });
  made.run(30);
  made.scene.render();
  return cloth;
}

async function particle(cloth: ClothMesh, number: number): Promise<Vector3> {
  return Vector3.FromArray(await cloth.readPositions(), 3 * number);
}

/** Where a point of the world is on the screen. */
function screenOf(point: Vector3): { x: number; y: number } {
  const { scene } = made;
  const engine = scene.getEngine();
  const viewport = { x: 0, y: 0, width: engine.getRenderWidth(), height: engine.getRenderHeight() };
  return Vector3.Project(point, Matrix.Identity(), scene.getTransformMatrix(), viewport as never);
}

function pickAt(point: Vector3): PickingInfo {
  const { x, y } = screenOf(point);
  return made.scene.pick(x, y);
}

const pointer = {
  down: (point: Vector3, init: object = {}) => made.scene.simulatePointerDown(pickAt(point), init),
  move: (point: Vector3, init: object = {}) => made.scene.simulatePointerMove(pickAt(point), init),
  up: (point: Vector3, init: object = {}) => made.scene.simulatePointerUp(pickAt(point), init),
};

describe("ClothDragBehavior", () => {
  test("a pointer drags the cloth where it hit it, in the plane that faces the camera, while it moves", () => {
    const cloth = hanging();
    cloth.wind.set(0, 0, 3);
    made.run(20);
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const told: string[] = [];
    drag.onDragStartObservable.add(({ pointerId }) => told.push(`start ${pointerId.toString()}`));
    drag.onDragObservable.add(({ pointerId }) => told.push(`drag ${pointerId.toString()}`));
    drag.onDragEndObservable.add(({ grip }) => told.push(`end ${grip.isReleased.toString()}`));
    const { pickedPoint, bu, bv } = pickAt(cloth.surfaceAt(0.5, 0.3).position);
    const at = pickedPoint ?? Vector3.Zero();
    pointer.down(at);
    expect(drag.dragging).toBe(true);
    const goal = at.add(new Vector3(0.1, 0.15, 0));
    for (let frame = 1; frame <= 30; frame++) {
      pointer.move(Vector3.Lerp(at, goal, frame / 30));
      made.run(1);
    }
    expect(Vector3.Distance(cloth.surfaceAt(bu, bv).position, goal)).toBeLessThan(0.06);
    pointer.up(goal);
    expect(drag.dragging).toBe(false);
    expect(told).toEqual(["start 1", ...Array.from({ length: 30 }, () => "drag 1"), "end true"]);
    cloth.wind.setAll(0);
    made.run(60);
    expect(cloth.surfaceAt(bu, bv).position.y).toBeLessThan(goal.y - 0.1);
    expect(cloth.pins).toHaveLength(2);
  });

  test("the grip stays in the plane: as far from the camera as it was", () => {
    const cloth = hanging();
    cloth.rotation.y = 0.6;
    made.run(10);
    made.scene.render();
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const depths: number[] = [];
    const note = ({ grip }: { grip: { position: Vector3 } }): unknown => depths.push(grip.position.z);
    drag.onDragStartObservable.add(note);
    drag.onDragObservable.add(note);
    const at = cloth.surfaceAt(0.7, 0.4).position;
    pointer.down(at);
    pointer.move(at.add(new Vector3(0.3, -0.1, 0)));
    expect(depths).toHaveLength(2);
    expect(depths[1]).toBeCloseTo(depths[0], 6);
  });

  test("a thin instance is dragged where it was hit, as the cloth itself would be", () => {
    // As Babylon's own engines have it.
    made.scene.getEngine().getCaps().instancedArrays = true;
    const cloth = made.add({ controlPoints: 9 });
    cloth.rotation.z = Math.PI / 2;
    const turn = Matrix.RotationZ(Math.PI / 2);
    cloth.thinInstanceAdd([turn.multiply(Matrix.Translation(0.4, -0.9, 1)), Matrix.Translation(0, 40, 0)]);
    cloth.thinInstanceEnablePicking = true;
    made.run(2);
    made.scene.render();
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const held: ClothGrip[] = [];
    drag.onDragStartObservable.add(({ grip }) => held.push(grip));
    const toInstance = Matrix.Invert(cloth.getWorldMatrix())
      .multiply(turn)
      .multiply(Matrix.Translation(0.4, -0.9, 1));
    const at = Vector3.TransformCoordinates(
      cloth.surfaceAt(0.5, 0.5).position,
      toInstance.multiply(cloth.getWorldMatrix()),
    );
    pointer.down(at);
    expect(held.map(({ particles }) => particles)).toEqual([[4 * 9 + 4]]);
    const before = held[0].position;
    pointer.move(at.add(new Vector3(0.1, 0, 0)));
    const moved = held[0].position.subtract(before);
    expect(Vector3.Distance(moved, new Vector3(0, -0.1, 0))).toBeLessThan(1e-3);
  });

  test("two fingers at once", () => {
    const cloth = hanging({ pins: "none", solver: { gravity: Vector3.Zero() } });
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const [left, right] = [0.1, 0.9].map((u) => cloth.surfaceAt(u, 0.5).position);
    pointer.down(left, { pointerId: 5, pointerType: "touch" });
    pointer.down(right, { pointerId: 6, pointerType: "touch" });
    for (let frame = 1; frame <= 20; frame++) {
      pointer.move(left.add(new Vector3(0.01 * frame, 0.015 * frame, 0)), { pointerId: 5 });
      pointer.move(right.add(new Vector3(-0.01 * frame, -0.015 * frame, 0)), { pointerId: 6 });
      made.run(1);
    }
    const [nowLeft, nowRight] = [0.1, 0.9].map((u) => cloth.surfaceAt(u, 0.5).position);
    expect(nowLeft.y - left.y).toBeGreaterThan(0.2);
    expect(nowRight.y - right.y).toBeLessThan(-0.2);
    pointer.up(nowLeft, { pointerId: 5 });
    expect(drag.dragging).toBe(true);
    pointer.up(nowRight, { pointerId: 6 });
    expect(drag.dragging).toBe(false);
  });

  test("another cloth, another button, nothing at all: no drag", () => {
    const cloth = hanging();
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const at = cloth.surfaceAt(0.5, 0.3).position;
    pointer.down(at, { button: 2 });
    pointer.down(new Vector3(2, 1, 0));
    expect(drag.dragging).toBe(false);
    const front = made.add();
    front.position.z = -1;
    made.run(1);
    made.scene.render();
    pointer.down(front.surfaceAt(0.5, 0.5).position);
    expect(drag.dragging).toBe(false);
  });

  test("another button of the same mouse comes and goes during a drag", () => {
    const cloth = hanging();
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const at = cloth.surfaceAt(0.5, 0.3).position;
    pointer.down(at);
    pointer.down(at, { button: 2 });
    pointer.up(at, { button: 2 });
    expect(drag.dragging).toBe(true);
    pointer.up(at);
    expect(drag.dragging).toBe(false);
  });

  test("a mouse whose release nobody has told lets go when it moves again; controllers have no buttons", () => {
    const cloth = hanging();
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const at = cloth.surfaceAt(0.5, 0.3).position;
    pointer.down(at, { pointerId: 0, pointerType: "mouse", buttons: 1 });
    // A page without focus: Babylon's own event of a mouse that Firefox calls 0.
    pointer.up(at, { pointerId: 1, pointerType: "mouse", buttons: 0 });
    pointer.move(at, { pointerId: 0, pointerType: "mouse", buttons: 0 });
    expect(drag.dragging).toBe(false);
    pointer.down(at, { pointerId: 5, pointerType: "xr", buttons: 0 });
    pointer.move(at, { pointerId: 5, pointerType: "xr", buttons: 0 });
    expect(drag.dragging).toBe(true);
  });

  test("switched off, detached or disposed, it lets go", () => {
    const cloth = hanging();
    const drag = new ClothDragBehavior();
    cloth.addBehavior(drag);
    const at = cloth.surfaceAt(0.5, 0.3).position;
    pointer.down(at);
    drag.enabled = false;
    expect(drag.dragging).toBe(false);
    pointer.down(at);
    expect(drag.dragging).toBe(false);
    drag.enabled = true;
    pointer.down(at);
    cloth.removeBehavior(drag);
    expect([drag.dragging, drag.attachedNode]).toEqual([false, null]);
    pointer.down(at);
    expect(drag.dragging).toBe(false);
    cloth.addBehavior(drag);
    pointer.down(at);
    expect(drag.dragging).toBe(true);
    cloth.dispose();
    expect([drag.dragging, drag.attachedNode]).toEqual([false, null]);
  });

  test("camera controls rest until the last of all pointers has let go, and are as before then", () => {
    const { scene } = made;
    const camera = new ArcRotateCamera("orbit", -Math.PI / 2, Math.PI / 2, 3, Vector3.Zero(), scene);
    scene.activeCamera = camera;
    scene.render();
    const cloths = [-0.6, 0.6].map((x) => {
      const cloth = made.add({ controlPoints: 5 });
      cloth.position.x = x;
      cloth.addBehavior(new ClothDragBehavior());
      return cloth;
    });
    made.run(2);
    scene.render();
    const points = cloths.map((cloth) => cloth.surfaceAt(0.5, 0.5).position);
    const { inputs } = camera;
    let detached = 0;
    const attached: unknown[][] = [];
    inputs.attachedToElement = true;
    Object.assign(camera, {
      detachControl: () => {
        detached++;
        inputs.attachedToElement = false;
      },
      attachControl: (...given: unknown[]) => {
        attached.push(given);
        inputs.attachedToElement = true;
      },
    });
    Object.assign(camera, { _useCtrlForPanning: false, _panningMouseButton: 1 });
    points.forEach((point, i) => pointer.down(point, { pointerId: i }));
    pointer.up(points[0], { pointerId: 0 });
    expect([detached, attached.length]).toEqual([1, 0]);
    pointer.up(points[1], { pointerId: 1 });
    expect(attached).toEqual([[inputs.noPreventDefault, false, 1]]);
    const [first] = cloths;
    const behavior = first.getBehaviorByName("ClothDrag") as ClothDragBehavior;
    behavior.detachCameraControls = false;
    pointer.down(points[0]);
    expect([behavior.dragging, detached]).toEqual([true, 1]);
  });
});

describe("a camera that is changed during a drag", () => {
  /** A camera with controls, and whether they are attached now. */
  function createCamera(name: string): FreeCamera {
    const camera = new FreeCamera(name, new Vector3(0, 0, -3), made.scene);
    const { inputs } = camera;
    const attach = (isAttached: boolean) => (): void => {
      inputs.attachedToElement = isAttached;
    };
    Object.assign(camera, { attachControl: attach(true), detachControl: attach(false) });
    camera.attachControl();
    return camera;
  }

  test("each camera gets its own controls back, when the last drag that took them ends", () => {
    const { scene } = made;
    const cameras = [createCamera("first"), createCamera("second")];
    const attached = (): boolean[] => cameras.map(({ inputs }) => inputs.attachedToElement);
    const points = [-0.6, 0.6].map((x) => {
      const cloth = made.add({ controlPoints: 5 });
      cloth.position.x = x;
      cloth.addBehavior(new ClothDragBehavior());
      made.run(2);
      return cloth.surfaceAt(0.5, 0.5).position;
    });
    scene.activeCamera = cameras[0];
    scene.render();
    pointer.down(points[0], { pointerId: 0 });
    expect(attached()).toEqual([false, true]);
    scene.activeCamera = cameras[1];
    scene.render();
    pointer.down(points[1], { pointerId: 1 });
    expect(attached()).toEqual([false, false]);
    pointer.up(points[0], { pointerId: 0 });
    expect(attached()).toEqual([true, false]);
    pointer.up(points[1], { pointerId: 1 });
    expect(attached()).toEqual([true, true]);
  });

  test("a camera that has none gets none", () => {
    const { scene } = made;
    const cameras = [createCamera("first"), createCamera("second")];
    cameras[1].detachControl();
    const cloth = made.add({ controlPoints: 5 });
    cloth.addBehavior(new ClothDragBehavior());
    made.run(2);
    scene.activeCamera = cameras[0];
    scene.render();
    const point = cloth.surfaceAt(0.5, 0.5).position;
    pointer.down(point);
    scene.activeCamera = cameras[1];
    scene.render();
    pointer.up(point);
    expect(cameras.map(({ inputs }) => inputs.attachedToElement)).toEqual([true, false]);
  });
});

describe("ClothPinBehavior", () => {
  test("a click pins, the next one unpins", async () => {
    const cloth = hanging();
    const pin = new ClothPinBehavior();
    cloth.addBehavior(pin);
    const told: boolean[] = [];
    pin.onPinObservable.add(({ isPinned }) => told.push(isPinned));
    const click = (): void => {
      const at = cloth.surfaceAt(0.5, 0.2).position;
      pointer.down(at);
      pointer.up(at);
    };
    click();
    expect(cloth.pins).toHaveLength(3);
    const { u, v } = cloth.pins[0];
    expect(Math.abs(u - 0.5) + Math.abs(v - 0.2)).toBeLessThan(0.1);
    const number = (await cloth.readPositions()).length;
    expect(number).toBe(3 * 81);
    cloth.wind.set(0, 0, 10);
    const before = cloth.surfaceAt(u, v).position;
    made.run(30);
    expect(Vector3.Distance(cloth.surfaceAt(u, v).position, before)).toBeLessThan(0.15);
    made.scene.render();
    click();
    expect(cloth.pins).toHaveLength(2);
    expect(told).toEqual([true, false]);
    pin.enabled = false;
    click();
    cloth.removeBehavior(pin);
    pin.enabled = true;
    click();
    expect(cloth.pins).toHaveLength(2);
    expect(pin.attachedNode).toBeNull();
  });

  test("goes together with dragging", async () => {
    const cloth = hanging();
    cloth.addBehavior(new ClothDragBehavior());
    cloth.addBehavior(new ClothPinBehavior());
    const at = cloth.surfaceAt(0.5, 0.2).position;
    pointer.down(at);
    made.run(1);
    pointer.up(at);
    made.run(1);
    const [{ u, v }] = cloth.pins;
    const number = Math.round(u * 8) + 9 * Math.round(v * 8);
    const before = await particle(cloth, number);
    cloth.wind.set(0, 0, 10);
    made.run(30);
    expect(Vector3.Distance(await particle(cloth, number), before)).toBeLessThan(1e-6);
  });
});
