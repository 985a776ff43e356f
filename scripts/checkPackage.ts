// What publint and attw say of the packed package. Run by `npm run check:package`.
import { rmSync } from "node:fs";
import { newFolder, npm, pack } from "./package/pack.js";

const folder = newFolder();
try {
  const tarball = pack(folder);
  npm(process.cwd(), "exec", "--", "publint", tarball, "--strict");
  // The bundle for script tags sets a global and exports nothing, and a worker exports nothing either.
  npm(process.cwd(), "exec", "--", "attw", tarball, "--profile", "esm-only", "--exclude-entrypoints", "umd", "worker");
} finally {
  rmSync(folder, { recursive: true });
}
