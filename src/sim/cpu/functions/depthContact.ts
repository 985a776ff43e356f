// Twin of depthHit, depthAt and depthNow in depthContact.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import type { Collider } from "./contact.js";
import { setContact } from "./colliderShapes.js";
import { createVector, scaleAndAdd, set, type Vector } from "../vectors.js";

const { floor, max, min, sqrt } = Math;
const { AT_EDGE, FARTHEST, NO_SURFACE, NOT_THERE, SEEN } = constants;
/** Floats of a texel. */
const TEXEL = 4;

/** The surface of a mesh, seen from a point: see depthContact.wgsl. */
interface DepthHit {
  readonly plane: Vector;
  readonly way: Vector;
  state: number;
}

const hit: DepthHit = { plane: createVector(4), way: createVector(), state: NOT_THERE };
const nearest: DepthHit = { plane: createVector(4), way: createVector(), state: NOT_THERE };
const moved = createVector();
const normal = createVector();
let timeLeft = 0;

/** @param left - Part of the step that is still to come, at the time of the pose that was asked for last. */
export function setTimeLeft(left: number): void {
  timeLeft = left;
}

/** Outward unit normal and distance: far away without maps on the host. */
export function depthContact(out: Vector, collider: Collider, point: Vector): void {
  depthNow(collider, point);
  setContact(out, nearest.plane[0], nearest.plane[1], nearest.plane[2], nearest.plane[3]);
}

/** Way of the surface in the step, beside the motion of the collider's axes [m]. */
export function depthWay(out: Vector, collider: Collider, point: Vector): Vector {
  depthNow(collider, point);
  return set(out, nearest.way[0], nearest.way[1], nearest.way[2]);
}

function depthNow(collider: Collider, point: Vector): void {
  depthAt(collider, point);
  if (timeLeft > 0 && collider.planes && collider.planes[3] > 0 && nearest.state === SEEN) {
    depthAt(collider, scaleAndAdd(moved, point, nearest.way, timeLeft));
  }
}

function depthAt({ planes, maps }: Collider, point: Vector): void {
  setContact(nearest.plane, 0, 1, 0, -FARTHEST);
  set(nearest.way, 0, 0, 0);
  nearest.state = NOT_THERE;
  let isOutside = false;
  let deepest = planes?.[2] ?? FARTHEST;
  const values = maps?.values;
  for (let axis = 0, map = 0; planes && values && axis < 3; axis++) {
    if (((planes[1] >> axis) & 1) === 0) {
      continue;
    }
    const count = planes[0];
    const across = (axis + 1) % 3;
    const up = (axis + 2) % 3;
    const texelU = (planes[8 + across] * 2) / count;
    const texelV = (planes[8 + up] * 2) / count;
    const u = (point[across] - planes[4 + across]) / texelU + 0.5 * (count - 1);
    const v = (point[up] - planes[4 + up]) / texelV + 0.5 * (count - 1);
    const height = point[axis] - planes[4 + axis];
    // A point over one side of the mesh is below the other one, which then says nothing new.
    let isOver = false;
    for (let turn = 0; turn < 2 && !isOver; turn++) {
      const isUpper = height >= 0 === (turn === 0);
      const sign = isUpper ? 1 : -1;
      depthHit(values, (map + (isUpper ? 0 : 1)) * count * count, count, u, v, texelU, texelV, sign * height);
      isOutside ||= hit.state === NOT_THERE;
      if (hit.state === AT_EDGE) {
        deepest = min(deepest, texelU + texelV);
      }
      isOver = hit.state === NOT_THERE || (hit.state === SEEN && hit.plane[3] > 0);
      if (hit.state === SEEN && hit.plane[3] > nearest.plane[3]) {
        normal[across] = hit.plane[0];
        normal[up] = hit.plane[1];
        normal[axis] = sign * hit.plane[2];
        setContact(nearest.plane, normal[0], normal[1], normal[2], hit.plane[3]);
        nearest.way.set(hit.way);
        nearest.state = SEEN;
      }
    }
    map += 2;
  }
  const isFar = (isOutside && nearest.plane[3] < 0) || !planes || nearest.plane[3] < -deepest;
  if (isFar) {
    setContact(nearest.plane, 0, 1, 0, FARTHEST);
  }
}

function depthHit(
  values: Float32Array,
  first: number,
  count: number,
  u: number,
  v: number,
  texelU: number,
  texelV: number,
  height: number,
): void {
  const last = count - 1;
  hit.state = NOT_THERE;
  if (!(min(u, v) >= 0 && max(u, v) <= last)) {
    return;
  }
  const cornerU = min(floor(u), last - 1);
  const cornerV = min(floor(v), last - 1);
  const atU = u - cornerU;
  const atV = v - cornerV;
  const a = TEXEL * (first + cornerU + cornerV * count);
  const b = a + TEXEL;
  const c = a + TEXEL * count;
  const d = c + TEXEL;
  const mixed = (k: number): number => {
    const below = values[a + k] + (values[b + k] - values[a + k]) * atU;
    const above = values[c + k] + (values[d + k] - values[c + k]) * atU;
    return below + (above - below) * atV;
  };
  if (min(values[a], values[b], values[c], values[d]) < NO_SURFACE) {
    const isThere = max(values[a], values[b], values[c], values[d]) >= NO_SURFACE;
    hit.state = isThere ? AT_EDGE : NOT_THERE;
    return;
  }
  const below = values[b] - values[a];
  const above = values[d] - values[c];
  const slopeU = (below + (above - below) * atV) / texelU;
  const slopeV = (values[c] + above * atU - values[a] - below * atU) / texelV;
  const upright = 1 / sqrt(1 + slopeU * slopeU + slopeV * slopeV);
  setContact(hit.plane, -slopeU * upright, -slopeV * upright, upright, (height - mixed(0)) * upright);
  set(hit.way, mixed(1), mixed(2), mixed(3));
  hit.state = SEEN;
}
