/** Largest distance between two sets of particles. */
export function largestDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i += 3) {
    const distance = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    // NaN must not pass for near.
    largest = Math.max(largest, Number.isNaN(distance) ? Infinity : distance);
  }
  return largest;
}
