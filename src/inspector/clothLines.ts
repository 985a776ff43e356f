// Lines of the Inspector's property pane that show and change a cloth. The Inspector wants functions that are the same in every
// rendering, so those that are made are kept.
import type { ChoiceLineProps, SwitchLineProps, TextLineProps } from "@babylonjs/inspector";
import type { ChangeEvent, ReactElement } from "react";
import type { ClothMesh } from "../scene/clothMesh.js";
import {
  readControl,
  sliderPosition,
  sliderValue,
  SLIDER_STEPS,
  writeControl,
  type ClothControl,
  type SliderRange,
} from "./clothControls.js";
import { inspectorPackages } from "./inspectorPackages.js";
import { withRefusal } from "./refusal.js";

const { inspector, react } = inspectorPackages();
const { ComputedProperty, DerivedProperty, PropertyLine, StringDropdownPropertyLine } = inspector;
const { SwitchPropertyLine, TextInput, TextPropertyLine } = inspector;
const { createElement, useEffect, useState } = react;

/** Digits of a number that is shown; more do not fit. */
const SHOWN_DIGITS = 5;
/** [CSS pixels] */
const SLIDER_WIDTH = 72;
const TEXT_WIDTH = 84;

/** A member of something that a line shows and changes. */
export interface Member<T, V> {
  readonly label: string;
  readonly description?: string;
  readonly get: (target: T) => V;
  readonly set: (target: T, value: V) => void;
}

interface NumberLineProps {
  readonly label: string;
  readonly description: string;
  readonly range: SliderRange;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const accessors = new Map<string, Pick<Member<ClothMesh, number | boolean>, "get" | "set">>();

/**
 * @param path - Of a control.
 * @returns Its functions, the same for the same path.
 */
function accessorOf(path: string): Pick<Member<ClothMesh, number | boolean>, "get" | "set"> {
  let accessor = accessors.get(path);
  if (!accessor) {
    accessor = {
      // A line is there for a moment after its member has gone with the mode of the tessellation.
      get: (cloth) => (readControl(cloth, path) as number | boolean | undefined) ?? NaN,
      set: (cloth, value) => writeControl(cloth, path, value),
    };
    accessors.set(path, accessor);
  }
  return accessor;
}

/**
 * @param cloth - What the control changes.
 * @param control - Of the table.
 * @returns Its line.
 */
export function controlLine(cloth: ClothMesh, { path, label, description, range }: ClothControl): ReactElement {
  const { get, set } = accessorOf(path);
  return range
    ? numberLine(cloth, { label, description, get: get as (cloth: ClothMesh) => number, set }, range)
    : switchLine(cloth, { label, description, get: get as (cloth: ClothMesh) => boolean, set });
}

/**
 * @param target - What is changed.
 * @param member - Which number of it.
 * @param range - Of its slider.
 * @returns A line with a slider and the exact number.
 */
export function numberLine<T extends object>(
  target: T,
  { label, description = "", get, set }: Member<T, number>,
  range: SliderRange,
): ReactElement {
  return createElement(DerivedProperty<T, number, NumberLineProps>, {
    key: label,
    component: NumberLine,
    target,
    getValue: get,
    setValue: set,
    label,
    description,
    range,
  });
}

/**
 * @param target - What is switched.
 * @param member - Which switch of it.
 * @returns A line with a switch.
 */
export function switchLine<T extends object>(
  target: T,
  { label, description = "", get, set }: Member<T, boolean>,
): ReactElement {
  return createElement(DerivedProperty<T, boolean, SwitchLineProps>, {
    key: label,
    component: SwitchLine,
    target,
    getValue: get,
    setValue: set,
    label,
    description,
  });
}

/**
 * @param target - What is changed.
 * @param member - Which choice of it.
 * @param names - To choose from.
 * @returns A line with a list.
 */
export function choiceLine<T extends object>(
  target: T,
  { label, description = "", get, set }: Member<T, string>,
  names: readonly string[],
): ReactElement {
  return createElement(DerivedProperty<T, string, ChoiceLineProps>, {
    key: label,
    component: ChoiceLine,
    target,
    getValue: get,
    setValue: set,
    label,
    description,
    options: names.map((name) => ({ label: name, value: name })),
  });
}

/**
 * @param target - What is shown.
 * @param member - Which text of it.
 * @returns A line with a text that follows it.
 */
export function textLine<T extends object>(
  target: T,
  { label, description = "", get }: Omit<Member<T, string>, "set">,
): ReactElement {
  return createElement(ComputedProperty<T, string, TextLineProps>, {
    key: label,
    component: TextPropertyLine,
    target,
    getValue: get,
    label,
    description,
  });
}

/**
 * @param value - Any number.
 * @returns It with as many digits as are shown.
 */
export function shownNumber(value: number): string {
  return String(Number(value.toPrecision(SHOWN_DIGITS)));
}

const SwitchLine = withRefusal(SwitchPropertyLine);
const ChoiceLine = withRefusal(StringDropdownPropertyLine);
/** A slider for what people choose and a text for the exact number, also one that the slider does not reach. */
const NumberLine = withRefusal(({ label, description, range, value, onChange }: NumberLineProps): ReactElement => {
  const [position, setPosition] = useState(() => sliderPosition(range, value));
  useEffect(() => setPosition(sliderPosition(range, value)), [range, value]);
  const slider = createElement("input", {
    type: "range",
    "aria-label": `${label}, slider`,
    min: 0,
    max: SLIDER_STEPS,
    // A key goes to the next whole number.
    step: range.isWhole ? Math.max(SLIDER_STEPS / (range.max - range.min), 1) : 1,
    value: position,
    style: { width: SLIDER_WIDTH, accentColor: "var(--colorCompoundBrandBackground)" },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = event.target.valueAsNumber;
      setPosition(next);
      onChange(sliderValue(range, next));
    },
  });
  const text = createElement(TextInput, {
    "aria-label": label,
    validateOnlyOnBlur: true,
    value: shownNumber(value),
    onChange: (entered) => onChange(entered.trim() === "" ? NaN : Number(entered)),
  });
  const children = createElement(
    "div",
    { role: "group", "aria-label": label, style: { display: "flex" } },
    slider,
    createElement("div", { style: { width: TEXT_WIDTH } }, text),
  );
  return createElement(PropertyLine, { label, description, children });
});
