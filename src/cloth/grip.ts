import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { vec3 } from "gl-matrix";
import type { Cloth } from "./cloth.js";
import { GripReach, type Held as HeldPoint } from "./gripReach.js";
import { GripPoint } from "./pinTargets.js";
import { checkVector } from "../options/checkVector.js";
import { checkNumber, type NumberRange } from "../options/rules.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";

const radiusRange: NumberRange = { min: 0, max: Infinity, unit: "m" };

/** A held particle. */
interface Held extends HeldPoint {
  readonly particle: number;
}

/** Made so far: each has another number. */
let grips = 0;

/** Holds a part of a cloth: see ClothGrip, its public name. */
export class Grip<C extends Cloth> {
  /** Where the grip is, world [m]. */
  private readonly _position: Vector3;
  private readonly _reach: GripReach;
  private readonly _observer: { remove(defer?: boolean): void };
  private _held: readonly Held[];

  /**
   * @param cloth - What is held.
   * @param controlPoints - Of its last known shape, local to the mesh [m], shape [particles, 3].
   * @param point - Where to grip, world [m].
   * @param radius - How far around it [m].
   * @throws TypeError or RangeError if the point is none or not finite, or the radius no number, negative or not finite.
   * @internal
   */
  public constructor(
    public readonly cloth: C,
    controlPoints: ArrayLike<number>,
    point: Vector3,
    radius: number,
  ) {
    this._position = checkVector({ cloth: cloth.name, option: "grab" }, point, "m");
    const reach = checkNumber({ cloth: cloth.name, option: "grab radius" }, radius, radiusRange);
    const positions = worldPositions(cloth, controlPoints);
    const start = this._position.asArray();
    const number = grips++;
    this._held = particlesAround(cloth, positions, start, reach)
      .flatMap((particle) => cloth.pinning.oneWith(particle))
      .filter((particle, i, all) => all.indexOf(particle) === i)
      .map((particle) => {
        const position = positions.slice(3 * particle, 3 * particle + 3);
        return { particle, point: new GripPoint(position, number), offset: vec3.subtract([0, 0, 0], position, start) };
      });
    for (const held of this._held) {
      cloth.pinning.hold(held.particle, held.point);
    }
    this._reach = new GripReach(cloth, this._held);
    // How far it is from pins is found now: the mesh may be elsewhere before anyone asks.
    this._place();
    // Pins may have moved away.
    this._observer = cloth.onStepObservable.add(() => {
      this._place();
    });
  }

  /** Where it is, world [m]; a copy. What it holds may stay behind: see {@link moveTo}. */
  public get position(): Vector3 {
    return this._position.clone();
  }

  /** Numbers of the particles that it holds; none after {@link release}. */
  public get particles(): readonly number[] {
    return this._held.map(({ particle }) => particle);
  }

  /** Whether it holds nothing any more. */
  public get isReleased(): boolean {
    return this._held.length === 0;
  }

  /**
   * Takes what it holds along; it is there at the end of the next step, unless the cloth holds it back: where the cloth has tethers, it goes no
   * farther from pins and from what other grips hold than these allow, and it gives way where links beside it are strained by more than 0.6 of the
   * strain limit. Nothing happens after {@link release}.
   *
   * @param point - Where the grip goes, world [m].
   * @throws TypeError or RangeError if it is no point or not finite.
   */
  public moveTo(point: Vector3): void {
    this._position.copyFrom(checkVector({ cloth: this.cloth.name, option: "moveTo" }, point, "m"));
    this._place();
  }

  /** Lets go. May be called again, and after the cloth was disposed. */
  public release(): void {
    for (const { point } of this._held) {
      this.cloth.pinning.letGo(point);
    }
    this._held = [];
    this._observer.remove(true);
  }

  private _place(): void {
    const to = this._reach.nearest(this._position.asArray());
    for (const { point: followed, offset } of this._held) {
      vec3.add(followed.position, to, offset);
    }
  }
}

function worldPositions(cloth: Cloth, local: ArrayLike<number>): Float64Array {
  const world = worldMatrixOf(cloth);
  const positions = new Float64Array(local.length);
  const position = new Vector3();
  for (let i = 0; i < positions.length; i += 3) {
    Vector3.TransformCoordinatesFromFloatsToRef(local[i], local[i + 1], local[i + 2], world, position);
    positions.set(position.asArray(), i);
  }
  return positions;
}

/** The nearest, and all within the radius. */
function particlesAround(
  { restGrid }: Cloth,
  positions: Float64Array,
  point: readonly number[],
  radius: number,
): number[] {
  const distances = Array.from({ length: positions.length / 3 }, (_, i) =>
    restGrid.has(i) ? vec3.distance(positions.subarray(3 * i, 3 * i + 3), point) : Infinity,
  );
  const minimum = Math.min(...distances);
  return [...distances.keys()].filter((i) => distances[i] <= Math.max(radius, minimum));
}
