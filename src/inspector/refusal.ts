// What a person did and what came of it, in the pane itself: a toast of the Inspector is gone after two seconds.
import type { ComponentType, ReactElement } from "react";
import { inspectorPackages } from "./inspectorPackages.js";

const { createElement, Fragment, useEffect, useState } = inspectorPackages().react;

/** A line of the pane that something is entered in. */
interface Field {
  readonly value: unknown;
  readonly onChange: (value: never) => void;
}

/**
 * @param line - A line whose `onChange` may throw.
 * @returns The same, which then shows the error under itself and takes the last value back. The error goes with the next value.
 */
export function withRefusal<P extends Field>(line: ComponentType<P>): ComponentType<P> {
  return function LineWithRefusal(props: P): ReactElement {
    const { value, onChange } = props;
    const [text, setText] = useState("");
    const [refusals, setRefusals] = useState(0);
    useEffect(() => setText(""), [value]);
    const change = (next: never): void => {
      try {
        onChange(next);
        setText("");
      } catch (error) {
        setText(error instanceof Error ? error.message : String(error));
        setRefusals(refusals + 1);
      }
    };
    // A new key brings the last value back.
    const field = createElement(line, { ...props, key: refusals, onChange: change });
    return createElement(Fragment, null, field, text && note("alert", text));
  };
}

/**
 * @param role - What it is to a screen reader: an "alert" is an error.
 * @param text - For people.
 * @returns The text, in the whole width of the pane.
 */
export function note(role: "alert" | "status", text: string): ReactElement {
  const color = role === "alert" ? "var(--colorStatusDangerForeground1)" : "var(--colorNeutralForeground3)";
  return createElement("div", { role, style: { color, padding: "0 2px 6px", overflowWrap: "anywhere" } }, text);
}
