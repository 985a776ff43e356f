// What joins control grids that are sewn together or have pressure, between the parts of a step: all groups of cloths in one dispatch.
import type { Retire } from "../../gpu/bufferArena.js";
import { NamedBuffers } from "../../gpu/namedBuffers.js";
import type { Kernel, KernelResource, KernelSource } from "../../gpu/kernel.js";
import { packed } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import {
  airTablesOf,
  layoutOf,
  seamTablesOf,
  signatureOf,
  stepTablesOf,
  type JoinedGrids,
  type SewnLayout,
} from "./joinedGrids.js";
import type { JointKernels } from "./jointKernels.js";

/** Offset of a uniform that every device allows [bytes]. */
const STRIDE = 256;
const VECTOR_BYTES = 16;
/** Of a particle of stitches: see sewGrids. */
const PLACE_VECTORS = constants.SEAM_VECTORS + 1;
const { NODE_VECTORS, ROW_VECTORS } = kernels.sewGrids.constants;
const NOTHING: SewnLayout = { groups: [], mostNodes: 0, counts: { placeCount: 0, rowCount: 0, nodeCount: 0 } };

const seamBuffers = ["sewnGrids", "sewnLines", "sewnParticles", "seamRows", "seamTerms", "seamMemory"] as const;
const airBuffers = ["airs", "inflatedGrids"] as const;
type BufferName = (typeof seamBuffers)[number] | (typeof airBuffers)[number] | "parts";

/** Buffers of the solver that kernels bind. */
type Shared = Readonly<Record<"vectors" | "particles", GPUBuffer>>;

/** All joints of control grids on one device. */
export class GridJoints {
  private _rounds = 0;
  private _layout = NOTHING;
  private _airCount = 0;
  /** What was written last. */
  private _members: readonly unknown[] = [];
  private _step = "";
  private readonly _buffers: NamedBuffers<BufferName>;
  private readonly _bindGroups = new Map<string, GPUBindGroup>();

  /**
   * @param device - Where they are.
   * @param retire - Takes buffers that are no longer needed.
   * @param _kernels - Of the device.
   */
  public constructor(
    device: GPUDevice,
    retire: Retire,
    private readonly _kernels: JointKernels,
  ) {
    this._buffers = new NamedBuffers(device, retire, "cloth joints", () => {
      this._bindGroups.clear();
    });
  }

  /** That the next step has: cloths take their places, then they take rounds. 0: nothing is joined. */
  public get parts(): number {
    return this._rounds > 0 ? this._rounds + 1 : 0;
  }

  /** @param all - What is joined in the next step, and only there. */
  public prepare(all: readonly JoinedGrids[]): void {
    // Of groups that take no step, not even the masses are known.
    const groups = all.filter((group) => group.rounds > 0);
    const rounds = groups.length > 0 ? Math.max(constants.CLOTH_PARTS, ...groups.map((group) => group.rounds)) : 0;
    const moreRounds = rounds > this._rounds;
    this._rounds = rounds;
    if (rounds === 0) {
      return;
    }
    const members = groups.flatMap(({ cloths, seams }) => [...cloths, seams, seams?.version]);
    const isNew = members.length !== this._members.length || members.some((member, i) => member !== this._members[i]);
    if (isNew) {
      this._members = members;
      this._layout = layoutOf(groups);
      // Perhaps for another kernel.
      this._bindGroups.clear();
      this._writeSeams(groups);
    }
    if (isNew || moreRounds) {
      this._writeParts();
    }
    const step = groups.map(signatureOf).join(";");
    if (isNew || step !== this._step) {
      this._step = step;
      this._writeStep(groups);
    }
  }

  /** Buffers of the solver have changed. */
  public unbind(): void {
    this._bindGroups.clear();
  }

  /**
   * Records what air does before a part of the step.
   *
   * @param pass - Where to.
   * @param shared - Buffers of the solver.
   * @param part - Of the step.
   */
  public encodeAir(pass: GPUComputePassEncoder, { particles }: Shared, part: number): void {
    if (part > 0 && part < this.parts && this._airCount > 0) {
      this._dispatch(
        pass,
        this._kernels.inflate,
        { ...this._buffers.named(airBuffers), particles },
        part,
        this._airCount,
      );
    }
  }

  /**
   * Records how seams close after a part of the step.
   *
   * @param pass - Where to.
   * @param shared - Buffers of the solver.
   * @param part - Of the step.
   */
  public encodeSeams(pass: GPUComputePassEncoder, { vectors, particles }: Shared, part: number): void {
    const { length } = this._layout.groups;
    if (part < this.parts && length > 0) {
      this._dispatch(
        pass,
        this._kernels.sew(this._workgroupSize),
        { ...this._buffers.named(seamBuffers), vectors, particles },
        part,
        length,
      );
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._buffers.dispose();
  }

  private _dispatch<S extends KernelSource>(
    pass: GPUComputePassEncoder,
    kernel: Kernel<S>,
    resources: Record<Exclude<keyof S["bindings"], "part">, KernelResource>,
    number: number,
    count: number,
  ): void {
    const key = `${kernel.name} ${number.toString()}`;
    let bindGroup = this._bindGroups.get(key);
    if (!bindGroup) {
      const part = { buffer: this._buffers.get("parts"), offset: STRIDE * number, size: structs.SewnPart.size };
      bindGroup = kernel.bind({ ...resources, part } as Record<keyof S["bindings"], KernelResource>);
      this._bindGroups.set(key, bindGroup);
    }
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(count);
  }

  private get _workgroupSize(): number {
    return this._kernels.sizeFor(this._layout.mostNodes);
  }

  /** Tables that stay from step to step, and memory in which no line ends at a seam yet. */
  private _writeSeams(groups: readonly JoinedGrids[]): void {
    const { places, terms } = seamTablesOf(groups, this._layout);
    const { placeCount, rowCount, nodeCount } = this._layout.counts;
    this._buffers.write("sewnParticles", packed(structs.SewnParticle, places));
    this._buffers.write("seamTerms", packed(structs.SeamTerm, terms));
    const vectors = PLACE_VECTORS * placeCount + ROW_VECTORS * rowCount + NODE_VECTORS * nodeCount;
    this._buffers.write("seamMemory", new ArrayBuffer(VECTOR_BYTES * Math.max(vectors, 1)));
  }

  private _writeParts(): void {
    const bytes = new Uint8Array(STRIDE * this.parts);
    for (let number = 0; number < this.parts; number++) {
      bytes.set(new Uint8Array(packed(structs.SewnPart, [{ number, ...this._layout.counts }])), STRIDE * number);
    }
    this._buffers.write("parts", bytes.buffer, GPUBufferUsage.UNIFORM);
  }

  private _writeStep(groups: readonly JoinedGrids[]): void {
    const seams = stepTablesOf(groups, this._layout, this._workgroupSize);
    const air = airTablesOf(groups);
    this._airCount = air.airs.length;
    this._buffers.write("sewnGrids", packed(structs.SewnGrids, seams.grids));
    this._buffers.write("sewnLines", packed(structs.SewnLines, seams.lines));
    this._buffers.write("seamRows", packed(structs.SeamRow, seams.rows));
    this._buffers.write("airs", packed(structs.AirInGrids, air.airs));
    this._buffers.write("inflatedGrids", packed(structs.InflatedGrid, air.grids));
  }
}
