// A table cloth over colliders of every shape, which people move, turn and scale under it.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { PointerEventTypes } from "@babylonjs/core/Events/pointerEvents.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createRunner } from "../textures/runner.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const SIZE = 2;
const TABLE = { radius: 0.7, height: 0.4 };
/** Gap between the cloth and the shapes. */
const THICKNESS = 0.02;
const DROP_HEIGHT = 0.84;
/** Of the gizmo's handles [m]. */
const FRAME_THICKNESS = 0.03;
/** Where the cloth may be grasped to find a shape under it [m]. */
const REACH = 0.5;

export const table: DemoScene = {
  name: "table",
  description:
    "A cloth over a sphere, an ellipsoid, a capsule, a box, a prism, a table and the floor. Tap one to move it.",
  pictureAt: 2.6,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const keyDirection = new Vector3(-0.8, 0.42, -0.3).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.5, 0.52, 0.58),
      horizon: new Color3(0.36, 0.36, 0.38),
      ground: new Color3(0.2, 0.17, 0.15),
      glows: [
        { direction: keyDirection, color: new Color3(3, 2.8, 2.5), sharpness: 12 },
        { direction: new Vector3(0.8, 0.4, 0.5).normalize(), color: new Color3(0.5, 0.62, 0.85), sharpness: 10 },
      ],
    },
    skyIntensity: 0.65,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.93, 0.83),
      intensity: 2.8,
      target: new Vector3(0, 0.5, 0),
      radius: 1.9,
    },
    floor: createPlanks(scene),
  });

  const shapes = createShapes(studio, scene);
  const places = shapes.map(({ position, rotation, scaling }) => ({
    position: position.clone(),
    rotation: rotation.clone(),
    scaling: scaling.clone(),
  }));
  const cloth = CreateCloth(
    "table cloth",
    {
      width: SIZE,
      height: SIZE,
      controlPoints: 32,
      density: 0.22,
      fabric: Fabrics.silk,
      pins: "none",
      thickness: THICKNESS,
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.5, 0);
  cloth.position.y = DROP_HEIGHT;
  for (const solid of [studio.floor, createTable(studio, scene), ...shapes]) cloth.colliders.addMesh(solid);
  cloth.material = createDamask(scene);
  studio.add(cloth);

  return {
    cloths: [cloth],
    view: { alpha: -1.72, beta: 1.08, radius: 3, target: new Vector3(0.02, 0.27, -0.05) },
    control: async () => {
      await addGizmos(shapes, scene);
    },
    reset: () => {
      shapes.forEach((shape, i) => {
        const { position, rotation, scaling } = places[i];
        shape.position.copyFrom(position);
        shape.rotationQuaternion = null;
        shape.rotation.copyFrom(rotation);
        shape.scaling.copyFrom(scaling);
      });
    },
  };
}

/** Each becomes the collider that it looks like. */
function createShapes(studio: Studio, scene: Scene): Mesh[] {
  const wood = new PBRMaterial("wood", scene);
  wood.albedoColor = new Color3(0.42, 0.24, 0.1);
  wood.metallic = 0;
  wood.roughness = 0.5;
  const place = (shape: Mesh, x: number, height: number, z: number): Mesh => {
    shape.position.set(x, TABLE.height + height, z);
    shape.material = wood;
    studio.add(shape);
    return shape;
  };
  const capsule = CreateCapsule("capsule", { radius: 0.09, height: 0.46, tessellation: 32 }, scene);
  capsule.rotation.set(0, -0.5, Math.PI / 2);
  const box = CreateBox("box", { width: 0.24, height: 0.3, depth: 0.24 }, scene);
  box.rotation.y = 0.5;
  return [
    place(CreateSphere("sphere", { diameter: 0.36, segments: 32 }, scene), -0.42, 0.18, -0.22),
    place(box, 0.3, 0.15, 0.36),
    place(
      CreateCylinder("prism", { diameterTop: 0.14, diameterBottom: 0.28, height: 0.4, tessellation: 6 }, scene),
      -0.28,
      0.2,
      0.42,
    ),
    place(
      CreateSphere("ellipsoid", { diameterX: 0.46, diameterY: 0.2, diameterZ: 0.28, segments: 32 }, scene),
      0.44,
      0.1,
      -0.16,
    ),
    place(capsule, 0.04, 0.09, -0.5),
  ];
}

function createTable(studio: Studio, scene: Scene): Mesh {
  const top = CreateCylinder("table", { diameter: 2 * TABLE.radius, height: 0.06, tessellation: 24 }, scene);
  top.position.y = TABLE.height - 0.03;
  const walnut = new PBRMaterial("walnut", scene);
  walnut.albedoColor = new Color3(0.16, 0.08, 0.04);
  walnut.metallic = 0;
  walnut.roughness = 0.4;
  const foot = CreateCylinder(
    "foot",
    { diameterTop: 0.09, diameterBottom: 0.16, height: TABLE.height, tessellation: 32 },
    scene,
  );
  foot.position.y = TABLE.height / 2;
  for (const part of [top, foot]) {
    part.material = walnut;
    studio.add(part);
  }
  return top;
}

/** A tap on the cloth, or beside it, takes the shape that is nearest; arrows move it, the frame turns and scales it. */
async function addGizmos(shapes: readonly Mesh[], scene: Scene): Promise<void> {
  const { GizmoManager } = await import("@babylonjs/core/Gizmos/gizmoManager.js");
  // Someone may have chosen another scene meanwhile.
  if (scene.isDisposed) return;
  const gizmos = new GizmoManager(scene, 2);
  gizmos.usePointerToAttachGizmos = false;
  gizmos.positionGizmoEnabled = true;
  gizmos.boundingBoxGizmoEnabled = true;
  const frame = gizmos.gizmos.boundingBoxGizmo;
  if (frame) frame.rotationSphereSize = frame.scaleBoxSize = FRAME_THICKNESS;
  gizmos.attachToMesh(shapes[0]);
  scene.onPointerObservable.add(({ pickInfo }) => {
    const point = pickInfo?.pickedPoint;
    if (!point) return;
    const distanceTo = (shape: Mesh): number => Vector3.Distance(shape.getAbsolutePosition(), point);
    const nearest = shapes.reduce((best, shape) => (distanceTo(shape) < distanceTo(best) ? shape : best));
    gizmos.attachToMesh(distanceTo(nearest) < REACH ? nearest : null);
  }, PointerEventTypes.POINTERTAP);
  scene.onDisposeObservable.addOnce(() => {
    gizmos.dispose();
  });
}

function createDamask(scene: Scene): PBRMaterial {
  const damask = new PBRMaterial("damask", scene);
  damask.albedoTexture = createRunner(SIZE, scene);
  damask.bumpTexture = createWeave(SIZE, SIZE, 0.0012, scene);
  damask.metallic = 0;
  damask.roughness = 0.75;
  damask.sheen.isEnabled = true;
  damask.sheen.color = new Color3(0.1, 0.1, 0.1);
  damask.sheen.roughness = 0.5;
  return damask;
}

function check({ cloths: [{ now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const heights = now.filter((_, i) => i % 3 === 1);
  if (Math.min(...heights) < -THICKNESS) complaints.push("The table cloth is below the floor.");
  if (Math.min(...heights) > 0.7 * TABLE.height) complaints.push("The table cloth does not hang down.");
  const highest = Math.max(...heights);
  if (Math.abs(highest - TABLE.height - 0.4) > 0.1)
    complaints.push(`The table cloth is up to ${highest.toFixed(2)} m high.`);
  for (let i = 0; i < now.length; i += 3) {
    const [x, y, z] = now.subarray(i, i + 3);
    const isOverTable = Math.hypot(x, z) < TABLE.radius - 0.1;
    if (isOverTable && y > 0.3 && y < TABLE.height - THICKNESS)
      complaints.push(`Particle ${i / 3} is inside the table.`);
  }
  return complaints;
}
