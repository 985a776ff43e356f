/**
 * Gives Dawn a Vulkan driver on a Linux machine without one: SwiftShader, from npm.
 * Dawn finds its driver through the Vulkan loader `libvulkan.so.1`, and that through environment variables.
 */
import { existsSync } from "node:fs";
import { constants, homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInThisContext } from "node:vm";
import { unpackChromium } from "./packagedChromium.js";

/** Jest hands test files a copy of `process`, whose environment native code does not see. This is the real one. */
const realProcess = runInThisContext("process") as NodeJS.Process;

/** glibc: keep a library loaded although Node closes it, because it is no Node addon. */
const RTLD_NODELETE = 0x1000;

/** Whether the user, or an earlier call of {@link useSwiftShader}, has named the driver. */
export function driverIsNamed(): boolean {
  return Boolean(realProcess.env.VK_DRIVER_FILES ?? realProcess.env.VK_ICD_FILENAMES);
}

/** Whether any Vulkan driver is installed where the loader looks. */
export function driverIsInstalled(): boolean {
  const shared = (realProcess.env.XDG_DATA_DIRS ?? "/usr/local/share:/usr/share").split(":");
  const folders = ["/etc", "/usr/local/etc", join(homedir(), ".local/share"), ...shared];
  return folders.some((folder) => existsSync(join(folder, "vulkan", "icd.d")));
}

/** Makes SwiftShader the driver of this process and its children. */
export async function useSwiftShader(): Promise<void> {
  const driver = join(await unpackChromium("swiftshader", ["swiftshader"]), "vk_swiftshader_icd.json");
  realProcess.env.VK_DRIVER_FILES = driver;
  realProcess.env.VK_ICD_FILENAMES = driver; // the name that older loaders read
}

/** Loads the Vulkan loader that lies beside the named driver, if one does; the machine may have none of its own. */
export function loadVulkanLoader(): void {
  realProcess.env.XDG_RUNTIME_DIR ??= tmpdir();
  const driver = realProcess.env.VK_DRIVER_FILES ?? realProcess.env.VK_ICD_FILENAMES ?? "";
  const loader = join(dirname(driver), "libvulkan.so.1");
  if (driver === "" || !existsSync(loader)) return;
  try {
    // Once a library of this name is in the process, Dawn's own search by name finds it.
    realProcess.dlopen({ exports: {} }, loader, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch {
    // Node always throws here: the loader is a plain library, not an addon. It stays loaded nevertheless.
  }
}
