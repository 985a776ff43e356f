// Tables of options in the guide: names, defaults, units and ranges are those of the code.
import { readFileSync } from "node:fs";
import { ClothDragBehavior, ClothWindZone } from "../../src/index.js";
import { fabricRules } from "../../src/options/fabricSettings.js";
import type { NumberRule } from "../../src/options/rules.js";
import { solverRules } from "../../src/options/solverSettings.js";
import { springRules } from "../../src/options/springSettings.js";

type Rule = Partial<Omit<NumberRule, "default">> & { readonly default: unknown };
interface Rules {
  readonly [name: string]: Rule | Rules;
}
type Row = Readonly<{ default: string; unit?: string; range?: string } & Partial<Record<string, string>>>;

const page = (name: string): string => readFileSync(new URL(`../../docs/guide/${name}.md`, import.meta.url), "utf8");

/** Rows of the tables with this head, cells by column. */
function rowsOf(text: string, head: string): Row[] {
  const columns = head.split(" | ");
  return text
    .split(`| ${head} |\n`)
    .slice(1)
    .flatMap((after) => /^\|[-|]+\|\n((?:\|.*\|\n)+)/.exec(after)?.[1].trim().split("\n") ?? [])
    .map((line) => line.slice(1, -1).split("|"))
    .map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i].trim()])) as Row);
}

/** In its first cell. */
const namesOf = (row: Row): string[] => [...(Object.values(row)[0] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
const isRule = (rules: Rule | Rules): rules is Rule => typeof rules.default !== "object" && "default" in rules;
const leavesOf = (rules: Rule | Rules): Rule[] => (isRule(rules) ? [rules] : Object.values(rules).flatMap(leavesOf));

/** What a row says that is not so. */
function mistakesIn(row: Row, rules: Rules): string[] {
  const names = namesOf(row).filter((name) => name in rules);
  const leaves = names.flatMap((name) => leavesOf(rules[name]));
  const tokens = row.default.replace(/[`"]/g, "").split(", ");
  const values = leaves.map((rule) => String(rule.default));
  const said = tokens.map((token) => token.split(" ")[0]).map((word) => (word === "pi" ? String(Math.PI / 2) : word));
  const isSame = (word: string, value: string): boolean => word === value || Number(word) === Number(value);
  const unit = row.unit ?? /^\S+ (?!\/)(.+)$/.exec(tokens[tokens.length - 1])?.[1];
  const bounds = (/^(?:from |above )?\d[\d.]*(?: to [\d.]+)?/.exec(row.range ?? "")?.[0].match(/[\d.]+/g) ?? []).map(
    Number,
  );
  return [
    ...values
      .filter((value, i) => !isSame(said[said.length === 1 ? 0 : i], value))
      .map((value) => `${names.join()}: default ${row.default}, is ${value}`),
    ...leaves.flatMap((rule) => [
      ...(unit !== undefined && rule.unit !== undefined && unit !== rule.unit ? [`${names.join()}: ${unit}`] : []),
      ...bounds.filter((bound, i) => bound !== [rule.min, rule.max][i]).map((bound) => `${names.join()}: ${bound}`),
    ]),
  ];
}

const tables: readonly (readonly [name: string, rows: Row[], rules: Rules])[] = [
  ["fabric", rowsOf(page("tuning"), "option | default | meaning"), fabricRules],
  ["solver", rowsOf(page("tuning"), "option | default | range | meaning"), solverRules],
  ["springs", rowsOf(page("springs"), "member of `solver.springs` | default | unit | meaning"), { ...springRules }],
];

test.each(tables)(
  "%s: every setting has a row, and every row has the default, unit and range of its rule",
  (_, rows, rules) => {
    const names = rows.flatMap((row) => namesOf(row));
    expect(Object.keys(rules).filter((name) => !names.includes(name))).toEqual([]);
    // Those of groups are told elsewhere.
    const told = rows.filter((row) => !/^(none|)$/.test(row.default) && !row.default.includes("that of the scene"));
    expect(told.length).toBeGreaterThan(4);
    expect(told.flatMap((row) => mistakesIn(row, rules))).toEqual([]);
  },
);

test.each([
  ["tuning", new ClothWindZone(), ["speed", "range", "falloff", "angle"]],
  ["interaction", new ClothDragBehavior(), ["radius", "dragButtons", "detachCameraControls", "enabled"]],
] as const)("%s: members of a class have their defaults in the table", (name, instance, members) => {
  const rows = rowsOf(page(name), "member | default | meaning");
  const rules: Rules = Object.fromEntries(
    members.map((member) => [
      member,
      { default: JSON.stringify((instance as unknown as Record<string, unknown>)[member]) },
    ]),
  );
  const told = rows.filter((row) => namesOf(row).some((member) => member in rules));
  expect(told).toHaveLength(members.length);
  expect(told.flatMap((row) => mistakesIn(row, rules))).toEqual([]);
});

test("a wrong default, unit or range is seen", () => {
  const right = { option: "`strainGoal`", default: "0.01", range: "above 0" };
  const wrong = [
    { ...right, default: "0.02" },
    { option: "`damping`", default: "1 1/min", range: "from 0" },
    { option: "`damping`", default: "1 1/s", range: "from 1" },
    { option: "`maxSubsteps`", default: "16", range: "1 to 32" },
    { option: "`threads`", default: '`"fast"`', range: "" },
  ];
  expect(mistakesIn(right, solverRules)).toEqual([]);
  expect(wrong.filter((row) => mistakesIn(row, solverRules).length === 0)).toEqual([]);
});
