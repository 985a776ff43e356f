// What a cloth at full resolution needs for springs: made when it asks for them.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";

/** Of a particle: see netSprings.wgsl. */
export const NET_SPRING_BYTES = 16 * constants.NET_SPRING_VECTORS;

/** Kernels of one device. */
export class NetSpringKernels {
  public readonly follow: Kernel<typeof kernels.followSprings>;
  private readonly _stages: Kernel<typeof kernels.integrateSprings>[] = [];

  /** @param _device - Device to compile on. */
  public constructor(private readonly _device: GPUDevice) {
    this.follow = Kernel.Create(_device, kernels.followSprings);
  }

  /**
   * @param integrator - See integrators.wgsl.
   * @returns Its stages, in their order.
   */
  public stagesOf(integrator: number): readonly Kernel<typeof kernels.integrateSprings>[] {
    const count = stageCount(integrator);
    while (this._stages.length < count) {
      const stage = Kernel.Create(this._device, kernels.integrateSprings, { STAGE: this._stages.length });
      this._stages.push(stage);
    }
    return this._stages.slice(0, count);
  }
}

/** As in integrators.wgsl. */
function stageCount(integrator: number): number {
  const { RUNGE_KUTTA_2, RUNGE_KUTTA_4, VERLET } = constants;
  return integrator === RUNGE_KUTTA_4 ? 4 : integrator === RUNGE_KUTTA_2 || integrator === VERLET ? 2 : 1;
}

/** What the particles of one cloth keep: see netSprings.wgsl. */
export class NetSpringMemory {
  /** By the name under which kernels bind it. */
  public readonly resources: Readonly<Record<"springs", GPUBuffer>>;

  /**
   * @param device - Where it is.
   * @param particleCount - Of the cloth.
   * @param _retire - Takes it in the end.
   */
  public constructor(
    device: GPUDevice,
    particleCount: number,
    private readonly _retire: Retire,
  ) {
    const springs = device.createBuffer({
      label: "cloth full-resolution springs",
      size: NET_SPRING_BYTES * particleCount,
      usage: GPUBufferUsage.STORAGE,
    });
    this.resources = { springs };
  }

  /** Gives it back. */
  public dispose(): void {
    this._retire(this.resources.springs);
  }
}
