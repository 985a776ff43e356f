/** What takes minutes in software, and is shown for a neighbouring case by tests that always run: `MEASURE=1` runs all. */
export const isAtLength = Boolean(process.env.MEASURE);

/** A test of that kind. */
export const testAtLength = isAtLength ? test : test.skip;
