// What the next step of a cloth at full resolution is told: its struct Cloth, and what follows from it.
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { UNLIMITED } from "../clothStep.js";
import type { LevelStep } from "../levels.js";
import { isSoft } from "../linkLimits.js";
import type { StepKind } from "./fullResolutionStep.js";
import { netFeatures, type ComingCloth } from "./stepFeatures.js";

/** Where a matrix has its columns, which have four floats each. */
const COLUMNS = [0, 1, 2, 4, 5, 6, 8, 9, 10];
/** What holds particles. */
const holders = ["colliderCount", "tethersPerParticle", "motionCount", "separationCount"] as const;

type Fields = typeof structs.Cloth.fields;
/** Members of struct Cloth of one type. */
type Field<T extends string> = { [F in keyof Fields]: Fields[F]["type"] extends T ? F : never }[keyof Fields];

/** What decides which dispatches a step has, as far as the input tells it. */
type InputKind = Omit<StepKind, "rounds" | "sinceLook" | "isMeasured" | "tears">;

/** Struct Cloth of one cloth. */
export class FullResolutionInput {
  private readonly _cloth = new StructArray(structs.Cloth, 1);

  /**
   * @param has - Contact that is served: with itself, with others.
   * @returns The struct as the GPU reads it. Both kinds of contact share kernels, which read nothing of what is not served.
   */
  public bytesFor(has: Readonly<Record<"selfCollision" | "meets", boolean>>): ArrayBuffer {
    const words = this._cloth.words.slice();
    for (const kind of ["selfCollision", "meets"] as const) {
      words[structs.Cloth.fields[kind].offset / 4] *= Number(has[kind]);
    }
    return words.buffer;
  }

  /** @param values - Members that change. */
  public write(values: Partial<StructValues<typeof structs.Cloth>>): void {
    this._cloth.write(0, values);
  }

  /**
   * @param field - Name of a whole number.
   * @returns The number.
   */
  public word(field: Field<"u32">): number {
    return this._cloth.words[structs.Cloth.fields[field].offset / 4];
  }

  /**
   * @param field - Name of a number.
   * @returns The number.
   */
  public float(field: Field<"f32">): number {
    return this._floats(field)[0];
  }

  /** Mesh axes in the world, column by column, shape [9]. */
  public get linear(): number[] {
    const floats = this._floats("linear");
    return COLUMNS.map((at) => floats[at]);
  }

  /** Whether the cloth is one of springs. */
  public get hasSprings(): boolean {
    return this.word("integrator") !== constants.CONSTRAINTS;
  }

  /** Whether it keeps apart from itself. */
  public get keepsApart(): boolean {
    return this.word("selfCollision") !== 0;
  }

  /** Whether it keeps apart from other cloths. */
  public get meets(): boolean {
    return this.word("meets") !== 0;
  }

  /** What kernels the step needs beside those that all need. */
  public get asked(): ComingCloth {
    const isAsked = (feature: (typeof netFeatures)[number]): boolean =>
      (feature === "contactScale" || feature === "zoneSpeed" || feature === "slideReach"
        ? this.float(feature)
        : this.word(feature)) > 0;
    return { features: netFeatures.filter(isAsked), hasSprings: this.hasSprings };
  }

  /** What levels of the net follow from. */
  public get levelStep(): LevelStep {
    return {
      linear: this.linear,
      gravity: this._floats("gravity").subarray(0, 3),
      wind: this._floats("wind").subarray(0, 3),
      zoneSpeed: this.float("zoneSpeed"),
      drag: this.float("drag"),
      substepTime: this.float("substepTime"),
      warpSolver: this.word("warpSolver"),
      weftSolver: this.word("weftSolver"),
    };
  }

  /** What decides which dispatches the step has. */
  public get kind(): InputKind {
    const { hasSprings } = this;
    const substepCount = this.word("substepCount");
    return {
      substepCount,
      integrator: this.word("integrator"),
      iterationCount: this.word("iterationCount"),
      impulseCount: this.word("impulseCount"),
      airInterval: this.word("airInterval"),
      bends: !hasSprings && this.word("bendRounds") > 0,
      keepsLimits: this.word("keepsLimits") !== 0,
      areFast: [this.word("warpSolver") === constants.FAST_THREADS, this.word("weftSolver") === constants.FAST_THREADS],
      isLimited: !hasSprings && this.float("strainLimit") < UNLIMITED && !this._isSoft && substepCount > 0,
      meetsColliders: this.word("colliderCount") > 0,
      isFree: !hasSprings && this.word("freedom") !== constants.NO_FREEDOM && this.float("collisionMassScale") === 0,
      isHeld: holders.some((count) => this.word(count) > 0),
      isContinuous: this.word("continuousCollision") !== 0,
      keepsApart: this.keepsApart,
      meets: this.meets,
      pushes: this.word("pushes") !== 0,
      hasFields: this.word("fields") !== 0,
      tells: this.float("contactScale") > 0,
      slides: this.float("slideReach") > 0,
      isInZones: this.float("zoneSpeed") > 0,
      hasDepths: this.word("depths") !== 0,
    };
  }

  private get _isSoft(): boolean {
    return isSoft({ warp: this._floats("warp"), weft: this._floats("weft"), strainLimit: this.float("strainLimit") });
  }

  /** From a member on. */
  private _floats(field: keyof Fields): Float32Array {
    return this._cloth.floats.subarray(structs.Cloth.fields[field].offset / 4);
  }
}
