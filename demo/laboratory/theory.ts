// The linear theory of stability: how much a mode x'' = -square x - rate x' grows in one step of each method.
import type { ClothIntegrator } from "../../src/index.js";
import type { DampingKind, LabSettings } from "./settings.js";
import { COUNT, masses, springOffsets } from "./sheet.js";

/** A way in which the sheet can swing. */
interface Mode {
  /** Frequency of the undamped mode, squared [1/s2]. */
  readonly square: number;
  /** Of damping [1/s]. */
  readonly rate: number;
}

type Complex = readonly [real: number, imaginary: number];

const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const minus = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const over = (a: Complex, [c, d]: Complex): Complex => {
  const [x, y] = times(a, [c, -d]);
  return [x / (c * c + d * d), y / (c * c + d * d)];
};
const size = ([a, b]: Complex): number => Math.hypot(a, b);

/** @returns The two eigenvalues of the mode: roots of z^2 + rate z + square. */
function eigenvalues({ square, rate }: Mode): readonly Complex[] {
  const inner = rate * rate - 4 * square;
  const root = Math.sqrt(Math.abs(inner));
  return inner < 0
    ? [
        [-rate / 2, root / 2],
        [-rate / 2, -root / 2],
      ]
    : [
        [(-rate - root) / 2, 0],
        [(-rate + root) / 2, 0],
      ];
}

/** Runge-Kutta methods of n stages and order n take the series of the exponential: 1 + z + z^2/2 + ... */
function series(z: Complex, order: number): number {
  let [sum, term]: [Complex, Complex] = [
    [1, 0],
    [1, 0],
  ];
  for (let n = 1; n <= order; n++) {
    term = times(term, [z[0] / n, z[1] / n]);
    sum = plus(sum, term);
  }
  return size(sum);
}

/** Coefficients of the method of four steps, times z / 24. */
const BASHFORTH = [55, -59, 37, -9] as const;

/** Largest root of w^4 - w^3 - z (55 w^3 - 59 w^2 + 37 w - 9) / 24, by the iteration of Durand and Kerner. */
function bashforth(z: Complex): number {
  const [c3, c2, c1, c0] = BASHFORTH.map((c): Complex => [(-c * z[0]) / 24, (-c * z[1]) / 24]);
  const lower: readonly Complex[] = [plus([-1, 0], c3), c2, c1, c0];
  const valueAt = (w: Complex): Complex =>
    lower.reduce<Complex>((value, coefficient) => plus(times(value, w), coefficient), [1, 0]);
  let roots: Complex[] = [0, 1, 2, 3].map((i) => [1.1 * Math.cos(0.4 + 1.57 * i), 1.1 * Math.sin(0.4 + 1.57 * i)]);
  for (let round = 0; round < 40; round++) {
    roots = roots.map((root, i) => {
      const others = roots.filter((_, j) => j !== i);
      return minus(
        root,
        over(
          valueAt(root),
          others.reduce<Complex>((p, other) => times(p, minus(root, other)), [1, 0]),
        ),
      );
    });
  }
  return Math.max(...roots.map(size));
}

/** @returns Largest size of the eigenvalues of a real 2 x 2 matrix. */
function radius(trace: number, determinant: number): number {
  const inner = trace * trace - 4 * determinant;
  return inner < 0 ? Math.sqrt(determinant) : (Math.abs(trace) + Math.sqrt(inner)) / 2;
}

const largest = (mode: Mode, growth: (z: Complex) => number, h: number): number =>
  Math.max(...eigenvalues(mode).map(([x, y]) => growth([h * x, h * y])));

/** How much a mode grows in a step of h, by method. */
const growths: Readonly<Record<ClothIntegrator, (mode: Mode, h: number) => number>> = {
  euler: (mode, h) => largest(mode, (z) => series(z, 1), h),
  rungeKutta2: (mode, h) => largest(mode, (z) => series(z, 2), h),
  rungeKutta4: (mode, h) => largest(mode, (z) => series(z, 4), h),
  adamsBashforth: (mode, h) => largest(mode, bashforth, h),
  semiImplicitEuler: ({ square, rate }, h) => radius(2 - h * h * square - h * rate, 1 - h * rate),
  verlet: ({ square, rate }, h) => {
    // With the velocity at the end predicted by Euler.
    const [xx, xv] = [1 - (h * h * square) / 2, h - (h * h * rate) / 2];
    const atEnd = (x: number, predicted: number): number => -square * x - rate * predicted;
    const vx = (h / 2) * (-square + atEnd(xx, -h * square));
    const vv = 1 + (h / 2) * (-rate + atEnd(xv, 1 - h * rate));
    return radius(xx + vv, xx * vv - xv * vx);
  },
};

/** How much springs along u and along v count, and a shift of all eigenvalues. */
interface Weights {
  readonly u: number;
  readonly v: number;
  readonly shift: number;
}

/** What springs of 1 N/m do to a shape of motion: its squared frequency by those along u, and by those along v [1/s2 per N/m]. */
interface Shape {
  readonly byU: number;
  readonly byV: number;
}

const isPinned = (i: number): boolean => i === masses.length - COUNT || i === masses.length - 1;

/** Forces of springs of 1 N/m against the motion, over masses. */
function accelerations(shape: readonly number[], { u, v, shift }: Weights): number[] {
  const forces = masses.map((mass, i) => shift * mass * shape[i]);
  for (let i = 0; i < forces.length; i++) {
    for (const [columns, rows] of springOffsets) {
      if ((i % COUNT) + columns >= COUNT || Math.floor(i / COUNT) + rows >= COUNT) continue;
      const end = i + columns + rows * COUNT;
      const pull = (columns > 0 ? u : v) * (shape[end] - shape[i]);
      forces[i] -= pull;
      forces[end] += pull;
    }
  }
  return forces.map((force, i) => (isPinned(i) ? 0 : force / masses[i]));
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + masses[i] * x * b[i], 0);

const ROUNDS = 400;

/** @returns The shape with the highest eigenvalue, by the power method. */
function fastest(weights: Weights): Shape {
  let shape = masses.map((_, i) => (isPinned(i) ? 0 : Math.sin(1 + 7 * i * i)));
  for (let round = 0; round < ROUNDS; round++) {
    const next = accelerations(shape, weights);
    const length = Math.sqrt(product(next, next));
    shape = next.map((x) => x / length);
  }
  const by = (u: number, v: number): number => product(shape, accelerations(shape, { u, v, shift: 0 }));
  return { byU: by(1, 0), byV: by(0, 1) };
}

/** Of the springs along one direction: pins make hardly a difference between both. */
const stiffest = Math.max(fastest({ u: 1, v: 0, shift: 0 }).byU, fastest({ u: 0, v: 1, shift: 0 }).byV);

/** Directions in which the shapes of {@link viscousShapes} are extreme. */
const ANGLES = [-80, -60, -40, -20, 0, 20, 45, 70, 90] as const;

/** Shapes that springs along u make stiff, and those along v too or not at all; and most damped motion across the sheet. */
const viscousShapes: readonly Shape[] = ANGLES.map((angle) => {
  const [u, v] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return fastest({ u, v, shift: Math.max(-v, 0) * stiffest });
});
const mostDamped = Math.max(...viscousShapes.map(({ byU, byV }) => byU + byV));

/** Modes between the stiffest one and the softest. */
const MODES = 20;

/**
 * @param kind - Of damping.
 * @param stiffness - Of the springs [N/m].
 * @param damping - Of the springs [N s/m].
 * @returns Modes that decide. With damping along springs, stiffness and damping have the same modes, and these are exact. Viscosity also damps
 * along the other direction: then these are the extreme ones, and motion across the sheet, which has no stiffness.
 */
function modesOf(kind: DampingKind, stiffness: number, damping: number): readonly Mode[] {
  const mode = (square: number, rate: number): Mode => ({ square: stiffness * square, rate: damping * rate });
  const parts = Array.from({ length: MODES }, (_, i) => (MODES - i) / MODES);
  return kind === "spring"
    ? parts.map((part) => mode(part * stiffest, part * stiffest))
    : parts.flatMap((part) => [
        ...viscousShapes.map(({ byU, byV }) => mode(part * byU, part * (byU + byV))),
        mode(0, part * mostDamped),
      ]);
}

/** @returns The highest frequency of the undamped sheet [1/s], and its highest rate of damping [1/s]. */
export function scalesOf({ stiffness, damping, dampingKind }: LabSettings): { frequency: number; rate: number } {
  const rate = damping * (dampingKind === "spring" ? stiffest : mostDamped);
  return { frequency: Math.sqrt(stiffness * stiffest), rate };
}

/** Growth that is rounding. */
const ROUNDING = 1e-9;

/** @returns Whether theory says that the sheet is stable. */
export function isStableInTheory({ integrator, dampingKind, stiffness, damping, timeStep }: LabSettings): boolean {
  const growth = growths[integrator];
  return modesOf(dampingKind, stiffness, damping).every((mode) => growth(mode, timeStep) <= 1 + ROUNDING);
}
