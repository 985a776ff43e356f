/** Cloths that meet themselves or each other: scenes by which self-contact is judged. All start free of crossings. */
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { lay, type ClothScene } from "./clothScene.js";

/** A scene under way. */
interface ContactRun {
  readonly cloths: readonly ClothMesh[];
  /** Moves what moves, before the step that ends at `seconds`. */
  readonly each: (seconds: number) => void;
}

/** A scene by its name. */
export interface ContactScene {
  readonly seconds: number;
  readonly create: (stage: ClothScene, points: number, options: IClothOptions) => ContactRun;
}

const still = (): void => undefined;
const { PI } = Math;

export const contactScenes: Record<string, ContactScene> = {
  /** A ball turns one and a half times under a cloth and takes it along. */
  twist: {
    seconds: 4,
    create(stage, controlPoints, options) {
      const ball = new TransformNode("ball", stage.scene);
      ball.position.y = 0.4;
      const cloth = add(stage, { width: 1.6, height: 1.6, controlPoints, pins: "none" }, options, (mesh) => {
        lay(mesh, 0.75);
        mesh.colliders.add({ shape: "sphere", node: ball, radius: 0.3, friction: 8 });
        mesh.colliders.add({ shape: "plane", friction: 2 });
      });
      return {
        cloths: [cloth],
        each: (seconds) => {
          ball.rotation.y = 3 * Math.max(seconds - 1, 0);
        },
      };
    },
  },
  /** Two opposite edges, held in their middles, turn one and a half times against each other, and back. */
  wring: {
    seconds: 6,
    create(stage, controlPoints, options) {
      const right = new TransformNode("right", stage.scene);
      const isHeld = (v: number): boolean => Math.abs(v - 0.5) < 0.11;
      const pins = (u: number, v: number): boolean => u === 0 && isHeld(v);
      const cloth = add(stage, { controlPoints, pins }, options);
      stage.system.wind.set(0, 0, 0.8);
      const heights = Array.from({ length: controlPoints }, (_, i) => i / (controlPoints - 1));
      right.position.x = 0.5;
      hold(
        cloth,
        right,
        heights.filter(isHeld).map((v) => [1, v]),
      );
      return {
        cloths: [cloth],
        each: (seconds) => {
          const turns = 1.5 * Math.max(0, 1 - Math.abs(seconds - 2.5) / 2.5);
          right.rotation.x = 2 * PI * turns;
          right.position.x = 0.5 - 0.1 * turns;
        },
      };
    },
  },
  /** A sheet that stands on its edge collapses on the floor. */
  accordion: {
    seconds: 3,
    create(stage, controlPoints, options) {
      const cloth = add(stage, { controlPoints, pins: "none" }, options, (mesh) => {
        mesh.position.y = 0.52;
        mesh.rotation.x = 0.02;
        mesh.colliders.add({ shape: "plane" });
      });
      return { cloths: [cloth], each: still };
    },
  },
  /** A large cloth over a small ball: its hem rolls. */
  hem: {
    seconds: 4,
    create(stage, controlPoints, options) {
      const cloth = add(stage, { width: 1.6, height: 1.6, controlPoints, pins: "none" }, options, (mesh) => {
        lay(mesh, 1.05);
        mesh.colliders.add({ shape: "sphere", radius: 0.22, position: new Vector3(0, 0.8, 0) });
      });
      return { cloths: [cloth], each: still };
    },
  },
  /** A flag in gusts. */
  flag: {
    seconds: 6,
    create(stage, controlPoints, options) {
      const { wind } = stage.system;
      const cloth = add(
        stage,
        { width: 1.8, height: 1.2, controlPoints, pins: "leftEdge", fabric: Fabrics.silk },
        { ...options, solver: { turbulence: 0.7, ...options.solver } },
      );
      return {
        cloths: [cloth],
        each: (seconds) => {
          wind.set(8 + 6 * Math.sin(1.7 * seconds), 0, 3 * Math.sin(2.9 * seconds));
        },
      };
    },
  },
  /** Two sheets fall on a ball, one after the other. */
  sheets: {
    seconds: 4,
    create(stage, controlPoints, options) {
      const cloths = [0.45, 0.6].map((height, i) =>
        add(stage, { controlPoints, pins: "none" }, options, (mesh) => {
          lay(mesh, height);
          mesh.rotation.y = 0.4 * i;
          mesh.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0, 0.1, 0) });
        }),
      );
      return { cloths, each: still };
    },
  },
  /** A cape on shoulders that turn and walk. */
  cape: {
    seconds: 6,
    create(stage, controlPoints, options) {
      const body = new TransformNode("body", stage.scene);
      const cloth = add(stage, { width: 1, height: 1.3, controlPoints, pins: "none" }, options, (mesh) => {
        mesh.position.set(0, -0.65, 0.16);
        mesh.colliders.add({
          shape: "capsule",
          node: body,
          radius: 0.14,
          start: new Vector3(0, -0.2, 0),
          end: new Vector3(0, -1.2, 0),
        });
      });
      hold(
        cloth,
        body,
        [0.2, 0.35, 0.5, 0.65, 0.8].map((u) => [u, 1]),
      );
      return {
        cloths: [cloth],
        each: (seconds) => {
          body.rotation.y = 1.4 * Math.sin(2 * seconds);
          body.position.set(0.5 * Math.sin(seconds), 0, -0.8 * Math.min(seconds, 3) + 0.8 * Math.max(seconds - 3, 0));
        },
      };
    },
  },
  /** Two pinned sides come together to 4 cm, and go back. */
  pinch: {
    seconds: 5,
    create(stage, controlPoints, options) {
      const right = new TransformNode("right", stage.scene);
      right.position.x = 0.5;
      const cloth = add(stage, { controlPoints, pins: "leftEdge" }, options);
      // Else it would stay in its plane.
      stage.system.wind.set(0, 0, 0.8);
      hold(
        cloth,
        right,
        Array.from({ length: controlPoints }, (_, i) => [1, i / (controlPoints - 1)]),
      );
      return {
        cloths: [cloth],
        each: (seconds) => {
          const near = Math.max(0, 1 - Math.abs(seconds - 2) / 2);
          right.position.x = 0.5 - 0.96 * near;
        },
      };
    },
  },
  /** Four sheets fall on the floor, one on the other, each with an edge ahead. */
  pile: {
    seconds: 4,
    create(stage, controlPoints, options) {
      const cloths = [0.15, 0.4, 0.65, 0.9].map((height, i) =>
        add(stage, { width: 0.6, height: 0.6, controlPoints, pins: "none" }, options, (mesh) => {
          lay(mesh, height);
          mesh.rotation.set(PI / 2 + 0.5, 1.3 * i, 0);
          mesh.colliders.add({ shape: "plane" });
        }),
      );
      return { cloths, each: still };
    },
  },
  /** Two sheets fly at each other, face to face. */
  meet: meeting(false, 5),
  meet10: meeting(false, 10),
  /** One edge on. */
  edge: meeting(true, 5),
  edge10: meeting(true, 10),
  /** A sheet folded twice falls on the floor. */
  towel: {
    seconds: 4,
    create(stage, controlPoints, options) {
      const cloth = add(stage, { width: 0.6, height: 0.6, controlPoints, pins: "none" }, options, (mesh) => {
        lay(mesh, 0.02);
        mesh.colliders.add({ shape: "plane", friction: 2 });
      });
      const hem = new TransformNode("hem", stage.scene);
      hem.position.set(0, 0.02, 0.3);
      const held = [0, 0.25, 0.5, 0.75, 1];
      return {
        cloths: [cloth],
        each: (seconds) => {
          const turn = Math.min(Math.max(seconds - 0.3, 0) / 1.2, 1) * PI;
          hem.position.set(0, 0.04 + 0.26 * Math.sin(turn), 0.3 * Math.cos(turn));
          if (seconds > 0.2 && seconds < 1.6 && cloth.pins.length === 0) {
            hold(
              cloth,
              hem,
              held.map((u) => [u, 1]),
            );
          } else if (seconds > 1.6 && cloth.pins.length > 0) {
            held.forEach((u) => {
              cloth.unpin(u, 1);
            });
          }
        },
      };
    },
  },
};

function meeting(isEdge: boolean, speed: number): ContactScene {
  return {
    seconds: 0.8,
    create(stage, controlPoints, options) {
      const cloths = [-1, 1].map((side) =>
        add(stage, { controlPoints, pins: "none" }, { ...options }, (mesh) => {
          mesh.solver.gravity.setAll(0);
          mesh.position.z = 0.3 * side;
          if (isEdge && side > 0) {
            mesh.rotation.x = PI / 2;
            mesh.position.z = 0.7;
          }
        }),
      );
      // In one frame they get half the speed each.
      const throwing = 0.5 * speed * 60;
      return {
        cloths,
        each: (seconds) => {
          cloths.forEach((cloth, i) => {
            cloth.solver.gravity.z = seconds < 0.02 ? (i === 0 ? throwing : -throwing) : 0;
          });
        },
      };
    },
  };
}

/** Pins points of a sheet to a node, where they are on the flat sheet. */
function hold(cloth: ClothMesh, node: TransformNode, points: number[][]): void {
  const { restPositions, countU, countV } = cloth.restGrid;
  node.computeWorldMatrix(true);
  cloth.computeWorldMatrix(true);
  points.forEach(([u, v]) => {
    const target = new TransformNode("target", cloth.getScene());
    const particle = Math.round(v * (countV - 1)) * countU + Math.round(u * (countU - 1));
    target.parent = node;
    target.setAbsolutePosition(
      Vector3.TransformCoordinates(Vector3.FromArray(restPositions, 3 * particle), cloth.getWorldMatrix()),
    );
    cloth.pin(u, v, target);
  });
}

function add(
  stage: ClothScene,
  scene: IClothOptions,
  options: IClothOptions,
  place?: (cloth: ClothMesh) => void,
): ClothMesh {
  return stage.add({ ...scene, ...options, solver: { ...scene.solver, ...options.solver } }, place);
}
