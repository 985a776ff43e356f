import js from "@eslint/js";
import tsdoc from "eslint-plugin-tsdoc";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { roomsRule } from "./scripts/rooms.mjs";

/** Holds an arrow outside of src: files there must not import what matches. */
function arrow(files, pattern) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns: [pattern] }] } };
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
  {
    files: ["src/**/*.ts"],
    plugins: { rooms: { rules: { known: roomsRule } } },
    rules: { "rooms/known": "error" },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/babylon/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[property.name=/^_/]:not([object.type=/^(ThisExpression|Super)$/])",
          message: "Only src/babylon touches internal members of Babylon.",
        },
      ],
    },
  },
);
