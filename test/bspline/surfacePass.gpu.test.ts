import { SurfacePass, VERTEX_FLOATS, VERTEX_OFFSETS } from "../../src/bspline/surfacePass.js";
import { gridIndices } from "../../src/bspline/tessellation.js";
import { StructArray } from "../../src/gpu/structArray.js";
import { structs } from "../../src/shaders/shaders.gen.js";
import { degreesBetween, referencePoint } from "../support/coxDeBoor.js";
import { createTestDevice, type TestDevice } from "../support/device.js";
import { crumpledNet, randomNumbers } from "../support/random.js";
import { readBuffer } from "../support/readback.js";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

let gpu: TestDevice;
beforeAll(async () => {
  gpu = await createTestDevice();
});
afterAll(() => gpu.dispose());

/** Draws nets with one pass, as a scene does. */
async function draw(
  nets: readonly { net: Float32Array; countU: number; countV: number; segments: { u: number; v: number } }[],
  toLocal: readonly number[] = identity,
): Promise<{ vertices: Float32Array; indices: Uint32Array }[]> {
  const { device } = gpu;
  const retired: GPUBuffer[] = [];
  const pass = await SurfacePass.CreateAsync(device, (buffer) => retired.push(buffer));
  const total = nets.reduce((sum, { net }) => sum + net.length / 3, 0);
  const particles = new StructArray(structs.Particle, total);
  let next = 0;
  const surfaces = nets.map(({ net, countU, countV, segments }) => {
    const surface = pass.add();
    pass.setInput(surface, { toLocal, firstParticle: next, countU, countV }, segments);
    for (let i = 0; i < net.length; i += 3) {
      particles.write(next++, { position: net.subarray(i, i + 3), inverseMass: 1, previous: [0, 0, 0] });
    }
    return surface;
  });
  const buffer = device.createBuffer({
    size: particles.bytes.byteLength,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, particles.bytes);
  const encoder = device.createCommandEncoder();
  const compute = encoder.beginComputePass();
  pass.encode(compute, buffer);
  compute.end();
  device.queue.submit([encoder.finish()]);

  const results = [];
  for (const { firstVertex, firstIndex, segments } of surfaces) {
    const count = (segments.u + 1) * (segments.v + 1);
    const stride = 4 * VERTEX_FLOATS;
    results.push({
      vertices: new Float32Array(await readBuffer(device, pass.vertices, firstVertex * stride, count * stride)),
      indices: new Uint32Array(await readBuffer(device, pass.indices, 4 * firstIndex, 24 * segments.u * segments.v)),
    });
  }
  pass.dispose();
  [...retired, buffer].forEach((each) => each.destroy());
  return results;
}

test.each([
  [3, 3],
  [3, 32],
  [4, 5],
  [8, 8],
  [16, 16],
  [32, 32],
])("a %i x %i surface is that of the textbook, border and knots included", async (countU, countV) => {
  const net = crumpledNet(countU, countV, randomNumbers(countU * 100 + countV));
  // Twice the spans: every second row of vertices lies on a knot. And a number that has nothing to do with them.
  for (const segments of [
    { u: 2 * (countU - 2), v: 2 * (countV - 2) },
    { u: 7, v: 13 },
  ]) {
    const [{ vertices, indices }] = await draw([{ net, countU, countV, segments }]);
    let worstDistance = 0;
    let worstAngle = 0;
    for (let row = 0; row <= segments.v; row++) {
      for (let column = 0; column <= segments.u; column++) {
        const at = (row * (segments.u + 1) + column) * VERTEX_FLOATS;
        const [u, v] = [Math.fround(column / segments.u), Math.fround(row / segments.v)];
        const reference = referencePoint(net, countU, countV, u, v);
        const attribute = (offset: number, size: number): Float32Array =>
          vertices.subarray(at + offset, at + offset + size);
        const position = attribute(VERTEX_OFFSETS.position, 3);
        worstDistance = Math.max(worstDistance, Math.hypot(...position.map((c, axis) => c - reference.position[axis])));
        worstAngle = Math.max(
          worstAngle,
          degreesBetween(attribute(VERTEX_OFFSETS.normal, 3), reference.normal),
          degreesBetween(attribute(VERTEX_OFFSETS.tangent, 3), reference.tangent),
        );
        expect(attribute(VERTEX_OFFSETS.tangent, 4)[3]).toBe(-1);
        expect(attribute(VERTEX_OFFSETS.uv, 2)[0]).toBeCloseTo(u, 6);
        expect(attribute(VERTEX_OFFSETS.uv, 2)[1]).toBeCloseTo(v, 6);
      }
    }
    expect(worstDistance).toBeLessThan(1e-6);
    expect(worstAngle).toBeLessThan(0.01);
    expect([...indices]).toEqual([...gridIndices(segments)]);
  }
});

test("surfaces of different size share the buffers without touching each other", async () => {
  const random = randomNumbers(5);
  const nets = [
    { countU: 3, countV: 5, segments: { u: 40, v: 30 } },
    { countU: 16, countV: 16, segments: { u: 1, v: 1 } },
    { countU: 6, countV: 4, segments: { u: 9, v: 64 } },
  ].map((each) => ({ ...each, net: crumpledNet(each.countU, each.countV, random) }));
  const together = await draw(nets);
  for (const [i, net] of nets.entries()) {
    const [alone] = await draw([net]);
    expect(together[i].vertices).toEqual(alone.vertices);
    expect(together[i].indices).toEqual(alone.indices);
  }
});

test("vertices are local to the mesh, normals upright under uneven scaling", async () => {
  const net = new Float32Array(27);
  for (let i = 0; i < 9; i++) net.set([i % 3, Math.floor(i / 3), (i % 3) / 2], 3 * i);
  const [plain] = await draw([{ net, countU: 3, countV: 3, segments: { u: 1, v: 1 } }]);
  const [scaled] = await draw([{ net, countU: 3, countV: 3, segments: { u: 1, v: 1 } }], [2, 0, 0, 0, 1, 0, 0, 0, 0.5]);
  expect([...scaled.vertices.slice(VERTEX_FLOATS, VERTEX_FLOATS + 3)]).toEqual(
    [...plain.vertices.slice(VERTEX_FLOATS, VERTEX_FLOATS + 3)].map((c, axis) => c * [2, 1, 0.5][axis]),
  );
  // The plane z = x / 2 becomes z = x / 8.
  expect(degreesBetween(scaled.vertices.slice(3, 6), [1 / 8, 0, -1])).toBeLessThan(1e-3);
});
