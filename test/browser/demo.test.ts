// The built demo in a real browser, operated as people do.
import type { Browser, Locator, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.js";
import { serveFolder, type FileServer } from "../support/fileServer.js";
import { decodePng } from "../support/png.js";
import type {} from "../../demo/clothDemo.js";
import { demoScenes } from "../../demo/scenes/index.js";

/** Beside the panel, 236 x 260 are left for the picture: software draws it. */
const VIEWPORT = { width: 600 + 41, height: 260 };
const PHONE = { width: 360, height: 640 };
/** Between the panel and the Inspector, 286 x 560 are left. */
const DESKTOP = { width: 1000, height: 560 };

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

/** Opens a page that collects what goes wrong in it. */
async function openPage(options: Parameters<Browser["newPage"]>[0] = {}): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: VIEWPORT, ...options });
  page.setDefaultTimeout(60_000);
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

/** Stops the scene, and gives the colours of the page where its particles are, as seen. */
async function colorsAtParticles(page: Page): Promise<[number, number, number][]> {
  await page.getByRole("button", { name: "Pause" }).click();
  const particles = await page.evaluate(() => window.clothDemo?.particlesOnPage() ?? []);
  await page.addStyleTag({ content: "#play { visibility: hidden }" });
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

/** How far the particles of the first cloth are from places they had [m]. */
async function motionSince(page: Page, before: readonly number[]): Promise<number> {
  const [now] = (await page.evaluate(() => window.clothDemo?.particles())) ?? [[]];
  expect(now).toHaveLength(before.length);
  return Math.max(...now.map((place, i) => Math.abs(place - before[i])));
}

async function particlesOf(page: Page): Promise<number[]> {
  const [first] = (await page.evaluate(() => window.clothDemo?.particles())) ?? [[]];
  expect(first.length).toBeGreaterThan(0);
  return first;
}

async function frames(page: Page, count: number): Promise<void> {
  const until = (await page.evaluate(() => window.clothDemo?.seconds() ?? 0)) + count * 0.01;
  await page.waitForFunction((seconds) => (window.clothDemo?.seconds() ?? 0) > seconds, until);
}

/** Scenes in the order of the page, in parts of a test each: software needs up to ten seconds a scene. */
const names = demoScenes.map(({ name }) => name);
const parts = [names.slice(0, 4), names.slice(4, 8), names.slice(8)];

test.each(parts)(
  "scenes start, move and report no error, chosen by keyboard one after the other: %s",
  async (...part) => {
    const { page, errors } = await openPage();
    await page.goto(`${server.url}?scene=${part[0]}`);
    const offered = await page
      .getByRole("radio")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(offered).toEqual(["compare", ...names]);
    for (const [i, name] of part.entries()) {
      if (i > 0) {
        await page.locator(`input[value=${part[i - 1]}]`).focus();
        await page.keyboard.press("ArrowRight");
      }
      await waitForScene(page, name, 0.05);
      if (i > 0) expect(page.url()).toContain(`?scene=${name}`);
      const before = await particlesOf(page);
      await frames(page, 2);
      expect({ name, moves: (await motionSince(page, before)) > 1e-4 }).toEqual({ name, moves: true });
    }
    expect(errors).toEqual([]);
  },
);

test("the flag blows from its pole, in its colours", async () => {
  const { page, errors } = await openPage();
  await page.goto(`${server.url}?scene=flag`);
  await waitForScene(page, "flag", 0.7);
  expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);
  const colors = await colorsAtParticles(page);
  expect(colors.length).toBeGreaterThan(400);
  // The sky above is pale, the flag is dark blue and green with some white and gold.
  expect(share(colors, ([red, , blue]) => blue > 1.8 * red)).toBeGreaterThan(0.5);
  expect(errors).toEqual([]);
});

test("a drag takes the cloth along, a tap pins it, another releases it, a push moves it", async () => {
  const { page, errors } = await openPage();
  await page.goto(`${server.url}?scene=flag`);
  await waitForScene(page, "flag", 0.3);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.addStyleTag({ content: "#play { display: none !important }" });
  const pins = (): Promise<number | undefined> => page.evaluate(() => window.clothDemo?.cloths[0].pins.length);
  /** Where a part of the flag is on the page. */
  const placeOf = async (): Promise<readonly [number, number]> => {
    const particles = (await page.evaluate(() => window.clothDemo?.particlesOnPage())) ?? [];
    return particles[10 * 30 + 12];
  };
  const [x, y] = await placeOf();
  const pinsBefore = (await pins()) ?? 0;

  await page.getByRole("button", { name: "Pin" }).click();
  expect(await page.getByRole("button", { name: "Pin" }).getAttribute("aria-pressed")).toBe("true");
  await page.mouse.click(x, y);
  await page.waitForFunction((count) => window.clothDemo?.cloths[0].pins.length === count, pinsBefore + 1);
  // Two taps at once would be a double tap.
  await page.waitForTimeout(500);
  await page.mouse.click(x, y);
  await page.waitForFunction((count) => window.clothDemo?.cloths[0].pins.length === count, pinsBefore);
  await page.getByRole("button", { name: "Pin" }).click();

  // The keyboard does so in the middle.
  await page.locator("#canvas").focus();
  await page.keyboard.press("p");
  expect(await pins()).toBe(pinsBefore + 1);
  await page.keyboard.press("p");
  expect(await pins()).toBe(pinsBefore);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.mouse.move(x, y - 40, { steps: 4 });
  const before = await particlesOf(page);
  await page.getByRole("button", { name: "Resume" }).evaluate((button) => (button as HTMLButtonElement).click());
  await frames(page, 8);
  const [, dragged] = await placeOf();
  expect(dragged).toBeLessThan(y - 15);
  expect(await motionSince(page, before)).toBeGreaterThan(0.1);
  await page.mouse.up();

  const still = await particlesOf(page);
  await page.getByRole("button", { name: "Push" }).click();
  await frames(page, 2);
  expect(await motionSince(page, still)).toBeGreaterThan(0.01);
  expect(errors).toEqual([]);
});

test("the comparison: its divider, sliders and views change what is drawn", async () => {
  const { page, errors } = await openPage();
  await page.goto(server.url);
  await waitForScene(page, "compare", 0.1);
  const cloth = (side: number): Promise<{ triangles: number; particles: number; mode: string } | undefined> =>
    page.evaluate((i) => {
      const found = window.clothDemo?.cloths[i];
      return found && { ...found.statistics, mode: found.tessellation.mode };
    }, side);
  expect((await cloth(0))?.particles).toBe(16 * 11);

  // The divider follows the pointer and the arrow keys.
  const divider = page.getByRole("separator", { name: "Divider" });
  const { x, y, width } = (await divider.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width / 2, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 60, y + 60, { steps: 3 });
  await page.mouse.up();
  const split = Number(await divider.getAttribute("aria-valuenow"));
  const canvas = (await page.locator("#canvas").boundingBox())?.width ?? 0;
  expect(split).toBeCloseTo(100 * (0.5 - 60 / canvas), -0.5);
  await divider.focus();
  await page.keyboard.press("ArrowRight");
  expect(Number(await divider.getAttribute("aria-valuenow"))).toBe(split + 5);
  await frames(page, 1);
  const half = await page.evaluate(() => window.clothDemo?.cloths[1].getScene().activeCamera?.viewport.x ?? 0);
  expect(100 * half).toBeCloseTo(split + 5, -0.5);

  // A coarser tolerance takes fewer triangles, more control points are simulated.
  const fine = (await cloth(0))?.triangles ?? 0;
  const slide = async (name: string, value: number): Promise<void> => {
    await page.getByRole("slider", { name }).fill(String(value));
  };
  await slide("Tolerance", 3);
  await page.waitForFunction((most) => (window.clothDemo?.cloths[0].statistics.triangles ?? most) < most, fine / 2);
  await slide("Control points", 20);
  await page.waitForFunction(() => window.clothDemo?.cloths[0].statistics.particles === 20 * 14);
  await slide("Full resolution", 72);
  await page.waitForFunction(() => (window.clothDemo?.cloths[1].statistics.particles ?? 0) === 72 * 47);
  await page.getByLabel("Left is drawn by").selectOption("fixed");
  expect((await cloth(0))?.mode).toBe("fixed");
  const distance = (): Promise<number | undefined> =>
    page.evaluate(() => {
      const one = window.clothDemo?.cloths[0];
      return one?.getScene().activeCamera?.globalPosition.subtract(one.position).length();
    });
  const near = (await distance()) ?? 0;
  await slide("Distance", 3.5);
  await frames(page, 1);
  expect((await distance()) ?? 0).toBeGreaterThan(1.5 * near);

  // Each view of the triangles shows another mesh in place of the cloth.
  await slide("Distance", 1.5);
  for (const view of ["triangles", "level", "error", "strain"]) {
    await page.getByLabel("Show").selectOption(view);
    await page.waitForFunction(() => {
      const one = window.clothDemo?.cloths[0];
      return one?.material?.disableColorWrite === true && one.getScene().getMeshByName("lens")?.isEnabled() === true;
    }, undefined);
  }
  await page.getByLabel("Show").selectOption("cloth");
  await frames(page, 1);
  expect(await page.evaluate(() => window.clothDemo?.cloths[0].material?.disableColorWrite)).toBe(false);

  // The table says what the cloths say.
  const row = page.getByRole("row", { name: /Triangles/ });
  await page.waitForFunction(() => {
    const text = document.querySelector("#figures tbody td")?.textContent.replaceAll(",", "");
    return text === String(window.clothDemo?.cloths[0].statistics.triangles);
  });
  expect(await row.getByRole("img").count()).toBe(1);
  expect(errors).toEqual([]);
});

test("the Inspector is loaded when asked for, stands beside the picture and changes the cloth", async () => {
  const { page, errors } = await openPage({ viewport: DESKTOP });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`${server.url}?scene=drape`);
  await waitForScene(page, "drape", 0.05);
  const scripts = (): string[] => requested.filter((url) => /inspector[^/]*\.js$/.test(url));
  expect(scripts()).toEqual([]);
  const button = page.locator("#inspector");
  const boxOf = async (what: Locator): Promise<{ left: number; right: number }> => {
    const { x, width } = (await what.boundingBox()) ?? { x: 0, width: 0 };
    return { left: x, right: x + width };
  };
  const canvas = page.locator("#canvas");
  const whole = await boxOf(canvas);

  await button.press("Enter");
  expect(await button.getAttribute("aria-busy")).toBe("true");
  expect(await button.textContent()).toContain("Loading");
  const section = page.getByRole("button", { name: "Cloth fabric", exact: true });
  const wind = page.getByRole("group", { name: "wind x", exact: true }).getByRole("textbox");
  await wind.waitFor();
  expect(scripts()).toHaveLength(1);
  expect([await button.getAttribute("aria-busy"), await button.getAttribute("aria-pressed")]).toEqual([
    "false",
    "true",
  ]);
  const picture = await boxOf(canvas);
  const pane = await boxOf(section);
  expect(picture.left).toBe(whole.left);
  expect(picture.right - picture.left).toBeGreaterThan(250);
  expect(picture.right).toBeLessThanOrEqual(pane.left);
  expect(pane.right).toBeLessThanOrEqual(DESKTOP.width);
  const drawn = await page.evaluate(() => window.clothDemo?.cloths[0].getScene().getEngine().getRenderWidth());
  expect(drawn).toBe(picture.right - picture.left);

  // The wind that a person enters carries the cloth away.
  const middle = async (): Promise<number> => {
    const along = (await particlesOf(page)).filter((_, i) => i % 3 === 0);
    return along.reduce((sum, x) => sum + x, 0) / along.length;
  };
  expect(Math.abs(await middle())).toBeLessThan(0.05);
  await wind.fill("15");
  await wind.press("Enter");
  expect(await page.evaluate(() => window.clothDemo?.cloths[0].wind.x)).toBe(15);
  await frames(page, 40);
  expect(await middle()).toBeGreaterThan(0.1);

  // Another scene closes it, and so does the button.
  await page.locator("input[value=drape]").focus();
  await page.keyboard.press("ArrowLeft");
  await waitForScene(page, "banners", 0.01);
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  expect(await boxOf(canvas)).toEqual(whole);
  await button.click();
  await section.waitFor();
  await button.click();
  await section.waitFor({ state: "detached" });
  expect(await boxOf(canvas)).toEqual(whole);
  expect(errors).toEqual([]);
});

/** Contrast of two colours as WCAG 2 defines it. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = (color: readonly number[]): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
      const channel = color[i] / 255;
      return sum + weight * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("who wants reduced motion gets a picture that waits; all can be read, named and reached by keyboard", async () => {
  const { page, errors } = await openPage({ reducedMotion: "reduce" });
  await page.goto(server.url);
  const play = page.getByRole("button", { name: "Play" });
  await page.waitForFunction(() => window.clothDemo?.scene === "compare");
  expect(await play.isVisible()).toBe(true);
  const before = await particlesOf(page);
  await page.waitForTimeout(500);
  expect(await motionSince(page, before)).toBe(0);

  // Every control has a name, and Tab comes to it.
  const controls = page.locator("button:visible, input:visible, select:visible, [tabindex='0']:visible, summary");
  const unnamed = await controls.evaluateAll((all) =>
    all
      .filter((one) => {
        const labels = "labels" in one ? Array.from((one as HTMLInputElement).labels ?? []) : [];
        const name = [one.getAttribute("aria-label"), one.textContent, ...labels.map((label) => label.textContent)];
        return !name.some((text) => text?.trim());
      })
      .map((one) => one.outerHTML),
  );
  expect(unnamed).toEqual([]);
  const reached = new Set<string>();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(
        () => [document.activeElement?.id, (document.activeElement as HTMLInputElement).type].find(Boolean) ?? "",
      ),
    );
  }
  for (const id of ["canvas", "divider", "pause", "reset", "push", "pin", "play", "radio", "range", "select-one"]) {
    expect(reached).toContain(id);
  }

  // Every text is at least as far from its ground as WCAG AA asks for.
  const texts = await page
    .locator("p:visible, span:visible, th:visible, td:visible, button:visible, dt, dd, h1, output")
    .evaluateAll((all) =>
      all
        .filter((one) => one.textContent.trim())
        .map((one) => {
          const numbers = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
          const grounds: number[][] = [];
          for (let at: Element | null = one; at; at = at.parentElement)
            grounds.push(numbers(getComputedStyle(at).backgroundColor));
          // From the back to the front: the page is opaque.
          const ground = grounds
            .reverse()
            .reduce((below, [red, green, blue, alpha = 1]) =>
              [red, green, blue].map((channel, i) => channel * alpha + below[i] * (1 - alpha)),
            );
          return { text: one.textContent, color: numbers(getComputedStyle(one).color), ground };
        }),
    );
  expect(texts.length).toBeGreaterThan(20);
  const poor = texts.filter(({ color, ground }) => contrast(color, ground) < 4.5).map(({ text }) => text);
  expect(poor).toEqual([]);

  await play.click();
  await waitForScene(page, "compare", 0.05);
  expect(await play.isVisible()).toBe(false);
  expect(await motionSince(page, before)).toBeGreaterThan(1e-4);
  expect(errors).toEqual([]);
});

test("on a phone the picture comes first, and the panel does not reach beyond the page", async () => {
  const { page, errors } = await openPage({ viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(`${server.url}?scene=drape`);
  await waitForScene(page, "drape", 0);
  const panel = page.locator("main");
  expect((await panel.boundingBox())?.height).toBeLessThan(0.15 * PHONE.height);
  await page.locator("summary").tap();
  await page.getByRole("button", { name: "Pause" }).tap();
  const box = await panel.boundingBox();
  expect(box?.width).toBe(PHONE.width);
  expect(box?.height).toBeLessThan(0.62 * PHONE.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(errors).toEqual([]);
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
});
