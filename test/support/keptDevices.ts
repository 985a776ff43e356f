/**
 * Devices that the test files of one process use one after the other, with what was compiled on them. In software a file would compile for a minute
 * or two before it tests anything: the same kernels as the file before it.
 */
import { isAtLength } from "./isAtLength.js";
import { withAllFeatures } from "./allFeatures.js";

/** A device between two files, and what they share of it. */
interface KeptDevice {
  readonly device: GPUDevice;
  /** What was asked for. */
  readonly kind: string;
  readonly codes: WeakMap<GPUShaderModule, string>;
  readonly ready: Map<string, GPUComputePipeline>;
  readonly awaited: Map<string, Promise<GPUComputePipeline>>;
  /** Tells its user that it is lost; null while it has none. */
  end: ((info: GPUDeviceLostInfo) => void) | null;
}

const { keptByProcess } = globalThis as { keptByProcess?: Map<string, unknown> };
const store = keptByProcess ?? new Map<string, unknown>();
/** Programs that are no tests get new ones. */
let lends = keptByProcess !== undefined;

/**
 * @param name - Of what is kept.
 * @param make - Makes it.
 * @returns What was made first in this process.
 */
export function keep<T>(name: string, make: () => T): T {
  if (!store.has(name)) store.set(name, make());
  return store.get(name) as T;
}

/** From now on the file gets new devices, on which nothing is compiled. */
export function useNewDevices(): void {
  lends = false;
}

/**
 * As `adapter.requestDevice`, but the device may be one that was used before. Who destroys it gives it back: see {@link destroyForGood}.
 *
 * @param adapter - Makes new ones.
 * @param descriptor - What is asked for.
 * @returns A device that nobody else uses.
 */
export async function lendDevice(adapter: GPUAdapter, descriptor: GPUDeviceDescriptor = {}): Promise<GPUDevice> {
  const native = Object.getPrototypeOf(adapter) as GPUAdapter;
  const request = (): Promise<GPUDevice> => native.requestDevice.call(adapter, descriptor);
  if (!lends) return request();
  const devices = keep<Set<KeptDevice>>("devices", () => new Set());
  const { requiredFeatures = [], requiredLimits = {} } = descriptor;
  const kind = JSON.stringify([[...requiredFeatures].sort(), Object.entries(requiredLimits).sort()]);
  let kept = [...devices].find((one) => !one.end && one.kind === kind);
  if (!kept) {
    const device = await request();
    const own = { codes: new WeakMap(), ready: new Map(), awaited: new Map() };
    const added: KeptDevice = { device, kind, ...own, end: null };
    void device.lost.then((info) => {
      devices.delete(added);
      added.end?.(info);
    });
    devices.add(added);
    kept = added;
  }
  lend(kept);
  return kept.device;
}

/** The device is lost, with all that was made on it. */
export function destroyForGood(device: GPUDevice): void {
  (Object.getPrototypeOf(device) as GPUDevice).destroy.call(device);
}

/** What a file changes of the device, it changes for itself. */
function lend(kept: KeptDevice): void {
  const { device, ready, awaited, codes } = kept;
  const before = Object.getOwnPropertyDescriptors(device);
  const native = Object.getPrototypeOf(device) as GPUDevice;
  const listeners: Parameters<EventTarget["addEventListener"]>[] = [];
  const lost = new Promise<GPUDeviceLostInfo>((resolve) => (kept.end = resolve));

  /** Null for what is made anew each time. */
  const keyOf = ({ layout, compute }: GPUComputePipelineDescriptor): string | null => {
    const code = codes.get(compute.module);
    return layout === "auto" && code ? JSON.stringify([compute.entryPoint, compute.constants, code]) : null;
  };
  const own = {
    lost,
    destroy: (): void => {
      const { end } = kept;
      if (!end) return;
      kept.end = null;
      listeners.forEach(([type, listener]) => {
        native.removeEventListener.call(device, type, listener as EventListener);
      });
      for (const name of Object.getOwnPropertyNames(device)) Reflect.deleteProperty(device, name);
      Object.defineProperties(device, before);
      end({ reason: "destroyed", message: "It was given back.", __brand: "GPUDeviceLostInfo" });
    },
    addEventListener: (...given: Parameters<EventTarget["addEventListener"]>): void => {
      listeners.push(given);
      native.addEventListener.call(device, ...(given as [string, EventListener]));
    },
    createShaderModule: (descriptor: GPUShaderModuleDescriptor): GPUShaderModule => {
      const code = isAtLength ? descriptor.code : withAllFeatures(descriptor);
      const module = native.createShaderModule.call(device, { ...descriptor, code });
      codes.set(module, code);
      return module;
    },
    createComputePipeline: (descriptor: GPUComputePipelineDescriptor): GPUComputePipeline => {
      const key = keyOf(descriptor);
      const known = key === null ? undefined : ready.get(key);
      const pipeline = known ?? native.createComputePipeline.call(device, descriptor);
      if (key !== null) ready.set(key, pipeline);
      return pipeline;
    },
    createComputePipelineAsync: async (descriptor: GPUComputePipelineDescriptor): Promise<GPUComputePipeline> => {
      const key = keyOf(descriptor);
      const create = (): Promise<GPUComputePipeline> => native.createComputePipelineAsync.call(device, descriptor);
      if (key === null) return create();
      const known = ready.get(key);
      if (known) return known;
      const pending = awaited.get(key) ?? create();
      awaited.set(key, pending);
      try {
        const pipeline = await pending;
        ready.set(key, pipeline);
        return pipeline;
      } finally {
        awaited.delete(key);
      }
    },
  };
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(device, name, { value, configurable: true, writable: true, enumerable: true });
  }
}
