// The mesh of one cloth on the CPU: its surface, evaluated here or in a worker.
import type { ReadonlyMat3 } from "gl-matrix";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothBounds } from "../../motion/clothBounds.js";
import { CpuSurface, surfaceSourceOf } from "../../surface/cpuSurface.js";
import type { Eyes } from "../../surface/eyes.js";
import { segmentsFor } from "../../surface/segments.js";
import { coarserSegments, countTriangles, wholeCutSegments } from "../../surface/surfaceRoom.js";
import type { SceneStep } from "../clothBackend.js";
import { CpuWay } from "./cpuWay.js";
import {
  localNet,
  movedVerticesOf,
  type MovedVertices,
  type ShapedSurface,
  type SurfaceShape,
} from "./evaluatedSurface.js";

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
  readonly evaluated: ShapedSurface | null;
  /** Whether the next one is on its way: then new segments come with it. */
  readonly isFollowed: boolean;
}

/** Draws one cloth. */
export class CpuDrawing {
  private _surface: CpuSurface | null = null;
  private _wanted: SurfaceShape = { segments: { u: 1, v: 1 }, links: null };
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
   * Finds how it is to be drawn if there is room.
   *
   * @param positions - Of the cloth [m].
   * @param eyes - Who sees it.
   */
  public ask(positions: Float32Array, eyes: Eyes): void {
    const { cuts, nets } = this._mesh;
    const links = cuts.linksOf(nets.current);
    // A cut surface is drawn by its spans.
    const segments = links ? wholeCutSegments(nets.current.restGrid) : segmentsFor(this._mesh, positions, eyes);
    this._wanted = { segments, links };
  }

  /**
   * @param coarseness - Divides its segments.
   * @returns How it is drawn then.
   */
  public shapeAt(coarseness: number): SurfaceShape {
    const { segments, links } = this._wanted;
    return { segments: coarserSegments(segments, coarseness, links && this._mesh.nets.current.restGrid), links };
  }

  /**
   * @param coarseness - Divides its segments.
   * @returns Triangles that are drawn then.
   */
  public trianglesAt(coarseness: number): number {
    const { segments, links } = this.shapeAt(coarseness);
    return this._mesh.isEnabled() ? countTriangles(this._mesh, segments, links !== null) : 0;
  }

  /**
   * @param picture - What there is to draw.
   * @param step - Of the scene.
   * @param coarseness - Divides its segments.
   */
  public show(picture: ClothPicture, step: SceneStep, coarseness: number): void {
    const { _way: way, _surface: before } = this;
    const { isNew, evaluated } = picture;
    const hasNewWay = way.follow(step, before && this._local);
    if (isNew) {
      way.touch();
    }
    if (picture.isReset) {
      way.forget();
    }
    const shape = this.shapeAt(coarseness);
    if (evaluated?.shape.links === shape.links) {
      localNet(this._local, picture.positions, picture.toLocal);
      const surface = this._surfaceOf(evaluated.shape);
      surface.take(evaluated.vertices);
      this._put(surface, evaluated);
      return;
    }
    const isDue = isNew || !picture.isFollowed;
    const surface = before && !isDue ? before : this._surfaceOf(shape);
    if (surface !== before || isNew || hasNewWay) {
      this._evaluate(surface, picture);
    }
  }

  /** What is drawn now, if it has this shape; else a new surface. */
  private _surfaceOf({ segments, links }: SurfaceShape): CpuSurface {
    const drawn = this._surface;
    const isSame = segments.u === drawn?.segments.u && segments.v === drawn.segments.v && links === drawn.links;
    return isSame ? drawn : new CpuSurface(surfaceSourceOf(this._mesh), segments, links);
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
