import { StructArray } from "../../gpu/structArray.js";
import { structs } from "../../shaders/shaders.gen.js";
import type { ColliderState } from "../clothStep.js";

const { fields, size } = structs.Collider;
const WORDS = size / 4;

/**
 * @param colliders - Written to: field by field, since hundreds of them may move in a frame.
 * @param index - Which.
 * @param state - What it is.
 * @param firstPlane - Where the planes of a convex are.
 * @param planeCount - How many.
 * @param firstSample - Where the distances of a field are.
 */
export function writeCollider(
  { floats, words }: StructArray<typeof structs.Collider>,
  index: number,
  state: ColliderState,
  firstPlane: number,
  planeCount: number,
  firstSample: number,
): void {
  const start = index * WORDS;
  write3(floats, start + fields.position.offset / 4, state.position);
  words[start + fields.kind.offset / 4] = state.kind;
  write3(floats, start + fields.previousPosition.offset / 4, state.previousPosition);
  floats[start + fields.friction.offset / 4] = state.friction;
  write3(floats, start + fields.rotation.offset / 4, state.rotation);
  floats[start + fields.rotation.offset / 4 + 3] = state.rotation[3];
  write3(floats, start + fields.previousRotation.offset / 4, state.previousRotation);
  floats[start + fields.previousRotation.offset / 4 + 3] = state.previousRotation[3];
  write3(floats, start + fields.size.offset / 4, state.size);
  words[start + fields.firstPlane.offset / 4] = firstPlane;
  write3(floats, start + fields.spin.offset / 4, state.spin);
  words[start + fields.planeCount.offset / 4] = planeCount;
  words[start + fields.isPushed.offset / 4] = state.isPushed;
  words[start + fields.firstSample.offset / 4] = firstSample;
  write3(floats, start + fields.toCenter.offset / 4, state.toCenter);
  floats[start + fields.inverseMass.offset / 4] = state.inverseMass;
  for (let column = 0; column < 3; column++) {
    const at = start + fields.inverseInertia.offset / 4 + 4 * column;
    write3(
      floats,
      at,
      [0, 1, 2].map((row) => state.inverseInertia[3 * column + row]),
    );
  }
  words[start + fields.body.offset / 4] = state.body;
}

function write3(floats: Float32Array, at: number, vector: ArrayLike<number>): void {
  floats[at] = vector[0];
  floats[at + 1] = vector[1];
  floats[at + 2] = vector[2];
}
