// Second entry of the package: cloth in Babylon's Inspector. The Inspector itself is loaded when it is asked for.
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import { loadInspectorPackages } from "./inspectorPackages.js";

export { ClothDebugView, type ClothDebugPart, type IClothDebugViewOptions } from "../debug/clothDebugView.js";
export { optionsAsCode } from "./optionsAsCode.js";

/** Options of {@link ShowClothInspector}: those of Babylon's `ShowInspector`, and these. */
export interface IClothInspectorOptions {
  /** Cloth whose properties are shown at first. Default none. */
  cloth?: ClothMesh;
  /** More parts for the Inspector. */
  serviceDefinitions?: readonly object[];
  /** Any option of `ShowInspector`: `layoutMode`, `containerElement`, `themeMode` and others. */
  [option: string]: unknown;
}

/** An Inspector that is open. */
export interface IClothInspector {
  /** Whether it was closed. */
  readonly isDisposed: boolean;
  /** Closes it. */
  dispose(): Promise<void>;
}

/**
 * Opens Babylon's Inspector with cloth in it: cloths in the scene explorer, their settings, pins, colliders, statistics and debug
 * views in the property pane. Needs the packages `@babylonjs/inspector` (9.28 or newer) and its peers; they are loaded now.
 *
 * @param scene - What to inspect.
 * @param options - See {@link IClothInspectorOptions}.
 * @returns The open Inspector.
 * @throws Error if the Inspector cannot be loaded.
 */
export async function ShowClothInspector(
  scene: Scene,
  { cloth, serviceDefinitions = [], ...options }: IClothInspectorOptions = {},
): Promise<IClothInspector> {
  const services = await ClothInspectorServices(cloth);
  const { inspector } = await loadInspectorPackages();
  return inspector.ShowInspector(scene, { ...options, serviceDefinitions: [...services, ...serviceDefinitions] });
}

/**
 * For whoever opens the Inspector without {@link ShowClothInspector}.
 *
 * @param cloth - Whose properties are shown at first. Default none.
 * @returns Cloth's parts of the Inspector, for the option `serviceDefinitions` of `ShowInspector`.
 * @throws Error if the Inspector cannot be loaded.
 */
export async function ClothInspectorServices(cloth?: ClothMesh): Promise<readonly object[]> {
  await loadInspectorPackages();
  const { clothServices } = await import("./clothServices.js");
  return clothServices(cloth ?? null);
}
