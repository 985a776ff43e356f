// Pages of the built demo, for the browser tests.
import type { Browser, Page } from "playwright-core";
import type {} from "../../demo/clothDemo.js";
import { launchChromium } from "../support/chromium.js";
import { serveFolder, type FileServer } from "../support/fileServer.js";

/** Beside the panel, 236 x 260 are left for the picture: software draws it. */
const VIEWPORT = { width: 600 + 41, height: 260 };
export const PHONE = { width: 360, height: 640 };
/** Between the panel and the Inspector, 286 x 560 are left. */
export const DESKTOP = { width: 1000, height: 560 };

/** A page, and what has gone wrong in it. */
interface OpenPage {
  readonly page: Page;
  readonly errors: string[];
}

/** The demo on a server, in a browser. */
interface Demo {
  readonly url: string;
  openPage(options?: Parameters<Browser["newPage"]>[0]): Promise<OpenPage>;
}

/** Serves the demo while the tests of a file run. */
export function serveDemo(): Demo {
  let browser: Browser;
  let server: FileServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), serveFolder("build/demo")]);
  });

  // A page that goes on drawing would slow down all others.
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  return {
    get url() {
      return server.url;
    },
    openPage: async (options = {}) => {
      const page = await browser.newPage({ viewport: VIEWPORT, ...options });
      page.setDefaultTimeout(300_000);
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("requestfailed", (request) => errors.push(`${request.url()} failed`));
      return { page, errors };
    },
  };
}

/** Until a scene has run so long [s]. */
export async function waitForScene(page: Page, scene: string, seconds: number): Promise<void> {
  await page.waitForFunction(
    ([name, minimum]) => window.clothDemo?.scene === name && window.clothDemo.seconds() > minimum,
    [scene, seconds] as const,
  );
}

/** How far the particles of the first cloth are from places they had [m]. */
export async function motionSince(page: Page, before: readonly number[]): Promise<number> {
  const [now] = (await page.evaluate(() => window.clothDemo?.particles())) ?? [[]];
  expect(now).toHaveLength(before.length);
  return Math.max(...now.map((place, i) => Math.abs(place - before[i])));
}

/** Where the particles of the first cloth are. */
export async function particlesOf(page: Page): Promise<number[]> {
  const [first] = (await page.evaluate(() => window.clothDemo?.particles())) ?? [[]];
  expect(first.length).toBeGreaterThan(0);
  return first;
}

/** Until so many hundredths of a second more have been simulated. */
export async function frames(page: Page, count: number): Promise<void> {
  const until = (await page.evaluate(() => window.clothDemo?.seconds() ?? 0)) + count * 0.01;
  await page.waitForFunction((seconds) => (window.clothDemo?.seconds() ?? 0) > seconds, until);
}
