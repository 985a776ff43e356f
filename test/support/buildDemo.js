/** Builds the demo page before the browser tests open it. Jest loads this file by itself, hence no TypeScript. */
import { promisify } from "node:util";
import webpack from "webpack";
import configurations from "../../webpack.config.js";

export default async function buildDemo() {
  const compiler = webpack(configurations.find(({ name }) => name === "demo"));
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))(); // writes the cache
  if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
}
