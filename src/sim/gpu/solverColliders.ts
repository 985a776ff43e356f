// The colliders of one cloth in the solver.
import { ArenaRange } from "../../gpu/arenaRange.js";
import type { StructValues } from "../../gpu/structArray.js";
import { constants, type structs } from "../../shaders/shaders.gen.js";
import type { ColliderState, DepthTexels } from "../clothStep.js";
import { squaresOf } from "../fieldSquares.js";
import type { ColliderArena, Colliding } from "./colliderArena.js";
import type { DepthCopies } from "./depthCopies.js";
import type { SharedVectors, VectorArena } from "./vectorArena.js";

/** Where a solver keeps colliders of cloths of type `C`. */
interface Arenas<C> {
  readonly colliders: ColliderArena<C>;
  /** Planes of convexes, samples of fields. */
  readonly vectors: VectorArena;
  /** Among the vectors. */
  readonly depths: DepthCopies;
}

/** Colliders of a cloth of type `C`, what it does to them, and what it tells of its contacts with them. */
export class SolverColliders<C> implements Colliding<C> {
  /** {@inheritDoc Colliding.range} */
  public readonly range: ArenaRange;
  /** {@inheritDoc Colliding.handed} */
  public handed = new Int32Array(0);
  /** {@inheritDoc Colliding.contacts} */
  public readonly contacts: ArenaRange;
  /** {@inheritDoc Colliding.toldContacts} */
  public toldContacts = new Float64Array(0);
  private _count = 0;
  /** Of each collider of the last {@link set}: see ColliderState.bodyId. */
  private readonly _bodies: number[] = [];
  /** What it shares with other cloths: planes of its convexes, its fields. */
  private _shared: readonly object[] = [];
  private _maps: readonly DepthTexels[] = [];
  private _hasFields = false;

  /**
   * @param cloth - Whose they are.
   * @param _arenas - Hold them.
   * @param _write - Writes members of the cloth's struct Cloth.
   */
  public constructor(
    public readonly cloth: C,
    private readonly _arenas: Arenas<C>,
    private readonly _write: (fields: Partial<StructValues<typeof structs.Cloth>>) => void,
  ) {
    this.range = _arenas.colliders.createRange();
    this.contacts = _arenas.colliders.createRange();
  }

  /**
   * @param states - Replace all that the cloth had; at most MAX_COLLIDERS.
   * @throws RangeError if there is no room for them: the cloth has none then, and others get what it had.
   */
  public set(states: readonly ColliderState[]): void {
    const shared: object[] = [];
    const maps: DepthTexels[] = [];
    try {
      this._take(states, shared, maps);
    } catch (error) {
      this._giveBack(shared, maps);
      this.range.resize(0);
      this.set([]);
      this.handed = new Int32Array(0);
      throw error;
    }
  }

  /** Notes what it takes in `shared` and `maps`. */
  private _take(states: readonly ColliderState[], shared: object[], allMaps: DepthTexels[]): void {
    const {
      range,
      _arenas: { colliders, vectors, depths },
    } = this;
    const areOthers = this._followBodies(states);
    if (states.length > range.count) {
      colliders.reserve(range, states.length);
      this.handed = new Int32Array(constants.BODY_SUMS * states.length);
      this._write({ firstCollider: range.first });
      this._reserveContacts();
    } else if (areOthers) {
      // What comes late of the bodies before is not handed on.
      colliders.clear(range);
      this.handed = new Int32Array(constants.BODY_SUMS * range.count);
    }
    let pushed = 0;
    let hasFields = false;
    for (let i = 0; i < states.length; i++) {
      const state = states[i];
      const { planes, field, maps } = state;
      const share = (owner: object, list: () => Float32Array<ArrayBuffer>): SharedVectors => {
        const place = vectors.share(owner, list);
        shared.push(owner);
        return place;
      };
      const ownPlanes = planes && share(planes, () => planes);
      const samples = field ? share(field, () => squaresOf(field)) : maps && depths.use(maps);
      colliders.write(range.first + i, state, ownPlanes, samples);
      allMaps.push(...(maps ? [maps] : []));
      hasFields ||= field !== null;
      pushed += state.isPushed;
    }
    this._giveBack(this._shared, this._maps);
    this._shared = shared;
    if (allMaps.length > 0 !== this._maps.length > 0) {
      this._write({ depths: Number(allMaps.length > 0) });
    }
    this._maps = allMaps;
    if (hasFields !== this._hasFields) {
      this._hasFields = hasFields;
      this._write({ fields: Number(hasFields) });
    }
    if (states.length !== this._count) {
      this._count = states.length;
      this._write({ colliderCount: states.length });
    }
    if (pushed > 0 !== colliders.pushing.has(this)) {
      this._write({ pushes: Number(pushed > 0) });
    }
    if (pushed > 0) {
      colliders.pushing.add(this);
    } else {
      colliders.pushing.delete(this);
    }
  }

  /** {@link handed} has changed. */
  public writeHanded(): void {
    this._arenas.colliders.writeHanded(this);
  }

  /** @param listens - Whether someone listens to contacts: their sums have room and are read as long as that. */
  public listen(listens: boolean): void {
    const { telling } = this._arenas.colliders;
    if (listens === telling.has(this)) {
      return;
    }
    if (listens) {
      telling.add(this);
      this._reserveContacts();
    } else {
      telling.delete(this);
      this.contacts.resize(0);
      this.toldContacts = new Float64Array(0);
    }
  }

  /** Gives all ranges back. */
  public leave(): void {
    this.set([]);
    this.listen(false);
    this.range.resize(0);
  }

  private _giveBack(shared: readonly object[], maps: readonly DepthTexels[]): void {
    const { vectors, depths } = this._arenas;
    for (const owner of shared) {
      vectors.unshare(owner);
    }
    for (const texels of maps) {
      depths.release(texels);
    }
  }

  /** @returns Whether sums are those of other bodies from now on. */
  private _followBodies(states: readonly ColliderState[]): boolean {
    const { _bodies: bodies } = this;
    let areOthers = false;
    for (let c = 0; c < Math.max(states.length, bodies.length); c++) {
      const id = states.at(c)?.bodyId ?? 0;
      areOthers ||= id !== (bodies.at(c) ?? 0);
      bodies[c] = id;
    }
    return areOthers;
  }

  private _reserveContacts(): void {
    const { colliders } = this._arenas;
    const { count } = this.range;
    if (colliders.telling.has(this) && count > this.contacts.count) {
      colliders.reserve(this.contacts, count);
      this.toldContacts = new Float64Array(constants.CONTACT_SUMS * count);
      this._write({ firstContactSum: this.contacts.first });
    }
  }
}
