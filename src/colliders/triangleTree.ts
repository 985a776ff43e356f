// Distance to the triangles of a mesh and its winding number, exact where it counts, by a tree of boxes. Pure: no Babylon.

const { atan2, hypot, max, min, sqrt, PI } = Math;

const LEAF_SIZE = 4;
const MAX_DEPTH = 64;
/** A node counts as one dipole from this many of its radii on (Barill et al. 2018, Fast Winding Numbers for Soups and Clouds). */
const FAR = 2;

/** Of a triangle, to the point of the last call of squareToTriangle. */
const nearestPoint = new Float64Array(3);

/** Triangles in a tree of boxes, split at the median of the longest side. */
export class TriangleTree {
  /** See {@link distance}. */
  public readonly point = new Float64Array(3);
  /** In the order of the leaves. Shape [triangles, 3, 3]. */
  private readonly _corners: Float64Array;
  /** Lower and upper corner of the box of each node, shape [nodes, 6]. */
  private readonly _boxes: Float64Array;
  /** Of each node: sum of area normals, their middle, radius about that; shape [nodes, 7]. */
  private readonly _dipoles: Float64Array;
  /** Of each node: its second child (the first one follows it), or -1 of a leaf; first triangle; triangles. Shape [nodes, 3]. */
  private readonly _nodes: Int32Array;
  private _nodeCount = 0;
  private readonly _stack = new Int32Array(2 * MAX_DEPTH);
  private readonly _squares = new Float64Array(2 * MAX_DEPTH);

  /** @param corners - Of triangles, at least one, without triangles of no area; shape [triangles, 3, 3] [m]. */
  public constructor(corners: Float64Array) {
    const count = corners.length / 9;
    const order = Int32Array.from({ length: count }, (_, i) => i);
    const middles = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = 9 * i + axis;
        middles[3 * i + axis] = (corners[at] + corners[at + 3] + corners[at + 6]) / 3;
      }
    }
    const capacity = 2 * count;
    this._boxes = new Float64Array(6 * capacity);
    this._dipoles = new Float64Array(7 * capacity);
    this._nodes = new Int32Array(3 * capacity);
    this._corners = new Float64Array(corners.length);
    this._split(order, middles, 0, count);
    order.forEach((from, to) => {
      this._corners.set(corners.subarray(9 * from, 9 * from + 9), 9 * to);
    });
    for (let node = this._nodeCount - 1; node >= 0; node--) {
      this._enclose(node);
    }
  }

  private _split(order: Int32Array, middles: Float64Array, start: number, end: number): void {
    const node = this._nodeCount++;
    this._nodes.set([-1, start, end - start], 3 * node);
    if (end - start <= LEAF_SIZE) {
      return;
    }
    const axis = longestAxis(order, middles, start, end);
    const half = (start + end) >> 1;
    select(order, middles, axis, start, end - 1, half);
    this._split(order, middles, start, half);
    this._nodes[3 * node] = this._nodeCount;
    this._split(order, middles, half, end);
  }

  /** Box and dipole of a node: of its triangles, or of its children, which come later. */
  private _enclose(node: number): void {
    const { _boxes: boxes, _dipoles: dipoles, _nodes: nodes, _corners: corners } = this;
    const [second, first, count] = nodes.subarray(3 * node, 3 * node + 3);
    const [box, dipole] = [6 * node, 7 * node];
    boxes.fill(Infinity, box, box + 3).fill(-Infinity, box + 3, box + 6);
    let weight = 0;
    const addMiddle = (x: number, y: number, z: number, area: number): void => {
      weight += area;
      dipoles[dipole + 3] += x * area;
      dipoles[dipole + 4] += y * area;
      dipoles[dipole + 5] += z * area;
    };
    for (let i = 9 * first; i < 9 * (first + count); i += 9) {
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(i, i + 9);
      const nx = ((by - ay) * (cz - az) - (bz - az) * (cy - ay)) / 2;
      const ny = ((bz - az) * (cx - ax) - (bx - ax) * (cz - az)) / 2;
      const nz = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
      if (second < 0) {
        for (let k = 0; k < 9; k++) {
          boxes[box + (k % 3)] = min(boxes[box + (k % 3)], corners[i + k]);
          boxes[box + 3 + (k % 3)] = max(boxes[box + 3 + (k % 3)], corners[i + k]);
        }
        dipoles[dipole] += nx;
        dipoles[dipole + 1] += ny;
        dipoles[dipole + 2] += nz;
        addMiddle((ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3, hypot(nx, ny, nz));
      } else {
        break;
      }
    }
    if (second >= 0) {
      for (const child of [node + 1, second]) {
        for (let axis = 0; axis < 3; axis++) {
          boxes[box + axis] = min(boxes[box + axis], boxes[6 * child + axis]);
          boxes[box + 3 + axis] = max(boxes[box + 3 + axis], boxes[6 * child + 3 + axis]);
          dipoles[dipole + axis] += dipoles[7 * child + axis];
        }
        const [x, y, z] = dipoles.subarray(7 * child + 3, 7 * child + 6);
        addMiddle(x, y, z, nodes[3 * child + 2]);
      }
    }
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const middle = dipoles[dipole + 3 + axis] / weight;
      dipoles[dipole + 3 + axis] = middle;
      squared += max(middle - boxes[box + axis], boxes[box + 3 + axis] - middle) ** 2;
    }
    dipoles[dipole + 6] = sqrt(squared);
  }

  /**
   * @param x - Of a point [m]; y and z too.
   * @param within - How far to look [m].
   * @returns Distance of the nearest triangle [m], Infinity if it is not within; {@link point} is the nearest point of it.
   */
  public distance(x: number, y: number, z: number, within: number): number {
    const { _corners: corners, _nodes: nodes, _stack: stack, _squares: squares } = this;
    let nearest = within * within;
    let found = -1;
    let depth = 1;
    stack[0] = 0;
    squares[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (squares[depth] >= nearest) continue;
      const second = nodes[3 * node];
      if (second < 0) {
        const first = nodes[3 * node + 1];
        for (let i = first; i < first + nodes[3 * node + 2]; i++) {
          const square = squareToTriangle(corners, 9 * i, x, y, z);
          if (square < nearest) {
            nearest = square;
            found = i;
            this.point.set(nearestPoint);
          }
        }
        continue;
      }
      const a = this._squareToBox(node + 1, x, y, z);
      const b = this._squareToBox(second, x, y, z);
      // The nearer one first: it goes onto the stack last.
      const isFirst = a < b;
      stack[depth] = isFirst ? second : node + 1;
      squares[depth++] = max(a, b);
      stack[depth] = isFirst ? node + 1 : second;
      squares[depth++] = min(a, b);
    }
    return found < 0 ? Infinity : sqrt(nearest);
  }

  private _squareToBox(node: number, x: number, y: number, z: number): number {
    const boxes = this._boxes;
    const at = 6 * node;
    const dx = max(boxes[at] - x, 0, x - boxes[at + 3]);
    const dy = max(boxes[at + 1] - y, 0, y - boxes[at + 4]);
    const dz = max(boxes[at + 2] - z, 0, z - boxes[at + 5]);
    return dx * dx + dy * dy + dz * dz;
  }

  /**
   * @param x - Of a point [m]; y and z too.
   * @returns How often the mesh goes around it: 1 or -1 inside of a closed mesh, 0 outside (Jacobson et al. 2013).
   */
  public winding(x: number, y: number, z: number): number {
    const { _corners: corners, _nodes: nodes, _stack: stack, _dipoles: dipoles } = this;
    let sum = 0;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const d = 7 * node;
      const dx = dipoles[d + 3] - x;
      const dy = dipoles[d + 4] - y;
      const dz = dipoles[d + 5] - z;
      const squared = dx * dx + dy * dy + dz * dz;
      const reach = FAR * dipoles[d + 6];
      if (squared > reach * reach) {
        sum += (dipoles[d] * dx + dipoles[d + 1] * dy + dipoles[d + 2] * dz) / (squared * sqrt(squared));
      } else if (nodes[3 * node] < 0) {
        const first = nodes[3 * node + 1];
        for (let i = first; i < first + nodes[3 * node + 2]; i++) {
          sum += solidAngle(corners, 9 * i, x, y, z);
        }
      } else {
        stack[depth++] = nodes[3 * node];
        stack[depth++] = node + 1;
      }
    }
    return sum / (4 * PI);
  }
}

function longestAxis(order: Int32Array, middles: Float64Array, start: number, end: number): number {
  let [longest, best] = [-1, 0];
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = start; i < end; i++) {
      const value = middles[3 * order[i] + axis];
      low = min(low, value);
      high = max(high, value);
    }
    if (high - low > longest) {
      [longest, best] = [high - low, axis];
    }
  }
  return best;
}

/** Orders a range so that what is before `half` has no larger middles than what is after (Hoare). */
function select(
  order: Int32Array,
  middles: Float64Array,
  axis: number,
  start: number,
  end: number,
  half: number,
): void {
  let [low, high] = [start, end];
  while (low < high) {
    const pivot = middles[3 * order[(low + high) >> 1] + axis];
    let [i, j] = [low, high];
    while (i <= j) {
      while (middles[3 * order[i] + axis] < pivot) i++;
      while (middles[3 * order[j] + axis] > pivot) j--;
      if (i <= j) {
        const swapped = order[i];
        order[i++] = order[j];
        order[j--] = swapped;
      }
    }
    if (half <= j) high = j;
    else if (half >= i) low = i;
    else return;
  }
}

/** Squared distance of a point from a triangle (Ericson, Real-Time Collision Detection, 5.1.5). */
function squareToTriangle(t: Float64Array, at: number, x: number, y: number, z: number): number {
  const px = x - t[at];
  const py = y - t[at + 1];
  const pz = z - t[at + 2];
  const bx = t[at + 3] - t[at];
  const by = t[at + 4] - t[at + 1];
  const bz = t[at + 5] - t[at + 2];
  const cx = t[at + 6] - t[at];
  const cy = t[at + 7] - t[at + 1];
  const cz = t[at + 8] - t[at + 2];
  const bb = bx * bx + by * by + bz * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const cc = cx * cx + cy * cy + cz * cz;
  const bp = bx * px + by * py + bz * pz;
  const cp = cx * px + cy * py + cz * pz;
  let v = cc * bp - bc * cp;
  let w = bb * cp - bc * bp;
  const area = bb * cc - bc * bc;
  if (v >= 0 && w >= 0 && v + w <= area && area > 0) {
    v /= area;
    w /= area;
  } else {
    // The nearest point of the three edges.
    const alongB = clamped(bp, bb);
    const alongC = clamped(cp, cc);
    const alongA = clamped(cp - bp + bb - bc, bb + cc - 2 * bc);
    const onB = alongB * alongB * bb - 2 * alongB * bp;
    const onC = alongC * alongC * cc - 2 * alongC * cp;
    const s = 1 - alongA;
    const r = alongA;
    const onA = s * s * bb + 2 * s * r * bc + r * r * cc - 2 * (s * bp + r * cp);
    const isB = onB <= onC && onB <= onA;
    const isC = !isB && onC <= onA;
    v = isB ? alongB : isC ? 0 : s;
    w = isB ? 0 : isC ? alongC : r;
  }
  const dx = px - v * bx - w * cx;
  const dy = py - v * by - w * cy;
  const dz = pz - v * bz - w * cz;
  nearestPoint[0] = x - dx;
  nearestPoint[1] = y - dy;
  nearestPoint[2] = z - dz;
  return dx * dx + dy * dy + dz * dz;
}

function clamped(along: number, squared: number): number {
  return along <= 0 ? 0 : along >= squared ? 1 : along / squared;
}

/** Of a triangle seen from a point (van Oosterom and Strackee 1983). */
function solidAngle(t: Float64Array, at: number, x: number, y: number, z: number): number {
  const ax = t[at] - x;
  const ay = t[at + 1] - y;
  const az = t[at + 2] - z;
  const bx = t[at + 3] - x;
  const by = t[at + 4] - y;
  const bz = t[at + 5] - z;
  const cx = t[at + 6] - x;
  const cy = t[at + 7] - y;
  const cz = t[at + 8] - z;
  const a = sqrt(ax * ax + ay * ay + az * az);
  const b = sqrt(bx * bx + by * by + bz * bz);
  const c = sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * atan2(volume, a * b * c + ab * c + bc * a + ca * b);
}
