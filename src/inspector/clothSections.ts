// Sections of the Inspector's property pane for a cloth: its settings.
import type { ReactElement } from "react";
import type { ClothMesh } from "../scene/clothMesh.js";
import type { ClothFidelity } from "../options/clothOptions.js";
import { ClothSystem } from "../scene/clothMesh.js";
import { threadSolvers, type ClothThreadSolver } from "../options/solverSettings.js";
import { integrators, models, type ClothIntegrator, type ClothModel } from "../options/springSettings.js";
import { Fabrics } from "../options/fabrics.js";
import {
  fabricControls,
  solverControls,
  springControls,
  substepsChoice,
  tessellationControls,
  type ClothControl,
  type SliderRange,
} from "./clothControls.js";
import { choiceLine, controlLine, numberLine, textLine, type Member } from "./clothLines.js";
import { inspectorPackages } from "./inspectorPackages.js";
import { isFabric, optionsAsCode } from "./optionsAsCode.js";
import { note } from "./refusal.js";
import { useShown } from "./useShown.js";

const { inspector, react } = inspectorPackages();
const { ButtonLine } = inspector;
const { createElement, Fragment, useState } = react;

/** What a section is given. */
export interface SectionProps {
  readonly context: ClothMesh;
}

/** What the list of fabrics shows for settings of one's own. */
const OWN_FABRIC = "(own)";

const fidelities: readonly ClothFidelity[] = ["controlGrid", "fullResolution", "auto"];
const fidelityMember: Member<ClothMesh, string> = {
  label: "fidelity",
  description: "What is simulated: the control grid, all particles, or either by size in the picture",
  get: ({ fidelity }) => fidelity,
  set: (cloth, value) => (cloth.fidelity = value as ClothFidelity),
};

const budgetMember: Member<ClothSystem, number> = {
  label: "fidelity budget",
  description: "GPU ms of a frame for all cloths of the scene that are at full resolution by fidelity auto",
  get: ({ fidelityBudget }) => fidelityBudget,
  set: (system, value) => (system.fidelityBudget = value),
};
const budgetRange: SliderRange = { min: 0.1, max: 20, isLogarithmic: true, first: 0 };

/** What cannot be changed once the cloth exists. */
const fixedLines = [
  { label: "backend", get: ({ backend }: ClothMesh) => backend },
  {
    label: "control points",
    get: ({ definition: { countU, countV } }: ClothMesh) => `${countU.toString()} x ${countV.toString()}`,
  },
  {
    label: "full resolution",
    description: "Particles, where the fidelity asks for them",
    get: ({ definition: { fullResolution } }: ClothMesh) =>
      `${fullResolution.u.toString()} x ${fullResolution.v.toString()}`,
  },
];

const fabricMember: Member<ClothMesh, string> = {
  label: "preset",
  description: "Sets all of the fabric",
  get: ({ fabric }) => presetNames.find((name) => isFabric(fabric, Fabrics[name])) ?? OWN_FABRIC,
  set: (cloth, name) => {
    if (name !== OWN_FABRIC) {
      cloth.fabric = Fabrics[name as keyof typeof Fabrics];
    }
  },
};
const presetNames = Object.keys(Fabrics) as (keyof typeof Fabrics)[];

const tessellationModes = Object.keys(tessellationControls) as (keyof typeof tessellationControls)[];
const modeOf = (cloth: ClothMesh): ClothMesh["tessellation"]["mode"] => cloth.tessellation.mode;
const modeMember: Member<ClothMesh, string> = {
  label: "mode",
  description: "By error in pixels, by distance, or fixed",
  get: modeOf,
  set: (cloth, mode) => (cloth.tessellation = { mode: mode as ReturnType<typeof modeOf> }),
};

const modelOf = ({ solver }: ClothMesh): string => solver.model;
const modelMember: Member<ClothMesh, string> = {
  label: "model",
  description: "Constraints, or springs for experiments",
  get: modelOf,
  set: ({ solver }, model) => (solver.model = model as ClothModel),
};
const integratorMember: Member<ClothMesh, string> = {
  label: "integrator",
  description: "Of springs; constraints have verlet alone",
  get: ({ solver }) => solver.integrator,
  set: ({ solver }, integrator) => (solver.integrator = integrator as ClothIntegrator),
};
const threadMember = (kind: "warp" | "weft"): Member<ClothMesh, string> => ({
  label: `threads ${kind}`,
  description: "Solved as whole lines, or link by link with less time",
  get: ({ solver }) => solver.threads[kind],
  set: ({ solver }, value) => (solver.threads[kind] = value as ClothThreadSolver),
});
const threadMembers = [threadMember("warp"), threadMember("weft")];

/** What the cloth is, and what can be done with it. */
export function ClothSection({ context: cloth }: SectionProps): ReactElement {
  const [news, setNews] = useState<ReactElement | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(optionsAsCode(cloth));
      setNews(note("status", `The options of "${cloth.name}" are in the clipboard.`));
    } catch (error) {
      setNews(note("alert", `The options cannot be copied: ${String(error)}`));
    }
  };
  return createElement(
    Fragment,
    null,
    ...fixedLines.map((line) => textLine(cloth, line)),
    choiceLine(cloth, fidelityMember, fidelities),
    numberLine(ClothSystem.For(cloth.getScene()), budgetMember, budgetRange),
    createElement(ButtonLine, { label: "Reset cloth", title: "Back to the first shape", onClick: () => cloth.reset() }),
    createElement(ButtonLine, { label: "Copy options as code", title: "A call of CreateCloth", onClick: copy }),
    news,
  );
}

/** How the cloth resists. */
export function FabricSection({ context: cloth }: SectionProps): ReactElement {
  const presets = choiceLine(cloth, fabricMember, [...presetNames, OWN_FABRIC]);
  return createElement(Fragment, null, presets, ...lines(cloth, fabricControls));
}

/** How the solver runs. */
export function SolverSection({ context: cloth }: SectionProps): ReactElement {
  const hasSprings = useShown(cloth, modelOf) === "springs";
  return createElement(
    Fragment,
    null,
    choiceLine(cloth, modelMember, models),
    choiceLine(cloth, integratorMember, integrators),
    ...threadMembers.map((member) => choiceLine(cloth, member, threadSolvers)),
    ...lines(cloth, hasSprings ? springControls : []),
    choiceLine(cloth, substepsChoice, substepsChoice.names),
    ...lines(cloth, solverControls),
  );
}

/** How finely it is drawn. */
export function TessellationSection({ context: cloth }: SectionProps): ReactElement {
  const mode = useShown(cloth, modeOf);
  const modes = choiceLine(cloth, modeMember, tessellationModes);
  return createElement(Fragment, null, modes, ...lines(cloth, tessellationControls[mode]));
}

function lines(cloth: ClothMesh, controls: readonly ClothControl[]): ReactElement[] {
  return controls.map((control) => controlLine(cloth, control));
}
