// The change of control nets on the GPU against its CPU twin.
import {
  reduction,
  refinement,
  transferNet,
  type NetChange,
  type NetMatrix,
} from "../../../src/bspline/netTransfer.js";
import { NetTransfer, type PreparedTransfer } from "../../../src/bspline/gpu/netTransferPass.js";
import { PARTICLE_WORDS } from "../../../src/shaders/particleWords.js";
import { constants } from "../../../src/shaders/shaders.gen.js";
import { note } from "../../support/note.js";
import { randomNumbers } from "../../support/random.js";
import { readBuffer } from "../../support/readback.js";
import { useOnDevice } from "../../support/useGpu.js";

const { ON_MESH, PIN_HERE, RELEASED } = constants;
const PREVIOUS = 4;

const retired: (GPUBuffer | GPUTexture)[] = [];
const gpu = useOnDevice(async (device) => {
  const transfer = await NetTransfer.CreateAsync(device, (buffer) => retired.push(buffer));
  const dispose = async (): Promise<void> => {
    transfer.dispose();
    await device.queue.onSubmittedWorkDone();
    retired.forEach((buffer) => buffer.destroy());
  };
  return { transfer, dispose };
});

/** Crumpled cloth of size 1, moving; some particles are pinned or just released. */
function particlesOf(count: number, countU: number, random: () => number): Float32Array<ArrayBuffer> {
  const particles = new Float32Array(PARTICLE_WORDS * count);
  for (let i = 0; i < count; i++) {
    const position = [(i % countU) / countU, Math.floor(i / countU) / countU, 0].map((c) => c + 0.05 * random());
    const state = random();
    if (state < 0.1) {
      particles.set([...position, 0, random(), random(), random(), random() < 0.5 ? ON_MESH : PIN_HERE], i * 8);
    } else if (state < 0.2) {
      particles.set([...position, 3, random(), random(), random(), RELEASED], i * 8);
    } else {
      particles.set([...position, 3, ...position.map((c) => c - 0.004 * random()), 0.001], i * 8);
    }
  }
  return particles;
}

function matrix(from: number, to: number, isClosed: boolean): NetMatrix {
  return from <= to ? refinement(from, to, isClosed) : reduction(from, to, isClosed);
}

function changeOf(from: number[], to: number[], isClosedU = false, first = 5): NetChange {
  const [fromU, fromV] = from;
  const [toU, toV] = to;
  return {
    from: { first, countU: fromU, countV: fromV },
    to: { first: first + fromU * fromV + 2, countU: toU, countV: toV },
    alongU: matrix(fromU, toU, isClosedU),
    alongV: matrix(fromV, toV, false),
  };
}

function endOf({ to }: NetChange): number {
  return to.first + to.countU * to.countV + 1;
}

function upload(particles: Float32Array<ArrayBuffer>): GPUBuffer {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const buffer = gpu().device.createBuffer({ size: particles.byteLength, usage });
  gpu().device.queue.writeBuffer(buffer, 0, particles);
  return buffer;
}

async function run(buffer: GPUBuffer, ...prepared: PreparedTransfer[]): Promise<Float32Array> {
  const encoder = gpu().device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  for (const each of prepared) gpu().made.transfer.encode(pass, buffer, each);
  pass.end();
  gpu().device.queue.submit([encoder.finish()]);
  return new Float32Array(await readBuffer(gpu().device, buffer));
}

function furthest(a: Float32Array, b: Float32Array): number {
  return a.reduce((maximum, value, i) => Math.max(maximum, Math.abs(value - b[i])), 0);
}

test.each([
  ["up", [18, 18], [130, 130], false],
  ["up, not square", [10, 7], [34, 62], false],
  ["up, no multiple", [24, 17], [100, 64], false],
  ["up to the largest", [3, 4], [2048, 32], false],
  ["down", [130, 100], [18, 24], false],
  ["down from the largest", [4, 2048], [3, 32], false],
  ["up, closed", [18, 6], [130, 10], true],
  ["up, closed, no multiple", [18, 6], [100, 33], true],
  ["down, closed", [100, 33], [18, 6], true],
] as const)("%s: as the CPU does it", async (name, from, to, isClosed) => {
  const change = changeOf([...from], [...to], isClosed);
  const particles = particlesOf(endOf(change), from[0], randomNumbers(from[0]));
  const buffer = upload(particles);
  const prepared = gpu().made.transfer.prepare(buffer, change);
  const onGpu = await run(buffer, prepared);
  const before = particles.slice();
  transferNet(particles, change);
  const size = Math.max(...from) / from[0];
  const distance = furthest(onGpu, particles) / size;
  note(`${name}: ${distance.toExponential(1)} of the size`);
  expect(distance).toBeLessThan(1e-6);
  expect(furthest(particles, before)).toBeGreaterThan(0.01);
  // Outside of the new net not a bit changes.
  const start = PARTICLE_WORDS * change.to.first;
  const end = PARTICLE_WORDS * (endOf(change) - 1);
  expect(onGpu.subarray(0, start)).toEqual(before.subarray(0, start));
  expect(onGpu.subarray(end)).toEqual(before.subarray(end));
  gpu().made.transfer.release(prepared);
  buffer.destroy();
});

test("an edge that is closed is one to the last bit", async () => {
  const change = changeOf([100, 8], [18, 8], true);
  const particles = particlesOf(endOf(change), 100, randomNumbers(8));
  for (let i = change.to.first; i < endOf(change); i++) particles[PARTICLE_WORDS * i + 3] = 1;
  const buffer = upload(particles);
  const prepared = gpu().made.transfer.prepare(buffer, change);
  const onGpu = await run(buffer, prepared);
  for (let row = 0; row < 8; row++) {
    const at = PARTICLE_WORDS * (change.to.first + 18 * row);
    expect(onGpu.subarray(at, at + 8)).toEqual(onGpu.subarray(at + 17 * PARTICLE_WORDS, at + 18 * PARTICLE_WORDS));
  }
  gpu().made.transfer.release(prepared);
  buffer.destroy();
});

test("a cloth that moves as a whole does so to the last bit", async () => {
  const change = changeOf([24, 24], [100, 130]);
  const particles = particlesOf(endOf(change), 24, randomNumbers(3));
  const way = [1 / 256, -1 / 512, 1 / 1024];
  for (let i = 0; i < particles.length; i += PARTICLE_WORDS) {
    // Places and ways that float32 adds exactly.
    for (let axis = 0; axis < 3; axis++) {
      particles[i + axis] = Math.round(1024 * particles[i + axis]) / 1024;
      particles[i + PREVIOUS + axis] = particles[i + axis] - way[axis];
    }
    particles[i + 3] = 1;
    particles[i + 7] = 0;
  }
  const buffer = upload(particles);
  const prepared = gpu().made.transfer.prepare(buffer, change);
  const onGpu = await run(buffer, prepared);
  for (let i = PARTICLE_WORDS * change.to.first; i < PARTICLE_WORDS * (endOf(change) - 1); i += PARTICLE_WORDS) {
    for (let axis = 0; axis < 3; axis++) {
      // All that is rounded is `previous` itself.
      expect(onGpu[i + PREVIOUS + axis]).toBe(Math.fround(onGpu[i + axis] - way[axis]));
    }
  }
  gpu().made.transfer.release(prepared);
  buffer.destroy();
});

test("changes of several cloths share a pass, and survive a buffer that grows", async () => {
  const small = changeOf([5, 5], [17, 14]);
  // Needs more room between its directions than all before.
  const large = { ...changeOf([40, 300], [350, 350], false, endOf(small)), pinned: "follow" } as const;
  const particles = particlesOf(endOf(large), 20, randomNumbers(20));
  const first = upload(new Float32Array(PARTICLE_WORDS * endOf(small)));
  const prepared = [gpu().made.transfer.prepare(first, small)];
  const grown = upload(particles);
  const retiredBefore = retired.length;
  prepared.push(gpu().made.transfer.prepare(grown, large));
  expect(retired.length).toBe(retiredBefore + 1);
  const onGpu = await run(grown, ...prepared);
  transferNet(particles, small);
  transferNet(particles, large);
  const size = 300 / 20;
  expect(furthest(onGpu, particles) / size).toBeLessThan(1e-6);
  first.destroy();
  grown.destroy();
  prepared.forEach((each) => gpu().made.transfer.release(each));
  expect(() => gpu().made.transfer.release(prepared[0])).toThrow("was not prepared here, or is released");
});

test("up and down on the GPU gives the same net", async () => {
  const up = changeOf([18, 10], [130, 66]);
  const down = { from: up.to, to: up.from, alongU: reduction(130, 18), alongV: reduction(66, 10) };
  const particles = particlesOf(endOf(up), 18, randomNumbers(9));
  for (let i = 0; i < particles.length; i += PARTICLE_WORDS) {
    for (let axis = 0; axis < 3; axis++) particles[i + PREVIOUS + axis] = particles[i + axis] - 0.001 * axis;
    particles[i + 3] = 1;
    particles[i + 7] = 0;
  }
  const buffer = upload(particles);
  const prepared = [gpu().made.transfer.prepare(buffer, up), gpu().made.transfer.prepare(buffer, down)];
  const onGpu = await run(buffer, ...prepared);
  const [start, end] = [PARTICLE_WORDS * up.from.first, PARTICLE_WORDS * (up.to.first - 2)];
  expect(furthest(onGpu.subarray(start, end), particles.subarray(start, end))).toBeLessThan(1e-6);
  prepared.forEach((each) => gpu().made.transfer.release(each));
  buffer.destroy();
});

test("a matrix that does not fit is refused", () => {
  const buffer = upload(new Float32Array(PARTICLE_WORDS));
  const change = { ...changeOf([5, 5], [17, 14]), alongU: refinement(5, 14) };
  expect(() => gpu().made.transfer.prepare(buffer, change)).toThrow("alongU is a matrix from 5 to 14 control points");
  buffer.destroy();
});
