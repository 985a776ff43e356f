// Distance of a point from each shape, in the shape's own axes: twins of colliderShapes.wgsl and shapeContact in
// stepControlGrid.compute.wgsl. `out` receives the outward unit normal and the distance, negative inside, shape [4].
import { constants } from "../../shaders/shaders.gen.js";
import type { ColliderState } from "../clothStep.js";
import type { Rounded } from "./cpuFunctions.js";

const { abs, max, min, sqrt } = Math;

const { SPHERE, ELLIPSOID, BOX, CAPSULE, CONVEX } = constants;
const { FARTHEST } = constants;

/** See shapeContact in the kernel. */
export function shapeContact(
  { kind, size, planes }: Rounded<ColliderState>,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  if (kind === SPHERE) {
    sphereContact(x, y, z, size[0], out);
  } else if (kind === ELLIPSOID) {
    ellipsoidContact(x, y, z, size, out);
  } else if (kind === BOX) {
    boxContact(x, y, z, size, out);
  } else if (kind === CAPSULE) {
    capsuleContact(x, y, z, size, out);
  } else if (kind === CONVEX) {
    convexContact(x, y, z, planes, out);
  } else {
    fill(out, 0, 1, 0, y);
  }
}

/** See colliderShapes.wgsl. */
export function shapeReach({ kind, size }: Rounded<ColliderState>): number {
  if (kind === BOX) {
    return sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
  }
  return kind === CAPSULE ? size[1] + max(size[0], size[2]) : max(size[0], size[1], size[2]);
}

function sphereContact(x: number, y: number, z: number, radius: number, out: Float64Array): void {
  const length = sqrt(x * x + y * y + z * z);
  if (length > 0) {
    fill(out, x / length, y / length, z / length, length - radius);
  } else {
    fill(out, 0, 1, 0, -radius);
  }
}

function ellipsoidContact(x: number, y: number, z: number, radii: Float32Array, out: Float64Array): void {
  const sx = x / radii[0];
  const sy = y / radii[1];
  const sz = z / radii[2];
  const gx = sx / radii[0];
  const gy = sy / radii[1];
  const gz = sz / radii[2];
  const slope = sqrt(gx * gx + gy * gy + gz * gz);
  if (slope === 0) {
    fill(out, 0, 1, 0, -min(radii[0], radii[1], radii[2]));
    return;
  }
  const level = sqrt(sx * sx + sy * sy + sz * sz);
  fill(out, gx / slope, gy / slope, gz / slope, (level * (level - 1)) / slope);
}

function boxContact(x: number, y: number, z: number, halfSize: Float32Array, out: Float64Array): void {
  const beyondX = abs(x) - halfSize[0];
  const beyondY = abs(y) - halfSize[1];
  const beyondZ = abs(z) - halfSize[2];
  const sideX = x >= 0 ? 1 : -1;
  const sideY = y >= 0 ? 1 : -1;
  const sideZ = z >= 0 ? 1 : -1;
  const ox = max(beyondX, 0);
  const oy = max(beyondY, 0);
  const oz = max(beyondZ, 0);
  const length = sqrt(ox * ox + oy * oy + oz * oz);
  if (length > 0) {
    fill(out, (ox * sideX) / length, (oy * sideY) / length, (oz * sideZ) / length, length);
    return;
  }
  const depth = max(beyondX, beyondY, beyondZ);
  const isX = depth === beyondX;
  const isY = !isX && depth === beyondY;
  fill(out, isX ? sideX : 0, isY ? sideY : 0, isX || isY ? 0 : sideZ, depth);
}

/** Tapered, along y: see the diagram in colliderShapes.wgsl. */
function capsuleContact(x: number, y: number, z: number, size: Float32Array, out: Float64Array): void {
  const length = 2 * size[1];
  const slope = min(max((size[0] - size[2]) / max(length, 1e-20), -1), 1);
  const radial = sqrt(x * x + z * z);
  const along = sqrt(max(1 - slope * slope, 0));
  const foot = (y + size[1]) * along - radial * slope;
  // One sphere inside the other leaves the larger one.
  if (foot <= 0 || slope === 1) {
    sphereContact(x, y + size[1], z, size[0], out);
  } else if (foot >= length * along || slope === -1) {
    sphereContact(x, y - size[1], z, size[2], out);
  } else {
    const outwardX = radial > 0 ? x / radial : 1;
    const outwardZ = radial > 0 ? z / radial : 0;
    fill(out, outwardX * along, slope, outwardZ * along, radial * along + (y + size[1]) * slope - size[0]);
  }
}

function convexContact(x: number, y: number, z: number, planes: Float32Array | null, out: Float64Array): void {
  fill(out, 0, 1, 0, -FARTHEST);
  if (!planes) {
    return;
  }
  for (let p = 0; p < planes.length; p += 4) {
    const distance = planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - planes[p + 3];
    if (distance > out[3]) {
      fill(out, planes[p], planes[p + 1], planes[p + 2], distance);
    }
  }
}

/** Sets the four numbers of `out`. */
export function fill(out: Float64Array, x: number, y: number, z: number, distance: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = distance;
}
