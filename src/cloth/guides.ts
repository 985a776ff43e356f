// Motion and separation constraints of one cloth: spheres that an animation draws around its particles (PhysX 3).
import { checkNumber, checkObject, complaint, orDefault, type NumberRules } from "../options/rules.js";

/** A sphere a particle, local to the mesh. */
export interface IClothSpheres {
  /** Center and radius [m] of each particle, row by row, shape [particles, 4]. Copied: set it again after changing it. */
  readonly spheres: ArrayLike<number>;
  /** Factor of all radii. Default 1. */
  readonly scale?: number;
  /** Added to all radii then [m]. Default 0. */
  readonly bias?: number;
}

const radiusRules = {
  scale: { default: 1, min: 0, max: Infinity },
  bias: { default: 0, min: -Infinity, max: Infinity, note: "m" },
} satisfies NumberRules;

const NONE: ReadonlyMap<number, ArrayLike<number>> = new Map();

const lists = ["motion", "separation"] as const;
type List = (typeof lists)[number];

/** One list of spheres now and in the step before. */
interface Guide {
  now: Float32Array | null;
  before: Float32Array | null;
}

/** The motion and separation constraints of one cloth. */
export class Guides {
  /** Changes while there is something to tell. */
  public version = 0;
  /** Fields of the step. */
  public readonly radii = { motionScale: 1, motionBias: 0, separationScale: 1, separationBias: 0 };
  private readonly _guides: Record<List, Guide> = {
    motion: { now: null, before: null },
    separation: { now: null, before: null },
  };
  private _locked: ReadonlyMap<number, ArrayLike<number>> = NONE;
  private readonly _given: Record<List, IClothSpheres | null> = { motion: null, separation: null };

  /**
   * @param _cloth - Name of the cloth, for messages.
   * @param _particleCount - Of the cloth.
   */
  public constructor(
    private readonly _cloth: string,
    private readonly _particleCount: number,
  ) {}

  /** Centers of the particles whose motion constraint leaves them no way, local to the mesh [m]: another map after a change. */
  public get locked(): ReadonlyMap<number, ArrayLike<number>> {
    return this._locked;
  }

  /**
   * @param list - Which.
   * @returns What was set last.
   */
  public get(list: List): IClothSpheres | null {
    return this._given[list];
  }

  /**
   * @param list - Which.
   * @param given - One sphere a particle, or null for none.
   * @throws TypeError or RangeError if they are not as many as there are particles, or not finite.
   */
  public set(list: List, given: IClothSpheres | null): void {
    if (given !== null) {
      const option = `${list}Constraints`;
      const { spheres, ...radii } = checkObject({ cloth: this._cloth, option }, given, ["spheres", "scale", "bias"]);
      const values = Array.from((spheres ?? []) as ArrayLike<number>);
      if (values.length !== 4 * this._particleCount || !values.every(Number.isFinite)) {
        const needed = `${(4 * this._particleCount).toString()} finite numbers (center and radius of each particle)`;
        throw new RangeError(
          complaint({ cloth: this._cloth, option: `${option}.spheres` }, `${values.length.toString()} numbers`, needed),
        );
      }
      const radius = (name: keyof typeof radiusRules): number =>
        checkNumber(
          { cloth: this._cloth, option: `${option}.${name}` },
          orDefault(radii[name], radiusRules[name].default),
          radiusRules[name],
        );
      const [scale, bias] = [radius("scale"), radius("bias")];
      Object.assign(this.radii, { [`${list}Scale`]: scale, [`${list}Bias`]: bias });
      this._guides[list].now = Float32Array.from(values);
    } else {
      this._guides[list].now = null;
    }
    this._given[list] = given;
    this._locked = list === "motion" ? this._findLocked() : this._locked;
    this.version++;
  }

  private _findLocked(): ReadonlyMap<number, ArrayLike<number>> {
    const { now } = this._guides.motion;
    const { motionScale, motionBias } = this.radii;
    const locked = new Map<number, ArrayLike<number>>();
    for (let i = 0; now && i < now.length; i += 4) {
      if (now[i + 3] * motionScale + motionBias <= 0) {
        locked.set(i / 4, now.subarray(i, i + 3));
      }
    }
    return locked.size > 0 ? locked : NONE;
  }

  /** All is told again, to a solver that does not know it. */
  public repeat(): void {
    this.version++;
  }

  /**
   * @param startsAnew - Whether the cloth does in this step: then the spheres have been nowhere before.
   * @param tell - Receives the spheres now and in the step before, shape [particles or 0, 2, 4].
   * @returns The version that this was; another one as long as the step before differs.
   */
  public take(startsAnew: boolean, tell: (list: List, entries: Float32Array<ArrayBuffer>) => void): number {
    const { version } = this;
    for (const list of lists) {
      const { now, before } = this._guides[list];
      const entries = new Float32Array(now ? 2 * now.length : 0);
      for (let i = 0; now && i < now.length; i += 4) {
        entries.set(now.subarray(i, i + 4), 2 * i);
        entries.set((startsAnew ? now : (before ?? now)).subarray(i, i + 4), 2 * i + 4);
      }
      tell(list, entries);
      if (now !== before) {
        this._guides[list].before = now;
        this.version = version + 1;
      }
    }
    return version;
  }
}
