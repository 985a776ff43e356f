// How one cloth on the GPU is drawn: from the buffers of the surface pass, where an eye sees it.
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import { Material } from "@babylonjs/core/Materials/material.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import { cutSegments } from "../../bspline/cutPatches.js";
import type { SurfaceFaces } from "../../bspline/gpu/drawArguments.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS } from "../../bspline/gpu/vertexLayout.js";
import { trimPatches, type TrimmedMesh } from "../../bspline/trim.js";
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothNet } from "../../cloth/clothNets.js";
import type { ClothBounds } from "../../motion/clothBounds.js";
import type { ClothMotion } from "../../motion/clothMotion.js";
import type { ClothTessellation } from "../../options/tessellation.js";
import { constants } from "../../shaders/shaders.gen.js";
import type { Eyes } from "../../surface/eyes.js";
import { surfaceInputOf } from "../../surface/surfaceInput.js";
import { WAY_FLOATS } from "../../bspline/gpu/surfaceWays.js";
import { WAY_KIND } from "../../surface/velocityCode.js";
import type { DrawKind, SceneStep } from "../clothBackend.js";
import { DrawnVertices } from "./drawnVertices.js";
import { DrawnWay } from "./drawnWay.js";
import { instanceCountsOf, warnOfFillMode } from "./drawnInstances.js";
import type { GpuNet } from "./gpuNet.js";

/** Length of a span in the picture below which one segment draws it, and from which on more do it again [pixels]. */
const COARSE_PIXELS = 4;
const FINE_PIXELS = 5;

/** What all cloths are drawn from, as Babylon sees it. */
export interface DrawnBuffers {
  readonly vertices: DataBuffer;
  readonly indices: DataBuffer;
  /** Null while nothing draws velocities. */
  readonly ways: DataBuffer | null;
}

/** The drawing of one cloth. */
export class GpuDrawing {
  private _boundVertices: DataBuffer | null = null;
  private _boundWays: DataBuffer | null = null;
  private readonly _way = new DrawnWay();
  private _drawnMatrix = -1;
  private _eyesOrigin: readonly number[] = [];
  private _isHidden = true;
  private _isInView = false;
  private _eyesVersion = -1;
  private _boundsVersion = -1;
  private _tessellation: ClothTessellation | null = null;
  /** Links that the surface is drawn with; undefined: the pass may know older ones. */
  private _links: Uint32Array | null | undefined = null;
  /** Of a sheet with an outline. */
  private _isCoarse = false;
  private _hasToldLack = false;

  /**
   * @param _mesh - The cloth.
   * @param _motion - Of the cloth.
   * @param _bounds - Of the cloth.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _motion: ClothMotion,
    private readonly _bounds: ClothBounds,
  ) {}

  /** The surface pass knows nothing of the net that is drawn from now on. */
  public repeat(): void {
    this._drawnMatrix = -1;
    this._tessellation = null;
    this._links = undefined;
  }

  /**
   * Prepares what the surface pass does with the cloth.
   *
   * @param net - The net that is drawn.
   * @param step - Of the scene.
   * @returns Whether the surface is drawn in another way.
   */
  public prepare(net: GpuNet, step: SceneStep): boolean {
    const { _motion: motion, _mesh: mesh } = this;
    const {
      gpu: { surfaces },
      cloth,
      surface,
    } = net;
    const { eyes } = step;
    this._tellLack(net);
    const before = this._way.follow(net, motion, step);
    if (before) {
      surfaces.setInput(surface, before);
    }
    for (const count of instanceCountsOf(mesh)) {
      mesh.facesDrawn.forEach((faces) => surfaces.argumentsOf(surface, faces, count));
    }
    const isHidden = !this._isSeen(eyes);
    const isOther = this._takeCoarseness(net, eyes);
    const isNew = this._takeLinks(net) || isOther || mesh.tessellation !== this._tessellation;
    const hasMoved = this._drawnMatrix !== motion.matrixVersion || eyes.origin !== this._eyesOrigin;
    if (isHidden && this._isHidden && !isNew) {
      return false;
    }
    if (isNew || isHidden !== this._isHidden) {
      const { firstParticle } = cloth;
      surfaces.setInput(surface, {
        ...surfaceInputOf(mesh),
        firstParticle,
        ...(this._links && {
          mode: net.net.trim ? constants.TRIMMED : constants.CUT,
          cutSegments: this._isCoarse ? 1 : cutSegments(mesh.restGrid),
        }),
        ...(isHidden && { mode: constants.HIDDEN }),
      });
    }
    if (hasMoved || isNew) {
      const origin = motion.origin.map((coordinate, axis) => coordinate - eyes.origin[axis]);
      surfaces.setInput(surface, { toLocal: motion.step.toLocal, origin });
    }
    const changes = isNew || hasMoved || isHidden !== this._isHidden;
    this._tessellation = mesh.tessellation;
    this._isHidden = isHidden;
    this._drawnMatrix = motion.matrixVersion;
    this._eyesOrigin = eyes.origin;
    return changes;
  }

  /**
   * Draws the mesh from the buffers of the surface pass.
   *
   * @param buffers - Of all cloths.
   * @param vertexCount - That fit.
   * @returns Whether it drew from other vertices before.
   */
  public bindMesh({ vertices, indices, ways }: DrawnBuffers, vertexCount: number): boolean {
    const isNew = this._boundVertices !== vertices;
    if (isNew) {
      this._bindVertices(vertices, indices, vertexCount);
    }
    if (this._boundWays !== ways) {
      this._bindWays(ways);
    }
    return isNew;
  }

  /** Forgets the buffers: they are gone with their device. */
  public leave(): void {
    this._boundVertices = null;
    this._boundWays = null;
    this._mesh.geometry?.dispose();
  }

  /**
   * Wraps Babylon's draw of the mesh, or of one of its faces.
   *
   * @param net - The net that is drawn; null draws nothing.
   * @param faces - Those that are drawn.
   * @param how - How Babylon draws.
   * @param draw - Babylon's own draw.
   */
  public draw(net: GpuNet | null, faces: SurfaceFaces, { fillMode, instanceCount }: DrawKind, draw: () => void): void {
    if (fillMode !== Material.TriangleFillMode) {
      // Babylon would draw vertices of other cloths.
      warnOfFillMode(this._mesh);
    } else if (net) {
      const { gpu, surface } = net;
      const { recorder, surfaces } = gpu;
      const shared = { buffer: surfaces.drawn, offset: surfaces.argumentsOffset(surface, faces) };
      const own = (): GPUBuffer => surfaces.argumentsOf(surface, faces, instanceCount);
      recorder.drawIndirect(instanceCount === 1 ? shared : null, own, draw);
    }
  }

  /** Once, where it is not drawn although it is seen. */
  private _tellLack({ gpu: { surfaces }, net, surface }: GpuNet): void {
    const lack = surfaces.lackOf(surface);
    if (lack > 0 && !this._hasToldLack) {
      this._hasToldLack = true;
      const why = net.trim ? "it has an outline" : "it is cut or can tear";
      Logger.Warn(
        `Cloth "${this._mesh.name}": it is not drawn. As ${why}, it needs ${lack.toString()} triangles at least, and maxTriangles of ClothSystem is ` +
          `${surfaces.maxTriangles.toString()} for all cloths. Raise maxTriangles, or give this cloth or others that are cut a lower fullResolution.`,
      );
    }
  }

  private _bindVertices(vertices: DataBuffer, indices: DataBuffer, vertexCount: number): void {
    this._boundVertices = vertices;
    const mesh = this._mesh;
    const own = new DrawnVertices(mesh, vertices, VERTEX_FLOATS);
    const geometry = mesh.geometry ?? new Geometry(Geometry.RandomId(), mesh.getScene(), undefined, false, mesh);
    const attribute = (kind: string, offset: number, size: number, total: number | null = null): void => {
      geometry.setVerticesBuffer(own.createVertexBuffer(kind, offset, size, VERTEX_FLOATS), total, false);
    };
    attribute("position", VERTEX_OFFSETS.position, 3, vertexCount);
    attribute("normal", VERTEX_OFFSETS.normal, 3);
    attribute("tangent", VERTEX_OFFSETS.tangent, 4);
    attribute("uv", VERTEX_OFFSETS.uv, 2);
    // The geometry gives one reference back when it is disposed.
    indices.references++;
    geometry.setIndexBuffer(indices, vertexCount, indices.capacity / 4, true);
    own.refuse();
  }

  private _bindWays(ways: DataBuffer | null): void {
    this._boundWays = ways;
    const { geometry } = this._mesh;
    if (ways) {
      const own = new DrawnVertices(this._mesh, ways, WAY_FLOATS);
      geometry?.setVerticesBuffer(own.createVertexBuffer(WAY_KIND, 0, WAY_FLOATS), null, false);
      own.refuse();
    } else {
      geometry?.removeVerticesData(WAY_KIND);
    }
  }

  /** Whether the surface is cut in another way, as soon as the kernel for that is there. */
  private _takeLinks({ gpu: { surfaces }, net, surface }: GpuNet): boolean {
    const links = this._mesh.cuts.linksOf(net);
    if (links === this._links) {
      return false;
    }
    const { trim } = net;
    const kind = trim ? "trimmed" : "cut";
    if (links && !surfaces.cuts.isPrepared(kind)) {
      void surfaces.cuts.prepareAsync(kind);
      return false;
    }
    this._links = links;
    surfaces.setLinks(surface, links, trim && { fine: trim, coarse: this._coarseTrimOf(net) });
    return true;
  }

  /** Of a net with an outline, with one segment a span. */
  private _coarseTrimOf({ restGrid: { countU, countV } }: ClothNet): TrimmedMesh {
    return trimPatches(this._mesh.definition.outline ?? [], countU - 2, countV - 2, 1);
  }

  /** Whether the coarse triangles of a sheet with an outline are small enough where it is. */
  private _takeCoarseness({ net: { trim, restGrid } }: GpuNet, eyes: Eyes): boolean {
    if (!trim) {
      return false;
    }
    const { centerWorld, radiusWorld } = this._mesh.getBoundingInfo().boundingSphere;
    const pixels = restGrid.spacing * eyes.pixelsPerMeter(centerWorld, radiusWorld);
    // It does not go to and fro where it changes.
    const isCoarse = pixels < (this._isCoarse ? FINE_PIXELS : COARSE_PIXELS);
    const isNew = isCoarse !== this._isCoarse;
    this._isCoarse = isCoarse;
    return isNew;
  }

  private _isSeen(eyes: Eyes): boolean {
    const mesh = this._mesh;
    // Where its instances are is not followed.
    if (mesh.instances.length > 0 || mesh.hasThinInstances) {
      return true;
    }
    if (!mesh.isVisible || !mesh.isInScene || !mesh.isEnabled()) {
      return false;
    }
    const { version } = this._bounds;
    const { matrixVersion } = this._motion;
    if (eyes.version !== this._eyesVersion || version !== this._boundsVersion || matrixVersion !== this._drawnMatrix) {
      this._eyesVersion = eyes.version;
      this._boundsVersion = version;
      const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
      this._isInView = eyes.see(centerWorld, radiusWorld);
    }
    return this._isInView || mesh.alwaysSelectAsActiveMesh;
  }
}
