// A skirt on a runner with a skin over bones: depth maps of what is drawn of her keep the skirt out.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createSkinnedRunner, type SkinnedRunner } from "../props/skinnedRunner.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceBetween, distanceMoved } from "./particles.js";

const CONTROL_POINTS = { u: 48, v: 16 };
/** The waist: height over the bone of the hips, half axes from side to side and from front to back [m]. */
const WAIST = { height: 0.14, x: 0.147, z: 0.108 };
/** From the waist to the hem, along the cloth [m]. */
const LENGTH = 0.5;
/** Between the skirt as cut and the vertical [rad]. */
const FLARE = 0.6;
/** Gap between the skirt and the skin [m]. */
const THICKNESS = 0.012;
/** Texels along the sides of her depth maps. */
const RESOLUTION = 256;

function hangSkirt({ mesh, skeleton, hips }: SkinnedRunner, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "skirt",
    {
      restShape: (u, v, result) => {
        const down = LENGTH * (1 - v);
        const out = down * Math.sin(FLARE);
        const angle = 2 * Math.PI * u;
        result.set((WAIST.x + out) * Math.cos(angle), -down * Math.cos(FLARE), (WAIST.z + out) * Math.sin(angle));
      },
      ...{ closed: "u", controlPoints: CONTROL_POINTS, density: 0.4, fabric: Fabrics.cotton },
      ...{
        pins: "topEdge",
        thickness: THICKNESS,
        solver: { substeps: 16, turbulence: 0.3, friction: 0.1, selfCollision: true },
      },
    },
    scene,
  );
  // The waist is sewn to the bone of the hips.
  cloth.parent = hips;
  cloth.position.y = WAIST.height;
  if (cloth.backend === "gpu") {
    cloth.colliders.addMesh(mesh, "depth", { resolution: RESOLUTION });
  } else {
    // Depth maps are drawn by WebGPU. Without it, capsules take their place, on the bones that a skirt can reach.
    cloth.colliders.addSkeleton(skeleton, mesh, { leaveOut: /Clavicle|Arm|Hand|Toes|Foot|neck|head|chest/i });
  }
  return cloth;
}

/** Speed of the runner, and so of the air against the skirt [m/s]. */
export const SPEED = 2.6;
/** Part of it that the skirt feels behind her body and arms. */
const SHELTERED = 0.7;

export const runner: DemoScene = {
  name: "runner",
  description: "A skirt on a runner with bones and skin: her depth maps, drawn in every frame, keep it out.",
  pictureAt: 2.4,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const slabs = createSlabs(scene);
  const studio = createStudio(scene, {
    look: looks.evening,
    floor: slabs,
    target: new Vector3(0, 0.9, 0),
    radius: 1.8,
  });
  const person = createSkinnedRunner(studio, scene);
  person.run(0);
  const cloth = hangSkirt(person, scene);
  const circumference = 2 * Math.PI * (WAIST.x + (LENGTH * Math.sin(FLARE)) / 2);
  cloth.material = createFabricMaterial(
    "satin",
    { width: circumference, height: LENGTH, color: [0.62, 0.2, 0.02] },
    scene,
  );
  studio.add(cloth);
  return {
    cloths: [cloth],
    view: { alpha: -0.75, beta: 1.42, radius: 2.8, target: new Vector3(0, 0.86, 0) },
    animate: (seconds) => {
      // She stays in the picture: floor and air pass by.
      person.run(seconds);
      cloth.wind.set(0, 0, Math.min(seconds, 1) * SHELTERED * SPEED);
      slabs.texture.vOffset = (SPEED * Math.max(seconds - 0.5, 0)) / slabs.period;
    },
  };
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const waist = Array.from({ length: columns }, (_, i) => columns * (rows - 1) + i);
  const slip = Math.max(...waist.map((i) => distanceMoved(start, now, i)));
  if (slip > 0.12) complaints.push(`The waist is ${slip.toFixed(2)} m from where it was.`);
  const heights = coordinatesOf(now.subarray(0, 3 * columns), 1);
  if (Math.max(...heights) > 1.15) complaints.push("The hem has flown up.");
  if (Math.min(...heights) < 0.3) complaints.push("The skirt has come off.");
  const swing = Math.max(...Array.from({ length: columns }, (_, i) => distanceMoved(start, now, i)));
  if (seconds > 1.5 && swing < 0.05) complaints.push("The hem does not move.");
  for (let row = 0; row < rows; row++) {
    const open = distanceBetween(now, columns * row, now, columns * (row + 1) - 1);
    if (open > 0.001) complaints.push(`The seam is open by ${open.toFixed(4)} m.`);
  }
  return complaints;
}
