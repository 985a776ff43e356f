// Contact of a cloth with other cloths on the CPU. Twin of gatherCloths.compute.wgsl, findClothContacts.compute.wgsl and
// gridClothContact.wgsl; at full resolution, where cloths wait for each other in each substep, of tellCloths.compute.wgsl,
// findClothsAgain.compute.wgsl and keepOffCloths.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { spacingOf } from "../links.js";
import type { Meeting } from "../meeting.js";
import type { RestGrid } from "../restGrid.js";
import { findGrowths } from "./contactGrowths.js";
import { findLayers } from "./contactLayers.js";
import { carriedWay } from "./cpuCarry.js";
import { CpuClothLists, SPHERE } from "./cpuClothLists.js";
import { CpuClothSearch } from "./cpuClothSearch.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { CpuTangles, TangleMeeting } from "./cpuTangles.js";
import { addFarthest, contactShare, foretoldLaw, keptOut, liveLaw, slowness } from "./functions/clothContact.js";
import { mayPause } from "./functions/clothParts.js";
import { isNumber } from "./functions/finite.js";
import { areSeamNeighbours, contactSize } from "./functions/selfContact.js";
import type { MetCloth, Other } from "./metCloth.js";
import { PatchBoxes, WHOLE_STEP, type SearchTime } from "./patchBoxes.js";
import { add, addTo, createVector, load, scale, scaleAndAdd, store, subtract, type Rounded } from "./vectors.js";

const { max, min } = Math;

const {
  CLOTH_PARTS,
  IS_LOST,
  MAX_CLOTH_CONTACTS,
  MAX_RUB,
  MOST_GRID_GROWTH,
  MOST_GROWTH,
  SEARCH_SUBSTEPS,
  TANGLE_SEAM_SPAN,
} = constants;

const place = createVector();
const way = createVector();
const offset = createVector();
const motion = createVector();
const relative = createVector();
const touch = createVector();
const sum = createVector();
const facing = createVector();
const carried = createVector();
const NONE = createVector();

/** From the start of a substep, which has come to its end, to where the next search begins. */
const untilNextSearch = (substepCount: number): SearchTime => ({
  start: -1 / substepCount,
  length: SEARCH_SUBSTEPS / substepCount,
});

/** Particles of one cloth that keep apart from those of others. */
export class CpuClothContact implements MetCloth {
  /** Where its particles are in the frame of all cloths that meet [m], and their ways in the step; shape [count, 3]. */
  public readonly places: Float32Array;
  public readonly ways: Float32Array;
  /** {@inheritDoc MetCloth.starts} */
  public readonly starts: Float32Array;
  /** {@inheritDoc MetCloth.layers} */
  public readonly layers: Float32Array;
  /** Negative for a particle that is lost. */
  public readonly sizes: Float32Array;
  /** One over the masses of particles per area of a square of neighbours [m2/kg], 0 = held. */
  public readonly inverseDensities: Float32Array;
  /** Of patches, as far as others have to know. */
  public readonly boxes: PatchBoxes;
  private readonly _lists: CpuClothLists;
  /** How much larger each particle is than on a square net. */
  private readonly _growths: Float32Array;
  private readonly _search = new CpuClothSearch(this);
  /** Cloths that it may meet. */
  private _others: readonly MetCloth[] = [];
  /** Whether a patch searches again within the step. */
  private readonly _isFast: Uint8Array;
  private _spacing = 0;
  /** Part of the step that had passed when others were asked last. */
  private _passed = 0;
  /** What was left of the step then [s]. */
  private _timeLeft = 0;
  private _isMet = false;
  private _contacts = 0;

  /**
   * @param restGrid - The cloth at rest.
   * @param _particles - Are moved.
   * @param meeting - How the cloth meets others.
   * @param isLive - Whether its particles {@link tell} in each substep where they are.
   * @param _tangles - Where it has passed through others.
   */
  public constructor(
    public readonly restGrid: RestGrid,
    private readonly _particles: CpuParticles,
    public meeting: Meeting,
    public readonly isLive: boolean,
    private readonly _tangles: CpuTangles,
  ) {
    const { count } = _particles;
    this.places = new Float32Array(3 * count);
    this.ways = new Float32Array(3 * count);
    this.starts = new Float32Array(3 * count);
    this.layers = new Float32Array(3 * count);
    this.sizes = new Float32Array(count);
    this._growths = new Float32Array(count);
    this.inverseDensities = new Float32Array(count);
    this.boxes = new PatchBoxes(restGrid, isLive);
    this._isFast = new Uint8Array(this.boxes.particles.length);
    this._lists = new CpuClothLists(this, count);
  }

  /** Of its particles with those of others, when they were last kept off. */
  public get contacts(): number {
    return this._contacts;
  }

  /** Of its particles, as they were gathered last [m]. */
  public get spacing(): number {
    return this._spacing;
  }

  /** Whether it may meet another cloth in the step. */
  public get isMet(): boolean {
    return this._isMet;
  }

  /** {@inheritDoc MetCloth.seamDistanceTo} */
  public seamDistanceTo(i: number, other: MetCloth): number {
    const { piece = 0, seamDistances } = this.meeting;
    return piece !== 0 && piece === other.meeting.piece ? (seamDistances?.[i] ?? Infinity) : Infinity;
  }

  /**
   * Notes where particles are and where they are going in the rest of the step. Before any cloth takes the part.
   *
   * @param step - Its input.
   * @param links - What is stretched at rest, from cookLinks.
   * @param part - Of the step, which the cloth takes in {@link CLOTH_PARTS}.
   * @param first - Substep that comes next: sewn cloth may be ahead of others, or behind.
   */
  public gather(step: Rounded<ClothStep>, links: Float32Array, part = 0, first = 0): void {
    const { count, positions, previous, inverseMasses } = this._particles;
    const passed = part / CLOTH_PARTS;
    const start = passed * step.substepCount;
    this._passed = passed;
    const stepTime = step.substepTime * step.substepCount;
    this._timeLeft = stepTime * (1 - passed);
    const { spacing } = spacingOf(links);
    this._spacing = spacing;
    this._growths.fill(1);
    if (step.reset === 0 || part > 0) {
      findGrowths(this.restGrid, positions, spacing, this._growths);
      const isAskedAgain = !this.isLive && mayPause(step);
      findLayers(
        this.restGrid,
        positions,
        step.thickness,
        isAskedAgain ? stepTime / CLOTH_PARTS : stepTime,
        this.layers,
      );
    } else {
      this.layers.fill(0);
    }
    const { origin } = this.meeting;
    for (let i = 0; i < count; i++) {
      subtract(motion, load(place, positions, 3 * i), load(way, previous, 3 * i));
      if (inverseMasses[i] > 0) {
        add(motion, motion, carriedWay(relative, step, place, first / step.substepCount));
      }
      for (let axis = 0; axis < 3; axis++) {
        place[axis] += origin[axis] + motion[axis] * (start - first);
        way[axis] = motion[axis] * (step.substepCount - start);
      }
      store(this.places, 3 * i, place);
      store(this.ways, 3 * i, way);
      store(this.starts, 3 * i, scaleAndAdd(relative, place, way, -passed / (1 - passed)));
      const isWell = isNumber(place) && isNumber(way) && inverseMasses[i] >= 0;
      const size = contactSize(
        spacing,
        step.thickness,
        min(this._growths[i], this.isLive ? MOST_GROWTH : MOST_GRID_GROWTH),
      );
      this.sizes[i] = isWell ? size : -1;
      this.inverseDensities[i] = inverseMasses[i] * spacing * spacing;
    }
    this._isFast.forEach((_, patch) => {
      this.boxes.bound(patch, this, WHOLE_STEP);
    });
  }

  /**
   * Where particles of a cloth that takes the whole step at once are at the start of a part, as they were foretold.
   *
   * @param part - Of the step, after the first.
   */
  public moveOn(part: number): void {
    const left = CLOTH_PARTS - part;
    for (let k = 0; k < this.places.length; k++) {
      this.places[k] += this.ways[k] / (left + 1);
      this.ways[k] *= left / (left + 1);
    }
  }

  /**
   * Finds what each particle may meet in the rest of the step. After all cloths have gathered.
   *
   * @param all - Cloths that meet others, this one too.
   */
  public find(all: readonly MetCloth[]): void {
    this._isMet = false;
    this._others = all.filter((other) => other !== this && this._meets(other));
    this._isFast.fill(0);
    for (let patch = 0; patch < this._isFast.length; patch++) {
      this._search.search(patch, this._others, WHOLE_STEP, (i, found) => {
        this._isMet ||= found.length > 0;
        this._lists.list(i, found, 0, this._timeLeft);
      });
      this._isFast[patch] = Number(this._search.isFast);
    }
  }

  /**
   * Finds it again within a step, for what is fast and meets others that tell where they are. After all have told.
   *
   * @param substepCount - Of the step.
   * @param substep - Of the step, as it is relaxed.
   */
  public findAgain(substepCount: number, substep: number): void {
    if (substep % SEARCH_SUBSTEPS !== 0) {
      return;
    }
    const live = this._others.filter(({ isLive }) => isLive);
    this._isFast.forEach((isFast, patch) => {
      if (isFast !== 0) {
        this._search.search(patch, live, untilNextSearch(substepCount), (i, found) => {
          this._lists.list(i, found, this._lists.keepForetold(i), this._timeLeft);
        });
      }
    });
  }

  /**
   * @param i - One of its particles.
   * @returns Those of others that it may meet, as they were found last.
   */
  public meetingsOf(i: number): TangleMeeting[] {
    const meetings: TangleMeeting[] = [];
    const first = MAX_CLOTH_CONTACTS * i;
    for (let k = first; k < first + this._lists.listed(i); k++) {
      const met = this._lists.met[k];
      if (met) {
        const { contact, particle } = met;
        const size = max(this.sizes[i], contact.sizes[particle]);
        const [own, other] = [this.seamDistanceTo(i, contact), contact.seamDistanceTo(particle, this)];
        if (areSeamNeighbours(own, other, TANGLE_SEAM_SPAN * size)) {
          continue;
        }
        meetings.push({ own: this.starts, places: contact.starts, grid: contact.restGrid, particle, size });
      }
    }
    return meetings;
  }

  /**
   * Notes where particles are in a substep, and where they are going. What searches again has grown meanwhile.
   *
   * @param step - Under way.
   * @param substep - Of the step, as it is relaxed.
   */
  public tell(step: Rounded<ClothStep>, substep: number): void {
    const { substepCount, thickness } = step;
    const { count, positions, previous, inverseMasses } = this._particles;
    const { origin } = this.meeting;
    for (let i = 0; i < count; i++) {
      relative.fill(0);
      if (inverseMasses[i] > 0) {
        carriedWay(relative, step, load(place, previous, 3 * i), substep / substepCount);
      }
      for (let axis = 0; axis < 3; axis++) {
        const at = 3 * i + axis;
        this.places[at] = positions[at] + origin[axis];
        this.ways[at] = (positions[at] - previous[at] + relative[axis]) * substepCount;
      }
      this.inverseDensities[i] = inverseMasses[i] * this._spacing ** 2;
      // What is not finite any more is undone at the end of the step: until then others do not meet it.
      const isFinite = isNumber(load(place, this.places, 3 * i)) && isNumber(load(way, this.ways, 3 * i));
      if (this._tangles.isTangled[i] === IS_LOST || !isFinite) {
        this.sizes[i] = -1;
      }
    }
    if (substep % SEARCH_SUBSTEPS === 0 && this._isFast.some((isFast) => isFast !== 0)) {
      findGrowths(this.restGrid, positions, this._spacing, this._growths);
      this._isFast.forEach((isFast, patch) => {
        if (isFast !== 0) {
          this._grow(patch, thickness);
          this.boxes.bound(patch, this, untilNextSearch(substepCount));
        }
      });
    }
  }

  /** Keeps each particle out of its spheres: keepOffOthers for all. `time` at the end of the substep, `share` of the step that it takes. */
  public keepOff(step: Rounded<ClothStep>, time: number, share: number): void {
    const { count, positions, previous, inverseMasses } = this._particles;
    const left = 1 - this._passed;
    const [since, shareOfRest] = [(time - this._passed) / left, share / left];
    const { spheres, met, weights } = this._lists;
    this._contacts = 0;
    const { isTangled } = this._tangles;
    const { layerFriction, substepTime } = step;
    const areTangled = isTangled.some((state) => state !== 0);
    for (let i = 0; i < count; i++) {
      const first = SPHERE * MAX_CLOTH_CONTACTS * i;
      const mayTouch = inverseMasses[i] > 0 && isTangled[i] !== IS_LOST;
      // What has passed through others comes back by its spheres.
      const isSphere = this.isLive ? isTangled[i] !== 0 : areTangled;
      sum.fill(0);
      carriedWay(carried, step, load(place, previous, 3 * i), time - share);
      // The nearest last: what pushes from afar may not push through a layer.
      for (let k = this._lists.listed(i) - 1; mayTouch && k >= 0; k--) {
        const at = first + SPHERE * k;
        const other = met[MAX_CLOTH_CONTACTS * i + k];
        const live = this.isLive && other?.contact.isLive ? other : null;
        const weight = weights[MAX_CLOTH_CONTACTS * i + k];
        if (live && live.contact.sizes[live.particle] < 0) {
          continue;
        }
        if (live) {
          const part = this._relate(i, live, share);
          const radius = part * spheres[at + 3];
          const law = liveLaw(slowness(part));
          const isHeld = live.contact.inverseDensities[live.particle] === 0;
          const maxRub = isHeld ? 1 : MAX_RUB;
          if (keptOut(touch, offset, motion, radius, layerFriction, maxRub, substepTime, law, NONE, radius)) {
            addFarthest(sum, scale(touch, touch, weight));
            this._contacts += Number(touch.some((length) => length !== 0));
          }
          continue;
        }
        load(way, spheres, at + 4);
        subtract(motion, load(place, positions, 3 * i), load(motion, previous, 3 * i));
        scaleAndAdd(motion, add(motion, motion, carried), way, -shareOfRest);
        scaleAndAdd(offset, subtract(offset, place, load(relative, spheres, at)), way, -since);
        const [radius, maxRub] = [spheres[at + 3], spheres[at + 7]];
        load(facing, spheres, at + 8);
        const disc = isSphere ? NONE : facing;
        const law = foretoldLaw(spheres[at + 11]);
        if (keptOut(touch, offset, motion, radius, layerFriction, maxRub, substepTime, law, disc, spheres[at + 12])) {
          addTo(positions, 3 * i, touch, weight);
          this._contacts += Number(touch.some((length) => length !== 0));
        }
      }
      addTo(positions, 3 * i, sum, 1);
    }
  }

  /**
   * Offset and motion of a particle from and relative to the center of the masses of it and another one, as both were told: see pairOf
   * in keepOffCloths.compute.wgsl. Returns how far the center is from the one to the other.
   */
  private _relate(i: number, { contact, particle }: Other, share: number): number {
    const part = contactShare(this.inverseDensities[i], contact.inverseDensities[particle]);
    for (let axis = 0; axis < 3; axis++) {
      const [own, other] = [3 * i + axis, 3 * particle + axis];
      offset[axis] = (this.places[own] - contact.places[other]) * part;
      motion[axis] = (this.ways[own] - contact.ways[other]) * (part * share);
    }
    return part;
  }

  private _grow(patch: number, thickness: number): void {
    for (const i of this.boxes.particles[patch]) {
      if (this.sizes[i] >= 0) {
        this.sizes[i] = contactSize(this._spacing, thickness, this._growths[i]);
      }
    }
  }

  private _meets(other: MetCloth): boolean {
    const [a, b] = [this.meeting, other.meeting];
    return (a.mask & b.group) !== 0 && (b.mask & a.group) !== 0;
  }
}
