// A knee that swings through a sheet beside a leg that stands, by depth maps: the twin of the solver, with maps from closed forms.
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClothCollider } from "../../src/colliders/clothCollider.js";
import type { ColliderPose, WritableColliderState } from "../../src/colliders/colliderState.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { createClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

type Point = readonly [number, number, number];

/** Of a leg, with a thigh and a shin of equal length [m]. */
const RADIUS = 0.06;
const LENGTH = 0.4;
/** Of the knee [m/s]. */
const SPEED = 2;
/** The leg that stands is beside the other one [m]. */
const BESIDE = 0.16;
const RESOLUTION = 80;
const half: Point = [0.25, 0.6, 0.7];
const center: Point = [0.05, -0.42, 0];
/** Spheres that stand for a capsule when it is drawn. */
const SPHERES = 20;

/** Thigh and shin that turn about the hip, at the origin, and the leg that stands. */
function limbsAt(angle: number): (readonly [Point, Point])[] {
  const knee: Point = [0, -LENGTH * Math.cos(angle), LENGTH * Math.sin(angle)];
  const foot: Point = [0, knee[1] - LENGTH * Math.cos(angle - 1), knee[2] + LENGTH * Math.sin(angle - 1)];
  const stands: readonly [Point, Point] = [
    [BESIDE, 0, 0],
    [BESIDE, -2 * LENGTH, 0],
  ];
  return [[[0, 0, 0], knee], [knee, foot], stands];
}

/** Lowest and highest place of a limb over a point of the plane across an axis; null: it is not there. */
function endsOf([a, b]: readonly [Point, Point], axis: number, place: Point): [number, number] | null {
  const [across, up] = [(axis + 1) % 3, (axis + 2) % 3];
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i <= SPHERES; i++) {
    const t = i / SPHERES;
    const x = place[across] - a[across] - (b[across] - a[across]) * t;
    const y = place[up] - a[up] - (b[up] - a[up]) * t;
    const squared = RADIUS ** 2 - x * x - y * y;
    if (squared > 0) {
      const height = a[axis] + (b[axis] - a[axis]) * t;
      low = Math.min(low, height - Math.sqrt(squared));
      high = Math.max(high, height + Math.sqrt(squared));
    }
  }
  return high > low ? [low, high] : null;
}

/** Where a point of a limb was before: it turns in the plane of y and z about the upper end of the limb. */
function placeBefore(point: Point, from: Point, fromBefore: Point, turn: number): Point {
  const [y, z] = [point[1] - from[1], point[2] - from[2]];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [point[0], fromBefore[1] + y * cos - z * sin, fromBefore[2] + y * sin + z * cos];
}

/** Texels of both ends of all axes, as depthDraw draws them. */
function texelsAt(angle: number, before: number): Float32Array<ArrayBuffer> {
  const count = RESOLUTION ** 2;
  const texels = new Float32Array(24 * count);
  const [limbs, limbsBefore] = [limbsAt(angle), limbsAt(before)];
  const turns = [angle - before, angle - before, 0];
  for (let i = 0; i < 3 * count; i++) {
    const axis = Math.floor(i / count);
    const [across, up] = [(axis + 1) % 3, (axis + 2) % 3];
    const place: [number, number, number] = [0, 0, 0];
    const [column, row] = [i % RESOLUTION, Math.floor((i % count) / RESOLUTION)];
    place[across] = center[across] + (((column + 0.5) * 2) / RESOLUTION - 1) * half[across];
    place[up] = center[up] + (((row + 0.5) * 2) / RESOLUTION - 1) * half[up];
    const ends = limbs.map((limb) => endsOf(limb, axis, place));
    for (const [side, sign] of [1, -1].entries()) {
      const heights = ends.map((end) => (end ? sign * end[1 - side] : -Infinity));
      const height = Math.max(...heights);
      const at = 4 * ((2 * axis + side) * count + (i % count));
      texels[at] = constants.EMPTY_TEXEL;
      if (height > -Infinity) {
        const k = heights.indexOf(height);
        place[axis] = sign * height;
        const was = placeBefore(place, limbs[k][0], limbsBefore[k][0], turns[k]);
        texels.set([height - sign * center[axis], ...place.map((value, j) => value - was[j])], at);
      }
    }
  }
  return texels;
}

/** A sphere, but for what the cloth sees of it. */
class DrawnLegs extends ClothCollider {
  public angle = 0;
  public before = 0;
  private _texels = texelsAt(0, 0);
  private _frame = 0;

  public turnTo(angle: number): void {
    this.before = this.angle;
    this.angle = angle;
    this._texels = texelsAt(angle, this.before);
    // Another shape in every frame, so that the cloth looks at it again.
    this.radius = 1.2 + 1e-5 * (++this._frame % 2);
  }

  public override stateFrom(
    origin: readonly [number, number, number],
    before: ColliderPose,
    state: WritableColliderState,
  ): void {
    super.stateFrom(origin, before, state);
    state.kind = constants.DEPTH;
    state.size = [this.radius, 0, 0];
    state.planes = Float32Array.of(RESOLUTION, 7, constants.FARTHEST, 1, ...center, 0, ...half, 0);
    state.maps = { count: 6 * RESOLUTION ** 2, values: this._texels, texture: null, version: this._frame };
  }
}

function depthIn([a, b]: readonly [Point, Point], point: Point): number {
  const [way, to] = [b, point].map((end) => end.map((value, k) => value - a[k]));
  const along = way.reduce((sum, value, k) => sum + value * to[k], 0) / way.reduce((sum, value) => sum + value ** 2, 0);
  const t = Math.min(Math.max(along, 0), 1);
  return RADIUS - Math.hypot(...to.map((value, k) => value - way[k] * t));
}

test("a knee of 2 m/s beside another leg stays on its side of a sheet", async () => {
  const stage = createClothScene();
  const cloth = stage.add(
    {
      ...{ width: 0.6, height: 0.9, pins: "topEdge", controlPoints: { u: 20, v: 28 }, thickness: 0.008 },
      ...{ solver: { substeps: 8, friction: 0.1 } },
    },
    ({ position }) => {
      position.set(0.05, -0.35, 0.15);
    },
  );
  const legs = new DrawnLegs({ shape: "sphere", node: new TransformNode("hip", stage.scene), radius: 1.2 });
  cloth.colliders.add(legs);
  // It touches the sheet from the third frame on.
  legs.turnTo(0.1);
  let [worst, moved] = [0, 0];
  for (let frame = 0; frame < 16; frame++) {
    legs.turnTo(legs.angle + SPEED / LENGTH / 60);
    stage.run(1);
    const points = await cloth.readPositions();
    for (let i = 0; i < points.length; i += 3) {
      const point: Point = [points[i], points[i + 1], points[i + 2]];
      worst = Math.max(worst, ...limbsAt(legs.angle).map((limb) => depthIn(limb, point)));
      moved = Math.max(moved, point[2] - 0.15);
    }
  }
  stage.dispose();
  note(worst, moved);
  expect(moved).toBeGreaterThan(0.1);
  expect(worst).toBeLessThan(0.01);
});
