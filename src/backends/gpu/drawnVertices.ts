import { Buffer } from "@babylonjs/core/Buffers/buffer.pure.js";
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import type { DataArray, Nullable } from "@babylonjs/core/types.js";
import type { Cloth } from "../../cloth/cloth.js";

/** The vertex buffer of all cloths, as one of them draws from it. Exporters that ask the buffer, and not the mesh, learn why it is empty. */
export class DrawnVertices extends Buffer {
  private _refuses = false;

  /**
   * @param _cloth - Draws from it.
   * @param shared - The vertices of all cloths.
   * @param stride - Floats of a vertex.
   */
  public constructor(
    private readonly _cloth: Cloth,
    shared: DataBuffer,
    stride: number,
  ) {
    super(_cloth.getEngine(), shared, false, stride);
  }

  /** From now on nobody may ask for its data. Babylon does while it makes a geometry. */
  public refuse(): void {
    this._refuses = true;
  }

  /** {@inheritDoc Buffer.getData} */
  public override getData(): Nullable<DataArray> {
    if (this._refuses) {
      throw new Error(
        `Cloth "${this._cloth.name}": its vertex buffer is on the GPU alone and cannot be exported; export the mesh that ` +
          "bake() makes.",
      );
    }
    return null;
  }
}
