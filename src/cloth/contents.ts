// What a cloth has besides the options that it was made with: a clone and a loaded cloth get it alike.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothCollider } from "../colliders/clothCollider.js";
import type { Cloth } from "./cloth.js";
import type { ClothWindZone } from "./clothWindZone.js";
import type { IClothSpheres } from "./guides.js";
import type { IClothPin } from "./pinning.js";

/** Pins, wind, colliders and constraints of a cloth. */
interface ClothContents {
  readonly pins: readonly IClothPin[];
  readonly wind: Vector3;
  readonly windZones: { readonly list: readonly ClothWindZone[] };
  readonly colliders: { readonly list: readonly ClothCollider[] };
  readonly motionConstraints: IClothSpheres | null;
  readonly separationConstraints: IClothSpheres | null;
}

/**
 * @param to - A cloth of as many particles.
 * @param from - What it gets; pins that it has already stay as they are.
 */
export function fillCloth(to: Cloth, from: ClothContents): void {
  const before = to.pins;
  const isAt =
    ({ u, v }: IClothPin) =>
    (other: IClothPin): boolean =>
      other.u === u && other.v === v;
  for (const pin of before.filter((old) => !from.pins.some(isAt(old)))) {
    to.unpin(pin.u, pin.v);
  }
  for (const pin of from.pins) {
    const old = before.find(isAt(pin));
    if (old?.target !== pin.target) {
      // Unlike ClothMesh.pin, this also takes a target that was disposed since: pins of the original stay where that was.
      to.pinning.pin(pin.u, pin.v, pin.target);
    }
  }
  to.wind.copyFrom(from.wind);
  from.windZones.list.forEach((zone) => {
    to.windZones.add(zone);
  });
  from.colliders.list.forEach((collider) => {
    to.colliders.takeOver(collider);
  });
  to.motionConstraints = from.motionConstraints;
  to.separationConstraints = from.separationConstraints;
}
