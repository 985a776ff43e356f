// The mesh of one cloth on the CPU: its surface, evaluated here or in a worker.
import type { ReadonlyMat3 } from "gl-matrix";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { Segments } from "../../bspline/tessellation.js";
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothBounds } from "../../motion/clothBounds.js";
import { CpuSurface, surfaceSourceOf } from "../../surface/cpuSurface.js";
import type { Eyes } from "../../surface/eyes.js";
import { segmentsFor } from "../../surface/segments.js";
import type { SceneStep } from "../clothBackend.js";
import { CpuWay } from "./cpuWay.js";
import { localNet, movedVerticesOf, type EvaluatedSurface, type MovedVertices } from "./evaluatedSurface.js";

/** What there is to draw. */
export interface ClothPicture {
  /** In the frame of the cloth [m], shape [particleCount, 3], and from there to its mesh. */
  readonly positions: Float32Array;
  readonly toLocal: ReadonlyMat3;
  /** Whether it is another one than before. */
  readonly isNew: boolean;
  /** Whether it has started from its first shape since. */
  readonly isReset: boolean;
  /** Evaluated in a worker; null: to be evaluated here. */
  readonly evaluated: EvaluatedSurface | null;
  /** Whether the next one is on its way: then new segments come with it. */
  readonly isFollowed: boolean;
}

/** Draws one cloth. */
export class CpuDrawing {
  private _surface: CpuSurface | null = null;
  private readonly _local: Float32Array;
  private readonly _way: CpuWay;

  /**
   * @param _mesh - The cloth.
   * @param _bounds - Of the cloth.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _bounds: ClothBounds,
  ) {
    this._local = new Float32Array(3 * _mesh.restGrid.particleCount);
    this._way = new CpuWay(_mesh);
  }

  /** What is drawn; null before there is anything. */
  public get surface(): CpuSurface | null {
    return this._surface;
  }

  /**
   * @param positions - Of the cloth [m].
   * @param eyes - Who sees it.
   * @returns How finely it is to be drawn; null where it is cut, and drawn by its spans.
   */
  public segmentsFor(positions: Float32Array, eyes: Eyes): Segments | null {
    return this._links ? null : segmentsFor(this._mesh, positions, eyes);
  }

  /**
   * @param picture - What there is to draw.
   * @param step - Of the scene.
   */
  public show(picture: ClothPicture, step: SceneStep): void {
    const { _way: way, _surface: before, _links: links } = this;
    const { isNew, evaluated } = picture;
    const hasNewWay = way.follow(step, before && this._local);
    if (isNew) {
      way.touch();
    }
    if (picture.isReset) {
      way.forget();
    }
    if (evaluated && !links) {
      localNet(this._local, picture.positions, picture.toLocal);
      const surface =
        this._isDrawnWith(evaluated.segments) && before ? before : this._createSurface(evaluated.segments);
      surface.take(evaluated.vertices);
      this._put(surface, evaluated);
      return;
    }
    const segments = (links && before?.segments) ?? segmentsFor(this._mesh, picture.positions, step.eyes);
    const isOther = !this._isDrawnWith(segments);
    if (!before || (isOther && (isNew || !picture.isFollowed))) {
      this._evaluate(this._createSurface(segments), picture);
    } else if (isNew || hasNewWay) {
      this._evaluate(before, picture);
    }
  }

  private get _links(): Uint32Array<ArrayBuffer> | null {
    return this._mesh.cuts.linksOf(this._mesh.nets.current);
  }

  private _isDrawnWith({ u, v }: Segments): boolean {
    const drawn = this._surface;
    return u === drawn?.segments.u && v === drawn.segments.v && this._links === drawn.links;
  }

  private _createSurface(segments: Segments): CpuSurface {
    return new CpuSurface(surfaceSourceOf(this._mesh), segments, this._links);
  }

  private _evaluate(surface: CpuSurface, picture: ClothPicture): void {
    localNet(this._local, picture.positions, picture.toLocal);
    surface.evaluate(this._local);
    this._put(surface, movedVerticesOf(surface));
  }

  /** Into the mesh, with its triangles if it is another surface than before. */
  private _put(surface: CpuSurface, moved: MovedVertices): void {
    const mesh = this._mesh;
    // The methods of the mesh refuse to change its vertices.
    const geometry = mesh.geometry ?? new Geometry(Geometry.RandomId(), mesh.getScene(), undefined, true, mesh);
    if (surface === this._surface) {
      for (const kind of ["position", "normal", "tangent"] as const) {
        geometry.updateVerticesData(kind, moved[kind]);
      }
    } else {
      this._surface = surface;
      const data = new VertexData();
      data.positions = moved.position;
      data.normals = moved.normal;
      data.tangents = moved.tangent;
      data.uvs = surface.attribute("uv");
      data.indices = surface.indices;
      data.applyToGeometry(geometry, true);
      mesh.arrangeFaces();
      this._bounds.show();
    }
    this._way.show(geometry, surface);
  }
}
