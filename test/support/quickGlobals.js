/**
 * Lets TypeScript reach the globals of computations through constants of its module. Jest runs files in contexts of `node:vm`, where V8 looks a global
 * up again each time: the CPU solver took several times as long. Jest loads this file by itself, hence no TypeScript.
 */
import swc from "@swc/jest";

const names = [
  "Array",
  "Float32Array",
  "Float64Array",
  "Infinity",
  "Int32Array",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Set",
  "Uint8Array",
  "Uint32Array",
];
/** On the first line: those of the source keep their numbers. */
const constants = `const { ${names.join(", ")} } = globalThis; `;

/** @param options - Of swc. */
function createTransformer(options) {
  const transformer = swc.createTransformer(options);
  const extend = (result) => ({ ...result, code: constants + result.code });
  return {
    ...transformer,
    process: (...source) => extend(transformer.process(...source)),
    processAsync: async (...source) => extend(await transformer.processAsync(...source)),
    getCacheKey: (...source) => transformer.getCacheKey(...source) + constants,
  };
}

export default { createTransformer };
