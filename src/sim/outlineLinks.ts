// Which particles and links of a net belong to a sheet with an outline. A particle stays where something of its patch is drawn, so that what is
// drawn is supported; a thread lives where the drawn surface leads from one patch to the next.
import { constants } from "../shaders/shaders.gen.js";
import { cutAcross } from "./cuts.js";
import type { NetCounts } from "./restGrid.js";

const { ALL_LINKS, LINK_WARP, LINK_WEFT } = constants;

/** What is drawn of the patches of a net: 1 for yes, row by row, shape [(countV - 2) * (countU - 2)]. */
export interface DrawnPatches {
  readonly isDrawn: Uint8Array;
  /** Whether something drawn leads over the side to the next patch along u, and along v. */
  readonly meetsU: Uint8Array;
  readonly meetsV: Uint8Array;
}

/** A part of a sheet that hangs together. */
interface OutlinePiece {
  readonly particleCount: number;
  /** One of its particles. */
  readonly particle: number;
}

/** A net with an outline. */
export interface OutlinedLinks {
  /** Which links live: see cutLinks. Shape [particleCount]. */
  readonly links: Uint32Array<ArrayBuffer>;
  /** 1 for each particle of the sheet, shape [particleCount]. */
  readonly isKept: Uint8Array;
  readonly pieces: readonly OutlinePiece[];
}

/** Patches in both directions: a step to the next one, and which threads lead there. */
interface Direction {
  readonly step: number;
  readonly lives: Uint8Array;
  /** Number of a patch in this direction, and how many there are. */
  readonly placeOf: (patch: number) => number;
  readonly count: number;
}

/**
 * @param counts - Of the net.
 * @param drawn - What is drawn of it.
 * @returns Its particles and links.
 */
export function outlineLinks(counts: NetCounts, drawn: DrawnPatches): OutlinedLinks {
  const { countU, countV, particleCount } = counts;
  const [spansU, spansV] = [countU - 2, countV - 2];
  const isKept = drawn.isDrawn.slice();
  const alongU: Direction = { step: 1, lives: drawn.meetsU.slice(), placeOf: (patch) => patch % spansU, count: spansU };
  const alongV: Direction = {
    step: spansU,
    lives: drawn.meetsV.slice(),
    placeOf: (patch) => Math.floor(patch / spansU),
    count: spansV,
  };
  const added = new Uint8Array(isKept.length);
  support(drawn.isDrawn, isKept, added, alongU);
  support(drawn.isDrawn, isKept, added, alongV);
  closeCells(added, alongU, alongV);
  const toInside = (at: number, count: number): number => Math.min(Math.max(at, 1), count - 2) - 1;
  const links = new Uint32Array(particleCount);
  const kept = new Uint8Array(particleCount);
  for (let i = 0; i < particleCount; i++) {
    const [u, v] = [i % countU, Math.floor(i / countU)];
    const patch = toInside(v, countV) * spansU + toInside(u, countU);
    if (isKept[patch]) {
      kept[i] = 1;
      // At the border a particle stays with the one inside.
      const hasWarp = u === 0 || u >= countU - 2 || alongU.lives[patch] !== 0;
      const hasWeft = v === 0 || v >= countV - 2 || alongV.lives[patch] !== 0;
      links[i] = ALL_LINKS & ~(hasWarp ? 0 : LINK_WARP) & ~(hasWeft ? 0 : LINK_WEFT);
    }
  }
  cutAcross(counts, links);
  const pieces = piecesOf(isKept, [alongU, alongV]).map(({ patch, patchCount }) => ({
    particleCount: patchCount,
    particle: (Math.floor(patch / spansU) + 1) * countU + (patch % spansU) + 1,
  }));
  return { links, isKept: kept, pieces };
}

/** A strip that is one patch wide would have no width without a particle beside it. */
function support(isDrawn: Uint8Array, isKept: Uint8Array, added: Uint8Array, direction: Direction): void {
  const { step, lives, placeOf, count } = direction;
  for (let patch = 0; patch < isDrawn.length; patch++) {
    const place = placeOf(patch);
    const isAtBorder = place === 0 || place === count - 1;
    if (!isDrawn[patch] || isAtBorder || lives[patch] || lives[patch - step]) {
      continue;
    }
    const side = [step, -step].find((way) => !isDrawn[patch + way]);
    if (side !== undefined) {
      isKept[patch + side] = 1;
      added[patch + side] = 1;
      lives[side > 0 ? patch : patch + side] = 1;
    }
  }
}

/** A thread of such a particle lives if the three others of a cell do. */
function closeCells(added: Uint8Array, alongU: Direction, alongV: Direction): void {
  const [right, up] = [alongU.step, alongV.step];
  for (let patch = 0; patch + right + up < added.length; patch++) {
    const corners = [patch, patch + right, patch + up, patch + right + up];
    const isCell = alongU.placeOf(patch) + 1 < alongU.count;
    if (isCell && corners.some((corner) => added[corner])) {
      const threads = [
        { lives: alongU.lives, at: patch, ends: [corners[0], corners[1]] },
        { lives: alongU.lives, at: patch + up, ends: [corners[2], corners[3]] },
        { lives: alongV.lives, at: patch, ends: [corners[0], corners[2]] },
        { lives: alongV.lives, at: patch + right, ends: [corners[1], corners[3]] },
      ];
      const dead = threads.filter(({ lives, at }) => !lives[at]);
      if (dead.length === 1 && dead[0].ends.some((end) => added[end])) {
        dead[0].lives[dead[0].at] = 1;
      }
    }
  }
}

function piecesOf(isKept: Uint8Array, directions: readonly Direction[]): { patch: number; patchCount: number }[] {
  const isKnown = new Uint8Array(isKept.length);
  const pieces: { patch: number; patchCount: number }[] = [];
  for (let patch = 0; patch < isKept.length; patch++) {
    if (!isKept[patch] || isKnown[patch]) {
      continue;
    }
    isKnown[patch] = 1;
    const found = [patch];
    // It grows on the way.
    for (const at of found) {
      const nexts = directions.flatMap(({ step, lives }) => [
        lives[at] ? at + step : -1,
        lives[at - step] ? at - step : -1,
      ]);
      for (const next of nexts) {
        if (next >= 0 && isKept[next] && !isKnown[next]) {
          isKnown[next] = 1;
          found.push(next);
        }
      }
    }
    pieces.push({ patch, patchCount: found.length });
  }
  return pieces;
}
