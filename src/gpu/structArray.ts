// Typed access to an array of WGSL structs in host memory, by the layouts that the shader generator read from the WGSL.

type FieldType = "f32" | "u32" | "vec2f" | "vec3f" | "vec4f" | "mat3x3f";

/** Layout of a struct as the generated shaders describe it. */
export interface StructLayout {
  readonly size: number;
  readonly fields: Readonly<Record<string, { readonly offset: number; readonly type: string }>>;
}

/** Of a vector or matrix, in any kind of array. */
type Numbers = ArrayLike<number> & Iterable<number>;

type FieldValue<T extends string> = T extends "f32" | "u32" ? number : T extends FieldType ? Numbers : never;

/** One value a field: a number, as many floats as a vector has, 9 floats column by column for mat3x3f. */
export type StructValues<L extends StructLayout> = { [F in keyof L["fields"]]: FieldValue<L["fields"][F]["type"]> };

/** Names of the fields that hold one number. */
type ScalarField<L extends StructLayout> = {
  [F in keyof L["fields"]]: L["fields"][F]["type"] extends "f32" | "u32" ? F : never;
}[keyof L["fields"]];

/** A growing array of structs, laid out as the GPU reads it. */
export class StructArray<L extends StructLayout> {
  private _capacity: number;
  private _bytes: ArrayBuffer;
  private _floats: Float32Array;
  private _words: Uint32Array;

  /**
   * @param _layout - Layout of one element.
   * @param capacity - Elements to make room for at first, at least 1.
   */
  public constructor(
    private readonly _layout: L,
    capacity: number,
  ) {
    this._capacity = capacity;
    this._bytes = new ArrayBuffer(capacity * _layout.size);
    this._floats = new Float32Array(this._bytes);
    this._words = new Uint32Array(this._bytes);
  }

  /** Elements that fit. */
  public get capacity(): number {
    return this._capacity;
  }

  /** Bytes of one element. */
  public get stride(): number {
    return this._layout.size;
  }

  /** The memory, as a GPU buffer takes it. */
  public get bytes(): ArrayBuffer {
    return this._bytes;
  }

  /** The same memory as floats: for what is written so often that names are too slow. */
  public get floats(): Float32Array {
    return this._floats;
  }

  /** The same memory as words. */
  public get words(): Uint32Array {
    return this._words;
  }

  /**
   * Makes room; what was written stays.
   *
   * @param capacity - Elements that must fit.
   */
  public reserve(capacity: number): void {
    if (capacity <= this._capacity) {
      return;
    }
    const old = this._words;
    this._capacity = Math.max(capacity, 2 * this._capacity);
    this._bytes = new ArrayBuffer(this._capacity * this._layout.size);
    this._floats = new Float32Array(this._bytes);
    this._words = new Uint32Array(this._bytes);
    this._words.set(old);
  }

  /**
   * Writes fields of one element.
   *
   * @param index - Element, below {@link capacity}.
   * @param values - One value a field; fields that are not given stay.
   */
  public write(index: number, values: Partial<StructValues<L>>): void {
    const start = (index * this._layout.size) / 4;
    for (const name in values) {
      const { offset, type } = this._layout.fields[name];
      const value = values[name] as number & ArrayLike<number>;
      const at = start + offset / 4;
      switch (type) {
        case "u32":
          this._words[at] = value;
          break;
        case "f32":
          this._floats[at] = value;
          break;
        case "vec2f":
          this._floats[at] = value[0];
          this._floats[at + 1] = value[1];
          break;
        case "vec3f":
          this._writeVector(at, value, 0);
          break;
        case "vec4f":
          this._writeVector(at, value, 0);
          this._floats[at + 3] = value[3];
          break;
        case "mat3x3f":
          // WGSL aligns each column to 16 bytes.
          this._writeVector(at, value, 0);
          this._writeVector(at + 4, value, 3);
          this._writeVector(at + 8, value, 6);
          break;
        default:
          throw new TypeError(`A ${type} is only ever read.`);
      }
    }
  }

  /**
   * Writes one number of one element: for what changes in every frame.
   *
   * @param index - Element, below {@link capacity}.
   * @param field - Name of a field that holds one number.
   * @param value - Its new value.
   */
  public set(index: number, field: ScalarField<L>, value: number): void {
    const { offset, type } = this._layout.fields[field as string];
    const at = (index * this._layout.size + offset) / 4;
    if (type === "u32") {
      this._words[at] = value;
    } else {
      this._floats[at] = value;
    }
  }

  /**
   * Copies one element over another.
   *
   * @param from - Element to read.
   * @param to - Element to overwrite.
   */
  public copyWithin(from: number, to: number): void {
    const words = this._layout.size / 4;
    this._words.copyWithin(to * words, from * words, (from + 1) * words);
  }

  private _writeVector(at: number, value: ArrayLike<number>, from: number): void {
    this._floats[at] = value[from];
    this._floats[at + 1] = value[from + 1];
    this._floats[at + 2] = value[from + 2];
  }
}

/**
 * @param layout - Of a struct.
 * @param values - Of as many structs; fields that are missing are zero.
 * @returns Their bytes, of one struct at least: a buffer cannot be empty.
 */
export function packed<L extends StructLayout>(layout: L, values: readonly Partial<StructValues<L>>[]): ArrayBuffer {
  const array = new StructArray(layout, Math.max(values.length, 1));
  values.forEach((value, i) => {
    array.write(i, value);
  });
  return array.bytes;
}
