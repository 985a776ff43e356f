// Surfaces that are cut or have an outline need room that no coarseness makes less. Here it is shared out among them, before anything is drawn.
import { constants } from "../../shaders/shaders.gen.js";

const { BACK_FACE, CUT, FRONT_FACE, HIDDEN, MIN_QUADS, TRIMMED, VERTICES_PER_PAIR } = constants;

/** Members of struct Surface that tell how much room it needs. */
export const knownNames = [
  "mode",
  "countU",
  "countV",
  "faces",
  "halfThickness",
  "coarseVertices",
  "coarseQuads",
  "coarseEdges",
] as const;

/** Those of one surface. */
export type KnownInput = Partial<Record<(typeof knownNames)[number], number | undefined>>;

/** A surface that asks for room. */
export interface RoomUser {
  /** What it was told. */
  readonly known: KnownInput;
  /** Quads that it needs at least and has no room for; 0: it has. */
  lacks: number;
}

/**
 * Shares room out: those that came first have it first, so none of them comes and goes from frame to frame.
 *
 * @param users - All surfaces of a pass.
 * @param maxQuads - Of all of them together.
 * @param tell - Is given the mode in which each is drawn.
 * @returns Quads that those take at least which have room.
 */
export function shareRoom<U extends RoomUser>(
  users: readonly U[],
  maxQuads: number,
  tell: (user: U, mode: number) => void,
): number {
  // What refineSurface keeps for each surface, and as much again, which others may take before.
  const room = maxQuads - 2 * MIN_QUADS * users.length;
  let taken = 0;
  for (const user of users) {
    const quads = leastQuads(user.known);
    const hasRoom = quads === 0 || taken + quads <= room;
    taken += hasRoom ? quads : 0;
    user.lacks = hasRoom ? 0 : quads;
    tell(user, hasRoom ? (user.known.mode ?? HIDDEN) : HIDDEN);
  }
  return taken;
}

/** Quads of all faces at the fewest segments, with room for their vertices: pairsOf in refineSurface. 0 for what can be a single quad, or is hidden. */
function leastQuads(known: KnownInput): number {
  const { mode, countU = 0, countV = 0, faces = 0, halfThickness = 0 } = known;
  const { coarseVertices = 0, coarseQuads = 0, coarseEdges = 0 } = known;
  if (mode !== CUT && mode !== TRIMMED) {
    return 0;
  }
  const hasRim = halfThickness > 0 && faces === FRONT_FACE + BACK_FACE;
  const spans = (countU - 2) * (countV - 2);
  const [vertices, quads] =
    mode === CUT ? [4 * spans, (hasRim ? 5 : 1) * spans] : [coarseVertices, coarseQuads + (hasRim ? coarseEdges : 0)];
  const faceCount = faces === FRONT_FACE + BACK_FACE ? 2 : 1;
  return 2 * Math.max(Math.ceil((faceCount * quads) / 2), Math.ceil((faceCount * vertices) / VERTICES_PER_PAIR));
}
