// The compute kernels of the full-resolution solver, and the descriptions of the passes over the textures of a cloth.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";
import { lineLengths } from "../levels.js";
import type { ClosedCounts } from "../restGrid.js";
import { LineKernels, type Lines } from "./lineKernels.js";
import { NetBallastKernels } from "./netBallast.js";
import { NetContactKernels } from "./netContacts.js";
import { NetFeatures } from "./netFeatures.js";
import { NetMomentumKernels } from "./netMomenta.js";
import { NetPressureKernels } from "./netPressure.js";
import { NetSeamKernels } from "./netSeams.js";
import { NetSpringKernels } from "./netSprings.js";
import { NetTangleKernels } from "./netTangles.js";
import { NetTearKernels } from "./netTears.js";
import type { ComingCloth } from "./stepFeatures.js";

/** Particles along a side of the tile that a workgroup has: see docs/figures/full-resolution.md. */
const DEFAULT_TILE = 16;
/** Offsets of uniform buffers are multiples of this on every device [bytes]. */
const PHASE_STRIDE = 256;
const FIRST_SUBSTEPS = 32;
const STAGES = 2;
type HoldKernel = Kernel<typeof kernels.holdFullResolution>;
type BringBackKernel = Kernel<typeof kernels.bringBackFullResolution>;

/** What collisions of a cloth need beside shapes. */
export type HoldKind = Readonly<
  Record<"isContinuous" | "pushes" | "hasFields" | "hasDepths" | "tells" | "slides", boolean>
>;

/** Kernels of lines, as far as their preparation goes. */
type PreparedLines = Pick<LineKernels<typeof kernels.relaxFullResolution>, "has" | "prepareAsync">;

/** Contact with other cloths. */
interface MeetingKernels {
  readonly tell: Kernel<typeof kernels.tellCloths>;
  readonly findAgain: Kernel<typeof kernels.findClothsAgain>;
  readonly keepOff: Kernel<typeof kernels.keepOffCloths>;
}

/** Kernels in the order in which a step needs them; those that depend on the cloth come from their own functions. */
export interface Compiled {
  readonly weigh: Kernel<typeof kernels.weighImpulses>;
  readonly begin: Kernel<typeof kernels.beginFullResolution>;
  readonly measureNet: Kernel<typeof kernels.measureNet>;
  readonly measureLevel: Kernel<typeof kernels.measureLevel>;
  readonly look: Kernel<typeof kernels.lookAtFullResolution>;
  readonly bringBack: BringBackKernel;
  readonly move: Kernel<typeof kernels.moveFullResolution>;
  readonly moveWithCoarsest: Kernel<typeof kernels.moveWithCoarsest>;
  /** Before a step, and after it, if it was undone. */
  readonly keepSums: Kernel<typeof kernels.keepColliderSums>;
  readonly undoSums: Kernel<typeof kernels.keepColliderSums>;
  /** Before a substep ends, and at the end of the step. */
  readonly settle: Kernel<typeof kernels.settleBodies>;
  readonly sum: Kernel<typeof kernels.settleBodies>;
  readonly hold: HoldKernel;
  /** After a substep, and after the last one. */
  readonly limit: Kernel<typeof kernels.limitFullResolution>;
  readonly shorten: Kernel<typeof kernels.limitFullResolution>;
  readonly judge: Kernel<typeof kernels.judgeFullResolution>;
  readonly end: Kernel<typeof kernels.endFullResolution>;
}

/** What all cloths at full resolution of one device share. */
export class FullResolutionKernels {
  private _compiled: Compiled | null = null;
  /** Of the net and its levels: rows with which they start, and what follows. */
  public readonly start: LineKernels<typeof kernels.relaxFullResolution>;
  public readonly relax: LineKernels<typeof kernels.relaxFullResolution>;
  /** Of the net alone. */
  public readonly bend: LineKernels<typeof kernels.bendFullResolution>;
  /** Of every second strip of cells, from the first one on, and of the others. */
  public readonly twists: readonly LineKernels<typeof kernels.twistFullResolution>[];
  /** By what they have beside `hold`. */
  private readonly _holds = new Map<string, HoldKernel>();
  private readonly _bringBacks = new Map<string, BringBackKernel>();
  private readonly _links: Kernel<typeof kernels.relaxLinks>[] = [];
  private _zoneLook: Kernel<typeof kernels.lookInWindZones> | null = null;
  private _settleSeams: Kernel<typeof kernels.settleSeams> | null = null;
  private _ballast: NetBallastKernels | null = null;
  private _momentum: NetMomentumKernels | null = null;
  private _contact: NetContactKernels | null = null;
  private _meeting: MeetingKernels | null = null;
  private _tangles: NetTangleKernels | null = null;
  private _springs: NetSpringKernels | null = null;
  private _tears: NetTearKernels | null = null;
  private _seams: NetSeamKernels | null = null;
  private _pressure: NetPressureKernels | null = null;
  private _preparation: Promise<void> | null = null;
  /** What only some cloths need. */
  public readonly features: NetFeatures;
  private _phases: GPUBuffer;
  private _substeps = FIRST_SUBSTEPS;

  /**
   * @param device - Device to solve on.
   * @param _retire - Takes buffers that are no longer needed.
   * @param tile - Particles along a side of a tile, even.
   */
  public constructor(
    public readonly device: GPUDevice,
    private readonly _retire: Retire,
    public readonly tile = DEFAULT_TILE,
  ) {
    this.features = new NetFeatures(device);
    this.start = new LineKernels(device, kernels.relaxFullResolution, { STARTS: 1 });
    this.relax = new LineKernels(device, kernels.relaxFullResolution);
    this.bend = new LineKernels(device, kernels.bendFullResolution);
    this.twists = [0, 1].map((ODD) => new LineKernels(device, kernels.twistFullResolution, { ODD }));
    this._phases = this._createPhases();
  }

  /** The kernels, once they are prepared. */
  public get compiled(): Compiled | null {
    return this._compiled;
  }

  /**
   * @param net - Of a cloth.
   * @param coming - What it asks for.
   * @returns Whether all that it may need is compiled.
   */
  public isPrepared(net: ClosedCounts, coming: ComingCloth): boolean {
    return (
      this._compiled !== null &&
      this.features.arePrepared(coming) &&
      this._lineKernelsOf(net).every(([kernels, lines]) => kernels.has(lines))
    );
  }

  /**
   * @param net - Of a cloth.
   * @param coming - What it asks for.
   * @returns Resolves when all that it may need is compiled, which starts with the first call.
   */
  public async prepareAsync(net: ClosedCounts, coming: ComingCloth): Promise<void> {
    this._preparation ??= this._compileAsync();
    await Promise.all([
      this._preparation,
      this.features.prepareAsync(coming),
      ...this._lineKernelsOf(net).map(([kernels, lines]) => kernels.prepareAsync(lines)),
    ]);
  }

  /**
   * @param kind - Whether particles are followed along their way, whether the cloth pushes bodies, whether a collider is a field, has depth maps, is thin
   *   or has edges, and whether the cloth tells of its contacts.
   * @returns What ends a substep: compiled when it is first asked for, but for the plain one.
   */
  public holdFor({ isContinuous, pushes, hasFields, hasDepths, tells, slides }: HoldKind): HoldKernel {
    const plain = this._compiled?.hold;
    if (plain && !isContinuous && !pushes && !hasFields && !hasDepths && !tells && !slides) {
      return plain;
    }
    const switches = {
      CONTINUOUS: Number(isContinuous),
      PUSHES: Number(pushes),
      FIELDS: Number(hasFields),
      DEPTHS: Number(hasDepths),
      CONTACTS: Number(tells),
      SLIDES: Number(slides),
    };
    const key = JSON.stringify(switches);
    let kernel = this._holds.get(key);
    if (!kernel) {
      kernel = Kernel.Create(this.device, kernels.holdFullResolution, switches);
      this._holds.set(key, kernel);
    }
    return kernel;
  }

  /**
   * @param kind - As of {@link holdFor}.
   * @returns What brings particles back to the side of their neighbours: compiled when it is first asked for, but for the plain one.
   */
  public bringBackFor({ pushes, hasFields, hasDepths }: HoldKind): BringBackKernel {
    const plain = this._compiled?.bringBack;
    if (plain && !pushes && !hasFields && !hasDepths) {
      return plain;
    }
    const switches = { PUSHES: Number(pushes), FIELDS: Number(hasFields), DEPTHS: Number(hasDepths) };
    const key = JSON.stringify(switches);
    let kernel = this._bringBacks.get(key);
    if (!kernel) {
      kernel = Kernel.Create(this.device, kernels.bringBackFullResolution, switches);
      this._bringBacks.set(key, kernel);
    }
    return kernel;
  }

  /** Looks as `look` does, where fans blow: compiled when it is first asked for. */
  public get zoneLook(): Kernel<typeof kernels.lookInWindZones> {
    this._zoneLook ??= Kernel.Create(this.device, kernels.lookInWindZones);
    return this._zoneLook;
  }

  /** Of closed cloth: compiled when it is first asked for. */
  public get settleSeams(): Kernel<typeof kernels.settleSeams> {
    this._settleSeams ??= Kernel.Create(this.device, kernels.settleSeams);
    return this._settleSeams;
  }

  /** Of cloth that pushes bodies: compiled when it is first asked for. */
  public get ballast(): NetBallastKernels {
    this._ballast ??= new NetBallastKernels(this.device);
    return this._ballast;
  }

  /** Of cloth that can move as one body: compiled when it is first asked for. */
  public get momentum(): NetMomentumKernels {
    this._momentum ??= new NetMomentumKernels(this.device);
    return this._momentum;
  }

  /** Contact of a cloth with itself: compiled when it is first asked for. */
  public get contact(): NetContactKernels {
    this._contact ??= new NetContactKernels(this.device);
    return this._contact;
  }

  /** Contact with other cloths: compiled when it is first asked for. */
  public get meeting(): MeetingKernels {
    this._meeting ??= {
      tell: Kernel.Create(this.device, kernels.tellCloths),
      findAgain: Kernel.Create(this.device, kernels.findClothsAgain),
      keepOff: Kernel.Create(this.device, kernels.keepOffCloths),
    };
    return this._meeting;
  }

  /** Recovery of cloth that has passed through cloth: compiled when it is first asked for. */
  public get tangles(): NetTangleKernels {
    this._tangles ??= new NetTangleKernels(this.device);
    return this._tangles;
  }

  /**
   * @param isAlongV - Whether of columns.
   * @returns Relaxes threads link by link: compiled when it is first asked for.
   */
  public linksOf(isAlongV: boolean): Kernel<typeof kernels.relaxLinks> {
    const along = Number(isAlongV);
    return (this._links[along] ??= Kernel.Create(this.device, kernels.relaxLinks, { ALONG_V: along }));
  }

  /** Of the spring model: compiled when it is first asked for. */
  public get springs(): NetSpringKernels {
    this._springs ??= new NetSpringKernels(this.device);
    return this._springs;
  }

  /** Of cloth that tears: compiled when it is first asked for. */
  public get tears(): NetTearKernels {
    this._tears ??= new NetTearKernels(this.device);
    return this._tears;
  }

  /** Of cloth with pressure: compiled when it is first asked for. */
  public get pressure(): NetPressureKernels {
    this._pressure ??= new NetPressureKernels(this.device);
    return this._pressure;
  }

  /** Of cloth that is sewn: compiled when it is first asked for. */
  public get seams(): NetSeamKernels {
    this._seams ??= new NetSeamKernels(this.device);
    return this._seams;
  }

  /**
   * @param substepCount - Of a step.
   * @returns The buffer of which {@link phaseOf} returns parts from now on, whichever cloth asks.
   */
  public reserve(substepCount: number): GPUBuffer {
    if (substepCount > this._substeps) {
      this._substeps = Math.max(substepCount, 2 * this._substeps);
      this._retire(this._phases);
      this._phases = this._createPhases();
    }
    return this._phases;
  }

  /**
   * @param substep - Below what was reserved.
   * @param moves - Whether particles move in the pass.
   * @returns Its struct SubstepPass.
   */
  public phaseOf(substep: number, moves: boolean): GPUBufferBinding {
    return {
      buffer: this._phases,
      offset: (substep * STAGES + Number(moves)) * PHASE_STRIDE,
      size: structs.SubstepPass.size,
    };
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._retire(this._phases);
  }

  /** All that a net may need, whatever pulls at it. */
  private _lineKernelsOf(net: ClosedCounts): readonly (readonly [PreparedLines, Lines])[] {
    const levels = linesOf(net);
    const [[ownRows, ownColumns]] = levels;
    const coarsest = net.closedU || net.closedV ? [levels[levels.length - 1][0]] : [];
    return [
      ...levels.flatMap(([rows, columns]) => [[this.start, rows] as const, [this.relax, columns] as const]),
      // The first sweep over the net is not the only one; that over the coarsest level of closed cloth neither.
      ...[ownRows, ...coarsest].map((rows) => [this.relax, rows] as const),
      ...[ownRows, ownColumns].map((lines) => [this.bend, { ...lines, areRings: false }] as const),
      ...this.twists.map((twist) => [twist, stripsOf(net)] as const),
    ];
  }

  private async _compileAsync(): Promise<void> {
    const { device } = this;
    const tile = { TILE: this.tile };
    this._compiled = await settled({
      weigh: Kernel.CreateAsync(device, kernels.weighImpulses),
      begin: Kernel.CreateAsync(device, kernels.beginFullResolution),
      measureNet: Kernel.CreateAsync(device, kernels.measureNet),
      measureLevel: Kernel.CreateAsync(device, kernels.measureLevel),
      look: Kernel.CreateAsync(device, kernels.lookAtFullResolution),
      bringBack: Kernel.CreateAsync(device, kernels.bringBackFullResolution),
      move: Kernel.CreateAsync(device, kernels.moveFullResolution, tile),
      moveWithCoarsest: Kernel.CreateAsync(device, kernels.moveWithCoarsest, tile),
      keepSums: Kernel.CreateAsync(device, kernels.keepColliderSums),
      undoSums: Kernel.CreateAsync(device, kernels.keepColliderSums, { IS_END: 1 }),
      settle: Kernel.CreateAsync(device, kernels.settleBodies),
      sum: Kernel.CreateAsync(device, kernels.settleBodies, { IS_END: 1 }),
      hold: Kernel.CreateAsync(device, kernels.holdFullResolution),
      limit: Kernel.CreateAsync(device, kernels.limitFullResolution),
      shorten: Kernel.CreateAsync(device, kernels.limitFullResolution, { IS_END: 1 }),
      judge: Kernel.CreateAsync(device, kernels.judgeFullResolution),
      end: Kernel.CreateAsync(device, kernels.endFullResolution),
    });
  }

  private _createPhases(): GPUBuffer {
    const size = this._substeps * STAGES * PHASE_STRIDE;
    const words = new Uint32Array(size / 4);
    const { substep, moves } = structs.SubstepPass.fields;
    for (let entry = 0; entry < this._substeps * STAGES; entry++) {
      const at = (offset: number): number => (entry * PHASE_STRIDE + offset) / 4;
      words[at(substep.offset)] = Math.floor(entry / STAGES);
      words[at(moves.offset)] = entry % STAGES;
    }
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer({ label: "cloth phases", size, usage });
    this.device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }
}

/** Rows and columns of the net, then of its levels. */
function linesOf(net: ClosedCounts): readonly (readonly [Lines, Lines])[] {
  return lineLengths(net).map(({ rows, columns }) => [
    { nodes: rows, isAlongV: false, areRings: net.closedU },
    { nodes: columns, isAlongV: true, areRings: net.closedV },
  ]);
}

/**
 * @param net - Of a cloth.
 * @returns Strips of its cells, along its longer side.
 */
export function stripsOf({ countU, countV }: ClosedCounts): Lines {
  const isAlongV = countV > countU;
  return { nodes: isAlongV ? countV : countU, isAlongV, areRings: false };
}

/** All results, by the names of their promises. */
async function settled<T extends object>(promises: { readonly [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const named = Object.entries<Promise<unknown>>(promises).map(
    async ([name, promise]) => [name, await promise] as const,
  );
  return Object.fromEntries(await Promise.all(named)) as T;
}
