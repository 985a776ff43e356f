// The Inspector in a real browser, operated as a person would.
// The file is long because its tests share one page: each goes on where the one before has left it. A second page would cost another
// build and another browser.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
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
import { InspectorPane } from "./inspectorPane.js";
import { isAtLength, testAtLength } from "../support/atLength.js";

/** Of a number in the pane. */
const SHOWN_DIGITS = 5;
const VIEWPORT = { width: 1000, height: 800 };

let browser: Browser;
let server: FileServer;
let page: Page;
let pane: InspectorPane;
const errors: string[] = [];

beforeAll(async () => {
  // Nobody else needs this page.
  await promisify(execFile)(process.execPath, ["node_modules/webpack/bin/webpack.js", "--config-name", "inspector"]);
  [browser, server] = await Promise.all([launchChromium(), serveFolder("build/inspector")]);
  const context = await browser.newContext({ viewport: VIEWPORT, permissions: ["clipboard-read", "clipboard-write"] });
  page = await context.newPage();
  pane = new InspectorPane(page);
  page.setDefaultTimeout(500_000);
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

async function setPaused(isPaused: boolean): Promise<void> {
  await page.evaluate((value) => {
    if (window.inspected) window.inspected.system.paused = value;
  }, isPaused);
}

/** A number that a person might enter: off the default, allowed, and not all the same. */
function anotherNumber({ range }: ClothControl, i: number): number {
  return range ? sliderValue(range, Math.round(SLIDER_STEPS * (0.313 + 0.01 * i))) : 0;
}

/** Whether a script that the page has loaded has the controls of the Inspector. */
async function hasInspector(): Promise<boolean> {
  const addresses = (await page.evaluate(() => window.inspected?.scripts())) ?? [];
  const scripts = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  return scripts.some((script) => script.includes("fluentui"));
}

test("it is loaded when it is asked for, and lists the cloths", async () => {
  // Babylon loads scripts of its own meanwhile. All tests need the pane, whatever was loaded before.
  const before = await hasInspector();
  await page.evaluate(() => window.inspected?.show());
  expect([before, await hasInspector()]).toEqual([false, true]);
  const cloths = page.getByRole("treeitem", { name: "Cloths" });
  await pane.dismissHints();
  await cloths.focus();
  // Items come and go without their cloths.
  for (const [key, isExpanded] of [
    ["ArrowRight", "true"],
    ["ArrowLeft", "false"],
    ["ArrowRight", "true"],
  ]) {
    await cloths.press(key);
    await cloths.and(page.locator(`[aria-expanded=${isExpanded}]`)).waitFor();
  }
  await pane.itemOf("flag").click();
  await page.getByRole("button", { name: "Cloth statistics", exact: true }).waitFor();
  expect(await pane.itemOf("curtain").count()).toBe(1);
});

test("each number of the pane changes the cloth", async () => {
  // Up to the fidelity: many substeps, and those at full resolution, take too long in software to work with the pane meanwhile.
  await setPaused(true);
  const mode = tessellationControls.error;
  const controls = [...fabricControls, ...windControls, ...mode, ...solverControls, ...contactControls];
  const numbers = controls.filter(({ range }) => range);
  await pane.press("Cloth solver");
  await pane.press("Cloth colliders");
  const before = await flagValues(numbers.map(({ path }) => path));
  for (const [i, control] of numbers.entries()) {
    await pane.enter(control.label, String(anotherNumber(control, i)));
  }
  const after = await flagValues(numbers.map(({ path }) => path));
  expect(Object.fromEntries(numbers.map(({ path }, i) => [path, after[i]]))).toEqual(
    Object.fromEntries(numbers.map((control, i) => [control.path, anotherNumber(control, i)])),
  );
  expect(numbers.filter((_, i) => before[i] === after[i])).toEqual([]);
  // A cloth that tears is always solved at full resolution: too slow in software, and its fidelity could not be chosen.
  await pane.enter("tear", "Infinity");
  await pane.choose("fidelity", "controlGrid");
  // By slider, to both ends.
  for (const [label, key] of [
    ["wind x", "Home"],
    ["bend warp", "End"],
    ["substeps", "ArrowRight"],
  ]) {
    await pane.slide(label, key);
  }
  const [wind, bend, substeps] = await flagValues(["wind.x", "fabric.bend.warp", "solver.substeps"]);
  expect([wind, bend]).toEqual([-20, Infinity]);
  expect(substeps).not.toBe(after[numbers.findIndex(({ path }) => path === "solver.substeps")]);
});

test("what is not allowed is told under its line and taken back", async () => {
  const [substeps] = (await flagValues(["solver.substeps"])) as number[];
  const unchanged = pane.number("substeps", substeps);
  // The pane looks at the cloth a few times a second: before it has seen what the slider did, it would undo what is typed.
  await unchanged.waitFor();
  await pane.enter("substeps", "2.5");
  const told = pane.refusals.filter({ hasText: "solver.substeps is 2.5, must be a whole number" });
  await told.waitFor();
  await unchanged.waitFor();
  expect(await flagValues(["solver.substeps"])).toEqual([substeps]);
  const [field, message] = await Promise.all([unchanged.boundingBox(), told.boundingBox()]);
  const gap = (message?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(20);
  // It stays there until it is put right.
  await pane.enter("damping", "not a number");
  await pane.refusals.filter({ hasText: "solver.damping is NaN" }).waitFor();
  expect(await pane.refusals.count()).toBe(2);
  await pane.enter("substeps", "9");
  await told.waitFor({ state: "detached" });
  expect(await flagValues(["solver.substeps"])).toEqual([9]);
  // And belongs to this cloth.
  await pane.itemOf("curtain").click();
  await pane.refusals.waitFor({ state: "detached" });
  await pane.itemOf("flag").click();
});

test("switches and lists change the cloth", async () => {
  const switches = contactControls.filter(({ range }) => !range);
  const paths = switches.map(({ path }) => path);
  const before = await flagValues(paths);
  for (const { label } of switches) {
    await pane.toggle(label);
  }
  expect(await flagValues(paths)).toEqual(before.map((value) => value !== true));

  expect(await pane.line("preset").getByRole("combobox").textContent()).toBe("(own)");
  await pane.choose("preset", "silk");
  expect(await flagValues(["fabric.shear", "fabric.density"])).toEqual([0.07, 0.06]);
  await pane.number("shear", 0.07).waitFor();

  for (const mode of ["distance", "fixed"] as const) {
    await pane.choose("mode", mode);
    for (const [i, { label, path, range }] of tessellationControls[mode].entries()) {
      const value = range?.isWhole ? 20 - i : 1 + i;
      await pane.enter(label, String(value));
      expect([path, ...(await flagValues([path]))]).toEqual([path, value]);
    }
  }
  // With all of that a frame takes seconds in software, and tests beside this one wait.
  await page.evaluate(() => {
    const light = {
      substeps: 2,
      iterations: 1,
      selfCollision: false,
      clothCollision: false,
      continuousCollision: false,
    };
    if (window.inspected) Object.assign(window.inspected.flag.solver, light);
  });
});

test("the fidelity is chosen, refused where the device has no room for it, and has a budget", async () => {
  expect(await Promise.all(["backend", "control points", "full resolution"].map((label) => pane.shown(label)))).toEqual(
    ["gpu", "12 x 12", "32 x 32"],
  );
  for (const [fidelity, particles] of [
    ["auto", 12 * 12],
    ["fullResolution", 32 * 32],
    ["controlGrid", 12 * 12],
  ] as const) {
    await pane.choose("fidelity", fidelity);
    expect(await flagValues(["fidelity"])).toEqual([fidelity]);
    await page.waitForFunction((count) => window.inspected?.flag.statistics.particles === count, particles);
    await pane.waitForText("particles", String(particles));
  }
  await pane.enter("fidelity budget", "3.5");
  // As with the slider: what is typed before the pane has seen this would be undone.
  await pane.number("fidelity budget", 3.5).waitFor();
  await pane.enterRefused("fidelity budget", "-1", "fidelityBudget is -1");
  expect(await page.evaluate(() => window.inspected?.system.fidelityBudget)).toBe(3.5);
  await pane.enter("fidelity budget", "4");
  await pane.refusals.waitFor({ state: "detached" });

  const room = (limits: object | null): Promise<void> =>
    page.evaluate((value) => window.inspected?.limitDevice(value), limits);
  await room({ maxTextureDimension2D: 16, maxStorageBufferBindingSize: 2 ** 20, maxBufferSize: 2 ** 20 });
  await pane.choose("fidelity", "fullResolution");
  await pane.refusals.filter({ hasText: 'fullResolution is "32 x 32", must be at most' }).waitFor();
  await room(null);
  expect(await pane.line("fidelity").getByRole("combobox").textContent()).toBe("controlGrid");
  expect(await flagValues(["fidelity"])).toEqual(["controlGrid"]);
  await pane.choose("fidelity", "auto");
  await pane.refusals.waitFor({ state: "detached" });
  await pane.choose("fidelity", "controlGrid");
  await setPaused(false);
});

test("pins come and go", async () => {
  await pane.press("Cloth pins");
  const pins = (): Promise<number | undefined> => page.evaluate(() => window.inspected?.flag.pins.length);
  const before = (await pins()) ?? 0;
  await pane.waitForText("pinned particles", String(before));
  await pane.enter("u", "1");
  await pane.enter("v", "0");
  await pane.press("Pin there");
  expect(await pins()).toBe(before + 1);
  await pane.press("Release u 1, v 0");
  expect(await pins()).toBe(before);
  await pane.enter("u", "0");
  await pane.press("Unpin there");
  expect(await pins()).toBe(before - 1);
  await pane.waitForText("pinned particles", String(before - 1));
  await pane.enter("u", "1.5");
  await pane.refusals.filter({ hasText: "u is 1.5, must be a number from 0 to 1" }).waitFor();
  await pane.enter("u", "0.5");
  // One that was not made here.
  await page.evaluate(() => window.inspected?.flag.pin(1, 1, window.inspected.scene.getMeshByName("ball")));
  await pane.press("Release u 1, v 1 → ball");
  expect(await pins()).toBe(before - 1);
});

test("statistics are those of the API", async () => {
  await pane.toggle("measure GPU time");
  await page.waitForFunction(() => (window.inspected?.system.timings.simulation ?? 0) > 0);
  // What does not change any more can be compared.
  const statistics = await page.evaluate(async () => {
    const { system, flag } = window.inspected ?? {};
    if (!system || !flag) throw new Error("The page has no cloths.");
    system.paused = true;
    const javaScript = new Set<number>();
    let steps = 0;
    // The times of the last frames before are still on their way.
    await new Promise<void>((resolve) => {
      flag.onStepObservable.add(() => {
        javaScript.add(system.timings.javaScript);
        if (++steps === 30) resolve();
      });
    });
    Object.assign(window, { javaScript });
    return {
      ...flag.statistics,
      ...system.timings,
      measures: system.measuresGpuTime,
    };
  });
  expect(statistics.measures).toBe(true);
  expect(statistics.triangles).toBe(2 * 20 * 20);
  for (const [label, value] of [
    ["particles", statistics.particles],
    ["triangles", statistics.triangles],
    ["coarseness", statistics.coarseness],
    ["max strain", statistics.maxStrain],
    ["simulation, GPU ms", statistics.simulation],
    ["surface, GPU ms", statistics.surface],
    ["readback, GPU ms", statistics.readback],
  ] as const) {
    await pane.waitForText(label, String(Number(value.toPrecision(SHOWN_DIGITS))));
  }
  expect(Math.min(statistics.surface, statistics.readback)).toBeGreaterThan(0);
  // It is another one in every frame, and the pane may still show one of a frame before these.
  const isOfTheseFrames = async (): Promise<boolean> => {
    const shown = Number(await pane.shown("JavaScript ms"));
    const known = await page.evaluate(() => [...(Reflect.get(window, "javaScript") as Set<number>)]);
    return known.some((value) => Number(value.toPrecision(SHOWN_DIGITS)) === shown);
  };
  while (!(await isOfTheseFrames())) {
    await page.waitForTimeout(100);
  }
  note("the Inspector's page", statistics);
  await pane.toggle("measure GPU time");
  const measures = (): Promise<boolean | undefined> => page.evaluate(() => window.inspected?.system.measuresGpuTime);
  expect(await measures()).toBe(false);
  // An engine without the feature.
  const timerQuery = await page.evaluate(() => {
    const caps = window.inspected?.scene.getEngine().getCaps();
    if (!caps) throw new Error("The page has no engine.");
    const own = caps.timerQuery;
    delete (caps as { timerQuery?: unknown }).timerQuery;
    return own;
  });
  expect(timerQuery).toBe(true);
  // The pane looks at the cloth a few times a second: before that, it takes back to what it saw last.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  await pane.toggle("measure GPU time");
  await pane.refusals.filter({ hasText: "GPU times cannot be measured" }).waitFor();
  expect(await pane.line("measure GPU time").getByRole("switch").isChecked()).toBe(false);
  expect(await measures()).toBe(false);
});

test("the buttons put the cloth back and copy its options", async () => {
  await pane.press("Copy options as code");
  await page.getByRole("status").filter({ hasText: 'The options of "flag" are in the clipboard.' }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toBe(await page.evaluate(() => window.inspected?.code()));
  expect(code).toContain("fabric: Fabrics.silk");

  const distance = (): Promise<number> =>
    page.evaluate(async () => {
      const { flag } = window.inspected ?? {};
      if (!flag) throw new Error("The page has no flag.");
      const positions = await flag.readPositions();
      const { restPositions } = flag.restGrid;
      return Math.max(
        ...positions.map((coordinate, i) => Math.abs(coordinate - restPositions[i] - (i % 3 === 0 ? 0.7 : 0))),
      );
    });
  expect(await distance()).toBeGreaterThan(0.1);
  await pane.press("Reset cloth");
  await page.evaluate(() => window.inspected?.system.step(0));
  expect(await distance()).toBeLessThan(1e-6);
});

test("debug views are drawn in the scene", async () => {
  // From here on the curtain is asked alone.
  await page.evaluate(() => window.inspected?.flag.setEnabled(false));
  await setPaused(false);
  await pane.itemOf("curtain").click();
  await pane.press("Cloth debug views");
  const drawn = (): Promise<string[] | undefined> =>
    page.evaluate(() =>
      window.inspected?.scene.meshes.map(({ name }) => name).filter((name) => /^curtain ./.test(name)),
    );
  // Each is drawn in every frame from here on, which software takes long for; test/inspector has all of them.
  const parts = isAtLength ? ["particles", "links", "tethers", "colliders", "normals", "levels"] : ["links", "normals"];
  expect(await drawn()).toEqual([]);
  for (const part of parts) {
    await pane.toggle(part);
    await page.waitForFunction(
      (name) => (window.inspected?.scene.getMeshByName(name)?.getTotalVertices() ?? 0) > 0,
      `curtain ${part}`,
    );
  }
  const linkColors = (): Promise<number[]> =>
    page.evaluate(() => [...(window.inspected?.scene.getMeshByName("curtain links")?.getVerticesData("color") ?? [])]);
  const isRed = (color: number, i: number): boolean => i % 4 === 0 && color === 1;
  expect((await linkColors()).filter(isRed)).toHaveLength(0);
  await pane.enter("full color at strain", "0.0001");
  await page.waitForFunction(() =>
    window.inspected?.scene
      .getMeshByName("curtain links")
      ?.getVerticesData("color")
      ?.some((color, i) => i % 4 === 0 && color === 1),
  );
  await pane.enter("most across", "4");
  await page.waitForFunction(
    (count) => window.inspected?.scene.getMeshByName("curtain normals")?.getTotalVertices() === count,
    2 * 4 * 4,
  );
  await pane.enter("updates a second", "0.2");
  const updates = await page.evaluate(async () => {
    const mesh = window.inspected?.scene.getMeshByName("curtain links");
    if (!mesh) throw new Error("There are no links.");
    const update = mesh.updateVerticesData.bind(mesh);
    let count = 0;
    const start = performance.now();
    mesh.updateVerticesData = (kind, data) => {
      count += Number(kind === "position");
      return update(kind, data);
    };
    await new Promise((resolve) => setTimeout(resolve, 4000));
    return { count, seconds: (performance.now() - start) / 1000 };
  });
  expect(updates.count).toBeLessThanOrEqual(Math.ceil(0.2 * updates.seconds));
  for (const label of ["most across", "updates a second", "full color at strain"]) {
    await pane.enter(label, "0");
    await pane.refusals.filter({ hasText: / is 0, must be a finite number/ }).waitFor();
    await pane.enter(label, "15");
    await pane.refusals.waitFor({ state: "detached" });
  }
  await page.screenshot({ path: "build/inspector.png" });
  await pane.toggle("links");
  await page.waitForFunction(() => !window.inspected?.scene.getMeshByName("curtain links"));
  expect((await drawn())?.sort()).toEqual(
    parts
      .filter((part) => part !== "links")
      .map((part) => `curtain ${part}`)
      .sort(),
  );
});

const MEASURES = ["friction", "radius", "endRadius", "radii", "size", "normal", "start", "end", "position"];

/** Members of a collider of the curtain, then of the scene, with vectors as arrays. */
async function colliderValues(index: number): Promise<Record<string, number | number[]>> {
  return page.evaluate(
    ([i, names]) => {
      const { curtain, system } = window.inspected ?? {};
      const collider = [...(curtain?.colliders.list ?? []), ...(system?.colliders.list ?? [])][i];
      return Object.fromEntries(
        names.map((name) => {
          const value = Reflect.get(collider, name) as number | { asArray(): number[] };
          return [name, typeof value === "number" ? value : value.asArray()];
        }),
      );
    },
    [index, MEASURES] as const,
  );
}

test("a collider can be switched and changed, and the cloth feels it", async () => {
  const ball = (): Promise<unknown> =>
    page.evaluate(() => {
      const collider = window.inspected?.curtain.colliders.list[0];
      return [collider?.enabled, collider?.friction, Number(collider?.radius.toPrecision(5))];
    });
  /** Of the drawn surface to the middle of the ball. */
  const minimum = (): Promise<number> =>
    page.evaluate(async () => {
      const { curtain, system, scene } = window.inspected ?? {};
      const center = scene?.getMeshByName("ball")?.position;
      if (!curtain || !system || !center) throw new Error("The page has no curtain.");
      system.step(1);
      const { positions } = await curtain.readSurface();
      const distances = [];
      for (let at = 0; at < positions.length; at += 3) {
        distances.push(
          Math.hypot(positions[at] - center.x, positions[at + 1] - center.y, positions[at + 2] - center.z),
        );
      }
      return Math.min(...distances);
    });
  expect(await ball()).toEqual([true, 1, 0.25]);
  expect(await minimum()).toBeLessThan(0.3);
  await pane.enter("1 friction", "0.25");
  await pane.enter("1 radius", "0.35");
  expect(await ball()).toEqual([true, 0.25, 0.35]);
  expect(await minimum()).toBeGreaterThan(0.35);
  await pane.number("1 radius", 0.35).waitFor();
  await pane.enter("1 radius", "-1");
  await pane.refusals.filter({ hasText: "radius is -1, must be a finite number from 0 up." }).waitFor();
  await pane.number("1 radius", 0.35).waitFor();
  await pane.slide("1 radius", "Home");
  await pane.toggle("1 sphere (ball)");
  expect(await ball()).toEqual([false, 0.25, 0]);
  await pane.refusals.waitFor({ state: "detached" });
});

test("colliders of every shape show what can be changed of them, and what cannot", async () => {
  await page.evaluate(() => window.inspected?.addColliders());
  const vector = (name: string): string[] => ["x", "y", "z"].map((axis) => `${name} ${axis}`);
  const numbersOf: [title: string, labels: string[]][] = [
    ["2 box", vector("size")],
    ["3 ellipsoid", vector("radii")],
    ["4 capsule", ["radius", "end radius", ...vector("start"), ...vector("end")]],
    ["5 capsule", ["end radius", ...vector("end")]],
    ["6 convex", []],
    ["7 plane", vector("normal")],
  ];
  for (const [i, [title, labels]] of numbersOf.entries()) {
    expect(await pane.line(title).getByRole("switch").isChecked()).toBe(true);
    const place = String(i + 2);
    const expected = await colliderValues(i + 1);
    for (const [k, label] of ["friction", ...labels, ...vector("position")].entries()) {
      const value = 0.1 + 0.05 * k;
      await pane.enter(`${place} ${label}`, String(value));
      const [name, axis] = label === "end radius" ? ["endRadius"] : label.split(" ");
      const at = ["x", "y", "z"].indexOf(axis);
      if (at < 0) {
        expected[name] = value;
      } else {
        (expected[name] as number[])[at] = value;
      }
    }
    expect([title, await colliderValues(i + 1)]).toEqual([title, expected]);
    const others = ["radius", "end radius", "size x", "radii x", "start x", "end x", "normal x"];
    for (const label of others.filter((other) => !labels.includes(other))) {
      expect(await page.getByRole("group", { name: `${place} ${label}`, exact: true }).count()).toBe(0);
    }
  }
  expect(await pane.shown("5 start")).toBe("shared sphere, radius 0.2");
  expect(await pane.shown("6 planes")).toBe("4");
  // What would be no shape is refused.
  await pane.enter("2 size x", "0");
  await pane.refusals.filter({ hasText: "size x is 0, must be a finite number above 0." }).waitFor();
  for (const axis of ["x", "y", "z"]) {
    await pane.enter(`7 normal ${axis}`, "0");
  }
  await pane.refusals.filter({ hasText: "normal is (0, 0, 0), must have a direction." }).waitFor();
  await page.evaluate(() => window.inspected?.removeColliders());
  await page.getByText("7 plane", { exact: true }).waitFor({ state: "detached" });
});

testAtLength("a mesh that is picked becomes a collider by depth maps or a field, and goes again", async () => {
  const first = (): Promise<unknown> =>
    page.evaluate(() => {
      const colliders = window.inspected?.curtain.colliders.list ?? [];
      return [colliders.length, colliders[0].shape, colliders[0].resolution, colliders[0].node?.name];
    });
  await pane.press("Add collider");
  await pane.refusals.filter({ hasText: "Choose a mesh first." }).waitFor();
  await pane.press("Pick a mesh");
  await page.getByRole("button", { name: "Click a mesh of the scene" }).waitFor();
  await page.evaluate(() => window.inspected?.tap("curtain"));
  await pane.refusals.filter({ hasText: "There is no mesh that cloth can collide with." }).waitFor();
  await pane.press("Pick a mesh");
  await page.evaluate(() => window.inspected?.tap("ball"));
  await pane.waitForText("mesh", "ball");
  await pane.choose("shape", "depth");
  await pane.enter("resolution", "100");
  await pane.press("Add collider");
  await pane.refusals.filter({ hasText: "resolution is 100, must be a multiple of 16" }).waitFor();
  await pane.enter("resolution", "32");
  await pane.press("Add collider");
  // The sphere of the same mesh goes.
  await page.getByText("1 depth (ball)", { exact: true }).waitFor();
  expect(await first()).toEqual([1, "depth", 32, "ball"]);
  expect(await pane.shown("1 memory")).toBe("96 KiB");
  await pane.choose("shape", "field");
  await pane.press("Add collider");
  await page.getByText("1 field (ball)", { exact: true }).waitFor();
  expect(await first()).toEqual([1, "field", 32, "ball"]);
  await pane.press("Remove 1 field (ball)");
  await page.getByText("1 field (ball)", { exact: true }).waitFor({ state: "detached" });
  expect(await page.evaluate(() => window.inspected?.curtain.colliders.list.length)).toBe(0);
});

test("it closes without a trace", async () => {
  expect(errors).toEqual([]);
  await page.evaluate(() => window.inspected?.close());
  await page.getByText("Scene Explorer").waitFor({ state: "detached" });
  const names = await page.evaluate(() => window.inspected?.scene.meshes.map(({ name }) => name));
  expect(names).toEqual(["ball", "flag", "curtain"]);
});
