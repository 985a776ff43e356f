import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { mat3, vec3 } from "gl-matrix";
import type { Cloth } from "../cloth/cloth.js";
import { stateOffsets, type ClothStep } from "../sim/clothStep.js";
import { boxOf, shortestAxisOf } from "../sim/points.js";

/** Room around the box, as a part of its size, so that it does not have to be set in every frame. */
const SLACK = 0.05;

/** Number of a read that is answered at once. */
const NOW = -1;

/** Speed of an eddy over that of its components. */
const MAX_EDDY = Math.sqrt(3);

/** [s] */
const TIME_AHEAD = 1 / 60;

/**
 * Keeps the bounding box of a cloth's mesh around it. The surface lies inside the box of its control points. Where that box
 * is known a few frames late, it is widened by what the cloth and its mesh can have moved since.
 */
export class ClothBounds {
  /** Local to the mesh. */
  private _minimum: number[];
  private _maximum: number[];
  private readonly _first: { readonly minimum: number[]; readonly maximum: number[] };
  private _speed = 0;
  /** Changes with the box of the mesh. */
  public version = 0;
  /** The box is wide enough until then [s], if the mesh has not moved on [m]. */
  private _fitUntil = -1;
  private _fitTravel = 0;
  /** Simulated in all [s], and when the box was right. */
  private _time = 0;
  private _knownTime = 0;
  /** Way of the mesh in all, at most [m], and when the box was right. */
  private _travel = 0;
  private _knownTravel = 0;
  /** Time and travel by the number of a read that is on its way. */
  private readonly _marks = new Map<number, { time: number; travel: number }>();
  /** What the mesh has now. */
  private readonly _shownMinimum = new Vector3();
  private readonly _shownMaximum = new Vector3();

  /**
   * @param _mesh - The cloth.
   * @param startPositions - Local, shape [particles, 3]: their box holds before the first step and after a reset.
   */
  public constructor(
    private readonly _mesh: Cloth,
    startPositions: Float32Array,
  ) {
    const { minimum, maximum } = boxOf(startPositions);
    this._first = { minimum, maximum };
    this._minimum = [...minimum];
    this._maximum = [...maximum];
    this._fit(0);
  }

  /** @param read - Number of a read that is recorded now and answered later. */
  public mark(read: number): void {
    this._marks.set(read, { time: this._time, travel: this._travel });
  }

  /**
   * The box and the speed of the cloth when a read was marked.
   *
   * @param read - Its number.
   * @param states - Structs ClothState.
   * @param at - Where that of this cloth is.
   */
  public know(read: number, states: Float32Array, at: number): void {
    // A read that was marked before a reset tells of another shape.
    const mark = this._marks.get(read);
    if (!mark) {
      return;
    }
    const minimum = states.slice(at + stateOffsets.minimum, at + stateOffsets.minimum + 3);
    const maximum = states.slice(at + stateOffsets.maximum, at + stateOffsets.maximum + 3);
    // If no step of the cloth has been well yet, it still has its first shape.
    if (minimum.some((low, axis) => low < maximum[axis])) {
      this._minimum = [...minimum];
      this._maximum = [...maximum];
    }
    this._speed = states[at + stateOffsets.speed];
    this._knownTime = mark.time;
    this._knownTravel = mark.travel;
    this._fitUntil = -1;
  }

  /**
   * The box and the speed of now.
   *
   * @param state - Struct ClothState.
   * @param step - The last step.
   */
  public knowNow(state: Float32Array, step: ClothStep): void {
    this.mark(NOW);
    this.know(NOW, state, 0);
    this.fit(step);
  }

  /**
   * Takes note of a step.
   *
   * @param seconds - Simulated in it.
   * @param step - The step.
   * @param isMoving - Whether the mesh moves in it.
   */
  public advance(seconds: number, step: ClothStep, isMoving: boolean): void {
    if (step.reset !== 0) {
      this._marks.clear();
      this._minimum = [...this._first.minimum];
      this._maximum = [...this._first.maximum];
      this._speed = 0;
      this._knownTime = this._time;
      this._knownTravel = this._travel;
      this._fitUntil = -1;
    } else if (isMoving && step.substepCount > 0) {
      this._travel += this._travelIn(step);
    }
    this._time += step.substepCount > 0 ? seconds : 0;
  }

  /**
   * Widens or narrows the box of the mesh, if it must. Wide enough for a few steps more, so that most of them have nothing to do.
   *
   * @param step - The last step.
   */
  public fit({ gravity, wind, zoneSpeed, drag, lift, turbulence, linear }: ClothStep): void {
    const way = this._travel - this._knownTravel;
    if (this._time <= this._fitUntil && way === this._fitTravel) {
      return;
    }
    this._fitTravel = way;
    this._fitUntil = this._time + TIME_AHEAD;
    const age = this._fitUntil - this._knownTime;
    const blow = (1 + MAX_EDDY * turbulence) * (vec3.length(wind) + zoneSpeed);
    // Air takes along what it blows at; it does not make the one faster against the other.
    const gain = Math.min(0.5 * Math.sqrt(drag * drag + 0.25 * lift * lift) * blow * blow * age, 2 * blow);
    const margin = (this._speed + gain + 0.5 * vec3.length(gravity) * age) * age + way;
    // Steps with anything infinite are undone: the cloth stays where it is.
    this._fit(Number.isFinite(margin) ? margin / shortestAxisOf(linear) : 0);
  }

  /** Puts the box on the mesh again, after its geometry was replaced. */
  public show(): void {
    const { _mesh: mesh } = this;
    mesh.getBoundingInfo().reConstruct(this._shownMinimum, this._shownMaximum, mesh.getWorldMatrix());
    if (mesh.hasThinInstances && !mesh.doNotSyncBoundingInfo) {
      // Around all of them: rays ask both boxes.
      mesh.thinInstanceRefreshBoundingInfo(true);
    }
  }

  /** How far any point of the cloth's mesh moves in a step, at most. */
  private _travelIn({ frameShift, linear, previousLinear }: ClothStep): number {
    const turn = mat3.frob(mat3.subtract(new Float64Array(9), linear, previousLinear));
    const reach = this._minimum.map((low, axis) => Math.max(-low, this._maximum[axis]));
    return vec3.length(frameShift) + (turn > 0 ? turn * vec3.length(reach) : 0);
  }

  private _fit(margin: number): void {
    const { _minimum: minimum, _maximum: maximum } = this;
    const slack = SLACK * Math.max(maximum[0] - minimum[0], maximum[1] - minimum[1], maximum[2] - minimum[2]);
    const low = this._shownMinimum;
    const high = this._shownMaximum;
    const fits = (shown: number, needed: number): boolean => shown >= needed && shown <= needed + 4 * slack;
    if (
      fits(-low.x, margin - minimum[0]) &&
      fits(-low.y, margin - minimum[1]) &&
      fits(-low.z, margin - minimum[2]) &&
      fits(high.x, margin + maximum[0]) &&
      fits(high.y, margin + maximum[1]) &&
      fits(high.z, margin + maximum[2])
    ) {
      return;
    }
    this.version++;
    const room = margin + slack;
    low.set(minimum[0] - room, minimum[1] - room, minimum[2] - room);
    high.set(maximum[0] + room, maximum[1] + room, maximum[2] + room);
    this.show();
  }
}
