/** Compute pipelines of a device by the text of their shader. Scenes of one engine share them: large ones take seconds. */
interface Pipelines {
  readonly ready: Map<string, GPUComputePipeline>;
  readonly awaited: Map<string, Promise<GPUComputePipeline>>;
}

const pipelinesOf = new WeakMap<GPUDevice, Pipelines>();

/**
 * Compiles at once what the device has not compiled before.
 *
 * @param device - Device to compile on.
 * @param name - The entry point, and the label.
 * @param code - WGSL with one kernel.
 * @returns The pipeline.
 */
export function compile(device: GPUDevice, name: string, code: string): GPUComputePipeline {
  const { ready } = of(device);
  const pipeline = ready.get(code) ?? device.createComputePipeline(describe(device, name, code));
  ready.set(code, pipeline);
  return pipeline;
}

/**
 * Compiles without stalling the frame what the device has not compiled before.
 *
 * @param device - Device to compile on.
 * @param name - The entry point, and the label.
 * @param code - WGSL with one kernel.
 * @returns The pipeline.
 * @throws GPUPipelineError if the device rejects the shader.
 */
export async function compileAsync(device: GPUDevice, name: string, code: string): Promise<GPUComputePipeline> {
  const { ready, awaited } = of(device);
  const known = ready.get(code);
  if (known) return known;
  const pending = awaited.get(code) ?? device.createComputePipelineAsync(describe(device, name, code));
  awaited.set(code, pending);
  try {
    const pipeline = await pending;
    ready.set(code, pipeline);
    return pipeline;
  } finally {
    awaited.delete(code);
  }
}

function of(device: GPUDevice): Pipelines {
  const known = pipelinesOf.get(device) ?? { ready: new Map(), awaited: new Map() };
  pipelinesOf.set(device, known);
  return known;
}

function describe(device: GPUDevice, name: string, code: string): GPUComputePipelineDescriptor {
  const module = device.createShaderModule({ label: name, code });
  return { label: name, layout: "auto", compute: { module, entryPoint: name } };
}
