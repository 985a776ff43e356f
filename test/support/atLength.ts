/** For test files only: benchmarks run outside of Jest. */
import { isAtLength } from "./isAtLength.js";

export { isAtLength };

/** A test of that kind. */
export const testAtLength = isAtLength ? test : test.skip;
