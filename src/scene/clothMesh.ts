// Long for its public members and what their comments tell users: settings, events, surface and files are in files of their own.
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import { Vector3, type Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { Observable } from "@babylonjs/core/Misc/observable.pure.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { shown } from "../babylon/shown.js";
import { ELSEWHERE, isElsewhere, isLivingNode, LIVING_NODES, type ClothNode } from "../babylon/worldMatrix.js";
import type { ClothBackend, ClothBody } from "../backends/clothBackend.js";
import type { Cloth } from "../cloth/cloth.js";
import { ClothCuts, type IClothPlace } from "../cloth/clothCuts.js";
import { ClothImpulses } from "../cloth/clothImpulses.js";
import { ClothNets } from "../cloth/clothNets.js";
import type { ClothPressure } from "../cloth/clothPressure.js";
import { ClothSeam, sewCloths, type IClothSeamOptions, type IClothSeamPath } from "../cloth/clothSeam.js";
import { ClothSewing } from "../cloth/clothSewing.js";
import { ClothWindZones } from "../cloth/clothWindZones.js";
import type { Contact } from "../cloth/contact.js";
import { Grip } from "../cloth/grip.js";
import type { Guides, IClothSpheres } from "../cloth/guides.js";
import type { IClothPin, Pinning } from "../cloth/pinning.js";
import { ClothColliders } from "../colliders/clothColliders.js";
import { SeenColliders } from "../colliders/seenColliders.js";
import { readCloth, withoutVertices, writeCloth } from "../files/clothFile.js";
import { parseCloth } from "../files/clothParse.js";
import { checkVector } from "../options/checkVector.js";
import {
  checkFirstSettings,
  checkParameter,
  type ClothBackendName,
  type ClothDefinition,
  type ClothFidelity,
  type IClothOptions,
} from "../options/clothOptions.js";
import type { Fabric } from "../options/fabric.js";
import type { ClothFabricInput, ClothFabricSettings } from "../options/fabricSettings.js";
import { addPart, complaint } from "../options/rules.js";
import type { ClothSolverInput, ClothSolverSettings } from "../options/solverSettings.js";
import type { ClothTessellation } from "../options/tessellation.js";
import type { RestGrid } from "../sim/restGrid.js";
import { ClothPicking } from "../surface/surfacePicking.js";
import type { IClothSurface } from "../surface/surfaceTypes.js";
import { originNear } from "../surface/worldSurface.js";
import { checkParent, checkScene, copySettings, setWorldMatrix } from "./clothClone.js";
import { inspectableProperties, inspectedAccessors } from "./clothInspectables.js";
import { ClothObservables } from "./clothObservables.js";
import { ClothScene, isScene } from "./clothScene.js";
import { ClothSettings } from "./clothSettings.js";
import { statisticsOf, type IClothStatistics } from "./clothStatistics.js";
import { refuseFixedOptions } from "./fixedOptions.js";
import { cutRays, type IClothScreenPoint } from "./screenCut.js";
import { SurfaceMesh } from "./surfaceMesh.js";
import { meshOf, refuseEditing } from "./uneditable.js";

/** Threads that have torn. */
export interface IClothTear {
  /** The cloth. */
  readonly cloth: ClothMesh;
  /** Where each of them was, on the sheet. `cloth.surfaceAt(u, v)` tells where that is now. */
  readonly places: readonly IClothPlace[];
}

/** Something that went wrong while a cloth was simulated. */
export interface IClothError {
  /** The cloth, as it was before the step. */
  readonly cloth: ClothMesh;
  /** For people. */
  readonly message: string;
}

/** A contact of a cloth with a collider. */
export interface IClothContact extends Contact {
  /** The cloth. */
  readonly cloth: ClothMesh;
}

/**
 * Cloth: an ordinary mesh whose vertices are the B-spline surface of a simulated control grid. Made by {@link CreateCloth}.
 *
 * Material, shadows, layers, parent and visibility work as on any mesh. Moving the mesh moves the pins; the rest of the
 * cloth follows by its own weight.
 */
export class ClothMesh extends SurfaceMesh implements Cloth {
  /** Whether {@link serialize}, and with it `SceneSerializer`, saves shape and motion as they are. Default false: a loaded cloth
   * starts from its first shape. */
  public static SerializeShape = false;
  /** Wind [m/s], world. */
  public readonly wind = Vector3.Zero();
  /** Fans that blow at this cloth; `windZones.shared` at all cloths of the scene. */
  public readonly windZones: ClothWindZones;
  /** What the cloth collides with; `colliders.shared` for all cloths of the scene. */
  public readonly colliders: ClothColliders;
  /** Those, as the cloth sees them in its steps.
   * @internal */
  public readonly seenColliders: SeenColliders;
  /** Tells observers what happens to it.
   * @internal */
  public readonly events: ClothObservables<ClothMesh> = new ClothObservables<ClothMesh>(this);
  /** Once, when the cloth is simulated: on the GPU, its kernel is compiled first. */
  public readonly onReadyObservable: Observable<ClothMesh> = this.events.ready;
  /**
   * After every step of the system, once for each frame and for each call of `ClothSystem.step`, however long. It also comes if the cloth does not
   * move: paused, disabled, asleep or hidden. A cloth that is read before its first step brings one for all cloths.
   */
  public readonly onStepObservable: Observable<ClothMesh> = this.events.step;
  /** A step that would have made particles infinite or no numbers was undone: the cloth is as before it, at rest. The console gets a warning for
   * the first one of each cloth. */
  public readonly onErrorObservable: Observable<IClothError> = this.events.error;
  /** Threads have torn: see `fabric.tear`. On the GPU heard of a few frames late. */
  public readonly onTearObservable: Observable<IClothTear> = this.events.tear;
  /**
   * The cloth touches a collider, goes on touching it, or has let go of it: one event for each of them in a step, and none while the cloth is asleep.
   * On the GPU it comes a few frames late. A cloth to which no one listens pays nothing.
   */
  public readonly onContactObservable: Observable<IClothContact> = this.events.contact;
  /** What has hit it since its last step.
   * @internal */
  public readonly impulses = new ClothImpulses();
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
  /** Time stands still for a cloth outside of its scene (`Scene.removeMesh`), as for one that is not enabled.
   * @internal */
  public isInScene = true;
  /** @internal */
  protected readonly _picking: ClothPicking;
  private readonly _settings: ClothSettings;
  private readonly _system: ClothSystem;
  private readonly _backend: ClothBackend;

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
      backend.checkRoom(name, definition, definition.solver);
    }
    if (!definition.startsAtFullResolution) {
      backend.checkGridRoom(name, definition);
    }
    const nets = new ClothNets(name, definition, backend.name === "gpu");
    super(name, scene);
    this._system = system;
    this._backend = backend;
    this.definition = definition;
    this.cuts = new ClothCuts(nets, backend.name === "gpu");
    this.sewing = new ClothSewing(() => {
      this._settings.checkRoom();
    });
    this._settings = new ClothSettings(this, backend);
    this.nets = nets;
    this.colliders = new ClothColliders(system.colliders, name, scene);
    this.seenColliders = new SeenColliders(this.colliders, name);
    this.windZones = new ClothWindZones(system.windZones, name, scene);
    // Without a submesh, scene.whenReadyAsync() would not wait for the cloth.
    this.subMeshes = [];
    this.body = backend.add(this);
    this.material = system.defaultMaterial;
    refuseEditing(this);
    const { wind } = this;
    addPart(this, { cloth: name, option: "wind" }, "wind", () => wind, ["x", "y", "z"]);
    this._picking = new ClothPicking(this, this.body);
    this.inspectableCustomProperties = inspectableProperties(this);
    system.register(this);
  }

  /** The parent: a node of the same scene, else setting it throws an Error. */
  public override get parent(): Nullable<Node> {
    return super.parent;
  }

  public override set parent(value: Nullable<Node>) {
    checkScene(this, value);
    super.parent = value;
  }

  /** Where the cloth is simulated. */
  public get backend(): ClothBackendName {
    return this._backend.name;
  }

  /**
   * Whether the cloth is simulated in a worker: see `ClothSystem.useWorkerAsync`. Cloth that is sewn, has pressure or pushes bodies, or meets such cloth, is not.
   */
  public get isInWorker(): boolean {
    return this.body.isInWorker;
  }

  /**
   * What simulates the cloth. Its surface does not jump when this changes; pins, grips and guides go over. On the CPU backend it is
   * always "controlGrid": a warning tells whoever asks for "fullResolution". On the GPU it is "fullResolution" while the cloth is cut or can tear, or has an `outline`. So it is while the cloth
   * is sewn or has pressure, if one of the cloths that are joined asks for anything but "controlGrid", is cut or can tear, has springs or more than 256 control points along a side, or is gathered.
   */
  public get fidelity(): ClothFidelity {
    return this._settings.fidelity;
  }

  public set fidelity(value: ClothFidelity) {
    this._settings.fidelity = value;
  }

  /** The fidelity that was asked for, whether or not the backend has it.
   * @internal */
  public get askedFidelity(): ClothFidelity {
    return this._settings.askedFidelity;
  }

  /** Whether it is cut, or may tear.
   * @internal */
  public get isParting(): boolean {
    return this._settings.isParting;
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
    return this._settings.solver;
  }

  public set solver(value: ClothSolverInput) {
    this._settings.solver = value;
  }

  /** How the cloth resists. Members can be set; setting the whole resets what is not given to its default. */
  public get fabric(): ClothFabricSettings {
    return this._settings.fabric;
  }

  public set fabric(value: ClothFabricInput) {
    this._settings.fabric = value;
  }

  /** The fabric that this cloth shares with others; null: its sheet is its own. */
  public get sharedFabric(): Nullable<Fabric> {
    return this.definition.sharedFabric;
  }

  /** How finely the surface is drawn. To be set as a whole. */
  public get tessellation(): ClothTessellation {
    return this._settings.tessellation;
  }

  public set tessellation(value: NonNullable<IClothOptions["tessellation"]>) {
    this._settings.tessellation = value;
  }

  /** Gap that the cloth keeps to colliders [m]. */
  public get thickness(): number {
    return this._settings.thickness;
  }

  public set thickness(value: number) {
    this._settings.thickness = value;
  }

  /** Mass per area of the cloth at rest [kg/m2]: that of its fabric, where it can be changed. */
  public get density(): number {
    return this.fabric.density;
  }

  /** Changes with every setting that the solver is told, but for vectors.
   * @internal */
  public get settingsVersion(): number {
    return this._settings.version;
  }

  /** What the cloth costs, and how well its threads keep their length. */
  public get statistics(): IClothStatistics {
    return statisticsOf(this);
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
    this._need("sewn");
    return sewCloths({ cloth: this, path }, { cloth: other, path: otherPath }, options);
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
   * @throws RangeError if u or v is outside, TypeError if the target is neither a TransformNode nor a Bone, or disposed, Error if it is of another scene.
   */
  public pin(u: number, v: number, target: ClothNode | null = null): void {
    if (this.isDisposed()) {
      return;
    }
    if (target !== null && !isLivingNode(target)) {
      throw new TypeError(
        complaint({ cloth: this.name, option: "target of a pin" }, target, `${LIVING_NODES}, or null`),
      );
    }
    if (isElsewhere(target, this.getScene())) {
      throw new Error(`Cloth "${this.name}": target of a pin is ${shown(target)} ${ELSEWHERE}.`);
    }
    this.pinning.pin(checkParameter(this.name, "u", u), checkParameter(this.name, "v", v), target);
  }

  /**
   * Releases the particle that is nearest on the sheet, if it is pinned.
   *
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @throws RangeError if u or v is outside.
   */
  public unpin(u: number, v: number): void {
    if (this.isDisposed()) {
      return;
    }
    this.pinning.unpin(checkParameter(this.name, "u", u), checkParameter(this.name, "v", v));
  }

  /**
   * Takes hold of the cloth: its control points around a point follow the grip until it is released.
   *
   * @param pickedPoint - Where, world space [m]; what `scene.pick` returns, for example.
   * @param radius - Control points so near to it are held, at least the nearest [m]. They keep their places relative to the
   * grip: the fewer, the softer. Default the nearest alone.
   * @returns The grip. A cloth may have several.
   * @throws TypeError or RangeError if a value is missing or not finite, or the radius negative.
   */
  public grab(pickedPoint: Vector3, radius = 0): ClothGrip {
    this._need("grabbed");
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
   * @throws TypeError or RangeError if a value is missing or not finite, or the radius negative.
   */
  public override applyImpulse(point: Vector3, impulse: Vector3, radius = 0): this {
    if (this.isDisposed()) {
      return this;
    }
    this.impulses.add(this.name, point, impulse, radius, this.restGrid.spacing);
    return this;
  }

  /**
   * Takes the cloth along to another place, as if nothing had moved: shape and velocities stay, relative to the mesh.
   *
   * @param matrix - World matrix that the mesh gets. Without it, the cloth goes along with what moves the mesh until the next step.
   * @throws TypeError or RangeError if it is no matrix or not finite.
   */
  public teleport(matrix?: Matrix): void {
    if (this.isDisposed()) {
      return;
    }
    if (matrix !== undefined) {
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
   * @throws TypeError if an end is no point, RangeError if anything is not finite, both ends are one, the scene has no camera, or the cloth is one of
   * `solver.model` "springs".
   */
  public cut(from: IClothScreenPoint, to: IClothScreenPoint, camera: Camera | null = null): number {
    this._need("cut");
    const [first, last] = cutRays(this, from, to, camera);
    this._settings.checkRoom();
    return this.cuts.cut(this.body.askShape().local, first, last);
  }

  /** Puts the cloth back to its first shape, without velocity, where the mesh is now, and mends its cuts. Seams stay. */
  public reset(): void {
    if (this.isDisposed()) {
      return;
    }
    this.cuts.mend();
    this.body.reset();
  }

  /**
   * @param origin - What the positions are relative to, world space [m]. The farther the cloth is from it, the less precise they are:
   * by 0.5 m at 8000 km, as they are 32-bit floats. Far from the origin of the world, give the position of the cloth.
   * @returns Positions of the particles, along the axes of the world [m], shape [particles, 3].
   * @throws TypeError or RangeError if the origin is no vector or not finite.
   */
  public async readPositions(origin = Vector3.ZeroReadOnly): Promise<Float32Array> {
    const from = checkVector({ cloth: this.name, option: "readPositions: origin" }, origin, "m");
    await this._settle();
    return this.body.readPositionsAsync(from.asArray());
  }

  /**
   * @param origin - What the positions are relative to, world space [m]: see {@link readPositions}.
   * @returns The vertices drawn last, world space.
   * @throws TypeError or RangeError if the origin is no vector or not finite.
   */
  public async readSurface(origin = Vector3.ZeroReadOnly): Promise<IClothSurface> {
    const from = checkVector({ cloth: this.name, option: "readSurface: origin" }, origin, "m");
    await this._settle();
    return this.body.readSurfaceAsync(from);
  }

  /**
   * @param name - Of the mesh; default that of the cloth.
   * @returns An ordinary mesh of the surface as it is drawn now, for exporters and others that need vertices on the CPU. It has
   * the same material, no parent, and vertices in world space.
   */
  public async bake(name = this.name): Promise<Mesh> {
    const origin = originNear(this.getAbsolutePosition());
    return meshOf(this, name, await this.readSurface(origin), origin);
  }

  /**
   * Another cloth of the same options, settings, pins and wind, with the same material, at the same place under the same parent
   * and with the same own colliders. It starts from the first shape, with the same cuts and the seams within it. Neither children nor behaviors are cloned.
   *
   * @param name - Of the clone.
   * @param newParent - Default the same.
   * @returns The clone.
   * @throws TypeError if the parent is no node, Error if it is of another scene; nothing is made then.
   */
  public override clone(name = this.name, newParent = this.parent): ClothMesh {
    this._need("cloned");
    checkParent(this, newParent);
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
    this._need("saved");
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

  /** {@inheritDoc Mesh.getClassName} */
  public override getClassName(): string {
    return "ClothMesh";
  }

  /**
   * It is drawn in its first shape, and stands still, while its kernels are compiled.
   *
   * @param completeCheck - Whether it has to move, too; `scene.whenReadyAsync()` waits for that.
   * @param forceInstanceSupport - See `Mesh.isReady`.
   * @returns Whether it can be drawn.
   */
  public override isReady(completeCheck = false, forceInstanceSupport = false): boolean {
    const isThere = (): boolean => (completeCheck ? this.body.isReady : this.body.isDrawn);
    if (!isThere() && !this.isDisposed()) {
      this._system.settle();
    }
    return isThere() && super.isReady(completeCheck, forceInstanceSupport);
  }

  /**
   * See `Mesh.dispose`. Afterwards, calls that change the cloth do nothing, what is known of it can still be read, and calls that need the cloth
   * itself, as they return something of it, throw an Error that names it.
   *
   * @param doNotRecurse - Whether children stay.
   * @param disposeMaterialAndTextures - Whether its material goes with it, unless that is the default material of cloths.
   */
  public override dispose(doNotRecurse?: boolean, disposeMaterialAndTextures = false): void {
    if (!this.isDisposed()) {
      this._system.unregister(this);
      this.body.dispose();
      this.colliders.close();
      this.windZones.close();
      this.events.clear();
    }
    const ownsMaterial = !this._system.isDefault(this.material);
    super.dispose(doNotRecurse, disposeMaterialAndTextures && ownsMaterial);
  }

  static {
    Object.defineProperties(ClothMesh.prototype, inspectedAccessors);
    refuseFixedOptions(ClothMesh.prototype);
  }

  private _need(how: string): void {
    if (this.isDisposed()) {
      throw new Error(`Cloth "${this.name}": it is disposed, must be a cloth of the scene to be ${how}.`);
    }
  }

  private _needPositions(): void {
    if (this.isDisposed()) {
      throw new Error(`Cloth "${this.name}": it is disposed, its positions are gone.`);
    }
  }

  /** A cloth that was made in this frame has no shape yet. */
  private async _settle(): Promise<void> {
    this._needPositions();
    await this._system.whenReadyAsync();
    this._needPositions();
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
   * @throws TypeError if it is no scene, Error if the scene is disposed.
   */
  public static For(scene: Scene): ClothSystem {
    if (!isScene(scene)) {
      throw new TypeError(`ClothSystem.For: scene is ${shown(scene)}, must be a Scene.`);
    }
    if (scene.isDisposed) {
      throw new Error("ClothSystem.For: the scene is disposed, nothing of its cloth would ever be disposed.");
    }
    return ClothScene.In<ClothMesh>(scene) ?? new ClothSystem(scene);
  }
}
