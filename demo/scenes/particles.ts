// What the checks of the scenes ask about particles: positions have shape [particles, 3].

/** @returns One coordinate of all particles: 0 is x, 1 the height, 2 is z [m]. */
export function coordinatesOf(positions: Float32Array, axis: 0 | 1 | 2): Float32Array {
  return positions.filter((_, i) => i % 3 === axis);
}

/** @returns How far a particle is from where it was [m]. */
export function distanceMoved(from: Float32Array, to: Float32Array, particle: number): number {
  return distanceBetween(from, particle, to, particle);
}

/** @returns From a particle to a particle, maybe of another cloth or time [m]. */
export function distanceBetween(a: Float32Array, i: number, b: Float32Array, j: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => a[3 * i + axis] - b[3 * j + axis]));
}

/** A vertical axis. */
interface Axis {
  readonly x: number;
  readonly z: number;
}

/**
 * @param from - Particles before.
 * @param to - The same particles after.
 * @param axis - Vertical.
 * @param counts - Chooses particles by their distance from the axis before. Default all.
 * @returns How far they have turned about the axis, as a node turns [rad].
 */
export function turnBetween(
  from: Float32Array,
  to: Float32Array,
  { x, z }: Axis,
  counts: (radius: number) => boolean = () => true,
): number {
  let [along, across] = [0, 0];
  for (let i = 0; i < from.length; i += 3) {
    const [fromX, fromZ, toX, toZ] = [from[i] - x, from[i + 2] - z, to[i] - x, to[i + 2] - z];
    if (!counts(Math.hypot(fromX, fromZ))) continue;
    along += fromX * toX + fromZ * toZ;
    across += fromZ * toX - fromX * toZ;
  }
  return Math.atan2(across, along);
}

/**
 * Where the surface of a control grid is over its control points, which in folds lie on the outside of it: for each direction, on the way
 * to the chord of the neighbours.
 *
 * @param particles - Shape [rows * columns, 3].
 * @param columns - Control points of a row.
 * @param axis - 0 for x, 1 for y, 2 for z.
 * @returns Shape [rows * columns].
 */
export function surfaceCoordinates(particles: Float32Array, columns: number, axis: 0 | 1 | 2): Float32Array {
  const points = coordinatesOf(particles, axis);
  const rows = points.length / columns;
  const way = (i: number, at: number, count: number, step: number): number => {
    if (at === 0 || at + 1 === count) return 0;
    // The first and the last spacing are half.
    const [left, right] = [at === 1 ? 0.5 : 1, at + 2 === count ? 0.5 : 1];
    const chord = (points[i - step] * right + points[i + step] * left) / (left + right);
    return (chord - points[i]) * (0.75 - 0.25 * (left + right));
  };
  return points.map(
    (point, i) => point + way(i, i % columns, columns, 1) + way(i, Math.floor(i / columns), rows, columns),
  );
}
