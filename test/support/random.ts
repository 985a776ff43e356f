/** A point or a vector. */
export type Triple = readonly [number, number, number];

/**
 * Random numbers that are the same in every run (mulberry32).
 *
 * @returns A function that gives the next number in [0, 1).
 */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A crumpled sheet of size 1: control points near those of a flat one, shape [countU * countV, 3]. */
export function crumpledNet(countU: number, countV: number, random: () => number): Float32Array<ArrayBuffer> {
  const net = new Float32Array(3 * countU * countV);
  const noise = (count: number): number => (0.8 * (random() - 0.5)) / (count - 1);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      const flat = [i / (countU - 1) - 0.5, j / (countV - 1) - 0.5, 0];
      net.set(
        flat.map((coordinate) => coordinate + noise(Math.max(countU, countV))),
        3 * (j * countU + i),
      );
    }
  }
  return net;
}

/** Draws numbers. */
export class Dice {
  /** @param next - Gives numbers in [0, 1). */
  public constructor(public readonly next: () => number) {}

  /** True in this share of all draws. */
  public chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of the values, each as likely. */
  public pick<T>(...values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)];
  }

  /** Between two numbers, by their ratio. */
  public between(least: number, most: number): number {
    return least * (most / least) ** this.next();
  }

  /** Each component between -size and size. */
  public vector(size: number): Triple {
    const one = (): number => size * (2 * this.next() - 1);
    return [one(), one(), one()];
  }
}

/**
 * A tube that stands along y.
 *
 * @param isAroundU - u goes around it; otherwise v does.
 * @returns Its point at u and v in [0, 1].
 */
export function tubeOf(radius: number, height: number, isAroundU: boolean): (u: number, v: number) => Triple {
  return (u, v) => {
    const angle = 2 * Math.PI * (isAroundU ? u : v);
    return [radius * Math.cos(angle), height * (isAroundU ? v - 0.5 : 0.5 - u), radius * Math.sin(angle)];
  };
}
