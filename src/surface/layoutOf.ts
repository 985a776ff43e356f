import type { Segments } from "../bspline/tessellation.js";
import type { ClothNet } from "../cloth/clothNets.js";
import { cutLayout, gridLayout, type SurfaceLayout } from "./surfaceLayout.js";
import { trimmedLayout } from "./trimmedLayout.js";

/**
 * @param net - Of a cloth.
 * @param links - Which of its links live; null: all.
 * @param segments - Of the whole face, if it has no outline; where it is cut, a multiple of its spans.
 * @returns How it is drawn.
 */
export function layoutOf(
  { restGrid, trim }: Pick<ClothNet, "restGrid" | "trim">,
  links: Uint32Array | null,
  segments: Segments,
): SurfaceLayout {
  if (!links) {
    return gridLayout(restGrid, segments);
  }
  return trim ? trimmedLayout(restGrid, trim, links) : cutLayout(restGrid, links, segments.u / (restGrid.countU - 2));
}
