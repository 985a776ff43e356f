// Twin of airVelocity in air.wgsl.
import { createVector, dot, scale, scaleAndAdd, subtract, type Vector } from "../vectors.js";

const { abs, max, sqrt } = Math;

const relative = createVector();
const across = createVector();

/** Change of velocity by drag and lift in a time. */
export function airVelocity(
  out: Vector,
  wind: Vector,
  velocity: Vector,
  unitNormal: Vector,
  drag: number,
  lift: number,
  time: number,
): Vector {
  subtract(relative, wind, velocity);
  const through = dot(relative, unitNormal);
  const speed = sqrt(dot(relative, relative));
  const dragged = drag * abs(through) * time;
  const lifted = lift * time;
  scale(across, unitNormal, through * speed);
  scaleAndAdd(across, across, relative, (-through * through) / max(speed, 1e-20));
  scale(out, relative, dragged / (1 + dragged));
  return scaleAndAdd(out, out, across, lifted / (1 + lifted * speed));
}
