// The built demo in a real browser, looked at as people do.
import type { Page } from "playwright-core";
import { demoScenes } from "../../demo/scenes/index.js";
import { isAtLength, testAtLength } from "../support/atLength.js";
import { decodePng } from "../support/png.js";
import { frames, motionSince, particlesOf, serveDemo, showScene, waitForScene } from "./demoPage.js";

const demo = serveDemo();

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

/**
 * Scenes in the order of the page, in parts of a test each: software needs up to half a minute a scene. `MEASURE=1` looks at all of them;
 * test/demo/checks.test.ts steps all on the CPU.
 */
const names = demoScenes.map(({ name }) => name);
const parts = isAtLength ? [0, 4, 8, 12, 16, 20].map((first) => names.slice(first, first + 4)) : [names.slice(1, 2)];

describe("on one page", () => {
  const shared = demo.sharePage();

  test.each(parts)(
    "scenes start, move and report no error, chosen by keyboard one after the other: %s",
    async (...part) => {
      const { page, errors } = shared();
      await showScene(demo, page, part[0]);
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
    const { page, errors } = shared();
    await showScene(demo, page, "flag");
    await waitForScene(page, "flag", 0.7);
    expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);
    const colors = await colorsAtParticles(page);
    // The next scene would wait too.
    await page.getByRole("button", { name: "Resume" }).click();
    expect(colors.length).toBeGreaterThan(400);
    // The sky above is pale, the flag is dark blue and green with some white and gold.
    expect(share(colors, ([red, , blue]) => blue > 1.8 * red)).toBeGreaterThan(0.5);
    expect(errors).toEqual([]);
  });
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

// What both test takes half a minute to compile.
describe("the comparison", () => {
  const shared = demo.sharePage({ reducedMotion: "reduce" });

  test("who wants reduced motion gets a picture that waits; all can be read, named and reached by keyboard", async () => {
    const { page, errors } = shared();
    await page.goto(demo.url);
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
    for (const id of [
      "canvas",
      "divider",
      "pause",
      "reset",
      "push",
      "pin",
      "cut",
      "play",
      "radio",
      "range",
      "select-one",
    ]) {
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

  testAtLength("its divider, sliders and views change what is drawn", async () => {
    const { page, errors } = shared();
    await showScene(demo, page, "compare");
    await waitForScene(page, "compare", 0.2);
    const substeps = (): Promise<unknown> =>
      page.evaluate(() => window.clothDemo?.cloths.map(({ solver }) => solver.substeps));
    // Both are flags as anybody gets them, and neither stretches.
    expect(await substeps()).toEqual([8, 8]);
    expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);
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

    // What is seen keeps the tolerance, however coarse the rest behind the divider.
    const error = page
      .getByRole("row", { name: /^Error/ })
      .getByRole("cell")
      .first();
    await error.filter({ hasText: /0\.[0-9]*[1-9]/ }).waitFor();
    expect(parseFloat((await error.textContent()) ?? "")).toBeLessThan(0.5);

    // A coarser tolerance takes fewer triangles, more control points are simulated.
    const fine = (await cloth(0))?.triangles ?? 0;
    const slide = async (name: string, value: number): Promise<void> => {
      await page.getByRole("slider", { name }).fill(String(value));
    };
    await slide("Tolerance", 3);
    await page.waitForFunction(
      (maximum) => (window.clothDemo?.cloths[0].statistics.triangles ?? maximum) < maximum,
      fine / 2,
    );
    await slide("Control points", 20);
    await page.waitForFunction(() => window.clothDemo?.cloths[0].statistics.particles === 20 * 14);
    await slide("Substeps", 4);
    expect(await substeps()).toEqual([4, 4]);
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
});

test("a browser without WebGPU is told so and gets the cloth from the CPU, which is a worker", async () => {
  const { page, errors } = await demo.openPage();
  await page.addInitScript(() => {
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  await page.goto(`${demo.url}?scene=drape`);
  await page.waitForFunction(() => window.clothDemo?.cloths.every(({ isInWorker }) => isInWorker));
  expect(page.workers()).toHaveLength(1);
  const before = await particlesOf(page);
  await frames(page, 2);
  expect(await motionSince(page, before)).toBeGreaterThan(1e-4);
  await waitForScene(page, "drape", 1);
  expect(await page.getByRole("alert").textContent()).toContain("no WebGPU");
  expect(await page.evaluate(() => window.clothDemo?.check())).toEqual([]);
  expect(errors).toEqual([]);
});

test("a browser without WebGPU and WebGL 2 is told what is missing", async () => {
  const { page, errors } = await demo.openPage();
  await page.addInitScript(() => {
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(demo.url);
  await page.getByRole("alert").filter({ hasText: "needs WebGPU or WebGL 2" }).waitFor();
  expect(errors).toEqual([]);
});
