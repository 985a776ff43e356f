// Recovery of a cloth that has passed through itself or through others, on the CPU. Twin of piercedEdges.wgsl and of what includes it, and of
// gridTangles.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { RestGrid } from "../restGrid.js";
import type { CpuParticles } from "./cpuParticles.js";
import { isHeap, isShort, pierced, tangleImbalance, tanglePull, tangleWay } from "./functions/tangle.js";
import { addTo, createVector, dot, length, load, scale, scaleAndAdd, store, subtract } from "./vectors.js";

const { abs, floor, max, min } = Math;

const { HELD_PARTICLES, IS_LOST, LEAVES_ITSELF, LINK_SHEAR, LINK_SHEAR_ACROSS, LINK_WARP, LINK_WEFT, NEAR_QUADS } =
  constants;
const LINKS_ACROSS = LINK_SHEAR | LINK_SHEAR_ACROSS;
/** Ends of an edge at a particle: where the other one is. */
const EDGES = [
  { isAlongV: false, isAfter: false },
  { isAlongV: false, isAfter: true },
  { isAlongV: true, isAfter: false },
  { isAlongV: true, isAfter: true },
] as const;
const NORMAL = 3;
/** No contour. */
const NONE = -1;

const start = createVector();
const end = createVector();
const edge = createVector();
const normal = createVector();
const sum = createVector();
const corners = [createVector(), createVector(), createVector(), createVector()] as const;
/** Of the corners of a quad, row by row. */
const TRIANGLES = [
  [0, 1, 2],
  [1, 3, 2],
] as const;

/** A particle that one of this cloth may overlap. */
export interface TangleMeeting {
  /** Of this cloth, in the frame of both [m], shape [count, 3]. */
  readonly own: Float32Array;
  /** Of the net of the other particle, in the same frame. */
  readonly places: Float32Array;
  readonly grid: RestGrid;
  readonly particle: number;
  /** How far apart the two are kept [m]. */
  readonly size: number;
}

/** What each particle may overlap, the nearest first. */
export type TangleMeetings = (particle: number) => readonly TangleMeeting[];

/** Where one cloth has passed through itself or through others. */
export class CpuTangles {
  /** LEAVES_ITSELF or IS_LOST of each particle that is where sheets cross; 0: it keeps apart from all. */
  public readonly isTangled: Uint8Array;
  /** How particles are drawn back, as parts of {@link tangleWay}, shape [count, 3]. */
  private readonly _pulls: Float32Array;
  /** Of the edges at each particle: normals of what they pierce and its side, 0: nothing; shape [count, 4]. */
  private readonly _normals: Float32Array;
  private readonly _sides: Int8Array;
  /** The first corner of the quad of this cloth that each edge pierces; NONE: of another cloth. */
  private readonly _quads: Int32Array;
  /** Whether edges to the right and above pierce something, as one of their ends has seen, shape [2, count]. */
  private readonly _piercing: readonly [Uint8Array, Uint8Array];
  /** The lowest particle of the contour that a particle belongs to. */
  private readonly _contours: Int32Array;
  /** Of a contour: imbalances of its threads, and their number. */
  private readonly _sums: Int32Array;
  private readonly _counts: Int32Array;
  private _isClear = true;
  /** Links that live; null: all. */
  private _living: Uint32Array | null = null;

  /**
   * @param _restGrid - The cloth at rest.
   * @param _particles - Are drawn back.
   * @param _isFullResolution - Short contours and heaps are left to contact then.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: CpuParticles,
    private readonly _isFullResolution: boolean,
  ) {
    const { count } = _particles;
    this.isTangled = new Uint8Array(count);
    this._pulls = new Float32Array(3 * count);
    this._normals = new Float32Array(NORMAL * EDGES.length * count);
    this._sides = new Int8Array(EDGES.length * count);
    this._quads = new Int32Array(EDGES.length * count);
    this._piercing = [new Uint8Array(count), new Uint8Array(count)];
    this._contours = new Int32Array(count);
    this._sums = new Int32Array(count);
    this._counts = new Int32Array(count);
  }

  /**
   * Finds what crosses at the start of a step, and how it is drawn back.
   *
   * @param meetings - Of each particle.
   * @param living - Links that live, bits by particle; null: all.
   */
  public find(meetings: TangleMeetings, living: Uint32Array | null): void {
    this.clear();
    this._living = living;
    let isAny = false;
    for (let i = 0; i < this._particles.count; i++) {
      for (const meeting of meetings(i)) {
        load(start, meeting.own, 3 * i);
        subtract(edge, load(end, meeting.places, 3 * meeting.particle), start);
        if (dot(edge, edge) < meeting.size * meeting.size) {
          isAny = this._pierce(i, meeting) || isAny;
        }
      }
    }
    if (isAny) {
      this._isClear = false;
      this._trace();
      this._weigh();
      this._draw();
    }
  }

  /** Nothing crosses. */
  public clear(): void {
    if (!this._isClear) {
      this.isTangled.fill(0);
      this._pulls.fill(0);
      this._sides.fill(0);
      this._piercing.forEach((edges) => edges.fill(0));
      this._isClear = true;
    }
  }

  /** Draws threads back in a substep. */
  public drawBack(spacing: number, substepTime: number, substepCount: number): void {
    if (this._isClear) {
      return;
    }
    const { count, positions, previous, inverseMasses } = this._particles;
    const way = tangleWay(spacing, substepTime, substepCount);
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        load(sum, this._pulls, 3 * i);
        addTo(positions, 3 * i, sum, way);
        addTo(previous, 3 * i, sum, way);
      }
    }
  }

  /** Edges of a particle through the quads around another one. Returns whether one of them pierces. */
  private _pierce(i: number, { own, places, grid, particle }: TangleMeeting): boolean {
    let isAny = false;
    for (let quad = 0; quad < 4; quad++) {
      const column = (particle % grid.countU) - (quad % 2);
      const row = floor(particle / grid.countU) - floor(quad / 2);
      if (column < 0 || row < 0 || column + 1 >= grid.countU || row + 1 >= grid.countV) {
        continue;
      }
      const first = row * grid.countU + column;
      const places4 = [first, first + 1, first + grid.countU, first + grid.countU + 1];
      if (!places4.every((corner) => grid.has(corner)) || (places === own && !this._hasQuad(first))) {
        continue;
      }
      places4.forEach((corner, k) => load(corners[k], places, 3 * corner));
      EDGES.forEach((_edge, which) => {
        const low = this._lowEnd(i, which);
        const isNear = places === own && this._areNear(low, first);
        if (low < 0 || isNear || this._sides[EDGES.length * i + which] !== 0) {
          return;
        }
        const high = low + this._stepOf(which);
        subtract(edge, load(end, own, 3 * high), load(start, own, 3 * low));
        for (const [a, b, c] of TRIANGLES) {
          const side = pierced(normal, start, edge, corners[a], corners[b], corners[c]);
          if (side !== 0) {
            isAny = true;
            this._sides[EDGES.length * i + which] = side;
            this._quads[EDGES.length * i + which] = places === own ? first : NONE;
            store(this._normals, NORMAL * (EDGES.length * i + which), normal);
            this._piercing[Number(EDGES[which].isAlongV)][low] = 1;
            this._mark(i, which);
            break;
          }
        }
      });
    }
    return isAny;
  }

  /** Both ends of an edge and what it pierces are where sheets cross. */
  private _mark(i: number, which: number): void {
    const { countU } = this._restGrid;
    const low = this._lowEnd(i, which);
    const quad = this._quads[EDGES.length * i + which];
    const corners4 = quad === NONE ? [] : [quad, quad + 1, quad + countU, quad + countU + 1];
    const meets = this._isFullResolution && quad !== NONE ? LEAVES_ITSELF : IS_LOST;
    [low, low + this._stepOf(which), ...corners4].forEach(
      (particle) => (this.isTangled[particle] = max(this.isTangled[particle], meets)),
    );
  }

  private _areNear(low: number, quad: number): boolean {
    const { countU } = this._restGrid;
    const apart = max(abs((low % countU) - (quad % countU)), abs(floor(low / countU) - floor(quad / countU)));
    return apart <= NEAR_QUADS;
  }

  private _stepOf(which: number): number {
    return EDGES[which].isAlongV ? this._restGrid.countU : 1;
  }

  /** Of an edge at a particle; negative if there is none. */
  private _lowEnd(i: number, which: number): number {
    const { countU, countV } = this._restGrid;
    const { isAlongV, isAfter } = EDGES[which];
    const [node, nodes] = isAlongV ? [floor(i / countU), countV] : [i % countU, countU];
    const step = this._stepOf(which);
    const isThere = isAfter ? node + 1 < nodes : node > 0;
    const low = isAfter ? i : i - step;
    return isThere && this._restGrid.has(isAfter ? i + step : low) && this._hasThread(low, isAlongV) ? low : -1;
  }

  /** Whether a thread leads from a particle to the right, or above. */
  private _hasThread(low: number, isAlongV: boolean): boolean {
    return !this._living || (this._living[low] & (isAlongV ? LINK_WEFT : LINK_WARP)) !== 0;
  }

  /** Whether a quad of this cloth is whole, by its first corner. */
  private _hasQuad(first: number): boolean {
    return !this._living || (this._living[first] & LINKS_ACROSS) === LINKS_ACROSS;
  }

  /** Contours: ends of edges that pierce, next to each other. */
  private _trace(): void {
    const { countU, countV } = this._restGrid;
    const contours = this._contours.fill(NONE);
    this._piercing.forEach((edges, alongV) => {
      edges.forEach((isPiercing, low) => {
        if (isPiercing !== 0) {
          const high = low + (alongV === 1 ? countU : 1);
          contours[low] = low;
          contours[high] = high;
        }
      });
    });
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (let i = 0; i < contours.length; i++) {
        if (contours[i] === NONE) {
          continue;
        }
        const [column, row] = [i % countU, floor(i / countU)];
        for (let y = max(row - 1, 0); y <= min(row + 1, countV - 1); y++) {
          for (let x = max(column - 1, 0); x <= min(column + 1, countU - 1); x++) {
            const other = contours[y * countU + x];
            if (other !== NONE && other < contours[i]) {
              contours[i] = other;
              isChanged = true;
            }
          }
        }
      }
    }
  }

  /** Which way the threads of a contour go, all in all. */
  private _weigh(): void {
    this._sums.fill(0);
    this._counts.fill(0);
    this._sides.forEach((side, k) => {
      if (side !== 0) {
        const i = floor(k / EDGES.length);
        this._sums[this._contours[i]] += side * this._imbalanceOf(i, k % EDGES.length);
        this._counts[this._contours[i]]++;
      }
    });
  }

  private _imbalanceOf(i: number, which: number): number {
    const { countU, countV } = this._restGrid;
    const { isAlongV } = EDGES[which];
    const low = this._lowEnd(i, which);
    const step = this._stepOf(which);
    const [node, nodes] = isAlongV ? [floor(low / countU), countV] : [low % countU, countU];
    const piercing = this._piercing[Number(isAlongV)];
    const goesOn = (at: number): boolean => this._hasThread(at, isAlongV) && piercing[at] === 0;
    let [before, after] = [this._lengthOf(low), this._lengthOf(low + step)];
    for (let at = low, n = node; n > 0 && goesOn(at - step); n--) {
      at -= step;
      before += this._lengthOf(at);
    }
    for (let at = low + step, n = node + 1; n + 1 < nodes && goesOn(at); n++) {
      at += step;
      after += this._lengthOf(at);
    }
    return tangleImbalance(before, after);
  }

  private _lengthOf(i: number): number {
    return this._particles.inverseMasses[i] === 0 ? HELD_PARTICLES : 1;
  }

  private _draw(): void {
    const { countU, countV } = this._restGrid;
    const marked = this.isTangled.reduce((sum, isMarked) => sum + Number(isMarked !== 0), 0);
    const isLeft = (contour: number): boolean =>
      this._isFullResolution && (isHeap(marked, countU + countV) || isShort(this._counts[contour], countU + countV));
    if (this._isFullResolution) {
      this.isTangled.fill(0);
    }
    for (let i = 0; i < this._particles.count; i++) {
      const contour = this._contours[i];
      sum.fill(0);
      for (let which = 0; which < EDGES.length; which++) {
        const k = EDGES.length * i + which;
        if (this._sides[k] !== 0 && !isLeft(contour)) {
          const pull = tanglePull(this._sums[contour], this._counts[contour]) * this._sides[k];
          scaleAndAdd(sum, sum, load(normal, this._normals, NORMAL * k), pull);
          this._mark(i, which);
        }
      }
      store(this._pulls, 3 * i, scale(sum, sum, 1 / max(length(sum), 1)));
    }
  }
}
