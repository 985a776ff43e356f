// Which of their kernels the control grids of a size class have in a step.
import type { KernelSource } from "../../gpu/kernel.js";
import type { ComingCloth, KernelVariants, StepFeature } from "./stepFeatures.js";

/** Kernels by model, and which of them the next step uses. */
export interface UsedKernels<S extends KernelSource> {
  readonly variants: KernelVariants<S>;
  readonly isUsed: boolean;
}

/** Cloths go on with the compiled kernel that is closest to what they ask for, until that is compiled. */
export class KernelChoice {
  /** Features of the kernel of the next step: those that are asked for and perhaps more, or fewer until these are compiled. */
  public constraints: ReadonlySet<StepFeature> = new Set();
  /** The same of the kernel of springs. */
  public springs: ReadonlySet<StepFeature> = new Set();
  private _isCatchingUp = false;

  /** @param _prepareAsync - Compiles for what cloths ask for. */
  public constructor(private readonly _prepareAsync: (coming: ComingCloth) => Promise<void>) {}

  /** @param asked - Features that the kernels of the next step have, compiled or not. */
  public takeAll(asked: ReadonlySet<StepFeature>): void {
    this.constraints = asked;
    this.springs = asked;
  }

  /**
   * Takes what is compiled, and compiles the rest beside.
   *
   * @param asked - Features.
   * @param lacking - Those of them whose searches are not compiled.
   * @param constraints - Kernels of constraints.
   * @param springs - Kernels of springs.
   */
  public takeCompiled<C extends KernelSource, S extends KernelSource>(
    asked: ReadonlySet<StepFeature>,
    lacking: ReadonlySet<StepFeature>,
    constraints: UsedKernels<C>,
    springs: UsedKernels<S>,
  ): void {
    this.constraints = closest(asked, lacking, constraints);
    this.springs = closest(asked, lacking, springs);
    const isMissing = [
      constraints.isUsed && this.constraints !== asked,
      springs.isUsed && this.springs !== asked,
    ] as const;
    if (isMissing.includes(true) && !this._isCatchingUp) {
      void this._catchUpAsync([...asked], isMissing);
    }
  }

  /** Compiles for what is asked for now, of constraints and of springs. What is asked for meanwhile comes afterwards, all at once. */
  private async _catchUpAsync(features: readonly StepFeature[], isMissing: readonly boolean[]): Promise<void> {
    this._isCatchingUp = true;
    try {
      const coming = [false, true].filter((_, i) => isMissing[i]);
      await Promise.all(coming.map((hasSprings) => this._prepareAsync({ features, hasSprings })));
    } finally {
      this._isCatchingUp = false;
    }
  }
}

function closest<S extends KernelSource>(
  asked: ReadonlySet<StepFeature>,
  lacking: ReadonlySet<StepFeature>,
  { variants, isUsed }: UsedKernels<S>,
): ReadonlySet<StepFeature> {
  if (lacking.size === 0 && (!isUsed || variants.hasExactly(asked))) {
    return asked;
  }
  // Where none is compiled, the step waits for one.
  return variants.closestTo(asked, lacking) ?? asked;
}
