// What people do with cloth: drag it, pin it, cut it, push it.
import "@babylonjs/core/Culling/ray.js";
import { PointerEventTypes } from "@babylonjs/core/Events/pointerEvents.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothCutBehavior, ClothDragBehavior, type ClothMesh } from "../src/index.js";

/** What a pointer does: it drags cloth, pins it by a tap or releases a pin that is near, or cuts it along its way. */
export type ClothTool = "drag" | "pin" | "cut";

/** What pointers do now; the page sets it. */
export const handling: { tool: ClothTool } = { tool: "drag" };

/** On the sheet: a tap so near to a pin means it. */
const NEAR_PIN = 0.05;
const PIN_DIAMETER = 0.03;
/** What a push gives to the cloth around it [m/s]. */
const PUSH_SPEED = 2.5;
const PUSH_RADIUS = 0.35;

/**
 * Lets pointers drag the cloths of a scene, pin them, or cut them.
 *
 * @param scene - Of the cloths.
 * @param cloths - All of it.
 */
export function handleCloths(scene: Scene, cloths: readonly ClothMesh[]): void {
  const drags = cloths.map((cloth) => {
    const drag = new ClothDragBehavior();
    // A handful, however fine the grid.
    drag.radius = 0.06;
    cloth.addBehavior(drag);
    return drag;
  });
  const scissors = cloths.map((cloth) => {
    const cut = new ClothCutBehavior();
    cloth.addBehavior(cut);
    return cut;
  });
  const heads = new Map<string, Mesh>();
  // Before drag and scissors hear of it.
  const before = scene.onPrePointerObservable.add(() => {
    for (const drag of drags) drag.enabled = handling.tool === "drag";
    for (const cut of scissors) cut.enabled = handling.tool === "cut";
  }, PointerEventTypes.POINTERDOWN);
  const taps = scene.onPointerObservable.add(({ pickInfo }) => {
    if (handling.tool === "pin") togglePin(pickInfo, cloths, heads);
  }, PointerEventTypes.POINTERTAP);
  cloths[0]?.onDisposeObservable.addOnce(() => {
    before.remove();
    taps.remove();
  });
}

/** Pins or releases a cloth where it was hit. */
function togglePin(hit: PickingInfo | null, cloths: readonly ClothMesh[], heads: Map<string, Mesh>): void {
  const cloth = cloths.find((one) => one === hit?.pickedMesh);
  if (!cloth || !hit?.pickedPoint) return;
  const { bu: u, bv: v } = hit;
  const near = cloth.pins
    .map((pin) => ({ pin, distance: Math.hypot(pin.u - u, pin.v - v) }))
    .filter(({ distance }) => distance < NEAR_PIN)
    .sort((a, b) => a.distance - b.distance);
  const place = (at: { u: number; v: number }): string => `${cloth.uniqueId} ${at.u.toFixed(3)} ${at.v.toFixed(3)}`;
  if (near.length > 0) {
    const { pin } = near[0];
    cloth.unpin(pin.u, pin.v);
    heads.get(place(pin))?.dispose();
    heads.delete(place(pin));
    return;
  }
  const before = new Set(cloth.pins.map(place));
  cloth.pin(u, v);
  const added = cloth.pins.find((pin) => !before.has(place(pin)));
  if (added) heads.set(place(added), createHead(cloth, added));
}

/** The head of a pin, which shows where the cloth is held. */
function createHead(cloth: ClothMesh, { u, v }: { u: number; v: number }): Mesh {
  const scene = cloth.getScene();
  const head = CreateSphere("pin", { diameter: PIN_DIAMETER, segments: 12 }, scene);
  head.position.copyFrom(cloth.surfaceAt(u, v).position);
  head.setParent(cloth);
  head.isPickable = false;
  const red = new StandardMaterial("pin", scene);
  red.diffuseColor = new Color3(0.9, 0.15, 0.1);
  red.emissiveColor = new Color3(0.35, 0.04, 0.02);
  head.material = red;
  return head;
}

/**
 * Does to the middle of a cloth what a pointer does where it hits: for those who use none.
 *
 * @param cloth - Which.
 * @param deed - What to do there.
 */
export function handleMiddle(cloth: ClothMesh, deed: "pin" | "push"): void {
  if (deed === "push") {
    const along = cloth.getScene().activeCamera?.getForwardRay().direction ?? Vector3.Forward();
    const mass = cloth.density * Math.PI * PUSH_RADIUS ** 2;
    cloth.applyImpulse(cloth.surfaceAt(0.5, 0.4).position, along.scale(PUSH_SPEED * mass), PUSH_RADIUS);
  } else {
    const before = cloth.pins.length;
    cloth.unpin(0.5, 0.5);
    if (cloth.pins.length === before) cloth.pin(0.5, 0.5);
  }
}
