import { Readback } from "../../src/gpu/readback.js";

beforeAll(() => {
  Object.assign(globalThis, { GPUBufferUsage: { MAP_READ: 1, COPY_DST: 8 }, GPUMapMode: { READ: 1 } });
});

interface FakeBuffer {
  readonly size: number;
  state: "free" | "mapped" | "retired" | "destroyed";
}

/** A device that maps when the test says so. */
function createFake(): {
  readback: Readback;
  created: FakeBuffer[];
  submit: () => void;
  /** Answers the read that was submitted first. */
  answer: (isLost?: boolean) => Promise<void>;
} {
  const created: FakeBuffer[] = [];
  const waiting: (() => void)[] = [];
  const answers: ((isLost: boolean) => void)[] = [];
  const createBuffer = ({ size }: GPUBufferDescriptor): FakeBuffer => {
    const buffer = {
      size,
      state: "free" as FakeBuffer["state"],
      mapAsync: () =>
        new Promise<void>((resolve, reject) => {
          answers.push((isLost) => {
            if (isLost) reject(new Error("lost"));
            else resolve();
            buffer.state = "mapped";
          });
        }),
      getMappedRange: (_: number, bytes: number) => new ArrayBuffer(bytes),
      unmap: () => (buffer.state = "free"),
      destroy: () => (buffer.state = "destroyed"),
    };
    created.push(buffer);
    return buffer;
  };
  const submissions = {
    device: { createBuffer } as unknown as GPUDevice,
    retire: (buffer: GPUBuffer) => ((buffer as unknown as FakeBuffer).state = "retired"),
    afterSubmit: (callback: () => void) => waiting.push(callback),
  };
  return {
    readback: new Readback(submissions, "test", 2),
    created,
    submit: () => waiting.splice(0).forEach((callback) => callback()),
    answer: async (isLost = false) => {
      answers.shift()?.(isLost);
      await Promise.resolve();
    },
  };
}

/** Takes a buffer, sends it, and notes what arrives. */
function read(readback: Readback, bytes: number, arrived: number[]): number | null {
  const staging = readback.take(bytes);
  if (staging) readback.send(staging, bytes, ({ byteLength }) => arrived.push(byteLength));
  return staging?.index ?? null;
}

test("so many reads are on their way and no more; each has a number of its own", async () => {
  const { readback, created, submit, answer } = createFake();
  const arrived: number[] = [];
  expect([16, 16, 16].map((bytes) => read(readback, bytes, arrived))).toEqual([0, 1, null]);
  await answer();
  // Not before it is submitted.
  expect(arrived).toEqual([]);
  submit();
  await answer();
  expect(arrived).toEqual([16]);
  expect(read(readback, 20, arrived)).toBe(0);
  expect(read(readback, 20, arrived)).toBeNull();
  expect(created).toHaveLength(2);
});

test("a buffer that is too small makes way for one with room for twice as much", async () => {
  const { readback, created, submit, answer } = createFake();
  const arrived: number[] = [];
  read(readback, 16, arrived);
  submit();
  await answer();
  expect(read(readback, 100, arrived)).toBe(0);
  expect(created).toMatchObject([
    { size: 32, state: "retired" },
    { size: 200, state: "free" },
  ]);
  expect(readback.take(16, 1000)?.buffer.size).toBe(1000);
});

test("what is on its way when it is disposed is given back as it arrives, and told to nobody", async () => {
  const { readback, created, submit, answer } = createFake();
  const arrived: number[] = [];
  read(readback, 16, arrived);
  submit();
  await answer();
  read(readback, 16, arrived);
  read(readback, 16, arrived);
  submit();
  await answer();
  readback.dispose();
  expect(created.map(({ state }) => state)).toEqual(["retired", "free"]);
  await answer();
  expect(created.map(({ state }) => state)).toEqual(["retired", "destroyed"]);
  expect(arrived).toEqual([16, 16]);
});

test("a read that is lost with its device is never told", async () => {
  const { readback, submit, answer } = createFake();
  const arrived: number[] = [];
  read(readback, 16, arrived);
  submit();
  await answer(true);
  expect(arrived).toEqual([]);
  // Its buffer does not come back.
  expect([read(readback, 16, arrived), read(readback, 16, arrived)]).toEqual([1, null]);
});
