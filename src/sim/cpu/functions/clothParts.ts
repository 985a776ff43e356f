// Twin of clothParts.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import type { ClothStep } from "../../clothStep.js";

const { CLOTH_PARTS, CONSTRAINTS } = constants;

/** Whether a control grid takes its step in parts if it meets others. */
export function mayPause({ integrator, substepCount }: Pick<ClothStep, "integrator" | "substepCount">): boolean {
  return substepCount >= CLOTH_PARTS && integrator === CONSTRAINTS;
}
