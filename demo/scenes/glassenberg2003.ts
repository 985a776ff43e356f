// Glassenberg's cloth of 2003: damped springs, explicit integrators, in the eight configurations of the paper. See docs/sources/glassenberg-2003.md.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothIntegrator, type ClothMesh, type ClothSprings } from "../../src/index.js";
import { createChoice } from "../controls.js";
import { showSceneControls } from "../sceneControls.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import { createStripes } from "../textures/stripes.js";
import { ChangingCloth } from "./changingCloth.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf } from "./particles.js";

const SIZE = 1;
/** [kg/m2] */
const DENSITY = 0.2;
/** Just above what it falls on, for soft springs bear no great fall; without a solid high enough to hang [m]. */
const HEIGHT = { solid: 0.65, free: 1.15 };
/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.012;
const GRAVITY = 9.8;
/** More particles along an edge are in textures, where `massScale` cannot even out the light border: cloth on solids has no more. */
const MAX_GRID = 32;

/** One of the paper's eight runs. */
export interface Configuration {
  /** Particles along an edge. */
  readonly count: number;
  readonly integrator: ClothIntegrator;
  /** As in the paper [s]; the cloth takes the nearest whole number of substeps per 1/60 s. */
  readonly timeStep: number;
  /** What the cloth falls on. */
  readonly solid?: "sphere" | "box";
  /** A smaller box. */
  readonly isSmall?: boolean;
  /** Whether its far edge is held. Two corners alone would stretch their springs beyond all measure. */
  readonly isHeld: boolean;
  readonly isViscous?: boolean;
  /** The paper's "low gravity": how low, it does not tell. */
  readonly gravity?: number;
}

/** In the order of the paper. */
export const configurations = {
  "2,500 (here 1,024), RK2, sphere": {
    count: 50,
    integrator: "rungeKutta2",
    timeStep: 0.001,
    solid: "sphere",
    isHeld: true,
  },
  "900, Adams-Bashforth, viscous": {
    count: 30,
    integrator: "adamsBashforth",
    timeStep: 0.0003,
    isHeld: true,
    isViscous: true,
  },
  "900, RK2, sphere": {
    count: 30,
    integrator: "rungeKutta2",
    timeStep: 0.001,
    solid: "sphere",
    isHeld: false,
  },
  "2,500 (here 1,024), Euler, 2 ms, sphere": {
    count: 50,
    integrator: "euler",
    timeStep: 0.002,
    solid: "sphere",
    isHeld: false,
  },
  "2,500 (here 1,024), Euler, box": { count: 50, integrator: "euler", timeStep: 0.001, solid: "box", isHeld: false },
  "10,000 (here 1,024), Euler, small box": {
    count: 100,
    integrator: "euler",
    timeStep: 0.001,
    solid: "box",
    isSmall: true,
    isHeld: false,
  },
  "10,000, Euler, low gravity": { count: 100, integrator: "euler", timeStep: 0.001, isHeld: true, gravity: 1 },
  "2,500, Euler, 0.5 ms": { count: 50, integrator: "euler", timeStep: 0.0005, isHeld: false },
} as const satisfies Record<string, Configuration>;
type Name = keyof typeof configurations;
const START: Name = "900, RK2, sphere";

/** Eigenvalue of the stiffest mode of a net, times mass over stiffness: a wave whose phase has the cosine -1/4. */
const STIFFEST = 6.25;
/** Damping rate of that mode times the step: half of what is stable at rest, for gravity takes the other half. */
const RATES = { euler: 1, rungeKutta2: 1, adamsBashforth: 0.07 } as const;
/** Stiffness times step over damping; Euler needs less than 1. */
const STIFFNESS = 0.4;

/** @returns Substeps per 1/60 s. */
function substepsOf({ timeStep }: Configuration): number {
  return Math.round(1 / (60 * timeStep));
}

/** The stiffest springs that a step allows: masses and scale of the paper's numbers are not told. */
function springsOf(count: number, configuration: Configuration): Partial<ClothSprings> {
  const { integrator, isViscous = false } = configuration;
  const step = 1 / (60 * substepsOf(configuration));
  const mass = DENSITY * (SIZE / (count - 2)) ** 2;
  const damping = (RATES[integrator as keyof typeof RATES] * mass) / (STIFFEST * step);
  const stiffness = (STIFFNESS * damping) / step;
  return {
    ...{ stiffness, bend: stiffness, shear: 0 },
    ...(isViscous ? { damping: 0, viscosity: damping } : { damping, viscosity: 0 }),
  };
}

/** Per control point, row by row: borders of a spline carry less cloth, and would be the first to diverge. The paper's points weigh the same. */
function evenMasses(count: number): number[] {
  const scale = (i: number): number => [3, 1.5][Math.min(i, count - 1 - i)] ?? 1;
  return Array.from({ length: count * count }, (_, i) => scale(i % count) * scale(Math.floor(i / count)));
}

/** A sheet of springs that lies in the air, or hangs there from an edge. */
export function makeSpringSheet(
  configuration: Configuration,
  solids: Readonly<Record<"sphere" | "box" | "floor", Mesh>>,
  scene: Scene,
): ClothMesh {
  const { integrator, solid, isHeld, gravity = GRAVITY } = configuration;
  const count = solid ? Math.min(configuration.count, MAX_GRID) : configuration.count;
  const cloth = CreateCloth(
    "sheet",
    {
      ...{ width: SIZE, height: SIZE, thickness: THICKNESS, density: DENSITY },
      controlPoints: Math.min(count, MAX_GRID),
      ...(count > MAX_GRID && { fullResolution: count, fidelity: "fullResolution" as const }),
      pins: isHeld ? "topEdge" : "none",
      massScale: evenMasses(Math.min(count, MAX_GRID)),
      solver: {
        ...{
          model: "springs",
          integrator,
          substeps: substepsOf(configuration),
          springs: springsOf(count, configuration),
        },
        ...{ damping: 0, airDensity: 0, gravity: new Vector3(0, -gravity, 0) },
      },
    },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = solid ? HEIGHT.solid : HEIGHT.free;
  cloth.colliders.addMesh(solids.floor);
  if (solid) cloth.colliders.addMesh(solids[solid]);
  return cloth;
}

export const glassenberg2003: DemoScene = {
  name: "glassenberg2003",
  description: "Glassenberg 2003: damped springs and explicit integrators, in the eight configurations of the paper.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.lowStudio,
    floor: createSlabs(scene),
    target: new Vector3(0, 0.4, 0),
    radius: 1.5,
  });
  const solids = { ...createSolids(studio, scene), floor: studio.floor };
  const material = createFabricMaterial("satin", { width: SIZE, height: SIZE, texture: createStripes(scene) }, scene);
  const make = (name: Name): ClothMesh => {
    const configuration: Configuration = configurations[name];
    solids.sphere.setEnabled(configuration.solid === "sphere");
    solids.box.setEnabled(configuration.solid === "box");
    solids.box.scaling.setAll(configuration.isSmall ? 0.7 : 1);
    const cloth = makeSpringSheet(configuration, solids, scene);
    cloth.material = material;
    studio.add(cloth);
    return cloth;
  };
  const sheet = new ChangingCloth(make(START));
  return {
    get cloths() {
      return sheet.cloths;
    },
    view: { alpha: -1.3, beta: 1.2, radius: 2.3, target: new Vector3(0, 0.4, 0) },
    control: () => {
      const names = Object.keys(configurations) as Name[];
      const first = [START, ...names.filter((name) => name !== START)];
      const titles = Object.fromEntries(first.map((name) => [name, name])) as Record<Name, string>;
      showSceneControls(
        scene,
        createChoice("Configuration", titles, (name) => {
          sheet.replace(() => make(name), scene);
        }),
      );
      return Promise.resolve();
    },
  };
}

const BALL = { radius: 0.3, height: 0.3 };

function createSolids(studio: Studio, scene: Scene): Record<"sphere" | "box", Mesh> {
  const sphere = CreateSphere("sphere", { diameter: 2 * BALL.radius, segments: 48 }, scene);
  sphere.position.y = BALL.height;
  const box = CreateBox("box", { size: 0.4 }, scene);
  box.position.y = 0.3;
  box.rotation.y = 0.4;
  for (const solid of [sphere, box]) {
    solid.material = createMaterial("stone", scene);
    studio.add(solid);
  }
  return { sphere, box };
}

/** Of the configuration that is shown first. */
function check({ cloths: [{ now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const [widths, heights, depths] = ([0, 1, 2] as const).map((axis) => coordinatesOf(now, axis));
  if (Math.min(...heights) < -THICKNESS) complaints.push("The sheet is below the floor.");
  const top = BALL.height + BALL.radius;
  if (Math.abs(Math.max(...heights) - top) > 0.06)
    complaints.push(`The sheet is up to ${Math.max(...heights).toFixed(2)} m high, the sphere ${top} m.`);
  if (Math.min(...heights) > top - 0.2) complaints.push("The sheet does not hang down.");
  if (Math.max(...widths, ...depths) > 0.8 * SIZE || Math.min(...widths, ...depths) < -0.8 * SIZE)
    complaints.push("The sheet has left the sphere.");
  return complaints;
}
