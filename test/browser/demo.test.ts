// The built demo in a real browser.
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.js";
import { serveFolder, type FileServer } from "../support/fileServer.js";
import { decodePng } from "../support/png.js";
import type {} from "../../demo/clothDemo.js";

const VIEWPORT = { width: 480, height: 300 };

let browser: Browser;
let server: FileServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), serveFolder("build/demo")]);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens a page that collects what goes wrong in it. */
async function openPage(): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.setDefaultTimeout(150_000);
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => errors.push(`${request.url()} failed`));
  return { page, errors };
}

async function waitForScene(page: Page, scene: string, seconds: number): Promise<void> {
  await page.waitForFunction(
    ([name, least]) => window.clothDemo?.scene === name && window.clothDemo.seconds() > least,
    [scene, seconds] as const,
  );
}

/** Stops the scene, and gives the colours of the page where its particles are, as seen; those under controls are left out. */
async function colorsAtParticles(page: Page): Promise<[number, number, number][]> {
  await page.getByRole("button", { name: "Pause" }).click();
  const particles = await page.evaluate(() => window.clothDemo?.particlesOnPage() ?? []);
  await page.addStyleTag({ content: "main, dl, p { visibility: hidden }" });
  const { width, height, data } = decodePng(await page.screenshot());
  return particles
    .map(([x, y]) => [Math.floor(x), Math.floor(y)] as const)
    .filter(([x, y]) => x >= 0 && x < width && y >= 0 && y < height)
    .map(([x, y]) => {
      const [red, green, blue] = data.subarray(4 * (y * width + x));
      return [red, green, blue];
    });
}

/** Share of colours for which something is true. */
function share<T>(values: readonly T[], isTrue: (value: T) => boolean): number {
  return values.filter(isTrue).length / values.length;
}

test("the flag blows from its pole", async () => {
  const { page, errors } = await openPage();
  await page.goto(`${server.url}?scene=flag`);
  await waitForScene(page, "flag", 1);
  expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);
  const colors = await colorsAtParticles(page);
  expect(colors.length).toBeGreaterThan(500);
  // The sky above is pale, the flag is dark blue and green with some white and gold.
  expect(share(colors, ([red, , blue]) => blue > 1.8 * red)).toBeGreaterThan(0.6);
  expect(errors).toEqual([]);
  await page.close();
});

test("the keyboard chooses the table cloth, which falls on the ball", async () => {
  const { page, errors } = await openPage();
  await page.goto(server.url);
  await waitForScene(page, "flag", 0);
  await page.getByRole("radio", { name: "Flag" }).focus();
  await page.keyboard.press("ArrowRight");
  await waitForScene(page, "drape", 1);
  expect(page.url()).toContain("?scene=drape");
  expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);

  await page.mouse.move(340, 220);
  await page.mouse.down();
  await page.mouse.move(350, 220, { steps: 2 });
  await page.mouse.up();
  const colors = await colorsAtParticles(page);
  expect(colors.length).toBeGreaterThan(500);
  // Red checks, and white ones, which the floor has not.
  expect(share(colors, ([red, green]) => red > 1.9 * green)).toBeGreaterThan(0.2);
  expect(share(colors, ([red, green, blue]) => Math.min(red, green, blue) > 120)).toBeGreaterThan(0.1);
  expect(errors).toEqual([]);
  await page.close();
});

test("a browser without WebGPU is told so and gets the cloth from the CPU", async () => {
  const { page, errors } = await openPage();
  await page.addInitScript(() => {
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  await page.goto(`${server.url}?scene=drape`);
  await waitForScene(page, "drape", 1);
  expect(await page.getByRole("alert").textContent()).toContain("no WebGPU");
  expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});

test("a browser without WebGPU and WebGL 2 is told what is missing", async () => {
  const { page, errors } = await openPage();
  await page.addInitScript(() => {
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(server.url);
  await page.getByRole("alert").filter({ hasText: "needs WebGPU or WebGL 2" }).waitFor();
  expect(errors).toEqual([]);
  await page.close();
});
