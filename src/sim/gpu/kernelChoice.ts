// Which of its kernels a size class uses in a step, while others are compiled.
import type { KernelSource } from "../../gpu/kernel.js";
import type { KernelVariants, StepFeature } from "./stepFeatures.js";

/**
 * Cloths go on with the compiled kernel that is closest to what they ask for, until that is compiled. They lose nothing that they have and still
 * ask for: a ring would open, and cloth would fall through a field that it lies on.
 */
export class KernelChoice<S extends KernelSource> {
  /** Of the kernel that the cloths have. */
  public features: ReadonlySet<StepFeature> = new Set();

  /** @param _variants - The kernels. */
  public constructor(private readonly _variants: KernelVariants<S>) {}

  /** @param asked - What the kernel is to have, compiled or not. */
  public takeAll(asked: ReadonlySet<StepFeature>): void {
    this.features = asked;
  }

  /**
   * Takes the closest kernel that is compiled; where there is none, the step waits for that which is asked for.
   *
   * @param asked - Features.
   * @param lacking - Those of them whose searches are not compiled.
   * @returns Whether it has these and no others.
   */
  public takeCompiled(asked: ReadonlySet<StepFeature>, lacking: ReadonlySet<StepFeature>): boolean {
    const isThere = lacking.size === 0 && this._variants.hasExactly(asked);
    const closest = isThere ? null : this._closestTo(asked, lacking);
    this.features = closest ?? asked;
    return closest === null;
  }

  /**
   * @param asked - Features.
   * @param lacking - Those of them whose searches are not compiled.
   * @returns Whether a kernel is compiled for cloths that are sewn or blown up beside what cloths have now.
   */
  public canSew(asked: ReadonlySet<StepFeature>, lacking: ReadonlySet<StepFeature>): boolean {
    return this._closestTo(new Set([...asked, "sewnRounds"]), lacking) !== null;
  }

  private _closestTo(
    asked: ReadonlySet<StepFeature>,
    lacking: ReadonlySet<StepFeature>,
  ): ReadonlySet<StepFeature> | null {
    // Sewn cloth takes its step in rounds, which nobody does without.
    const kept = [...asked].filter((feature) => this.features.has(feature) || feature === "sewnRounds");
    return this._variants.closestTo(asked, kept, lacking);
  }
}
