// What joins a cloth to others: its seams, and the air that they are around.

let changes = 0;

/** @returns Another number whenever a cloth is joined to others in another way. */
export function joinChanges(): number {
  return changes;
}

/** Seams of type `S` and pressure of type `P` of one cloth. */
export class ClothSewing<S, P> {
  private _pressure: P | null = null;
  private readonly _seams: S[] = [];

  /** @param _check - Throws if the cloth has no room for what sewn cloth needs. */
  public constructor(private readonly _check: () => void) {}

  /** What is inside of the cloth, if anything. */
  public get pressure(): P | null {
    return this._pressure;
  }

  public set pressure(pressure: P | null) {
    changes++;
    this._pressure = pressure;
  }

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
    changes++;
    this._seams.push(seam);
  }

  /** @param seam - One that is disposed. */
  public remove(seam: S): void {
    const at = this._seams.indexOf(seam);
    if (at >= 0) {
      changes++;
      this._seams.splice(at, 1);
    }
  }
}
