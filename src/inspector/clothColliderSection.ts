// Section of the Inspector's property pane for a cloth: what it collides with, and how.
import type { ReactElement } from "react";
import type { ClothCollider } from "../colliders/clothCollider.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import { contactControls } from "./clothControls.js";
import { controlLine, numberLine, switchLine, textLine, type Member } from "./clothLines.js";
import type { SectionProps } from "./clothSections.js";
import { colliderNumbers, colliderTexts } from "./colliderNumbers.js";
import { inspectorPackages } from "./inspectorPackages.js";
import { MeshColliderLines } from "./meshColliderLines.js";
import { note } from "./refusal.js";
import { useShown } from "./useShown.js";

const { inspector, react } = inspectorPackages();
const { ButtonLine } = inspector;
const { createElement, Fragment } = react;

/** Colliders that are shown at most: each has up to a dozen lines. */
const MAX_COLLIDERS = 16;

const enabledMember: Member<ClothCollider, boolean> = {
  label: "enabled",
  get: ({ enabled }) => enabled,
  set: (collider, value) => (collider.enabled = value),
};

/** All that the cloth collides with. */
function collidersOf({ colliders }: ClothMesh): ClothCollider[] {
  return [...colliders.list, ...colliders.shared.list];
}

const numbers = new WeakMap<ClothCollider, number>();
let count = 0;

/** A number that no other collider has. */
function numberOf(collider: ClothCollider): number {
  const known = numbers.get(collider) ?? count++;
  numbers.set(collider, known);
  return known;
}

const numbersOf = (cloth: ClothMesh): string => collidersOf(cloth).map(numberOf).join();

/** What the cloth collides with, and how. Labels begin with the place of the collider in the list: they are short of room. */
export function CollidersSection({ context: cloth }: SectionProps): ReactElement {
  useShown(cloth, numbersOf);
  const colliders = collidersOf(cloth);
  const left = colliders.length - MAX_COLLIDERS;
  return createElement(
    Fragment,
    null,
    ...contactControls.map((control) => controlLine(cloth, control)),
    createElement(MeshColliderLines, { key: "add", cloth }),
    ...colliders.slice(0, MAX_COLLIDERS).map((collider, i) => {
      const place = (i + 1).toString();
      const name = `${place} ${collider.shape}${collider.node ? ` (${collider.node.name})` : ""}`;
      const list = cloth.colliders.list.includes(collider) ? cloth.colliders : cloth.colliders.shared;
      const owner = list === cloth.colliders ? "Of this cloth" : "Of all cloths of the scene";
      return createElement(
        Fragment,
        { key: numberOf(collider) },
        switchLine(collider, { ...enabledMember, label: name, description: owner }),
        ...colliderNumbers(collider).map((number) =>
          numberLine(collider, { ...number, label: `${place} ${number.label}` }, number.range),
        ),
        ...colliderTexts(collider).map(({ label, get }) => textLine(collider, { label: `${place} ${label}`, get })),
        createElement(ButtonLine, { label: `Remove ${name}`, onClick: () => list.remove(collider) }),
      );
    }),
    left > 0 && note("status", `${left.toString()} more are not shown.`),
  );
}
