/** `MEASURE=1` runs what takes minutes in software too: cases beside those that always run, most lost devices, and the demo's gizmos, comparison, touch and Inspector. */
export const isAtLength = Boolean(process.env.MEASURE);
