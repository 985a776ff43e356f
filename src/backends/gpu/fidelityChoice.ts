// Which cloths of fidelity "auto" are simulated at full resolution: the largest in the picture, as far as the GPU has time for them.
import type { Cloth } from "../../cloth/cloth.js";
import { askedSubsteps } from "../../options/solverSettings.js";
import type { Eyes } from "../../surface/eyes.js";

/** A cloth goes up when it is larger than this, and down when it is smaller than that [pixels across]. */
const PIXELS_UP = 600;
const PIXELS_DOWN = 450;
/** GPU time of a substep and, in it, of a particle, on the GPU of docs/figures/full-resolution.md [ms]. */
const MS_PER_SUBSTEP = 0.048;
const MS_PER_PARTICLE = 3.9e-7;
/** Part of a new measurement in what is known of this GPU. */
const LEARNING = 0.05;

/** One of these cloths. */
export interface FidelityBody {
  readonly mesh: Cloth;
  /** That it takes with the net of now, per 1/60 s: air, or cloths that it is sewn to, may ask for more than its settings. */
  readonly substeps: number;
  /** Which net it is to have; null as it is. */
  wantsFullResolution: boolean | null;
}

/** Decides for the cloths of one scene. */
export class FidelityChoice {
  /** Measured over estimated GPU time. */
  private _slowness = 1;

  /**
   * @param bodies - All cloths.
   * @param eyes - Who looks.
   * @param budget - GPU time of a frame that cloths at full resolution may take together [ms].
   * @param measured - GPU time of the simulation in a frame [ms], 0 if it is not measured.
   */
  public choose(bodies: Iterable<FidelityBody>, eyes: Eyes, budget: number, measured: number): void {
    const candidates: { body: FidelityBody; pixels: number; cost: number }[] = [];
    let used = 0;
    for (const body of bodies) {
      const { mesh } = body;
      const { isFullResolution } = mesh.nets.current;
      if (!isFullResolution && mesh.fidelity !== "auto") {
        continue;
      }
      const cost = costOf(mesh, isFullResolution ? body.substeps : 0);
      used += isFullResolution ? cost : 0;
      if (mesh.fidelity === "auto") {
        const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
        const pixels = 2 * radiusWorld * eyes.pixelsPerMeter(centerWorld, radiusWorld);
        body.wantsFullResolution = false;
        if (pixels > (isFullResolution ? PIXELS_DOWN : PIXELS_UP)) {
          // Those that are up stay there if others are only a little larger.
          candidates.push({ body, pixels: isFullResolution ? (pixels * PIXELS_UP) / PIXELS_DOWN : pixels, cost });
        }
      }
    }
    if (measured > 0 && used > 0) {
      this._slowness += LEARNING * (measured / used - this._slowness);
    }
    let left = budget / this._slowness;
    for (const { body, cost } of candidates.sort((a, b) => b.pixels - a.pixels)) {
      body.wantsFullResolution = cost <= left;
      left -= body.wantsFullResolution ? cost : 0;
    }
  }
}

/** Estimated GPU time of a cloth at full resolution in a frame with at least so many substeps [ms]. */
function costOf({ definition: { fullResolution }, solver }: Cloth, least: number): number {
  const particles = fullResolution.u * fullResolution.v;
  // The budget, not the choice of now: what full resolution costs must not grow by going there.
  const asked = askedSubsteps(solver, Math.max(fullResolution.u, fullResolution.v), solver.maxSubsteps);
  return Math.max(asked, least) * solver.iterations * (MS_PER_SUBSTEP + MS_PER_PARTICLE * particles);
}
