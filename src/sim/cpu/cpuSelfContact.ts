// Contact of a cloth with itself on the CPU. Twin of findContacts.compute.wgsl and gridSelfContact.wgsl, and at full resolution of
// findNetContacts.compute.wgsl and keepApart.compute.wgsl. It compares all with all, where those look at boxes first.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { LINK_FLOATS, spacingOf } from "../links.js";
import { distance, transformed } from "../points.js";
import type { RestGrid } from "../restGrid.js";
import { findGrowths } from "./contactGrowths.js";
import { findLayers } from "./contactLayers.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { CpuTangles, TangleMeeting } from "./cpuTangles.js";
import { findFastTiles, tileOf } from "./fastTiles.js";
import {
  addTouched,
  addUnfolded,
  areSeamNeighbours,
  contactReach,
  contactSize,
  type Touch,
} from "./functions/selfContact.js";
import { addLayersTouched, type LayerMeeting } from "./functions/selfLayers.js";
import { addTo, createVector, dot, length, load, loadDifference, subtract, type Rounded } from "./vectors.js";

const {
  DISC_REACH,
  GROWTH_STEPS,
  LINK_WARP,
  LINK_WEFT,
  MAX_CONTACTS,
  MAX_NET_CONTACTS,
  MOST_GROWTH,
  NEIGHBOUR_SPAN,
  SEARCH_SUBSTEPS,
  SELF_SAG,
  TANGLE_SEAM_SPAN,
} = constants;
/** Where what cookLinks returns has the lengths of the links along u and along v. */
const LENGTH_U = 0;
const LENGTH_V = 2;

const offset = createVector();
const motion = createVector();
const meeting: LayerMeeting = {
  offset,
  motion,
  size: 0,
  share: 0,
  layer: createVector(),
  otherLayer: createVector(),
};

/** Particles of one cloth as spheres that keep apart. */
export class CpuSelfContact {
  /** How far each particle is at rest from seams that join the cloth to itself [m]; null: there are none. */
  public seamDistances: Float32Array | null = null;
  /** Particles that each one may meet, the nearest first; itself where the list has ended. Shape [count, _maxContacts]. */
  private readonly _lists: Uint32Array;
  private readonly _maxContacts: number;
  private readonly _squares: Float64Array;
  /** How much larger each particle is than on a square net. */
  private readonly _growths: Float32Array;
  /** At full resolution, those of pairs when they were found; shape as the lists. */
  private readonly _pairGrowths: Float64Array;
  /** On a control grid, normals as long as the cloth is thick there [m]; shape [count, 3]. */
  private readonly _layers: Float32Array;
  /** Shape [count, 3]. */
  private readonly _ways: Float32Array;
  private readonly _stills: Float32Array;
  private _contacts = 0;
  /** Tiles of the cloth at full resolution that search again in this step. */
  private _fastTiles: ReadonlySet<number> = new Set();
  private readonly _touch: Touch = { way: createVector(), still: createVector() };

  /**
   * @param _restGrid - The cloth at rest.
   * @param _particles - Are moved.
   * @param _isFullResolution - Whether the kernels of full resolution do the same.
   * @param _tangles - Where the cloth has passed through itself.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: CpuParticles,
    private readonly _isFullResolution: boolean,
    private readonly _tangles: CpuTangles,
  ) {
    const { count } = _particles;
    this._maxContacts = _isFullResolution ? MAX_NET_CONTACTS : MAX_CONTACTS;
    this._squares = new Float64Array(this._maxContacts);
    this._lists = new Uint32Array(this._maxContacts * count);
    this._growths = new Float32Array(count).fill(1);
    this._pairGrowths = new Float64Array(_isFullResolution ? this._maxContacts * count : 0);
    this._layers = new Float32Array(_isFullResolution ? 0 : 3 * count);
    this._ways = new Float32Array(3 * count);
    this._stills = new Float32Array(3 * count);
  }

  /**
   * Finds which particles may meet in the step.
   *
   * @param step - Its input.
   * @param links - What is stretched at rest, from cookLinks.
   * @param previous - Where particles were one substep ago, shape [count, 3].
   * @param wayScale - What the way of a particle since then is multiplied by, to be that of a substep.
   */
  public find(
    step: Rounded<ClothStep>,
    links: Float32Array,
    previous: Float32Array,
    wayScale: (particle: number) => number,
  ): void {
    const { _lists: lists, _maxContacts: maxContacts } = this;
    this._fastTiles = new Set();
    if (step.reset !== 0) {
      // From the first shape on nothing is near yet.
      lists.forEach((_, k) => (lists[k] = Math.floor(k / maxContacts)));
      return;
    }
    const { positions } = this._particles;
    const ways = positions.map(
      (coordinate, k) => (coordinate - previous[k]) * wayScale(Math.floor(k / 3)) * step.substepCount,
    );
    if (this._isFullResolution) {
      const { spacing } = spacingOf(links);
      const size = contactSize(spacing, step.thickness, 1);
      this._fastTiles = findFastTiles(this._restGrid, positions, ways, size, spacing);
    }
    this._search(step, links, ways, () => true);
  }

  /**
   * Finds it once more within a step, for tiles of cloth at full resolution that are fast.
   *
   * @param step - Under way.
   * @param links - What is stretched at rest, from cookLinks.
   * @param substep - Of the step, as it is relaxed.
   */
  public findAgain(step: Rounded<ClothStep>, links: Float32Array, substep: number): void {
    const { _fastTiles: tiles, _restGrid: grid } = this;
    if (tiles.size > 0 && substep > 0 && substep % SEARCH_SUBSTEPS === 0) {
      const { positions, previous } = this._particles;
      this._search(
        step,
        links,
        positions.map((coordinate, k) => (coordinate - previous[k]) * SEARCH_SUBSTEPS),
        (i) => tiles.has(tileOf(grid, i)),
      );
    }
  }

  private _search(
    step: Rounded<ClothStep>,
    links: Float32Array,
    ways: Float32Array,
    asks: (particle: number) => boolean,
  ): void {
    const { count, positions } = this._particles;
    const { _lists: lists, _squares: squares, _maxContacts: maxContacts } = this;
    const rest = transformed(this._restGrid.restPositions, step.linear);
    const { spacing, neighbourSpan } = spacingOf(links);
    const size = contactSize(spacing, step.thickness, 1);
    if (this._isFullResolution) {
      findGrowths(this._restGrid, this._particles.positions, spacing, this._growths);
    }
    const neighbours = (this._isFullResolution ? NEIGHBOUR_SPAN : neighbourSpan) * size;
    const farthest = contactReach(size, spacing, Infinity);
    for (let i = 0; i < count; i++) {
      if (!asks(i)) {
        continue;
      }
      const first = maxContacts * i;
      squares.fill(Infinity);
      lists.fill(i, first, first + maxContacts);
      for (let j = 0; j < count; j++) {
        if (!this._restGrid.has(i) || !this._restGrid.has(j)) {
          continue;
        }
        loadDifference(offset, positions, 3 * i, 3 * j);
        const squared = dot(offset, offset);
        if (squared >= farthest * farthest || squared >= squares[maxContacts - 1]) {
          continue;
        }
        const meeting = length(loadDifference(motion, ways, 3 * i, 3 * j));
        const reach = contactReach(size, spacing, meeting);
        if (squared < reach * reach && !this._areNeighbours(rest, neighbours, i, j, size)) {
          let at = maxContacts - 1;
          for (; at > 0 && squares[at - 1] > squared; at--) {
            squares[at] = squares[at - 1];
            lists[first + at] = lists[first + at - 1];
          }
          squares[at] = squared;
          lists[first + at] = j;
        }
      }
      if (this._isFullResolution) {
        this._noteGrowths(i);
      }
    }
  }

  /**
   * @param i - A particle.
   * @param step - Under way.
   * @param links - What is stretched at rest, from cookLinks.
   * @returns Those that it may meet in the step.
   */
  public meetingsOf(i: number, step: Rounded<ClothStep>, links: Float32Array): TangleMeeting[] {
    const meetings: TangleMeeting[] = [];
    const { positions: own } = this._particles;
    const size = contactSize(spacingOf(links).spacing, step.thickness, 1);
    for (let k = this._maxContacts * i; k < this._maxContacts * (i + 1) && this._lists[k] !== i; k++) {
      const particle = this._lists[k];
      const { seamDistances } = this;
      if (!seamDistances || !areSeamNeighbours(seamDistances[i], seamDistances[particle], TANGLE_SEAM_SPAN * size)) {
        meetings.push({ own, places: own, grid: this._restGrid, particle, size });
      }
    }
    return meetings;
  }

  /** Of particles with each other, when they were last kept apart; both of a pair count. */
  public get contacts(): number {
    return this._contacts;
  }

  /**
   * Opens sharp folds and pushes apart what touches: keepApart for all.
   *
   * @param step - Under way.
   * @param links - What is stretched at rest, from cookLinks.
   * @param living - Which links live, shape [count]; null: all. Where the cloth is cut there is no fold.
   */
  public keepApart(step: Rounded<ClothStep>, links: Float32Array, living: Uint32Array | null): void {
    const { count, positions, previous, inverseMasses } = this._particles;
    const { _touch: touch, _ways: ways, _stills: stills } = this;
    this._contacts = 0;
    ways.fill(0);
    stills.fill(0);
    const { spacing } = spacingOf(links);
    if (!this._isFullResolution) {
      findGrowths(this._restGrid, positions, spacing, this._growths);
      findLayers(this._restGrid, positions, step.thickness, 0, this._layers, SELF_SAG);
    }
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        touch.way.fill(0);
        touch.still.fill(0);
        this._addFolds(i, links, living, step.substepTime);
        this._addContacts(i, spacing, step);
        addTo(ways, 3 * i, touch.way, 1);
        addTo(stills, 3 * i, touch.still, 1);
      }
    }
    for (let k = 0; k < 3 * count; k++) {
      positions[k] += ways[k];
      previous[k] += stills[k];
    }
  }

  private _areNeighbours(rest: Float64Array, neighbours: number, i: number, j: number, size: number): boolean {
    const { seamDistances } = this;
    return (
      distance(rest, i, j) <= neighbours ||
      this._shareQuad(i, j) ||
      (seamDistances !== null && areSeamNeighbours(seamDistances[i], seamDistances[j], size))
    );
  }

  private _addFolds(i: number, links: Float32Array, living: Uint32Array | null, substepTime: number): void {
    const { countU, countV } = this._restGrid;
    const column = i % countU;
    const row = Math.floor(i / countU);
    const add = (from: number, step: number, which: number, isAfter: boolean): void => {
      const second = isAfter ? from + 2 * step : from;
      if (![from, from + step, from + 2 * step].every((particle) => this._restGrid.has(particle))) {
        return;
      }
      const thread = which === LENGTH_U ? LINK_WARP : LINK_WEFT;
      if (living && (living[from] & living[from + step] & thread) === 0) {
        return;
      }
      const lengthOf = (place: number): number => links[LINK_FLOATS * place + which];
      this._relate(i, second);
      addUnfolded(
        this._touch,
        offset,
        motion,
        0.5 * (lengthOf(from) + lengthOf(from + step)),
        this._share(i, second),
        substepTime,
      );
    };
    if (column >= 2) add(i - 2, 1, LENGTH_U, false);
    if (column + 2 < countU) add(i, 1, LENGTH_U, true);
    if (row >= 2) add(i - 2 * countU, countU, LENGTH_V, false);
    if (row + 2 < countV) add(i, countU, LENGTH_V, true);
  }

  private _addContacts(i: number, spacing: number, step: Rounded<ClothStep>): void {
    const { _lists: lists, _maxContacts: maxContacts } = this;
    for (let k = maxContacts * i; k < maxContacts * (i + 1) && lists[k] !== i; k++) {
      const j = lists[k];
      if (this._tangles.isTangled[i] + this._tangles.isTangled[j] > 0) {
        continue;
      }
      this._relate(i, j);
      const size = contactSize(spacing, step.thickness, this._growthOf(i, k));
      const { layerFriction, substepTime } = step;
      const touches = this._isFullResolution
        ? addTouched(this._touch, offset, motion, size, this._share(i, j), layerFriction, substepTime)
        : this._addLayers(i, j, size, step);
      if (touches) {
        this._contacts++;
      }
    }
  }

  private _addLayers(i: number, j: number, size: number, { layerFriction, substepTime }: Rounded<ClothStep>): boolean {
    load(meeting.layer, this._layers, 3 * i);
    load(meeting.otherLayer, this._layers, 3 * j);
    meeting.size = size;
    meeting.share = this._share(i, j);
    return (
      dot(offset, offset) < (DISC_REACH * size) ** 2 &&
      addLayersTouched(this._touch, meeting, layerFriction, substepTime)
    );
  }

  /** That of a pair, of a list. Lists of full resolution have it, in steps. */
  private _growthOf(i: number, entry: number): number {
    return this._isFullResolution
      ? this._pairGrowths[entry]
      : Math.max(this._growths[i], this._growths[this._lists[entry]]);
  }

  private _noteGrowths(i: number): void {
    const most = MOST_GROWTH - 1;
    for (let k = this._maxContacts * i; k < this._maxContacts * (i + 1); k++) {
      const growth = Math.max(this._growths[i], this._growths[this._lists[k]]);
      this._pairGrowths[k] = 1 + (most * Math.ceil((GROWTH_STEPS * (growth - 1)) / most)) / GROWTH_STEPS;
    }
  }

  private _shareQuad(i: number, j: number): boolean {
    const { countU } = this._restGrid;
    const apart = Math.max(
      Math.abs((i % countU) - (j % countU)),
      Math.abs(Math.floor(i / countU) - Math.floor(j / countU)),
    );
    return apart <= 1;
  }

  /** Offset from particle `j` to `i`, and the motion of `i` relative to it. */
  private _relate(i: number, j: number): void {
    const { positions, previous } = this._particles;
    loadDifference(offset, positions, 3 * i, 3 * j);
    loadDifference(motion, previous, 3 * i, 3 * j);
    subtract(motion, offset, motion);
  }

  private _share(i: number, j: number): number {
    const { inverseMasses } = this._particles;
    return inverseMasses[i] / (inverseMasses[i] + inverseMasses[j]);
  }
}
