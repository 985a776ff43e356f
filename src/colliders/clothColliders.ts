// What cloth collides with: shapes that follow nodes of the scene, and what they go with.
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import type { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import { areLoadedNodes, gltfNodes, type LoadedNodes } from "../babylon/gltfNodes.js";
import { shown } from "../babylon/shown.js";
import { thinMatricesOf } from "../babylon/thinInstances.js";
import {
  CLOTH_NODES,
  ELSEWHERE,
  isClothNode,
  isElsewhere,
  LIVING_NODES,
  type ClothNode,
} from "../babylon/worldMatrix.js";
import { ClothCollider, type IClothCollider } from "./clothCollider.js";
import { chooseShape, isOfMesh } from "./chosenShape.js";
import { checkFlag, checkMaps, checkNames, checkShape } from "./colliderChecks.js";
import type { ClothColliderShape } from "./colliderTypes.js";
import { bodySourceOf, gltfSourceOf, noteOrigin, ownerOf, sourceOf } from "./colliderOrigins.js";
import { FieldBudget } from "./fieldBudget.js";
import { shapesOfGltf } from "./gltfShapes.js";
import { bodyOf, shapesOfBody } from "./physicsShapes.js";
import { isSkeleton, shapesOfSkeleton, type IClothSkeleton } from "./skeletonShapes.js";
import { constants } from "../shaders/shaders.gen.js";

/** All that it follows. */
function nodesOf({ node, from, to }: ClothCollider): (ClothNode | null | undefined)[] {
  return [node, from?.node, to?.node];
}

/** The colliders of one cloth, or of all cloths of a scene. */
export class ClothColliders {
  private readonly _own: ClothCollider[] = [];
  private _listVersion = 0;
  private _stepId = -1;
  private _isClosed = false;
  private _version = 0;
  /** Of each collider: what forgets the node that it goes with. */
  private readonly _releases = new Map<ClothCollider, () => void>();
  /** Of the whole scene.
   * @internal */
  public readonly fieldBudget: FieldBudget;

  /**
   * @param _shared - Colliders of the whole scene, of which a cloth's own are a supplement; null for those themselves.
   * @param _cloth - Name of the cloth, for messages.
   * @param _scene - Of all nodes; null: any.
   */
  public constructor(
    private readonly _shared: ClothColliders | null,
    private readonly _cloth = "",
    private readonly _scene: Scene | null = null,
  ) {
    this.fieldBudget = _shared ? _shared.fieldBudget : new FieldBudget();
  }

  /** Colliders of the whole scene: every cloth collides with them. */
  public get shared(): ClothColliders {
    return this._shared ?? this;
  }

  /** The colliders that were added here. */
  public get list(): readonly ClothCollider[] {
    return this._own;
  }

  /** All that count here and are enabled, each once, those of the scene first.
   * @internal */
  public get enabled(): ClothCollider[] {
    const shared = this._shared?.list ?? [];
    return [...shared, ...this._own.filter((own) => !shared.includes(own))].filter(({ enabled }) => enabled);
  }

  /**
   * @param collider - One, or what to make it of.
   * @returns The collider, to be changed or removed later. It is removed when its node is disposed.
   * @throws RangeError if there are 64 already that are enabled, those of the scene included; TypeError or RangeError that names a
   * member that is not allowed, TypeError if its node is disposed, Error if it is of another scene.
   */
  public add(collider: ClothCollider | IClothCollider): ClothCollider {
    this._checkOpen();
    const added = collider instanceof ClothCollider ? collider : new ClothCollider(collider);
    const owner = ownerOf(added);
    if (owner?.isDisposed()) {
      // It would not be removed any more.
      throw new TypeError(`${this._name}.add: collider goes with ${shown(owner)}, must go with ${LIVING_NODES}.`);
    }
    if (!this._own.includes(added)) {
      this._checkNodes(nodesOf(added));
      this._checkRoom(1);
      this._checkFields([added], []);
      this._take(added);
    }
    return added;
  }

  /**
   * Adds a collider of a file or of another cloth. It does not throw if there are too many, or if its field has no room, because the cloth exists
   * already: what is too much is left out with a warning.
   *
   * @param collider - Any.
   * @internal
   */
  public takeOver(collider: ClothCollider): void {
    if (!this._own.includes(collider)) {
      const refusal = this.fieldBudget.refuses([collider]);
      if (refusal === null) {
        this._take(collider);
      } else {
        Logger.Warn(`babylon-cloth: ${this._name}: one was left out: ${refusal}.`);
      }
    }
  }

  /**
   * Takes colliders away. It does nothing where there are none.
   *
   * @param collider - What {@link add} returned, or a node: all colliders that follow it, or were made of it, are removed, as
   * {@link addMesh} and {@link addPhysicsBody} add them. Or a skeleton: all that follow its bones, as {@link addSkeleton} adds them.
   * @throws TypeError if it is none of these.
   */
  public remove(collider: ClothCollider | ClothNode | Skeleton): void {
    if (collider instanceof ClothCollider) {
      this._remove(collider);
    } else if (isClothNode(collider) || isSkeleton(collider)) {
      const nodes: readonly ClothNode[] = isClothNode(collider) ? [collider] : collider.bones;
      this._own
        .filter((one) => (one.node && nodes.includes(one.node)) === true || sourceOf(one) === collider)
        .forEach((one) => {
          this._remove(one);
        });
    } else {
      throw new TypeError(
        `${this._name}.remove: collider is ${shown(collider)}, must be a ClothCollider, ${CLOTH_NODES} or a Skeleton.`,
      );
    }
  }

  /**
   * Adds a collider of the shape of a mesh, which follows it until it is disposed. A mesh that was added before, in this session or
   * in that of a file, gets a new collider in place of the old one.
   *
   * @param mesh - A sphere, ellipsoid, capsule, box or other convex, or a flat mesh, which counts as an infinite plane with the
   * mesh on it; as a field, any rigid mesh; its vertices as they are now.
   * @param shape - Which, fitted to the bounding box of the vertices where they are not of this shape; "field" and "heightField" take the
   * triangles themselves; "depth" takes what the GPU draws, with bones, morph targets and child meshes. By default, chosen from the vertices: a field where a closed rigid mesh has no other shape, a height field for a
   * ground; `reason` of the collider says why.
   * @param options - `resolution` of a field, height field or depth maps, `axes` and `depth` of depth maps: see {@link IClothCollider}.
   * @returns The collider, or null if no shape fits or the mesh has thin instances, which only "depth" sees: a warning names the mesh.
   * @throws TypeError if it is no mesh or an option is unknown. RangeError if there is no such shape, no room (see {@link add}), or if the mesh
   * cannot be a field.
   */
  public addMesh(
    mesh: AbstractMesh,
    shape?: ClothColliderShape,
    options: Pick<IClothCollider, "resolution" | "axes" | "depth"> = {},
  ): ClothCollider | null {
    this._checkOpen();
    if (!((mesh as unknown) instanceof AbstractMesh)) {
      throw new TypeError(`${this._name}.addMesh: mesh is ${shown(mesh)}, must be a mesh.`);
    }
    if (mesh.isDisposed()) {
      throw new TypeError(`${this._name}.addMesh: mesh is ${shown(mesh)}: it is disposed, must be in the scene.`);
    }
    if (mesh.getClassName() === "ClothMesh") {
      throw new TypeError(
        `${this._name}.addMesh: mesh is ${shown(mesh)}, must be no cloth: cloths meet each other by solver.clothCollision.`,
      );
    }
    checkNames(`${this._name}.addMesh`, options, ["resolution", "axes", "depth"]);
    checkMaps({ shape, ...options });
    if (shape !== undefined) {
      checkShape(shape);
    }
    const thin = thinMatricesOf(mesh);
    if (thin && !isOfMesh(shape)) {
      // Babylon draws them in place of the mesh, and a shape has one place.
      Logger.Warn(
        `${this._name}.addMesh: mesh is ${shown(mesh)} with ${(thin.length / 16).toString()} thin instances, must be a mesh or an ` +
          'instance (createInstance), or be added with the shape "depth". No collider was added.',
      );
      return null;
    }
    const chosen = chooseShape(mesh, shape, options);
    return chosen && this._follow([chosen.options], mesh, mesh, chosen.reason)[0];
  }

  /**
   * Adds colliders of the shapes of a body of Physics v2, which follow it until its node is disposed. A body that was added before, or an
   * earlier body of the same node, gets new colliders in place of the old ones.
   *
   * @param physics - The body, or an aggregate with one, without instances. A triangle mesh becomes a field and a height field a height field, if its
   * node is the rigid mesh that the shape was made of. The shape as it is now: what the
   * physics engine makes of the scale of the node when the shape is created, not the scale itself. Edges and corners of boxes,
   * cylinders and hulls within a container may be up to Havok's margin of 15 mm smaller.
   * @param options - `friction`: Coulomb, multiplied with the cloth's, default 1. `pushes`: whether cloth pushes the body, which
   * moves dynamic ones; default false.
   * @returns The colliders, one for each part of the body; a warning names the node if there is none for some.
   * @throws TypeError if it is neither a body nor an aggregate, or an option is unknown; RangeError if there is no room: see {@link add}.
   */
  public addPhysicsBody(
    physics: PhysicsBody | PhysicsAggregate,
    options: { friction?: number; pushes?: boolean } = {},
  ): ClothCollider[] {
    this._checkOpen();
    const body = bodyOf(physics);
    if (!body) {
      throw new TypeError(
        `${this._name}.addPhysicsBody: body is ${shown(physics)}, must be a PhysicsBody or a PhysicsAggregate.`,
      );
    }
    checkNames(`${this._name}.addPhysicsBody`, options, ["friction", "pushes"]);
    checkFlag("pushes", options.pushes);
    const { friction = 1, pushes = false } = options;
    const { shapes, unknown } = shapesOfBody(body);
    const node = body.transformNode;
    if (unknown > 0) {
      Logger.Warn(
        `babylon-cloth: ${unknown.toString()} of the shapes of physics body "${node.name}" cannot keep cloth out and got no ` +
          `collider: instances, and triangle meshes or height fields that are not those of its node. Add colliders that follow it.`,
      );
    }
    const also = { friction, ...(pushes && { body }) };
    const made = shapes.map((shape) => ({ ignoresScale: true, ...shape, ...also }));
    return this._follow(made, node, bodySourceOf(node), "shape of its physics body");
  }

  /**
   * Adds tapered capsules for the bones of a character, fitted to its skin as it was bound: each bone has the vertices whose largest
   * weight is its own, and gets one capsule, or more where one is too coarse. A bone that fewer than four vertices follow most gets none. The
   * capsules follow their bones until the mesh is disposed. A mesh that was added before gets new colliders in place of the old ones.
   *
   * @param skeleton - Its bones, or the nodes that drive them, are what the capsules follow.
   * @param mesh - With this skeleton. Further meshes of it can be added too.
   * @param options - What is left out, and how close the capsules are.
   * @returns The capsules, in the order of the bones.
   * @throws TypeError or RangeError that names the mesh, the skeleton or the option, if the mesh is not skinned by this skeleton, no bone
   * has skin, or there is no room: see {@link add}.
   */
  public addSkeleton(skeleton: Skeleton, mesh: AbstractMesh, options: IClothSkeleton = {}): ClothCollider[] {
    this._checkOpen();
    const shapes = shapesOfSkeleton(`${this._name}.addSkeleton`, skeleton, mesh, options);
    return this._follow(shapes, mesh, mesh, "skin of a bone");
  }

  /**
   * Adds the colliders that a glTF file describes: shapes of KHR_implicit_shapes on nodes, by KHR_physics_rigid_bodies or without it, and
   * colliders of VRMC_springBone with its extended ones. They follow the nodes of the file until these are disposed. A file that was
   * added before, in this session or in that of a saved scene, gets new colliders in place of the old ones, so it never has them twice. That holds
   * whether it is handed over as a container, a scene or lists. A plane is infinite, as for {@link addMesh}; a cylinder is a convex.
   *
   * @param loaded - What the file was loaded into by Babylon's glTF loader: an AssetContainer, a scene, or lists of nodes.
   * @param json - The file as parsed, which Babylon does not keep: `onParsed` of the loader hands it out.
   * @param options - `friction`: Coulomb, multiplied with the cloth's, default 1.
   * @returns The colliders. A warning names what got none: meshes.
   * @throws TypeError or RangeError that names the option or the part of the file, and what is allowed; RangeError if there is no
   * room: see {@link add}.
   */
  public addGltf(loaded: LoadedNodes, json: object, options: { friction?: number } = {}): ClothCollider[] {
    this._checkOpen();
    const owner = `${this._name}.addGltf`;
    if (!areLoadedNodes(loaded)) {
      throw new TypeError(`${owner}: loaded is ${shown(loaded)}, must be an AssetContainer or a Scene.`);
    }
    checkNames(owner, options, ["friction"]);
    const { friction = 1 } = options;
    const nodes = gltfNodes(loaded);
    const { shapes, leftOut } = shapesOfGltf(owner, json, nodes);
    if (leftOut.length > 0) {
      Logger.Warn(`babylon-cloth: ${leftOut.join(", ")} of a glTF file cannot keep cloth out and got no collider.`);
    }
    const made = shapes.map((shape) => {
      const collider = new ClothCollider({ ...shape, friction }, "shape of its glTF file");
      noteOrigin(collider, gltfSourceOf(shape.node), shape.node);
      return collider;
    });
    const sources = new Set([...nodes.values()].map(gltfSourceOf));
    return this._replace(made, (source) => sources.has(source));
  }

  /**
   * The cloth is disposed: nothing is added any more.
   *
   * @internal
   */
  public close(): void {
    this._isClosed = true;
    for (const collider of [...this._own]) {
      this._remove(collider);
    }
  }

  /**
   * Follows the nodes of all colliders that count here.
   *
   * @param stepId - Number of the step.
   * @returns A number that changes with anything that a cloth sees.
   * @internal
   */
  public follow(stepId: number): number {
    if (stepId !== this._stepId) {
      this._stepId = stepId;
      this._version = this._listVersion + (this._shared?.follow(stepId) ?? 0);
      for (const collider of this._own) {
        this._version += collider.follow(stepId);
      }
    }
    return this._version;
  }

  /** For messages. */
  private get _name(): string {
    return this._shared ? `Cloth "${this._cloth}": colliders` : "Colliders of the scene";
  }

  private _take(collider: ClothCollider): void {
    collider.jump();
    this._own.push(collider);
    this.fieldBudget.count(this._own);
    this._listVersion++;
    let forget = this._goWithOwner(collider);
    const forgetChanges = collider.onNodeChange({
      check: (node) => {
        this._checkNodes([node]);
      },
      change: () => {
        forget();
        forget = this._goWithOwner(collider);
      },
    });
    this._releases.set(collider, () => {
      forget();
      forgetChanges();
    });
  }

  /** @returns Forgets the owner. */
  private _goWithOwner(collider: ClothCollider): () => void {
    const goes = ownerOf(collider)?.onDisposeObservable;
    const observer = goes?.addOnce(() => {
      this._remove(collider);
    });
    return () => observer && goes?.remove(observer);
  }

  private _remove(collider: ClothCollider): void {
    const index = this._own.indexOf(collider);
    if (index >= 0) {
      this._own.splice(index, 1);
      this.fieldBudget.count(this._own);
      // More than what the sum of all versions loses.
      this._listVersion += 1 + collider.version;
      this._releases.get(collider)?.();
      collider.maps?.release();
      this._releases.delete(collider);
    }
  }

  private _checkOpen(): void {
    if (this._isClosed) {
      throw new Error(`${this._name}: the cloth is disposed, must be in the scene to get colliders.`);
    }
  }

  private _checkRoom(count: number): void {
    const enabled = this.enabled.length;
    if (enabled + count > constants.MAX_COLLIDERS) {
      throw new RangeError(
        `${this._name} would be ${(enabled + count).toString()} that are enabled${this._shared ? ", those of the scene included" : ""}, ` +
          `must be at most ${constants.MAX_COLLIDERS.toString()}.`,
      );
    }
  }

  private _checkNodes(nodes: readonly (ClothNode | null | undefined)[]): void {
    const other = nodes.find((node) => isElsewhere(node ?? null, this._scene));
    if (other) {
      throw new Error(`${this._name}: node is ${shown(other)} ${ELSEWHERE}.`);
    }
  }

  private _checkFields(added: readonly ClothCollider[], removed: readonly ClothCollider[]): void {
    const refusal = this.fieldBudget.refuses(added, removed);
    if (refusal !== null) {
      throw new RangeError(`${this._name}: ${refusal}.`);
    }
  }

  /** Adds colliders of something, in place of those that it had. They go with their owner. */
  private _follow(
    shapes: readonly IClothCollider[],
    owner: ClothNode,
    source: object,
    reason: string,
  ): ClothCollider[] {
    const made = shapes.map((shape) => {
      const collider = new ClothCollider({ node: owner, ...shape }, reason);
      noteOrigin(collider, source, owner);
      return collider;
    });
    return this._replace(made, (other) => other === source);
  }

  /** Adds colliders in place of those whose source is meant. */
  private _replace(made: ClothCollider[], isSource: (source: object) => boolean): ClothCollider[] {
    const old = this._own.filter((collider) => {
      const source = sourceOf(collider);
      return source !== null && isSource(source);
    });
    // Before any are removed or added.
    this._checkNodes(made.flatMap(nodesOf));
    this._checkRoom(made.length - old.filter(({ enabled }) => enabled).length);
    this._checkFields(made, old);
    old.forEach((collider) => {
      this._remove(collider);
    });
    for (const collider of made) {
      this.add(collider);
    }
    return made;
  }
}
