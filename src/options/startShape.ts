// Where a cloth starts, if not at rest: the user's function becomes a control net, once.
import { complaint } from "./rules.js";
import { joinedNeighbours, netThrough, placeOf, type ClothRestShape, type NetTopology } from "./restShape.js";

/**
 * First position of the sheet at (u, v), local to the mesh [m]: into `result`, or as a Vector3 that is returned. An edge may be a point, as of a
 * {@link ClothRestShape}.
 */
export type ClothStartShape = ClothRestShape;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `startShape` of the options.
 * @param grid - Control grid; `closedU` and `closedV` say which edges meet.
 * @returns Control points of the surface through the shape [m], shape [countU * countV, 3].
 * @throws TypeError if it is no function, RangeError that says where it is not finite, its edges do not meet, or neighbours are one point.
 */
export function checkStartShape(cloth: string, given: unknown, grid: NetTopology): Float64Array {
  const { net } = netThrough(cloth, "startShape", given, grid);
  checkStart(cloth, "startShape", net, grid);
  return net;
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - What has the control points.
 * @param net - Control points [m], shape [countU * countV, 3].
 * @param grid - Their counts.
 * @throws RangeError if neighbours are one point: the solver could not tell where to move them.
 */
export function checkStart(cloth: string, option: string, net: Float64Array, grid: NetTopology): void {
  const joined = joinedNeighbours(net, grid.countU);
  if (joined) {
    const [one, other] = joined.map((particle) => placeOf(particle, grid));
    throw new RangeError(complaint({ cloth, option }, `one point at ${one} and at ${other}`, "two points"));
  }
}
