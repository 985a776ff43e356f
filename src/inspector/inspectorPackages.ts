// The Inspector and React, the optional packages. No file imports them statically, so a bundler can do without them: it only warns
// of an import inside a try block.
type Inspector = typeof import("@babylonjs/inspector");
type React = typeof import("react");

interface InspectorPackages {
  readonly inspector: Inspector;
  readonly react: React;
}

let loaded: InspectorPackages | null = null;

/**
 * Loads the packages, before the files that use them.
 *
 * @returns The packages.
 * @throws Error if a package is missing.
 */
export async function loadInspectorPackages(): Promise<InspectorPackages> {
  try {
    const [inspector, { default: react }] = await Promise.all([import("@babylonjs/inspector"), import("react")]);
    loaded = { inspector, react };
    return loaded;
  } catch (cause) {
    const packages = '"@babylonjs/inspector" (9.28 or newer, with its peers) and "react"';
    throw new Error(`The Inspector cannot be loaded: install the packages ${packages}.`, { cause });
  }
}

/** @returns The packages, for files that are loaded after them. */
export function inspectorPackages(): InspectorPackages {
  if (!loaded) {
    throw new Error("The Inspector's packages must be loaded first.");
  }
  return loaded;
}
