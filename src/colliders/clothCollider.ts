import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import type { ReadonlyVec3 } from "gl-matrix";
import { isLivingNode, LIVING_NODES, type ClothNode } from "../babylon/worldMatrix.js";
import { checkBody, checkCollider, checkFromZero, checkNewPlanes, checkNewRadius, fail } from "./colliderChecks.js";
import { ColliderMotion } from "./colliderMotion.js";
import { worldShapeOf } from "./colliderShape.js";
import { writeState, type ColliderPose, type WritableColliderState } from "./colliderState.js";
import type { ClothColliderShape, ColliderMembers, IClothColliderPlane, WorldShape } from "./colliderTypes.js";
import type { ClothDepthAxes } from "./depthAxes.js";
import { DEPTH_RESOLUTION, DepthMaps } from "./depthMaps.js";
import type { DistanceField } from "./distanceField.js";
import { fieldOf } from "./meshField.js";
import { PushedBody } from "./pushedBody.js";

/** What a collider is made of. */
export interface IClothCollider {
  /**
   * "plane" is infinite; "capsule" may be tapered; "convex" is the inside of planes; "field" is a rigid triangle mesh of any shape, and
   * "heightField" a surface with all below it, along its -y: both are read from `node`, a mesh, when the collider is made. "depth" is `node`, a
   * mesh, with its child meshes, as the GPU draws them, by depth maps: needs WebGPU.
   */
  shape: ClothColliderShape;
  /**
   * Node that the collider follows, with its scale and shear; a capsule is as wide as it is shown at the widest, and not shorter. A bone is where
   * the first mesh of its skeleton shows it. Without a node, all is in the world, in double precision. When the node is disposed, the
   * collider is removed from all lists.
   */
  node?: ClothNode;
  /** Whether only its position and rotation count, as for bodies of physics engines. Default false. */
  ignoresScale?: boolean;
  /** Centre, or any point of a plane, local to the node [m]. Default the origin. */
  position?: Vector3;
  /** Local to the node. Default none. */
  rotation?: Quaternion;
  /** Whether a sphere or a capsule keeps cloth inside, not out. Where its node is scaled unevenly, it is as wide as at the narrowest. Default false. */
  inside?: boolean;
  /** Radius of a sphere, or of a capsule at its start [m]. Default 0.5. */
  radius?: number;
  /** Radii of an ellipsoid [m]. Default 0.5 each. */
  radii?: Vector3;
  /** Edge lengths of a box [m]. Default 1 each. */
  size?: Vector3;
  /** Outward normal of a plane, local to the node. Default +Y. */
  normal?: Vector3;
  /** Centre of the sphere at the start of a capsule, from `position` [m]. Default (0, -0.5, 0). */
  start?: Vector3;
  /** Centre of the sphere at its end [m]. Default (0, 0.5, 0). */
  end?: Vector3;
  /** Radius at its end [m]. Default `radius`, also after that has changed. */
  endRadius?: number;
  /** Sphere at the start of a capsule that other capsules may share: a knee of two legs. Instead of `start` and `radius`. */
  from?: ClothCollider;
  /** Sphere at its end. Instead of `end` and `endRadius`. */
  to?: ClothCollider;
  /** Of a convex, at least four, around a bounded inside. The collider keeps copies of them. */
  planes?: readonly IClothColliderPlane[];
  /**
   * Of a field: cells along the longest side of the mesh, a whole number from 8 to 256. Default: cells of 15 mm, from 24 to 64 of them. What is
   * thinner than two cells may let cloth through. Of depth maps: texels along each side, a multiple of 16 from 16 to 1024. Default 256.
   */
  resolution?: number;
  /**
   * Of depth maps: axes of the node that they look along, from both ends: "x" to "xyz". "auto" takes the fewest that show the surface, as it is without
   * bones and morph targets. Default "xyz".
   */
  axes?: ClothDepthAxes | "auto";
  /** Of depth maps: cloth that is deeper counts as outside [m]. Default Infinity. */
  depth?: number;
  /** Coulomb friction, multiplied with the cloth's. Default 1. */
  friction?: number;
  /** Body that the cloth pushes. Default none. */
  body?: PhysicsBody;
}

/** Of {@link IClothCollider}. */
const names: readonly (keyof IClothCollider)[] = [
  ...([
    "shape",
    "node",
    "ignoresScale",
    "position",
    "rotation",
    "inside",
    "radius",
    "radii",
    "size",
    "normal",
    "start",
  ] as const),
  ...(["end", "endRadius", "from", "to", "planes", "resolution", "axes", "depth", "friction", "body"] as const),
];

/** Members that cannot be set. */
const fixedMembers = ["shape", "ignoresScale", "inside", "from", "to"] as const satisfies (keyof ClothCollider)[];

/** Has a collider in a list. */
interface NodeListener {
  readonly check: (node: ClothNode | null) => void;
  readonly change: () => void;
}

/** A shape that keeps cloth out. Its members can be changed at any time. */
export class ClothCollider implements ColliderMembers {
  /** What keeps cloth out. */
  public readonly shape: ClothColliderShape;
  /** Whether only the position and rotation of the node count. */
  public readonly ignoresScale: boolean;
  /** Whether it keeps cloth inside, not out. */
  public readonly inside: boolean;
  /** Local to the node [m]. */
  public readonly position: Vector3;
  /** Local to the node. */
  public readonly rotation: Quaternion;
  /** Of an ellipsoid [m]. */
  public readonly radii: Vector3;
  /** Edge lengths of a box [m]. */
  public readonly size: Vector3;
  /** Of a plane, local to the node. */
  public readonly normal: Vector3;
  /** Of a capsule, local to the node [m]. */
  public readonly start: Vector3;
  /** Of a capsule, local to the node [m]. */
  public readonly end: Vector3;
  /** Sphere at the start of a capsule, which others may share. */
  public readonly from: ClothCollider | null;
  /** Sphere at the end of a capsule, which others may share. */
  public readonly to: ClothCollider | null;
  /** Of a field: distances of the mesh as it was when the collider was made; null for other shapes.
   * @internal */
  public readonly field: DistanceField | null;
  /** Of the shape "depth"; null for other shapes.
   * @internal */
  public readonly maps: DepthMaps | null;
  /** Why it has its shape: what `addMesh` found, or "as given". */
  public readonly reason: string;
  /** Whether it collides. */
  public enabled = true;
  private _node: ClothNode | null;
  private _radius: number;
  /** Null: as `radius`. */
  private _endRadius: number | null;
  private _friction: number;
  private _body: PhysicsBody | null;
  private _planes: readonly IClothColliderPlane[];
  /** What is told when it follows another node. */
  private readonly _nodeListeners = new Set<NodeListener>();
  private _latest: WorldShape;
  private readonly _motion: ColliderMotion;

  /**
   * @param options - What it is made of.
   * @param reason - See {@link ClothCollider.reason}.
   * @throws TypeError if a member is unknown, of another type or of another shape, RangeError if the shape is unknown, a size or friction negative, a
   * vector not finite or a normal zero.
   */
  public constructor(options: IClothCollider, reason = "as given") {
    checkCollider(options, names);
    this.shape = options.shape;
    this._node = options.node ?? null;
    this.ignoresScale = options.ignoresScale ?? false;
    this.position = options.position?.clone() ?? Vector3.Zero();
    this.rotation = options.rotation?.clone() ?? Quaternion.Identity();
    this.inside = options.inside ?? false;
    this._radius = options.radius ?? 0.5;
    this.radii = options.radii?.clone() ?? new Vector3(0.5, 0.5, 0.5);
    this.size = options.size?.clone() ?? Vector3.One();
    this.normal = options.normal?.clone() ?? Vector3.Up();
    this.start = options.start?.clone() ?? new Vector3(0, -0.5, 0);
    this.end = options.end?.clone() ?? new Vector3(0, 0.5, 0);
    this._endRadius = options.endRadius ?? null;
    this.from = options.from ?? null;
    this.to = options.to ?? null;
    this._planes = copied(options.planes ?? []);
    this.reason = reason;
    this.field =
      this.shape === "field" || this.shape === "heightField"
        ? fieldOf(this._node, this.shape, options.resolution)
        : null;
    this.maps =
      this.shape === "depth"
        ? new DepthMaps(this._node, {
            resolution: options.resolution ?? DEPTH_RESOLUTION.default,
            axes: options.axes ?? "xyz",
            depth: options.depth ?? Infinity,
          })
        : null;
    this._friction = options.friction ?? 1;
    this._body = options.body ?? null;
    // Types alone do not keep scripts from setting them.
    for (const name of fixedMembers) {
      Object.defineProperty(this, name, { writable: false });
    }
    this._latest = worldShapeOf(this, null);
    this._motion = new ColliderMotion(this);
  }

  /** Of a field: cells along the longest side of the mesh; of depth maps: texels along each side; null for other shapes. */
  public get resolution(): number | null {
    return this.field?.resolution ?? this.maps?.settings.resolution ?? null;
  }

  /** Of a field: memory of its distances on the GPU, which all colliders of the same mesh and resolution share [bytes]; 0 for other shapes. */
  public get fieldBytes(): number {
    return this.field?.bytes ?? 0;
  }

  /** Axes of the node that depth maps look along, chosen or given; null for other shapes. */
  public get axes(): ClothDepthAxes | null {
    return this.maps?.axes ?? null;
  }

  /** Depth from which on cloth counts as outside of depth maps [m]; null for other shapes. */
  public get depth(): number | null {
    return this.maps?.settings.depth ?? null;
  }

  /** Node that it follows, and goes with, if any. When another one is set, it jumps: see {@link jump}. Anything but a TransformNode or a Bone that is not disposed throws a TypeError. */
  public get node(): ClothNode | null {
    return this._node;
  }

  public set node(value: ClothNode | null) {
    if (this.maps && value !== this._node) {
      fail("node", value, `left alone: depth maps are those of "${String(this._node?.name)}"`);
    }
    if (value !== null && !isLivingNode(value)) {
      fail("node", value, `${LIVING_NODES}, or null`);
    }
    this._nodeListeners.forEach(({ check }) => {
      check(value);
    });
    // The way from one node to another is no motion.
    if (value !== this._node) {
      this._motion.jump();
    }
    this._node = value;
    this._nodeListeners.forEach(({ change }) => {
      change();
    });
  }

  /** Of a sphere, or of a capsule at its start [m]: finite, from 0 up, else setting it throws a RangeError. Other shapes throw a TypeError. */
  public get radius(): number {
    return this._radius;
  }

  public set radius(value: number) {
    checkNewRadius(this.shape, "radius", value);
    this._radius = value;
  }

  /** Of a capsule at its end [m]: as {@link radius}, which it follows until it is given or set. */
  public get endRadius(): number {
    return this._endRadius ?? this._radius;
  }

  public set endRadius(value: number) {
    checkNewRadius(this.shape, "endRadius", value);
    this._endRadius = value;
  }

  /** Whether {@link endRadius} is given or set.
   * @internal */
  public get hasEndRadius(): boolean {
    return this._endRadius !== null;
  }

  /**
   * Planes of a convex, empty for other shapes. Set the whole list to change the shape: the cloth collides with the new one from the next step on.
   * A list that would be refused at creation throws the same error, and the old one stays. Cloth does not feel the speed of a face that
   * moves this way, so friction does not drag it along.
   */
  public get planes(): readonly IClothColliderPlane[] {
    return this._planes;
  }

  public set planes(value: readonly IClothColliderPlane[]) {
    checkNewPlanes(this.shape, value);
    this._planes = copied(value);
  }

  /** Coulomb, multiplied with the cloth's: as {@link radius}. */
  public get friction(): number {
    return this._friction;
  }

  public set friction(value: number) {
    checkFromZero("friction", value);
    this._friction = value;
  }

  /** Body that the cloth pushes. Anything but a body of Physics v2 throws a TypeError. */
  public get body(): PhysicsBody | null {
    return this._body;
  }

  public set body(value: PhysicsBody | null) {
    if (value !== null) {
      checkBody(value);
    }
    this._body = value;
  }

  /** Centre [m] and bounding radius in the world, Infinity for a plane, as it was in the last step. */
  public get reach(): { readonly center: ArrayLike<number>; readonly radius: number } {
    const { position, reach } = this._motion.pose.shape;
    return { center: position, radius: reach };
  }

  /** What it is in the world at this moment: the same object until that changes.
   * @internal */
  public get world(): WorldShape {
    this._latest = worldShapeOf(this, this._latest);
    return this._latest;
  }

  /** Grows with every change that a cloth sees.
   * @internal */
  public get version(): number {
    return this._motion.version;
  }

  /**
   * @param listener - `check` may refuse another node, and `change` is called after it got one.
   * @returns Forgets the listener.
   * @internal
   */
  public onNodeChange(listener: NodeListener): () => void {
    this._nodeListeners.add(listener);
    return () => this._nodeListeners.delete(listener);
  }

  /**
   * The next step does not see that the node has moved since the last one. A dynamic body of a physics engine does so by itself, where it
   * is put further off than its velocity can have brought it.
   */
  public jump(): void {
    this._motion.jump();
  }

  /**
   * Follows the node.
   *
   * @param stepId - Number of the step; further calls with the same one do nothing.
   * @returns A number that changes with anything that a cloth sees.
   * @internal
   */
  public follow(stepId: number): number {
    this._motion.follow(stepId);
    return this._motion.version;
  }

  /** Where it is now.
   * @internal */
  public get pose(): ColliderPose {
    return this._motion.pose;
  }

  /**
   * @param known - Where a cloth saw it in its last step, if it did.
   * @returns Where its motion begins for this cloth.
   * @internal
   */
  public startFor(known: ColliderPose | undefined): ColliderPose {
    return this._motion.startFor(known);
  }

  /**
   * @param origin - Of the cloth's frame in the world [m].
   * @param before - Where its motion begins.
   * @param state - Receives the collider in the cloth's frame.
   * @internal
   */
  public stateFrom(origin: ReadonlyVec3, before: ColliderPose, state: WritableColliderState): void {
    writeState(state, origin, this._motion.pose, before);
  }

  /** What cloth does to its body: null if it has none that is pushed.
   * @internal */
  public get pushed(): PushedBody | null {
    return this.body && !this.body.isDisposed ? PushedBody.Of(this.body) : null;
  }
}

/** Shapes are remade when their list of planes is another one, so nobody may change it. */
function copied(planes: readonly IClothColliderPlane[]): readonly IClothColliderPlane[] {
  return Object.freeze(planes.map(({ normal, distance }) => Object.freeze({ normal: normal.clone(), distance })));
}
