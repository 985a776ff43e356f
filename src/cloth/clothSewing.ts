// What joins a cloth to others: its seams, and the air that they are around.

/** Seams of type `S` and pressure of type `P` of one cloth. */
export class ClothSewing<S, P> {
  /** What is inside of the cloth, if anything. */
  public pressure: P | null = null;
  private readonly _seams: S[] = [];

  /** @param _check - Throws if the cloth has no room for what sewn cloth needs. */
  public constructor(private readonly _check: () => void) {}

  /** Those that join the cloth to itself or to another one, in the order in which they were made. */
  public get seams(): readonly S[] {
    return this._seams;
  }

  /** Whether it has seams or pressure. */
  public get isJoined(): boolean {
    return this._seams.length > 0 || this.pressure !== null;
  }

  /** @throws RangeError if the cloth cannot be joined: see ClothBackend.checkRoom. */
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
