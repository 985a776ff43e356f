/**
 * Lets a device say that it has other limits.
 *
 * @param device - Which. Its validation keeps its own limits.
 * @param limits - What it says meanwhile; all others keep their values.
 * @param act - What to do meanwhile.
 */
export function withLimits(
  device: GPUDevice,
  limits: Partial<Record<keyof GPUSupportedLimits, number>>,
  act: () => void,
): void {
  const own = Object.getOwnPropertyDescriptor(device, "limits");
  const value = new Proxy(device.limits, {
    get: (target, name) => limits[name as keyof GPUSupportedLimits] ?? (Reflect.get(target, name, target) as unknown),
  });
  Object.defineProperty(device, "limits", { value, configurable: true });
  try {
    act();
  } finally {
    delete (device as unknown as { limits?: unknown }).limits;
    if (own) Object.defineProperty(device, "limits", own);
  }
}
