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
