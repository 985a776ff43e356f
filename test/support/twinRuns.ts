/** Runs by which the GPU and its CPU twin are compared, feature by feature. Long, as it is a list. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { ClothNets } from "../../src/cloth/clothNets.js";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { RestGrid } from "../../src/sim/restGrid.js";
import { colliderAt, planeAt, sphereAt } from "./colliderStates.js";
import { describeRun, lying, UNTETHERED, type SolverRun } from "./solverRun.js";
import { movingCollider, shapes } from "./twinColliders.js";

/** A run with a feature or without it. */
export type Feature = (isOn: boolean) => SolverRun;

const { BOX, CAPSULE, CARRIED, FIRST_TARGET, PIN_HERE, RELEASED, TELEPORTED } = constants;
const controlPoints = 10;
/** A sheet of 10 by 10 that hangs by its corners, flat at first. */
const hammock = { controlPoints, pins: "allCorners" } as const;
const flag = { controlPoints, pins: "leftEdge" } as const;
const loose = { controlPoints, pins: "none" } as const;
const stiff = { bendWarp: 500, bendWeft: 2000 };

/** A sheet that its mesh takes along at a speed [m/s], towards a board that stands 0.2 m away. */
function ontoBox(speed: number, half: number, continuousCollision: number): SolverRun {
  const step = { carryMode: CARRIED, carryShift: [0, 0, speed / 480], gravity: [0, 0, 0], surfaceSamples: 1 };
  const board = colliderAt([0, 0, 0.2 + half], { kind: BOX, size: [0.8, 0.8, half] });
  return describeRun(10, loose, { ...step, continuousCollision }, [board]);
}

/** A sheet that is thrown around its pins while its mesh turns. If momenta are not kept, by a mass scale of collisions that never come. */
function thrown(pins: IClothOptions["pins"], areMomentaKept: boolean): SolverRun {
  return describeRun(
    40,
    { controlPoints, ...(pins && { pins }) },
    (frame) => ({ linear: turned(0.01 * frame), ...stiff, collisionMassScale: areMomentaKept ? 0 : 1 }),
    [],
    (frame, cloth) => {
      cloth.setVectors("impulses", Float32Array.from(frame === 1 ? [0.2, 0.1, 0, 0.5, 0.02, 0.01, 0.45, 0] : []));
    },
  );
}

/** The fabric of a run, rolled up about y: through the angle, on a cylinder of its own length. */
function rolled(run: SolverRun, angle: number, isClosed = false): SolverRun {
  const { countU, countV, restPositions, areas } = run.restGrid;
  const radius = 1 / angle;
  const angleAt = (column: number): number =>
    isClosed ? ((column - 0.5) / (countU - 2)) * angle : angle * restPositions[3 * column];
  const onCircle = (column: number): number[] => [
    radius * Math.sin(angleAt(column)),
    0,
    radius * Math.cos(angleAt(column)),
  ];
  const bent = restPositions.slice();
  for (let i = 0; i < areas.length; i++) {
    const column = i % countU;
    const isSeam = isClosed && (column === 0 || column === countU - 1);
    const ends = isSeam ? [onCircle(1), onCircle(countU - 2)] : [onCircle(column)];
    bent[3 * i] = ends.reduce((sum, [x]) => sum + x, 0) / ends.length;
    bent[3 * i + 2] = ends.reduce((sum, [, , z]) => sum + z, 0) / ends.length;
  }
  const { sizeU, sizeV, area } = run.restGrid;
  const measures = { sizeU, sizeV, area, isFlat: false };
  return { ...run, restGrid: new RestGrid(countU, countV, bent, areas, measures, isClosed) };
}

/** A run whose sheet has rows for columns; closed along v if the other is along u. */
function transposed(run: SolverRun, isClosed: boolean): SolverRun {
  const { countU, countV, particleCount, restPositions, areas, closedU } = run.restGrid;
  const other = (i: number): number => (i % countV) * countU + Math.floor(i / countV);
  const positions = restPositions.map((_, c) => restPositions[3 * other(Math.floor(c / 3)) + (c % 3)]);
  const grid = new RestGrid(
    countV,
    countU,
    positions,
    areas.map((_, i) => areas[other(i)]),
    run.restGrid,
    false,
    isClosed && closedU,
  );
  const pinned = Uint8Array.from({ length: particleCount }, (_, i) => run.pinned[other(i)]);
  return { ...run, restGrid: grid, pinned };
}

/** Entries of a list of vectors: one of eight numbers for each particle. */
export function spheres(
  run: SolverRun,
  entry: (x: number, y: number, z: number) => number[],
): Float32Array<ArrayBuffer> {
  const rest = run.restGrid.restPositions;
  return Float32Array.from(
    Array.from({ length: run.restGrid.particleCount }, (_, i) =>
      entry(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]),
    ).flat(),
  );
}

/** Matrix of a turn about y, column by column. */
function turned(angle: number): number[] {
  return [Math.cos(angle), 0, -Math.sin(angle), 0, 1, 0, Math.sin(angle), 0, Math.cos(angle)];
}

/** Taut or at rest: rounding errors stay small for long. */
export const calm: Record<string, Feature> = {
  turbulence: (isOn) =>
    describeRun(120, hammock, { linear: lying, wind: [3, 2, 1], turbulence: isOn ? 0.4 : 0, airOrigin: [-7, 3, 0.2] }),
  "two fans": (isOn) =>
    describeRun(
      60,
      hammock,
      { linear: lying, wind: [0.5, 0, 0], turbulence: 0.3, zoneSpeed: isOn ? 9 : 0 },
      [],
      (frame, cloth) => {
        const swing = 0.02 * frame;
        const up = [0.3 - swing, -1, 0.2, 2.5, 0, 0.8, 0.6, 0.7, 7, 1.5, 0, 0];
        const allAround = [0.2, 0.4, 0, 1, 0, 0, 1, -3, -2, 0, 0, 0];
        cloth.setVectors("zones", Float32Array.from(isOn ? [...up, ...allAround] : []));
      },
    ),
  drag: (isOn) => describeRun(120, hammock, { linear: lying, wind: [1, 3, 1], ...(isOn ? {} : { drag: 0 }) }),
  lift: (isOn) => describeRun(30, hammock, { linear: lying, wind: [3, 1, 1], lift: isOn ? 1.5 : 0 }),
  bending: (isOn) => describeRun(60, flag, { linear: lying, ...(isOn ? stiff : {}) }),
  "a bent rest shape": (isOn) =>
    rolled(describeRun(40, flag, { linear: lying, ...(isOn ? { bendWarp: 50, bendWeft: 50 } : {}) }), Math.PI),
  "a start apart from the rest shape": (isOn) =>
    // Rolled without stretch around the pinned edge, which is not where it is at rest.
    describeRun(
      20,
      { ...flag, ...(isOn && { startShape: (u, v, result) => result.set(Math.sin(u), v, 1 - Math.cos(u)) }) },
      { linear: lying, ...stiff },
    ),
  "surface samples": (isOn) =>
    describeRun(20, hammock, { linear: lying, surfaceSamples: isOn ? 1 : 0 }, [sphereAt([0.03, -0.13, 0.02], 0.2)]),
  "a strain limit": (isOn) =>
    describeRun(8, hammock, {
      linear: lying,
      warp: [0.05, 1, 1, 1],
      weft: [0.02, 1, 1, 1],
      shear: [0.1, 1, 1, 1],
      strainLimit: isOn ? 0.01 : 1e9,
    }),
  // In floats, 100 N/m times its compliance is this limit, and in doubles a little more.
  "a strain limit that just makes no soft cloth": (isOn) =>
    describeRun(8, hammock, {
      linear: lying,
      gravity: [0, -400, 0],
      warp: [1e-3, 1, 1, 1],
      weft: [1e-3, 1, 1, 1],
      tetherLimit: UNTETHERED,
      strainLimit: isOn ? 0.1 : 1e9,
    }),
  "a density that changes": (isOn) =>
    describeRun(60, hammock, (frame) => ({
      linear: lying,
      warp: [0.01, 1, 1, 1],
      ...stiff,
      inverseDensity: isOn && frame > 20 ? 0.5 : 5,
    })),
  "slack and limits of phases": (isOn) =>
    describeRun(30, hammock, {
      linear: lying,
      ...(isOn && { warp: [1e-4, 0.9, 1.05, 0.2], weft: [1e-4, 0.95, 1.02, 0], shear: [1e-3, 0.8, 1.1, 0.5] }),
    }),
  "fast threads along u": (isOn) =>
    describeRun(60, hammock, { linear: lying, warpSolver: isOn ? constants.FAST_THREADS : constants.STIFF_THREADS }),
  "fast threads along v, with slack": (isOn) =>
    describeRun(30, hammock, {
      linear: lying,
      weft: [1e-3, 0.95, 1.02, 0.5],
      weftSolver: isOn ? constants.FAST_THREADS : constants.STIFF_THREADS,
    }),
  "fast threads of a closed tube": (isOn) =>
    rolled(
      describeRun(
        60,
        { controlPoints, pins: "topEdge" },
        {
          wind: [1.5, 0, 0.3],
          ...(isOn && { warpSolver: constants.FAST_THREADS, weftSolver: constants.FAST_THREADS }),
        },
      ),
      2 * Math.PI,
      true,
    ),
  tethers: (isOn) =>
    describeRun(120, hammock, {
      linear: lying,
      warp: [0.05, 1, 1, 1],
      weft: [0.02, 1, 1, 1],
      tetherLimit: isOn ? 1.02 : UNTETHERED,
    }),
  "three iterations": (isOn) =>
    describeRun(120, hammock, {
      linear: lying,
      shear: [5e-3, 1, 1, 1],
      warp: [1e-3, 1, 1, 1],
      iterationCount: isOn ? 3 : 1,
    }),
  "a closed tube": (isOn) => {
    const run = rolled(
      describeRun(120, { controlPoints, pins: "topEdge" }, { ...stiff, wind: [0.5, 0, 0.3] }),
      2 * Math.PI,
      true,
    );
    return isOn
      ? run
      : {
          ...run,
          restGrid: new RestGrid(10, 10, run.restGrid.restPositions, run.restGrid.areas, run.restGrid),
        };
  },
  "a tube that is closed along v": (isOn) => {
    const run = rolled(
      describeRun(120, { controlPoints, pins: "topEdge" }, { ...stiff, wind: [0.5, 0, 0.3] }),
      2 * Math.PI,
      true,
    );
    return transposed(run, isOn);
  },
  "a closed tube whose seam is pinned in the middle": (isOn) => {
    const run = rolled(
      describeRun(60, { controlPoints, pins: "topEdge" }, { ...stiff, wind: [0.5, 0, 0.3] }),
      2 * Math.PI,
      true,
    );
    const middle = 10 * (controlPoints / 2);
    const pinned = run.pinned.map((pin, i) => (isOn && (i === middle || i === middle + controlPoints - 1) ? 1 : pin));
    return { ...run, pinned };
  },
  "motion constraints": (isOn) => {
    const run = describeRun(120, hammock, { linear: lying, motionScale: 0.5, motionBias: 0.01 });
    return {
      ...run,
      events: (frame, cloth) => {
        if (isOn)
          cloth.setVectors(
            "motion",
            spheres(run, (x, y) => [x, y, 0.001 * frame, 0.05 + x * x, x, y, 0.001 * (frame - 1), 0.05 + x * x]),
          );
      },
    };
  },
  "separation constraints": (isOn) => {
    const run = describeRun(120, hammock, { linear: lying, separationScale: 0.9, separationBias: 0.01 });
    return {
      ...run,
      events: (frame, cloth) => {
        const depth = (at: number): number => 0.3 - 0.001 * at;
        if (isOn)
          cloth.setVectors(
            "separation",
            spheres(run, (x, y) => [x, y, -depth(frame), 0.25, x, y, -depth(frame - 1), 0.25]),
          );
      },
    };
  },
  "eight colliders at once": (isOn) =>
    describeRun(
      120,
      hammock,
      { linear: lying, friction: 1, shear: [0.02, 1, 1, 1], weft: [0.01, 1, 1, 1], warp: [0.01, 1, 1, 1] },
      isOn
        ? [
            ...Array.from({ length: 7 }, (_, i) =>
              sphereAt([0.3 * Math.cos(0.9 * i), -0.06, 0.3 * Math.sin(0.9 * i)], 0.08),
            ),
            planeAt([0, -0.04, 0], [0.1, 1, 0]),
          ]
        : [],
    ),
  ...Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      `a ${name} that moves and spins`,
      (isOn: boolean) =>
        describeRun(20, hammock, { linear: lying, surfaceSamples: 1 }, (frame) =>
          isOn
            ? [
                movingCollider(
                  frame,
                  [0.02, { plane: -0.1, convex: -0.24, field: -0.13 }[name] ?? -0.3, -0.01],
                  [0, 0.002, 0],
                  name === "plane" ? [0.002, 0.02, 0] : [0.01, 0.03, 0.005],
                  shape,
                ),
              ]
            : [],
        ),
    ]),
  ),
  "a rod and a marble that are thinner than its cells": (isOn) =>
    describeRun(
      24,
      hammock,
      { linear: lying, surfaceSamples: 1, friction: 0.3 },
      isOn
        ? [
            colliderAt([0.03, -0.02, 0.02], {
              kind: CAPSULE,
              size: [0.006, 0.4, 0.01],
              rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
            }),
            sphereAt([-0.21, -0.012, 0.19], 0.01),
          ]
        : [],
    ),
  "the mass scale of collisions": (isOn) =>
    describeRun(
      24,
      hammock,
      { linear: lying, shear: [0.02, 1, 1, 1], warp: [0.01, 1, 1, 1], collisionMassScale: isOn ? 5 : 0 },
      [sphereAt([0.03, -0.13, 0.02], 0.2)],
    ),
  carrying: (isOn) =>
    describeRun(20, hammock, (frame) => ({
      linear: turned(0.01 * frame),
      frameShift: [0.01, 0, 0.005],
      ...(isOn && { carryMode: CARRIED, carry: turned(0.005 / 8), carryShift: [0.005 / 8, 0, 0.0025 / 8] }),
    })),
};

/** A ball that comes down on the hammock, `way` in a frame; it feels the cloth if it is on. */
function bodyOnHammock(body: {
  readonly frames: number;
  readonly height: number;
  readonly way: number;
  readonly inverseMass: number;
  readonly inverseInertia: number;
  readonly points?: number;
}): Feature {
  return (isOn) => {
    const turning = isOn ? body.inverseInertia : 0;
    const cloth = { ...hammock, controlPoints: body.points ?? controlPoints };
    return describeRun(body.frames, cloth, { linear: lying, surfaceSamples: 1, friction: 0.5 }, (frame) => [
      movingCollider(frame, [0.03, body.height, 0.02], [0, body.way, 0], [0, 0.01, 0.02], {
        ...shapes.sphere,
        isPushed: 1,
        inverseMass: isOn ? body.inverseMass : 0,
        inverseInertia: [turning, 0, 0, 0, turning, 0, 0, 0, turning],
      }),
    ]);
  };
}

/** Free: rounding errors grow, so they are compared while they are small. */
export const wild: Record<string, Feature> = {
  "flutter in turbulence": (isOn) =>
    describeRun(15, flag, { wind: [6, 0, 1], turbulence: isOn ? 0.5 : 0, lift: 1, ...stiff }),
  "continuous collision with a fast ball": (isOn) =>
    describeRun(8, loose, { linear: lying, continuousCollision: isOn ? 1 : 0 }, (frame) => [
      movingCollider(frame, [0.06, 2.45, 0.06], [0, -0.8, 0], [0, 0, 0], { size: [0.02, 0, 0] }),
    ]),
  impulses: (isOn) =>
    describeRun(8, loose, { linear: lying }, [], (frame, cloth) => {
      cloth.setVectors(
        "impulses",
        Float32Array.from(
          isOn && frame === 2 ? [0.2, 0, 0.1, 0.4, 0, 0.3, 0.05, 0, -0.2, 0, 0, 0.6, 0, 0, 0.1, 0] : [],
        ),
      );
    }),
  "a table and a block that comes down on it": (isOn) =>
    describeRun(10, hammock, { linear: lying, surfaceSamples: 1, friction: 0.8 }, (frame) =>
      isOn
        ? [
            colliderAt([0, -0.08, 0], { kind: BOX, size: [0.3, 0.03, 0.3] }),
            movingCollider(frame, [0.02, 0.1103, 0], [0, -0.0081, 0], [0, 0, 0], {
              kind: BOX,
              size: [0.1, 0.1, 0.1],
            }),
          ]
        : [],
    ),
  "a body that it carries": bodyOnHammock({
    frames: 10,
    height: 0.21,
    way: -0.02,
    inverseMass: 40,
    inverseInertia: 2500,
  }),
  "a body of seven times its mass": bodyOnHammock({
    frames: 10,
    height: 0.23,
    way: -0.02,
    inverseMass: 0.7,
    inverseInertia: 44,
  }),
  "a particle behind a board": (isOn) => {
    const run = describeRun(20, hammock, { linear: lying, surfaceSamples: 1 }, [
      colliderAt([0, -0.05, 0], { kind: BOX, size: [0.35, 0.01, 0.35] }),
    ]);
    const { areas, restPositions: rest } = run.restGrid;
    const lost = 44;
    return {
      ...run,
      events: (frame, cloth) => {
        const placeAt = (at: number): number[] => [rest[3 * lost], -0.01 * Math.max(at, 0), -rest[3 * lost + 1], 0];
        cloth.setVectors("targets", Float32Array.from([...placeAt(frame), ...placeAt(frame - 1)]));
        if (isOn && frame === 0) cloth.setPin(lost, 0, FIRST_TARGET);
        if (isOn && frame === 14) cloth.setPin(lost, 1 / areas[lost], RELEASED);
      },
    };
  },
  "pins that come, go and follow targets": (isOn) => {
    const run = describeRun(20, { controlPoints, pins: "topCorners" }, (frame) => ({
      linear: turned(0.01 * frame),
      velocityKept: Math.exp(-10 / 480),
    }));
    const {
      restGrid: { areas },
    } = run;
    return {
      ...run,
      events: (frame, cloth) => {
        if (!isOn) return;
        if (frame === 3) cloth.setPin(5, 0, PIN_HERE);
        if (frame === 6) cloth.setPin(99, 1 / areas[99], RELEASED);
        if (frame === 8) cloth.setPin(9, 0, FIRST_TARGET + 1);
        if (frame === 12) cloth.setPin(5, 1 / areas[5], RELEASED);
        if (frame === 15) cloth.setPin(9, 0, PIN_HERE);
        const target = (at: number): number[] => [0.5 - 0.01 * at, -0.5, 0.01 * at, 0];
        cloth.setVectors(
          "targets",
          Float32Array.from([0, 0, 0, 0, 0, 0, 0, 0, ...target(frame), ...target(frame - 1)]),
        );
      },
    };
  },
  "a grip that the cloth holds back": (isOn) => {
    const run = describeRun(14, flag, { wind: [1, 1, 4] });
    const { restPositions: rest } = run.restGrid;
    const [held, next] = [59, [49, 58, 69]];
    const placeAt = (frame: number): number[] => [rest[3 * held] + 0.03 * Math.max(frame, 0), rest[3 * held + 1], 0, 0];
    return {
      ...run,
      events: (frame, cloth) => {
        const places = Float32Array.from([...placeAt(frame), ...placeAt(frame - 1)]);
        if (frame === 0) cloth.setPin(held, 0, FIRST_TARGET);
        cloth.setVectors("targets", places);
        if (!isOn) return;
        const links = Uint32Array.from(next.flatMap((neighbour, i) => [held, neighbour, [2, 0, 3][i]]));
        const lengths = Float32Array.from(next, (neighbour) =>
          Math.hypot(...[0, 1, 2].map((axis) => rest[3 * held + axis] - rest[3 * neighbour + axis])),
        );
        const sideLengths = Float32Array.of(lengths[1], 0, lengths[0], lengths[2]);
        const shift = new Float32Array(3);
        cloth.setGrips([
          {
            id: 7,
            links,
            lengths,
            sideLengths,
            linkLength: 1 / 9,
            targets: Uint32Array.of(0),
            places,
            held,
            shift,
            bound: 0.08,
            seconds: 1 / 60,
            isNew: frame === 0,
          },
        ]);
      },
    };
  },
  teleporting: (isOn) =>
    describeRun(12, flag, (frame) =>
      frame < 6 || !isOn
        ? { wind: [1, 1, 4] }
        : {
            wind: [1, 1, 4],
            linear: turned(1),
            ...(frame === 6 && {
              previousLinear: turned(1),
              carryMode: TELEPORTED,
              carry: turned(1),
              frameShift: [0, 0, 0],
            }),
          },
    ),
  "a mesh that shrinks": (isOn) =>
    describeRun(10, flag, (frame) => ({
      wind: [1, 1, 4],
      ...(isOn && frame === 6 && { carryMode: TELEPORTED, carry: [0.9, 0, 0, 0, 0.9, 0, 0, 0, 0.9] }),
    })),
  "a change of substeps": (isOn) =>
    describeRun(8, flag, (frame) => {
      const substeps = frame < 4 ? 8 : 12;
      const times = { substepCount: substeps, substepTime: 1 / (60 * substeps), airInterval: substeps / 2 };
      return { wind: [3, 1, 4], turbulence: 0.5, ...times, timeChange: isOn && frame === 4 ? 8 / 12 : 1 };
    }),
  "a reset": (isOn) => describeRun(12, flag, (frame) => ({ wind: [1, 1, 4], reset: isOn && frame === 7 ? 1 : 0 })),
  "a first step that is undone": (isOn) =>
    describeRun(6, flag, (frame) => (isOn && frame === 0 ? { wind: [NaN, 0, 0] } : {})),
  "a step that is undone": (isOn) =>
    describeRun(12, flag, (frame) => (isOn && frame === 5 ? { gravity: [0, NaN, 0], frameShift: [0.1, 0, 0] } : {})),
  ...Object.fromEntries(
    [2, 4].map((airInterval) => [
      `varying substeps, looks ${airInterval} apart`,
      (isOn: boolean) =>
        describeRun(20, flag, (frame) => ({
          airInterval,
          wind: [2, 0, 2],
          turbulence: 0.3,
          ...stiff,
          substepCount: isOn ? [3, 4, 16, 3, 0, 8, 1, 5][frame % 8] : 8,
        })),
    ]),
  ),
  "a mesh that takes it into a thin board": (isOn) => ontoBox(isOn ? 8 : 0, 0.004, 1),
  "a mesh that takes it into a thick board": (isOn) => ontoBox(isOn ? 3 : 0, 0.1, 0),
};

/** A run that is told its strain. */
export const asking = (run: SolverRun): SolverRun => ({
  ...run,
  stepAt: (frame) => ({ ...run.stepAt(frame), strainGoal: 0.01 }),
});

/** Everything at once. */
export const everything: Feature = (isOn) => {
  const run = rolled(
    describeRun(
      5,
      { controlPoints: { u: 12, v: 9 }, pins: "topEdge" },
      (frame) => ({
        linear: turned(0.01 * frame),
        velocityKept: Math.exp(-5 / 480),
        frameShift: [0.002, 0, 0.001],
        carryMode: CARRIED,
        carry: turned(0.002 / 8),
        carryShift: [0, 0.001 / 8, 0],
        wind: [2, 0, 3],
        turbulence: 0.4,
        lift: 1,
        airOrigin: [1, 2, 3],
        ...stiff,
        warp: [1e-4, 0.95, 1.02, 0.5],
        strainLimit: 0.05,
        iterationCount: 2,
        collisionMassScale: 1,
        continuousCollision: 1,
        surfaceSamples: 1,
        motionBias: 0.02,
        substepCount: [3, 4, 8, 7][frame % 4],
      }),
      (frame) =>
        Object.values(shapes)
          .slice(0, isOn ? 6 : 0)
          .map((shape, i) =>
            movingCollider(
              frame,
              [0.5 * Math.cos(i), -0.6 + 0.1 * i, 0.5 * Math.sin(i)],
              [0.002, 0.001 * i, 0],
              [0.01, 0.02 * i, 0],
              { ...shape, isPushed: 1 },
            ),
          ),
    ),
    2 * Math.PI,
    true,
  );
  return {
    ...run,
    events: (frame, cloth) => {
      cloth.setVectors(
        "motion",
        spheres(run, (x, y, z) => [x, y, z, 0.2, x, y, z, 0.2]),
      );
      cloth.setVectors(
        "separation",
        spheres(run, () => [0, 0, 0, 0.05, 0, 0, 0.001, 0.05]),
      );
      cloth.setVectors("impulses", Float32Array.from(frame % 3 === 0 ? [0.1, -0.2, 0, 0.3, 0.01, 0, 0.02, 0] : []));
      cloth.setVectors("targets", Float32Array.from([0, -0.4, 0.2 - 0.01 * frame, 0, 0, -0.4, 0.21 - 0.01 * frame, 0]));
      if (frame === 2) cloth.setPin(6, 0, FIRST_TARGET);
      if (frame === 4) cloth.setPin(6, 1 / run.restGrid.areas[6], RELEASED);
    },
  };
};

/** Cloth that turns as one body. With a mass scale of collisions nothing is taken back; nothing is there to collide. */
const turning: Record<string, Feature> = {
  "turning about a line of pins that goes": (isOn) => thrown("leftEdge", isOn),
  "turning about one pin that goes": (isOn) => thrown([{ u: 0, v: 1 }], isOn),
  "pins that no longer lie on one line": (isOn) => {
    const run = thrown("leftEdge", true);
    return {
      ...run,
      events: (frame, cloth) => {
        run.events(frame, cloth);
        const placeAt = (at: number): number[] => [-0.5 + 0.004 * at, 0, 0.004 * at, 0];
        cloth.setVectors("targets", Float32Array.from([...placeAt(frame), ...placeAt(frame - 1)]));
        if (isOn && frame === 2) cloth.setPin(50, 0, FIRST_TARGET);
      },
    };
  },
};

const freely: Feature = (isOn) => thrown("none", isOn);

/** What an outline leaves out has no mass, and its first particle is left out. */
const roundly: Feature = (isOn) => {
  const outline: IClothOptions["outline"] = (u, v) => Math.hypot(u - 0.5, v - 0.5) < 0.45;
  const options = checkOptions("round", { controlPoints, fullResolution: 32, pins: "none", outline });
  const { restGrid, pinning } = new ClothNets("round", options, true).current;
  return { ...freely(isOn), restGrid, pinned: pinning.pinned, ...(restGrid.links && { living: restGrid.links }) };
};

/** Only at full resolution: its seams are joined in kernels of their own. */
export const ofFullResolution: Record<string, Feature> = {
  "a tube that hangs by one end of its seam": (isOn) =>
    describeRun(
      30,
      {
        controlPoints: { u: 14, v: controlPoints },
        pins: [{ u: 0, v: 1 }],
        restShape: (u, v, point) => {
          const angle = 2 * Math.PI * u + 0.7;
          point.set(0.3 * Math.cos(angle), v - 0.5, 0.3 * Math.sin(angle));
        },
        ...(isOn && { closed: "u" as const }),
      },
      { bendWarp: 50, bendWeft: 50, wind: [1, 0, 0.5] },
    ),
  "a flattened tube that keeps apart from itself": (isOn) =>
    describeRun(
      4,
      {
        controlPoints: { u: 16, v: controlPoints },
        pins: "topCorners",
        closed: "u",
        restShape: (u, v, point) => point.set(0.16 * Math.cos(2 * Math.PI * u), v, 0.16 * Math.sin(2 * Math.PI * u)),
        startShape: (u, v, point) => point.set(0.16 * Math.cos(2 * Math.PI * u), v, 0.01 * Math.sin(2 * Math.PI * u)),
      },
      { selfCollision: isOn ? 1 : 0, wind: [1, 0, 0.5] },
    ),
  "a curved plate, which looks twice as often": (isOn) =>
    describeRun(
      20,
      {
        controlPoints: { u: 14, v: controlPoints },
        pins: "topEdge",
        restShape: (u, v, point) => {
          point.set(0.3 * Math.sin(3 * u), v - 0.5, 0.3 * Math.cos(3 * u));
        },
      },
      { gravity: [0, -5, 5], ...(isOn && { bendWarp: 1e-3, bendWeft: 1e-3 }) },
    ),
  "a body of fifty times its mass, which nodes of coarser levels carry": bodyOnHammock({
    points: 26,
    frames: 14,
    height: 0.23,
    way: -0.03,
    inverseMass: 0.1,
    inverseInertia: 6,
  }),
  // As the sheet is thrown, a frame multiplies what was rounded by two.
  ...Object.fromEntries(
    Object.entries({ ...turning, "turning freely": freely, "a round sheet turning freely": roundly }).map(
      ([name, feature]): [string, Feature] => [name, (isOn) => ({ ...feature(isOn), frames: 12 })],
    ),
  ),
};

/** What control grids do in a way of their own. Virtual particles are theirs alone; a plate is solved by systems that are factored once. */
export const ofControlGrids: Record<string, Feature> = {
  "the mass scale of collisions, of a plate": (isOn) =>
    describeRun(
      24,
      hammock,
      { linear: lying, shear: [0.02, 1, 1, 1], bendWarp: 1, bendWeft: 1, collisionMassScale: isOn ? 5 : 0 },
      [sphereAt([0.03, -0.13, 0.02], 0.2)],
    ),
  ...turning,
  "a reset to a stretched start, before any time passes": (isOn) => {
    const run = describeRun(6, { controlPoints, pins: "leftEdge" }, (frame) => ({
      strainLimit: 0.1,
      ...(isOn && frame === 5 && { reset: 1, substepCount: 0 }),
    }));
    return {
      ...run,
      restGrid: run.restGrid.startingAt(run.restGrid.restPositions.map((x, i) => (i % 3 === 0 ? 1.3 * x : x))),
    };
  },
  "virtual particles of a table": (isOn) =>
    describeRun(
      20,
      hammock,
      { linear: lying, surfaceSamples: 1 },
      [sphereAt([0.03, -0.145, 0.02], 0.14)],
      (_, cloth) => {
        cloth.setVectors("weights", Float32Array.from(isOn ? [0.5, 0.3, 0.1, 0.1, 0.6, 0, 0.4, 0] : []));
      },
    ),
};

/** A sheet of `count` by `count` on a ball that moves and on a floor, which it pushes or not. Heavy, since the GPU counts in whole parts of a newton second. */
export function pushing(count: number, isPushed: number): SolverRun {
  return describeRun(30, { ...loose, controlPoints: count, mass: 100 }, { linear: lying, friction: 0.2 }, (frame) => [
    movingCollider(frame, [0.05, -0.25, 0], [0, 0, 0.001], [0, 0.02, 0], { ...shapes.sphere, isPushed }),
    { ...planeAt([0, -0.12, 0], [0, 1, 0]), isPushed },
  ]);
}
