// What cloth collides with: shapes that follow nodes of the scene, and how one cloth sees them.
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import type { ReadonlyVec3 } from "gl-matrix";
import {
  ClothCollider,
  createColliderState,
  type IClothCollider,
  type WritableColliderState,
} from "./clothCollider.js";
import type { ClothColliderShape } from "./colliderTypes.js";
import { convexOf, fittedShape, shapeOf } from "./meshShape.js";
import { shapesOfBody } from "./physicsShapes.js";
import { constants } from "../shaders/shaders.gen.js";
import type { ColliderState } from "../sim/clothStep.js";
import { boundsOf } from "./triangles.js";

/** The colliders of one cloth, or of all cloths of a scene. */
export class ClothColliders {
  private readonly _own: ClothCollider[] = [];
  private _listVersion = 0;
  private _stepId = -1;
  private _version = 0;

  private readonly _active: ClothCollider[] = [];
  private _arePushed = false;
  private readonly _states: WritableColliderState[] = [];
  /** Of colliders that are removed with their node: what stops that. */
  private readonly _releases = new Map<ClothCollider, () => void>();

  /**
   * @param _shared - Colliders of the whole scene, of which a cloth's own are a supplement; null for those themselves.
   * @param _cloth - Name of the cloth, for messages.
   */
  public constructor(
    private readonly _shared: ClothColliders | null,
    private readonly _cloth = "",
  ) {}

  /** Colliders of the whole scene: every cloth collides with them. */
  public get shared(): ClothColliders {
    return this._shared ?? this;
  }

  /** The colliders that were added here. */
  public get list(): readonly ClothCollider[] {
    return this._own;
  }

  /**
   * @param collider - One, or what to make it of.
   * @returns The collider, to be changed or removed later.
   */
  public add(collider: ClothCollider | IClothCollider): ClothCollider {
    const added = collider instanceof ClothCollider ? collider : new ClothCollider(collider);
    if (!this._own.includes(added)) {
      added.jump();
      this._own.push(added);
      this._listVersion++;
    }
    return added;
  }

  /** @param collider - What {@link add} returned. */
  public remove(collider: ClothCollider): void {
    const index = this._own.indexOf(collider);
    if (index >= 0) {
      this._own.splice(index, 1);
      // More than what the sum of all versions loses.
      this._listVersion += 1 + collider.version;
      this._releases.get(collider)?.();
      this._releases.delete(collider);
    }
  }

  /**
   * Adds a collider of the shape of a mesh, which follows it until it is disposed.
   *
   * @param mesh - A sphere, ellipsoid, capsule, box or other convex, or a flat mesh, which counts as an infinite plane with the
   * mesh on it; its vertices as they are now.
   * @param shape - Which, fitted to the bounding box of the vertices where they are not of this shape. By default, chosen from
   * the vertices.
   * @returns The collider, or null if no shape fits: a warning names the mesh.
   */
  public addMesh(mesh: AbstractMesh, shape?: ClothColliderShape): ClothCollider | null {
    const points = mesh.getVerticesData("position") ?? [];
    const indices = mesh.getIndices() ?? Array.from({ length: points.length / 3 }, (_, i) => i);
    const normals = mesh.getVerticesData("normal");
    const triangles = { points, indices };
    const found = shape === "convex" ? convexOf(triangles) : shapeOf(triangles, normals);
    if (found && (!shape || shape === found.shape)) {
      return this._addFollowing(found, mesh);
    }
    if (!shape || points.length === 0) {
      Logger.Warn(
        `babylon-cloth: mesh "${mesh.name}" is no sphere, ellipsoid, capsule, box or other convex, nor flat; no collider was ` +
          `added. Give the shape that is nearest: "sphere", "box" or another.`,
      );
      return null;
    }
    if (shape === "convex") {
      Logger.Warn(`babylon-cloth: mesh "${mesh.name}" is not convex; its bounding box collides instead.`);
    }
    return this._addFollowing(fittedShape(shape, boundsOf(points), normals), mesh);
  }

  /**
   * Adds colliders of the shapes of a body of Physics v2, which follow it until its node is disposed.
   *
   * @param body - With any shape but a triangle mesh or height field, and without instances. The shape as it is now: what the
   * physics engine makes of the scale of the node when the shape is created, not the scale itself. Edges and corners of boxes,
   * cylinders and hulls within a container may be up to Havok's margin of 15 mm smaller.
   * @param options - `friction`: Coulomb, multiplied with the cloth's, default 1. `pushes`: whether cloth pushes the body, which
   * moves dynamic ones; default false.
   * @returns The colliders, one for each part of the body; a warning names the node if there is none for some.
   */
  public addPhysicsBody(
    body: PhysicsBody,
    { friction = 1, pushes = false }: { friction?: number; pushes?: boolean } = {},
  ): ClothCollider[] {
    const { shapes, unknown } = shapesOfBody(body);
    const node = body.transformNode;
    if (unknown > 0) {
      Logger.Warn(
        `babylon-cloth: ${unknown.toString()} of the shapes of physics body "${node.name}" cannot keep cloth out and got no ` +
          `collider: triangle meshes, height fields and instances. Add colliders of simple shapes that follow its node.`,
      );
    }
    const also = { friction, ignoresScale: true, ...(pushes && { body }) };
    return shapes.map((shape) => this._addFollowing({ ...shape, ...also }, node));
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

  /** Whether any of {@link active} is a body that the cloth pushes.
   * @internal */
  public get arePushed(): boolean {
    return this._arePushed;
  }

  /** Those of the last {@link statesFrom}, in that order.
   * @internal */
  public get active(): readonly ClothCollider[] {
    return this._active;
  }

  /**
   * @param origin - Of the cloth's frame in the world [m].
   * @returns All enabled colliders that count here, in the cloth's frame; the same array, until the next call.
   * @throws RangeError if they are more than a cloth can collide with.
   * @internal
   */
  public statesFrom(origin: ReadonlyVec3): readonly ColliderState[] {
    const { _active: active, _states: states, _shared: shared, _own: own } = this;
    active.length = 0;
    if (shared) {
      collectEnabled(shared.list, active);
    }
    collectEnabled(own, active);
    if (active.length > constants.MAX_COLLIDERS) {
      throw new RangeError(
        `Cloth "${this._cloth}": ${active.length.toString()} colliders are enabled for it, those of the scene included, ` +
          `must be at most ${constants.MAX_COLLIDERS.toString()}.`,
      );
    }
    // Of this cloth alone: the same collider is elsewhere for a cloth with another origin.
    states.length = Math.min(states.length, active.length);
    for (let c = 0; c < active.length; c++) {
      states[c] ??= createColliderState();
      active[c].stateFrom(origin, states[c]);
    }
    this._arePushed = active.some(({ body }) => body !== null);
    return states;
  }

  private _addFollowing(shape: IClothCollider, node: TransformNode): ClothCollider {
    const collider = this.add({ ...shape, node });
    const observer = node.onDisposeObservable.addOnce(() => {
      this.remove(collider);
    });
    this._releases.set(collider, () => node.onDisposeObservable.remove(observer));
    return collider;
  }
}

function collectEnabled(colliders: readonly ClothCollider[], enabled: ClothCollider[]): void {
  for (const collider of colliders) {
    if (collider.enabled) {
      enabled.push(collider);
    }
  }
}
