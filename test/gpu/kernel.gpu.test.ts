import { Kernel, type KernelSource } from "../../src/gpu/kernel.js";
import { createTestDevice } from "../support/device.js";
import { useDevice } from "../support/useGpu.js";

const gpu = useDevice();

function sourceOf(value: string): KernelSource {
  const code = `const COUNT = 1u;
    @group(0) @binding(0) var<storage, read_write> result: u32;
    @compute @workgroup_size(1) fn write() { result = COUNT * ${value}; }`;
  return { name: "write", code, bindings: { result: 0 }, constants: { COUNT: 1 } };
}

test("a device compiles a kernel once, however it is asked for", async () => {
  const source = sourceOf("2u");
  const [one, other] = await Promise.all([1, 2].map(() => Kernel.CreateAsync(gpu().device, source)));
  expect(other.pipeline).toBe(one.pipeline);
  expect((await Kernel.CreateAsync(gpu().device, source)).pipeline).toBe(one.pipeline);
  expect(Kernel.Create(gpu().device, source).pipeline).toBe(one.pipeline);
});

test("another text, other constants and another device have pipelines of their own", async () => {
  const { device, dispose } = await createTestDevice();
  const made = await Promise.all([
    Kernel.CreateAsync(gpu().device, sourceOf("2u")),
    Kernel.CreateAsync(gpu().device, sourceOf("3u")),
    Kernel.CreateAsync(gpu().device, sourceOf("2u"), { COUNT: 5 }),
    Kernel.CreateAsync(device, sourceOf("2u")),
  ]);
  expect(new Set(made.map(({ pipeline }) => pipeline)).size).toBe(made.length);
  await dispose();
});

test("what is rejected is tried again", async () => {
  const { errors } = gpu();
  const source = sourceOf("missing");
  for (let time = 0; time < 2; time++) {
    await expect(Kernel.CreateAsync(gpu().device, source)).rejects.toThrow("write");
    expect(errors.splice(0).join()).toContain("missing");
  }
});
