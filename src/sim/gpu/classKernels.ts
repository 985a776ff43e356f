// Which kernels the control grids of a size class have: what they ask for, what is compiled for them, and what they go on with until then.
import type { Kernel } from "../../gpu/kernel.js";
import type { StructValues } from "../../gpu/structArray.js";
import type { kernels, structs } from "../../shaders/shaders.gen.js";
import type { GridSearches } from "./gridSearches.js";
import { KernelChoice } from "./kernelChoice.js";
import { stepFeatures, type ComingCloth, type KernelVariants, type StepFeature } from "./stepFeatures.js";

type StepKernels = KernelVariants<typeof kernels.stepControlGrid>;
type SpringKernels = KernelVariants<typeof kernels.stepSprings>;

/** Which models cloths move by in a step. */
interface MovingModels {
  readonly constraints: boolean;
  readonly springs: boolean;
}

/** What a cloth keeps asking for: whoever takes hold of a free cloth and lets it go needs no other kernel meanwhile. */
const LASTING: StepFeature = "freedom";

/** The kernels of one size class. */
export class ClassKernels {
  /** Slots of the cloths that ask for each. */
  private readonly _asking = Object.fromEntries(
    stepFeatures.map((feature) => [feature, new Set<number>()]),
  ) as Readonly<Record<StepFeature, Set<number>>>;
  /** Cloths that wait for their kernels since the last microtask, and when these are there. */
  private _coming: ComingCloth[] = [];
  private _preparation: Promise<void> | null = null;
  private readonly _stepChoice: KernelChoice<typeof kernels.stepControlGrid>;
  private readonly _springChoice: KernelChoice<typeof kernels.stepSprings>;
  /** What cloths ask for whose searches are not compiled, in the next step. */
  private _lacking: ReadonlySet<StepFeature> = new Set();
  private _isCatchingUp = false;

  /**
   * @param _steps - Of cloths with constraints.
   * @param _springs - Of cloths with springs.
   * @param _searches - What both take before their step.
   */
  public constructor(
    private readonly _steps: StepKernels,
    private readonly _springs: SpringKernels,
    private readonly _searches: GridSearches,
  ) {
    this._stepChoice = new KernelChoice(_steps);
    this._springChoice = new KernelChoice(_springs);
  }

  /** The kernel of cloths with constraints in the step. */
  public get step(): Kernel<typeof kernels.stepControlGrid> {
    return this._steps.of(this._stepChoice.features);
  }

  /** What the kernel of springs has in the step. */
  public get springFeatures(): ReadonlySet<StepFeature> {
    return this._springChoice.features;
  }

  /** Whether cloths meet others in the next step, if they are there. */
  public get canMeet(): boolean {
    return !this._lacking.has("meets");
  }

  /** Whether a kernel of the step has contact with other cloths. */
  public get meets(): boolean {
    return [this._stepChoice, this._springChoice].some(({ features }) => features.has("meets"));
  }

  /**
   * @param coming - A cloth.
   * @returns Whether kernels are compiled for it and for those that are here.
   */
  public isPrepared({ features, hasSprings }: ComingCloth): boolean {
    const all = new Set([...this._asked, ...features]);
    const variants = hasSprings ? this._springs : this._steps;
    return variants.has(all) && this._searches.lackingOf(all).size === 0;
  }

  /**
   * @param coming - A cloth.
   * @returns Resolves when kernels are compiled for it, those that come with it, and those that are here.
   */
  public prepareAsync(coming: ComingCloth): Promise<void> {
    this._coming.push(coming);
    this._preparation ??= Promise.resolve().then(() => this._compileAsync());
    return this._preparation;
  }

  /**
   * @param slot - Of a cloth.
   * @param input - What changes of it: it asks for the features that it sets.
   */
  public ask(slot: number, input: Partial<StructValues<typeof structs.Cloth>>): void {
    for (const feature of stepFeatures) {
      const asked = input[feature];
      if (asked !== undefined && asked !== 0) {
        this._asking[feature].add(slot);
      } else if (asked !== undefined && feature !== LASTING) {
        this._asking[feature].delete(slot);
      }
    }
  }

  /** @param slot - Of a cloth that leaves: it asks for nothing any more. */
  public forget(slot: number): void {
    stepFeatures.forEach((feature) => this._asking[feature].delete(slot));
  }

  /**
   * @param feature - Any.
   * @returns Slots of the cloths that ask for it.
   */
  public slotsOf(feature: StepFeature): ReadonlySet<number> {
    return this._asking[feature];
  }

  /**
   * @param feature - Any.
   * @returns Slots of the cloths that get it in the step, of those with constraints.
   */
  public servedSlotsOf(feature: StepFeature): ReadonlySet<number> {
    return this._stepChoice.features.has(feature) ? this._asking[feature] : new Set();
  }

  /**
   * Chooses the kernels of the next step. If those that cloths ask for are not compiled, cloths go on without what is missing until they are.
   *
   * @param mayStall - Whether the step waits for them instead.
   * @param moving - Those that the step takes.
   */
  public choose(mayStall: boolean, moving: MovingModels): void {
    const asked = this._asked;
    this._lacking = mayStall ? new Set() : this._searches.lackingOf(asked);
    const choices = [moving.constraints && this._stepChoice, moving.springs && this._springChoice];
    for (const [i, choice] of choices.entries()) {
      if (choice && mayStall) {
        choice.takeAll(asked);
      } else if (choice && !choice.takeCompiled(asked, this._lacking)) {
        void this._catchUpAsync({ features: [...asked], hasSprings: i > 0 });
      }
    }
    // Others meet cloths that sleep.
    if (this._lacking.size > 0) {
      void this._catchUpAsync({ features: [...asked], hasSprings: false });
    }
  }

  /** @returns Whether cloths can be sewn or blown up in the next step. If not, that is compiled beside. */
  public canSew(): boolean {
    const asked = this._asked;
    const canSew = this._stepChoice.canSew(asked, this._searches.lackingOf(asked));
    if (!canSew) {
      void this._catchUpAsync({ features: [...asked, "sewnRounds"], hasSprings: false });
    }
    return canSew;
  }

  /** What cloths ask for. */
  private get _asked(): ReadonlySet<StepFeature> {
    return new Set(stepFeatures.filter((feature) => this._asking[feature].size > 0));
  }

  private async _compileAsync(): Promise<void> {
    const coming = this._coming;
    this._coming = [];
    this._preparation = null;
    const asked = new Set([...this._asked, ...coming.flatMap(({ features }) => features)]);
    await Promise.all([
      coming.some(({ hasSprings }) => !hasSprings) && this._steps.prepareAsync(asked),
      coming.some(({ hasSprings }) => hasSprings) && this._springs.prepareAsync(asked),
      this._searches.prepareAsync(asked),
    ]);
  }

  /**
   * Compiles beside frames, one after the other: what is asked for meanwhile comes next, all at once. If it fails, the browser says so once, and
   * cloths go on as they are.
   */
  private async _catchUpAsync(coming: ComingCloth): Promise<void> {
    if (this._isCatchingUp) {
      return;
    }
    this._isCatchingUp = true;
    await this.prepareAsync(coming);
    this._isCatchingUp = false;
  }
}
