// Recognises the shape of a mesh from its vertices.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { IClothCollider } from "./clothCollider.js";
import type { ClothColliderShape, IClothColliderPlane } from "./colliderTypes.js";
import {
  addSquare,
  boundsOf,
  everyFace,
  everyPoint,
  farthest,
  middleOf,
  solve,
  unitAxes,
  type Bounds,
  type Triangles,
} from "./triangles.js";

/** Deviations below this part of the longest edge of the bounding box do not count. */
const SHAPE_TOLERANCE = 1e-3;
/**
 * The same for how far a tapered capsule may reach beyond its mesh. CreateCapsule takes the angle of the cone from the whole
 * height instead of the way between the centers of the ends: its cone sinks in between the spheres, by up to 0.8 % where the
 * radii differ by 0.4 of that way. Spheres and their hull are still what is closest to it.
 */
const TAPERED_TOLERANCE = 1e-2;
/** How far the middle of a face may lie below a round shape, as a part of its radius: a coarser mesh is its faces. */
const ROUND_TOLERANCE = 0.15;
/** Part of the longest edge: lower triangles have no certain normal. */
const MIN_FACE_HEIGHT = 1e-4;
/** Cosine of the angle below which two faces are one plane. */
const SAME_NORMAL = 1 - 1e-6;
const MAX_PLANES = 256;

/**
 * @param mesh - Any.
 * @param normals - Of its vertices, shape [points, 3]; they say which side of a flat mesh is out.
 * @returns The shape on which all vertices lie, or null if there is none.
 */
export function shapeOf(mesh: Triangles, normals: ArrayLike<number> | null): IClothCollider | null {
  const bounds = boundsOf(mesh.points);
  const { size, longest } = bounds;
  if (!(longest > 0 && longest < Infinity)) {
    return null;
  }
  if (Math.min(size.x, size.y, size.z) <= SHAPE_TOLERANCE * longest) {
    return isSlab(mesh, bounds)
      ? { shape: "box", position: bounds.center, size }
      : fittedShape("plane", bounds, normals);
  }
  const volume = enclosedVolume(mesh, bounds);
  if (volume === 0) {
    return null;
  }
  const round = ellipsoidOf(mesh, bounds) ?? capsuleOf(mesh, bounds);
  const planes = round ? null : planesOf(mesh, bounds, Math.sign(volume));
  return planes ? (boxOf(planes, bounds.center) ?? { shape: "convex", position: bounds.center, planes }) : round;
}

/**
 * @param shape - Any but fields and depth maps; a convex counts as a box.
 * @param bounds - What it is fitted to.
 * @param normals - Of the vertices, shape [points, 3].
 * @returns The shape that fills a bounding box.
 */
export function fittedShape(
  shape: Exclude<ClothColliderShape, "field" | "heightField" | "depth">,
  { center: position, size, longest }: Bounds,
  normals: ArrayLike<number> | null,
): IClothCollider {
  const lengths = size.asArray();
  const solid = size.clone().maximizeInPlaceFromFloats(1e-4 * longest, 1e-4 * longest, 1e-4 * longest);
  switch (shape) {
    case "plane": {
      const axis = lengths.indexOf(Math.min(...lengths));
      const normal = unitAxes[axis].scale(normals && normals[axis] < 0 ? -1 : 1);
      // On the outer face of what has two: cloth would sink in to the middle.
      return { shape, position: position.add(normal.scale(lengths[axis] / 2)), normal };
    }
    case "sphere":
      return { shape, position, radius: longest / 2 };
    case "ellipsoid":
      return { shape, position, radii: solid.scale(0.5) };
    case "capsule": {
      const axis = lengths.indexOf(longest);
      const radius = Math.max(...lengths.filter((_, i) => i !== axis)) / 2;
      const end = unitAxes[axis].scale(longest / 2 - radius);
      return { shape, position, radius, start: end.negate(), end };
    }
    case "box":
      return { shape, position, size: solid };
    case "convex": {
      const sides = [-1, 1].flatMap((sign) => unitAxes.map((axis) => axis.scale(sign)));
      const planes = sides.map((normal) => ({ normal, distance: Math.abs(Vector3.Dot(normal, solid)) / 2 }));
      return { shape, position, planes };
    }
  }
}

/** Whether a thin mesh is a box along its axes, as a ground that is one: closed, with its vertices at the corners. */
function isSlab(mesh: Triangles, bounds: Bounds): boolean {
  const { center, size } = bounds;
  const tolerance = SHAPE_TOLERANCE * Math.min(size.x, size.y, size.z);
  const corner = size.scale(0.5);
  const isCorner = (point: Vector3): boolean => {
    const { x, y, z } = point.subtractInPlace(center);
    const away = [Math.abs(x) - corner.x, Math.abs(y) - corner.y, Math.abs(z) - corner.z];
    return away.every((distance) => Math.abs(distance) <= tolerance);
  };
  return everyPoint(mesh.points, isCorner) && enclosedVolume(mesh, bounds) !== 0;
}

/** Signed volume of a closed mesh [m3], 0 for others: those with a hole, or two sheets back to back. */
function enclosedVolume({ points, indices }: Triangles, { center, longest }: Bounds): number {
  // The integral of position times normal over a closed surface is the volume times the identity, of the normal alone zero.
  const moments = new Float64Array(12);
  everyFace({ points, indices }, (a, b, c) => {
    const area = Vector3.Cross(b.subtract(a), c.subtract(a)).scaleInPlace(0.5).asArray();
    const middle = middleOf(a, b, c).subtractInPlace(center).asArray();
    for (let i = 0; i < 9; i++) {
      moments[i] += middle[Math.floor(i / 3)] * area[i % 3];
    }
    for (let i = 0; i < 3; i++) {
      moments[9 + i] += area[i] * longest;
    }
    return true;
  });
  const volume = (moments[0] + moments[4] + moments[8]) / 3;
  const isClosed = moments.every((moment, i) => {
    const expected = i < 9 && i % 4 === 0 ? volume : 0;
    return Math.abs(moment - expected) <= 10 * SHAPE_TOLERANCE * Math.abs(volume);
  });
  return isClosed ? volume : 0;
}

/** The solution of x^2 / a^2 + y^2 / b^2 + z^2 / c^2 = 1 for all vertices, in the sense of least squares. */
function ellipsoidOf(mesh: Triangles, { center, longest }: Bounds): IClothCollider | null {
  const rows = [Vector3.Zero(), Vector3.Zero(), Vector3.Zero()];
  const right = Vector3.Zero();
  everyPoint(mesh.points, (point) => {
    const square = point.subtractInPlace(center).scaleInPlace(2 / longest);
    square.multiplyInPlace(square);
    addSquare(rows, square);
    right.addInPlace(square);
    return true;
  });
  // Vertices that leave the radii open, as those of a box: nothing below holds for NaN.
  const radii = Vector3.FromArray(
    solve(rows, right)
      .asArray()
      .map((value) => longest / 2 / Math.sqrt(value)),
  );
  const level = (point: Vector3): number => point.subtract(center).divideInPlace(radii).length() - 1;
  if (deviationFrom(mesh, level, SHAPE_TOLERANCE, SHAPE_TOLERANCE, ROUND_TOLERANCE) === Infinity) {
    return null;
  }
  const [minimum, maximum] = [Math.min(radii.x, radii.y, radii.z), Math.max(radii.x, radii.y, radii.z)];
  return maximum - minimum < SHAPE_TOLERANCE * longest
    ? { shape: "sphere", position: center, radius: maximum }
    : { shape: "ellipsoid", position: center, radii };
}

/** Two spheres and the cone around them, along any axis. */
function capsuleOf(mesh: Triangles, { center, longest }: Bounds): IClothCollider | null {
  const { points } = mesh;
  // From anywhere, the farthest vertex is near one pole, and from there the one near the other pole.
  let [bottom, top] = [center, center];
  for (let i = 0; i < 4; i++) {
    [bottom, top] = [top, farthest(points, top)];
  }
  if (Vector3.Dot(top, Vector3.One()) < Vector3.Dot(bottom, Vector3.One())) {
    [bottom, top] = [top, bottom];
  }
  const axis = top.subtract(bottom).normalize();
  let width = 0;
  everyPoint(points, (point) => {
    width = Math.max(width, Vector3.Cross(point.subtractInPlace(bottom), axis).length());
    return true;
  });
  // How much of an end is on its sphere is not known before: the narrower a tapered one, the less.
  const [starts, ends] = [bottom, top].map((tip) =>
    [1, 0.5, 0.25].map((share) => capCenter(points, tip, share * width)),
  );
  let closest: IClothCollider | null = null;
  let minimum = Infinity;
  for (const start of starts) {
    for (const end of ends) {
      const radius = Vector3.Distance(start, bottom);
      const endRadius = Vector3.Distance(end, top);
      const distance = capsuleDistance(start, radius, end, endRadius);
      const isTapered = Math.abs(radius - endRadius) > SHAPE_TOLERANCE * longest;
      const within = (isTapered ? TAPERED_TOLERANCE : SHAPE_TOLERANCE) * longest;
      const below = ROUND_TOLERANCE * Math.max(radius, endRadius);
      const deviation = deviationFrom(mesh, distance, SHAPE_TOLERANCE * longest, within, below);
      if (deviation < minimum) {
        minimum = deviation;
        const position = center;
        closest = {
          shape: "capsule",
          position,
          start: start.subtract(center),
          end: end.subtract(center),
          radius,
          endRadius,
        };
      }
    }
  }
  return closest;
}

/** Distance of a point; NaN where one sphere is within the other, and where nothing is known of them. */
function capsuleDistance(
  start: Vector3,
  startRadius: number,
  end: Vector3,
  endRadius: number,
): (point: Vector3) => number {
  const length = Vector3.Distance(start, end);
  const up = end.subtract(start).normalize();
  const slope = (startRadius - endRadius) / length;
  const along = Math.sqrt(1 - slope * slope);
  return (point) => {
    const away = point.subtract(start);
    const height = Vector3.Dot(away, up);
    const radial = away.subtractInPlace(up.scale(height)).length();
    const foot = height * along - radial * slope;
    if (foot <= 0) {
      return Math.hypot(radial, height) - startRadius;
    }
    return foot >= length * along
      ? Math.hypot(radial, height - length) - endRadius
      : radial * along + height * slope - startRadius;
  };
}

/** Center of the sphere through a vertex that fits those nearby best: 2 (center - tip) . d = d . d for the way d to each. */
function capCenter(points: ArrayLike<number>, tip: Vector3, reach: number): Vector3 {
  const rows = [Vector3.Zero(), Vector3.Zero(), Vector3.Zero()];
  const right = Vector3.Zero();
  everyPoint(points, (point) => {
    const way = point.subtractInPlace(tip);
    const square = way.lengthSquared();
    if (square <= reach * reach) {
      addSquare(rows, way);
      right.addInPlace(way.scale(square / 2));
    }
    return true;
  });
  return solve(rows, right).addInPlace(tip);
}

/**
 * @param mesh - Any.
 * @returns The planes of its faces, or null if it is not closed, not convex or has more than 256 of them.
 */
export function convexOf(mesh: Triangles): IClothCollider | null {
  const bounds = boundsOf(mesh.points);
  const planes = planesOf(mesh, bounds, Math.sign(enclosedVolume(mesh, bounds)));
  return planes && { shape: "convex", position: bounds.center, planes };
}

/** Planes of the faces of a convex, from the center of its bounding box. `side` = sign of the volume. */
function planesOf(mesh: Triangles, { center, longest }: Bounds, side: number): IClothColliderPlane[] | null {
  const planes: IClothColliderPlane[] = [];
  const isConvex = everyFace(mesh, (a, b, c) => {
    const edges = [b.subtract(a), c.subtract(b), a.subtract(c)];
    const normal = Vector3.Cross(edges[0], edges[1]).scaleInPlace(side);
    const height = normal.length() / Math.max(...edges.map((edge) => edge.length()));
    if (!(height > MIN_FACE_HEIGHT * longest)) {
      return true;
    }
    normal.normalize();
    const behind = Vector3.Dot(a.subtractInPlace(center), normal) + SHAPE_TOLERANCE * longest;
    const known = planes.find((plane) => Vector3.Dot(plane.normal, normal) > SAME_NORMAL);
    if (known) {
      return known.distance < behind;
    }
    let distance = -Infinity;
    everyPoint(mesh.points, (point) => {
      distance = Math.max(distance, Vector3.Dot(point.subtractInPlace(center), normal));
      return distance < behind;
    });
    return planes.push({ normal, distance }) <= MAX_PLANES && distance < behind;
  });
  return isConvex && planes.length >= 4 ? planes : null;
}

/** A box at any angle: three pairs of opposite planes. */
function boxOf(planes: readonly IClothColliderPlane[], center: Vector3): IClothCollider | null {
  const left = [...planes];
  const pairs = (["x", "y", "z"] as const).map((axis) => {
    left.sort((a, b) => b.normal[axis] - a.normal[axis]);
    const front = left.shift();
    const back = left.find(({ normal }) => front && Vector3.Dot(normal, front.normal) < -SAME_NORMAL);
    left.splice(back ? left.indexOf(back) : 0, 1);
    return front && back && { normal: front.normal, front: front.distance, back: back.distance };
  });
  const [x, y, z] = pairs;
  if (
    planes.length !== 6 ||
    !x ||
    !y ||
    !z ||
    Math.abs(Vector3.Dot(Vector3.Cross(x.normal, y.normal), z.normal)) < SAME_NORMAL
  ) {
    return null;
  }
  const position = [x, y, z].reduce(
    (sum, { normal, front, back }) => sum.addInPlace(normal.scale((front - back) / 2)),
    center.clone(),
  );
  const rotation = Quaternion.RotationQuaternionFromAxis(x.normal, y.normal, Vector3.Cross(x.normal, y.normal));
  return { shape: "box", position, rotation, size: new Vector3(x.front + x.back, y.front + y.back, z.front + z.back) };
}

/** Largest distance of a vertex; Infinity where one is not less than `outside` or `within`, or the middle of a face `below`. */
function deviationFrom(
  mesh: Triangles,
  distance: (point: Vector3) => number,
  outside: number,
  within: number,
  below: number,
): number {
  let largest = 0;
  const isRound =
    everyPoint(mesh.points, (point) => {
      const away = distance(point);
      largest = Math.max(largest, Math.abs(away));
      return away < outside && away > -within;
    }) && everyFace(mesh, (a, b, c) => distance(middleOf(a, b, c)) > -below);
  return isRound ? largest : Infinity;
}
