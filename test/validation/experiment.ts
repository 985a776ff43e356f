/** Experiments whose result mechanics says: what the solver gives is drawn on the exact curve. */

/** What the solver has given. */
export interface Measured {
  readonly x: number;
  readonly y: number;
  /** From where to where `y` is right. */
  readonly low: number;
  readonly high: number;
}

/** A plot: an exact curve, and points that are measured. */
export interface Experiment {
  /** Of its file. */
  readonly name: string;
  readonly title: string;
  /** What is set up, and where the curve comes from. */
  readonly text: string;
  /** Titles of the axes, with units. */
  readonly x: string;
  readonly y: string;
  readonly isLogarithmic?: boolean;
  /** Shape [points, 2]. Empty if there is no curve, but a range. */
  readonly curve: readonly (readonly [number, number])[];
  /** @param isSmall - Only what a quick check needs. */
  measure(isSmall: boolean): Promise<readonly Measured[]>;
}

/** A measured point that may be off by a part of what is exact. */
export function near(x: number, y: number, exact: number, part: number): Measured {
  const room = part * Math.abs(exact);
  return { x, y, low: exact - room, high: exact + room };
}

/** Points of a curve. */
export function curveOf(exact: (x: number) => number, from: number, to: number): (readonly [number, number])[] {
  return Array.from({ length: 65 }, (_, i) => {
    const x = from + ((to - from) * i) / 64;
    return [x, exact(x)] as const;
  });
}

/** Whether a point is where it must be. */
export function isRight({ y, low, high }: Measured): boolean {
  return y >= low && y <= high;
}
