// Which colliders meet the cells of a net, not its points alone: see cell.wgsl.
import { constants } from "../shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "./clothStep.js";
import { knotReach } from "./knotReach.js";
import type { RestGrid } from "./restGrid.js";

const { BOX, CAPSULE, CONVEX, ELLIPSOID, SPHERE } = constants;

/** What is known of the shape of a collider. */
type Shape = Pick<ColliderState, "kind" | "size"> & Partial<Pick<ColliderState, "isPushed">>;

/**
 * Twin of slidesOver in cell.wgsl.
 *
 * @param shape - Of a collider.
 * @param reach - See knotReach [m].
 * @returns Whether it has edges, or is thinner than that.
 */
export function slidesOver({ kind, size }: Shape, reach: number): boolean {
  switch (kind) {
    case BOX:
    case CONVEX:
      return true;
    case SPHERE:
    case CAPSULE:
    case ELLIPSOID:
      return roundness({ kind, size }) < reach;
    default:
      return false;
  }
}

/**
 * Twin of roundness in cell.wgsl.
 *
 * @param shape - Of a collider.
 * @returns How far below its surface a round one has its middle, where that is nearest [m]; 0 for others.
 */
export function roundness({ kind, size }: Shape): number {
  switch (kind) {
    case SPHERE:
      return size[0];
    case CAPSULE:
      return Math.min(size[0], size[2]);
    case ELLIPSOID:
      return Math.min(size[0], size[1], size[2]);
    default:
      return 0;
  }
}

/**
 * @param step - How the cloth collides.
 * @param shapes - Of its colliders.
 * @param restGrid - Its net at rest.
 * @returns ClothStep.slideReach: 0 if points alone collide, or the springs of the cloth are what it is of.
 */
export function slideReachOf(
  { surfaceSamples, integrator, linear }: Pick<ClothStep, "surfaceSamples" | "integrator" | "linear">,
  shapes: readonly Shape[],
  restGrid: RestGrid,
): number {
  if (shapes.length === 0 || surfaceSamples === 0 || integrator !== constants.CONSTRAINTS) {
    return 0;
  }
  const reach = knotReach(restGrid, linear);
  // A matrix of no numbers has none.
  return reach > 0 && shapes.some((shape) => shape.isPushed !== 1 && slidesOver(shape, reach)) ? reach : 0;
}
