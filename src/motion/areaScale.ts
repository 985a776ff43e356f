import { vec3, type ReadonlyMat3 } from "gl-matrix";
import { transformed, UNSCALED } from "../sim/points.js";
import type { RestGrid } from "../sim/restGrid.js";
import { sameScale } from "./frameChanges.js";

/**
 * A fabric has its density per area, whatever the scale of the mesh.
 *
 * @param restGrid - Of the cloth.
 * @param linear - Axes of its mesh, column by column.
 * @returns How many times as large the area of the cloth is in the world as in its mesh.
 */
export function areaScale(restGrid: RestGrid, linear: ReadonlyMat3): number {
  if (sameScale(linear, UNSCALED)) {
    return 1;
  }
  return areaOf(restGrid, linear) / areaOf(restGrid, UNSCALED);
}

/** Half the product of the diagonals of each quad, those outside of an outline too: a narrow sheet may have none inside [m2]. */
function areaOf(restGrid: RestGrid, linear: ReadonlyMat3): number {
  const { countU, countV, restPositions } = restGrid;
  const points = transformed(restPositions, linear);
  const [across, other] = [vec3.create(), vec3.create()];
  const between = (out: vec3, a: number, b: number): vec3 =>
    vec3.set(
      out,
      points[3 * b] - points[3 * a],
      points[3 * b + 1] - points[3 * a + 1],
      points[3 * b + 2] - points[3 * a + 2],
    );
  let area = 0;
  for (let v = 0; v + 1 < countV; v++) {
    for (let u = 0; u + 1 < countU; u++) {
      const a = v * countU + u;
      between(across, a, a + countU + 1);
      between(other, a + 1, a + countU);
      area += vec3.length(vec3.cross(across, across, other)) / 2;
    }
  }
  return area;
}
