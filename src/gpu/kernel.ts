import { compile, compileAsync } from "./pipelines.js";

/** A compute shader as the shader generator describes it. */
export interface KernelSource {
  readonly name: string;
  readonly code: string;
  readonly bindings: Readonly<Record<string, number>>;
  readonly constants: Readonly<Record<string, number>>;
}

/** What a kernel binds. */
export type KernelResource = GPUBuffer | GPUBufferBinding | GPUTexture;

/** A compute pipeline and the names of what it binds. */
export class Kernel<S extends KernelSource> {
  private constructor(
    private readonly _device: GPUDevice,
    private readonly _source: S,
    /** Ready to be set in a compute pass. */
    public readonly pipeline: GPUComputePipeline,
  ) {}

  /** Of its shader. */
  public get name(): string {
    return this._source.name;
  }

  /**
   * Compiles without stalling the frame.
   *
   * @param device - Device to compile on.
   * @param source - One of the generated kernels.
   * @param constants - Whole numbers that replace `const` values of the kernel, by name.
   * @returns The kernel.
   * @throws GPUPipelineError if the device rejects the shader.
   */
  public static async CreateAsync<S extends KernelSource>(
    device: GPUDevice,
    source: S,
    constants: Partial<Record<keyof S["constants"], number>> = {},
  ): Promise<Kernel<S>> {
    return new Kernel(device, source, await compileAsync(device, source.name, specialize(source, constants)));
  }

  /**
   * Compiles at once: for what is rarely needed. The first dispatch may have to wait.
   *
   * @param device - Device to compile on.
   * @param source - One of the generated kernels.
   * @param constants - Whole numbers that replace `const` values of the kernel, by name.
   * @returns The kernel.
   */
  public static Create<S extends KernelSource>(
    device: GPUDevice,
    source: S,
    constants: Partial<Record<keyof S["constants"], number>> = {},
  ): Kernel<S> {
    return new Kernel(device, source, compile(device, source.name, specialize(source, constants)));
  }

  /**
   * @param resources - One a binding, by the binding's name in the shader: a buffer, a part of one, or a texture.
   * @returns The bind group for group 0.
   */
  public bind(resources: Record<keyof S["bindings"], KernelResource>): GPUBindGroup {
    return this._device.createBindGroup({
      label: this._source.name,
      layout: this.pipeline.getBindGroupLayout(0),
      entries: Object.entries(this._source.bindings).map(([name, binding]) => ({
        binding,
        resource: "usage" in resources[name] ? entryOf(resources[name]) : resources[name],
      })),
    });
  }
}

function entryOf(resource: GPUBuffer | GPUTexture): GPUBindingResource {
  return "createView" in resource ? resource.createView() : { buffer: resource };
}

/** WGSL overrides cannot size private arrays, so size classes replace the constants in the text. */
function specialize(source: KernelSource, constants: Partial<Record<string, number>>): string {
  return Object.entries(constants).reduce((code, [name, value]) => {
    if (value === undefined || !(name in source.constants)) {
      throw new Error(`Kernel "${source.name}" has no constant ${name}.`);
    }
    return code.replace(new RegExp(`^const ${name} = .*;$`, "m"), `const ${name} = ${value.toString()}u;`);
  }, source.code);
}
