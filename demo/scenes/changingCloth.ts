// A cloth that people make anew with other options.
import type { Scene } from "@babylonjs/core/scene.js";
import type { ClothMesh } from "../../src/index.js";
import { handleCloths } from "../handling.js";

/** The cloth of a scene, and what replaces it. */
export class ChangingCloth {
  private _cloths: readonly [ClothMesh];

  /** @param cloth - The first one. */
  public constructor(cloth: ClothMesh) {
    this._cloths = [cloth];
  }

  /** The one that is there now. */
  public get cloths(): readonly [ClothMesh] {
    return this._cloths;
  }

  /**
   * Lets another cloth take its place, which people can handle at once.
   *
   * @param make - Makes it, once the old one is gone.
   * @param scene - Of both.
   */
  public replace(make: () => ClothMesh, scene: Scene): void {
    this._cloths[0].dispose();
    this._cloths = [make()];
    handleCloths(scene, this._cloths);
  }
}
