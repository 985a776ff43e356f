// How a runner holds the body, at any time of a run on the spot.

/** Double steps a second. */
const CADENCE = 1.35;

/** Turns of an arm and a leg [rad]: forward is positive for arms, thighs and feet, and backward negative for shins. */
interface SidePose {
  readonly thigh: number;
  readonly shin: number;
  readonly ankle: number;
  readonly arm: number;
  readonly elbow: number;
}

/** Turns of the body at one moment. */
interface RunPose {
  /** The hips are so much higher than in a stand [m]. */
  readonly lift: number;
  /** About x and y [rad]. */
  readonly hips: readonly [x: number, y: number];
  readonly chest: readonly [x: number, y: number];
  /** -1 on the side of -x, 1 on the other. */
  side(sign: number): SidePose;
}

/**
 * @param seconds - Since the first step.
 * @returns The pose then.
 */
export function runPoseAt(seconds: number): RunPose {
  const phase = 2 * Math.PI * CADENCE * seconds;
  return {
    // Both feet leave the ground, twice a double step.
    lift: -0.03 + 0.035 * Math.cos(2 * phase),
    hips: [-0.1, 0.1 * Math.sin(phase)],
    chest: [-0.08, -0.24 * Math.sin(phase)],
    side: (sign) => {
      const step = phase + (sign > 0 ? Math.PI : 0);
      return {
        thigh: 0.18 + 0.72 * Math.sin(step),
        shin: -(0.3 + 0.85 * Math.max(0, Math.cos(step + 0.5)) ** 1.5 + 0.15 * Math.sin(step)),
        ankle: 0.1 - 0.35 * Math.cos(step),
        arm: -0.15 - 0.75 * Math.sin(step),
        elbow: 1.25 - 0.35 * Math.sin(step),
      };
    },
  };
}
