// A shape of each kind of collider, side by side on the floor.
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";

const BOX_HEIGHT = 0.5;
const BALL_RADIUS = 0.3;
const PRISM_HEIGHT = 0.42;
const EGG = { x: 0.4, y: 0.22, z: 0.26 };
const CONE = { length: 0.85, thick: 0.2, thin: 0.13 };

/** A shape that stands on the floor. */
export interface StandingShape {
  /** Height of its highest point [m]. */
  readonly top: number;
  /** Makes it on the axis x = z = 0. */
  build(scene: Scene): Mesh;
}

/** By name. */
export const standingShapes = {
  ellipsoid: {
    top: 2 * EGG.y,
    build: (scene) => {
      const egg = CreateSphere(
        "ellipsoid",
        { diameterX: 2 * EGG.x, diameterY: 2 * EGG.y, diameterZ: 2 * EGG.z, segments: 48 },
        scene,
      );
      egg.position.y = EGG.y;
      return egg;
    },
  },
  capsule: {
    top: 2 * CONE.thick,
    build: (scene) => {
      const { length, thick, thin } = CONE;
      const capsule = CreateCapsule(
        "capsule",
        { height: length, radius: thick, radiusTop: thin, radiusBottom: thick, tessellation: 48, capSubdivisions: 16 },
        scene,
      );
      // Lies on the floor: its lower edge is level.
      const tilt = Math.asin((thick - thin) / (length - thick - thin));
      capsule.rotation.z = -Math.PI / 2 - tilt;
      capsule.position.y = (thick + thin) / 2;
      return capsule;
    },
  },
  sphere: {
    top: 2 * BALL_RADIUS,
    build: (scene) => {
      const ball = CreateSphere("sphere", { diameter: 2 * BALL_RADIUS, segments: 48 }, scene);
      ball.position.y = BALL_RADIUS;
      return ball;
    },
  },
  box: {
    top: BOX_HEIGHT,
    build: (scene) => {
      const box = CreateBox("box", { width: 0.42, height: BOX_HEIGHT, depth: 0.42 }, scene);
      box.position.y = BOX_HEIGHT / 2;
      return box;
    },
  },
  prism: {
    top: PRISM_HEIGHT,
    build: (scene) => {
      const prism = CreateCylinder(
        "prism",
        { diameterBottom: 0.66, diameterTop: 0.5, height: PRISM_HEIGHT, tessellation: 6 },
        scene,
      );
      prism.convertToFlatShadedMesh();
      prism.position.y = PRISM_HEIGHT / 2;
      return prism;
    },
  },
} as const satisfies Record<string, StandingShape>;
