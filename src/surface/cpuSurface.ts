// CPU twin of the faces of evaluateSurface.compute.wgsl, over one grid of quads, or one a patch where the surface is cut.
import { createSurfacePoint } from "../bspline/surface.js";
import type { SurfaceFaces } from "../bspline/gpu/drawArguments.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS } from "../bspline/gpu/vertexLayout.js";
import type { Segments } from "../bspline/tessellation.js";
import type { Cloth } from "../cloth/cloth.js";
import type { ClothNet } from "../cloth/clothNets.js";
import type { ClothFaces } from "../options/faceOptions.js";
import { layoutOf } from "./layoutOf.js";
import type { SurfaceLayout } from "./surfaceLayout.js";
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

/** What a surface is made of beside its control points; it can be cloned for a worker. */
export interface SurfaceSource extends Pick<ClothNet, "restGrid" | "trim"> {
  readonly faces: ClothFaces;
  /** Factor of the tangents along u. */
  readonly tangentSign: number;
}

/**
 * @param mesh - A cloth.
 * @returns What its surface is made of now.
 */
export function surfaceSourceOf(mesh: Cloth): SurfaceSource {
  const { restGrid, trim } = mesh.nets.current;
  return { restGrid, trim, faces: mesh.definition.faces, tangentSign: tangentSignOf(mesh) };
}

/** Vertices and triangles of all faces of a cloth: the front first, with the rim, then the back. */
export class CpuSurface {
  /** Shape [triangles, 3]. */
  public readonly indices: Uint32Array<ArrayBuffer>;
  private readonly _layout: SurfaceLayout;
  private readonly _frontIndices: number;
  private readonly _point = createSurfacePoint();
  private _vertices: Float32Array<ArrayBuffer>;

  /**
   * @param _source - What it is made of.
   * @param segments - Of each face: see layoutOf.
   * @param links - Which links of its net live; null: all.
   */
  public constructor(
    private readonly _source: SurfaceSource,
    public readonly segments: Segments,
    public readonly links: Uint32Array | null,
  ) {
    const { front, back, halfThickness } = _source.faces;
    this._layout = layoutOf(_source, links, segments);
    const { vertexCount, indices: grid, edges } = this._layout;
    this._vertices = new Float32Array((front && back ? 2 : 1) * vertexCount * VERTEX_FLOATS);
    const hasRim = front && back && halfThickness > 0;
    const rim = hasRim ? edges.flatMap(([a, b]) => rimQuad(a, b, vertexCount)) : [];
    const turnedGrid = back ? turned(grid, front ? vertexCount : 0) : [];
    this._frontIndices = (front ? grid.length : 0) + rim.length;
    this.indices = new Uint32Array(this._frontIndices + turnedGrid.length);
    this.indices.set(front ? grid : []);
    this.indices.set(rim, this._frontIndices - rim.length);
    this.indices.set(turnedGrid, this._frontIndices);
  }

  /**
   * @param mesh - A cloth.
   * @param segments - Of each face: see layoutOf.
   * @returns Its surface with the cuts that it has now.
   */
  public static Of(mesh: Cloth, segments: Segments): CpuSurface {
    return new CpuSurface(surfaceSourceOf(mesh), segments, mesh.cuts.linksOf(mesh.nets.current));
  }

  /** Local to the mesh, shape [vertices, VERTEX_FLOATS]. */
  public get vertices(): Float32Array<ArrayBuffer> {
    return this._vertices;
  }

  /** @param vertices - Of another surface with the same source, segments and links, that was evaluated. They are not copied. */
  public take(vertices: Float32Array<ArrayBuffer>): void {
    this._vertices = vertices;
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
    const { front, back, frontUVs, backUVs } = this._source.faces;
    const firstBack = front ? this._layout.vertexCount : 0;
    this._layout.evaluate(net, this._point, (number, u, v) => {
      if (front) {
        this._write(number, 1, frontUVs, u, v);
      }
      if (back) {
        this._write(number + firstBack, -1, backUVs, u, v);
      }
    });
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
    const { vertices } = this;
    const { position, normal, tangent } = this._point;
    const { halfThickness } = this._source.faces;
    const turnU = corners[2] < corners[0] ? -1 : 1;
    const turnV = corners[3] < corners[1] ? -1 : 1;
    const at = vertex * VERTEX_FLOATS;
    const sign = this._source.tangentSign * turnU;
    for (let axis = 0; axis < 3; axis++) {
      vertices[at + VERTEX_OFFSETS.position + axis] = position[axis] + side * halfThickness * normal[axis];
      vertices[at + VERTEX_OFFSETS.normal + axis] = side * normal[axis];
      vertices[at + VERTEX_OFFSETS.tangent + axis] = sign * tangent[axis];
    }
    vertices[at + VERTEX_OFFSETS.tangent + 3] = -side * turnU * turnV;
    vertices[at + VERTEX_OFFSETS.uv] = corners[0] + (corners[2] - corners[0]) * u;
    vertices[at + VERTEX_OFFSETS.uv + 1] = corners[1] + (corners[3] - corners[1]) * v;
  }
}

/** Between both faces along an edge. */
function rimQuad(a: number, b: number, back: number): number[] {
  return [a, a + back, b + back, a, b + back, b];
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
