// What cloth collides with: shapes that follow nodes of the scene, and how one cloth sees them.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { constants } from "./shaders/shaders.gen.js";
import type { ColliderState } from "./sim/clothStep.js";
import { worldMatrixOf } from "./worldMatrix.js";

const KINDS = { sphere: constants.SPHERE, plane: constants.PLANE };

/** Shapes that keep cloth out. */
export type ClothColliderShape = keyof typeof KINDS;

/** What a collider is made of. */
export interface IClothCollider {
  /** "sphere", or "plane": an infinite one. */
  shape: ClothColliderShape;
  /** Node that the collider follows. Without one, `position` and `normal` are in the world. */
  node?: TransformNode;
  /** Centre of the sphere, any point of the plane, local to the node [m]. Default the origin. */
  position?: Vector3;
  /** Radius of the sphere, scaled with the node [m]. Default 0.5. */
  radius?: number;
  /** Outward normal of the plane, local to the node. Default +Y. */
  normal?: Vector3;
  /** Coulomb friction, multiplied with the cloth's. Default 1. */
  friction?: number;
}

/** A shape that keeps cloth out. Its members can be changed at any time. */
export class ClothCollider {
  public readonly shape: ClothColliderShape;
  /** Node that it follows, if any. */
  public node: TransformNode | null;
  /** Local to the node [m]. */
  public readonly position: Vector3;
  /** Of a plane, local to the node. */
  public readonly normal: Vector3;
  /** Of a sphere, scaled with the node [m]. */
  public radius: number;
  /** Coulomb, multiplied with the cloth's. */
  public friction: number;
  /** Whether it collides. */
  public enabled = true;
  /** Changes with anything that a cloth sees of it. */
  private _version = 0;
  private _stepId = -1;
  private _now: WorldState;
  private _before: WorldState;

  /**
   * @param options - What it is made of.
   * @throws RangeError if the shape is unknown, or radius or friction are negative or no number.
   */
  public constructor(options: IClothCollider) {
    if (!(options.shape in KINDS)) {
      const known = Object.keys(KINDS).join('", "');
      throw new RangeError(`ClothCollider: shape is "${options.shape}", must be "${known}".`);
    }
    for (const name of ["radius", "friction"] as const) {
      const value = options[name] ?? 0;
      if (!(value >= 0)) {
        throw new RangeError(`ClothCollider: ${name} is ${String(value)}, must be a number from 0 up.`);
      }
    }
    this.shape = options.shape;
    this.node = options.node ?? null;
    this.position = options.position?.clone() ?? Vector3.Zero();
    this.normal = options.normal?.clone() ?? Vector3.Up();
    this.radius = options.radius ?? 0.5;
    this.friction = options.friction ?? 1;
    this._now = this._worldState();
    this._before = this._now;
  }

  /**
   * Follows the node. The motion since the last call is what a cloth sees as the motion of this step.
   *
   * @param stepId - Number of the step; further calls with the same one do nothing.
   * @returns A number that changes with anything that a cloth sees.
   * @internal
   */
  public follow(stepId: number): number {
    if (stepId !== this._stepId) {
      this._stepId = stepId;
      const next = this._worldState();
      if (!sameState(next, this._now) || !sameState(this._now, this._before)) {
        this._version++;
      }
      this._before = this._now;
      this._now = next;
    }
    return this._version;
  }

  /**
   * @param origin - Of the cloth's frame in the world [m].
   * @returns The collider in the cloth's frame.
   * @internal
   */
  public stateFrom(origin: ArrayLike<number>): ColliderState {
    const relative = ({ position: { x, y, z } }: WorldState): number[] => [x - origin[0], y - origin[1], z - origin[2]];
    return {
      kind: KINDS[this.shape],
      position: relative(this._now),
      previousPosition: relative(this._before),
      axis: this._now.normal.asArray(),
      previousAxis: this._before.normal.asArray(),
      radius: this._now.radius,
      friction: this._now.friction,
    };
  }

  private _worldState(): WorldState {
    const { node, friction, enabled } = this;
    if (!node) {
      return {
        position: this.position.clone(),
        normal: this.normal.normalizeToNew(),
        radius: this.radius,
        friction,
        enabled,
      };
    }
    const world = worldMatrixOf(node);
    const [ax, ay, az, , bx, by, bz, , cx, cy, cz] = world.m as unknown as number[];
    const scale = Math.sqrt(
      Math.max(ax ** 2 + ay ** 2 + az ** 2, bx ** 2 + by ** 2 + bz ** 2, cx ** 2 + cy ** 2 + cz ** 2),
    );
    return {
      position: Vector3.TransformCoordinates(this.position, world),
      normal: Vector3.TransformNormal(this.normal, world).normalize(),
      radius: this.radius * scale,
      friction,
      enabled,
    };
  }
}

interface WorldState {
  readonly position: Vector3;
  readonly normal: Vector3;
  readonly radius: number;
  readonly friction: number;
  readonly enabled: boolean;
}

function sameState(a: WorldState, b: WorldState): boolean {
  return (
    a.position.equals(b.position) &&
    a.normal.equals(b.normal) &&
    a.radius === b.radius &&
    a.friction === b.friction &&
    a.enabled === b.enabled
  );
}

/** The colliders of one cloth, or of all cloths of a scene. */
export class ClothColliders {
  private readonly _own: ClothCollider[] = [];
  private _listVersion = 0;
  private _stepId = -1;
  private _version = 0;

  /** @param shared - Colliders of the whole scene, of which a cloth's own are a supplement; null for those themselves. */
  public constructor(private readonly _shared: ClothColliders | null) {}

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
      this._listVersion++;
    }
  }

  /**
   * Adds a collider of the shape of a mesh, which follows it until it is disposed.
   *
   * @param mesh - A sphere, or a flat mesh, which counts as an infinite plane with the mesh on it.
   * @param shape - Which. By default, chosen from the vertices.
   * @returns The collider, or null if no shape fits: a warning names the mesh.
   */
  public addMesh(mesh: AbstractMesh, shape: ClothColliderShape | null = shapeOf(mesh)): ClothCollider | null {
    if (!shape) {
      Logger.Warn(
        `babylon-cloth: mesh "${mesh.name}" is neither a sphere nor flat; no collider was added. ` +
          `Give the shape that is nearest: "${Object.keys(KINDS).join('" or "')}".`,
      );
      return null;
    }
    const { minimum, maximum } = mesh.getBoundingInfo();
    const size = maximum.subtract(minimum);
    const collider = this.add({
      shape,
      node: mesh,
      position: minimum.add(maximum).scaleInPlace(0.5),
      radius: Math.max(size.x, size.y, size.z) / 2,
      normal: flatNormal(mesh, size),
    });
    mesh.onDisposeObservable.addOnce(() => {
      this.remove(collider);
    });
    return collider;
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

  /**
   * @param origin - Of the cloth's frame in the world [m].
   * @returns All enabled colliders that count here, in the cloth's frame.
   * @internal
   */
  public statesFrom(origin: ArrayLike<number>): ColliderState[] {
    const own = this._own.filter((collider) => collider.enabled).map((collider) => collider.stateFrom(origin));
    return this._shared ? [...this._shared.statesFrom(origin), ...own] : own;
  }
}

/** Relative size below which a mesh counts as flat, and deviation from the radius below which it counts as a sphere. */
const SHAPE_TOLERANCE = 1e-3;

function shapeOf(mesh: AbstractMesh): ClothColliderShape | null {
  const { minimum, maximum } = mesh.getBoundingInfo();
  const size = maximum.subtract(minimum);
  const longest = Math.max(size.x, size.y, size.z);
  if (Math.min(size.x, size.y, size.z) <= SHAPE_TOLERANCE * longest) {
    return "plane";
  }
  const vertices = mesh.getVerticesData("position");
  const center = minimum.add(maximum).scaleInPlace(0.5).asArray();
  if (!vertices) {
    return null;
  }
  for (let i = 0; i < vertices.length; i += 3) {
    const radius = Math.hypot(vertices[i] - center[0], vertices[i + 1] - center[1], vertices[i + 2] - center[2]);
    if (Math.abs(radius - longest / 2) > SHAPE_TOLERANCE * longest) {
      return null;
    }
  }
  return "sphere";
}

/** Side of a flat mesh that its vertex normals are on; +Y where it has none. */
function flatNormal(mesh: AbstractMesh, size: Vector3): Vector3 {
  const normals = mesh.getVerticesData("normal");
  const axis = size.asArray().indexOf(Math.min(size.x, size.y, size.z));
  const sign = normals && normals[axis] < 0 ? -1 : 1;
  return Vector3.FromArray([0, 1, 2].map((i) => (i === axis ? sign : 0)));
}
