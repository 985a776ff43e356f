// Twins of sphereContact, ellipsoidContact, boxContact, capsuleContact and shapeReach in colliderShapes.wgsl. `out` receives the outward
// unit normal and the distance, negative inside, shape [4].
import { constants } from "../../../shaders/shaders.gen.js";
import {
  absolute,
  clamp,
  createVector,
  divide,
  dot,
  length as lengthOf,
  maxComponent,
  minComponent,
  scale,
  set,
  subtract,
  type Vector,
} from "../vectors.js";

const { max, sqrt } = Math;

const { BOX, CAPSULE, INNER_CAPSULE, PLANE } = constants;

const scaled = createVector();
const gradient = createVector();
const beyond = createVector();
const outside = createVector();
const center = createVector();

/** out = (normal, distance) */
export function setContact(out: Vector, x: number, y: number, z: number, distance: number): void {
  set(out, x, y, z)[3] = distance;
}

/** Distance from a sphere. */
export function sphereContact(out: Vector, point: Vector, radius: number): void {
  const squared = dot(point, point);
  if (squared > 0) {
    const length = sqrt(squared);
    scale(out, point, 1 / length)[3] = length - radius;
  } else {
    setContact(out, 0, 1, 0, -radius);
  }
}

/** Distance from an ellipsoid, to first order at the surface. */
export function ellipsoidContact(out: Vector, point: Vector, radii: Vector): void {
  divide(scaled, point, radii);
  divide(gradient, scaled, radii);
  const slope = lengthOf(gradient);
  if (slope === 0) {
    setContact(out, 0, 1, 0, -minComponent(radii));
    return;
  }
  const level = lengthOf(scaled);
  scale(out, gradient, 1 / slope)[3] = (level * (level - 1)) / slope;
}

/** Distance from a box. */
export function boxContact(out: Vector, point: Vector, halfSize: Vector): void {
  subtract(beyond, absolute(beyond, point), halfSize);
  const sideX = point[0] >= 0 ? 1 : -1;
  const sideY = point[1] >= 0 ? 1 : -1;
  const sideZ = point[2] >= 0 ? 1 : -1;
  set(outside, max(beyond[0], 0), max(beyond[1], 0), max(beyond[2], 0));
  const squared = dot(outside, outside);
  if (squared > 0) {
    const length = sqrt(squared);
    set(out, outside[0] * sideX, outside[1] * sideY, outside[2] * sideZ);
    scale(out, out, 1 / length)[3] = length;
    return;
  }
  // Inside, the nearest face counts alone, the first of equal ones.
  const depth = maxComponent(beyond);
  const isX = depth === beyond[0];
  const isY = !isX && depth === beyond[1];
  setContact(out, isX ? sideX : 0, isY ? sideY : 0, isX || isY ? 0 : sideZ, depth);
}

/** Distance from a tapered capsule along y: see the diagram in colliderShapes.wgsl. */
export function capsuleContact(out: Vector, point: Vector, size: Vector): void {
  const length = 2 * size[1];
  // One sphere inside the other leaves the larger one.
  const slope = clamp((size[0] - size[2]) / max(length, 1e-20), -1, 1);
  const along = sqrt(max(1 - slope * slope, 0));
  const radial = sqrt(point[0] * point[0] + point[2] * point[2]);
  const foot = (point[1] + size[1]) * along - radial * slope;
  const isStart = foot <= 0 || slope === 1;
  const isEnd = !isStart && (foot >= length * along || slope === -1);
  if (isStart || isEnd) {
    set(center, point[0], point[1] + (isStart ? size[1] : -size[1]), point[2]);
    sphereContact(out, center, isStart ? size[0] : size[2]);
    return;
  }
  const outwardX = radial > 0 ? point[0] / radial : 1;
  const outwardZ = radial > 0 ? point[2] / radial : 0;
  setContact(out, outwardX * along, slope, outwardZ * along, radial * along + (point[1] + size[1]) * slope - size[0]);
}

/** Of the inside of a capsule: what is outside of it is behind the surface. */
export function innerCapsuleContact(out: Vector, point: Vector, size: Vector): void {
  capsuleContact(out, point, size);
  setContact(out, -out[0], -out[1], -out[2], -out[3]);
}

/** Whether a shape has no end, so that cloth may be behind it anywhere. */
export function isEndless(kind: number): boolean {
  return kind === PLANE || kind === INNER_CAPSULE;
}

/** Bounding radius about the origin of the shape's axes; a plane has none. */
export function shapeReach(kind: number, size: Vector): number {
  if (kind === BOX) {
    return lengthOf(size);
  }
  return kind === CAPSULE ? size[1] + max(size[0], size[2]) : maxComponent(size);
}
