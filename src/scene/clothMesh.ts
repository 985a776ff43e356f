import type { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import { CreatePickingRay, type Ray, type TrianglePickingPredicate } from "@babylonjs/core/Culling/ray.core.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import { Vector3, type Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Material } from "@babylonjs/core/Materials/material.pure.js";
import { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.pure.js";
import type { InstancedMesh } from "@babylonjs/core/Meshes/instancedMesh.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Observable } from "@babylonjs/core/Misc/observable.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { FloatArray, IndicesArray, Nullable } from "@babylonjs/core/types.js";
import { CLOTH_NODES, isClothNode, type ClothNode } from "../babylon/worldMatrix.js";
import type { SurfaceFaces } from "../bspline/gpu/surfacePass.js";
import type { ClothBackend, ClothBody } from "../backends/clothBackend.js";
import { isVertexKind } from "../surface/cpuSurface.js";
import type { IClothSurface } from "../surface/surfaceTypes.js";
import { gravityOf } from "../babylon/sceneGravity.js";
import { copySettings, setWorldMatrix } from "./clothClone.js";
import { arrangeSubMeshes, showBothSides } from "./drawnFaces.js";
import { readCloth, withoutVertices, writeCloth } from "../files/clothFile.js";
import type { Cloth } from "../cloth/cloth.js";
import type { Contact } from "../cloth/contact.js";
import { Grip } from "../cloth/grip.js";
import { ClothImpulses } from "../cloth/clothImpulses.js";
import { checkCut, type IClothScreenPoint } from "./cutChecks.js";
import { refuseFixedOptions } from "./fixedOptions.js";
import { inspectableProperties, inspectedAccessors } from "./clothInspectables.js";
import { meshOf, refuseEditing, undoneStep } from "./uneditable.js";
import { ClothColliders } from "../colliders/clothColliders.js";
import {
  checkFidelity,
  checkFirstSettings,
  optionRules,
  parameterRange,
  type ClothBackendName,
  type ClothDefinition,
  type ClothFidelity,
  type IClothOptions,
} from "../options/clothOptions.js";
import { checkTessellation, type ClothTessellation } from "../options/tessellation.js";
import { keepOutOfFiles, parseCloth } from "../files/clothParse.js";
import { ClothCuts, type IClothPlace } from "../cloth/clothCuts.js";
import { ClothSewing } from "../cloth/clothSewing.js";
import { keepsControlGrid } from "../cloth/joinedCloths.js";
import type { ClothPressure } from "../cloth/clothPressure.js";
import { ClothSeam, type IClothSeamOptions, type IClothSeamPath } from "../cloth/clothSeam.js";
import { ClothWindZones } from "../cloth/clothWindZones.js";
import { ClothNets } from "../cloth/clothNets.js";
import { ClothPicking, type IClothPoint } from "../surface/surfacePicking.js";
import { substepsOf, type IClothStatistics } from "./clothStatistics.js";
import { ClothScene } from "./clothScene.js";
import type { Fabric } from "../options/fabric.js";
import {
  checkFabric,
  createFabricSettings,
  type ClothFabricInput,
  type ClothFabricSettings,
} from "../options/fabricSettings.js";
import type { Guides, IClothSpheres } from "../cloth/guides.js";
import type { IClothPin, Pinning } from "../cloth/pinning.js";
import { checkNumber, complaint, type ChangeCount } from "../options/rules.js";
import {
  checkSolver,
  createSolverSettings,
  type ClothSolverInput,
  type CheckedSolver,
  type ClothSolverSettings,
} from "../options/solverSettings.js";
import { checkModel, type SolvedAs } from "../options/springSettings.js";
import type { RestGrid } from "../sim/restGrid.js";

/** Threads that have torn. */
export interface IClothTear {
  /** The cloth. */
  readonly cloth: ClothMesh;
  /** Where each of them was, on the sheet. `cloth.surfaceAt(u, v)` tells where that is now. */
  readonly places: readonly IClothPlace[];
}

/** Something that went wrong while a cloth was simulated. */
export interface IClothError {
  readonly cloth: ClothMesh;
  /** For people. */
  readonly message: string;
}

/** A contact of a cloth with a collider. */
export interface IClothContact extends Contact {
  readonly cloth: ClothMesh;
}

/**
 * Cloth: an ordinary mesh whose vertices are the B-spline surface of a simulated control grid. Made by {@link CreateCloth}.
 *
 * Material, shadows, layers, parent and visibility work as on any mesh. Moving the mesh moves the pins; the rest of the
 * cloth follows by its own weight.
 */
export class ClothMesh extends Mesh implements Cloth {
  /** Whether {@link serialize}, and with it `SceneSerializer`, saves shape and motion as they are. Default false: a loaded cloth
   * starts from its first shape. */
  public static SerializeShape = false;
  /** Wind [m/s], world. */
  public readonly wind = Vector3.Zero();
  /** Fans that blow at this cloth; `windZones.shared` at all cloths of the scene. */
  public readonly windZones: ClothWindZones;
  /** What the cloth collides with; `colliders.shared` for all cloths of the scene. */
  public readonly colliders: ClothColliders;
  /** Once, when the cloth has its first shape. */
  public readonly onReadyObservable = new Observable<ClothMesh>(undefined, true);
  /** After every step of the system: one a frame, paused or not, and one for each call of `ClothSystem.step`. */
  public readonly onStepObservable = new Observable<ClothMesh>();
  /** A step that would have made particles infinite or no numbers was undone: the cloth is as before it, at rest. The console gets a warning for
   * the first one of each cloth. */
  public readonly onErrorObservable = new Observable<IClothError>();
  /** Threads have torn: see `fabric.tear`. On the GPU heard of a few frames late. */
  public readonly onTearObservable = new Observable<IClothTear>();
  /**
   * The cloth touches a collider, goes on touching it, or has let go of it: one event for each of them in a step, and none while the cloth is asleep.
   * On the GPU it comes a few frames late. A cloth to which no one listens pays nothing.
   */
  public readonly onContactObservable = new Observable<IClothContact>();
  /** All options that the cloth was made with, checked.
   * @internal */
  public readonly definition: ClothDefinition;
  /** Its control grid and its particles at full resolution.
   * @internal */
  public readonly nets: ClothNets;
  /** What is cut or torn of it.
   * @internal */
  public readonly cuts: ClothCuts;
  /** What it is sewn to.
   * @internal */
  public readonly sewing: ClothSewing<ClothSeam, ClothPressure>;
  /** Where it is simulated.
   * @internal */
  public readonly body: ClothBody;
  /** The fidelity that was asked for, whether or not the backend has it.
   * @internal */
  public askedFidelity: ClothFidelity;
  /** Time stands still for a cloth outside of its scene (`Scene.removeMesh`), as for one that is not enabled.
   * @internal */
  public isInScene = true;
  private readonly _changes: ChangeCount = { count: 0 };
  private _solver: ClothSolverSettings;
  private _fabric: ClothFabricSettings;
  private _tessellation: ClothTessellation;
  private _thickness: number;
  private readonly _picking: ClothPicking;
  private readonly _system: ClothSystem;
  private readonly _backend: ClothBackend;
  private _wasReady = false;
  private _hasWarned = false;
  private readonly _impulses = new ClothImpulses();
  private readonly _sceneGravity = (): Vector3 => gravityOf(this.getScene());

  /**
   * @param name - Of the mesh.
   * @param scene - Of the mesh.
   * @param definition - All options, checked.
   * @internal
   */
  public constructor(name: string, scene: Scene, definition: ClothDefinition) {
    // Everything that can throw comes before the mesh enters the scene.
    const system = ClothSystem.For(scene);
    const backend = system.backendFor(name, definition.backend);
    if (definition.startsAtFullResolution || definition.fidelity !== "controlGrid") {
      backend.checkRoom(name, definition.fullResolution);
    }
    const nets = new ClothNets(name, definition, backend.name === "gpu");
    super(name, scene);
    this._backend = backend;
    this.definition = definition;
    this.askedFidelity = definition.fidelity;
    this.cuts = new ClothCuts(nets, backend.name === "gpu");
    this.sewing = new ClothSewing(() => {
      if (this.backend === "gpu") {
        backend.checkRoom(name, definition.fullResolution, this);
      }
    });
    this._solver = this._createSolver(definition.solver);
    this._fabric = this._createFabric(definition.fabric);
    this._tessellation = definition.tessellation;
    this._thickness = definition.thickness;
    this._system = system;
    this._warnOfFidelity();
    this.nets = nets;
    this.colliders = new ClothColliders(system.colliders, name);
    this.windZones = new ClothWindZones(system.windZones);
    // Without a submesh, scene.whenReadyAsync() would not wait for the cloth.
    this.subMeshes = [];
    this.body = backend.add(this);
    this.material = system.defaultMaterial;
    refuseEditing(this);
    this._picking = new ClothPicking(this, this.body);
    this.inspectableCustomProperties = inspectableProperties(this);
    system.register(this);
  }

  /** Where the cloth is simulated. */
  public get backend(): ClothBackendName {
    return this._backend.name;
  }

  /**
   * Whether the cloth is simulated in a worker: see `ClothSystem.useWorkerAsync`. Cloth that is sewn or pushes bodies, or meets such cloth, is not.
   */
  public get isInWorker(): boolean {
    return this.body.isInWorker;
  }

  /**
   * What simulates the cloth. Its surface does not jump when this changes; pins, grips and guides go over. On the CPU backend it is
   * always "controlGrid": a warning tells whoever asks for "fullResolution". On the GPU it is "fullResolution" while the cloth is cut or can tear; and while it is sewn or has pressure, if a cloth
   * that it is joined to is at full resolution, meets other cloths, has springs, or is gathered.
   */
  public get fidelity(): ClothFidelity {
    if (this.backend === "cpu") {
      return "controlGrid";
    }
    const needsMore = this.isParting || (this.sewing.isJoined && !keepsControlGrid(this));
    return needsMore ? "fullResolution" : this.askedFidelity;
  }

  public set fidelity(value: ClothFidelity) {
    const fidelity = checkFidelity(this.name, value);
    checkModel(this.name, this.solver, { ...this._solvedAs, fidelity });
    if (fidelity !== "controlGrid") {
      this._backend.checkRoom(this.name, this.definition.fullResolution, this);
    }
    this.askedFidelity = fidelity;
    this._warnOfFidelity();
  }

  /** Whether it is cut, or may tear.
   * @internal */
  public get isParting(): boolean {
    return this.cuts.links !== null || this._fabric.tear < Infinity;
  }

  /** Grid, rest shape and masses of what is simulated.
   * @internal */
  public get restGrid(): RestGrid {
    return this.nets.current.restGrid;
  }

  /** Which particles are pinned.
   * @internal */
  public get pinning(): Pinning {
    return this.nets.current.pinning;
  }

  /** Motion and separation constraints.
   * @internal */
  public get guides(): Guides {
    return this.nets.current.guides;
  }

  /** How the solver runs. Members can be set; setting the whole resets what is not given to its default. */
  public get solver(): ClothSolverSettings {
    return this._solver;
  }

  public set solver(value: ClothSolverInput) {
    const checked = checkSolver(this.name, value);
    checkModel(this.name, checked, this._solvedAs);
    this._solver = this._createSolver(checked);
    this._changes.count++;
  }

  /** How the cloth resists. Members can be set; setting the whole resets what is not given to its default. */
  public get fabric(): ClothFabricSettings {
    return this._fabric;
  }

  public set fabric(value: ClothFabricInput) {
    const checked = checkFabric(this.name, value);
    this._checkTear(checked);
    this._fabric = this._createFabric(checked);
    this._changes.count++;
  }

  /** The fabric that this cloth shares with others; null: its sheet is its own. */
  public get sharedFabric(): Nullable<Fabric> {
    return this.definition.sharedFabric;
  }

  /** How finely the surface is drawn. To be set as a whole. */
  public get tessellation(): ClothTessellation {
    return this._tessellation;
  }

  public set tessellation(value: NonNullable<IClothOptions["tessellation"]>) {
    this._tessellation = checkTessellation(this.name, value);
  }

  /** Gap that the cloth keeps to colliders [m]. */
  public get thickness(): number {
    return this._thickness;
  }

  public set thickness(value: number) {
    this._thickness = checkNumber({ cloth: this.name, option: "thickness" }, value, optionRules.thickness);
    this._changes.count++;
  }

  /** Mass per area of the cloth at rest [kg/m2]: that of its fabric, where it can be changed. */
  public get density(): number {
    return this._fabric.density;
  }

  /** Changes with every setting that is not a vector.
   * @internal */
  public get settingsVersion(): number {
    return this._changes.count;
  }

  /** What the cloth costs, and how well its threads keep their length. */
  public get statistics(): IClothStatistics {
    return {
      particles: this.restGrid.particleCount,
      area: this.restGrid.area,
      triangles: this.body.triangleCount,
      coarseness: this.body.coarseness,
      maxStrain: this.body.maxStrain,
      contacts: this.body.contacts,
      substeps: substepsOf(this),
      cuts: this.cuts.count,
      tornThreads: this.cuts.tornThreads,
    };
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
    if (this.definition.faces.isOneForBoth) {
      showBothSides(value);
    }
    this.arrangeFaces();
  }

  /** The pinned particles. */
  public get pins(): readonly IClothPin[] {
    return this.pinning.list;
  }

  /**
   * Sews a part of the border to one of another cloth, or of this one: short for `new ClothSeam`.
   *
   * @param path - Of this cloth.
   * @param other - Which cloth.
   * @param otherPath - Of that cloth; its start is sewn to the start of `path`.
   * @param options - How the seam is closed.
   * @returns The seam, named after both cloths.
   * @throws TypeError or RangeError as the constructor of {@link ClothSeam} does.
   */
  public sew(
    path: IClothSeamPath,
    other: ClothMesh,
    otherPath: IClothSeamPath,
    options: Omit<IClothSeamOptions, "from" | "to"> = {},
  ): ClothSeam {
    const [from, to] = [
      { cloth: this, ...path },
      { cloth: other, ...otherPath },
    ];
    return new ClothSeam(`${this.name} to ${other.name}`, { ...options, from, to });
  }

  /** What is inside of the cloth, if anything: see {@link ClothPressure}. */
  public get pressure(): ClothPressure | null {
    return this.sewing.pressure;
  }

  /** @internal */
  public askPoints(): ArrayLike<number> {
    return this.body.askShape().local;
  }

  /** Seams that join the cloth to itself or to others: see {@link ClothSeam}. */
  public get seams(): readonly ClothSeam[] {
    return this.sewing.seams;
  }

  /** A sphere a particle that it stays in; a radius of zero locks it at the center. Null: none. */
  public get motionConstraints(): IClothSpheres | null {
    return this.guides.get("motion");
  }

  public set motionConstraints(value: IClothSpheres | null) {
    this.nets.setSpheres("motion", value);
  }

  /** A sphere a particle that it stays out of. Null: none. */
  public get separationConstraints(): IClothSpheres | null {
    return this.guides.get("separation");
  }

  public set separationConstraints(value: IClothSpheres | null) {
    this.nets.setSpheres("separation", value);
  }

  /**
   * Pins the particle that is nearest on the sheet.
   *
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @param target - Node or bone whose origin the particle follows from the next step on. Without one, the particle is nailed where it
   * is and moves with the mesh.
   * @throws RangeError if u or v is outside, TypeError if the target is neither a TransformNode nor a Bone.
   */
  public pin(u: number, v: number, target: ClothNode | null = null): void {
    if (target !== null && !isClothNode(target)) {
      throw new TypeError(complaint({ cloth: this.name, option: "target of a pin" }, target, `${CLOTH_NODES} or null`));
    }
    this.pinning.pin(this._parameter("u", u), this._parameter("v", v), target);
  }

  /**
   * Releases the particle that is nearest on the sheet, if it is pinned.
   *
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @throws RangeError if u or v is outside.
   */
  public unpin(u: number, v: number): void {
    this.pinning.unpin(this._parameter("u", u), this._parameter("v", v));
  }

  /**
   * Takes hold of the cloth: its control points around a point follow the grip until it is released.
   *
   * @param pickedPoint - Where, world space [m]; what `scene.pick` returns, for example.
   * @param radius - Control points so near to it are held, at least the nearest [m]. They keep their places relative to the
   * grip: the fewer, the softer. Default the nearest alone.
   * @returns The grip. A cloth may have several.
   * @throws RangeError if anything is not finite, or the radius negative.
   */
  public grab(pickedPoint: Vector3, radius = 0): ClothGrip {
    return new ClothGrip(this, this.body.askShape().local, pickedPoint, radius);
  }

  /**
   * Hits the cloth in the next step. All of the impulse goes to the free particles around the point, whatever the grid.
   *
   * @param point - World space [m].
   * @param impulse - [N s], world.
   * @param radius - Where its effect ends [m]; at least the distance of two particles, which is the default. Beyond it nothing
   * is hit.
   * @returns The cloth.
   * @throws RangeError if the radius is negative, or anything is not finite.
   */
  public override applyImpulse(point: Vector3, impulse: Vector3, radius = 0): this {
    this._impulses.add(this.name, point, impulse, radius, this.restGrid.spacing);
    return this;
  }

  /**
   * Takes the cloth along to another place, as if nothing had moved: shape and velocities stay, relative to the mesh.
   *
   * @param matrix - World matrix that the mesh gets. Without it, the cloth goes along with what moves the mesh until the next step.
   */
  public teleport(matrix?: Matrix): void {
    if (matrix) {
      setWorldMatrix(this, matrix);
    }
    this.body.teleport();
  }

  /**
   * Cuts the cloth in its last shape that is known here, along a line of the picture, through all of its layers. Its pieces are on their own from
   * the next step on; {@link reset} mends it. Cuts lead between particles, so they are as fine as the net. A cloth on the GPU takes full resolution
   * while it is cut, whatever its `fidelity`.
   *
   * @param from - Where the cut begins, as `scene.pointerX` and `scene.pointerY` are [pixels].
   * @param to - Where it ends.
   * @param camera - Whose picture. Default that of the pointers.
   * @returns Threads that the cut parts; 0 if it passes beside the cloth, which stays as it is.
   * @throws RangeError if anything is not finite, both ends are one, the scene has no camera, or the cloth is one of `solver.model` "springs".
   */
  public cut(from: IClothScreenPoint, to: IClothScreenPoint, camera: Camera | null = null): number {
    const scene = this.getScene();
    const eye = camera ?? scene.cameraToUseForPointers ?? scene.activeCamera;
    checkCut(this.name, { from, to, hasCamera: eye !== null, model: this.solver.model });
    if (this.backend === "gpu") {
      this._backend.checkRoom(this.name, this.definition.fullResolution, this);
    }
    const world = this.computeWorldMatrix(true);
    const [first, last] = [from, to].map(({ x, y }) => {
      const { origin, direction } = CreatePickingRay(scene, x, y, world, eye);
      return { origin: origin.asArray(), direction: direction.asArray() };
    });
    return this.cuts.cut(this.body.askShape().local, first, last);
  }

  /** Puts the cloth back to its first shape, without velocity, where the mesh is now, and mends its cuts. Seams stay. */
  public reset(): void {
    this.cuts.mend();
    this.body.reset();
  }

  /**
   * @param origin - What the positions are relative to, world space [m]. The farther the cloth is from it, the less precise they are:
   * by 0.5 m at 8000 km, as they are 32-bit floats. Far from the origin of the world, give the position of the cloth.
   * @returns Positions of the particles, along the axes of the world [m], shape [particles, 3].
   */
  public async readPositions(origin = Vector3.ZeroReadOnly): Promise<Float32Array> {
    await this._settle();
    return this.body.readPositionsAsync(origin.asArray());
  }

  /** @returns The vertices drawn last, world space. */
  public async readSurface(): Promise<IClothSurface> {
    await this._settle();
    return this.body.readSurfaceAsync();
  }

  /**
   * A point of the surface, exactly, in its last shape that is known here: on the CPU that of the last step; on the GPU it is
   * some frames old, up to 15 for the first call, fewer while it is called again and again. Its first shape before there is any.
   *
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @returns The point, world space; of the middle of a sheet that is drawn with a thickness.
   * @throws RangeError if u or v is outside.
   */
  public surfaceAt(u: number, v: number): IClothPoint {
    return this._picking.surfaceAt(this._parameter("u", u), this._parameter("v", v));
  }

  /**
   * Where a ray meets the surface of {@link surfaceAt}. There are no triangles on the CPU: `faceId` is -1, and `bu` and `bv`
   * are the parameters u and v of the sheet. The `getNormal` and `getTextureCoordinates` ("uv" only) of the result are exact.
   *
   * @param ray - Local to the mesh.
   * @param fastCheck - Any hit will do, not just the nearest.
   * @param trianglePredicate - Is given facets of the surface; the numbers of their corners mean nothing.
   * @param onlyBoundingInfo - The bounds alone are asked for.
   * @param worldToUse - Where the mesh is; at its own place by default.
   * @param skipBoundingInfo - The bounds are not asked.
   * @returns What is hit.
   */
  public override intersects(
    ray: Ray,
    fastCheck = false,
    trianglePredicate?: TrianglePickingPredicate,
    onlyBoundingInfo = false,
    worldToUse: Matrix = this.getWorldMatrix(),
    skipBoundingInfo = false,
  ): PickingInfo {
    const bounds = super.intersects(ray, fastCheck, trianglePredicate, true, worldToUse, skipBoundingInfo);
    if (onlyBoundingInfo || !(bounds.hit || skipBoundingInfo)) {
      return bounds;
    }
    return this._picking.pick(ray, fastCheck, trianglePredicate, worldToUse);
  }

  /**
   * @param name - Of the mesh; default that of the cloth.
   * @returns An ordinary mesh of the surface as it is drawn now, for exporters and others that need vertices on the CPU. It has
   * the same material, no parent, and vertices in world space.
   */
  public async bake(name = this.name): Promise<Mesh> {
    return meshOf(this, name, await this.readSurface());
  }

  /**
   * Another cloth of the same options, settings, pins and wind, with the same material, at the same place under the same parent
   * and with the same own colliders. It starts from the first shape, with the same cuts and the seams within it. Neither children nor behaviors are cloned.
   *
   * @param name - Of the clone.
   * @param newParent - Default the same.
   * @returns The clone.
   */
  public override clone(name = this.name, newParent = this.parent): ClothMesh {
    const definition = { ...this.definition, ...checkFirstSettings(this.name, this) };
    const clone = new ClothMesh(name, this.getScene(), definition);
    return copySettings(this, clone, newParent);
  }

  /**
   * Brings the shape and motion of now from the GPU, where `surfaceAt`, picks and {@link serialize} would else know those of some
   * frames ago. Nothing to do on the CPU.
   */
  public async fetchShape(): Promise<void> {
    await this._settle();
    await this.body.fetchAsync();
  }

  /**
   * Saves the cloth as any mesh, and what makes it one; `SceneSerializer` does so too. Rest and first shapes are saved as they were
   * cooked, pins and colliders with the ids of their nodes. See {@link RegisterClothLoader} for the way back.
   *
   * @param serializationObject - Receives it.
   * @param shape - Whether with shape and motion, as far as they are known: see {@link fetchShape}.
   * @returns `serializationObject`.
   */
  public override serialize(
    serializationObject: Record<string, unknown> = {},
    shape = ClothMesh.SerializeShape,
  ): Record<string, unknown> {
    super.serialize(serializationObject);
    return Object.assign(serializationObject, { cloth: writeCloth(this, shape, this._system) }, withoutVertices);
  }

  /**
   * @param parsed - What {@link serialize} returned. Nodes and materials are those of the scene with the same ids.
   * @param scene - Of the cloth.
   * @param rootUrl - Of the file.
   * @returns The cloth.
   * @throws Error that names the cloth if anything is wrong, or of a newer format; nothing is made then.
   */
  public static override Parse(parsed: object, scene: Scene, rootUrl: string): ClothMesh {
    const read = readCloth(parsed);
    const cloth = new ClothMesh(read.name, scene, read.definition);
    return parseCloth(cloth, read, parsed, rootUrl, ClothSystem.For(scene));
  }

  /**
   * The vertices. On the GPU backend they are evaluated from the last shape that is known here, two to each span of the net: see
   * {@link fetchShape} for the present shape, and {@link bake} for the vertices that are drawn.
   *
   * @param kind - Such as "position".
   * @param copyWhenShared - Whether a geometry that others share is copied.
   * @param forceCopy - Whether it is always copied.
   * @param bypassInstanceData - Whether data of instances are left out.
   * @returns Values of all vertices, local to the mesh; null if they have none of this kind.
   */
  public override getVerticesData(
    kind: string,
    copyWhenShared?: boolean,
    forceCopy?: boolean,
    bypassInstanceData?: boolean,
  ): Nullable<FloatArray> {
    const { vertices } = this.body;
    if (!vertices || !isVertexKind(kind)) {
      return super.getVerticesData(kind, copyWhenShared, forceCopy, bypassInstanceData);
    }
    const values = vertices.attribute(kind);
    return forceCopy ? values.slice() : values;
  }

  /** The triangles of {@link getVerticesData}: see `Mesh.getIndices`. */
  public override getIndices(copyWhenShared?: boolean, forceCopy?: boolean): Nullable<IndicesArray> {
    const indices = this.body.vertices?.indices;
    return indices ? (forceCopy ? indices.slice() : indices) : super.getIndices(copyWhenShared, forceCopy);
  }

  /** Number of vertices of {@link getVerticesData}. */
  public override getTotalVertices(): number {
    // Babylon asks while the mesh is made.
    const body = this.body as ClothBody | undefined;
    return body?.isReady && body.vertices ? body.vertices.count : super.getTotalVertices();
  }

  /** The bounds follow the cloth by themselves. */
  public override refreshBoundingInfo(): this {
    return this;
  }

  /** {@inheritDoc Mesh.createInstance} */
  public override createInstance(name: string): InstancedMesh {
    const instance = super.createInstance(name);
    // It does not know the bounds of the cloth.
    instance.alwaysSelectAsActiveMesh = true;
    return instance;
  }

  /** {@inheritDoc Mesh.getClassName} */
  public override getClassName(): string {
    return "ClothMesh";
  }

  /** {@inheritDoc Mesh.isReady} */
  public override isReady(completeCheck = false, forceInstanceSupport = false): boolean {
    if (!this.body.isReady) {
      this._system.settle();
    }
    return this.body.isReady && super.isReady(completeCheck, forceInstanceSupport);
  }

  /** {@inheritDoc Mesh.dispose} */
  public override dispose(doNotRecurse?: boolean, disposeMaterialAndTextures = false): void {
    if (!this.isDisposed()) {
      this._system.unregister(this);
      this.body.dispose();
      for (const collider of [...this.colliders.list]) {
        this.colliders.remove(collider);
      }
      this.onReadyObservable.clear();
      this.onStepObservable.clear();
      this.onErrorObservable.clear();
      this.onTearObservable.clear();
      this.onContactObservable.clear();
    }
    const ownsMaterial = this.material !== this._system.defaultMaterial;
    super.dispose(doNotRecurse, disposeMaterialAndTextures && ownsMaterial);
  }

  /** Tells observers of a step.
   * @internal */
  public notifyStep(): void {
    if (this.body.isReady && !this._wasReady) {
      this._wasReady = true;
      this.onReadyObservable.notifyObservers(this);
    }
    if (this.onStepObservable.hasObservers()) {
      this.onStepObservable.notifyObservers(this);
    }
  }

  /** Tells observers that a step was undone, and the console when it is the first one.
   * @internal */
  public notifyError(): void {
    const message = undoneStep(this);
    if (!this._hasWarned) {
      this._hasWarned = true;
      Logger.Warn(message);
    }
    this.onErrorObservable.notifyObservers({ cloth: this, message });
  }

  /** Takes note of what has torn, and tells observers.
   * @internal */
  public notifyTears(torn: Uint32Array): void {
    const places = this.cuts.tear(torn);
    if (places.length > 0) {
      this.onTearObservable.notifyObservers({ cloth: this, places });
    }
  }

  /** Whether anyone listens to contacts.
   * @internal */
  public get hearsContacts(): boolean {
    return this.onContactObservable.hasObservers();
  }

  /** Tells observers of a contact.
   * @internal */
  public notifyContact(contact: Contact): void {
    this.onContactObservable.notifyObservers({ cloth: this, ...contact });
  }

  /** Whether anything has hit the cloth since {@link takeImpulses}.
   * @internal */
  public get isHit(): boolean {
    return this._impulses.areAny;
  }

  /**
   * @param origin - Of the cloth's frame [m].
   * @returns What has hit the cloth since the last call, in the frame: point and radius, impulse, shape [impulses, 2, 4].
   * @internal
   */
  public takeImpulses(origin: ArrayLike<number>): Float32Array<ArrayBuffer> {
    return this._impulses.take(origin);
  }

  /** Every pass draws through here: the number of triangles is on the GPU.
   * @internal */
  public override _draw(subMesh: SubMesh, fillMode: number, instancesCount?: number): Mesh {
    const faces = this.facesDrawn;
    const instanceCount = this.forcedInstanceCount || (instancesCount ?? 0) || 1;
    this.body.draw(faces[Math.min(subMesh.materialIndex, faces.length - 1)], { fillMode, instanceCount }, () => {
      super._draw(subMesh, fillMode, instancesCount);
    });
    return this;
  }

  /** What is drawn for each of the submeshes.
   * @internal */
  public get facesDrawn(): readonly SurfaceFaces[] {
    const { front, back } = this.definition.faces;
    return front && back && this.material instanceof MultiMaterial ? ["front", "back"] : ["all"];
  }

  /** One submesh for all faces, or one each where a MultiMaterial has one material each.
   * @internal */
  public arrangeFaces(): void {
    keepOutOfFiles(this);
    arrangeSubMeshes(
      this,
      this.facesDrawn.map((faces) => this.body.range(faces)),
    );
  }

  static {
    Object.defineProperties(ClothMesh.prototype, inspectedAccessors);
    refuseFixedOptions(ClothMesh.prototype);
  }

  private _createSolver(checked: CheckedSolver): ClothSolverSettings {
    return createSolverSettings(this.name, checked, this._changes, this._sceneGravity, () => this._solvedAs);
  }

  private _createFabric(checked: ClothFabricSettings): ClothFabricSettings {
    return createFabricSettings(this.name, checked, this._changes, (next) => {
      this._checkTear(next);
    });
  }

  private _checkTear({ tear }: ClothFabricSettings): void {
    checkModel(this.name, this.solver, { ...this._solvedAs, tear });
    if (tear < Infinity && !this.isParting && this.backend === "gpu") {
      this._backend.checkRoom(this.name, this.definition.fullResolution, this);
    }
  }

  private get _solvedAs(): SolvedAs {
    return { fidelity: this.askedFidelity, isCut: this.cuts.links !== null, tear: this._fabric.tear };
  }

  private _warnOfFidelity(): void {
    if (this.askedFidelity === "fullResolution" && this.backend === "cpu") {
      Logger.Warn(`Cloth "${this.name}": fidelity "fullResolution" needs the GPU; on the CPU it stays "controlGrid".`);
    }
  }

  private _parameter(name: string, value: number): number {
    return checkNumber({ cloth: this.name, option: name }, value, parameterRange);
  }

  /** A cloth that was made in this frame has no shape yet. */
  private async _settle(): Promise<void> {
    await this._system.whenReadyAsync();
    if (this.isDisposed()) {
      throw new Error(`Cloth "${this.name}": it is disposed, its positions are gone.`);
    }
    if (!this.body.isReady) {
      this._system.settle();
    }
  }
}

/**
 * Holds a part of a cloth. Made by {@link ClothMesh.grab}. What it holds follows it from the next step on, at its distance from
 * the grip, as pins follow their targets; particles that were pinned are so again afterwards, in their old places.
 */
export class ClothGrip extends Grip<ClothMesh> {}

/** Steps and draws all cloths of a scene. One a scene, made by its first cloth, disposed with the scene. */
export class ClothSystem extends ClothScene<ClothMesh> {
  /**
   * @param scene - Any scene.
   * @returns Its system, made if there was none.
   */
  public static For(scene: Scene): ClothSystem {
    return ClothScene.In<ClothMesh>(scene) ?? new ClothSystem(scene);
  }
}
