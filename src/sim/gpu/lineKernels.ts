// A kernel of the full-resolution solver that takes whole lines, in the forms that lengths of lines ask for.
import { Kernel, type KernelSource } from "../../gpu/kernel.js";

/** Invocations of a workgroup, at least and, where lines allow it, at most. */
const LEAST_SIZE = 64;
const USUAL_SIZE = 128;
/** Neighbouring nodes of an invocation: more where lines are longer than this. */
const SEGMENT = 4;
const LONG_SEGMENT = 8;
const LONG = 1024;

/** Rows or columns of so many nodes. */
export interface Lines {
  readonly nodes: number;
  readonly isAlongV: boolean;
  /** Whether some may be rings, for kernels that know rings. */
  readonly areRings: boolean;
}

/** A kernel for all rows or all columns of a net. */
export interface LineKernel<S extends KernelSource> {
  readonly kernel: Kernel<S>;
  /** Lines of a workgroup. */
  readonly lines: number;
}

/** Constants that the host sets. */
type LineConstants = Record<"SEGMENT" | "LINES" | "WORKGROUP_SIZE" | "ALONG_V", number> & { readonly RINGS?: number };

/** One kernel, by direction and shape of its workgroups. */
export class LineKernels<S extends KernelSource & { readonly constants: LineConstants }> {
  private readonly _compiled = new Map<string, Kernel<S>>();
  private readonly _preparations = new Map<string, Promise<void>>();

  /**
   * @param _device - Device to compile on.
   * @param _source - Has the constants SEGMENT, LINES, WORKGROUP_SIZE and ALONG_V.
   * @param _others - Other constants that all forms have.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _source: S,
    private readonly _others: Partial<Record<keyof S["constants"], number>> = {},
  ) {}

  /**
   * @param lines - What the kernel is for.
   * @returns Whether it is compiled.
   */
  public has(lines: Lines): boolean {
    return this._compiled.has(keyOf(lines));
  }

  /**
   * @param lines - What the kernel is for.
   * @returns Resolves when it is compiled, which starts with the first call.
   */
  public prepareAsync(lines: Lines): Promise<void> {
    const key = keyOf(lines);
    let preparation = this._preparations.get(key);
    if (!preparation) {
      preparation = Kernel.CreateAsync<S>(this._device, this._source, this._constantsFor(lines)).then((kernel) => {
        this._compiled.set(key, kernel);
      });
      this._preparations.set(key, preparation);
    }
    return preparation;
  }

  /**
   * @param lines - What the kernel is for.
   * @returns It, compiled now if it was not yet.
   */
  public make(lines: Lines): LineKernel<S> {
    if (!this.has(lines)) {
      this._compiled.set(keyOf(lines), Kernel.Create<S>(this._device, this._source, this._constantsFor(lines)));
    }
    return this.get(lines);
  }

  /**
   * @param lines - That are prepared.
   * @returns Their kernel.
   * @throws Error if it is not compiled.
   */
  public get(lines: Lines): LineKernel<S> {
    const kernel = this._compiled.get(keyOf(lines));
    if (!kernel) {
      throw new Error(
        `Cloth at full resolution: the kernel ${this._source.name} for lines of ${lines.nodes.toString()} nodes is not ` +
          "compiled yet.",
      );
    }
    return { kernel, lines: shapeFor(lines.nodes).LINES };
  }

  private _constantsFor({ nodes, isAlongV, areRings }: Lines): Partial<Record<keyof S["constants"], number>> {
    const rings = areRings ? { RINGS: 1 } : {};
    const constants: LineConstants = { ...shapeFor(nodes), ALONG_V: Number(isAlongV), ...rings };
    return { ...(constants as Partial<Record<keyof S["constants"], number>>), ...this._others };
  }
}

/** Lines with the same key share a kernel. */
function keyOf({ nodes, isAlongV, areRings }: Lines): string {
  return [...Object.values(shapeFor(nodes)), isAlongV, areRings].join(" ");
}

/** Workgroups for lines of so many nodes. */
function shapeFor(nodes: number): Record<"SEGMENT" | "LINES" | "WORKGROUP_SIZE", number> {
  const segment = nodes > LONG ? LONG_SEGMENT : SEGMENT;
  const segments = 2 ** Math.ceil(Math.log2(Math.ceil(nodes / segment)));
  const lines = Math.max(Math.floor((segments > LEAST_SIZE / 2 ? USUAL_SIZE : LEAST_SIZE) / segments), 1);
  return { SEGMENT: segment, LINES: lines, WORKGROUP_SIZE: segments * lines };
}
