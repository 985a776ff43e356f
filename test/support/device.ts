/** WebGPU in Node, through Dawn, on the machine's own driver or on SwiftShader: no browser, no display, no GPU needed. */
import { create, globals } from "webgpu";
import { keep, lendDevice } from "./keptDevices.js";
import { pollSlowly } from "./pollSlowly.js";
import { driverIsInstalled, driverIsNamed, loadVulkanLoader, useSwiftShader } from "./vulkanDriver.js";

// GPUBufferUsage and the other names of the WebGPU standard.
Object.assign(globalThis, globals);

// Dawn's sets of features lack one member of the standard, which Babylon uses.
const { GPUSupportedFeatures } = globals as { GPUSupportedFeatures: { prototype: GPUSupportedFeatures } };
GPUSupportedFeatures.prototype.forEach = function (callback) {
  for (const feature of this) callback(feature, feature, this);
};

/** Dawn's `navigator.gpu`, made once per process. GPU timestamps are not rounded. */
export function requestGpu(): Promise<GPU> {
  return keep("gpu", openGpu);
}

async function openGpu(): Promise<GPU> {
  if (process.platform === "linux" && !driverIsNamed()) {
    const installed = driverIsInstalled() ? createDawn() : undefined;
    const adapter = await installed?.requestAdapter();
    if (installed && adapter && !adapter.info.isFallbackAdapter) return installed;
    await useSwiftShader();
    pollSlowly();
  }
  return createDawn();
}

function createDawn(): GPU {
  if (process.platform === "linux") loadVulkanLoader();
  return create(["disable-dawn-features=timestamp_quantization"]);
}

/**
 * The adapter of {@link requestGpu}, the fastest where there are several.
 *
 * @throws Error if there is none.
 */
export async function requestAdapter(options: GPURequestAdapterOptions = {}): Promise<GPUAdapter> {
  const adapter = await (await requestGpu()).requestAdapter({ powerPreference: "high-performance", ...options });
  if (!adapter) throw new Error("No WebGPU adapter: Dawn found no driver. Is VK_DRIVER_FILES set to a wrong path?");
  adapter.requestDevice = (descriptor) => lendDevice(adapter, descriptor);
  return adapter;
}

/** Name of an adapter for people, and whether it computes on the CPU. */
export interface AdapterDescription {
  readonly name: string;
  readonly isSoftware: boolean;
}

/** Describes an adapter for a table or a log. */
export function describeAdapter({ info }: GPUAdapter): AdapterDescription {
  return { name: info.description || `${info.vendor} ${info.architecture}`, isSoftware: info.isFallbackAdapter };
}

/**
 * Collects the validation and other errors of a device that nobody has captured, and its unexpected loss.
 *
 * @param errors - Receives one message per error.
 */
export function collectErrors(device: GPUDevice, errors: string[]): void {
  device.addEventListener("uncapturederror", ({ error }) => errors.push(error.message));
  void device.lost.then(({ reason, message }) => {
    if (reason !== "destroyed") errors.push(`Device lost: ${message}`);
  });
}

/** Fails with all of the errors that {@link collectErrors} has seen. */
export function throwIfAny(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${errors.length} uncaptured WebGPU error(s):\n${errors.join("\n")}`);
}

/** A bare device for tests of kernels, without Babylon. */
export interface TestDevice {
  readonly device: GPUDevice;
  readonly adapter: AdapterDescription;
  /** Messages of the uncaptured errors so far. A test that provokes one empties the list. */
  readonly errors: string[];
  /** Destroys the device. Rejects if there are {@link TestDevice.errors}. */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens a device with all features of the adapter.
 *
 * @param requiredLimits - Limits beyond WebGPU's defaults, which every kernel must be content with.
 */
export async function createTestDevice(requiredLimits: Record<string, GPUSize64> = {}): Promise<TestDevice> {
  const adapter = await requestAdapter();
  const device = await adapter.requestDevice({
    requiredFeatures: [...adapter.features] as GPUFeatureName[],
    requiredLimits,
  });
  const errors: string[] = [];
  collectErrors(device, errors);
  return {
    device,
    adapter: describeAdapter(adapter),
    errors,
    dispose: async () => {
      await device.queue.onSubmittedWorkDone();
      device.destroy();
      throwIfAny(errors);
    },
  };
}
