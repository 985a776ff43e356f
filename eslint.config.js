import js from "@eslint/js";
import tsdoc from "eslint-plugin-tsdoc";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const BABYLON = { regex: "^@babylonjs/", message: "The maths runs without Babylon, in a test on a bare device." };
const SRC_ROOT = { regex: "^\\.\\./[^/]+\\.js$", message: "The parts do not know the mesh and the system above them." };

/** Holds one arrow of docs/architecture.md: files there must not import what matches. */
function arrow(files, ...patterns) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}

function folder(name, message) {
  return { regex: `^\\.\\.?/(.*/)?${name}/`, message };
}

export default defineConfig(
  globalIgnores(["**/.*/", "build/", "dist/", "coverage/", "src/shaders/*.gen.ts"]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { tsdoc },
    rules: {
      "tsdoc/syntax": "error",
      // Babylon declares its classes twice, with and without ".pure"; the rule takes the one for a mistake of the other.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
  },

  arrow(["demo/**"], {
    regex: "^(\\.\\./)+(src/(?!(inspector/)?index\\.js$)|test/)",
    message: "The demo uses what users can.",
  }),
  arrow(["src/*.ts"], { regex: "^\\.\\./", message: "The library stands alone." }),
  arrow(["src/sim/**"], BABYLON, SRC_ROOT, folder("bspline", "They meet in the src root, over one buffer.")),
  arrow(["src/bspline/**"], BABYLON, SRC_ROOT, folder("sim", "They meet in the src root, over one buffer.")),
  arrow(["src/gpu/**"], BABYLON, SRC_ROOT, folder("(sim|bspline|shaders)", "Knows WebGPU only.")),
  arrow(["src/shaders/**"], { regex: ".", message: "Shaders depend on nothing." }),
  {
    files: ["src/**/*.ts"],
    ignores: ["src/babylon/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[property.name=/^_/]:not([object.type=/^(ThisExpression|Super)$/])",
          message: "Only computeRecorder.ts touches internal members of Babylon.",
        },
      ],
    },
  },
);
