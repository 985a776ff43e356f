// Room of surfaces that nothing makes coarser.
import { shareRoom, type KnownInput, type RoomUser } from "../../../src/bspline/gpu/cutRoom.js";
import { constants } from "../../../src/shaders/shaders.gen.js";

const { BACK_FACE, BY_ERROR, CUT, FRONT_FACE, HIDDEN, MIN_QUADS, TRIMMED } = constants;

/** Shares room out; returns the modes in which they are drawn, what they lack, and what is taken. */
function share(inputs: readonly KnownInput[], maxQuads: number): [modes: number[], lacks: number[], taken: number] {
  const users: RoomUser[] = inputs.map((known) => ({ known, lacks: 0 }));
  const modes = new Map<RoomUser, number>();
  const kept = 2 * MIN_QUADS * users.length;
  const taken = shareRoom(users, maxQuads + kept, (user, mode) => modes.set(user, mode));
  return [[...modes.values()], users.map(({ lacks }) => lacks), taken];
}

const grid = { countU: 12, countV: 12 };

test("a patch takes room for four vertices or a quad of each face, and for the rim around it", () => {
  const cut = { ...grid, mode: CUT, faces: FRONT_FACE };
  // Three vertices a pair of quads: 100 patches have 400.
  expect(share([cut], 268)).toEqual([[CUT], [0], 268]);
  expect(share([cut], 267)).toEqual([[HIDDEN], [268], 0]);
  const both = FRONT_FACE + BACK_FACE;
  expect(share([{ ...cut, faces: both }], 1e4)[2]).toBe(534);
  expect(share([{ ...cut, faces: both, halfThickness: 0.01 }], 1e4)[2]).toBe(1000);
  const trimmed = {
    mode: TRIMMED,
    faces: both,
    halfThickness: 0.01,
    coarseVertices: 30,
    coarseQuads: 20,
    coarseEdges: 9,
  };
  expect(share([trimmed], 1e4)[2]).toBe(58);
});

test("those that came first have it first; what is smaller may still fit, and others take none", () => {
  const cut = { ...grid, mode: CUT, faces: FRONT_FACE };
  const small = { countU: 4, countV: 4, mode: CUT, faces: FRONT_FACE };
  expect(share([{ ...grid, mode: BY_ERROR }, cut, { ...cut, mode: HIDDEN }, cut, small, {}], 400)).toEqual([
    [BY_ERROR, CUT, HIDDEN, HIDDEN, CUT, HIDDEN],
    [0, 0, 0, 268, 0, 0],
    268 + 12,
  ]);
});
