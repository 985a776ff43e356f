/** Closed cloth at full resolution that nothing holds or moves from outside: its seams take nothing from its momenta. */
import { Fabrics, type IClothOptions } from "../../src/index.js";
import { motionOf, watchOnCpu, type Motion } from "../support/motionOf.js";
import { note } from "../support/note.js";
import { describeRun, impulseAt, undamped, UNTETHERED } from "../support/solverRun.js";

const RADIUS = 0.1;
const HEIGHT = 0.3;
const IMPULSE = [0.01, 0.005, -0.02];
const { density, stretch, shear, bend } = Fabrics.leather;

/** A tube or a torus, pressed flat by a share of its radius; its seam is where no axis leads. */
function shape(closed: "u" | "v" | "both", flatness: number): NonNullable<IClothOptions["restShape"]> {
  return (u, v, point) => {
    const [turn, along] = closed === "v" ? [v, u] : [u, v];
    const angle = 2 * Math.PI * turn + 0.7;
    const other = 2 * Math.PI * along;
    const far = closed === "both" ? RADIUS * (2 + Math.cos(other)) : RADIUS;
    const high = closed === "both" ? RADIUS * Math.sin(other) : (along - 0.5) * HEIGHT;
    point.set((1 + flatness) * far * Math.cos(angle), high, (1 - flatness) * far * Math.sin(angle));
  };
}

/** Leather in space without air for a second, and how it moves after its first frame and its last one. */
function float(closed: "u" | "v" | "both", flatness: number, impulse: readonly number[] | null): Motion[] {
  const options: IClothOptions = {
    closed,
    controlPoints: closed === "u" ? { u: 18, v: 12 } : { u: 12, v: 18 },
    density,
    pins: "none",
    restShape: shape(closed, 0),
    startShape: shape(closed, flatness),
  };
  const changes = {
    ...undamped,
    gravity: [0, 0, 0],
    tetherLimit: UNTETHERED,
    warp: [stretch, 1, 1, 1],
    weft: [stretch, 1, 1, 1],
    shear: [shear, 1, 1, 1],
    bendWarp: bend.warp,
    bendWeft: bend.weft,
  };
  const at = closed === "both" ? 3 * RADIUS : RADIUS;
  const point = [at * Math.cos(0.7), 0, at * Math.sin(0.7)];
  const run = describeRun(60, options, changes, [], (frame, cloth) => {
    const isHit = impulse && frame === 0;
    cloth.setVectors("impulses", Float32Array.from(isHit ? impulseAt(point, 0.06, [...impulse]) : []));
  });
  const motions: Motion[] = [];
  const look = (frame: number, solver: Parameters<typeof motionOf>[1]): void => {
    if (frame === 0 || frame === 59) motions.push(motionOf(run, solver));
  };
  watchOnCpu(run, look, true);
  return motions;
}

const lengthOf = (a: readonly number[], b: readonly number[] = [0, 0, 0]): number =>
  Math.hypot(...a.map((coordinate, axis) => coordinate - b[axis]));

describe.each(["u", "v", "both"] as const)("at full resolution, closed along %s", (closed) => {
  test("cloth that springs back to its shape stays where it is, and does not turn", () => {
    const [first, last] = float(closed, 0.1, null);
    const way = lengthOf(last.center, first.center);
    const turn = lengthOf(last.angularMomentum, first.angularMomentum) / (first.size * RADIUS);
    note("closed net that springs back: way in 1 s [m], angular momentum", closed, way, turn);
    expect(way).toBeLessThan(1e-4);
    expect(turn).toBeLessThan(0.03);
  });

  test("an impulse on a seam moves all of it", () => {
    const motions = float(closed, 0, IMPULSE);
    const errors = motions.map(({ momentum }) => lengthOf(momentum, IMPULSE) / lengthOf(IMPULSE));
    note("closed net, impulse on a seam: part that is lost at first, in the end", closed, ...errors);
    expect(Math.max(...errors)).toBeLessThan(1e-3);
  });
});
