/** What the projects have in common: native ES modules, TypeScript through swc. */
const project = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "\\.ts$": [
      "<rootDir>/test/support/quickGlobals.js",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" } },
    ],
  },
  // TypeScript's specifiers name the file that will be emitted.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": ["$1.ts", "$1.js"] },
};

/** @type {import("jest").Config} */
export default {
  // Two files beside each other need 3.7 GB. The browser's files run beside others: a page that compiles or waits leaves a core idle.
  maxWorkers: 2,
  // A process keeps what it has compiled for the GPU, but something of each file that it has run, too: beyond this it is replaced.
  workerIdleMemoryLimit: "6GB",
  workerGracefulExitTimeout: 30_000,
  // What a GPU does in a second takes software a minute, and more on a machine that has other work too.
  testTimeout: 600_000,
  // Tells the time of each file.
  slowTestThreshold: 0,
  projects: [
    {
      ...project,
      displayName: "unit",
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      testPathIgnorePatterns: ["\\.gpu\\.test\\.ts$", "<rootDir>/test/browser/"],
    },
    {
      ...project,
      displayName: "gpu",
      testEnvironment: "<rootDir>/test/support/keepingEnvironment.js",
      // What is handed on to the next file is not cleaned up.
      testEnvironmentOptions: { globalsCleanup: "off" },
      testMatch: ["<rootDir>/test/**/*.gpu.test.ts"],
    },
    {
      ...project,
      displayName: "browser",
      testMatch: ["<rootDir>/test/browser/**/*.test.ts"],
      globalSetup: "<rootDir>/test/support/buildDemo.js",
    },
  ],
};
