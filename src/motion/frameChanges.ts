// How two world matrices of one mesh differ, without their positions: by a turn, and by a stretch.
import { mat3, quat, vec3, type ReadonlyMat3 } from "gl-matrix";
import { metricOf } from "../sim/points.js";

/**
 * @param out - Receives the turn from one matrix to another.
 * @param from - Of a frame, with any scale.
 * @param to - Of the same frame later.
 * @param part - How far it turns: 1 is all the way.
 */
export function partOfTurn(out: mat3, from: mat3, to: mat3, part: number): void {
  const turn = quat.multiply(quat.create(), turnOf(to), quat.invert(quat.create(), turnOf(from)));
  mat3.fromQuat(out, quat.slerp(turn, quat.create(), turn, part));
}

/**
 * @param out - Receives what one matrix stretches along its axes to have the lengths of another, without a turn.
 * @param from - Of a frame, with any scale.
 * @param to - Of the same frame later.
 */
export function stretchBetween(out: mat3, from: mat3, to: mat3): void {
  const axes = mat3.fromQuat(mat3.create(), turnOf(from));
  const lengthOf = (matrix: mat3, at: number): number => Math.hypot(matrix[at], matrix[at + 1], matrix[at + 2]);
  const stretched = Float32Array.from(axes, (value, i) => {
    const at = 3 * Math.floor(i / 3);
    return (value * lengthOf(to, at)) / lengthOf(from, at);
  });
  mat3.multiply(out, stretched, mat3.transpose(axes, axes));
}

/** Rotation of a matrix without its scale and mirroring. */
function turnOf(matrix: mat3): quat {
  const sign = Math.sign(mat3.determinant(matrix));
  const axes = Float32Array.from(matrix);
  for (const at of [0, 3, 6]) {
    const axis = axes.subarray(at, at + 3);
    vec3.scale(axis, vec3.normalize(axis, axis), sign);
  }
  const turn = quat.fromMat3(quat.create(), axes);
  return quat.normalize(turn, turn);
}

/**
 * @param a - Of a frame, with any scale.
 * @param b - Of the same frame at another time.
 * @returns Whether lengths in the mesh are the same through both matrices.
 */
export function sameScale(a: ReadonlyMat3, b: ReadonlyMat3): boolean {
  const [metricA, metricB] = [metricOf(a), metricOf(b)];
  const square = (axis: number): number => metricA[4 * axis];
  return metricA.every(
    (product, i) => Math.abs(product - metricB[i]) <= 1e-5 * (square(i % 3) + square(Math.floor(i / 3))),
  );
}
