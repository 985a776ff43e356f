// Cloth whose pins are all on one line or at one point turns about them: nothing but what pushes it from outside changes that.
import { constants } from "../../src/shaders/shaders.gen.js";
import { ClothNets } from "../../src/cloth/clothNets.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { freedomIn, hingeOf } from "../../src/sim/freedom.js";
import { createClothScene } from "../support/clothScene.js";
import { motionOf, watchOnCpu, type Motion } from "../support/motionOf.js";
import { note } from "../support/note.js";
import { describeRun, impulseAt, undamped } from "../support/solverRun.js";

const { NO_FREEDOM, UNPINNED, TURNS_ABOUT_LINE, TURNS_ABOUT_POINT } = constants;

const turning: [string, IClothOptions][] = [
  ["leftEdge, 10x10", { pins: "leftEdge", controlPoints: 10 }],
  ["leftEdge, 16x16", { pins: "leftEdge", controlPoints: 16 }],
  ["leftEdge, 16x16, 16 substeps", { pins: "leftEdge", controlPoints: 16, solver: { substeps: 16 } }],
  ["leftEdge, 24x12", { pins: "leftEdge", controlPoints: { u: 24, v: 12 } }],
  ["one corner", { pins: [{ u: 0, v: 1 }] }],
  [
    "two pins on an edge",
    {
      pins: [
        { u: 0, v: 1 },
        { u: 0, v: 0.5 },
      ],
    },
  ],
];

test.each(turning)("in still air it comes to rest: %s", async (_, options) => {
  const stage = createClothScene();
  const cloth = stage.add(options);
  stage.run(1200);
  const before = Float32Array.from(await cloth.readPositions());
  stage.run(6);
  const now = await cloth.readPositions();
  stage.dispose();
  const way = Math.hypot(...now.map((x, c) => x - before[c])) / Math.sqrt(now.length / 3);
  note("speed after 20 s [mm/s]", 1e4 * way);
  expect(1e4 * way).toBeLessThan(1);
});

test.each<[string, IClothOptions]>([
  ["leftEdge, 16x16", { pins: "leftEdge", controlPoints: 16 }],
  ["leftEdge, 24x12", { pins: "leftEdge", controlPoints: { u: 24, v: 12 } }],
  ["one corner, 16x16", { pins: [{ u: 0, v: 1 }], controlPoints: 16 }],
])("so it does at full resolution: %s", (_, options) => {
  const run = describeRun(1200, options, { bendWarp: 7e4, bendWeft: 7e4 });
  const pin = 3 * run.pinned.indexOf(1);
  let turned = 0;
  let before = run.restGrid.restPositions;
  watchOnCpu(
    run,
    (frame, { positions }) => {
      const now = positions.slice();
      if (frame > 1100) {
        let [moment, inertia] = [0, 0];
        for (let at = 0; at < now.length; at += 3) {
          const [x, z] = [now[at] - now[pin], now[at + 2] - now[pin + 2]];
          moment += z * (now[at] - before[at]) - x * (now[at + 2] - before[at + 2]);
          inertia += x * x + z * z;
        }
        turned += moment / inertia;
      }
      before = now;
    },
    true,
  );
  note("turns by [rad/s]", (turned * 60) / 99);
  expect(Math.abs((turned * 60) / 99)).toBeLessThan(0.02);
});

/** A sheet that is thrown, without air and damping: its angular momentum about its first pin, and its energy, after each frame. */
function throwSheet(
  options: IClothOptions,
  gravity: number,
  frames: number,
  isFullResolution = false,
): { moments: number[][]; energies: number[] } {
  const run = describeRun(frames, options, { ...undamped, gravity: [0, gravity, 0] }, [], (frame, cloth) => {
    const impulse = impulseAt([0.2, 0.1, 0], 0.5, [0.02, 0.01, 0.15]);
    cloth.setVectors("impulses", Float32Array.from(frame === 1 ? impulse : []));
  });
  const pin = 3 * run.pinned.indexOf(1);
  const moments: number[][] = [];
  const energies: number[] = [];
  watchOnCpu(
    run,
    (frame, solver) => {
      if (frame < 1) return;
      const { positions, particles } = solver;
      const moment = [0, 0, 0];
      let energy = 0;
      run.restGrid.areas.forEach((area, i) => {
        const mass = run.pinned[i] ? 0 : area / run.step.inverseDensity;
        const arm = [0, 1, 2].map((axis) => positions[3 * i + axis] - positions[pin + axis]);
        const v = [0, 1, 2].map((axis) => 480 * (positions[3 * i + axis] - particles.previous[3 * i + axis]));
        [0, 1, 2].forEach((axis) => {
          const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
          moment[axis] += mass * (arm[a] * v[b] - arm[b] * v[a]);
        });
        energy += mass * (0.5 * (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) - gravity * positions[3 * i + 1]);
      });
      moments.push(moment);
      energies.push(energy);
    },
    isFullResolution,
  );
  return { moments, energies };
}

test.each<[string, IClothOptions, number]>([
  ["around a vertical pole, 10x10", { pins: "leftEdge", controlPoints: 10 }, -9.81],
  ["around a vertical pole, 16x8", { pins: "leftEdge", controlPoints: { u: 16, v: 8 } }, -9.81],
  ["around a vertical pole, without weight", { pins: "leftEdge", controlPoints: 10 }, 0],
  ["around the vertical through one pin", { pins: [{ u: 0, v: 1 }], controlPoints: 10 }, -9.81],
])("a sheet that was thrown keeps its angular momentum: %s", (_, options, gravity) => {
  const { moments, energies } = throwSheet(options, gravity, 300);
  const [first, last] = [moments[0][1], moments[moments.length - 1][1]];
  const greatest = Math.max(...energies);
  note(
    "angular momentum, last over first",
    last / first,
    "energy, first, greatest, last",
    energies[0],
    greatest,
    energies[energies.length - 1],
  );
  expect(Math.abs(last / first - 1)).toBeLessThan(0.01);
  expect(greatest - energies[0]).toBeLessThan(0.01 * Math.abs(energies[0]));
});

test("one pin without weight: all of the angular momentum about it is kept", () => {
  const { moments } = throwSheet({ pins: [{ u: 0, v: 1 }], controlPoints: 10 }, 0, 300);
  const [first, last] = [moments[0], moments[moments.length - 1]];
  const change = Math.hypot(...last.map((component, axis) => component - first[axis])) / Math.hypot(...first);
  note("change of angular momentum about a pin", change);
  expect(change).toBeLessThan(0.01);
});

test.each<[string, IClothOptions, number, number]>([
  ["around a vertical pole", { pins: "leftEdge", controlPoints: 16 }, -9.81, 1],
  ["around a vertical pole, without weight", { pins: "leftEdge", controlPoints: 16 }, 0, 1],
  ["around the vertical through one pin", { pins: [{ u: 0, v: 1 }], controlPoints: 16 }, -9.81, 1],
])("so it does at full resolution: %s", (_, options, gravity, axis) => {
  const { moments } = throwSheet(options, gravity, 300, true);
  const [first, last] = [moments[0][axis], moments[moments.length - 1][axis]];
  note("angular momentum, last over first", last / first);
  expect(Math.abs(last / first - 1)).toBeLessThan(0.01);
});

/** A free sheet at full resolution that turns at some 3 rad/s, and how it moves in each frame. */
function spin(options: IClothOptions, frames: number, push: number): { rate: number; change: number; drift: number } {
  const impulses = [-1, 1].flatMap((side) => impulseAt([0.35 * side, 0, 0], 0.3, [0, 0.006 * side, push * side]));
  const run = describeRun(
    frames,
    options,
    { ...undamped, gravity: [0, 0, 0], bendWarp: 7e4, bendWeft: 7e4 },
    [],
    (frame, cloth) => {
      cloth.setVectors("impulses", Float32Array.from(frame === 1 ? impulses : []));
      if (restGrid.links && cloth instanceof CpuSolver && frame === 0) cloth.setLivingLinks(restGrid.links);
    },
  );
  const { restGrid } = new ClothNets("test", checkOptions("test", options), false).current;
  const motions: Motion[] = [];
  watchOnCpu(
    { ...run, restGrid },
    (frame, solver) => {
      if (frame > 1) motions.push(motionOf({ ...run, restGrid }, solver));
    },
    true,
  );
  const [first, last] = [motions[0], motions[motions.length - 1]];
  const between = (a: number[], b: number[]): number => Math.hypot(...a.map((component, axis) => component - b[axis]));
  return {
    rate: Math.abs(first.angularMomentum[1] / first.inertia),
    change: between(last.angularMomentum, first.angularMomentum) / Math.hypot(...first.angularMomentum),
    drift: between(last.momentum, first.momentum) / first.size,
  };
}

const outline: IClothOptions["outline"] = (u, v) => Math.hypot(u - 0.5, v - 0.5) < 0.45;

test.each<[string, IClothOptions, number, number]>([
  ["16x16, 600 frames", { controlPoints: 16, pins: "none" }, 600, 0.08],
  ["what an outline leaves out has no mass", { controlPoints: 16, pins: "none", outline }, 200, 0.033],
])("a free sheet at full resolution keeps its angular momentum at 3 rad/s: %s", (_, options, frames, push) => {
  const { rate, change, drift } = spin(options, frames, push);
  note("turns at [rad/s]", rate, "change of angular momentum", change, "of momentum", drift);
  expect(rate).toBeGreaterThan(2.5);
  expect(change).toBeLessThan(0.005);
  // Rounding; before, links and it came to 6e-5.
  expect(drift).toBeLessThan(3e-5);
});

describe("pins", () => {
  const down = [0, -9.81, 0];
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const turn = Math.PI / 180;
  /** Turned about z. */
  const turnedBy = (degrees: number): number[] => {
    const [sine, cosine] = [Math.sin(degrees * turn), Math.cos(degrees * turn)];
    return [cosine, sine, 0, -sine, cosine, 0, 0, 0, 1];
  };
  const freedom = (options: IClothOptions, linear = identity, gravity = down): number => {
    const definition = checkOptions("test", { controlPoints: 10, ...options });
    const pinned = pinnedParticles(definition);
    const pins = [...pinned.keys()].filter((i) => pinned[i] > 0);
    const hinge = hingeOf(cookRestGrid(definition), pins);
    return freedomIn(hinge, { linear, gravity });
  };
  const tube: IClothOptions = {
    closed: "u",
    restShape: (u, v, point) => point.set(Math.cos(2 * Math.PI * u), v, Math.sin(2 * Math.PI * u)),
  };

  test.each<[string, IClothOptions, number]>([
    ["none", { pins: "none" }, UNPINNED],
    ["one", { pins: [{ u: 0.5, v: 1 }] }, TURNS_ABOUT_POINT],
    ["both ends of a seam", { ...tube, pins: [{ u: 0, v: 1 }] }, TURNS_ABOUT_POINT],
    ["an upright edge", { pins: "leftEdge" }, TURNS_ABOUT_LINE],
    ["a level edge", { pins: "topEdge" }, NO_FREEDOM],
    ["two corners", { pins: "topCorners" }, NO_FREEDOM],
    ["an edge and a point", { pins: (u, v) => u === 0 || (u === 1 && v === 1) }, NO_FREEDOM],
    ["four corners", { pins: "allCorners" }, NO_FREEDOM],
    ["the edge of a tube", { ...tube, pins: "topEdge" }, NO_FREEDOM],
  ])("%s", (_, options, expected) => {
    expect(freedom(options)).toBe(expected);
  });

  test("a line that leans by more than 30 degrees is kept by weight", () => {
    const edge: IClothOptions = { pins: "topEdge" };
    expect(freedom(edge, turnedBy(90))).toBe(TURNS_ABOUT_LINE);
    expect(freedom(edge, turnedBy(61))).toBe(TURNS_ABOUT_LINE);
    expect(freedom(edge, turnedBy(59))).toBe(NO_FREEDOM);
    expect(freedom({ pins: "leftEdge" }, turnedBy(31))).toBe(NO_FREEDOM);
    expect(freedom({ pins: "leftEdge" }, turnedBy(211))).toBe(NO_FREEDOM);
    expect(freedom({ pins: "leftEdge" }, turnedBy(180))).toBe(TURNS_ABOUT_LINE);
  });

  test("without gravity, nothing brings cloth back", () => {
    expect(freedom({ pins: "topEdge" }, identity, [0, 0, 0])).toBe(TURNS_ABOUT_LINE);
  });
});
