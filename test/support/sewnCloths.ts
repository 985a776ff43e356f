/** Cloths that are sewn together, or to themselves. */
import { ClothSeam, type ClothEdge, type ClothMesh, type IClothOptions } from "../../src/index.js";

const edges: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];

/** Makes a cloth in some scene. */
export type Add = (name: string, options: IClothOptions) => ClothMesh;

/** Sews two panels along their four borders. */
export function sewAround(from: ClothMesh, to: ClothMesh, speed?: number): void {
  for (const edge of edges) {
    new ClothSeam(edge, {
      from: { cloth: from, edge },
      to: { cloth: to, edge },
      ...(speed !== undefined && { speed }),
    });
  }
}

/** Two panels without air that meet each other, one over the other, above a floor. */
export function createFlatCushion(add: Add, options: IClothOptions, heights: readonly number[], turn = 0): ClothMesh[] {
  const panels = heights.map((height) => {
    const panel = add("panel", { ...options, solver: { ...options.solver, clothCollision: true } });
    panel.rotation.set(Math.PI / 2, turn, 0);
    panel.position.y = height;
    panel.colliders.add({ shape: "plane", friction: 0.5 });
    return panel;
  });
  sewAround(panels[0], panels[1]);
  return panels;
}

/** A sheet that is sewn to itself, `share` of the way around before; it keeps apart from itself, but beside the seam. */
export function createSleeve(add: Add, options: IClothOptions, share: number): ClothMesh[] {
  const radius = 1 / (2 * Math.PI);
  const sleeve = add("sleeve", {
    ...options,
    pins: "topEdge",
    solver: { ...options.solver, selfCollision: true },
    startShape: (u, v, point) => {
      const angle = 2 * Math.PI * share * u;
      point.set(radius * Math.cos(angle), v - 0.5, radius * Math.sin(angle));
    },
  });
  sleeve.wind.z = 1;
  new ClothSeam("side", { from: { cloth: sleeve, edge: "leftEdge" }, to: { cloth: sleeve, edge: "rightEdge" } });
  return [sleeve];
}
