/** How a cloth meets others: given by the backend, the same for both solvers. */
export interface Meeting {
  /** Bits of the groups that it is in. */
  readonly group: number;
  /** Bits of the groups that it meets. */
  readonly mask: number;
  /** Of what it is sewn to, directly or through others: beside seams, cloths of the same piece do not meet. 0, or without it: of none. */
  readonly piece?: number;
  /** How far each particle is at rest from the seams of its cloth [m]; null, or without it: it has none. */
  readonly seamDistances?: Float32Array | null;
  /** Of its frame in that of all cloths that meet [m], shape [3]. */
  readonly origin: ArrayLike<number>;
}
