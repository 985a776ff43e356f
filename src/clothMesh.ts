import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Material } from "@babylonjs/core/Materials/material.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import { Observable } from "@babylonjs/core/Misc/observable.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { ClothBody, IClothSurface } from "./clothBackend.js";
import { ClothColliders } from "./clothColliders.js";
import {
  checkTessellation,
  createFabricSettings,
  createSolverSettings,
  thicknessRule,
  type ClothBackendName,
  type ClothDefinition,
  type ClothFabricSettings,
  type ClothSolverSettings,
  type ClothTessellation,
  type IClothOptions,
} from "./clothOptions.js";
import { pinnedParticles } from "./clothPins.js";
import { ClothSystem } from "./clothSystem.js";
import { cookFabric } from "./cookFabric.js";
import { checkNumber, type ChangeCount } from "./settings.js";
import type { Fabric } from "./sim/fabric.js";

/** What a cloth costs. */
export interface IClothStatistics {
  /** Simulated. */
  readonly particles: number;
  /** Drawn last. */
  readonly triangles: number;
}

/**
 * Cloth: an ordinary mesh whose vertices are the B-spline surface of a simulated control grid. Made by {@link CreateCloth}.
 *
 * Material, shadows, layers, parent and visibility work as on any mesh. Moving the mesh moves the pins; the rest of the
 * cloth follows by its own weight.
 */
export class ClothMesh extends Mesh {
  /** Wind [m/s], world. */
  public readonly wind = Vector3.Zero();
  /** What the cloth collides with; `colliders.shared` for all cloths of the scene. */
  public readonly colliders: ClothColliders;
  /** Once, when the cloth has its first shape. */
  public readonly onReadyObservable = new Observable<ClothMesh>(undefined, true);
  /** After every step of the system: one a frame, paused or not, and one for each call of `ClothSystem.step`. */
  public readonly onStepObservable = new Observable<ClothMesh>();
  /** Checked options that are fixed.
   * @internal */
  public readonly definition: ClothDefinition;
  /** Grid, rest shape and masses.
   * @internal */
  public readonly sheet: Fabric;
  /** 1 for each pinned particle.
   * @internal */
  public readonly pinned: Uint8Array;
  private readonly _changes: ChangeCount;
  private _solver: ClothSolverSettings;
  private _fabric: ClothFabricSettings;
  private _tessellation: ClothTessellation;
  private _thickness: number;
  private readonly _body: ClothBody;
  private readonly _system: ClothSystem;
  private readonly _backendName: ClothBackendName;
  private _wasReady = false;

  /**
   * @param name - Of the mesh.
   * @param scene - Of the mesh.
   * @param definition - Checked options that are fixed.
   * @param options - The others.
   * @internal
   */
  public constructor(name: string, scene: Scene, definition: ClothDefinition, options: IClothOptions) {
    // Everything that can throw comes before the mesh enters the scene.
    const changes = { count: 0 };
    const solver = createSolverSettings(name, options.solver, changes);
    const fabric = createFabricSettings(name, options.fabric, changes);
    const tessellation = checkTessellation(name, options.tessellation);
    const system = ClothSystem.For(scene);
    const backend = system.backendFor(name, definition.backend);
    super(name, scene);
    this.definition = definition;
    this._changes = changes;
    this._solver = solver;
    this._fabric = fabric;
    this._tessellation = tessellation;
    this._thickness = definition.thickness;
    this._system = system;
    this.sheet = cookFabric(definition);
    this.pinned = pinnedParticles(definition);
    this.colliders = new ClothColliders(system.colliders);
    // The geometry is in GPU buffers: there is nothing that a file could hold yet.
    this.doNotSerialize = true;
    this.material = system.defaultMaterial;
    // Without one, scene.whenReadyAsync() would not wait for the cloth.
    this.subMeshes = [];
    new SubMesh(0, 0, 0, 0, 0, this, undefined, false);
    this._backendName = backend.name;
    this._body = backend.add(this);
    system.register(this);
  }

  /** Where the cloth is simulated. */
  public get backend(): ClothBackendName {
    return this._backendName;
  }

  /** How the solver runs. Members can be set; setting the whole resets what is not given to its default. */
  public get solver(): ClothSolverSettings {
    return this._solver;
  }

  public set solver(value: NonNullable<IClothOptions["solver"]>) {
    this._solver = createSolverSettings(this.name, value, this._changes);
    this._changes.count++;
  }

  /** How the cloth resists. Members can be set; setting the whole resets what is not given to its default. */
  public get fabric(): ClothFabricSettings {
    return this._fabric;
  }

  public set fabric(value: NonNullable<IClothOptions["fabric"]>) {
    this._fabric = createFabricSettings(this.name, value, this._changes);
    this._changes.count++;
  }

  /** How finely the surface is drawn. To be set as a whole. */
  public get tessellation(): ClothTessellation {
    return this._tessellation;
  }

  public set tessellation(value: NonNullable<IClothOptions["tessellation"]>) {
    this._tessellation = checkTessellation(this.name, value);
    this._body.retessellate();
  }

  /** Gap that the cloth keeps to colliders [m]. */
  public get thickness(): number {
    return this._thickness;
  }

  public set thickness(value: number) {
    this._thickness = checkNumber({ cloth: this.name, option: "thickness" }, value, thicknessRule);
    this._changes.count++;
  }

  /** Mass per area [kg/m2]. */
  public get density(): number {
    const { mass, width, height } = this.definition;
    return mass / (width * height);
  }

  /** Changes with every setting that is not a vector.
   * @internal */
  public get settingsVersion(): number {
    return this._changes.count;
  }

  /** What the cloth costs. */
  public get statistics(): IClothStatistics {
    return { particles: this.sheet.particleCount, triangles: this._body.triangleCount };
  }

  /**
   * The material. Cloth is seen from both sides: a material that is set here stops culling back faces and lights them as
   * front faces are lit. Change `backFaceCulling` and `twoSidedLighting` afterwards to have it otherwise.
   */
  public override get material(): Nullable<Material> {
    return super.material;
  }

  public override set material(value: Nullable<Material>) {
    super.material = value;
    showBothSides(value);
  }

  /** Puts the cloth back to its rest shape, without velocity, where the mesh is now. */
  public reset(): void {
    this._body.reset();
  }

  /** @returns Positions of the particles, world space [m], shape [particles, 3]. */
  public async readPositions(): Promise<Float32Array> {
    await this._settle();
    return this._body.readPositionsAsync();
  }

  /** @returns The vertices drawn last, world space. */
  public async readSurface(): Promise<IClothSurface> {
    await this._settle();
    return this._body.readSurfaceAsync();
  }

  /** {@inheritDoc Mesh.getClassName} */
  public override getClassName(): string {
    return "ClothMesh";
  }

  /** {@inheritDoc Mesh.isReady} */
  public override isReady(completeCheck = false, forceInstanceSupport = false): boolean {
    if (!this._body.isReady) {
      this._system.settle();
    }
    return this._body.isReady && super.isReady(completeCheck, forceInstanceSupport);
  }

  /** {@inheritDoc Mesh.dispose} */
  public override dispose(doNotRecurse?: boolean, disposeMaterialAndTextures = false): void {
    if (!this.isDisposed()) {
      this._system.unregister(this);
      this._body.dispose();
      this.onReadyObservable.clear();
      this.onStepObservable.clear();
    }
    const ownsMaterial = this.material !== this._system.defaultMaterial;
    super.dispose(doNotRecurse, disposeMaterialAndTextures && ownsMaterial);
  }

  /** Tells observers of a step.
   * @internal */
  public notifyStep(): void {
    if (this._body.isReady && !this._wasReady) {
      this._wasReady = true;
      this.onReadyObservable.notifyObservers(this);
    }
    this.onStepObservable.notifyObservers(this);
  }
  /** Every pass draws through here: the number of triangles is on the GPU.
   * @internal */
  public override _draw(subMesh: SubMesh, fillMode: number, instancesCount?: number): Mesh {
    const draw = (): Mesh => super._draw(subMesh, fillMode, instancesCount);
    return fillMode === Material.TriangleFillMode ? this._body.draw(draw) : draw();
  }

  /** A cloth that was made in this frame has no shape yet. */
  private async _settle(): Promise<void> {
    await this._system.whenReadyAsync();
    if (this.isDisposed()) {
      throw new Error(`Cloth "${this.name}": it is disposed, its positions are gone.`);
    }
    if (!this._body.isReady) {
      this._system.settle();
    }
  }
}

/** Materials and what they are made of. */
interface TwoSided {
  backFaceCulling?: boolean;
  twoSidedLighting?: boolean;
  subMaterials?: readonly Nullable<Material>[];
}

function showBothSides(material: Nullable<Material>): void {
  if (!material) {
    return;
  }
  const sides = material as TwoSided;
  sides.subMaterials?.forEach(showBothSides);
  if (!sides.subMaterials) {
    sides.backFaceCulling = false;
    if ("twoSidedLighting" in material) {
      sides.twoSidedLighting = true;
    }
  }
}
