// Cuts: which links of a net at full resolution live. They change the words that measureNet.compute.wgsl and bendFullResolution read.
import { vec3 } from "gl-matrix";
import { constants } from "../shaders/shaders.gen.js";
import type { ClosedCounts, NetCounts } from "./restGrid.js";
import { isTorn } from "./tears.js";

const { ALL_LINKS, LINK_BEND_WARP, LINK_BEND_WEFT, LINK_SHEAR, LINK_SHEAR_ACROSS, LINK_WARP, LINK_WEFT } = constants;
const CELL = LINK_SHEAR + LINK_SHEAR_ACROSS;
/** Sine of the least angle, or distance over way, between both rays of a cut. */
const LEAST = 1e-9;

/** Half a line: of a camera through a point of its picture. */
export interface CutRay {
  readonly origin: ArrayLike<number>;
  /** Of any length but 0. */
  readonly direction: ArrayLike<number>;
}

/** The part of a plane between two rays of this plane, which both look the same way from one camera. */
export class CutSheet {
  private readonly _normal: vec3;
  /** Between both rays. */
  private readonly _ahead: vec3;
  private readonly _sides: readonly [vec3, vec3];

  /**
   * @param _from - Where the cut begins in the picture.
   * @param _to - Where it ends.
   * @throws RangeError if a number is not finite, or both are the same ray.
   */
  public constructor(
    private readonly _from: CutRay,
    private readonly _to: CutRay,
  ) {
    const [a, b] = [_from, _to].map(({ origin, direction }) => {
      const way = vec3.normalize([0, 0, 0], vectorOf(direction));
      const given = [...Array.from(origin), ...Array.from(direction)];
      if (!given.every(Number.isFinite) || vec3.length(way) === 0) {
        throw new RangeError(
          `Cut: a ray has the numbers ${given.join(", ")}; they must be finite, and its direction not 0.`,
        );
      }
      return { origin: vectorOf(origin), way };
    });
    const across = vec3.add([0, 0, 0], vec3.subtract([0, 0, 0], b.origin, a.origin), b.way);
    const normal = vec3.cross([0, 0, 0], a.way, across);
    if (vec3.length(normal) < LEAST) {
      throw new RangeError(
        `Cut: it begins and ends at ${Array.from(_from.direction).join(", ")}; its ends must be different points of the picture.`,
      );
    }
    this._normal = normal;
    this._ahead = vec3.add([0, 0, 0], a.way, b.way);
    this._sides = [vec3.cross([0, 0, 0], normal, a.way), vec3.cross([0, 0, 0], b.way, normal)];
  }

  /**
   * @param points - Shape [points, 3].
   * @returns Their heights over the plane, times the length of its normal, shape [points].
   */
  public heightsOf(points: ArrayLike<number>): Float64Array {
    const [x, y, z] = this._normal;
    const level = vec3.dot(this._normal, vectorOf(this._from.origin));
    const heights = new Float64Array(points.length / 3);
    for (let i = 0; i < heights.length; i++) {
      heights[i] = x * points[3 * i] + y * points[3 * i + 1] + z * points[3 * i + 2] - level;
    }
    return heights;
  }

  /**
   * @param points - Shape [points, 3].
   * @param heights - Of {@link heightsOf}.
   * @param a - Number of a point.
   * @param b - Number of another point.
   * @returns Whether the sheet is between them.
   */
  public parts(points: ArrayLike<number>, heights: Float64Array, a: number, b: number): boolean {
    // A point on the plane counts as above it, for all of its links alike.
    if (heights[a] >= 0 === heights[b] >= 0) {
      return false;
    }
    const share = heights[a] / (heights[a] - heights[b]);
    const at = [0, 1, 2].map((axis) => points[3 * a + axis] + share * (points[3 * b + axis] - points[3 * a + axis]));
    const ways = [this._from, this._to].map(({ origin }) => vec3.subtract([0, 0, 0], at, vectorOf(origin)));
    // In a wide picture a point before one end may be behind the other: rays begin where the nearest things are drawn.
    return (
      ways.every((way, i) => vec3.dot(way, this._sides[i]) >= 0) && ways.some((way) => vec3.dot(way, this._ahead) > 0)
    );
  }
}

function vectorOf(numbers: ArrayLike<number>): vec3 {
  return [numbers[0], numbers[1], numbers[2]];
}

/**
 * @param counts - Of the net.
 * @returns Words of a net whose links all live, shape [particleCount].
 */
export function wholeLinks({ particleCount }: NetCounts): Uint32Array<ArrayBuffer> {
  return new Uint32Array(particleCount).fill(ALL_LINKS);
}

/**
 * Cuts the threads that a sheet crosses, and all that leads over them: skew of their cells, and bends.
 *
 * The drawn surface is made of patches, one around each particle that is not at the border. So cuts lead between patches: a particle at the
 * border stays with its neighbour inside. At a seam it stays with the one before, and the thread behind it dies if the sheet crosses either.
 *
 * @param counts - Of the net.
 * @param positions - Of its particles, in the frame of the sheet, shape [particleCount, 3].
 * @param links - Words of the net; lose what is cut. Shape [particleCount].
 * @param sheet - Where to cut.
 * @returns How many threads inside of the border are cut that were whole.
 */
export function cutLinks(
  counts: ClosedCounts,
  positions: ArrayLike<number>,
  links: Uint32Array,
  sheet: CutSheet,
): number {
  const { countU, countV, closedU, closedV } = counts;
  const heights = sheet.heightsOf(positions);
  const isCut = (i: number, step: number): boolean => sheet.parts(positions, heights, i, i + step);
  let cut = 0;
  const cutThread = (i: number, thread: number, isCrossed: boolean): void => {
    if (isCrossed && (links[i] & thread) !== 0) {
      links[i] &= ~thread;
      cut++;
    }
  };
  // Most threads are on one side: nothing is called for these, as the first cut of a page is interpreted.
  const cutWithin = (first: number, end: number, step: number, thread: number): void => {
    for (let i = first; i < end; i += step) {
      if (heights[i] >= 0 !== heights[i + step] >= 0) {
        cutThread(i, thread, isCut(i, step));
      }
    }
  };
  for (let v = 1; v < countV - 1; v++) {
    cutWithin(v * countU + 1, v * countU + countU - 2, 1, LINK_WARP);
    if (closedU) {
      const first = v * countU;
      cutThread(first, LINK_WARP, isCut(first, 1) !== isCut(first + countU - 2, 1));
    }
  }
  for (let u = 1; u < countU - 1; u++) {
    cutWithin(countU + u, (countV - 2) * countU, countU, LINK_WEFT);
    if (closedV) {
      cutThread(u, LINK_WEFT, isCut(u, countU) !== isCut((countV - 2) * countU + u, countU));
    }
  }
  if (cut > 0) {
    followAtBorder(counts, links);
    cutAcross(counts, links);
  }
  return cut;
}

/**
 * Takes away what is torn, and all that leads over it.
 *
 * @param counts - Of the net.
 * @param links - Words of the net; lose what is torn. Shape [particleCount].
 * @param torn - See tears.ts.
 * @returns Threads inside of the border that are torn and were not: for each one its particle, plus the number of particles if it leads along v.
 */
export function tearLinks(counts: ClosedCounts, links: Uint32Array, torn: Uint32Array): number[] {
  const { particleCount } = counts;
  const gone: number[] = [];
  for (let i = 0; i < particleCount; i++) {
    for (const isAlongV of [false, true]) {
      const thread = isAlongV ? LINK_WEFT : LINK_WARP;
      if ((links[i] & thread) !== 0 && isTorn(torn, i, isAlongV)) {
        links[i] &= ~thread;
        gone.push(i + (isAlongV ? particleCount : 0));
      }
    }
  }
  if (gone.length > 0) {
    followAtBorder(counts, links);
    cutAcross(counts, links);
  }
  return gone;
}

/** Threads along the border live as those beside them; at a seam as those before it. */
function followAtBorder({ countU, countV, closedU, closedV }: ClosedCounts, links: Uint32Array): void {
  const follow = (i: number, inside: number, thread: number): void => {
    links[i] = (links[i] & ~thread) | (links[inside] & thread);
  };
  const [lastU, lastV] = [countU - 1, countV - 1];
  for (let u = 0; u < countU; u++) {
    follow(u, (closedV ? lastV - 1 : 1) * countU + u, LINK_WARP);
    follow(lastV * countU + u, (lastV - 1) * countU + u, LINK_WARP);
  }
  for (let v = 0; v < countV; v++) {
    follow(v * countU, v * countU + (closedU ? lastU - 1 : 1), LINK_WEFT);
    follow(v * countU + lastU, v * countU + lastU - 1, LINK_WEFT);
  }
}

/**
 * Cells with a dead thread do not skew; particles with a dead thread do not bend along it.
 *
 * @param counts - Of the net.
 * @param links - Words of the net, whose threads live as they shall. Shape [particleCount].
 */
export function cutAcross({ countU, particleCount }: NetCounts, links: Uint32Array): void {
  const alive = (at: number, thread: number): boolean => at < 0 || at >= particleCount || (links[at] & thread) !== 0;
  for (let i = 0; i < particleCount; i++) {
    if (!(alive(i, LINK_WARP) && alive(i, LINK_WEFT) && alive(i + 1, LINK_WEFT) && alive(i + countU, LINK_WARP))) {
      links[i] &= ~CELL;
    }
    if (!(alive(i, LINK_WARP) && alive(i - 1, LINK_WARP))) {
      links[i] &= ~LINK_BEND_WARP;
    }
    if (!(alive(i, LINK_WEFT) && alive(i - countU, LINK_WEFT))) {
      links[i] &= ~LINK_BEND_WEFT;
    }
  }
}
