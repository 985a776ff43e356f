// The sheet of the stability laboratory that people see: its frames, without its scene.
import { LabExhibit, type EnergySample } from "../../demo/laboratory/exhibit.js";
import { START } from "../../demo/laboratory/settings.js";
import { restPositions } from "../../demo/laboratory/sheet.js";

test("a reading that is rejected is told, and the sheet goes on with the next frame", async () => {
  const lost = new Error("The device was lost.");
  const failures: unknown[] = [];
  const samples: EnergySample[] = [];
  let isLost = true;
  const exhibit = Object.create(LabExhibit.prototype) as LabExhibit;
  Object.assign(exhibit, {
    ...{ _settings: START, _substep: 1 / 960, _seconds: 0, _isStepping: false },
    _scene: { render: () => undefined, getEngine: () => ({ getDeltaTime: () => 1000 / 60 }) },
    _system: { step: () => undefined },
    _sheet: { readPositions: () => (isLost ? Promise.reject(lost) : Promise.resolve(restPositions)) },
    onFailed: (error: unknown) => failures.push(error),
    onSample: (sample: EnergySample) => samples.push(sample),
  });
  const frame = async (): Promise<void> => {
    exhibit.render(true);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await frame();
  expect([failures, samples]).toEqual([[lost], []]);
  isLost = false;
  await frame();
  expect([failures.length, samples.length]).toEqual([1, 1]);
});
