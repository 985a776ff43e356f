// The scenes of the sources in a real browser: their controls change the cloth.
import type { ClothMesh } from "../../src/index.js";
import { serveDemo, showScene, waitForScene } from "./demoPage.js";

const demo = serveDemo();

test("each is opened, and its controls act", async () => {
  const { page, errors } = await demo.openPage();
  await page.addInitScript(() => {
    // The CPU: software would draw and simulate on the same cores.
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });
  const open = async (scene: string): Promise<void> => {
    await showScene(demo, page, scene);
    await waitForScene(page, scene, 0.02);
  };
  const cloth = <T>(read: (cloth: ClothMesh) => T): Promise<T> =>
    page.evaluate<T>(`(${String(read)})(window.clothDemo.cloths[0])`);

  await open("nvidia2005");
  await page.getByRole("slider", { name: "Relaxations" }).fill("5");
  expect(await cloth(({ solver }) => solver.iterations)).toBe(5);
  await page.getByLabel("Particles").nth(0).selectOption("16 x 16");
  await page.waitForFunction(() => window.clothDemo?.cloths[0].statistics.particles === 16 * 16);
  expect(await cloth(({ solver }) => solver.iterations)).toBe(5);

  await open("glassenberg2003");
  expect(await page.getByLabel("Relaxations").count()).toBe(0);
  await page.getByLabel("Configuration").selectOption("900, Adams-Bashforth, viscous");
  expect(await cloth(({ solver }) => solver.integrator)).toBe("adamsBashforth");
  expect(await cloth(({ solver }) => solver.springs.viscosity)).toBeGreaterThan(0);

  await open("bspline");
  const level = (): Promise<number> =>
    cloth(({ tessellation }) => (tessellation.mode === "fixed" ? tessellation.level : 0));
  const before = await level();
  await page.getByRole("slider", { name: "Exponent" }).fill("4");
  await page.waitForFunction((coarser) => {
    const now = window.clothDemo?.cloths[0].tessellation;
    return now?.mode === "fixed" && now.level < coarser;
  }, before);
  await page.getByLabel("Triangles").selectOption("error");
  expect(await cloth(({ tessellation }) => tessellation.mode)).toBe("error");
  expect(errors).toEqual([]);
});
