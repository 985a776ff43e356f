// The public API is what docs/api-report.md says: a change of it is seen in review.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiReport, REPORT } from "../scripts/apiReport.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

test("the report of the public API is current: if it is not, npm run api, and look at what changed", () => {
  expect(apiReport(ROOT)).toBe(readFileSync(join(ROOT, REPORT), "utf8").replaceAll("\r\n", "\n"));
});

test("the report has every export and no internal member", async () => {
  const report = readFileSync(join(ROOT, REPORT), "utf8");
  // One after the other: Jest cannot link two graphs that share modules at once.
  const entries = [(await import("../src/index.js")) as object, (await import("../src/inspector/index.js")) as object];
  for (const name of entries.flatMap((entry) => Object.keys(entry))) {
    expect(report).toMatch(new RegExp(`^(class|const|function) ${name}\\b`, "m"));
  }
  expect(report).toContain("ClothMesh.wind: Vector3 (readonly)");
  expect(report).not.toMatch(/^ClothMesh\.(nets|body|_draw|events)\b/m);
  expect(report).not.toContain("new ClothMesh");
});
