// The stability laboratory in a real browser: opened, changed, started, stopped, and its results downloaded.
import { readFile } from "node:fs/promises";
import { isAtLength } from "../support/atLength.js";
import { serveDemo } from "./demoPage.js";

const demo = serveDemo();

test("it draws its sheet and plots, measures until it is stopped, and at length hands over what it has measured", async () => {
  // uPlot asks for the language, and the browser of the tests has one that is none.
  // A sheet that moves would take the time of the measurement.
  const { page, errors } = await demo.openPage({
    ...{ locale: "en", reducedMotion: "reduce", viewport: { width: 640, height: 300 } },
  });
  await page.addInitScript(() => {
    // The CPU: software would draw and simulate on the same cores.
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  await page.goto(`${demo.url}laboratory.html`);
  await page.waitForFunction(() => document.querySelectorAll(".uplot canvas").length === 3);
  expect(await page.locator("#backend").textContent()).toBe("CPU");
  expect(await page.locator("#stop").isDisabled()).toBe(true);
  await page.getByLabel("Example").selectOption("Damped, no gravity");
  expect(await page.getByLabel("Integrator").inputValue()).toBe("euler");

  // A slider is at one of its marks, as a number with its unit.
  await page.getByRole("slider", { name: "Time step" }).press("ArrowRight");
  expect(await page.getByLabel("Time step").getAttribute("aria-valuetext")).toMatch(/^0\.3\d* ms$/);

  await page.locator("#measure").click();
  await page.locator("#stop:enabled").waitFor();
  // The first point takes minutes beside other tests, and there is nothing to hand over before; test/demo/laboratory.test.ts measures some.
  if (isAtLength) {
    await page
      .locator("#summary")
      .filter({ hasText: /Euler: \d+ points/ })
      .waitFor();
  }
  await page.locator("#stop").click();
  await page.locator("#measure:enabled").waitFor();
  if (isAtLength) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#csv").click()]);
    expect(file.suggestedFilename()).toBe("stability.csv");
    const [head, first] = (await readFile(await file.path(), "utf8")).split("\n").map((row) => row.split(","));
    const [measured, theory] = ["measured", "theory"].map((name) => Number(first[head.indexOf(name)]));
    expect(Math.abs(measured / theory - 1)).toBeLessThan(0.05);
  }
  expect(errors).toEqual([]);
});
