// Section of the Inspector's property pane for a cloth: what is drawn over the scene.
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { ReactElement } from "react";
import type { ClothMesh } from "../scene/clothMesh.js";
import { ClothDebugView, debugParts, type ClothDebugPart } from "../debug/clothDebugView.js";
import type { SliderRange } from "./clothControls.js";
import { numberLine, switchLine, type Member } from "./clothLines.js";
import type { SectionProps } from "./clothSections.js";
import { inspectorPackages } from "./inspectorPackages.js";

const { createElement, Fragment } = inspectorPackages().react;

/** Of all cloths that were looked at. */
const views = new Map<ClothMesh, ClothDebugView>();

function viewOf(cloth: ClothMesh): ClothDebugView {
  let view = views.get(cloth);
  if (!view) {
    view = new ClothDebugView(cloth);
    views.set(cloth, view);
    cloth.onDisposeObservable.addOnce(() => views.delete(cloth));
  }
  return view;
}

/** @param scene - Whose views are taken away. */
export function closeDebugViews(scene: Scene | null): void {
  for (const [cloth, view] of views) {
    if (cloth.getScene() === scene) {
      view.dispose();
      views.delete(cloth);
    }
  }
}

const texts: Readonly<Record<ClothDebugPart, string>> = {
  particles: "Pinned ones in yellow",
  links: "Blue where they are shorter than at rest, red where they are longer",
  tethers: "Orange where they are taut",
  colliders: "As the cloth sees them",
  windZones: "Cones of the fans that blow at it",
  normals: "Of the surface",
  levels: "Triangles by segments a span of the control grid, blue (few) to red (many)",
  crossings: "Where the drawn surface passes through itself or other cloths",
};
const partMembers = debugParts.map((part): Member<ClothDebugView, boolean> => ({
  label: part,
  description: texts[part],
  get: (view) => view[part],
  set: (view, value) => (view[part] = value),
}));

const strainMember: Member<ClothDebugView, number> = {
  label: "full color at strain",
  description: "Of links",
  get: ({ strainScale }) => strainScale,
  set: (view, value) => (view.strainScale = value),
};
const strainRange: SliderRange = { min: 1e-4, max: 1, isLogarithmic: true };
const rateMember: Member<ClothDebugView, number> = {
  label: "updates a second",
  get: ({ rate }) => rate,
  set: (view, value) => (view.rate = value),
};
const densityMember: Member<ClothDebugView, number> = {
  label: "most across",
  description: "Particles of a row or column that are drawn; of a finer net, every second, third and so on",
  get: ({ mostAcross }) => mostAcross,
  set: (view, value) => (view.mostAcross = value),
};
const densityRange: SliderRange = { min: 2, max: 256, isWhole: true };
const rateRange: SliderRange = { min: 1, max: 60, isWhole: true };

/** What is drawn over the scene. */
export function DebugSection({ context: cloth }: SectionProps): ReactElement {
  const view = viewOf(cloth);
  return createElement(
    Fragment,
    null,
    ...partMembers.map((member) => switchLine(view, member)),
    numberLine(view, strainMember, strainRange),
    numberLine(view, rateMember, rateRange),
    numberLine(view, densityMember, densityRange),
  );
}
