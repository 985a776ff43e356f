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
  /** Inverse mass of each node: see `findRings`. */
  readonly inverseMasses: Float32Array;
  /** 1 where a link leads from a node to the next. */
  readonly hasLink: Uint8Array;
  /** Where their lengths at rest are in what cookLinks returns. */
  readonly restOffset: number;
  /** Of the members of a step that say how its links resist. */
  readonly kind: "warp" | "weft";
}

/**
 * Finds out which lines are rings, and what nodes weigh. A seam that is pinned ends its line. The particles of a seam follow their neighbours across
 * it, so these carry them.
 *
 * @param lines - Its rings are unrolled.
 * @param inverseMasses - Of the particles.
 */
export function findRings(lines: Lines, inverseMasses: Float32Array): void {
  const { count, nodes, isClosed, particles, unrolled, isRing, halves, inverseMasses: ofNodes } = lines;
  for (let line = 0; isClosed && line < count; line++) {
    const last = line + (nodes - 1) * count;
    isRing[line] = Number(inverseMasses[particles[line]] > 0 && inverseMasses[particles[last]] > 0);
    unrolled[line] = particles[isRing[line] ? last - count : line];
    unrolled[last] = particles[isRing[line] ? line + count : last];
    halves[line] = halves[last - count] = 1 + isRing[line];
  }
  for (let node = 0; node < particles.length; node++) {
    const inverseMass = inverseMasses[unrolled[node]];
    const [line, number] = [node % count, Math.floor(node / count)];
    const carries = isRing[line] === 1 && (number < 2 || number + 2 >= nodes);
    const last = line + (nodes - 1) * count;
    ofNodes[node] = carries
      ? carrierInverseMass(inverseMass, inverseMasses[particles[line]], inverseMasses[particles[last]])
      : inverseMass;
  }
}

/**
 * @param own - Inverse mass of a particle beside a seam.
 * @param first - Of the particle of the seam at one end of its line.
 * @param last - Of that at the other end.
 * @returns Inverse mass with half of both.
 */
function carrierInverseMass(own: number, first: number, last: number): number {
  return own / (1 + 0.5 * own * (1 / first + 1 / last));
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
  const inverseMasses = new Float32Array(particles.length);
  const unrolled = particles.slice();
  return { count, nodes, isClosed, particles, unrolled, isRing, halves, inverseMasses, hasLink, restOffset, kind };
}
