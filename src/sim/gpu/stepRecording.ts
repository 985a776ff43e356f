// What the dispatches of a step are recorded into, and whose turn each texture of the net is.
import type { Kernel, KernelResource, KernelSource } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import type { NetLevel } from "../levels.js";
import type { GpuLevel } from "./gpuLevel.js";
import type { Compiled, FullResolutionKernels } from "./fullResolutionKernels.js";
import { runOf, type Groups, type ProgramCloth, type Run, type StepKind } from "./fullResolutionStep.js";
import type { LineKernel, Lines } from "./lineKernels.js";

/** Which of the three textures are read and written. */
interface Turn {
  readonly before: GPUTexture;
  readonly now: GPUTexture;
  readonly next: GPUTexture;
}

/** A step of one cloth, dispatch by dispatch. */
export class StepRecording {
  public readonly sections: Run[][] = [[]];
  public turn: Turn;
  /** The texture that is in no turn. */
  public spare: GPUTexture;
  /** A texture that takes turns with `next` while particles are relaxed; null: that of `before` does. */
  public relaxing: GPUTexture | null;
  /** Whether seams are joined where particles were one substep ago. */
  public isBeforeSettled = false;

  /**
   * @param owner - Has what all cloths share.
   * @param compiled - Its kernels.
   * @param cloth - What is read and written.
   * @param kind - Of the step.
   */
  public constructor(
    public readonly owner: FullResolutionKernels,
    public readonly compiled: Compiled,
    public readonly cloth: ProgramCloth,
    public readonly kind: StepKind,
  ) {
    const [before, now, next, spare] = cloth.net.positions;
    this.turn = { before, now, next };
    this.spare = spare;
    this.relaxing = kind.isFree ? (cloth.momenta?.positions ?? null) : null;
  }

  /** Whether the cloth may have passed through itself or through others. */
  public get mayTangle(): boolean {
    return this.kind.keepsApart || this.kind.meets;
  }

  /**
   * @param kernel - Is run.
   * @param resources - That it binds, but for those of the cloth.
   * @param groups - Workgroups.
   */
  public run<S extends KernelSource>(
    kernel: Kernel<S>,
    resources: Readonly<Record<string, KernelResource>>,
    groups: Groups,
  ): void {
    const all = { ...this.cloth.resources, ...resources };
    this.sections[this.sections.length - 1].push(runOf(kernel, all, groups));
  }

  /**
   * @param kernelFor - Gives the kernel that is run for such lines.
   * @param level - Whose rows or columns.
   * @param along - Which of them, and whether some may be rings.
   * @param resources - As of {@link run}.
   */
  public runLines<S extends KernelSource>(
    kernelFor: (lines: Lines) => LineKernel<S>,
    { countU, countV }: NetLevel,
    along: Pick<Lines, "isAlongV" | "areRings">,
    resources: Readonly<Record<string, KernelResource>>,
  ): void {
    const [nodes, count] = along.isAlongV ? [countV, countU] : [countU, countV];
    const { kernel, lines } = kernelFor({ nodes, ...along });
    this.run(kernel, resources, [Math.ceil(count / lines), 1]);
  }

  /**
   * @param level - The net, or one that is coarser.
   * @returns One over the areas that its nodes carry, with ballast; nothing reads those of the net.
   */
  public areasOf(level: GpuLevel): GPUBuffer {
    const { net, ballast } = this.cloth;
    return level === net || !ballast ? level.inverseAreas : ballast.areasOf(level);
  }

  /** Those that take the step together wait for each other here. */
  public endSection(): void {
    this.sections.push([]);
  }

  /**
   * Joins the seams of a closed cloth.
   *
   * @param net - Its particles, as phases have moved them one by one.
   * @param take - Gives a texture to write.
   * @param now - Has their inverse masses.
   * @returns The texture that has them then: of a cloth without such seams, the same.
   */
  public settled(net: GPUTexture, take: () => GPUTexture, now = net): GPUTexture {
    const { closedU, closedV } = this.cloth.counts;
    if (!closedU && !closedV) {
      return net;
    }
    const next = take();
    this.run(this.owner.settleSeams, { net, now, next }, this.tilesOf(kernels.settleSeams.constants.WORKGROUP_WIDTH));
    return next;
  }

  /** Joins the seams of a closed cloth, where its particles are. */
  public settleNow(): void {
    const { before, now, next } = this.turn;
    const settled = this.settled(now, () => next);
    this.turn = settled === now ? this.turn : { before, now: settled, next: now };
  }

  /** The same, where they were one substep ago. */
  public settleBefore(): void {
    const { before, now, next } = this.turn;
    if (!this.isBeforeSettled && this.settled(before, () => next, now) !== before) {
      this.takeNextAsBefore();
      this.isBeforeSettled = true;
    }
  }

  /** The last pass has written where particles were one substep ago. */
  public takeNextAsBefore(): void {
    const { before, now, next } = this.turn;
    this.turn = { before: next, now, next: before };
    this.isBeforeSettled = false;
  }

  /**
   * @param side - Of the square of nodes that a workgroup has.
   * @param level - Default the net.
   * @returns Workgroups for all nodes.
   */
  public tilesOf(side: number, { countU, countV }: NetLevel = this.cloth.net.level): Groups {
    return [Math.ceil(countU / side), Math.ceil(countV / side)];
  }
}

/**
 * @param first - A texture.
 * @param second - Another.
 * @returns Gives them in turns: what a pass writes, the next one reads.
 */
export function inTurns(first: GPUTexture, second: GPUTexture): () => GPUTexture {
  let taken = 0;
  return () => (taken++ % 2 === 0 ? first : second);
}
