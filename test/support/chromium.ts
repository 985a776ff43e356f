/** Headless Chromium with WebGPU: the machine's own browser, or on a Linux machine without one that from npm. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { unpackChromium } from "./packagedChromium.js";

const INSTALLED_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** WebGPU and the compositor on SwiftShader alike: mixed with others, the GPU process dies after a few frames. */
const SOFTWARE_RENDERING = [
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
  "--use-angle=swiftshader",
];

/**
 * Launches a browser whose pages have WebGPU. On Linux it renders in software, so that pictures do not depend on the
 * machine. The environment variable CHROMIUM_PATH names another executable.
 *
 * @returns The browser; whoever launched it closes it.
 */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, environment } = await findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...environment },
    args: [
      "--no-sandbox", // root in a container has none
      "--enable-unsafe-webgpu",
      ...(process.platform === "linux" ? SOFTWARE_RENDERING : []),
    ],
    ignoreDefaultArgs: ["--disable-gpu"],
  });
}

async function findBrowser(): Promise<{ executablePath: string; environment: Record<string, string> }> {
  const installed = process.env.CHROMIUM_PATH ?? INSTALLED_BROWSERS.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, environment: {} };

  const folder = await unpackChromium("chromium", ["chromium", "swiftshader", "al2023", "fonts"]);
  const fonts = join(folder, "fontconfig.xml");
  const cache = join(folder, "font-cache");
  await writeFile(fonts, `<fontconfig><dir>${join(folder, "fonts")}</dir><cachedir>${cache}</cachedir></fontconfig>`);
  const libraries = [join(folder, "lib"), folder, process.env.LD_LIBRARY_PATH ?? ""].filter(Boolean).join(":");
  return {
    executablePath: join(folder, "chromium"),
    environment: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts },
  };
}
