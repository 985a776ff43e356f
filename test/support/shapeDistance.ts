/** Signed distances of points from shapes, written without a look at the shaders; exact inside, where tests need them. */

/** Distance of a point from a surface [m], negative inside. */
export type Distance = (x: number, y: number, z: number) => number;

/** Above y = height is outside. */
export function planeDistance(height: number): Distance {
  return (_x, y) => y - height;
}

/** About a center. */
export function sphereDistance([cx, cy, cz]: number[], radius: number): Distance {
  return (x, y, z) => Math.hypot(x - cx, y - cy, z - cz) - radius;
}

/** Along the axes. */
export function boxDistance([cx, cy, cz]: number[], [sx, sy, sz]: number[]): Distance {
  return (x, y, z) => {
    const beyond = [Math.abs(x - cx) - sx / 2, Math.abs(y - cy) - sy / 2, Math.abs(z - cz) - sz / 2];
    const outside = Math.hypot(...beyond.map((b) => Math.max(b, 0)));
    return outside > 0 ? outside : Math.max(...beyond);
  };
}

/** Of one radius, from a point to another. */
export function capsuleDistance(start: number[], end: number[], radius: number): Distance {
  const axis = end.map((e, i) => e - start[i]);
  const squared = axis.reduce((sum, a) => sum + a * a, 0);
  return (...point) => {
    const along = point.reduce((sum, p, i) => sum + (p - start[i]) * axis[i], 0) / squared;
    const t = Math.min(Math.max(along, 0), 1);
    return Math.hypot(...point.map((p, i) => p - start[i] - t * axis[i])) - radius;
  };
}

/** Inside of planes with unit normals: normal . x = distance. */
export function convexDistance(planes: readonly { normal: number[]; distance: number }[]): Distance {
  return (x, y, z) =>
    Math.max(...planes.map(({ normal, distance }) => normal[0] * x + normal[1] * y + normal[2] * z - distance));
}

/** By bisection of the multiplier t in nearest = r^2 p / (t + r^2) (Eberly). */
export function ellipsoidDistance([cx, cy, cz]: number[], radii: number[]): Distance {
  return (x, y, z) => {
    const point = [Math.abs(x - cx), Math.abs(y - cy), Math.abs(z - cz)];
    const minimum = Math.min(...radii);
    const level = (t: number): number =>
      point.reduce((sum, p, i) => sum + ((radii[i] * p) / (t + radii[i] ** 2)) ** 2, 0);
    let low = -(minimum ** 2);
    let high = Math.hypot(...point) * Math.max(...radii) + 1;
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (level(middle) > 1) low = middle;
      else high = middle;
    }
    const nearest = point.map((p, i) => (radii[i] ** 2 * p) / (high + radii[i] ** 2));
    const length = Math.hypot(...point.map((p, i) => p - nearest[i]));
    return point.reduce((sum, p, i) => sum + (p / radii[i]) ** 2, 0) < 1 ? -length : length;
  };
}
