/** How far a grid of particles is from its rest lengths: the measure of a cloth solver. */

/** Relative change of length over all links along threads: 0.01 is one percent longer. */
export interface Stretch {
  /** Of the absolute values. */
  readonly mean: number;
  /** 99 of 100 links are stretched less. */
  readonly p99: number;
  readonly worst: number;
}

/**
 * Measures every link along u and along v. Diagonals are left out: they change with skew, which is soft in cloth.
 *
 * @param positions - Row by row, shape [countU * countV, 3].
 * @param rest - The same at rest.
 */
export function measureStretch(
  positions: ArrayLike<number>,
  rest: ArrayLike<number>,
  countU: number,
  countV: number,
): Stretch {
  const length = (points: ArrayLike<number>, a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => points[3 * b + axis] - points[3 * a + axis]));
  const stretches: number[] = [];
  for (let row = 0; row < countV; row++) {
    for (let column = 0; column < countU; column++) {
      const a = row * countU + column;
      const right = column + 1 < countU;
      const above = row + 1 < countV;
      const links = [...(right ? [[a, a + 1]] : []), ...(above ? [[a, a + countU]] : [])];
      for (const [from, to] of links) stretches.push(length(positions, from, to) / length(rest, from, to) - 1);
    }
  }
  const sorted = stretches.sort((a, b) => a - b);
  return {
    mean: sorted.reduce((sum, stretch) => sum + Math.abs(stretch), 0) / sorted.length,
    p99: sorted[Math.floor(0.99 * (sorted.length - 1))],
    worst: sorted[sorted.length - 1],
  };
}
