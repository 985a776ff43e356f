// Cloth that is carried at a steady speed hangs still, whatever the display and however its times tremble.
import { createClothScene } from "../support/clothScene.js";
import { measuredFrames } from "../support/measuredFrames.js";
import { note } from "../support/note.js";

/** Reached after a second [m/s]. */
const SPEED = 2;
const SECONDS = 4;

/** RMS of second differences of particles, as the mesh sees them, from frame to frame, in the last second [m]. */
async function tremble(rate: number, noise: number, usesFrames = true): Promise<number> {
  const stage = createClothScene();
  const { scene, system } = stage;
  const cloth = stage.add({ controlPoints: 12, pins: "topEdge", solver: { airDensity: 0, damping: 3 } });
  let seconds = 0;
  scene.getEngine().getDeltaTime = () => 1000 * seconds;
  const shapes: Float32Array[] = [];
  const frames = measuredFrames(rate, noise, SECONDS * rate);
  for (let frame = 0; frame < frames.length; frame++) {
    seconds = frames[frame];
    cloth.position.z += SPEED * Math.min(frame / rate, 1) * seconds;
    if (usesFrames) {
      scene.render();
    } else {
      system.step(seconds);
    }
    shapes.push(Float32Array.from(await cloth.readPositions()));
  }
  stage.dispose();
  let sum = 0;
  const last = shapes.slice(-rate);
  for (let frame = 2; frame < last.length; frame++) {
    last[frame].forEach((at, c) => (sum += (at - 2 * last[frame - 1][c] + last[frame - 2][c]) ** 2));
  }
  return Math.sqrt((3 * sum) / ((last.length - 2) * last[0].length));
}

test.each([60, 144, 90, 75])("%i frames a second", async (rate) => {
  const found = await tremble(rate, 0);
  note("tremble", rate, found);
  expect(found).toBeLessThan(2e-5);
});

test.each([60, 144])("%i frames a second, times that tremble: less than the mesh itself", async (rate) => {
  const noise = 0.0003;
  // Second differences of independent moments that are even from -noise to noise.
  const ofMesh = SPEED * noise * Math.SQRT2;
  const found = await tremble(rate, noise);
  const byHand = await tremble(rate, noise, false);
  note("tremble", rate, found, "by hand", byHand, "mesh", ofMesh);
  expect(found).toBeLessThan(ofMesh);
  expect(byHand).toBeGreaterThan(1.5 * ofMesh);
});

test("cloth is slowed down and up again while its scene goes on, and hangs as before", async () => {
  const stage = createClothScene();
  stage.scene.getEngine().getDeltaTime = () => 1000 / 90;
  const cloth = stage.add({ controlPoints: 10, solver: { damping: 2 } });
  for (let frame = 0; frame < 1500; frame++) {
    const phase = (frame % 300) / 300;
    stage.system.timeScale = frame < 900 ? Math.max(Math.cos(2 * Math.PI * phase), 0) : 1;
    stage.scene.render();
  }
  const strains = cloth.statistics.maxStrain;
  const hung = stage.add({ controlPoints: 10, solver: { damping: 2 } });
  stage.system.timeScale = 1;
  for (let frame = 0; frame < 1200; frame++) stage.scene.render();
  const [slowed, plain] = await Promise.all([cloth.readPositions(), hung.readPositions()]);
  expect(strains).toBeLessThan(0.01);
  // It may bulge to the other side.
  plain.forEach((at, c) => {
    expect(c % 3 === 2 ? Math.abs(at) - Math.abs(slowed[c]) : at - slowed[c]).toBeCloseTo(0, 3);
  });
  stage.dispose();
});
