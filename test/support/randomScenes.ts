/** Scenes that nobody would think of: random cloths, what they meet, and what happens to them. The same for a seed. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  ClothPressure,
  ClothSeam,
  CreateCloth,
  Fabrics,
  type ClothBackendName,
  type ClothEdge,
  type ClothFabricInput,
  type ClothMesh,
  type ClothPins,
  type ClothSolverInput,
  type IClothOptions,
} from "../../src/index.js";
import { stairsMesh, torusMesh } from "./fieldMeshes.js";
import { Dice, randomNumbers, tubeOf, type Triple } from "./random.js";

type Counts = Readonly<Record<"u" | "v", number>>;

/** One cloth of a scene, and what happens to it. */
interface DraftCloth {
  readonly options: Omit<IClothOptions, "controlPoints"> & { readonly controlPoints: Counts };
  /** Where it starts, but for noise. */
  readonly startAt: (u: number, v: number) => Triple;
  readonly rotation: Triple;
  readonly position: Triple;
  readonly scaling: Triple;
  readonly wind: Triple;
  /** Of its mesh [m/s], [rad/s]. */
  readonly speed: Triple;
  readonly spin: Triple;
  /** Acts on it once. */
  readonly event: (cloth: ClothMesh) => void;
}

/** A body that cloth meets. */
interface DraftBody {
  readonly kind: "sphere" | "box" | "capsule" | "convex" | "stairs" | "torus";
  readonly size: number;
  readonly position: Triple;
  readonly rotation: Triple;
  readonly speed: Triple;
  readonly spin: Triple;
}

/** All of a scene. */
export interface DraftScene {
  /** For messages. */
  readonly text: string;
  /** Of its cloths, about [m]. */
  readonly size: number;
  readonly cloths: readonly DraftCloth[];
  readonly bodies: readonly DraftBody[];
  /** Borders that are sewn: of the first two cloths. */
  readonly seams: readonly ClothEdge[];
  /** [Pa]; 0: there is no air. */
  readonly pressure: number;
  /** Of the frames, in turns [s]. */
  readonly times: readonly number[];
}

/** Before it, events act. */
export const EVENT_FRAME = 4;

const STILL: Triple = [0, 0, 0];
const EDGES: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];

/**
 * @param seed - A whole number.
 * @returns The scene of this number.
 */
export function draftScene(seed: number): DraftScene {
  const dice = new Dice(randomNumbers(seed));
  const kind = dice.pick("one", "one", "one", "tube", "sewn", "two", "crowd");
  const size = dice.between(0.2, 3);
  const isJoined = kind === "sewn" || kind === "tube";
  const count = { one: 1, tube: 1, sewn: 2, two: 2, crowd: 4 }[kind];
  const drafted = Array.from({ length: count }, (_, i) => draftCloth(dice, size, { i, isJoined, meets: count > 1 }));
  // Seams of unlike nets or lengths would take full resolution, of which the CPU has no scenes.
  const cloths = kind === "sewn" ? sewnOf(drafted[0], size) : drafted;
  const bodyCount = dice.chance(0.5) ? Math.ceil(4 * dice.next()) : 0;
  const bodies = Array.from({ length: bodyCount }, () => draftBody(dice, size));
  const text = cloths.map(({ options: { controlPoints, pins, closed = "", solver } }) =>
    JSON.stringify({ ...controlPoints, closed, pins, ...solver }),
  );
  return {
    text: `${kind} of ${size.toFixed(2)} m, ${bodies.map((body) => body.kind).join(" ")} ${text.join(" ")}`,
    size,
    cloths,
    bodies,
    seams: kind === "sewn" ? EDGES.filter(() => dice.chance(0.8)) : [],
    pressure: isJoined && dice.chance(0.5) ? dice.between(5, 500) : 0,
    times: dice.pick([1 / 60], [1 / 60], [1 / 144, 1 / 60, 1 / 30], [1 / 75], [0.004, 0.05, 0.01]),
  };
}

/**
 * On the GPU, the strain limit is kept before seams close in the last substep, not after; and what links answer seams is not noted, so momenta of free
 * cloth are less exact.
 */
function sewnOf(cloth: DraftCloth, size: number): DraftCloth[] {
  const { fabric, pins = "none" } = cloth.options;
  const options = {
    ...cloth.options,
    fabric: { ...(fabric as ClothFabricInput), strainLimit: Infinity },
    pins: pins === "none" ? ("topEdge" as const) : pins,
  };
  return [
    { ...cloth, options },
    { ...cloth, options, position: [0, 0, 0.05 * size] },
  ];
}

function draftCloth(
  dice: Dice,
  size: number,
  { i, isJoined, meets }: { i: number; isJoined: boolean; meets: boolean },
): DraftCloth {
  const [width, height] = [size * dice.between(0.5, 2), size * dice.between(0.5, 2)];
  const isTube = isJoined ? !meets : dice.chance(0.1);
  const closed = isTube ? dice.pick("u", "v") : "none";
  const controlPoints = draftCounts(dice, closed);
  const atRest = isTube ? tubeOf(0.16 * width, height, closed === "u") : sheetOf(width, height);
  const folds = dice.chance(0.5) ? 0.05 * size : 0;
  const solver = draftSolver(dice, isJoined, meets);
  const motion = dice.pick("none", "none", "none", "goes", "turns", "jumps");
  const fabric = draftFabric(dice);
  const spacing = Math.min(width / controlPoints.u, height / controlPoints.v);
  const pins = dice.pick<ClothPins>("none", "topEdge", "topCorners", "leftEdge", "allCorners", [{ u: 0.3, v: 0.6 }]);
  return {
    options: {
      ...{ controlPoints, closed, width, height, fabric, solver, pins },
      thickness: Math.min(dice.between(0.001, 0.03), 0.4 * spacing),
      ...(isTube && {
        restShape: (u: number, v: number, result: Vector3) => {
          result.set(...atRest(u, v));
        },
      }),
    },
    startAt: (u, v) => {
      const [x, y, z] = atRest(u, v);
      return [x, y, z + folds * Math.sin(6 * Math.PI * (closed === "v" ? v : u))];
    },
    rotation: dice.pick(STILL, [Math.PI / 2, 0, 0] as const, dice.vector(3)),
    position: [0, 0.15 * size * i, 0.05 * size * i],
    scaling: dice.pick<Triple>([1, 1, 1], [1, 1, 1], [1, 1, 1], [1.5, 1.5, 1.5], [0.5, 1, 2], [-1, 1, 1]),
    wind: dice.pick(STILL, dice.vector(3), dice.vector(10)),
    speed: motion === "goes" ? dice.vector(dice.pick(1, 5)) : STILL,
    spin: motion === "turns" ? dice.vector(3) : STILL,
    event: motion === "jumps" ? jump : draftEvent(dice, size),
  };
}

function draftCounts(dice: Dice, closed: "u" | "v" | "none"): Counts {
  const least = (along: "u" | "v"): number => (closed === along ? 6 : 3);
  const counts = { u: Math.round(dice.between(least("u"), 60)), v: Math.round(dice.between(least("v"), 60)) };
  const most = dice.chance(0.8) ? 300 : 1024;
  while (counts.u * counts.v > most) {
    counts[counts.u > counts.v ? "u" : "v"]--;
  }
  return counts;
}

function sheetOf(width: number, height: number): DraftCloth["startAt"] {
  return (u, v) => [(u - 0.5) * width, (v - 0.5) * height, 0];
}

function draftFabric(dice: Dice): ClothFabricInput {
  const fabric = Fabrics[dice.pick(...Object.keys(Fabrics)) as keyof typeof Fabrics];
  const change = dice.pick<ClothFabricInput>(
    ...[{}, {}, {}, {}, { bend: 0 }, { bend: 1 }, { bend: Infinity }, { stretch: 0 }, { stretch: 1e-3 }, { shear: 0 }],
    ...[{ strainLimit: 0.01 }, { strainLimit: Infinity }, { tether: Infinity }],
    { slack: { warp: { compressionLimit: 0.9, stretchLimit: 1.05, stiffness: 0.3 } } },
  );
  return { ...fabric, ...change, ...(dice.chance(0.3) && { density: dice.between(0.02, 3) }) };
}

/** On the GPU, joined cloth looks at eddies in each substep, and its seams and its air do not know that particles weigh more for a while. */
function draftSolver(dice: Dice, isJoined: boolean, meets: boolean): ClothSolverInput {
  return {
    sleepSpeed: 0,
    substeps: dice.pick<number | "standard">(1, 3, 4, 8, 8, 12, "standard"),
    damping: dice.pick(0, 1, 1, 5),
    friction: dice.pick(0, 0.5, 2),
    turbulence: isJoined ? 0 : dice.pick(0, 0.3),
    collisionMassScale: isJoined ? 0 : dice.pick(0, 0, 2),
    iterations: dice.pick(1, 1, 1, 3),
    continuousCollision: dice.chance(0.15),
    surfaceSamples: dice.chance(0.7),
    selfCollision: dice.chance(0.25),
    clothCollision: meets && dice.chance(0.7),
    layerFriction: dice.pick(0, 0.5),
    linearInertia: dice.pick(1, 1, 0.3, 0),
    angularInertia: dice.pick(1, 0.5),
    airDensity: dice.pick(1.2, 1.2, 0, 5),
    threads: dice.pick("stiff", "stiff", "stiff", "stiff", "fast"),
  };
}

function draftEvent(dice: Dice, size: number): DraftCloth["event"] {
  const [u, v, share] = [dice.next(), dice.next(), dice.next()];
  return dice.pick<DraftCloth["event"]>(
    () => undefined,
    (cloth) => {
      cloth.pin(u, v);
    },
    (cloth) => {
      [...cloth.pins].forEach((pin) => {
        cloth.unpin(pin.u, pin.v);
      });
    },
    (cloth) => {
      cloth.applyImpulse(cloth.position, new Vector3(0.02, 0.01, 0.03).scale(size), 0.5 * size);
    },
    (cloth) => {
      cloth.fabric.density *= 0.3 + 3 * share;
    },
    (cloth) => {
      cloth.wind.set(4 * share, 1, -2);
    },
    (cloth) => {
      cloth.solver.substeps = 1 + Math.floor(12 * share);
    },
    (cloth) => {
      cloth.reset();
    },
    (cloth) => {
      cloth.solver.gravity.set(3, -2, 1);
    },
    (cloth) => {
      cloth.thickness *= 0.5;
    },
  );
}

function jump(cloth: ClothMesh): void {
  cloth.position.x += 3;
  cloth.rotation.y += 0.5;
  cloth.computeWorldMatrix(true);
  cloth.teleport();
}

function draftBody(dice: Dice, size: number): DraftBody {
  return {
    kind: dice.pick("sphere", "box", "capsule", "convex", "stairs", "torus"),
    size: size * dice.between(0.1, 0.5),
    position: dice.vector(0.5 * size),
    rotation: dice.vector(2),
    speed: dice.chance(0.5) ? STILL : dice.vector(1.5 * size),
    spin: dice.chance(0.5) ? STILL : dice.vector(3),
  };
}

/** A scene that was drafted, to be stepped by hand. */
export interface BuiltScene {
  readonly cloths: readonly ClothMesh[];
  /** Moves what moves, and lets happen what happens, before a frame that begins at a time [s]. */
  readonly act: (frame: number, time: number) => void;
}

/**
 * @param draft - What to build.
 * @param scene - In which.
 * @param backend - Where its cloths are simulated.
 * @param noise - By which the start of the cloths differs [m].
 * @returns Its cloths.
 */
export function buildScene(draft: DraftScene, scene: Scene, backend: ClothBackendName, noise = 0): BuiltScene {
  const cloths = draft.cloths.map((cloth, i) => {
    const { options, startAt, rotation, position, scaling, wind } = cloth;
    const mesh = CreateCloth(
      `cloth ${i.toString()}`,
      {
        ...{ ...options, backend, tessellation: { mode: "fixed", level: 1 } },
        startShape: (u, v, result) => {
          const moved = noise * Math.sin(40 * Math.sin(2 * Math.PI * u) + 70 * Math.sin(2 * Math.PI * v));
          result.set(...startAt(u, v)).addInPlaceFromFloats(moved, -moved, moved);
        },
      },
      scene,
    );
    mesh.rotation.set(...rotation);
    mesh.position.set(...position);
    mesh.scaling.set(...scaling);
    mesh.wind.set(...wind);
    return mesh;
  });
  const bodies = draft.bodies.map((body) => addBody(body, scene, cloths));
  for (const edge of draft.seams) {
    const [from, to] = cloths.map((cloth) => ({ cloth, edge }));
    new ClothSeam(edge, { from, to });
  }
  if (draft.pressure > 0 && (draft.seams.length > 0 || cloths.length === 1)) {
    new ClothPressure("air", { cloths, pressure: draft.pressure });
  }
  const act = (frame: number, time: number): void => {
    draft.bodies.forEach((body, i) => {
      moveTo(bodies[i], body, time);
    });
    draft.cloths.forEach((cloth, i) => {
      if (cloth.speed !== STILL || cloth.spin !== STILL) moveTo(cloths[i], cloth, time);
      if (frame === EVENT_FRAME) cloth.event(cloths[i]);
    });
  };
  return { cloths, act };
}

function addBody({ kind, size }: DraftBody, scene: Scene, cloths: readonly ClothMesh[]): TransformNode {
  if (kind === "capsule") {
    const node = new TransformNode("capsule", scene);
    const [start, end] = [-0.5 * size, 0.5 * size].map((y) => new Vector3(0, y, 0));
    cloths.forEach(({ colliders }) => {
      colliders.add({ shape: "capsule", node, radius: 0.3 * size, endRadius: 0.1 * size, start, end });
    });
    return node;
  }
  const mesh = bodyMesh(kind, size, scene);
  const shape = kind === "stairs" || kind === "torus" ? "field" : kind;
  cloths.forEach(({ colliders }) => {
    colliders.addMesh(mesh, shape);
  });
  return mesh;
}

function bodyMesh(kind: DraftBody["kind"], size: number, scene: Scene): Mesh {
  if (kind === "sphere") return CreateSphere(kind, { diameter: size }, scene);
  if (kind === "box") return CreateBox(kind, { width: size, height: 0.5 * size, depth: 1.5 * size }, scene);
  const mesh = kind === "stairs" ? stairsMesh(scene) : torusMesh(scene);
  mesh.scaling.setAll(2 * size);
  return mesh;
}

function moveTo(
  node: TransformNode,
  { position, rotation, speed, spin }: Pick<DraftBody, "position" | "rotation" | "speed" | "spin">,
  time: number,
): void {
  node.position.set(position[0] + speed[0] * time, position[1] + speed[1] * time, position[2] + speed[2] * time);
  node.rotation.set(rotation[0] + spin[0] * time, rotation[1] + spin[1] * time, rotation[2] + spin[2] * time);
}
