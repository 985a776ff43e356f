// Grips that give way, before the step of all cloths: one workgroup a grip.
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { NamedBuffers } from "../../gpu/namedBuffers.js";
import { packed, type StructValues } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import { GRIP_LINK_WORDS, type GripState } from "../clothStep.js";

const tables = ["grips", "gripLinks", "gripTargets"] as const;
/** Of a struct GripTarget [words]: places that are told have its layout, but for the number. */
const TARGET_WORDS = structs.GripTarget.size / 4;
const NUMBER = structs.GripTarget.fields.number.offset / 4;

/** Where a cloth has what grips move. */
export interface GrippedCloth {
  /** Of its particles among all. */
  readonly firstParticle: number;
  /** Of the targets of its pins among the vectors. */
  readonly firstTarget: number;
}

/** The grips of all cloths of one device. */
export class GripSteps<C extends GrippedCloth> {
  private readonly _tables: NamedBuffers<(typeof tables)[number]>;
  private readonly _paces: BufferArena;
  /** Where the pace of each grip is, by its number. */
  private readonly _places = new Map<C, Map<number, number>>();
  private _told = new Map<C, readonly GripState[]>();
  private _kernel: Kernel<typeof kernels.giveWay> | null = null;
  private _preparation: Promise<void> | null = null;
  private _bindGroup: GPUBindGroup | null = null;
  private _bound: readonly GPUBuffer[] = [];

  /**
   * @param _device - Device to solve on.
   * @param retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    retire: Retire,
  ) {
    this._tables = new NamedBuffers(_device, retire, "cloth", () => {
      this._bindGroup = null;
    });
    this._paces = new BufferArena(_device, retire, "cloth grip paces", GPUBufferUsage.STORAGE, 4, 64);
  }

  /**
   * @param cloth - That is held.
   * @param grips - All that hold it in the next step.
   */
  public tell(cloth: C, grips: readonly GripState[]): void {
    const before = this._places.get(cloth) ?? new Map<number, number>();
    const places = new Map(grips.map(({ id }) => [id, before.get(id) ?? this._begin()]));
    before.forEach((place, id) => {
      if (!places.has(id)) {
        this._paces.release(place, 1);
      }
    });
    if (places.size > 0) {
      this._places.set(cloth, places);
      this._told.set(cloth, grips);
    } else {
      this._places.delete(cloth);
      this._told.delete(cloth);
    }
  }

  /**
   * Records what grips do before the next step.
   *
   * @param pass - Compute pass.
   * @param particles - Of all cloths.
   * @param vectors - Of all cloths.
   * @param mayStall - Whether the step waits for the kernel. Else grips go where they are sent, until it is there.
   */
  public encode(pass: GPUComputePassEncoder, particles: GPUBuffer, vectors: GPUBuffer, mayStall: boolean): void {
    if (this._told.size === 0) {
      return;
    }
    const kernel = this._prepared(mayStall);
    if (kernel) {
      this._write();
      const buffers = [particles, vectors, this._paces.buffer];
      if (!this._bindGroup || buffers.some((buffer, i) => buffer !== this._bound[i])) {
        const paces = this._paces.buffer;
        this._bindGroup = kernel.bind({ ...this._tables.named(tables), particles, vectors, paces });
        this._bound = buffers;
      }
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, this._bindGroup);
      pass.dispatchWorkgroups([...this._told.values()].flat().length);
    }
    this._told = new Map();
  }

  /** Gives all buffers back. */
  public dispose(): void {
    this._tables.dispose();
    this._paces.dispose();
  }

  private _begin(): number {
    const place = this._paces.allocate(1);
    this._paces.write(place, Float32Array.of(constants.READY_PACE));
    return place;
  }

  private _prepared(mayStall: boolean): Kernel<typeof kernels.giveWay> | null {
    if (mayStall) {
      this._kernel ??= Kernel.Create(this._device, kernels.giveWay);
    } else {
      this._preparation ??= this._compileAsync();
    }
    return this._kernel;
  }

  private async _compileAsync(): Promise<void> {
    const kernel = await Kernel.CreateAsync(this._device, kernels.giveWay);
    this._kernel ??= kernel;
  }

  private _write(): void {
    const all = [...this._told].flatMap(([cloth, grips]) => grips.map((grip) => ({ cloth, grip })));
    const count = (sizeOf: (grip: GripState) => number): number => all.reduce((sum, { grip }) => sum + sizeOf(grip), 0);
    const targets = new Float32Array(TARGET_WORDS * count((grip) => grip.targets.length));
    const numbers = new Uint32Array(targets.buffer);
    const links: StructValues<typeof structs.GripLink>[] = [];
    let firstTarget = 0;
    const grips = all.map(({ cloth, grip }) => {
      const entry = {
        shift: grip.shift,
        firstParticle: cloth.firstParticle,
        firstLink: links.length,
        linkCount: grip.lengths.length,
        firstTarget,
        targetCount: grip.targets.length,
        firstVector: cloth.firstTarget,
        held: grip.held,
        pace: this._places.get(cloth)?.get(grip.id) ?? 0,
        bound: grip.bound,
        seconds: grip.seconds,
        sideLengths: grip.sideLengths,
        linkLength: grip.linkLength,
        isNew: Number(grip.isNew),
      };
      grip.lengths.forEach((length, l) => {
        const [held, neighbour, side] = grip.links.subarray(GRIP_LINK_WORDS * l, GRIP_LINK_WORDS * (l + 1));
        links.push({ held, neighbour, side, length });
      });
      targets.set(grip.places, TARGET_WORDS * firstTarget);
      grip.targets.forEach((target, t) => {
        numbers[TARGET_WORDS * (firstTarget + t) + NUMBER] = target;
      });
      firstTarget += grip.targets.length;
      return entry;
    });
    this._tables.write("grips", packed(structs.Grip, grips));
    this._tables.write("gripLinks", packed(structs.GripLink, links));
    this._tables.write("gripTargets", targets.buffer);
  }
}
