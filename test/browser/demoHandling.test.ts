// The built demo in a real browser: what people take hold of.
import type { Locator } from "playwright-core";
import { testAtLength } from "../support/atLength.js";
import { decodePng } from "../support/png.js";
import {
  DESKTOP,
  frames,
  motionSince,
  particlesOf,
  PHONE,
  serveDemo,
  showScene,
  VIEWPORT,
  waitForScene,
} from "./demoPage.js";

const demo = serveDemo();

describe("on one page", () => {
  const shared = demo.sharePage();

  test("a drag takes the cloth along, a tap pins it, another releases it, a push moves it", async () => {
    const { page, errors } = shared();
    await page.setViewportSize(VIEWPORT);
    await showScene(demo, page, "flag");
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
    // One tool at a time.
    const pressed = (name: string): Promise<string | null> =>
      page.getByRole("button", { name, exact: true }).getAttribute("aria-pressed");
    await page.getByRole("button", { name: "Cut", exact: true }).click();
    expect([await pressed("Pin"), await pressed("Cut")]).toEqual(["false", "true"]);
    await page.getByRole("button", { name: "Cut", exact: true }).click();
    expect([await pressed("Pin"), await pressed("Cut")]).toEqual(["false", "false"]);

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

    // Scissors.
    const [cutX, cutY] = await placeOf();
    await page.getByRole("button", { name: "Cut", exact: true }).click();
    await page.mouse.move(cutX, cutY - 70);
    await page.mouse.down();
    await page.mouse.move(cutX + 5, cutY + 70, { steps: 3 });
    await page.mouse.up();
    expect(await page.evaluate(() => window.clothDemo?.cloths[0].statistics.cuts)).toBeGreaterThan(0);
    await frames(page, 8);
    await page.getByRole("button", { name: "Cut", exact: true }).click();
    expect(errors).toEqual([]);
  });

  testAtLength("gizmos move and scale a shape under the cloth, and the cloth follows", async () => {
    const { page, errors } = shared();
    await page.setViewportSize(DESKTOP);
    await showScene(demo, page, "table");
    await waitForScene(page, "table", 0.8);
    /** The sphere, and the corners of its box on the page. */
    const sphere = (): Promise<{ center: [number, number]; corners: [number, number][]; top: number; size: number }> =>
      page.evaluate(() => {
        const mesh = window.clothDemo?.cloths[0].getScene().getMeshByName("sphere");
        const box = mesh?.getBoundingInfo().boundingBox;
        if (!window.clothDemo || !mesh || !box) throw new Error("There is no sphere.");
        const [center, ...corners] = window.clothDemo.placesOnPage([box.centerWorld, ...box.vectorsWorld]);
        return { center, corners, top: box.maximumWorld.y, size: mesh.absoluteScaling.length() };
      });
    /** How high the cloth is over the sphere [m]. */
    const height = async (): Promise<number> => Math.max(...(await particlesOf(page)).filter((_, i) => i % 3 === 1));
    const drag = async ([x, y]: readonly [number, number], toX: number, toY: number): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + toX, y + toY, { steps: 6 });
      await page.mouse.up();
      await frames(page, 30);
    };

    // The arrow that points up is green, and nothing else is.
    const before = await sphere();
    const { width, data } = decodePng(await page.screenshot());
    const green: [number, number][] = [];
    for (let i = 0; i < data.length; i += 4) {
      const [red, high, blue] = data.subarray(i, i + 3);
      if (high > 1.7 * red && high > 1.7 * blue && high > 60) green.push([(i / 4) % width, Math.floor(i / 4 / width)]);
    }
    expect(green.length).toBeGreaterThan(20);
    const heightBefore = await height();
    // Its tip is what is easily taken.
    const [tip] = green.sort(([, a], [, b]) => a - b);
    await drag([tip[0], tip[1] + 6], 0, -50);
    const moved = await sphere();
    expect(moved.top).toBeGreaterThan(before.top + 0.05);
    expect(moved.size).toBeCloseTo(before.size);
    expect(await height()).toBeGreaterThan(heightBefore + 0.6 * (moved.top - before.top));

    const heightMoved = await height();
    const [cornerX, cornerY] = moved.corners.reduce((highest, corner) => (corner[1] < highest[1] ? corner : highest));
    const [awayX, awayY] = [cornerX - moved.center[0], cornerY - moved.center[1]];
    await drag([cornerX, cornerY], awayX, awayY);
    const scaled = await sphere();
    expect(scaled.size).toBeGreaterThan(1.1 * moved.size);
    expect(await height()).toBeGreaterThan(heightMoved + 0.6 * (scaled.top - moved.top));
    expect(errors).toEqual([]);
  });

  testAtLength("the Inspector is loaded when asked for, stands beside the picture and changes the cloth", async () => {
    const { page, errors } = shared();
    await page.setViewportSize(DESKTOP);
    await showScene(demo, page, "drape");
    await waitForScene(page, "drape", 0.05);
    const scripts = (): Promise<string[]> =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .filter((name) => /inspector[^/]*\.js$/.test(name)),
      );
    expect(await scripts()).toEqual([]);
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
    expect(await scripts()).toHaveLength(1);
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
    // The engine follows its canvas in the next frame.
    await page.waitForFunction(
      (width) => window.clothDemo?.cloths[0].getScene().getEngine().getRenderWidth() === width,
      picture.right - picture.left,
    );

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
    const banner = await particlesOf(page);
    expect(await button.getAttribute("aria-pressed")).toBe("false");
    expect(await boxOf(canvas)).toEqual(whole);
    await button.click();
    await section.waitFor();
    await button.click();
    await section.waitFor({ state: "detached" });
    expect(await boxOf(canvas)).toEqual(whole);
    expect(await motionSince(page, banner)).toBeGreaterThan(1e-4);
    expect(errors).toEqual([]);
  });
});

describe("on a phone", () => {
  const shared = demo.sharePage({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: "reduce" });

  beforeAll(async () => {
    const { page } = shared();
    await page.goto(`${demo.url}?scene=flag`);
    await page.waitForFunction(() => window.clothDemo?.scene === "flag");
  });

  testAtLength("a finger on the cloth takes it along, one beside it turns the camera", async () => {
    const { page, errors } = shared();
    const fingers = await page.context().newCDPSession(page);
    const touch = async (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...places: [number, number][]
    ): Promise<void> => {
      await fingers.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    };
    const alpha = (): Promise<unknown> =>
      page.evaluate<unknown>(() => Reflect.get(window.clothDemo?.cloths[0].getScene().activeCamera ?? {}, "alpha"));
    /** Where a part of the flag is on the page. */
    const placeOf = async (): Promise<[number, number]> => {
      const particles = (await page.evaluate(() => window.clothDemo?.particlesOnPage())) ?? [];
      return particles[10 * 30 + 20];
    };
    const alphaBefore = await alpha();
    const [x, y] = await placeOf();
    await page.addStyleTag({ content: "#play { display: none !important }" });
    await touch("touchStart", [x, y]);
    for (const way of [20, 40, 60]) await touch("touchMove", [x - way / 2, y + way]);
    await page.locator("#play").evaluate((button) => (button as HTMLButtonElement).click());
    await frames(page, 20);
    const [draggedX, draggedY] = await placeOf();
    expect(Math.hypot(draggedX - (x - 30), draggedY - (y + 60))).toBeLessThan(15);
    expect(await alpha()).toBe(alphaBefore);
    await touch("touchEnd");

    // Let go, it is blown away.
    await frames(page, 40);
    const [freeX, freeY] = await placeOf();
    expect(Math.hypot(freeX - (x - 30), freeY - (y + 60))).toBeGreaterThan(15);

    const sky = y - 150;
    await touch("touchStart", [x, sky]);
    for (const way of [20, 40, 60]) await touch("touchMove", [x - way, sky]);
    await touch("touchEnd");
    expect(await alpha()).not.toBe(alphaBefore);
    expect(errors).toEqual([]);
  });

  test("the picture comes first, and the panel does not reach beyond the page", async () => {
    const { page, errors } = shared();
    const panel = page.locator("main");
    expect((await panel.boundingBox())?.height).toBeLessThan(0.15 * PHONE.height);
    await page.locator("summary").tap();
    await page.locator("#pause").tap();
    const box = await panel.boundingBox();
    expect(box?.width).toBe(PHONE.width);
    expect(box?.height).toBeLessThan(0.62 * PHONE.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(errors).toEqual([]);
  });
});

test("an Inspector that cannot be loaded is said so", async () => {
  const { page, errors } = await demo.openPage({ viewport: DESKTOP, reducedMotion: "reduce" });
  await page.addInitScript(() => {
    // The CPU: software would compile for long what this test does not need.
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  await page.route(/inspector[^/]*\.js$/, (route) => route.abort());
  await page.goto(`${demo.url}?scene=drape`);
  await page.waitForFunction(() => window.clothDemo?.scene === "drape");
  const button = page.locator("#inspector");
  await button.click();
  await page.getByRole("alert").filter({ hasText: "The Inspector could not be loaded" }).waitFor();
  expect([await button.getAttribute("aria-busy"), await button.getAttribute("aria-pressed")]).toEqual([
    "false",
    "false",
  ]);
  expect(await button.textContent()).toBe("Inspector");
  // What the browser itself says of the request.
  expect(errors.filter((error) => !/inspector[^/]*\.js failed|ERR_FAILED/.test(error))).toEqual([]);
});

test("of scenes that are chosen one right after the other, the last is shown once", async () => {
  const { page } = await demo.openPage({ viewport: DESKTOP, reducedMotion: "reduce" });
  await page.addInitScript(() => {
    // The CPU, as above.
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  await page.goto(`${demo.url}?scene=drape`);
  await page.waitForFunction(() => window.clothDemo?.scene === "drape");
  await page.evaluate(() => {
    for (const name of ["compare", "drape", "compare"]) {
      document.querySelector(`input[value=${name}]`)?.dispatchEvent(new Event("change"));
    }
  });
  await page.waitForFunction(() => window.clothDemo?.scene === "compare");
  // All three have been opened when those of drape are closed.
  await page.waitForTimeout(3000);
  expect(await page.locator("#figures table").count()).toBe(1);
});

test("a scene that is left while its handles are loaded does not come back with them", async () => {
  const { page } = await demo.openPage({ viewport: DESKTOP, reducedMotion: "reduce" });
  await page.addInitScript(() => {
    // The CPU, as above.
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  let handOver = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (handOver = resolve));
  await page.route(/\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes("clearGizmoOnEmptyPointerEvent")) await wanted;
    await route.fulfill({ response, body });
  });
  const choose = (name: string): Promise<void> =>
    page.evaluate((value) => {
      document.querySelector(`input[value=${value}]`)?.dispatchEvent(new Event("change"));
    }, name);
  await page.goto(`${demo.url}?scene=table`);
  await page.waitForFunction(() => document.title.startsWith("Still life"));
  await choose("drape");
  await page.waitForFunction(() => window.clothDemo?.scene === "drape");
  handOver();
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => window.clothDemo?.scene)).toBe("drape");
  expect(await page.locator("#message").textContent()).not.toContain("could not be shown");
});
