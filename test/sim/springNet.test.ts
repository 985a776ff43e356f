/** Integrators of the spring model: their order, and the longest step that is stable, against mathematics that does not know them. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { SpringNet, type SpringLaw } from "../../src/sim/cpu/springNet.js";
import { note } from "../support/note.js";

const { EULER, SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, ADAMS_BASHFORTH, VERLET } = constants;
const integrators = { EULER, SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, ADAMS_BASHFORTH, VERLET };
type Name = keyof typeof integrators;
const names = Object.keys(integrators) as Name[];

const MASS = 0.01;
const LENGTH = 0.1;
const COUNT = 9;

/** A chain along u in float64, one row of masses that hangs from its first. */
function chain(law: Partial<SpringLaw>, count = COUNT): { net: SpringNet; law: SpringLaw } {
  const positions = new Float64Array(3 * count).map((_, c) => (c % 3 === 0 ? (c / 3) * LENGTH : 0));
  const inverseMasses = new Float64Array(count).fill(1 / MASS);
  inverseMasses[0] = 0;
  const counts = { countU: count, countV: 1, particleCount: count };
  const net = new SpringNet(counts, positions, new Float64Array(3 * count), inverseMasses);
  net.measure(positions);
  const springs = { springStiffness: 20, springShear: 0, springBend: 0, springDamping: 0, springViscosity: 0 };
  return { net, law: { ...springs, dampingRate: 0, gravity: [0, 0, 0], ...law } };
}

describe("order of convergence", () => {
  const orders: Record<Name, number> = {
    EULER: 1,
    SEMI_IMPLICIT_EULER: 1,
    RUNGE_KUTTA_2: 2,
    RUNGE_KUTTA_4: 4,
    // Four steps would have the order 4: the three steps of Euler, with which it starts, leave the order 2.
    ADAMS_BASHFORTH: 2,
    VERLET: 2,
  };
  const TIME = 0.2;
  const swinging = {
    springBend: 4,
    springDamping: 0.02,
    springViscosity: 0.01,
    dampingRate: 0.5,
    gravity: [0, -9.81, 0],
  };

  /** Positions after a swing of the chain, which is curved and fast by then. */
  function swing(integrator: number, steps: number): Float64Array {
    const { net, law } = chain(swinging);
    for (let i = 0; i < steps; i++) {
      net.advance(law, integrator, TIME / steps);
    }
    return net.positions as Float64Array;
  }

  const error = (positions: Float64Array, exact: Float64Array): number =>
    Math.hypot(...positions.map((coordinate, c) => coordinate - exact[c]));

  // The reference is the method of Runge and Kutta as in a textbook, for a system that is written down again here.
  const exact = reference();

  function reference(): Float64Array {
    const rateOf = (y: Float64Array): Float64Array => {
      const rate = new Float64Array(y.length);
      const at = (i: number, k: number): number => y[6 * i + k];
      for (let i = 1; i < COUNT; i++) {
        const sums = [0, -9.81 * MASS, 0];
        for (const [j, stiffness] of [
          [i - 1, 20],
          [i + 1, 20],
          [i - 2, 4],
          [i + 2, 4],
        ] as const) {
          if (j < 0 || j >= COUNT) continue;
          const way = [0, 1, 2].map((k) => at(j, k) - at(i, k));
          const speed = [3, 4, 5].map((k) => at(j, k) - at(i, k));
          const size = Math.hypot(...way);
          const closing = way.reduce((sum, w, k) => sum + w * speed[k], 0) / size;
          way.forEach((w, k) => {
            const pull = stiffness * (size - Math.abs(i - j) * LENGTH) + 0.02 * closing;
            sums[k] += (w / size) * pull + 0.01 * speed[k];
          });
        }
        for (let k = 0; k < 3; k++) {
          rate[6 * i + k] = at(i, k + 3);
          rate[6 * i + k + 3] = sums[k] / MASS - 0.5 * at(i, k + 3);
        }
      }
      return rate;
    };
    const steps = 20000;
    const h = TIME / steps;
    let y: Float64Array = new Float64Array(6 * COUNT).map((_, c) => (c % 6 === 0 ? (c / 6) * LENGTH : 0));
    const plus = (a: Float64Array, b: Float64Array, scale: number): Float64Array => a.map((x, c) => x + scale * b[c]);
    for (let step = 0; step < steps; step++) {
      const k1 = rateOf(y);
      const k2 = rateOf(plus(y, k1, h / 2));
      const k3 = rateOf(plus(y, k2, h / 2));
      const k4 = rateOf(plus(y, k3, h));
      y = y.map((x, c) => x + (h / 6) * (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]));
    }
    return new Float64Array(3 * COUNT).map((_, c) => y[6 * Math.floor(c / 3) + (c % 3)]);
  }

  test.each(names)("%s", (name) => {
    const steps = orders[name] === 4 ? 200 : 1600;
    const coarse = error(swing(integrators[name], steps), exact);
    const fine = error(swing(integrators[name], 2 * steps), exact);
    const order = Math.log2(coarse / fine);
    note("order", name, order.toFixed(3), "error", fine.toExponential(1));
    expect(order).toBeGreaterThan(orders[name] - 0.2);
    expect(order).toBeLessThan(orders[name] + 0.2);
  });
});

describe("border of stability", () => {
  const DAMPING = 0.25;
  const STIFFNESS = 20;

  /** Squared frequency and damping rate of the modes of a chain that is held at one end. */
  const modes = Array.from({ length: COUNT - 1 }, (_, k) => {
    const stiff = 4 * Math.sin((Math.PI * (2 * k + 1)) / (2 * (2 * COUNT - 1))) ** 2;
    return { square: (stiff * STIFFNESS) / MASS, rate: (stiff * DAMPING) / MASS };
  });

  /** Largest size of the roots of a polynomial with real coefficients, the highest first: of the Durand-Kerner iteration. */
  function largestRoot(coefficients: readonly number[]): number {
    const degree = coefficients.length - 1;
    type Complex = readonly [number, number];
    const times = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
    const over = (a: Complex, b: Complex): Complex => {
      const [x, y] = times(a, [b[0], -b[1]]);
      const size = b[0] ** 2 + b[1] ** 2;
      return [x / size, y / size];
    };
    let roots: Complex[] = Array.from({ length: degree }, (_, i) => {
      const angle = 0.4 + (2 * Math.PI * i) / degree;
      return [1.1 * Math.cos(angle), 1.1 * Math.sin(angle)];
    });
    for (let round = 0; round < 300; round++) {
      roots = roots.map((root, i) => {
        const value = coefficients.reduce<Complex>((sum, c) => [times(sum, root)[0] + c, times(sum, root)[1]], [0, 0]);
        const rest = roots.reduce<Complex>(
          (product, other, j) => (j === i ? product : times(product, [root[0] - other[0], root[1] - other[1]])),
          [coefficients[0], 0],
        );
        const [x, y] = over(value, rest);
        return [root[0] - x, root[1] - y];
      });
    }
    return Math.max(...roots.map(([x, y]) => Math.hypot(x, y)));
  }

  /** Of a matrix [[a, b], [c, d]]. */
  const radius = (a: number, b: number, c: number, d: number): number => largestRoot([1, -(a + d), a * d - b * c]);

  /** How much a mode x'' = -square x - rate x' grows in a step of h, by the theory of each method. */
  const growth: Record<Name, (h: number, square: number, rate: number) => number> = {
    EULER: (h, s, r) => radius(1, h, -h * s, 1 - h * r),
    SEMI_IMPLICIT_EULER: (h, s, r) => radius(1 - h * h * s, h * (1 - h * r), -h * s, 1 - h * r),
    RUNGE_KUTTA_2: (h, s, r) => exponential(h, s, r, 2),
    RUNGE_KUTTA_4: (h, s, r) => exponential(h, s, r, 4),
    // z^4 - z^3 = h lambda (55 z^3 - 59 z^2 + 37 z - 9) / 24 for both eigenvalues lambda: their product has real coefficients.
    ADAMS_BASHFORTH: (h, s, r) => {
      const rho = [1, -1, 0, 0, 0];
      const sigma = [0, 55, -59, 37, -9].map((c) => (c * h) / 24);
      const product = (a: readonly number[], b: readonly number[]): number[] =>
        Array.from({ length: 9 }, (_, n) => a.reduce((sum, x, i) => sum + x * (b[n - i] ?? 0), 0));
      const [one, two, three] = [product(rho, rho), product(rho, sigma), product(sigma, sigma)];
      return largestRoot(one.map((x, n) => x + r * two[n] + s * three[n]));
    },
    VERLET: (h, s, r) => {
      const [x, v] = [1 - (h * h * s) / 2, h - (h * h * r) / 2];
      const [ax, av] = [-s, -r];
      // Velocity at the end as Euler predicts it.
      const [px, pv] = [h * ax, 1 + h * av];
      const [endX, endV] = [-s * x - r * px, -s * v - r * pv];
      return radius(x, v, (h / 2) * (ax + endX), 1 + (h / 2) * (av + endV));
    },
  };

  /** The Taylor polynomial of exp(h A) of a degree, A = [[0, 1], [-s, -r]]. */
  function exponential(h: number, s: number, r: number, degree: number): number {
    let term = [1, 0, 0, 1];
    const sum = [1, 0, 0, 1];
    for (let n = 1; n <= degree; n++) {
      const [a, b, c, d] = term;
      term = [-b * s, a - b * r, -d * s, c - d * r].map((x) => (x * h) / n);
      term.forEach((x, i) => (sum[i] += x));
    }
    return radius(sum[0], sum[1], sum[2], sum[3]);
  }

  /** The longest step for which the predicate holds, between two that it parts. */
  function border(isStable: (h: number) => boolean, low: number, high: number): number {
    let [stable, unstable] = [low, high];
    for (let i = 0; i < 14; i++) {
      const middle = (stable + unstable) / 2;
      if (isStable(middle)) stable = middle;
      else unstable = middle;
    }
    return stable;
  }

  /** The longest step that keeps small disturbances of a chain small. */
  function measure(law: Partial<SpringLaw>, integrator: number, low: number, high: number, count = COUNT): number {
    const isStable = (h: number): boolean => {
      const { net, law: whole } = chain(law, count);
      for (let i = 1; i < count; i++) {
        net.velocities[3 * i] = (i % 2 === 0 ? 1e-6 : -1e-6) * (1 + 0.1 * i);
      }
      for (let i = 0; i < 2000; i++) {
        net.advance(whole, integrator, h);
        const most = Math.max(...Array.from(net.velocities, Math.abs));
        if (!(most < 1e-3)) return false;
      }
      return true;
    };
    return border(isStable, low, high);
  }

  test.each(names)("%s", (name) => {
    const theory = border(
      (h) => modes.every(({ square, rate }) => growth[name](h, square, rate) <= 1 + 1e-9),
      1e-4,
      0.2,
    );
    const law = { springStiffness: STIFFNESS, springDamping: DAMPING };
    const measured = measure(law, integrators[name], theory / 3, theory * 3);
    note("border", name, "theory", theory.toExponential(4), "measured", measured.toExponential(4));
    expect(Math.abs(measured / theory - 1)).toBeLessThan(0.05);
  });

  test("the limits of Glassenberg 2003 at stiffness 150 and damping 10", () => {
    // Structural and bending springs. The paper does not tell the masses: these give his limit of Euler, 0.00093. A wave with
    // cos(phase) = -1/4 is the stiffest one, 6.25 times as stiff as a spring. Its eigenvalue of 2 / 0.00093 tells the mass.
    const [stiffness, damping, eigenvalue] = [150, 10, 2 / 0.00093];
    const mass = (6.25 * (damping * eigenvalue - stiffness)) / eigenvalue ** 2;
    const scale = MASS / mass;
    const law = { springStiffness: stiffness * scale, springBend: stiffness * scale, springDamping: damping * scale };
    const limit = (integrator: number): number => measure(law, integrator, 2e-5, 4e-3, 30);
    const [euler, heun, bashforth] = [limit(EULER), limit(RUNGE_KUTTA_2), limit(ADAMS_BASHFORTH)];
    note("Glassenberg", "mass", mass, "Euler", euler, "RK2", heun, "AB", bashforth, "ratio", euler / bashforth);
    expect(Math.abs(euler / 0.00093 - 1)).toBeLessThan(0.05);
    expect(Math.abs(bashforth / 0.00014 - 1)).toBeLessThan(0.05);
    expect(Math.abs(euler / bashforth / (2 / 0.3) - 1)).toBeLessThan(0.05);
    // Both have the same interval on the real axis; the paper measured 0.00104.
    expect(Math.abs(heun / euler - 1)).toBeLessThan(0.05);
  });
});
