import type { SurfaceFaces } from "../bspline/gpu/drawArguments.js";
import type { Cloth } from "../cloth/cloth.js";
import type { LastShape } from "../motion/lastShape.js";
import { cutSegments } from "../bspline/cutPatches.js";
import { CpuSurface, type VertexKind } from "./cpuSurface.js";
import { wholeCutSegments } from "./surfaceRoom.js";
import type { IndexRange } from "./surfaceTypes.js";
import type { Segments } from "../bspline/tessellation.js";

const SEGMENTS_PER_SPAN = 2;
/** Along each side: full resolution has a vertex for every few particles then. */
const MAX_SEGMENTS = 128;

/**
 * Vertices of a cloth whose own are on the GPU, for callers that ask a mesh for them, such as decals and CSG. They are those of its
 * last shape that is known here, and are evaluated only when somebody asks.
 */
export class HostVertices {
  private _surface: CpuSurface | null = null;
  private _shape: LastShape | null = null;
  private _version = -1;
  private readonly _attributes = new Map<VertexKind, Float32Array<ArrayBuffer>>();

  /**
   * @param _mesh - The cloth.
   * @param _askShape - Its last known shape.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _askShape: () => LastShape,
  ) {}

  /** Number of vertices. */
  public get count(): number {
    const { front, back } = this._mesh.definition.faces;
    return (front && back ? 2 : 1) * this._countOfFace;
  }

  /** Triangles, shape [triangles, 3]. */
  public get indices(): Uint32Array<ArrayBuffer> {
    return this.evaluated().indices;
  }

  /**
   * @param kind - Which attribute.
   * @returns Its values, local to the mesh; the same array until the shape changes.
   */
  public attribute(kind: VertexKind): Float32Array<ArrayBuffer> {
    const surface = this.evaluated();
    const known = this._attributes.get(kind) ?? surface.attribute(kind);
    this._attributes.set(kind, known);
    return known;
  }

  /**
   * @param faces - Of the cloth.
   * @returns Their triangles; null before anybody has asked for any.
   */
  public range(faces: SurfaceFaces): IndexRange | null {
    return this._surface && this._current().range(faces);
  }

  /** @returns All of them. */
  public evaluated(): CpuSurface {
    const surface = this._current();
    const shape = this._askShape();
    if (shape !== this._shape || shape.version !== this._version) {
      this._shape = shape;
      this._version = shape.version;
      this._attributes.clear();
      surface.evaluate(shape.local);
    }
    return surface;
  }

  private get _countOfFace(): number {
    const { current } = this._mesh.nets;
    const { u, v } = this._segments;
    const { countU, countV } = current.restGrid;
    const perPatch = (cutSegments(current.restGrid) + 1) ** 2;
    if (!this._links) {
      return (u + 1) * (v + 1);
    }
    return current.trim?.vertexCount ?? perPatch * (countU - 2) * (countV - 2);
  }

  private get _links(): Uint32Array | null {
    return this._mesh.cuts.linksOf(this._mesh.nets.current);
  }

  private get _segments(): Segments {
    if (this._links) {
      return wholeCutSegments(this._mesh.nets.current.restGrid);
    }
    const { countU, countV } = this._mesh.restGrid;
    const segments = (points: number): number => Math.min(SEGMENTS_PER_SPAN * (points - 2), MAX_SEGMENTS);
    return { u: segments(countU), v: segments(countV) };
  }

  /** A cloth that has changed its net has other vertices. */
  private _current(): CpuSurface {
    const segments = this._segments;
    const known = this._surface?.segments;
    if (!this._surface || known?.u !== segments.u || known.v !== segments.v || this._surface.links !== this._links) {
      this._surface = CpuSurface.Of(this._mesh, segments);
      this._shape = null;
      // The submeshes say how many triangles there are.
      this._mesh.arrangeFaces();
    }
    return this._surface;
  }
}
