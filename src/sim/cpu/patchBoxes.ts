// Boxes around what particles of a patch do, on the CPU: as gatherCloths.compute.wgsl and tellCloths.compute.wgsl make them.
import { constants } from "../../shaders/shaders.gen.js";
import { cookPatches, particlesIn } from "../contactPatches.js";
import type { NetCounts } from "../restGrid.js";

const { max, min } = Math;

const { CLOTH_REACH } = constants;
/** Of the box of a patch: lowest and highest coordinates. */
const BOX = 6;

/** Particles of a cloth that meets others. */
export interface MovingParticles {
  /** Where they are in the frame of all cloths that meet [m], and their ways in the step; shape [count, 3]. */
  readonly places: Float32Array;
  readonly ways: Float32Array;
  /** Negative for a particle that is lost. */
  readonly sizes: Float32Array;
}

/** What time a search looks at: particles start at their place and `start` times their way from there, and go `length` times this way. */
export interface SearchTime {
  readonly start: number;
  readonly length: number;
}

/** The rest of a step that begins, or a part of it. */
export const WHOLE_STEP: SearchTime = { start: 0, length: 1 };

/** Boxes around the particles of patches and their ways. */
export class PatchBoxes {
  /** Of each patch: its particles. */
  public readonly particles: readonly (readonly number[])[];
  /** Lowest and highest coordinates of each patch. */
  public readonly extents: Float32Array;

  /**
   * @param counts - Of the cloth.
   * @param isFullResolution - Whether patches are tiles.
   */
  public constructor(counts: NetCounts, isFullResolution: boolean) {
    this.particles = cookPatches(counts, isFullResolution).map((patch) => particlesIn(patch, counts.countU));
    this.extents = new Float32Array(BOX * this.particles.length);
  }

  /** Makes the box of a patch anew. */
  public bound(patch: number, moving: MovingParticles, time: SearchTime): void {
    this.extents.fill(Infinity, BOX * patch, BOX * patch + 3);
    this.extents.fill(-Infinity, BOX * patch + 3, BOX * (patch + 1));
    for (const i of this.particles[patch]) {
      if (moving.sizes[i] >= 0) {
        this._widen(BOX * patch, moving, i, time);
      }
    }
  }

  /** Whether a patch touches one of another cloth. */
  public touches(own: number, other: PatchBoxes, patch: number): boolean {
    const [a, b] = [this.extents, other.extents];
    return [0, 1, 2].every(
      (axis) => a[BOX * own + axis] <= b[BOX * patch + 3 + axis] && b[BOX * patch + axis] <= a[BOX * own + 3 + axis],
    );
  }

  private _widen(
    box: number,
    { places, ways, sizes }: MovingParticles,
    i: number,
    { start, length }: SearchTime,
  ): void {
    const grown = sizes[i] * (1 + CLOTH_REACH);
    for (let axis = 0; axis < 3; axis++) {
      const along = ways[3 * i + axis];
      const from = places[3 * i + axis] + along * start;
      const to = from + along * length;
      this.extents[box + axis] = min(this.extents[box + axis], min(from, to) - grown);
      this.extents[box + 3 + axis] = max(this.extents[box + 3 + axis], max(from, to) + grown);
    }
  }
}
