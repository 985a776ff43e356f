// Depth maps on their way from the textures that Babylon draws them into to the vectors that kernels read.
import { constants } from "../../shaders/shaders.gen.js";
import type { DepthTexels } from "../clothStep.js";
import { FLOATS_PER_VECTOR, type SharedVectors, type VectorArena } from "./vectorArena.js";

const TEXEL_BYTES = 4 * FLOATS_PER_VECTOR;

interface Copied {
  readonly place: SharedVectors;
  users: number;
  /** That was copied last. */
  version: number;
}

/** The depth maps that the cloths of a solver collide with. */
export class DepthCopies {
  private readonly _maps = new Map<DepthTexels, Copied>();

  /** @param _vectors - Hold the texels. */
  public constructor(private readonly _vectors: VectorArena) {}

  /**
   * @param maps - Of a collider; one {@link release} a call.
   * @returns Where its texels are: without a surface until they are copied.
   */
  public use(maps: DepthTexels): SharedVectors {
    const place = this._vectors.share(maps, () => maps.values?.slice() ?? emptyTexels(maps.count));
    const copied = this._maps.get(maps) ?? { place, users: 0, version: -1 };
    copied.users++;
    this._maps.set(maps, copied);
    return place;
  }

  /** @param maps - That one user needs no longer. */
  public release(maps: DepthTexels): void {
    const copied = this._maps.get(maps);
    this._vectors.unshare(maps);
    if (copied && --copied.users === 0) {
      this._maps.delete(maps);
    }
  }

  /**
   * Copies the maps that were drawn since.
   *
   * @param encoder - Outside of a pass, before the step.
   */
  public encode(encoder: GPUCommandEncoder): void {
    for (const [maps, copied] of this._maps) {
      const { texture, version } = maps;
      if (texture && version !== copied.version) {
        const { width, height } = texture;
        copied.version = version;
        const buffer = this._vectors.arena.buffer;
        const layout = { buffer, offset: TEXEL_BYTES * copied.place.first, bytesPerRow: TEXEL_BYTES * width };
        encoder.copyTextureToBuffer({ texture }, layout, { width, height });
      }
    }
  }
}

function emptyTexels(count: number): Float32Array<ArrayBuffer> {
  const texels = new Float32Array(FLOATS_PER_VECTOR * count);
  for (let at = 0; at < texels.length; at += FLOATS_PER_VECTOR) {
    texels[at] = constants.EMPTY_TEXEL;
  }
  return texels;
}
