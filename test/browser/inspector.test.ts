// The Inspector in a real browser, operated as a person would.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import {
  contactControls,
  fabricControls,
  sliderValue,
  SLIDER_STEPS,
  solverControls,
  tessellationControls,
  windControls,
  type ClothControl,
} from "../../src/inspector/clothControls.js";
import { note } from "../support/note.js";
import { launchChromium } from "../support/chromium.js";
import { serveFolder, type FileServer } from "../support/fileServer.js";
import type {} from "./inspectorPage.js";

/** Of a number in the pane. */
const SHOWN_DIGITS = 5;
/** No hint comes later after the last one [ms]. */
const HINT_PAUSE = 2000;
const VIEWPORT = { width: 1000, height: 800 };

let browser: Browser;
let server: FileServer;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  // Nobody else needs this page.
  await promisify(execFile)(process.execPath, ["node_modules/webpack/bin/webpack.js", "--config-name", "inspector"]);
  [browser, server] = await Promise.all([launchChromium(), serveFolder("build/inspector")]);
  const context = await browser.newContext({ viewport: VIEWPORT, permissions: ["clipboard-read", "clipboard-write"] });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(server.url);
  await page.waitForFunction(() => window.inspected !== undefined);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The line of the property pane with this label. */
function line(label: string): Locator {
  return page.getByText(label, { exact: true }).locator("xpath=ancestor::div[./*[@id='property']][1]");
}

/** What stands behind a label, the first of its name. */
async function shown(label: string): Promise<string> {
  return (await line(label).first().locator("#property").textContent()) ?? "";
}

async function enter(label: string, text: string): Promise<void> {
  const field = page.getByRole("group", { name: label, exact: true }).getByRole("textbox");
  await field.fill(text);
  await field.press("Enter");
}

async function choose(label: string, option: string): Promise<void> {
  await line(label).getByRole("combobox").click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function toggleSection(title: string): Promise<void> {
  await page.getByRole("button", { name: title, exact: true }).click();
}

/** The Inspector explains itself to who opens it for the first time, in one hint after the other. */
async function dismissHints(): Promise<void> {
  const hint = page.getByRole("button", { name: "dismiss" }).first();
  const isShown = (): Promise<boolean> =>
    hint.waitFor({ timeout: HINT_PAUSE }).then(
      () => true,
      () => false,
    );
  while (await isShown()) {
    await hint.click();
  }
}

/** A cloth in the scene explorer. */
function itemOf(cloth: string): Locator {
  return page.getByRole("treeitem").filter({ has: page.getByText(cloth, { exact: true }) });
}

async function select(cloth: string): Promise<void> {
  await itemOf(cloth).click();
}

/** Values of the flag, by the paths of controls. */
async function flagValues(paths: readonly string[]): Promise<unknown[]> {
  return page.evaluate(
    (names) =>
      names.map((path) =>
        path.split(".").reduce<unknown>((owner, name) => Reflect.get(owner as object, name), window.inspected?.flag),
      ),
    paths,
  );
}

/** A number that a person might enter: off the default, allowed, and not all the same. */
function anotherNumber({ range }: ClothControl, i: number): number {
  return range ? sliderValue(range, Math.round(SLIDER_STEPS * (0.3 + 0.01 * i))) : 0;
}

test("it is loaded when it is asked for, and lists the cloths", async () => {
  expect(await page.evaluate(() => window.inspected?.scripts())).toBe(1);
  await page.evaluate(() => window.inspected?.show());
  expect(await page.evaluate(() => window.inspected?.scripts())).toBeGreaterThan(1);
  const cloths = page.getByRole("treeitem", { name: "Cloths" });
  await dismissHints();
  await cloths.focus();
  await page.keyboard.press("ArrowRight");
  // Items come and go without their cloths.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await select("flag");
  await page.getByRole("button", { name: "Cloth statistics", exact: true }).waitFor();
  expect(await itemOf("curtain").count()).toBe(1);
});

test("each number of the pane changes the cloth", async () => {
  const mode = tessellationControls.error;
  const controls = [...fabricControls, ...windControls, ...mode, ...solverControls, ...contactControls];
  const numbers = controls.filter(({ range }) => range);
  await toggleSection("Cloth solver");
  await toggleSection("Cloth colliders");
  const before = await flagValues(numbers.map(({ path }) => path));
  for (const [i, control] of numbers.entries()) {
    await enter(control.label, String(anotherNumber(control, i)));
  }
  const after = await flagValues(numbers.map(({ path }) => path));
  expect(Object.fromEntries(numbers.map(({ path }, i) => [path, after[i]]))).toEqual(
    Object.fromEntries(numbers.map((control, i) => [control.path, anotherNumber(control, i)])),
  );
  expect(numbers.filter((_, i) => before[i] === after[i])).toEqual([]);
  // By slider, to both ends.
  for (const [label, key] of [
    ["wind x", "Home"],
    ["bend warp", "End"],
    ["substeps", "ArrowRight"],
  ]) {
    await page.getByRole("slider", { name: `${label}, slider` }).press(key);
  }
  const [wind, bend, substeps] = await flagValues(["wind.x", "fabric.bend.warp", "solver.substeps"]);
  expect([wind, bend]).toEqual([-20, Infinity]);
  expect(substeps).not.toBe(after[numbers.findIndex(({ path }) => path === "solver.substeps")]);
});

test("what is not allowed is told and taken back", async () => {
  const [substeps] = await flagValues(["solver.substeps"]);
  const unchanged = page
    .getByRole("group", { name: "substeps", exact: true })
    .locator(`input[type=text][value='${String(substeps)}']`);
  // The pane looks at the cloth a few times a second: before it has seen what the slider did, it would undo what is typed.
  await unchanged.waitFor();
  await enter("substeps", "2.5");
  await page
    .getByText(/solver.substeps is 2.5, must be a whole number/)
    .first()
    .waitFor();
  await unchanged.waitFor();
  expect(await flagValues(["solver.substeps"])).toEqual([substeps]);
});

test("switches and lists change the cloth", async () => {
  const switches = contactControls.filter(({ range }) => !range);
  const paths = switches.map(({ path }) => path);
  const before = await flagValues(paths);
  for (const { label } of switches) {
    await line(label).getByRole("switch").click();
  }
  expect(await flagValues(paths)).toEqual(before.map((value) => value !== true));

  for (const fidelity of ["auto", "controlGrid"]) {
    await choose("fidelity", fidelity);
    expect(await flagValues(["fidelity"])).toEqual([fidelity]);
  }

  await choose("preset", "silk");
  expect(await flagValues(["fabric.shear", "fabric.drag"])).toEqual([8e-3, 1.2]);
  await page.getByRole("group", { name: "shear", exact: true }).locator("input[type=text][value='0.008']").waitFor();

  for (const mode of ["distance", "fixed"] as const) {
    await choose("mode", mode);
    for (const [i, { label, path, range }] of tessellationControls[mode].entries()) {
      const value = range?.isWhole ? 20 - i : 1 + i;
      await enter(label, String(value));
      expect([path, ...(await flagValues([path]))]).toEqual([path, value]);
    }
  }
});

test("pins come and go", async () => {
  await toggleSection("Cloth pins");
  const pins = (): Promise<number | undefined> => page.evaluate(() => window.inspected?.flag.pins.length);
  const before = (await pins()) ?? 0;
  expect(await shown("pinned particles")).toBe(String(before));
  await enter("u", "1");
  await enter("v", "0");
  await page.getByRole("button", { name: "Pin there", exact: true }).click();
  expect(await pins()).toBe(before + 1);
  await page.getByRole("button", { name: "Release u 1, v 0" }).click();
  expect(await pins()).toBe(before);
  await enter("u", "0");
  await page.getByRole("button", { name: "Unpin there", exact: true }).click();
  expect(await pins()).toBe(before - 1);
  await line("pinned particles")
    .getByText(String(before - 1), { exact: true })
    .waitFor();
});

test("statistics are those of the API", async () => {
  await line("measure GPU time").getByRole("switch").click();
  await page.waitForFunction(() => (window.inspected?.system.timings.simulation ?? 0) > 0);
  // What does not change any more can be compared.
  const statistics = await page.evaluate(async () => {
    const { system, flag } = window.inspected ?? {};
    if (!system || !flag) throw new Error("The page has no cloths.");
    system.paused = true;
    const javaScript = new Set<number>();
    flag.onStepObservable.add(() => void javaScript.add(system.timings.javaScript));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return {
      ...flag.statistics,
      ...system.timings,
      javaScript: [...javaScript],
      measures: system.measuresGpuTime,
    };
  });
  expect(statistics.measures).toBe(true);
  expect(statistics.triangles).toBe(2 * 20 * 20);
  for (const [label, value] of [
    ["particles", statistics.particles],
    ["triangles", statistics.triangles],
    ["coarseness", statistics.coarseness],
    ["simulation, GPU ms", statistics.simulation],
    ["surface, GPU ms", statistics.surface],
    ["readback, GPU ms", statistics.readback],
  ] as const) {
    expect([label, Number(await shown(label))]).toEqual([label, Number(value.toPrecision(SHOWN_DIGITS))]);
  }
  expect(statistics.surface).toBeGreaterThan(0);
  // It is another one in every frame.
  const shownJavaScript = Number(await shown("JavaScript ms"));
  expect(statistics.javaScript.map((value) => Number(value.toPrecision(SHOWN_DIGITS)))).toContain(shownJavaScript);
  note("the Inspector's page", statistics);
});

test("the buttons put the cloth back and copy its options", async () => {
  await page.getByRole("button", { name: "Copy options as code", exact: true }).click();
  await page
    .getByText(/options of "flag" are in the clipboard/)
    .first()
    .waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toBe(await page.evaluate(() => window.inspected?.code()));
  expect(code).toContain("fabric: Fabrics.silk");

  const distance = (): Promise<number> =>
    page.evaluate(async () => {
      const { flag } = window.inspected ?? {};
      if (!flag) throw new Error("The page has no flag.");
      const positions = await flag.readPositions();
      const { restPositions } = flag.sheet;
      return Math.max(
        ...positions.map((coordinate, i) => Math.abs(coordinate - restPositions[i] - (i % 3 === 0 ? 0.7 : 0))),
      );
    });
  expect(await distance()).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "Reset cloth", exact: true }).click();
  await page.evaluate(() => window.inspected?.system.step(0));
  expect(await distance()).toBeLessThan(1e-6);
});

test("debug views are drawn in the scene", async () => {
  await page.evaluate(() => {
    if (window.inspected) window.inspected.system.paused = false;
  });
  await select("curtain");
  await toggleSection("Cloth debug views");
  const drawn = (): Promise<string[] | undefined> =>
    page.evaluate(() =>
      window.inspected?.scene.meshes.map(({ name }) => name).filter((name) => /^curtain ./.test(name)),
    );
  const parts = ["particles", "links", "tethers", "colliders", "normals", "levels"];
  expect(await drawn()).toEqual([]);
  for (const part of parts) {
    await line(part).getByRole("switch").click();
    await page.waitForFunction(
      (name) => (window.inspected?.scene.getMeshByName(name)?.getTotalVertices() ?? 0) > 0,
      `curtain ${part}`,
    );
  }
  await enter("full color at strain", "0.005");
  await enter("updates a second", "1");
  await page.screenshot({ path: "build/inspector.png", timeout: 60_000 });
  await line("links").getByRole("switch").click();
  await page.waitForFunction(() => !window.inspected?.scene.getMeshByName("curtain links"));
  expect((await drawn())?.sort()).toEqual(
    parts
      .filter((part) => part !== "links")
      .map((part) => `curtain ${part}`)
      .sort(),
  );
});

test("colliders can be switched", async () => {
  const ball = (): Promise<unknown> =>
    page.evaluate(() => {
      const collider = window.inspected?.curtain.colliders.list[0];
      return [collider?.enabled, collider?.friction];
    });
  expect(await ball()).toEqual([true, 1]);
  await line("1 sphere (ball)").getByRole("switch").click();
  await enter("1 sphere (ball) friction", "0.25");
  expect(await ball()).toEqual([false, 0.25]);
});

test("it closes without a trace", async () => {
  expect(errors).toEqual([]);
  await page.evaluate(() => window.inspected?.close());
  await page.getByText("Scene Explorer").waitFor({ state: "detached" });
  const names = await page.evaluate(() => window.inspected?.scene.meshes.map(({ name }) => name));
  expect(names).toEqual(["ball", "flag", "curtain"]);
});
