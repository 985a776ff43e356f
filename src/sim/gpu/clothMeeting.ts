// What one cloth on the GPU needs to keep apart from others: its ranges of the buffers, and what others know of it.
import { ArenaRange } from "../../gpu/arenaRange.js";
import type { BufferArena } from "../../gpu/bufferArena.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { cookPatches, patchCountOf } from "../contactPatches.js";
import type { Meeting } from "../meeting.js";
import type { NetCounts } from "../restGrid.js";

const { FAR, FARTHEST, GATHERED_VECTORS, MAX_CLOTH_CONTACTS, NUMBER_VECTORS, SPHERE_VECTORS } = constants;
/** A workgroup each: what every device dispatches along one axis. */
const MAX_PATCHES = 65535;
const VECTORS_PER_PARTICLE = GATHERED_VECTORS + SPHERE_VECTORS * MAX_CLOTH_CONTACTS + NUMBER_VECTORS;

/** Boxes of a patch until gatherCloths has told where it is: no one touches them. */
const [low, high] = [FARTHEST, -FARTHEST].map((bound) => [bound, bound, bound]);
const NOWHERE = { low, high, groupLow: low, groupHigh: high };

/** Fields of struct Cloth that a meeting gives. */
type MeetingFields = Partial<StructValues<typeof structs.Cloth>>;

/** How one cloth meets others on the GPU. */
export class ClothMeeting {
  private readonly _vectors: ArenaRange;
  private readonly _patches: ArenaRange;
  private _told: Meeting | null = null;
  /** For the groups that were told last there is no room. */
  private _isRefused = false;

  /**
   * @param _counts - Of the cloth.
   * @param _vectorArena - See clothContactList.wgsl.
   * @param _isFullResolution - Whether its particles tell in each substep where they are, and its patches are tiles.
   * @param _patchArena - Patches of all cloths that meet others, struct ContactPatch. Those that no one has are zero.
   */
  public constructor(
    private readonly _counts: NetCounts,
    private readonly _vectorArena: BufferArena,
    private readonly _isFullResolution: boolean,
    private readonly _patchArena: BufferArena,
  ) {
    this._vectors = new ArenaRange(_vectorArena);
    this._patches = new ArenaRange(_patchArena);
  }

  /**
   * @param meeting - How the cloth meets others; null if it does not.
   * @returns What changes in its struct Cloth; null if nothing does.
   * @throws RangeError if the device has no room for what it may meet: it meets none then, and asks again when its groups change.
   */
  public tell(meeting: Meeting | null): MeetingFields | null {
    const told = this._told;
    this._told = meeting && { ...meeting, origin: Array.from(meeting.origin) };
    if (!meeting) {
      this._leave();
      return told && { meets: 0 };
    }
    const areGroupsNew =
      meeting.group !== told?.group ||
      meeting.mask !== told.mask ||
      meeting.piece !== told.piece ||
      meeting.seamDistances !== told.seamDistances;
    if (areGroupsNew) {
      this._tryToEnter(meeting);
    } else if (
      this._isRefused ||
      (told.origin[0] === meeting.origin[0] &&
        told.origin[1] === meeting.origin[1] &&
        told.origin[2] === meeting.origin[2])
    ) {
      return null;
    }
    return {
      meets: 1,
      firstContact: this._vectors.first,
      firstPatch: this._patches.first,
      patchCount: this._patches.count,
      contactOrigin: meeting.origin as number[],
    };
  }

  /** Without room it keeps none of what it has got. */
  private _tryToEnter(meeting: Meeting): void {
    this._isRefused = true;
    try {
      this._enter(meeting);
      this._isRefused = false;
    } finally {
      if (this._isRefused) {
        this._leave();
      }
    }
  }

  private _enter({ group, mask, piece = 0, seamDistances }: Meeting): void {
    const { particleCount: count, countU, countV } = this._counts;
    const patchCount = patchCountOf(this._counts, this._isFullResolution);
    if (patchCount > MAX_PATCHES) {
      throw new RangeError(
        `It has ${countU.toString()} x ${countV.toString()} particles in ${patchCount.toString()} patches, those that meet others at most ${MAX_PATCHES.toString()}.`,
      );
    }
    // Then of each patch, and of each particle of sewn cloth: see metIndex and firstSeam.
    const patchStart = VECTORS_PER_PARTICLE * count;
    const seamStart = patchStart + patchCount;
    this._vectors.resize(seamStart + (piece > 0 ? count : 0));
    // Nothing is met before the first search: a search of tangles may come before it, while kernels are compiled.
    this._vectorArena.write(this._vectors.first + patchStart, new Float32Array(4 * patchCount));
    if (piece > 0) {
      const vectors = new Float32Array(4 * count);
      for (let i = 0; i < count; i++) {
        vectors[4 * i] = Math.min(seamDistances?.[i] ?? FAR, FAR);
      }
      this._vectorArena.write(this._vectors.first + seamStart, vectors);
    }
    this._patches.resize(patchCount);
    const patches = new StructArray(structs.ContactPatch, patchCount);
    const [cloth, isLive] = [this._vectors.first, Number(this._isFullResolution)];
    const firstSeam = cloth + seamStart;
    cookPatches(this._counts, this._isFullResolution).forEach((patch, k) => {
      patches.write(k, { ...patch, ...NOWHERE, cloth, countU, countV, group, mask, piece, firstSeam, isLive });
    });
    this._patchArena.write(this._patches.first, patches.bytes);
  }

  private _leave(): void {
    if (this._patches.count > 0) {
      this._patchArena.write(this._patches.first, new ArrayBuffer(this._patches.count * structs.ContactPatch.size));
    }
    this._vectors.resize(0);
    this._patches.resize(0);
  }
}
