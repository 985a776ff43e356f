// What a cloth knows of its seams.

/** The seams of one cloth. */
export class ClothSewing<S> {
  private readonly _seams: S[] = [];

  /** @param canSew - Whether the backend of the cloth has seams. */
  public constructor(public readonly canSew: boolean) {}

  /** Those that join the cloth to itself or to another one, in the order in which they were made. */
  public get seams(): readonly S[] {
    return this._seams;
  }

  /** @param seam - A new one. */
  public add(seam: S): void {
    this._seams.push(seam);
  }

  /** @param seam - One that is disposed. */
  public remove(seam: S): void {
    const at = this._seams.indexOf(seam);
    if (at >= 0) {
      this._seams.splice(at, 1);
    }
  }
}
