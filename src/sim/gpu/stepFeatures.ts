// What cloths may ask of the kernels of control grids. Each set of features takes a kernel of its own: even unused, their code makes it slower.
import type { Kernel, KernelSource } from "../../gpu/kernel.js";

/** Switches in the kernels, by the member of struct Cloth that says whether a cloth asks; several may ask for the same. */
export const featureSwitches = {
  continuousCollision: "CONTINUOUS",
  selfCollision: "SELF_CONTACT",
  meets: "CLOTH_CONTACT",
  sewnRounds: "SEWN",
  pushes: "PUSHES",
  fields: "FIELDS",
  slideReach: "SLIDES",
  contactScale: "CONTACTS",
  zoneSpeed: "WIND_ZONES",
  depths: "DEPTHS",
  closed: "RINGS",
  bendsDirectly: "PLATES",
  freedom: "FREE",
  motionCount: "GUIDES",
  separationCount: "GUIDES",
  keepsLimits: "LIMITS",
  warpSolver: "FAST",
  weftSolver: "FAST",
  strainGoal: "STRAIN",
} as const;

/** What a cloth may ask for. */
export type StepFeature = keyof typeof featureSwitches;

/** What a cloth brings that is not in its size class yet. */
export interface ComingCloth {
  /** That it asks for. */
  readonly features: readonly StepFeature[];
  /** Whether it has the spring model. */
  readonly hasSprings: boolean;
}

/** All features. */
export const stepFeatures = Object.keys(featureSwitches) as readonly StepFeature[];

/** Those that the kernel of springs has, too. */
export const springFeatures: readonly StepFeature[] = [
  "continuousCollision",
  "meets",
  "pushes",
  "contactScale",
  "zoneSpeed",
];

/** Those that the kernels of full resolution are compiled for. */
export const netFeatures = [
  "continuousCollision",
  "selfCollision",
  "meets",
  "pushes",
  "fields",
  "slideReach",
  "contactScale",
  "zoneSpeed",
  "depths",
  "closed",
  "freedom",
] as const satisfies readonly StepFeature[];

/** How a kernel is compiled with its switches. */
interface Compiler<S extends KernelSource> {
  readonly now: (switches: Record<string, number>) => Kernel<S>;
  readonly later: (switches: Record<string, number>) => Promise<Kernel<S>>;
}

/** A kernel with each set of features that was asked for. */
export class KernelVariants<S extends KernelSource> {
  private readonly _compiled = new Map<string, Kernel<S>>();
  /** Cloths that wait ask in each frame. */
  private readonly _awaited = new Map<string, Promise<void>>();

  /**
   * @param _known - Features that the kernel has; it is the same with and without all others.
   * @param _compiler - How it is compiled.
   */
  public constructor(
    private readonly _known: readonly StepFeature[],
    private readonly _compiler: Compiler<S>,
  ) {}

  /**
   * @param asked - Features.
   * @returns Whether a kernel has them all.
   */
  public has(asked: ReadonlySet<StepFeature>): boolean {
    const needed = this._known.filter((feature) => asked.has(feature));
    return [...this._compiled.keys()].some((key) => needed.every((feature) => key.split(",").includes(feature)));
  }

  /**
   * @param asked - Features.
   * @param kept - Those of them that it has to have.
   * @param lacking - Those of them that it must not have.
   * @returns Features of the compiled kernel that has most of those that are asked for, and as few others as possible; null if there is none.
   */
  public closestTo(
    asked: ReadonlySet<StepFeature>,
    kept: readonly StepFeature[],
    lacking: ReadonlySet<StepFeature>,
  ): ReadonlySet<StepFeature> | null {
    const countAsked = (features: readonly StepFeature[]): number => features.filter((each) => asked.has(each)).length;
    const needed = kept.filter((feature) => this._known.includes(feature));
    const closest = [...this._compiled.keys()]
      .map((key) => this._known.filter((feature) => key.split(",").includes(feature)))
      .filter((features) => needed.every((feature) => features.includes(feature)))
      .filter((features) => !features.some((feature) => lacking.has(feature)))
      .sort((a, b) => countAsked(b) - countAsked(a) || a.length - b.length)
      .at(0);
    return closest ? new Set(closest) : null;
  }

  /**
   * @param asked - Features.
   * @returns Whether the kernel that has these and no others is compiled.
   */
  public hasExactly(asked: ReadonlySet<StepFeature>): boolean {
    return this._compiled.has(this._describe(asked).key);
  }

  /**
   * @param asked - Features.
   * @returns The kernel that has these and no others: compiled now, if it was not before.
   */
  public of(asked: ReadonlySet<StepFeature>): Kernel<S> {
    const { key, values } = this._describe(asked);
    let kernel = this._compiled.get(key);
    if (!kernel) {
      kernel = this._compiler.now(values);
      this._compiled.set(key, kernel);
    }
    return kernel;
  }

  /**
   * @param asked - Features.
   * @returns Resolves when the kernel that has these and no others is compiled.
   */
  public prepareAsync(asked: ReadonlySet<StepFeature>): Promise<void> {
    const { key, values } = this._describe(asked);
    const awaited = this._awaited.get(key) ?? this._compileAsync(key, values);
    this._awaited.set(key, awaited);
    return awaited;
  }

  private async _compileAsync(key: string, values: Record<string, number>): Promise<void> {
    const kernel = await this._compiler.later(values);
    // It may have been needed at once meanwhile.
    if (!this._compiled.has(key)) {
      this._compiled.set(key, kernel);
    }
  }

  private _describe(asked: ReadonlySet<StepFeature>): { key: string; values: Record<string, number> } {
    const features = this._known.filter((feature) => asked.has(feature));
    return {
      key: features.join(),
      values: Object.fromEntries(features.map((feature) => [featureSwitches[feature], 1])),
    };
  }
}
