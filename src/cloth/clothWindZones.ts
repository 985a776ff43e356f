import type { Scene } from "@babylonjs/core/scene.pure.js";
import { shown } from "../babylon/shown.js";
import { ELSEWHERE, isElsewhere } from "../babylon/worldMatrix.js";
import { constants } from "../shaders/shaders.gen.js";
import { ClothWindZone, type IClothWindZone } from "./clothWindZone.js";

const FLOATS = 4 * constants.ZONE_VECTORS;
/** Beyond all cosines: no edge is near. */
const ALL_AROUND = -3;

/** The fans of one cloth, or of all cloths of a scene. */
export class ClothWindZones {
  private readonly _list: ClothWindZone[] = [];
  private _isClosed = false;

  /**
   * @param _shared - Fans of the whole scene, beside which a cloth has its own; null for those themselves.
   * @param _cloth - Name of the cloth, for messages.
   * @param _scene - Of all nodes; null: any.
   * @internal
   */
  public constructor(
    private readonly _shared: ClothWindZones | null = null,
    private readonly _cloth = "",
    private readonly _scene: Scene | null = null,
  ) {}

  /** The fans that blow at all cloths of the scene. */
  public get shared(): ClothWindZones {
    return this._shared ?? this;
  }

  /** The fans that were added here. */
  public get list(): readonly ClothWindZone[] {
    return this._list;
  }

  /**
   * @param zone - A fan, or what to make it of.
   * @returns The fan, to be changed or removed later.
   * @throws TypeError or RangeError that names a member that is not allowed; Error if its node is of another scene.
   */
  public add(zone: ClothWindZone | IClothWindZone): ClothWindZone {
    if (this._isClosed) {
      throw new Error(
        `Cloth "${this._cloth}": windZones: the cloth is disposed, must be in the scene to get wind zones.`,
      );
    }
    const added = zone instanceof ClothWindZone ? zone : new ClothWindZone(zone);
    if (isElsewhere(added.node, this._scene)) {
      const name = this._shared ? `Cloth "${this._cloth}": windZones` : "Wind zones of the scene";
      throw new Error(`${name}.add: node is ${shown(added.node)} ${ELSEWHERE}.`);
    }
    if (!this._list.includes(added)) {
      this._list.push(added);
    }
    return added;
  }

  /**
   * The cloth is disposed: nothing is added any more.
   *
   * @internal
   */
  public close(): void {
    this._isClosed = true;
    this._list.length = 0;
  }

  /**
   * Takes a fan away.
   *
   * @param zone - What {@link add} returned.
   * @throws TypeError if it is no fan.
   */
  public remove(zone: ClothWindZone): void {
    if (!((zone as unknown) instanceof ClothWindZone)) {
      throw new TypeError(`ClothWindZones.remove: zone is ${shown(zone)}, must be a ClothWindZone.`);
    }
    const index = this._list.indexOf(zone);
    if (index >= 0) {
      this._list.splice(index, 1);
    }
  }
}

/**
 * @param zones - Fans.
 * @param origin - Of a cloth's frame in the world [m].
 * @returns Those that blow, in the frame: see windZones.wgsl. Shape [fans, ZONE_VECTORS, 4].
 */
export function packedZones(zones: readonly ClothWindZone[], origin: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const blowing = zones.filter(({ enabled, node }) => enabled && !(node && "isDisposed" in node && node.isDisposed()));
  const packed = new Float32Array(FLOATS * blowing.length);
  blowing.forEach(({ world, angle, range, speed, falloff }, i) => {
    const { position, direction } = world;
    const place = position.asArray().map((coordinate, axis) => coordinate - origin[axis]);
    const edge = angle < 2 * Math.PI ? Math.cos(angle / 2) : ALL_AROUND;
    packed.set([...place, range, ...direction.asArray(), edge, speed, falloff, 0, 0], FLOATS * i);
  });
  return packed;
}

/**
 * @param packed - What {@link packedZones} returned.
 * @returns The fastest wind that they can add up to [m/s].
 */
export function speedOfZones(packed: Float32Array): number {
  let speed = 0;
  for (let at = 8; at < packed.length; at += FLOATS) {
    speed += Math.abs(packed[at]);
  }
  return speed;
}
