// Benchmarks run outside of Jest: what they take from its tests may not need its globals.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";

/** An option that none has. */
const UNKNOWN = "--unknown";

const benchmarks = readdirSync("test/bench").filter((name) => !["measure.ts", "start.test.ts"].includes(name));

test.each(benchmarks)("%s starts, and reads its options", async (name) => {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["--import", "tsx", `test/bench/${name}`, UNKNOWN], (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
  expect(output).toContain(`Unknown option '${UNKNOWN}'`);
});
