// Labelled controls, made in code: sliders, choices, buttons.

/**
 * @param id - Of an element of index.html.
 * @returns The element.
 * @throws Error if there is none.
 */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element "${id}".`);
  return found;
}

/** What a slider chooses. */
interface SliderOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** What is shown of a value. */
  readonly show: (value: number) => string;
  readonly change: (value: number) => void;
}

/** @returns A slider with its label and value. */
export function createSlider({ label, min, max, step, value, show, change }: SliderOptions): HTMLLabelElement {
  const input = document.createElement("input");
  Object.assign(input, { type: "range", min: String(min), max: String(max), step: String(step), value: String(value) });
  const output = document.createElement("output");
  const tell = (): void => {
    output.textContent = show(input.valueAsNumber);
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => {
    tell();
    change(input.valueAsNumber);
  });
  tell();
  return row("slider", label, input, output);
}

/** @returns A choice with its label. */
export function createChoice<T extends string>(
  label: string,
  choices: Readonly<Record<T, string>>,
  change: (chosen: T) => void,
): HTMLLabelElement {
  const select = document.createElement("select");
  for (const [value, text] of Object.entries<string>(choices)) select.add(new Option(text, value));
  select.addEventListener("change", () => change(select.value as T));
  return row("choice", label, select);
}

function row(kind: string, label: string, ...content: HTMLElement[]): HTMLLabelElement {
  const whole = document.createElement("label");
  whole.className = kind;
  const text = document.createElement("span");
  text.textContent = label;
  whole.append(text, ...content);
  return whole;
}
