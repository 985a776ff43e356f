// What cloths cost, and who wants to know.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";

/** What the cloths of a scene cost [ms]. GPU times are 0 unless `ClothSystem.measuresGpuTime`. */
export interface IClothTimings {
  /** Of the GPU, for the simulation. */
  readonly simulation: number;
  /** Of the GPU, for evaluating the surfaces. */
  readonly surface: number;
  /** Of the GPU, for copying what the host reads: states, counts, last known shapes. */
  readonly readback: number;
  /** Of the JavaScript thread in the last frame; on the CPU backend this is all there is. */
  readonly javaScript: number;
}

/** Engines on which cloth measures GPU times. Babylon's own flag cannot be turned off safely: it destroys query sets in use. */
const measured = new WeakSet<AbstractEngine>();

/**
 * @param engine - Any engine.
 * @returns Whether cloth measures GPU times on it.
 */
export function measuresGpuTime(engine: AbstractEngine): boolean {
  return (
    measured.has(engine) || (engine as { enableGPUTimingMeasurements?: boolean }).enableGPUTimingMeasurements === true
  );
}

/**
 * @param engine - Any engine.
 * @param value - Whether cloth measures GPU times on it.
 */
export function setMeasuresGpuTime(engine: AbstractEngine, value: boolean): void {
  if (value) {
    measured.add(engine);
  } else {
    measured.delete(engine);
  }
}
