/** Leaves the CPU to a software device while JavaScript waits for it. */
import { runInThisContext } from "node:vm";

/** So long the event loop rests between two questions [ms]. */
const REST = 0.25;

/**
 * Dawn asks in every turn of the event loop whether the device is done, which takes a core from a device on the CPU.
 * From now on the loop rests between these turns.
 */
export function pollSlowly(): void {
  // Jest hands test files another global object than the one that native code sees.
  const real = runInThisContext("globalThis") as typeof globalThis;
  const { setImmediate: immediately } = real;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const resting = (act: (...given: unknown[]) => void, ...given: unknown[]): NodeJS.Immediate =>
    immediately(() => {
      Atomics.wait(cell, 0, 0, REST);
      act(...given);
    });
  real.setImmediate = Object.assign(resting, immediately);
}
