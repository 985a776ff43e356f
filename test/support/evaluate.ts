/** Calls WGSL functions from a test, as if they were TypeScript functions. */
import { readBuffer } from "./readback.js";

const WORKGROUP_SIZE = 64;

/**
 * Computes one WGSL expression for each row of arguments.
 *
 * ```ts
 * await evaluate(device, "fn double(x: f32) -> f32 { return 2 * x; }", "vec4f(double(arg(row, 0)), 0, 0, 0)", [[1], [4]]);
 * // [[2, 0, 0, 0], [8, 0, 0, 0]]
 * ```
 *
 * @param wgslFunctions - Functions and structs that the expression uses; without bindings or entry points.
 * @param expression - A `vec4f`. It reads argument k of its row as `arg(row, k)`, an `f32`.
 * @param rows - Arguments, the same number in each row, shape [rowCount, argumentCount].
 * @returns The vectors, shape [rowCount, 4].
 * @throws Error with the compiler's messages if the text is not valid WGSL.
 */
export async function evaluate(
  device: GPUDevice,
  wgslFunctions: string,
  expression: string,
  rows: readonly (readonly number[])[],
): Promise<number[][]> {
  const rowSize = rows[0]?.length ?? 0;
  const code = `
    ${wgslFunctions}
    @group(0) @binding(0) var<storage, read> evaluateArguments: array<f32>;
    @group(0) @binding(1) var<storage, read_write> evaluateResults: array<vec4f>;
    fn arg(row: u32, k: u32) -> f32 { return evaluateArguments[row * ${rowSize} + k]; }
    @compute @workgroup_size(${WORKGROUP_SIZE}) fn evaluateRows(@builtin(global_invocation_id) id: vec3u) {
      let row = id.x;
      _ = evaluateArguments[0]; // keeps the binding for expressions without arguments
      if (row < ${rows.length}) { evaluateResults[row] = ${expression}; }
    }`;
  device.pushErrorScope("validation");
  const module = device.createShaderModule({ label: `evaluate ${expression}`, code });
  const pipeline = device.createComputePipeline({ layout: "auto", compute: { module } });
  const invalid = await device.popErrorScope();
  if (invalid) throw new Error(invalid.message);

  const given = new Float32Array(rows.flat());
  const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const input = device.createBuffer({ size: Math.max(4, given.byteLength), usage: STORAGE | COPY_DST });
  const output = device.createBuffer({ size: rows.length * 16, usage: STORAGE | COPY_SRC });
  device.queue.writeBuffer(input, 0, given);

  const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.ceil(rows.length / WORKGROUP_SIZE));
  pass.end();
  device.queue.submit([encoder.finish()]);

  const results = new Float32Array(await readBuffer(device, output));
  input.destroy();
  output.destroy();
  return rows.map((_, row) => [...results.subarray(4 * row, 4 * row + 4)]);
}
