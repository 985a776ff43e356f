// What a cloth knows of its seams.

/** The seams of one cloth. */
export class ClothSewing<S> {
  private readonly _seams: S[] = [];

  /** @param _check - Throws if the cloth has no room for what sewn cloth needs. */
  public constructor(private readonly _check: () => void) {}

  /** Those that join the cloth to itself or to another one, in the order in which they were made. */
  public get seams(): readonly S[] {
    return this._seams;
  }

  /** Whether it has any. */
  public get isSewn(): boolean {
    return this._seams.length > 0;
  }

  /** @throws RangeError if the cloth cannot be sewn: see ClothBackend.checkRoom. */
  public check(): void {
    this._check();
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
