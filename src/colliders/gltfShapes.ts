// Colliders that a glTF file describes. Sources: KHR_implicit_shapes and KHR_physics_rigid_bodies (Khronos), VRMC_springBone 1.0 and
// VRMC_springBone_extended_collider 1.0 (VRM Consortium).
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { shown } from "../babylon/shown.js";
import type { IClothCollider } from "./clothCollider.js";

/** Colliders of a file. */
export interface GltfShapes {
  readonly shapes: readonly (IClothCollider & { readonly node: TransformNode })[];
  /** Places in the file of what keeps no cloth out, and what it is. */
  readonly leftOut: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;
/** An object of the file and its JSON pointer. */
interface Part {
  readonly at: string;
  readonly value: Members;
}

/** Sides of a cylinder; they touch it from outside, and reach 0.9 % beyond it between. */
const CYLINDER_SIDES = 24;
const IMPLICIT = "KHR_implicit_shapes";
const BODIES = "KHR_physics_rigid_bodies";
const SPRINGS = "VRMC_springBone";
const EXTENDED = "VRMC_springBone_extended_collider";

/**
 * @param owner - For messages.
 * @param json - The file, as parsed.
 * @param nodes - By their place in the file.
 * @returns Its colliders, each with its node.
 * @throws TypeError or RangeError with the JSON pointer of what is malformed, or names a node that is not there.
 */
export function shapesOfGltf(owner: string, json: unknown, nodes: ReadonlyMap<number, TransformNode>): GltfShapes {
  const file = new GltfReader(owner, json, nodes);
  file.readBodies();
  file.readSprings();
  return file;
}

class GltfReader implements GltfShapes {
  public readonly shapes: (IClothCollider & { node: TransformNode })[] = [];
  public readonly leftOut: string[] = [];
  private readonly _root: Part;

  public constructor(
    private readonly _owner: string,
    json: unknown,
    private readonly _nodes: ReadonlyMap<number, TransformNode>,
  ) {
    this._root = this._object("json", json);
  }

  /** Shapes of nodes: colliders of bodies, or shapes without bodies. */
  public readBodies(): void {
    const defined = this._extension(this._root, IMPLICIT);
    const shapes = defined ? this._list(defined, "shapes") : [];
    this._list(this._root, "nodes").forEach((node, place) => {
      const collider = this._member(this._extension(node, BODIES), "collider");
      const geometry = this._member(collider, "geometry") ?? this._extension(node, IMPLICIT);
      if (!geometry) {
        return;
      }
      const { shape } = geometry.value;
      if (shape === undefined) {
        this.leftOut.push(`${geometry.at} (a mesh)`);
        return;
      }
      const found = shapes.find((_, i) => i === shape);
      if (!found) {
        this._fail(`${geometry.at}/shape`, shape, `the place of a shape, 0 to ${(shapes.length - 1).toString()}`);
      }
      this.shapes.push({ ...this._implicit(found), node: this._node(node.at, place) });
    });
  }

  /** Colliders of hair and skirts of a VRM character. */
  public readSprings(): void {
    const springs = this._extension(this._root, SPRINGS);
    for (const collider of springs ? this._list(springs, "colliders") : []) {
      const shape = this._member(this._extension(collider, EXTENDED), "shape") ?? this._member(collider, "shape");
      const kind = shape && (["sphere", "capsule", "plane"] as const).find((name) => name in shape.value);
      const part = this._member(shape, kind ?? "");
      if (!kind || !part) {
        this._fail(`${collider.at}/shape`, shape?.value, "a sphere, a capsule or a plane");
      }
      const node = this._node(`${collider.at}/node`, collider.value.node);
      this.shapes.push({ ...this._spring(kind, part), node });
    }
  }

  private _spring(kind: "sphere" | "capsule" | "plane", part: Part): IClothCollider {
    const inside = part.value.inside === true;
    if (inside && this._size(part, "radius", 0) === 0) {
      this._fail(`${part.at}/radius`, part.value.radius, "above 0 where things are kept inside");
    }
    const position = this._vector(part, "offset", [0, 0, 0]);
    switch (kind) {
      case "plane": {
        const normal = this._vector(part, "normal", [0, 0, 1]);
        if (normal.lengthSquared() === 0) {
          this._fail(`${part.at}/normal`, normal, "of some length");
        }
        return { shape: kind, position, normal };
      }
      case "sphere":
        return { shape: kind, inside, position, radius: this._size(part, "radius", 0) };
      case "capsule":
        return {
          shape: kind,
          inside,
          radius: this._size(part, "radius", 0),
          start: position,
          end: this._vector(part, "tail", [0, 0, 0]),
        };
    }
  }

  private _implicit(shape: Part): IClothCollider {
    const { type } = shape.value;
    const part = this._member(shape, String(type)) ?? { at: shape.at, value: {} };
    switch (type) {
      case "sphere":
        return { shape: type, radius: this._size(part, "radius", 0.5) };
      case "box": {
        const size = this._vector(part, "size", [1, 1, 1]);
        if (Math.min(...size.asArray()) <= 0) {
          this._fail(`${part.at}/size`, size, "three numbers above 0");
        }
        return { shape: type, size };
      }
      case "plane":
        return { shape: type, normal: Vector3.Up() };
      case "capsule":
      case "cylinder": {
        const height = this._size(part, "height", 0.5);
        const bottom = this._size(part, "radiusBottom", 0.25);
        const top = this._size(part, "radiusTop", 0.25);
        if (type === "cylinder") {
          if (height === 0 || bottom + top === 0) {
            this._fail(part.at, part.value, "a cylinder of some height and radius");
          }
          return cylinder(height, bottom, top);
        }
        const end = new Vector3(0, height / 2, 0);
        return { shape: type, start: end.negate(), end, radius: bottom, endRadius: top };
      }
      default:
        return this._fail(`${shape.at}/type`, type, "one of sphere, box, plane, capsule, cylinder");
    }
  }

  private _node(at: string, place: unknown): TransformNode {
    return this._nodes.get(place as number) ?? this._fail(at, place, "a node that was loaded by Babylon's glTF loader");
  }

  private _extension(part: Part, name: string): Part | undefined {
    return this._member(this._member(part, "extensions"), name);
  }

  private _member(part: Part | undefined, name: string): Part | undefined {
    const value = part?.value[name];
    return part && value !== undefined ? this._object(`${part.at}/${name}`, value) : undefined;
  }

  private _list({ at, value }: Part, name: string): Part[] {
    const list = value[name] ?? [];
    if (!Array.isArray(list)) {
      this._fail(`${at}/${name}`, list, "a list");
    }
    return Array.from(list as unknown[], (one, i) => this._object(`${at}/${name}/${i.toString()}`, one));
  }

  private _object(at: string, value: unknown): Part {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this._fail(at, value, "an object");
    }
    return { at, value: value as Members };
  }

  private _size({ at, value }: Part, name: string, missing: number): number {
    const size = value[name] ?? missing;
    if (!(typeof size === "number" && size >= 0 && size < Infinity)) {
      this._fail(`${at}/${name}`, size, "a finite number from 0 up");
    }
    return size;
  }

  private _vector({ at, value }: Part, name: string, missing: readonly number[]): Vector3 {
    const numbers: unknown = value[name] ?? missing;
    if (!Array.isArray(numbers) || numbers.length !== 3 || !numbers.every(Number.isFinite)) {
      this._fail(`${at}/${name}`, numbers, "three finite numbers");
    }
    return Vector3.FromArray(numbers as number[]);
  }

  private _fail(at: string, value: unknown, allowed: string): never {
    throw new RangeError(`${this._owner}: ${at} is ${shown(value)}, must be ${allowed}.`);
  }
}

/** A convex: a capsule would be round at the flat ends, and longer by its radii or wider between them. */
function cylinder(height: number, bottom: number, top: number): IClothCollider {
  const ends = [1, -1].map((sign) => ({ normal: new Vector3(0, sign, 0), distance: height / 2 }));
  const sides = Array.from({ length: CYLINDER_SIDES }, (_, i) => {
    const angle = (2 * Math.PI * i) / CYLINDER_SIDES;
    const normal = new Vector3(Math.cos(angle), (bottom - top) / height, Math.sin(angle));
    const scale = 1 / normal.length();
    return { normal: normal.scaleInPlace(scale), distance: ((bottom + top) / 2) * scale };
  });
  return { shape: "convex", planes: [...ends, ...sides] };
}
