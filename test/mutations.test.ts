// `npm run mutate` still finds what it changes.
import { readFileSync } from "node:fs";
import { mutations } from "../scripts/mutations/mutations.js";

test.each(mutations.flatMap(({ name, changes }) => changes.map((change) => [name, change.file, change] as const)))(
  "%s: its text stands once in %s",
  (_, file, { from, to }) => {
    expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
    expect(to).not.toBe(from);
  },
);
