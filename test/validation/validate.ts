// Compares the solver with mechanics, and draws what it gives on the exact curves:
//
//   npm run validate                writes docs/validation.md and its plots
//   npm run validate -- --small     a few points, writes nothing
//
// Fails if a point is not where it must be. The solver is the CPU backend; tests compare it with the GPU kernels.
import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import type { Experiment, Measured } from "./experiment.js";
import { isRight } from "./experiment.js";
import { experiments } from "./experiments.js";
import { plot } from "./plot.js";

const PLOTS = "docs/pictures/validation";
const PAGE = "docs/validation.md";

const { values } = parseArgs({ options: { small: { type: "boolean", default: false } } });

const sections: string[] = [];
let wrong = 0;
for (const experiment of experiments) {
  const measured = await experiment.measure(values.small);
  for (const point of measured) {
    const { x, y, low, high } = point;
    console.log(
      `${experiment.name.padEnd(18)} ${shown(x).padStart(8)} ${shown(y).padStart(8)}   ` +
        `${shown(low)} to ${shown(high)}${isRight(point) ? "" : "   WRONG"}`,
    );
  }
  wrong += measured.filter((point) => !isRight(point)).length;
  if (!values.small) {
    await mkdir(PLOTS, { recursive: true });
    await writeFile(`${PLOTS}/${experiment.name}.svg`, await plot(experiment, measured));
    sections.push(sectionOf(experiment, measured));
  }
}
if (!values.small) {
  const page = `# Validation

\`npm run validate\` has made this page. It compares the solver, with default settings, with what mechanics says. Blue is the exact curve, black is
what the solver gives, red is wrong. The setups are in \`test/validation\`.

${sections.join("\n")}`;
  await writeFile(PAGE, await format(page, { ...(await resolveConfig(PAGE)), parser: "markdown" }));
}
console.log(wrong === 0 ? "All points are where they must be." : `${wrong} points are wrong.`);
process.exitCode = wrong === 0 ? 0 : 1;

function sectionOf({ name, title, text, x, y }: Experiment, measured: readonly Measured[]): string {
  const rows = measured.map((point) => {
    const { low, high } = point;
    return `| ${shown(point.x)} | ${shown(point.y)} | ${shown(low)} to ${shown(high)} |${isRight(point) ? "" : " wrong |"}`;
  });
  return `## ${title}

${text}

![${title}: measured points on the exact curve](pictures/validation/${name}.svg)

| ${x} | ${y} | right |
|---|---|---|
${rows.join("\n")}
`;
}

function shown(x: number): string {
  return Number(x.toPrecision(3)).toString();
}
