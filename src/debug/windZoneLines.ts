// Fans as lines, in the world: the cone of each with its rounded end, and its axis.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothWindZone } from "../cloth/clothWindZone.js";
import { DebugGeometry, type DebugColor } from "./debugGeometry.js";

const ZONE: DebugColor = [0.55, 0.85, 1];
const OFF: DebugColor = [0.5, 0.5, 0.5];
/** Lines of a circle, and from the fan to the edge of its cone. */
const CIRCLE_LINES = 32;
const EDGES = 8;

/**
 * @param zones - Fans.
 * @returns Lines; gray ones of fans that are disabled.
 */
export function windZoneLines(zones: readonly ClothWindZone[]): DebugGeometry {
  const lines = new DebugGeometry();
  for (const zone of zones) {
    lines.add(linesOf(zone), zone.enabled ? ZONE : OFF);
  }
  return lines;
}

function linesOf({ world: { position, direction }, angle, range }: ClothWindZone): number[] {
  const [a, b] = [new Vector3(), new Vector3()];
  const aside = Math.abs(direction.y) < 0.9 ? Vector3.Up() : Vector3.Right();
  Vector3.CrossToRef(direction, aside, a).normalize();
  Vector3.CrossToRef(direction, a, b);
  /** A point of the rounded end: so far from the axis, and around it. */
  const at = (tilt: number, turn: number): number[] =>
    position
      .add(direction.scale(range * Math.cos(tilt)))
      .addInPlace(a.scale(range * Math.sin(tilt) * Math.cos(turn)))
      .addInPlace(b.scale(range * Math.sin(tilt) * Math.sin(turn)))
      .asArray();
  const half = angle / 2;
  const place = position.asArray();
  const lines = [...place, ...at(0, 0)];
  for (let i = 0; i < CIRCLE_LINES; i++) {
    const [from, to] = [i, i + 1].map((k) => (2 * Math.PI * k) / CIRCLE_LINES);
    lines.push(...at(half, from), ...at(half, to));
    for (const turn of [0, Math.PI / 2]) {
      const [first, second] = [i, i + 1].map((k) => half * ((2 * k) / CIRCLE_LINES - 1));
      lines.push(...at(first, turn), ...at(second, turn));
    }
  }
  if (angle < 2 * Math.PI) {
    for (let i = 0; i < EDGES; i++) {
      lines.push(...place, ...at(half, (2 * Math.PI * i) / EDGES));
    }
  }
  return lines;
}
