// What `npm run mutate` changes, and the tests that must fail then. Those of a kernel change its twin alike: the comparison of both
// would notice one alone.

/** A text that stands once in a file, and what takes its place. */
interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A defect. */
export interface Mutation {
  readonly name: string;
  readonly changes: readonly Change[];
  /** Pattern of the unit tests to run. */
  readonly tests: string;
}

const constraints = "sim/constraints";

/** The mutations. */
export const mutations: readonly Mutation[] = [
  {
    name: "sleep removed",
    changes: [
      {
        file: "src/motion/clothPace.ts",
        from: "return this._quietTime >= TIME_TO_SLEEP;",
        to: "return this._quietTime >= Infinity;",
      },
    ],
    tests: "motion/clothPace",
  },
  {
    name: "strain limit ten times wider",
    changes: [
      {
        file: "src/motion/stepSettings.ts",
        from: "step.strainLimit = Math.min(strainLimit, UNLIMITED);",
        to: "step.strainLimit = Math.min(10 * strainLimit, UNLIMITED);",
      },
    ],
    tests: constraints,
  },
  {
    name: "collision mass scale turned round in kernel and twin",
    changes: [
      {
        file: "src/sim/cpu/cpuCollide.ts",
        from: "particles.inverseMasses[i] /= 1 +",
        to: "particles.inverseMasses[i] *= 1 +",
      },
      { file: "src/shaders/solver/collide.wgsl", from: "touched.now.w /= 1.0 +", to: "touched.now.w *= 1.0 +" },
    ],
    tests: constraints,
  },
  {
    name: "seams left open in kernel and twin",
    changes: [
      {
        file: "src/sim/cpu/cpuHold.ts",
        from: "if ((!isSeamU && !isSeamV) || inverseMasses[particle] === 0) {",
        to: "if (particle >= 0) {",
      },
      {
        file: "src/shaders/controlGrid/gridHold.wgsl",
        from: "  if (!isSeamU && !isSeamV) {\n    return positions[place].xyz;",
        to: "  if (!isSeamU || !isSeamV || isSeamU) {\n    return positions[place].xyz;",
      },
    ],
    tests: constraints,
  },
  {
    name: "no hysteresis of fidelity auto",
    changes: [
      {
        file: "src/backends/gpu/fidelityChoice.ts",
        from: "if (pixels > (isFullResolution ? PIXELS_DOWN : PIXELS_UP)) {",
        to: "if (pixels > PIXELS_UP) {",
      },
    ],
    tests: "fidelityChoice",
  },
  {
    name: "a negative motion radius locks nothing, and is taken for a positive one in kernel and twin",
    changes: [
      {
        file: "src/cloth/guides.ts",
        from: "now[i + 3] * motionScale + motionBias <= 0",
        to: "now[i + 3] * motionScale + motionBias === 0",
      },
      {
        file: "src/sim/cpu/functions/particleSphere.ts",
        from: "const reach = max(radius, 0);",
        to: "const reach = max(radius, -radius);",
      },
      {
        file: "src/shaders/functions/particleSphere.wgsl",
        from: "let reach = max(radius, 0.0);",
        to: "let reach = abs(radius);",
      },
    ],
    tests: constraints,
  },
  {
    name: "the CPU's tessellation four times coarser",
    changes: [{ file: "src/bspline/tessellation.ts", from: "Math.sqrt(needed / 4)", to: "Math.sqrt(needed / 64)" }],
    tests: "bspline/tessellation",
  },
  ...[
    "ball",
    "banners",
    "bspline",
    "cape",
    "curtain",
    "drape",
    "fabrics",
    "fidelity",
    "flag",
    "glassenberg2003",
    "nvidia2005",
    "shapes",
    "skirt",
    "table",
    "twist",
  ].map((scene): Mutation => ({
    name: `the check of the scene ${scene} accepts everything`,
    changes: [
      {
        file: `demo/scenes/${scene}.ts`,
        from: "\n  check,\n};",
        to: "\n  check: (state) => check(state).slice(0, 0),\n};",
      },
    ],
    tests: "demo/checks",
  })),
];
