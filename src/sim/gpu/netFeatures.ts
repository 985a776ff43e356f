// Kernels that only some cloths at full resolution need: compiled before the first step of a cloth that asks for them.
import { Kernel, type KernelSource } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import { WEIGH_LANES } from "./netBallast.js";
import type { ComingCloth, StepFeature } from "./stepFeatures.js";

/** A kernel and the values of its switches. Whoever needs it makes it of the same, and finds its pipeline compiled. */
interface Variant {
  readonly source: KernelSource;
  readonly constants: Readonly<Record<string, number>>;
}

/** Those of one device that are compiled. */
export class NetFeatures {
  private readonly _compiled = new Set<string>();
  /** Cloths that wait ask in each frame. */
  private readonly _awaited = new Map<string, Promise<void>>();

  /** @param _device - Device to compile on. */
  public constructor(private readonly _device: GPUDevice) {}

  /**
   * @param coming - A cloth.
   * @returns Whether what it asks for is compiled.
   */
  public arePrepared(coming: ComingCloth): boolean {
    return variantsFor(coming).every((variant) => this._compiled.has(keyOf(variant)));
  }

  /**
   * @param coming - A cloth.
   * @returns Resolves when what it asks for is compiled.
   */
  public async prepareAsync(coming: ComingCloth): Promise<void> {
    await Promise.all(variantsFor(coming).map((variant) => this._compileAsync(variant)));
  }

  private _compileAsync(variant: Variant): Promise<void> {
    const key = keyOf(variant);
    const compilation =
      this._awaited.get(key) ??
      Kernel.CreateAsync(this._device, variant.source, variant.constants).then(() => {
        this._compiled.add(key);
      });
    this._awaited.set(key, compilation);
    return compilation;
  }
}

/** What one cloth has of what it asks for. */
export class ServedFeatures {
  private _served: ReadonlySet<StepFeature> = new Set();
  /** What it was asked for with that; null before its first step. */
  private _for: string | null = null;
  /** For what kernels are compiled beside. */
  private _awaitedFor: string | null = null;

  /** @param _features - Of its device. */
  public constructor(private readonly _features: Pick<NetFeatures, "arePrepared" | "prepareAsync">) {}

  /**
   * @param feature - Any.
   * @returns Whether the cloth has it. A kernel that can do more does the same for a cloth that does not ask.
   */
  public has(feature: StepFeature): boolean {
    return this._served.has(feature);
  }

  /**
   * @param asked - What the cloth asks for. If some of it is not compiled, the cloth keeps what it has until it is. If that fails, the browser says
   *   so once, and the cloth goes on as it is.
   * @param mayStall - Whether the step waits instead. The first one does.
   * @returns Whether it has other features from now on.
   */
  public choose(asked: ComingCloth, mayStall: boolean): boolean {
    const key = asked.features.join();
    if (key === this._for) {
      return false;
    }
    if (!mayStall && this._for !== null && !this._features.arePrepared(asked)) {
      if (key !== this._awaitedFor) {
        this._awaitedFor = key;
        void this._features.prepareAsync(asked);
      }
      return false;
    }
    this._served = new Set(asked.features);
    this._for = key;
    return true;
  }
}

function keyOf({ source, constants }: Variant): string {
  return `${source.name} ${JSON.stringify(constants)}`;
}

/** Of what a cloth asks for; sewn cloth, pressure, tears and fast threads compile theirs when they begin. */
function variantsFor({ features, hasSprings }: ComingCloth): readonly Variant[] {
  const asks = new Set(features);
  const any = (...names: readonly StepFeature[]): boolean => names.some((name) => asks.has(name));
  const each = (sources: readonly KernelSource[], isAsked: boolean): readonly Variant[] =>
    isAsked ? sources.map((source) => ({ source, constants: {} })) : [];
  const switches = { PUSHES: Number(any("pushes")), FIELDS: Number(any("fields")), DEPTHS: Number(any("depths")) };
  const hold = {
    ...switches,
    CONTINUOUS: Number(any("continuousCollision")),
    CONTACTS: Number(any("contactScale")),
    SLIDES: Number(any("slideReach")),
  };
  return [
    ...[0, 1].filter(() => any("selfCollision")).map((LEVEL) => ({ source: kernels.boundNet, constants: { LEVEL } })),
    ...each([kernels.findNetContacts, kernels.keepApart], any("selfCollision")),
    ...each([kernels.tellCloths, kernels.findClothsAgain, kernels.keepOffCloths], any("meets")),
    ...each([kernels.gatherCloths, kernels.findClothContacts, kernels.boundPatches], any("meets")),
    ...each([kernels.findNetTangles, kernels.traceNetTangles, kernels.drawNetTangles], any("selfCollision", "meets")),
    ...each([kernels.lookInWindZones], any("zoneSpeed")),
    ...each([kernels.takeBallast, kernels.giveBallast], any("pushes")),
    ...WEIGH_LANES.filter(() => any("pushes")).map((LANES) => ({ source: kernels.weighNodes, constants: { LANES } })),
    ...each([kernels.settleSeams], any("closed")),
    ...each([kernels.noteMomenta, kernels.weighMomenta, kernels.keepMomenta], any("freedom")),
    ...each([kernels.followSprings], hasSprings),
    ...(any("pushes", "fields", "depths") ? [{ source: kernels.bringBackFullResolution, constants: switches }] : []),
    ...(any("continuousCollision", "pushes", "fields", "depths", "contactScale", "slideReach")
      ? [{ source: kernels.holdFullResolution, constants: hold }]
      : []),
  ];
}
