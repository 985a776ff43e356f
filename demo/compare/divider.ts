// The line between both sides: dragged with a pointer, moved with arrow keys.
import { element } from "../controls.js";

/** Part of the picture that each side keeps. */
const LEAST = 0.04;
/** Of an arrow key. */
const STEP = 0.05;

/** A divider on the page. */
export interface Divider {
  /** Where it is, from the left: 0 to 1. */
  readonly split: number;
  remove(): void;
}

/** Shows the divider of index.html. */
export function createDivider(): Divider {
  const divider = element("divider");
  let split = 0.5;
  const move = (to: number): void => {
    split = Math.min(Math.max(to, LEAST), 1 - LEAST);
    document.documentElement.style.setProperty("--split", String(split));
    divider.setAttribute("aria-valuenow", String(Math.round(100 * split)));
  };
  const ends = new AbortController();
  const { signal } = ends;
  const follow = ({ clientX }: PointerEvent): void => {
    const { left, width } = element("canvas").getBoundingClientRect();
    move((clientX - left) / width);
  };
  divider.addEventListener(
    "pointerdown",
    (event) => {
      divider.setPointerCapture(event.pointerId);
      divider.addEventListener("pointermove", follow, { signal });
    },
    { signal },
  );
  divider.addEventListener("lostpointercapture", () => divider.removeEventListener("pointermove", follow), { signal });
  const steps: Record<string, number> = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -1, End: 1 };
  divider.addEventListener(
    "keydown",
    (event) => {
      if (!(event.key in steps)) return;
      move(split + steps[event.key]);
      event.preventDefault();
    },
    { signal },
  );
  move(split);
  for (const id of ["divider", "sides"]) element(id).hidden = false;
  return {
    get split() {
      return split;
    },
    remove: () => {
      ends.abort();
      for (const id of ["divider", "sides"]) element(id).hidden = true;
    },
  };
}
