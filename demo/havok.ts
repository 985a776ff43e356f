// Physics for the scenes that ask for it: 2 MB that nobody else loads.
import type { HavokPhysicsWithBindings } from "@babylonjs/havok";

/** A path, not a package: so the bundler and Node both find it. */
const binary = new URL("../node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm", import.meta.url);

/** @returns Havok, without the plugin. */
export async function loadHavok(): Promise<HavokPhysicsWithBindings> {
  // Fetched here, it needs no server that knows the type of the file.
  const [{ default: createHavok }, response] = await Promise.all([import("@babylonjs/havok"), fetch(binary)]);
  if (!response.ok) throw new Error(`${binary.href} could not be loaded: ${response.status} ${response.statusText}`);
  return createHavok({ wasmBinary: await response.arrayBuffer() });
}
