import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.pure.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.pure.js";
import { LinesMesh } from "@babylonjs/core/Meshes/linesMesh.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { IDisposable } from "@babylonjs/core/scene.pure.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { IClothSurface } from "../clothBackend.js";
import type { ClothMesh } from "../clothMesh.js";
import type { Fabric } from "../sim/fabric.js";
import { cookTethers, type Tethers } from "../sim/tethers.js";
import { colliderLines } from "./colliderLines.js";
import { levelLines, linkLines, normalLines, particleMarks, tetherLines, type DebugGeometry } from "./debugGeometry.js";

/** What can be drawn. */
export const debugParts = ["particles", "links", "tethers", "colliders", "normals", "levels"] as const;

/** A part of a {@link ClothDebugView}. */
export type ClothDebugPart = (typeof debugParts)[number];

/** What a {@link ClothDebugView} shows at first. */
export type IClothDebugViewOptions = Partial<Record<ClothDebugPart, boolean>> & {
  /** Updates a second. Default 15. */
  rate?: number;
  /** Strain that is shown in full color. Default 0.02. */
  strainScale?: number;
};

/** Over all else: the lines lie in the cloth. */
const RENDERING_GROUP = 1;

/**
 * Draws how one cloth is simulated, over the scene. What it draws is read from the cloth without waiting, so it is some frames old.
 * All members can be changed at any time. Disposed with the cloth.
 */
export class ClothDebugView implements IDisposable {
  /** A mark a particle, pinned ones in yellow. */
  public particles: boolean;
  /** Links of particles by strain: blue where they are shorter than at rest, green, red where they are longer. */
  public links: boolean;
  /** Tethers to pins, orange where they are taut. */
  public tethers: boolean;
  /** What the cloth collides with, as it sees it. */
  public colliders: boolean;
  /** Of the surface, at the control points. */
  public normals: boolean;
  /** Edges of the triangles as they are drawn, by level of tessellation: blue (coarse) to red (fine). */
  public levels: boolean;
  /** Updates a second. */
  public rate: number;
  /** Strain that is shown in full color. */
  public strainScale: number;
  private readonly _drawn = new Map<ClothDebugPart, Drawing>();
  private readonly _observers: { remove(): void }[];
  private _last = -Infinity;
  private _isReading = false;
  private _isDisposed = false;
  private _tethers: { readonly tethers: Tethers; readonly sheet: Fabric; readonly key: string } | null = null;

  /**
   * @param cloth - What to draw.
   * @param options - What to show at first; default nothing.
   */
  public constructor(
    public readonly cloth: ClothMesh,
    options: IClothDebugViewOptions = {},
  ) {
    this.particles = options.particles ?? false;
    this.links = options.links ?? false;
    this.tethers = options.tethers ?? false;
    this.colliders = options.colliders ?? false;
    this.normals = options.normals ?? false;
    this.levels = options.levels ?? false;
    this.rate = options.rate ?? 15;
    this.strainScale = options.strainScale ?? 0.02;
    this._observers = [
      cloth.getScene().onBeforeRenderObservable.add(() => this._frame()),
      cloth.onDisposeObservable.add(() => this.dispose()),
    ];
  }

  /** Meshes that are in the scene now, by what they show. */
  public get meshes(): ReadonlyMap<ClothDebugPart, Mesh> {
    return new Map([...this._drawn].map(([part, { mesh }]) => [part, mesh]));
  }

  /** Draws everything anew, now and not at the next time that is due. Resolves when it is drawn, or its cloth is disposed. */
  public async updateAsync(): Promise<void> {
    try {
      const readsPositions = this.particles || this.links || this.tethers || this.normals;
      const positions = readsPositions ? await this.cloth.readPositions() : new Float32Array(0);
      const surface = this.levels ? await this.cloth.readSurface() : null;
      if (!this._isDisposed) {
        this._drawAll(positions, surface);
      }
    } catch (error) {
      if (!this._isDisposed) {
        throw error;
      }
    }
  }

  /** Takes everything out of the scene. */
  public dispose(): void {
    this._isDisposed = true;
    this._observers.splice(0).forEach((observer) => observer.remove());
    this._drawn.forEach((drawing) => drawing.dispose());
    this._drawn.clear();
  }

  private _drawAll(positions: Float32Array, surface: IClothSurface | null): void {
    const { cloth } = this;
    const { sheet, pinning, definition } = cloth;
    const matrix = cloth.getWorldMatrix();
    // None were read for what was switched on meanwhile, and others if the cloth has changed its fidelity.
    if (positions.length === 3 * sheet.particleCount) {
      this._draw("particles", () => particleMarks(positions, pinning.pinned, sheet.spacing));
      this._draw("links", () => linkLines(sheet, this._restPositions(), positions, this.strainScale));
      this._draw("tethers", () => tetherLines(this._currentTethers(), positions, cloth.fabric.tether));
      this._draw("normals", () => normalLines(sheet, positions, matrix.determinant() < 0 ? -1 : 1));
    }
    this._draw("colliders", () => {
      const all = [...cloth.colliders.shared.list, ...cloth.colliders.list].filter(({ enabled }) => enabled);
      const shapes = all.map(({ world }) => world);
      return colliderLines(shapes, cloth.getBoundingInfo().boundingSphere.centerWorld);
    });
    if (surface) {
      const [u0, v0, u1, v1] = definition.faces.frontUVs;
      const spans = (sheet.countU - 2) * (sheet.countV - 2);
      this._draw("levels", () => levelLines(surface, Math.abs((u1 - u0) * (v1 - v0)), spans));
    }
  }

  private _frame(): void {
    for (const [part, drawing] of this._drawn) {
      if (!this[part]) {
        drawing.dispose();
        this._drawn.delete(part);
      }
    }
    const now = performance.now();
    const isDue = now - this._last >= 1000 / this.rate;
    if (isDue && !this._isReading && debugParts.some((part) => this[part])) {
      this._last = now;
      this._isReading = true;
      this.updateAsync()
        .catch((error: unknown) => {
          Logger.Error(`babylon-cloth: the debug view of cloth "${this.cloth.name}" cannot be drawn: ${String(error)}`);
        })
        .finally(() => (this._isReading = false));
    }
  }

  private _draw(part: ClothDebugPart, geometryOf: () => DebugGeometry): void {
    if (!this[part]) {
      return;
    }
    let drawing = this._drawn.get(part);
    if (!drawing) {
      drawing = new Drawing(this.cloth, part);
      this._drawn.set(part, drawing);
    }
    drawing.update(geometryOf());
  }

  /** As the mesh scales them. */
  private _restPositions(): Float32Array {
    const { sheet } = this.cloth;
    const matrix = this.cloth.getWorldMatrix();
    const rest = new Float32Array(sheet.restPositions.length);
    const point = new Vector3();
    for (let at = 0; at < rest.length; at += 3) {
      Vector3.TransformNormalFromFloatsToRef(
        sheet.restPositions[at],
        sheet.restPositions[at + 1],
        sheet.restPositions[at + 2],
        matrix,
        point,
      );
      point.toArray(rest, at);
    }
    return rest;
  }

  private _currentTethers(): Tethers {
    const { sheet, pinning } = this.cloth;
    const { m } = this.cloth.getWorldMatrix();
    const linear = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
    const key = [pinning.version, ...linear].join();
    if (this._tethers?.key !== key || this._tethers.sheet !== sheet) {
      this._tethers = { tethers: cookTethers(sheet, pinning.pinned, linear), sheet, key };
    }
    return this._tethers.tethers;
  }
}

/** A mesh that shows one part. */
class Drawing {
  public readonly mesh: Mesh;
  private _cornerCount = -1;

  public constructor(cloth: ClothMesh, part: ClothDebugPart) {
    const scene = cloth.getScene();
    const name = `${cloth.name} ${part}`;
    if (part === "particles") {
      this.mesh = new Mesh(name, scene);
      const material = new StandardMaterial(name, scene);
      material.disableLighting = true;
      material.emissiveColor = Color3.White();
      material.backFaceCulling = false;
      material.doNotSerialize = true;
      this.mesh.material = material;
    } else {
      this.mesh = new LinesMesh(name, scene, null, null, undefined, true);
    }
    const { mesh } = this;
    mesh.renderingGroupId = RENDERING_GROUP;
    mesh.isPickable = false;
    mesh.doNotSerialize = true;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.layerMask = cloth.layerMask;
    mesh.reservedDataStore = { hidden: true };
  }

  public update({ positions, colors }: DebugGeometry): void {
    const { mesh } = this;
    const count = positions.length / 3;
    mesh.isVisible = count > 0;
    if (count === this._cornerCount) {
      mesh.updateVerticesData("position", Float32Array.from(positions));
      mesh.updateVerticesData("color", Float32Array.from(colors));
    } else if (count > 0) {
      this._cornerCount = count;
      const data = new VertexData();
      data.positions = Float32Array.from(positions);
      data.colors = Float32Array.from(colors);
      data.indices = Uint32Array.from({ length: count }, (_, i) => i);
      data.applyToMesh(mesh, true);
    }
  }

  public dispose(): void {
    this.mesh.dispose(false, true);
  }
}
