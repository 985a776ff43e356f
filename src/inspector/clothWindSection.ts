// Section of the Inspector's property pane for a cloth: the air around it, and the fans that blow at it.
import type { ReactElement } from "react";
import type { ClothWindZone } from "../cloth/clothWindZone.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import { windControls, type SliderRange } from "./clothControls.js";
import { controlLine, numberLine, switchLine } from "./clothLines.js";
import type { SectionProps } from "./clothSections.js";
import { inspectorPackages } from "./inspectorPackages.js";
import { note } from "./refusal.js";
import { useShown } from "./useShown.js";

const { createElement, Fragment } = inspectorPackages().react;

/** Fans that are shown at most. */
const MAX_ZONES = 8;

type NumberName = "speed" | "range" | "angle" | "falloff";
const numbers: readonly { readonly name: NumberName; readonly description: string; readonly range: SliderRange }[] = [
  { name: "speed", description: "m/s at the fan; negative: it sucks", range: { min: -20, max: 20 } },
  { name: "range", description: "m, where the wind ends", range: { min: 0.1, max: 100, isLogarithmic: true } },
  { name: "angle", description: "rad, of the cone from edge to edge", range: { min: 0.05, max: 2 * Math.PI } },
  { name: "falloff", description: "Power of (1 - distance / range)", range: { min: 0, max: 4 } },
];
const numberMembers = numbers.map(({ name, description, range }) => ({
  ...{ name, description, range },
  get: (zone: ClothWindZone): number => zone[name],
  set: (zone: ClothWindZone, value: number): number => (zone[name] = value),
}));
const enabledMember = {
  get: ({ enabled }: ClothWindZone): boolean => enabled,
  set: (zone: ClothWindZone, value: boolean): boolean => (zone.enabled = value),
};

function zonesOf(cloth: ClothMesh): readonly ClothWindZone[] {
  return [...cloth.windZones.list, ...cloth.windZones.shared.list];
}

const keys = new WeakMap<ClothWindZone, number>();
let count = 0;

/** A number that no other fan has. */
function keyOf(zone: ClothWindZone): number {
  const known = keys.get(zone) ?? count++;
  keys.set(zone, known);
  return known;
}

const keysOf = (cloth: ClothMesh): string => zonesOf(cloth).map(keyOf).join();

/** The air around it, and its fans. */
export function WindSection({ context: cloth }: SectionProps): ReactElement {
  useShown(cloth, keysOf);
  const zones = zonesOf(cloth);
  const left = zones.length - MAX_ZONES;
  return createElement(
    Fragment,
    null,
    ...windControls.map((control) => controlLine(cloth, control)),
    ...zones.slice(0, MAX_ZONES).map((zone, i) => {
      const place = (i + 1).toString();
      const label = `${place} fan${zone.node ? ` (${zone.node.name})` : ""}`;
      const owner = cloth.windZones.list.includes(zone) ? "Of this cloth" : "Of all cloths of the scene";
      return createElement(
        Fragment,
        { key: keyOf(zone) },
        switchLine(zone, { ...enabledMember, label, description: owner }),
        ...numberMembers.map(({ name, range, ...member }) =>
          numberLine(zone, { ...member, label: `${place} ${name}` }, range),
        ),
      );
    }),
    left > 0 && note("status", `${left.toString()} more are not shown.`),
  );
}
