// Rows and columns of the control grid on the CPU. Twin of the Lines and rings of gridLines.wgsl.

/**
 * Lines that share no particle: a line is every `count`-th node. A line of a closed tube is a ring, unrolled: its first link and its last one
 * are the same, which leads across the seam, from the last particle but one to the second. See gridLines.wgsl.
 */
export interface Lines {
  readonly count: number;
  readonly nodes: number;
  readonly isClosed: boolean;
  /** Particle of each node, and the same of rings: `findRings` sets the ends. */
  readonly particles: Uint32Array;
  readonly unrolled: Uint32Array;
  /** 1 for lines that are rings. */
  readonly isRing: Uint8Array;
  /** By node, of the link to the next: 2 for one across a seam, which is two halves. */
  readonly halves: Uint8Array;
  /** 1 where a link leads from a node to the next. */
  readonly hasLink: Uint8Array;
  /** Where their lengths at rest are in what cookLinks returns. */
  readonly restOffset: number;
  /** Of the members of a step that say how its links resist. */
  readonly kind: "warp" | "weft";
}

/**
 * Finds out which lines are rings. A seam that is pinned ends its line.
 *
 * @param lines - Its rings are unrolled.
 * @param inverseMasses - Of the particles.
 */
export function findRings(lines: Lines, inverseMasses: Float32Array): void {
  const { count, nodes, isClosed, particles, unrolled, isRing, halves } = lines;
  for (let line = 0; isClosed && line < count; line++) {
    const last = line + (nodes - 1) * count;
    isRing[line] = Number(inverseMasses[particles[line]] > 0 && inverseMasses[particles[last]] > 0);
    unrolled[line] = particles[isRing[line] ? last - count : line];
    unrolled[last] = particles[isRing[line] ? line + count : last];
    halves[line] = halves[last - count] = 1 + isRing[line];
  }
}

/**
 * @param count - Of lines.
 * @param nodes - Of a line.
 * @param isClosed - Whether the lines close a tube.
 * @param particleOf - Particle of a node.
 * @param restOffset - See {@link Lines}.
 * @param kind - See {@link Lines}.
 * @returns All rows, or all columns.
 */
export function linesOf(
  count: number,
  nodes: number,
  isClosed: boolean,
  particleOf: (node: number) => number,
  restOffset: number,
  kind: Lines["kind"],
): Lines {
  const particles = Uint32Array.from({ length: count * nodes }, (_, node) => particleOf(node));
  const hasLink = Uint8Array.from(particles, (_, node) => Number(node + count < particles.length));
  const isRing = new Uint8Array(count);
  const halves = new Uint8Array(particles.length).fill(1);
  return { count, nodes, isClosed, particles, unrolled: particles.slice(), isRing, halves, hasLink, restOffset, kind };
}
