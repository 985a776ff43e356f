// What a cloth on the GPU is told when the device has no room for its contacts. Without a device: arenas here only count.
import type { BufferArena } from "../../src/gpu/bufferArena.js";
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import type { NetCounts } from "../../src/sim/restGrid.js";
import { ClothMeeting } from "../../src/sim/gpu/clothMeeting.js";

/** Gives out so many elements in all. */
function arenaOf(room: number): BufferArena & { taken: number } {
  const arena = {
    taken: 0,
    allocate(count: number): number {
      if (arena.taken + count > room) throw new RangeError("no room");
      arena.taken += count;
      return arena.taken - count;
    },
    release(_: number, count: number): void {
      arena.taken -= count;
    },
    write: () => undefined,
  };
  return arena as unknown as BufferArena & { taken: number };
}

/** Of four rows. */
function netOf(particleCount: number): NetCounts {
  return { particleCount, countU: particleCount / 4, countV: 4 };
}

const meeting = { group: 1, mask: 1, origin: [0, 0, 0] };
const elsewhere = { ...meeting, origin: [1, 0, 0] };

test("a cloth with room meets others, and is told its origin when that changes", () => {
  const [vectors, patches] = [arenaOf(1e6), arenaOf(10)];
  const told = new ClothMeeting(netOf(100), vectors, true, patches);
  expect(told.tell(meeting)).toMatchObject({ meets: 1, contactOrigin: [0, 0, 0] });
  expect(told.tell(meeting)).toBeNull();
  expect(told.tell(elsewhere)).toMatchObject({ meets: 1, contactOrigin: [1, 0, 0] });
  expect(told.tell({ ...elsewhere, piece: 1 })).toMatchObject({ meets: 1 });
  expect(told.tell(null)).toEqual({ meets: 0 });
  expect([vectors.taken, patches.taken]).toEqual([0, 0]);
});

test.each([
  ["vectors", 10, 10],
  ["patches", 1e6, 1],
])("a cloth without room for %s meets none, wherever it goes, and keeps nothing", (_, vectorRoom, patchRoom) => {
  const [vectors, patches] = [arenaOf(vectorRoom), arenaOf(patchRoom)];
  const told = new ClothMeeting(netOf(100), vectors, true, patches);
  expect(() => told.tell(meeting)).toThrow("no room");
  expect(told.tell(meeting)).toBeNull();
  expect(told.tell(elsewhere)).toBeNull();
  expect([vectors.taken, patches.taken]).toEqual([0, 0]);
  expect(() => told.tell({ ...elsewhere, group: 2 })).toThrow("no room");
  expect(told.tell(null)).not.toMatchObject({ meets: 1 });
});

test("a cloth of more patches than one dispatch takes is refused by their number", () => {
  // Tiles of which the half is there.
  const most = (65535 * constants.GROUP) / 2;
  const told = new ClothMeeting(netOf(most + 1), arenaOf(1e12), true, arenaOf(1e9));
  expect(() => told.tell(meeting)).toThrow("in 65536 patches");
  expect(told.tell(elsewhere)).toBeNull();
});

test("a cloth that has not searched yet has met nothing, whatever its vectors had before", () => {
  const words = new Float32Array(4 * 1e4).fill(1);
  const vectors = Object.assign(arenaOf(1e4), {
    write: (first: number, data: Float32Array) => {
      words.set(data, 4 * first);
    },
  });
  const net = netOf(100);
  new ClothMeeting(net, vectors, false, arenaOf(10)).tell(meeting);
  // See metIndex.
  const { GATHERED_VECTORS, MAX_CLOTH_CONTACTS, NUMBER_VECTORS, SPHERE_VECTORS } = constants;
  const first = (GATHERED_VECTORS + SPHERE_VECTORS * MAX_CLOTH_CONTACTS + NUMBER_VECTORS) * net.particleCount;
  const patchCount = Math.ceil(net.particleCount / constants.GROUP);
  expect(Array.from(words.subarray(4 * first, 4 * (first + patchCount)))).toEqual(Array(4 * patchCount).fill(0));
});

test("no box touches a cloth that has not told yet where it is", () => {
  const written: Float32Array[] = [];
  const patches = Object.assign(arenaOf(10), {
    write: (_: number, data: ArrayBuffer) => written.push(new Float32Array(data)),
  });
  new ClothMeeting(netOf(100), arenaOf(1e6), false, patches).tell(meeting);
  const { fields, size } = structs.ContactPatch;
  const words = new Uint32Array(written[0].buffer);
  expect(written[0]).toHaveLength((2 * size) / 4);
  for (let patch = 0; patch < written[0].length; patch += size / 4) {
    expect(words[patch + fields.size.offset / 4]).toBeGreaterThan(0);
    for (const [low, high] of [
      [fields.low, fields.high],
      [fields.groupLow, fields.groupHigh],
    ]) {
      for (let axis = 0; axis < 3; axis++) {
        expect(written[0][patch + low.offset / 4 + axis]).toBe(constants.FARTHEST);
        expect(written[0][patch + high.offset / 4 + axis]).toBe(-constants.FARTHEST);
      }
    }
  }
});
