import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.pure.js";
import type { Material } from "@babylonjs/core/Materials/material.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";

/** Materials of cloths that were given none: one at a time in a scene, and those that were taken out of it since. */
export class DefaultMaterials {
  private readonly _all = new Set<StandardMaterial>();

  /** @param _scene - Whose cloths have them. */
  public constructor(private readonly _scene: Scene) {}

  /** That of the scene now, made when it is asked for. */
  public get current(): StandardMaterial {
    const known = [...this._all].find((one) => this._scene.materials.includes(one));
    if (known) {
      return known;
    }
    const material = new StandardMaterial("cloth", this._scene);
    this._all.add(material);
    material.onDisposeObservable.addOnce(() => {
      this._all.delete(material);
    });
    return material;
  }

  /**
   * @param material - Of a cloth.
   * @returns Whether it is one of them.
   */
  public has(material: Material | null): boolean {
    return this._all.has(material as StandardMaterial);
  }

  /** Disposes all of them. */
  public dispose(): void {
    this._all.forEach((material) => {
      material.dispose();
    });
  }
}
