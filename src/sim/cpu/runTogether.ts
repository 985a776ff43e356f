import { constants } from "../../shaders/shaders.gen.js";
import type { CpuClothContact } from "./cpuClothContact.js";

const { CLOTH_PARTS } = constants;

/** A cloth that takes a step, or several that are joined. */
export interface Stepper {
  /** Contacts of those that ask others, between parts of the step, where they are: it takes the step in parts then. */
  readonly asking: readonly CpuClothContact[];
  /** All of the step. */
  run(): void;
  /** A part of it, from 0 to CLOTH_PARTS - 1. */
  runPart(part: number): void;
  /** Between two parts: those who ask tell where they are. `part` comes next. */
  resume(part: number): void;
}

/**
 * Cloths take the step that has begun; control grids that meet another cloth in it, part by part. In between they ask others where they are.
 *
 * @param steppers - That take the step; all have found their contacts.
 * @param contacts - Of all cloths that meet others.
 */
export function runTogether(steppers: readonly Stepper[], contacts: readonly CpuClothContact[]): void {
  const inParts = steppers.filter(({ asking }) => asking.length > 0);
  const all = new Set(inParts.flatMap(({ asking }) => asking));
  // As on the GPU in the first part: they know of others what these have told before it.
  for (const stepper of steppers) {
    if (!inParts.includes(stepper)) {
      stepper.run();
    }
  }
  for (let part = 0; part < CLOTH_PARTS && inParts.length > 0; part++) {
    if (part > 0) {
      contacts
        .filter((contact) => !all.has(contact))
        .forEach((contact) => {
          contact.moveOn(part);
        });
      inParts.forEach((stepper) => {
        stepper.resume(part);
      });
      all.forEach((contact) => {
        contact.find(contacts);
      });
    }
    inParts.forEach((stepper) => {
      stepper.runPart(part);
    });
  }
}
