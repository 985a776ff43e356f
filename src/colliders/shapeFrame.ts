// The axes and the origin of a shape under the matrix of its node, whatever that scales, shears or mirrors.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { unitAxes } from "./triangles.js";

/** Images of the axes and the origin of a shape. Not a Matrix, which holds single precision. */
export interface ShapeFrame {
  readonly axes: readonly [Vector3, Vector3, Vector3];
  readonly position: Vector3;
}

/** Cosines between axes up to this are rounding. */
export const ROUNDING = 1e-5;

/**
 * @param vector - Of the shape.
 * @param frame - Of it.
 * @returns Its image, without the position.
 */
export function imageOf({ x, y, z }: Vector3, { axes }: ShapeFrame): Vector3 {
  return axes[0].scale(x).addInPlace(axes[1].scale(y)).addInPlace(axes[2].scale(z));
}

/**
 * @param normal - Of a plane of the shape.
 * @param own - Its frame.
 * @returns Unit normal of the image of the plane: by the cofactors, which also a flat matrix has.
 */
export function imageOfNormal({ x: a, y: b, z: c }: Vector3, own: ShapeFrame): Vector3 {
  const [x, y, z] = own.axes;
  const normal = Vector3.Cross(y, z).scaleInPlace(a);
  normal.addInPlace(Vector3.Cross(z, x).scaleInPlace(b)).addInPlace(Vector3.Cross(x, y).scaleInPlace(c));
  return normal.scaleInPlace(signOf(own)).normalize();
}

/**
 * @param frame - Any.
 * @returns Volume that it makes of a unit cube; below 0 if it mirrors, 0 if it is flat.
 */
export function determinantOf({ axes: [x, y, z] }: ShapeFrame): number {
  return Vector3.Dot(x, Vector3.Cross(y, z));
}

/** -1 if it mirrors. */
function signOf(own: ShapeFrame): number {
  return determinantOf(own) < 0 ? -1 : 1;
}

/**
 * @param own - Any frame.
 * @returns What it does but for its turn: see WorldShape.stretch.
 */
export function stretchOf(own: ShapeFrame): number[] {
  const [x, y, z] = own.axes;
  const pairs = [
    [x, x],
    [y, y],
    [z, z],
    [x, y],
    [y, z],
    [z, x],
  ];
  return [...pairs.map(([a, b]) => Vector3.Dot(a, b)), signOf(own)];
}

/**
 * @param own - Any frame.
 * @param last - Of the same axes before, if any.
 * @returns Rotation of its axes. Mirrored ones keep their shape, for all shapes are symmetric or planes; ones that are sheared keep
 * their x axis; where one axis is scaled to nothing, the others tell; where more are, they keep the rotation that they had.
 */
export function turnOf(own: ShapeFrame, last: { readonly turn: Quaternion } | null): Quaternion {
  const sign = signOf(own);
  const [a, b, c] = own.axes;
  const x = directionOf(a, b, c);
  const along = directionOf(b, c, a);
  const y = along.subtract(x.scale(Vector3.Dot(x, along))).normalize();
  const z = Vector3.Cross(x, y);
  if (z.lengthSquared() === 0) {
    return last?.turn ?? Quaternion.Identity();
  }
  return Quaternion.RotationQuaternionFromAxis(x.scaleInPlace(sign), y.scaleInPlace(sign), z).normalize();
}

/** Of an axis; if it is scaled to nothing, at right angles to the next two. */
function directionOf(axis: Vector3, next: Vector3, last: Vector3): Vector3 {
  return (axis.lengthSquared() > 0 ? axis.clone() : Vector3.Cross(next, last)).normalize();
}

/**
 * @param now - See {@link stretchOf}.
 * @param last - That which planes were made of, so nothing adds up: a turning matrix is rounded anew every frame.
 * @returns Whether both are the same but for rounding.
 */
export function isSameStretch(now: readonly number[], last: readonly number[]): boolean {
  const largest = Math.max(now[0], now[1], now[2]);
  return now.every((product, i) => Math.abs(product - last[i]) <= 1e-5 * (i < 6 ? largest : 1));
}

/**
 * Axes of the ellipsoid that a matrix makes of the unit ball (one-sided Jacobi, Hestenes 1958).
 *
 * @param columns - Of the matrix.
 * @param start - Any rotation.
 * @returns A rotation near to it that brings the unit axes to those of the ellipsoid, and the radii along these.
 */
export function principalAxes(
  columns: ShapeFrame["axes"],
  start: Quaternion,
): { readonly rotation: Quaternion; readonly lengths: number[] } {
  const [x, y, z] = columns;
  const rows = unitAxes.map((unit) => {
    const axis = unit.applyRotationQuaternion(start);
    return new Vector3(Vector3.Dot(x, axis), Vector3.Dot(y, axis), Vector3.Dot(z, axis));
  });
  let rotation = start;
  let turned = true;
  for (let sweep = 0; turned && sweep < 16; sweep++) {
    turned = false;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const [a, b] = [rows[i], rows[j]];
      const dot = Vector3.Dot(a, b);
      if (Math.abs(dot) > ROUNDING * a.length() * b.length()) {
        const angle = Math.atan((2 * dot) / (a.lengthSquared() - b.lengthSquared())) / 2;
        const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
        rows[i] = a.scale(cosine).addInPlace(b.scale(sine));
        rows[j] = b.scale(cosine).subtractInPlace(a.scale(sine));
        rotation = rotation.multiply(Quaternion.RotationAxis(unitAxes[(i + 2) % 3], angle));
        turned = true;
      }
    }
  }
  return { rotation, lengths: rows.map((row) => row.length()) };
}
