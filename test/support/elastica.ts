/** A heavy strip that is clamped level at one end: what cloth with a bending stiffness is measured by. */

const STEPS = 2000;

/**
 * With phi the angle from the vertical and t the length from the free end, phi'' = gamma t sin(phi), phi' = 0 at the free end, and
 * phi = 90 degrees at the clamp. Integrates from the free end (Runge and Kutta, fourth order) and finds the angle there by bisection of
 * its logarithm: the strip that hangs down on the way is the one that is stable.
 *
 * @param gamma - Weight per area times cubed length over bending stiffness.
 * @returns Droop of the free end and its reach, as parts of the length.
 */
export function elastica(gamma: number): { droop: number; reach: number } {
  let [low, high] = [-100, Math.log(Math.PI / 2)];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (strip(gamma, Math.exp(middle)).isLevel) high = middle;
    else low = middle;
  }
  return strip(gamma, Math.exp(low));
}

/** The strip with an angle at its free end, and whether it is level somewhere. */
function strip(gamma: number, endAngle: number): { isLevel: boolean; droop: number; reach: number } {
  const slope = (t: number, [phi, turn]: number[]): number[] => [
    turn,
    gamma * t * Math.sin(phi),
    Math.cos(phi),
    Math.sin(phi),
  ];
  const moved = (state: number[], by: number[], scale: number): number[] => state.map((x, k) => x + scale * by[k]);
  let state = [endAngle, 0, 0, 0];
  const h = 1 / STEPS;
  for (let i = 0; i < STEPS && state[0] < Math.PI / 2; i++) {
    const t = i * h;
    const a = slope(t, state);
    const b = slope(t + h / 2, moved(state, a, h / 2));
    const c = slope(t + h / 2, moved(state, b, h / 2));
    const d = slope(t + h, moved(state, c, h));
    state = state.map((x, k) => x + (h / 6) * (a[k] + 2 * b[k] + 2 * c[k] + d[k]));
  }
  const [phi, , droop, reach] = state;
  return { isLevel: phi >= Math.PI / 2, droop, reach };
}
