// The spring model: its settings, and what they go together with.
import { complaint, type NumberRule, type RulesOf } from "./rules.js";

/** What resists in a cloth. */
export type ClothModel = "constraints" | "springs";

/** How springs are integrated. */
export type ClothIntegrator =
  "verlet" | "euler" | "semiImplicitEuler" | "rungeKutta2" | "rungeKutta4" | "adamsBashforth";

/** Hooke's springs of the model "springs" (Glassenberg 2003). A spring without stiffness is none, and damps nothing. */
export interface ClothSprings {
  /**
   * Of springs between neighbours along u and v. Larger values let the cloth stretch less, and need more substeps. Default 10 N/m, a
   * finite number from 0 up.
   */
  stiffness: number;
  /**
   * Of springs along the diagonals of cells. Larger values let the cloth skew less, and need more substeps. Default 5 N/m, a finite
   * number from 0 up.
   */
  shear: number;
  /**
   * Of springs between particles two apart along u and v. Larger values let the cloth bend less, and need more substeps. Default 1 N/m,
   * a finite number from 0 up.
   */
  bend: number;
  /**
   * Damping along springs. Larger values calm the swing of springs and leave the cloth as a whole alone; too large ones need more
   * substeps. Default 0.002 N s/m, a finite number from 0 up.
   */
  damping: number;
  /**
   * Artificial viscosity: damping of all motion of the ends of springs relative to each other. Larger values also slow folds; too large ones
   * need more substeps. Default 0 N s/m, a finite number from 0 up.
   */
  viscosity: number;
}

export const models: readonly ClothModel[] = ["constraints", "springs"];

export const integrators: readonly ClothIntegrator[] = [
  "verlet",
  "euler",
  "semiImplicitEuler",
  "rungeKutta2",
  "rungeKutta4",
  "adamsBashforth",
];

function rule(value: number, unit: string): NumberRule {
  return { default: value, min: 0, max: Infinity, unit };
}

export const springRules: RulesOf<ClothSprings> = {
  stiffness: rule(10, "N/m"),
  shear: rule(5, "N/m"),
  bend: rule(1, "N/m"),
  damping: rule(0.002, "N s/m"),
  viscosity: rule(0, "N s/m"),
};

/** Settings that must go together. */
interface ModelSettings {
  readonly model: ClothModel;
  readonly integrator: ClothIntegrator;
  readonly substeps: number | string;
  readonly selfCollision: boolean;
}

/** How a cloth is solved, beside the settings of its solver. */
export interface SolvedAs {
  readonly fidelity: string;
  readonly isCut: boolean;
  /** See `fabric.tear`. */
  readonly tear: number;
}

const WHOLE_GRID: SolvedAs = { fidelity: "controlGrid", isCut: false, tear: Infinity };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param settings - Of its solver.
 * @param solved - What else of the cloth decides.
 * @throws RangeError if they do not go together.
 */
export function checkModel(
  cloth: string,
  { model, integrator, substeps, selfCollision }: ModelSettings,
  { fidelity, isCut, tear }: SolvedAs = WHOLE_GRID,
): void {
  const refuse = (option: string, value: unknown, allowed: string): void => {
    throw new RangeError(complaint({ cloth, option }, value, allowed));
  };
  if (model === "constraints") {
    if (integrator !== "verlet") {
      refuse(
        "solver.integrator",
        integrator,
        `"verlet" with solver.model "constraints" (the others are for "springs")`,
      );
    }
    return;
  }
  const reason = `with solver.model "springs"`;
  if (fidelity === "auto") {
    refuse(
      "fidelity",
      fidelity,
      `"controlGrid" or "fullResolution" ${reason} (finer nets of the same springs are softer)`,
    );
  }
  if (tear < Infinity) {
    refuse("fabric.tear", tear, `Infinity ${reason} (springs do not break)`);
  }
  if (isCut) {
    throw new RangeError(
      `Cloth "${cloth}": it is cut, and springs know no cuts; solver.model must be "constraints" until reset.`,
    );
  }
  if (substeps === "auto") {
    refuse("solver.substeps", substeps, `a number or "standard" ${reason} (strain does not show which step is stable)`);
  }
  if (selfCollision) {
    refuse("solver.selfCollision", selfCollision, `false ${reason}`);
  }
}
