// How the mesh takes particles along on the CPU. Twin of carry.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { add, createVector, scale, subtract, toFloat32, transform, type Rounded, type Vector } from "./vectors.js";

const center = createVector();

/** Where the mesh takes a position in a substep that starts at `time`, from 0 to 1 within the step. */
export function carriedPosition(out: Vector, step: Rounded<ClothStep>, position: Vector, time: number): Vector {
  scale(center, step.frameShift, time - 1);
  toFloat32(transform(out, step.carry, toFloat32(subtract(out, position, center))));
  return toFloat32(add(out, out, add(center, center, step.carryShift)));
}

/** How far it takes a free particle along in that substep; `place` is another vector than `out`. */
export function carriedWay(out: Vector, step: Rounded<ClothStep>, place: Vector, time: number): Vector {
  return step.carryMode === constants.CARRIED
    ? subtract(out, carriedPosition(out, step, place, time), place)
    : out.fill(0);
}
