// CPU twin of the faces of evaluateSurface.compute.wgsl, over one grid of quads.
import { createSurfacePoint, evaluateSurface } from "../bspline/surface.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS, type SurfaceFaces } from "../bspline/gpu/surfacePass.js";
import { gridIndices, type Segments } from "../bspline/tessellation.js";
import type { Cloth } from "../cloth/cloth.js";
import { tangentSignOf } from "./surfaceInput.js";
import type { IndexRange } from "./surfaceTypes.js";

const QUAD_INDICES = 6;

/** Numbers of each attribute of a vertex, by Babylon's name. */
const attributeSizes = { position: 3, normal: 3, tangent: 4, uv: 2 } as const;

/** What a vertex has. */
export type VertexKind = keyof typeof attributeSizes;

/**
 * @param kind - Of vertices, as Babylon calls it.
 * @returns Whether vertices of cloth have it.
 */
export function isVertexKind(kind: string): kind is VertexKind {
  return kind in attributeSizes;
}

/** Vertices and triangles of all faces of a cloth: the front first, with the rim, then the back. */
export class CpuSurface {
  /** Local to the mesh, shape [vertices, VERTEX_FLOATS]. */
  public readonly vertices: Float32Array<ArrayBuffer>;
  /** Shape [triangles, 3]. */
  public readonly indices: Uint32Array<ArrayBuffer>;
  /** Vertices of one face. */
  private readonly _faceVertices: number;
  private readonly _frontIndices: number;
  private readonly _point = createSurfacePoint();

  /**
   * @param _mesh - The cloth.
   * @param segments - Of each face.
   */
  public constructor(
    private readonly _mesh: Cloth,
    public readonly segments: Segments,
  ) {
    const { front, back, halfThickness } = _mesh.definition.faces;
    this._faceVertices = (segments.u + 1) * (segments.v + 1);
    this.vertices = new Float32Array((front && back ? 2 : 1) * this._faceVertices * VERTEX_FLOATS);
    const grid = gridIndices(segments);
    const frontIndices = front ? [...grid] : [];
    if (front && back && halfThickness > 0) {
      frontIndices.push(...this._rim());
    }
    const firstBack = front ? this._faceVertices : 0;
    this._frontIndices = frontIndices.length;
    this.indices = Uint32Array.from(back ? [...frontIndices, ...turned(grid, firstBack)] : frontIndices);
  }

  /**
   * @param faces - Which.
   * @returns Their triangles.
   */
  public range(faces: SurfaceFaces): IndexRange {
    const { length } = this.indices;
    const start = faces === "back" ? this._frontIndices : 0;
    return { start, count: (faces === "front" ? this._frontIndices : length) - start };
  }

  /** @param net - Control points, local to the mesh, shape [particles, 3]. */
  public evaluate(net: ArrayLike<number>): void {
    const { segments, _mesh: mesh, _point: point } = this;
    const { countU, countV } = mesh.restGrid;
    const { front, back, frontUVs, backUVs } = mesh.definition.faces;
    const firstBack = front ? this._faceVertices : 0;
    let number = 0;
    for (let row = 0; row <= segments.v; row++) {
      for (let column = 0; column <= segments.u; column++) {
        const [u, v] = [column / segments.u, row / segments.v];
        evaluateSurface(net, countU, countV, u, v, point);
        if (front) {
          this._write(number, 1, frontUVs, u, v);
        }
        if (back) {
          this._write(number + firstBack, -1, backUVs, u, v);
        }
        number++;
      }
    }
  }

  /**
   * @param kind - Which attribute.
   * @returns A copy of its values, local to the mesh.
   */
  public attribute(kind: VertexKind): Float32Array<ArrayBuffer> {
    const size = attributeSizes[kind];
    const count = this.vertices.length / VERTEX_FLOATS;
    const values = new Float32Array(size * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < size; k++) {
        values[size * i + k] = this.vertices[i * VERTEX_FLOATS + VERTEX_OFFSETS[kind] + k];
      }
    }
    return values;
  }

  /** `side`: 1 in front, -1 on the back. Where texture coordinates fall along a parameter, the tangent turns with them. */
  private _write(vertex: number, side: number, corners: readonly number[], u: number, v: number): void {
    const { vertices, _mesh: mesh } = this;
    const { position, normal, tangent } = this._point;
    const { halfThickness } = mesh.definition.faces;
    const turnU = corners[2] < corners[0] ? -1 : 1;
    const turnV = corners[3] < corners[1] ? -1 : 1;
    const at = vertex * VERTEX_FLOATS;
    const sign = tangentSignOf(mesh) * turnU;
    for (let axis = 0; axis < 3; axis++) {
      vertices[at + VERTEX_OFFSETS.position + axis] = position[axis] + side * halfThickness * normal[axis];
      vertices[at + VERTEX_OFFSETS.normal + axis] = side * normal[axis];
      vertices[at + VERTEX_OFFSETS.tangent + axis] = sign * tangent[axis];
    }
    vertices[at + VERTEX_OFFSETS.tangent + 3] = -side * turnU * turnV;
    vertices[at + VERTEX_OFFSETS.uv] = corners[0] + (corners[2] - corners[0]) * u;
    vertices[at + VERTEX_OFFSETS.uv + 1] = corners[1] + (corners[3] - corners[1]) * v;
  }

  /** Quads between both faces along the edges that are no seam. */
  private _rim(): number[] {
    const { u, v } = this.segments;
    const { closedU, closedV } = this._mesh.restGrid;
    const columns = u + 1;
    const back = this._faceVertices;
    const indices: number[] = [];
    const join = (a: number, b: number): void => {
      indices.push(a, a + back, b + back, a, b + back, b);
    };
    for (let i = 0; i < u && !closedV; i++) {
      join(i, i + 1);
      join(v * columns + i + 1, v * columns + i);
    }
    for (let j = 0; j < v && !closedU; j++) {
      join((j + 1) * columns, j * columns);
      join(j * columns + u, (j + 1) * columns + u);
    }
    return indices;
  }
}

/** The quads of a grid seen from behind; split along the same diagonal. */
function turned(grid: Uint32Array, first: number): number[] {
  const indices: number[] = [];
  for (let i = 0; i < grid.length; i += QUAD_INDICES) {
    const [a, b, d, c] = [grid[i], grid[i + 1], grid[i + 2], grid[i + 5]].map((vertex) => vertex + first);
    indices.push(a, c, d, a, d, b);
  }
  return indices;
}
