/** Prints what a test has measured, where the environment has MEASURE. */
export function note(...values: unknown[]): void {
  if (process.env.MEASURE) console.log(...values);
}
