import type { TestDevice } from "./device.js";
import { createGpuSolver, type GpuSolver } from "./gpuRun.js";
import { useOnDevice } from "./useGpu.js";

/** Opens a device for the tests of a file, with a solver on it. */
export function useSolver(): () => TestDevice & { readonly made: { readonly solver: GpuSolver } } {
  return useOnDevice(async (device) => {
    const solver = await createGpuSolver(device);
    return {
      solver,
      dispose: () => {
        solver.dispose();
      },
    };
  });
}
