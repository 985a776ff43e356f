// Control grids that are sewn together or have pressure, as tables that the kernels sewGrids and inflateGrids read: all groups of them, one after the other.
import type { StructValues } from "../../gpu/structArray.js";
import { constants, type structs } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { Air } from "../pressure.js";
import type { RestGrid } from "../restGrid.js";
import type { SeamEnd } from "../seamLines.js";
import type { SeamOffsets, SeamTables } from "./seamTables.js";
import type { SolverCloth } from "./solverCloth.js";

type Lines = StructValues<typeof structs.SewnLines>;
/** Which lines are taken at once. */
type Pass = "firstLane" | "endOfPass" | "longest";

/** Takes the place of Infinity, which WGSL does not have [J]. */
const ENDLESS = 1e30;

/** Air inside of some cloths of a group. */
interface JoinedAir {
  readonly air: Air;
  /** Numbers of its cloths. */
  readonly members: readonly number[];
  /** See InflatedGrid. */
  readonly sides: readonly number[];
}

/** Control grids that hang together. */
export interface JoinedGrids {
  readonly cloths: readonly SolverCloth[];
  readonly nets: readonly RestGrid[];
  /** The next step of each; null: it takes none. */
  readonly steps: readonly (ClothStep | null)[];
  /** Where their frames are, relative to that of the first, shape [cloths][3]. */
  readonly frames: readonly (readonly number[])[];
  /** Null: no seam joins them. */
  readonly seams: SeamTables | null;
  readonly airs: readonly JoinedAir[];
  /** That they take in the step, at least the substeps of each. */
  readonly rounds: number;
  /** From one to the next [s]. */
  readonly roundTime: number;
}

/** A group that is sewn, and where its tables begin. */
interface PlacedGroup {
  /** Among all groups. */
  readonly number: number;
  readonly seams: SeamTables;
  readonly offsets: SeamOffsets;
  /** Of each cloth, the first node of its rows and of its columns; null: none of them ends at a seam. */
  readonly firstNodes: readonly (readonly [rows: number | null, columns: number | null])[];
}

/** Groups that are sewn, one after the other. */
export interface SewnLayout {
  readonly groups: readonly PlacedGroup[];
  /** Nodes of all rows of a group that end at seams, or of all its columns, at most. */
  readonly mostNodes: number;
  readonly counts: Omit<StructValues<typeof structs.SewnPart>, "number">;
}

/**
 * @param groups - All of a device.
 * @returns Where the tables of those that are sewn begin.
 */
export function layoutOf(groups: readonly JoinedGrids[]): SewnLayout {
  let [placeCount, rowCount, termCount, nodeCount] = [0, 0, 0, 0];
  const placed = groups.flatMap(({ seams, nets }, number): PlacedGroup[] => {
    if (!seams) {
      return [];
    }
    const take = (cloth: number, isColumn: boolean): number | null => {
      const first = nodeCount;
      const hasEnds = seams.hasEnds(cloth, isColumn);
      nodeCount += hasEnds ? nets[cloth].particleCount : 0;
      return hasEnds ? first : null;
    };
    const offsets = { place: placeCount, row: rowCount, term: termCount };
    placeCount += seams.system.particles.length;
    rowCount += seams.system.rows.length;
    termCount += seams.termCount;
    return [{ number, seams, offsets, firstNodes: nets.map((_, cloth) => [take(cloth, false), take(cloth, true)]) }];
  });
  const nodesOf = ({ seams, firstNodes }: PlacedGroup, isColumn: boolean): number =>
    seams.nets.reduce(
      (sum, { particleCount }, cloth) => sum + (firstNodes[cloth][Number(isColumn)] === null ? 0 : particleCount),
      0,
    );
  const mostNodes = Math.max(0, ...placed.flatMap((group) => [nodesOf(group, false), nodesOf(group, true)]));
  return { groups: placed, mostNodes, counts: { placeCount, rowCount, nodeCount } };
}

/**
 * @param all - All groups of a device.
 * @param layout - Of those that are sewn.
 * @returns Tables that stay as long as stitches and masses do.
 */
export function seamTablesOf(
  all: readonly JoinedGrids[],
  { groups }: SewnLayout,
): {
  places: StructValues<typeof structs.SewnParticle>[];
  terms: StructValues<typeof structs.SeamTerm>[];
} {
  return {
    places: groups.flatMap(({ number, seams, offsets, firstNodes }) =>
      seams.placesAt(
        {
          particle: (cloth, particle) => all[number].cloths[cloth].firstParticle + particle,
          line: (cloth: number, { isColumn, line }: SeamEnd) => {
            const { countU, countV } = seams.nets[cloth];
            return (firstNodes[cloth][Number(isColumn)] ?? 0) + line * (isColumn ? countV : countU);
          },
        },
        offsets,
      ),
    ),
    terms: groups.flatMap(({ seams, offsets }) => seams.termsAt(offsets)),
  };
}

/**
 * @param all - All groups of a device.
 * @param layout - Of those that are sewn.
 * @param workgroupSize - Nodes of lines that are solved together.
 * @returns Tables of a step.
 */
export function stepTablesOf(
  all: readonly JoinedGrids[],
  { groups }: SewnLayout,
  workgroupSize: number,
): {
  grids: StructValues<typeof structs.SewnGrids>[];
  lines: Lines[];
  rows: StructValues<typeof structs.SeamRow>[];
} {
  const lines: Lines[] = [];
  const grids = groups.map(({ number, seams, offsets, firstNodes }) => {
    const group = all[number];
    const firstLines = lines.length;
    for (const isColumn of [false, true]) {
      const own = firstNodes.flatMap((firsts, cloth) => {
        const firstNode = firsts[Number(isColumn)];
        return firstNode === null ? [] : linesOf(group, cloth, isColumn, firstNode);
      });
      lines.push(...passesOf(own, lines.length, workgroupSize));
    }
    return {
      firstRow: offsets.row,
      endRow: offsets.row + seams.system.rows.length,
      firstPlace: offsets.place,
      endPlace: offsets.place + seams.system.particles.length,
      firstLines,
      endLines: lines.length,
      rounds: group.rounds,
      roundTime: group.roundTime,
    };
  });
  return {
    grids,
    lines,
    rows: groups.flatMap(({ number, seams, offsets }) => seams.rowsAt(all[number].frames, offsets)),
  };
}

/**
 * @param groups - All of a device.
 * @returns Tables of the air inside of them, of a step.
 */
export function airTablesOf(groups: readonly JoinedGrids[]): {
  airs: StructValues<typeof structs.AirInGrids>[];
  grids: StructValues<typeof structs.InflatedGrid>[];
} {
  const grids: StructValues<typeof structs.InflatedGrid>[] = [];
  const airs = groups.flatMap((group) =>
    group.airs.map(({ air: { pressure, amount }, members, sides }) => {
      const firstGrid = grids.length;
      members.forEach((member, i) => {
        const { countU, countV, closedU, closedV } = group.nets[member];
        const step = group.steps[member];
        grids.push({
          // Cones that close what is open end at the origin of the first cloth.
          center: group.frames[member].map((coordinate, axis) => group.frames[members[0]][axis] - coordinate),
          side: sides[i],
          firstParticle: group.cloths[member].firstParticle,
          countU,
          countV,
          closed: (closedU ? constants.CLOSED_U : 0) + (closedV ? constants.CLOSED_V : 0),
          substepCount: step?.substepCount ?? 0,
          substepTime: step?.substepTime ?? 0,
          inverseDensity: step?.inverseDensity ?? 0,
        });
      });
      const endGrid = grids.length;
      return { firstGrid, endGrid, pressure, amount: Math.min(amount, ENDLESS), rounds: group.rounds };
    }),
  );
  return { airs, grids };
}

/**
 * @param group - Any.
 * @returns Another text whenever its tables of a step are others.
 */
export function signatureOf({ cloths, steps, frames, airs, rounds, roundTime }: JoinedGrids): string {
  const laws = steps.map((step) =>
    step
      ? [
          step.substepCount,
          step.substepTime,
          step.iterationCount,
          step.inverseDensity,
          ...step.warp,
          ...step.weft,
        ].join(" ")
      : "",
  );
  const links = cloths.map(({ firstLink }) => firstLink);
  const air = airs.map(({ air: { pressure, amount }, members, sides }) => [pressure, amount, members, sides]);
  return [rounds, roundTime, laws, links, frames, air].join(" ");
}

/** All rows or all columns of a cloth. */
function linesOf(
  { cloths, nets, steps }: JoinedGrids,
  number: number,
  isColumn: boolean,
  firstNode: number,
): Omit<Lines, Pass> {
  const { firstParticle, firstLink } = cloths[number];
  const { countU, countV } = nets[number];
  const [nodes, count] = isColumn ? [countV, countU] : [countU, countV];
  const [along, across] = isColumn ? [countU, 1] : [1, countU];
  const step = steps[number];
  return {
    firstParticle,
    along,
    across,
    nodes,
    count,
    firstNode,
    firstLink,
    isColumn: Number(isColumn),
    law: step ? lawOf(step, isColumn) : [0, 1, 1, 1],
    inverseDensity: step?.inverseDensity ?? 0,
  };
}

/** Whole lines, as many in a pass as a workgroup has invocations for their nodes. `number`: of the first of them. */
function passesOf(all: readonly Omit<Lines, Pass>[], number: number, workgroupSize: number): Lines[] {
  const passes: Lines[][] = [];
  let lane = workgroupSize;
  for (const lines of all) {
    let done = 0;
    while (done < lines.count) {
      if (lane + lines.nodes > workgroupSize) {
        passes.push([]);
        lane = 0;
      }
      const count = Math.min(Math.floor((workgroupSize - lane) / lines.nodes), lines.count - done);
      passes[passes.length - 1].push({
        ...lines,
        firstLane: lane,
        endOfPass: 0,
        longest: 0,
        firstParticle: lines.firstParticle + done * lines.across,
        count,
        firstNode: lines.firstNode + done * lines.nodes,
        firstLink: lines.firstLink + 2 * done * lines.across,
      });
      lane += count * lines.nodes;
      done += count;
    }
  }
  let endOfPass = number;
  return passes.flatMap((pass) => {
    endOfPass += pass.length;
    const longest = Math.max(...pass.map(({ nodes }) => nodes));
    return pass.map((lines) => ({ ...lines, endOfPass, longest }));
  });
}

/** As gridStepOf in gridMemory.wgsl has it. */
function lawOf({ warp, weft, substepTime, iterationCount }: ClothStep, isColumn: boolean): number[] {
  const [compliance, ...limits] = isColumn ? weft : warp;
  return [(compliance * iterationCount) / Math.max(substepTime * substepTime, 1e-30), ...limits];
}
