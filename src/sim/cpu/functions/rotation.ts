// Twins of rotated and unrotated in rotation.wgsl.
import type { Vector } from "../vectors.js";

/** A vector turned by a unit quaternion. */
export function rotated(out: Vector, rotation: Vector, vector: Vector): Vector {
  return turned(out, rotation[0], rotation[1], rotation[2], rotation[3], vector);
}

/** A vector turned back. */
export function unrotated(out: Vector, rotation: Vector, vector: Vector): Vector {
  return turned(out, -rotation[0], -rotation[1], -rotation[2], rotation[3], vector);
}

function turned(out: Vector, qx: number, qy: number, qz: number, qw: number, vector: Vector): Vector {
  const x = vector[0];
  const y = vector[1];
  const z = vector[2];
  const twiceX = 2 * (qy * z - qz * y);
  const twiceY = 2 * (qz * x - qx * z);
  const twiceZ = 2 * (qx * y - qy * x);
  out[0] = x + qw * twiceX + (qy * twiceZ - qz * twiceY);
  out[1] = y + qw * twiceY + (qz * twiceX - qx * twiceZ);
  out[2] = z + qw * twiceZ + (qx * twiceY - qy * twiceX);
  return out;
}
