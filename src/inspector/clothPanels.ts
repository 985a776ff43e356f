// Sections of the Inspector's property pane for a cloth: pins and what it costs.
import type { ReactElement } from "react";
import type { ClothMesh } from "../scene/clothMesh.js";
import type { IClothTimings } from "../babylon/gpuTimes.js";
import { ClothSystem } from "../scene/clothMesh.js";
import type { IClothPin } from "../cloth/pinning.js";
import { inWords, type SliderRange } from "./clothControls.js";
import { numberLine, shownNumber, switchLine, textLine, type Member } from "./clothLines.js";
import type { SectionProps } from "./clothSections.js";
import { inspectorPackages } from "./inspectorPackages.js";
import { useShown } from "./useShown.js";

const { inspector, react } = inspectorPackages();
const { Button, ButtonLine, PropertyLine } = inspector;
const { createElement, Fragment, useState } = react;

/** More lines than this are no help. */
const MAX_LINES = 32;

const unit: SliderRange = { min: 0, max: 1 };

/** Where the next pin goes. */
interface Place {
  u: number;
  v: number;
}

const placeMembers = (["u", "v"] as const).map((axis): Member<Place, number> => ({
  label: axis,
  description: "Where on the sheet, in [0, 1]",
  get: (place) => place[axis],
  set: (place, value) => {
    if (!(value >= 0 && value <= 1)) {
      throw new RangeError(`${axis} is ${value.toString()}, must be a number from 0 to 1.`);
    }
    place[axis] = value;
  },
}));

const pinTexts = (cloth: ClothMesh): string => JSON.stringify(cloth.pins.map(pinText));

function pinText({ u, v, target }: IClothPin): string {
  return `u ${shownNumber(u)}, v ${shownNumber(v)}${target ? ` → ${target.name}` : ""}`;
}

/** Which particles are pinned, and to what. */
export function PinsSection({ context: cloth }: SectionProps): ReactElement {
  const [place] = useState<Place>({ u: 0.5, v: 1 });
  useShown(cloth, pinTexts);
  const [, redraw] = useState(0);
  const act = (action: () => void) => () => {
    action();
    redraw((count) => count + 1);
  };
  const pins = cloth.pins.slice(0, MAX_LINES).map((pin) =>
    createElement(PropertyLine, {
      key: pinText(pin),
      label: pinText(pin),
      children: createElement(Button, {
        label: "Release",
        ariaLabel: `Release ${pinText(pin)}`,
        onClick: act(() => cloth.unpin(pin.u, pin.v)),
      }),
    }),
  );
  return createElement(
    Fragment,
    null,
    textLine(cloth, pinCount),
    ...placeMembers.map((member) => numberLine(place, member, unit)),
    createElement(ButtonLine, { label: "Pin there", onClick: act(() => cloth.pin(place.u, place.v)) }),
    createElement(ButtonLine, { label: "Unpin there", onClick: act(() => cloth.unpin(place.u, place.v)) }),
    ...pins,
  );
}

const pinCount = { label: "pinned particles", get: (cloth: ClothMesh) => cloth.pins.length.toString() };

const systemOf = (cloth: ClothMesh): ClothSystem => ClothSystem.For(cloth.getScene());

const timingTexts: Readonly<Record<keyof IClothTimings, string>> = {
  simulation: "simulation, GPU ms",
  surface: "surface, GPU ms",
  readback: "readback, GPU ms",
  javaScript: "JavaScript ms",
};
const timingLines = Object.entries(timingTexts).map(([name, label]) => ({
  label,
  description: "Of all cloths of the scene",
  get: (system: ClothSystem) => shownNumber(system.timings[name as keyof IClothTimings]),
}));

const statisticLines = new Map<string, { label: string; get(cloth: ClothMesh): string }>();

/** Whatever numbers this version of cloth counts. */
function statisticsOf(cloth: ClothMesh): { label: string; get(cloth: ClothMesh): string }[] {
  return Object.keys(cloth.statistics).map((name) => {
    const known = statisticLines.get(name);
    const line = known ?? {
      label: inWords(name),
      get: ({ statistics }: ClothMesh) => shownNumber(Number(Reflect.get(statistics, name))),
    };
    statisticLines.set(name, line);
    return line;
  });
}

const measuresMember: Member<ClothMesh, boolean> = {
  label: "measure GPU time",
  description: "For an engine that was made with the feature timestamp-query",
  get: (cloth) => systemOf(cloth).measuresGpuTime,
  set: (cloth, value) => {
    const engine = cloth.getEngine();
    if (value && !(engine.isWebGPU && engine.getCaps().timerQuery)) {
      throw new Error(
        "GPU times cannot be measured: the engine must be a WebGPUEngine that was made with the feature timestamp-query.",
      );
    }
    systemOf(cloth).measuresGpuTime = value;
  },
};

/** What the cloth costs. */
export function StatisticsSection({ context: cloth }: SectionProps): ReactElement {
  return createElement(
    Fragment,
    null,
    ...statisticsOf(cloth).map((line) => textLine(cloth, line)),
    switchLine(cloth, measuresMember),
    ...timingLines.map((line) => textLine(systemOf(cloth), line)),
  );
}
