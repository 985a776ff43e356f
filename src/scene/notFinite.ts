// Why particles became no numbers: what a cloth was given that is not finite.
import type { ClothNode } from "../babylon/worldMatrix.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import type { Cloth } from "../cloth/cloth.js";

/**
 * @param cloth - One whose step was undone.
 * @returns Names of what is not finite, of all cloths that share seams or air with it, as they are now.
 */
export function notFinite(cloth: Cloth): string[] {
  const joined = new Set([cloth]);
  // A set tells those, too, that are added meanwhile.
  for (const { sewing } of joined) {
    sewing.seams.flatMap(({ from, to }) => [from.cloth, to.cloth]).forEach((other) => joined.add(other));
    sewing.pressure?.members.forEach((other) => joined.add(other));
  }
  return [...joined].flatMap(notFiniteOf);
}

function notFiniteOf(cloth: Cloth): string[] {
  const { name, wind, solver, pins, seenColliders } = cloth;
  const nodes: [string, ClothNode | null][] = [
    ["its matrix", cloth],
    ...pins.map(({ target }): [string, ClothNode | null] => ["the target of a pin", target]),
    ...seenColliders.active.map(({ node }): [string, ClothNode | null] => ["the node of a collider", node]),
  ];
  const given: [string, ArrayLike<number>][] = [
    ["its wind", wind.asArray()],
    ["its gravity", solver.gravity.asArray()],
    ...nodes.map(([what, node]): [string, ArrayLike<number>] => [what, node ? worldMatrixOf(node).asArray() : []]),
  ];
  const found = given.filter(([, numbers]) => !Array.from(numbers).every(Number.isFinite)).map(([what]) => what);
  return [...new Set(found)].map((what) => `${what} (cloth "${name}")`);
}
