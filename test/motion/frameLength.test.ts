import { FrameLength } from "../../src/motion/frameLength.js";
import { timesOf } from "../../src/motion/stepSettings.js";
import { measuredFrames } from "../support/measuredFrames.js";

/** So many frames are looked back at. */
const WINDOW = 128;

function lengthAfter(frames: readonly number[]): number {
  const length = new FrameLength();
  frames.forEach((seconds) => {
    length.add(seconds);
  });
  return length.seconds;
}

describe("the length of frames", () => {
  test.each([1 / 60, 1 / 144, 0.0166])("of %d s that are all alike is exactly that", (seconds) => {
    expect(lengthAfter(new Array<number>(100).fill(seconds))).toBe(seconds);
  });

  test("is not known before some are alike, and frames without time do not count", () => {
    expect(lengthAfter([1 / 60, 1 / 60, 1 / 60])).toBe(0);
    expect(lengthAfter(new Array<number>(100).fill(0))).toBe(0);
    expect(lengthAfter(Array.from({ length: 200 }, (_, i) => 0.02 * ((i % 7) + 1)))).toBe(0);
  });

  test.each([60, 144])("hardly changes while times tremble, %i a second", (rate) => {
    const noise = 0.0003;
    const length = new FrameLength();
    const found = measuredFrames(rate, noise, 4000).map((seconds) => {
      length.add(seconds);
      return length.seconds;
    });
    const changes = found.filter((seconds, frame) => frame > 4 * WINDOW && seconds !== found[frame - 1]);
    expect(changes.length).toBeLessThan(4);
    // The first and the last moment of 512 frames are wrong.
    const error = (2 * noise * rate) / 512 + 5e-4;
    expect(Math.abs(length.seconds * rate - 1)).toBeLessThan(error);
  });

  test.each([60, 75, 144, 240])("is right by timers that tell whole milliseconds, %i a second", (rate) => {
    const inMilliseconds = Array.from({ length: 301 }, (_, i) => Math.floor((1000 * i) / rate) / 1000);
    const length = lengthAfter(inMilliseconds.slice(1).map((moment, i) => moment - inMilliseconds[i]));
    expect(Math.abs(length * rate - 1)).toBeLessThan((0.002 * rate) / WINDOW + 5e-4);
  });

  test("leaves out frames that were missed, and follows another display", () => {
    const missed = measuredFrames(60, 0.0003, 200).map((seconds, frame) => (frame % 5 === 4 ? 2 * seconds : seconds));
    expect(lengthAfter(missed) * 60).toBeCloseTo(1, 2);
    for (const other of [144, 63, 59]) {
      expect(lengthAfter([...missed, ...measuredFrames(other, 0.0003, 200)]) * other).toBeCloseTo(1, 2);
    }
  });
});

describe("substeps of a frame", () => {
  test.each([
    [1 / 60, 8, 8],
    [1 / 120, 8, 4],
    [1 / 30, 8, 16],
    [1 / 144, 8, 4],
    [1 / 165, 8, 3],
    [1 / 59.94, 8, 8],
    [1 / 90, 8, 6],
    [1 / 75, 8, 7],
    [1 / 72, 8, 7],
    [1 / 144, 2, 1],
    [1 / 144, 3, 2],
  ])("that lasts %d s, %i asked for: %i", (frameLength, count, expected) => {
    const { steady, substepTime } = timesOf(count, frameLength);
    expect(steady).toBe(expected);
    expect(steady * substepTime).toBeCloseTo(frameLength, 12);
    expect(substepTime).toBeLessThanOrEqual((1.02 + 1e-9) / (60 * count));
  });

  test("are as long as asked for, to the bit, where they fit", () => {
    for (const count of [1, 7, 8, 10, 12, 16, 64]) {
      expect(timesOf(count, 1000 / 60 / 1000)).toEqual({ ...timesOf(count), steady: count });
    }
  });

  test("some frames have none where frames are far shorter, or nothing is known of them", () => {
    expect(timesOf(1, 1 / 300)).toEqual(timesOf(1));
    expect(timesOf(8, 0)).toEqual({ steady: 0, substepTime: 1 / 480, airInterval: 4 });
  });
});
