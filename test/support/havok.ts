/** The physics engine of Babylon, without a network. */
import { readFileSync } from "node:fs";
import HavokPhysics, { type HavokPhysicsWithBindings } from "@babylonjs/havok";

/** Loads it from the installed package. */
export function loadHavok(): Promise<HavokPhysicsWithBindings> {
  const wasm = readFileSync("node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm");
  return HavokPhysics({ wasmBinary: wasm as unknown as ArrayBuffer });
}
