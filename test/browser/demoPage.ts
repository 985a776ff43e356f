// Pages of the built demo, for the browser tests.
import type { Browser, Page } from "playwright-core";
import type {} from "../../demo/clothDemo.js";
import { launchChromium } from "../support/chromium.js";
import { serveFolder, type FileServer } from "../support/fileServer.js";

/** Beside the panel, 236 x 260 are left for the picture: software draws it. */
export const VIEWPORT = { width: 600 + 41, height: 260 };
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
  /** For the test that runs. */
  openPage(options?: Parameters<Browser["newPage"]>[0]): Promise<OpenPage>;
  /**
   * For all tests of a block: each new page compiles the kernels and materials of its scenes again, for 10 to 20 s.
   *
   * @returns Gives the page.
   */
  sharePage(options?: Parameters<Browser["newPage"]>[0]): () => OpenPage;
}

/** Serves the demo while the tests of a file run. */
export function serveDemo(): Demo {
  let browser: Browser;
  let server: FileServer;
  let shared: OpenPage | undefined;

  const openPage: Demo["openPage"] = async (options = {}) => {
    const page = await browser.newPage({ viewport: VIEWPORT, ...options });
    page.setDefaultTimeout(500_000);
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("requestfailed", (request) => errors.push(`${request.url()} failed`));
    return { page, errors };
  };

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), serveFolder("build/demo")]);
  });

  // A page that goes on drawing would slow down all others.
  afterEach(async () => {
    const others = browser.contexts().filter((context) => context !== shared?.page.context());
    await Promise.all(others.map((context) => context.close()));
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  return {
    get url() {
      return server.url;
    },
    openPage,
    sharePage: (options) => {
      beforeAll(async () => {
        shared = await openPage(options);
      });
      afterAll(async () => {
        const page = shared?.page;
        shared = undefined;
        await page?.context().close();
      });
      return () => {
        if (!shared) throw new Error("The page is shared by the tests of its block only.");
        return shared;
      };
    },
  };
}

/**
 * Shows a scene: by its address on a page without any, else by its radio button.
 *
 * @param demo - Where the page is served.
 * @param page - The page.
 * @param scene - Its name.
 */
export async function showScene(demo: Demo, page: Page, scene: string): Promise<void> {
  if (page.url().startsWith(demo.url)) {
    await page.locator(`input[value=${scene}]`).focus();
    await page.keyboard.press("Space");
  } else {
    await page.goto(`${demo.url}?scene=${scene}`);
  }
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
