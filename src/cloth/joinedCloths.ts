// Whether cloths that are sewn together or share their air can keep their control grids on the GPU: see sim/gpu/gridJoints.ts.
import { mat3 } from "gl-matrix";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import { kernels } from "../shaders/shaders.gen.js";
import { transformed } from "../sim/points.js";
import type { Cloth, Seam } from "./cloth.js";
import type { ClothNet } from "./clothNets.js";
import { joinChanges } from "./clothSewing.js";
import { gathersOf, pathOn, type RestSide } from "./stitches.js";

/** The most particles of a row or of a column: a workgroup takes whole ones. */
const MAX_SEWN_LINE = kernels.sewGrids.constants.WORKGROUP_SIZE;

/** Cloths that hang together. */
interface Piece {
  /** When they were found: see joinChanges. */
  readonly changes: number;
  readonly cloths: ReadonlySet<Cloth>;
  /** Whether links of one of them are gathered: these change their lengths, which control grids share. */
  readonly isGathered: boolean;
}

const pieces = new WeakMap<Cloth, Piece>();

/**
 * @param cloth - One that is joined to others.
 * @returns Whether it and all that it is joined to, directly or through others, can keep their control grids.
 */
export function keepsControlGrid(cloth: Cloth): boolean {
  let piece = pieces.get(cloth);
  if (piece?.changes !== joinChanges()) {
    piece = pieceOf(cloth);
    for (const member of piece.cloths) {
      pieces.set(member, piece);
    }
  }
  if (piece.isGathered) {
    return false;
  }
  for (const member of piece.cloths) {
    if (!canKeep(member)) {
      return false;
    }
  }
  return true;
}

function pieceOf(cloth: Cloth): Piece {
  const cloths = new Set([cloth]);
  const seams = new Set<Seam>();
  for (const { sewing } of cloths) {
    sewing.seams.forEach((seam) => seams.add(seam));
    const others = [
      ...sewing.seams.flatMap(({ from, to }) => [from.cloth, to.cloth]),
      ...(sewing.pressure?.members ?? []),
    ];
    others.forEach((other) => cloths.add(other));
  }
  return { changes: joinChanges(), cloths, isGathered: [...seams].some(isGathered) };
}

/**
 * @param seam - Any.
 * @param netOf - The net of a cloth.
 * @returns Both of its sides at rest, at the scale of their meshes.
 */
export function restSidesOf({ from, to }: Seam, netOf: (cloth: Cloth) => ClothNet): readonly [RestSide, RestSide] {
  const [a, b] = [from, to].map(({ cloth, path }): RestSide => {
    const { restGrid } = netOf(cloth);
    const linear = mat3.fromMat4(mat3.create(), worldMatrixOf(cloth).m);
    return {
      counts: restGrid,
      path: pathOn(restGrid, cloth.definition, path),
      positions: transformed(restGrid.restPositions, linear),
    };
  });
  return [a, b];
}

/** Springs wait for no one in a control grid. */
function canKeep({ askedFidelity, isParting, solver, definition: { countU, countV } }: Cloth): boolean {
  return (
    askedFidelity === "controlGrid" &&
    !isParting &&
    solver.model === "constraints" &&
    Math.max(countU, countV) <= MAX_SEWN_LINE
  );
}

/** As both sides are at the scale of their meshes when they are asked about. */
function isGathered(seam: Seam): boolean {
  const [a, b] = restSidesOf(seam, (cloth) => cloth.nets.of(false));
  return gathersOf(a, b, 1).length + gathersOf(b, a, 1).length > 0;
}
