// The same tests with the lowest Babylon.js that package.json allows: `npm run lowest`. Only SSAO2 is left out: there Babylon 9.12 makes a
// pipeline that WebGPU refuses, in a scene without cloth too.
import config from "./jest.config.js";

/** The Inspector's entry has a lowest version of its own, which brings its own Babylon.js. */
const needsInspector = "<rootDir>/test/inspector/";

/** The glTF loader needs a Babylon.js of its own version. */
const needsLoaders = "<rootDir>/test/colliders/gltf.test.ts";

/** @type {import("jest").Config} */
export default {
  ...config,
  projects: config.projects
    .filter(({ displayName }) => displayName !== "browser")
    .map((project) => ({
      ...project,
      testPathIgnorePatterns: [...(project.testPathIgnorePatterns ?? []), needsInspector, needsLoaders],
      moduleNameMapper: {
        ...project.moduleNameMapper,
        "^@babylonjs/core/(.*)$": "<rootDir>/node_modules/babylon-lowest/$1",
      },
    })),
};
