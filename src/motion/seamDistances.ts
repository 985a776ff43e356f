// How far particles are from seams: contact of cloths that are sewn begins beside them.
import type { ReadonlyMat3 } from "gl-matrix";
import type { Cloth, Seam } from "../cloth/cloth.js";
import { borderOf, pathOn } from "../cloth/stitches.js";
import { distance, transformed } from "../sim/points.js";

/** Distances of one cloth at rest, on its current net [m]. A seam that is closed in part counts whole. */
export class SeamDistances {
  private _all: Float32Array | null = null;
  private _own: Float32Array | null = null;
  /** Those that were closed, wholly or in part. */
  private _seams: readonly Seam[] = [];
  private _scaleVersion = -1;

  /** @param _cloth - The cloth. */
  public constructor(private readonly _cloth: Cloth) {}

  /** From its nearest seam that is not open, for each particle; null: it has none. Another array whenever they change. */
  public get all(): Float32Array | null {
    return this._all;
  }

  /** The same for seams that join the cloth to itself. */
  public get own(): Float32Array | null {
    return this._own;
  }

  /** The cloth has another net, or another solver. */
  public forget(): void {
    this._seams = [];
    this._all = null;
    this._own = null;
  }

  /**
   * @param linear - Of the mesh.
   * @param scaleVersion - Another one when the mesh is scaled.
   * @returns Whether {@link own} has changed.
   */
  public follow(linear: ReadonlyMat3, scaleVersion: number): boolean {
    const { seams: all } = this._cloth.sewing;
    if (all.length === 0 && this._seams.length === 0) {
      return false;
    }
    const seams = all.filter(({ closed }) => closed > 0);
    const areOld = seams.length === this._seams.length && seams.every((seam, i) => seam === this._seams[i]);
    if (areOld && scaleVersion === this._scaleVersion) {
      return false;
    }
    this._seams = seams;
    this._scaleVersion = scaleVersion;
    const before = this._own;
    const ownSeams = seams.filter(({ from, to }) => from.cloth === to.cloth);
    this._all = this._from(seams, linear);
    this._own = ownSeams.length === seams.length ? this._all : this._from(ownSeams, linear);
    return this._own !== before;
  }

  private _from(seams: readonly Seam[], linear: ReadonlyMat3): Float32Array | null {
    if (seams.length === 0) {
      return null;
    }
    const { nets, definition } = this._cloth;
    const { restGrid } = nets.current;
    const rest = transformed(restGrid.restPositions, linear);
    const sewn = new Set(
      seams
        .flatMap(({ from, to }) => [from, to])
        .filter(({ cloth }) => cloth === this._cloth)
        .flatMap(({ path }) => borderOf(restGrid, pathOn(restGrid, definition, path))),
    );
    return new Float32Array(restGrid.particleCount).map((_, i) => {
      let nearest = Infinity;
      for (const j of sewn) {
        nearest = Math.min(nearest, distance(rest, i, j));
      }
      return nearest;
    });
  }
}
