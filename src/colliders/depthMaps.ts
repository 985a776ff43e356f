// Depth maps of a mesh and its children: where they are, when they are drawn anew, and what is drawn.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { Node } from "@babylonjs/core/node.js";
import { ComputeRecorder } from "../babylon/computeRecorder.js";
import { DepthDraw, isSkinned, type DepthMesh, type DepthView } from "../babylon/depthDraw.js";
import { areSameWeights, morphWeightsOf, type MorphWeights } from "../babylon/morphWeights.js";
import { thinMatricesOf } from "../babylon/thinInstances.js";
import { worldMatrixOf, type ClothNode } from "../babylon/worldMatrix.js";
import { constants } from "../shaders/shaders.gen.js";
import type { DepthTexels } from "../sim/clothStep.js";
import { chooseAxes, shownTriangles, type ClothDepthAxes } from "./depthAxes.js";
import { DeformedBounds, noBox, type Box } from "./deformedBounds.js";
import { checkTriangles } from "./distanceField.js";
import { trianglesOf } from "./meshField.js";

/** Texels along a side of a map. */
export const DEPTH_RESOLUTION = { default: 256, min: 16, max: 1024, step: 16 } as const;

/** Empty texels around a mesh: a texel at the border has no neighbour. */
const BORDER_TEXELS = 2;
/** What deforms gets so much room in each direction, as a part of its size, and keeps it until it leaves it or needs less than half. */
const ROOM = 0.1;
/** Shortest half side of a map [m]. */
const LEAST_HALF = 1e-3;
/** A turning matrix is rounded anew every frame: parts of the size that are no change. */
const ROUNDING = 1e-5;
const unit = (axis: number, sign = 1): [number, number, number] => {
  const vector: [number, number, number] = [0, 0, 0];
  vector[axis] = sign;
  return vector;
};

/** A mesh in the maps, as it was drawn last. */
interface Drawn {
  readonly mesh: AbstractMesh;
  readonly bounds: DeformedBounds;
  readonly toOwn: Matrix;
  readonly toOwnBefore: Matrix;
  bones: Float32Array | null;
  bonesBefore: Float32Array | null;
  morphs: MorphWeights;
  morphsBefore: MorphWeights;
  instances: Float32Array | null;
  instancesBefore: Float32Array | null;
}

/** How maps are drawn. */
export interface DepthSettings {
  readonly resolution: number;
  readonly axes: ClothDepthAxes | "auto";
  /** Deeper is outside [m]. */
  readonly depth: number;
}

/** The depth maps of one collider. */
export class DepthMaps implements DepthTexels {
  /** They stay on the GPU. */
  public readonly values = null;
  /** {@inheritDoc DepthTexels.version} */
  public version = 0;
  /** See struct Collider; another array whenever it changes. Shape [3, 4]. */
  public rows = new Float32Array(12);
  /** Around the origin of the node [m]. */
  public reach = 0;
  private _axes: ClothDepthAxes = "xyz";
  private _views = viewsAlong("xyz");
  private readonly _meshes = new Map<AbstractMesh, Drawn>();
  private readonly _center = new Vector3();
  private readonly _half = new Vector3();
  private readonly _node: AbstractMesh;
  private _draw: DepthDraw | null = null;
  private _isDue = true;
  private _wasMoving = false;
  /** Textures go with the mesh and with the device. */
  private readonly _onGone = (): void => {
    this.release();
  };

  /**
   * @param node - What was given for a collider.
   * @param settings - Checked.
   * @throws TypeError if it is no mesh; RangeError that names the mesh and why it has no maps.
   */
  public constructor(
    node: ClothNode | null,
    public readonly settings: DepthSettings,
  ) {
    if (!((node as unknown) instanceof AbstractMesh)) {
      throw new TypeError(
        `ClothCollider: node is ${node ? `"${node.name}"` : "none"}, must be a mesh for the shape "depth".`,
      );
    }
    this._node = node as AbstractMesh;
    checkMesh(this._node);
    if (settings.axes !== "auto") {
      this._lookAlong(settings.axes);
    }
  }

  /** That the maps look along. */
  public get axes(): ClothDepthAxes {
    return this._axes;
  }

  /** {@inheritDoc DepthTexels.count} */
  public get count(): number {
    return this._views.length * this.settings.resolution ** 2;
  }

  /** Of all maps [bytes]. */
  public get bytes(): number {
    return 16 * this.count;
  }

  /** {@inheritDoc DepthTexels.texture} */
  public get texture(): GPUTexture | null {
    return this.version > 0 ? (this._draw?.texture ?? null) : null;
  }

  /**
   * Chooses the axes from the shape as it is without bones and morph targets, if that was asked for; before the first {@link follow}.
   *
   * @param own - The collider's own axes, without scale.
   */
  public choose(own: Matrix): void {
    if (this.settings.axes === "auto") {
      this._lookAlong(chooseAxes(shownTriangles(drawnIn(this._node), Matrix.Invert(own))));
    }
  }

  /**
   * Looks where the meshes are now, before {@link draw}.
   *
   * @param own - The collider's own axes, without scale.
   */
  public follow(own: Matrix): void {
    const toOwn = Matrix.Invert(own);
    const meshes = drawnIn(this._node).filter((mesh) => isShown(mesh, this._node));
    for (const mesh of this._meshes.keys()) {
      if (!meshes.includes(mesh)) {
        this._meshes.delete(mesh);
        this._isDue = true;
      }
    }
    const box = noBox();
    for (const mesh of meshes) {
      const one = this._followMesh(mesh, toOwn);
      one.bounds.addTo(box, one.toOwn, one.bones, one.morphs, one.instances);
    }
    if (meshes.length > 0) {
      this._fit(box, [...this._meshes.values()].some(isDeformed));
    }
  }

  /**
   * Draws the maps if anything in them has changed, into Babylon's current frame.
   *
   * @param jumps - Whether nothing has moved since the last ones, as far as cloth sees it.
   * @returns Whether they are others now.
   */
  public draw(jumps: boolean): boolean {
    const drawn = [...this._meshes.values()];
    const isMoving = !jumps && this.version > 0 && drawn.some((one) => moves(one, this._half));
    const isDue = this._isDue || isMoving || this._wasMoving || jumps;
    if (!isDue) {
      return false;
    }
    this._draw ??= this._createDraw();
    const toCenter = Matrix.Translation(-this._center.x, -this._center.y, -this._center.z);
    const meshes = drawn.map((one): DepthMesh => {
      const { mesh, toOwn, toOwnBefore, bones, bonesBefore, morphs, morphsBefore, instances } = one;
      return {
        mesh,
        toOwn: toOwn.multiply(toCenter),
        toOwnBefore: (isMoving ? toOwnBefore : toOwn).multiply(toCenter),
        bones,
        bonesBefore: isMoving && bonesBefore?.length === bones?.length ? bonesBefore : bones,
        morphs,
        morphsBefore: isMoving ? morphsBefore : morphs,
        instances: (instances?.length ?? 0) / 16,
      };
    });
    if (!this._draw.draw(meshes, [this._half.x, this._half.y, this._half.z], this._views)) {
      return false;
    }
    this._isDue = false;
    this._wasMoving = isMoving;
    this.version++;
    this._tell(isMoving);
    for (const one of drawn) {
      one.toOwnBefore.copyFrom(one.toOwn);
      one.bonesBefore = one.bones?.slice() ?? null;
      one.morphsBefore = one.morphs;
      one.instancesBefore = one.instances?.slice() ?? null;
    }
    return true;
  }

  /** @returns Texels as they are drawn last, shape [maps, resolution, resolution, 4]: see depthContact.wgsl. Null before. */
  public async readAsync(): Promise<Float32Array | null> {
    return this.version > 0 && this._draw ? this._draw.readAsync() : null;
  }

  /** Gives the textures back; the next {@link draw} makes others. */
  public release(): void {
    this._draw?.dispose();
    this._draw = null;
    this._isDue = true;
    this._node.getEngine().onContextLostObservable.removeCallback(this._onGone);
    this._node.onDisposeObservable.removeCallback(this._onGone);
  }

  private _createDraw(): DepthDraw {
    const engine = this._node.getEngine();
    engine.onContextLostObservable.add(this._onGone);
    this._node.onDisposeObservable.add(this._onGone);
    return new DepthDraw(engine, this.settings.resolution, this._views.length, constants.EMPTY_TEXEL);
  }

  private _lookAlong(axes: ClothDepthAxes): void {
    this._axes = axes;
    this._views = viewsAlong(axes);
  }

  private _followMesh(mesh: AbstractMesh, toOwn: Matrix): Drawn {
    let one = this._meshes.get(mesh);
    if (!one) {
      one = {
        mesh,
        bounds: new DeformedBounds(mesh, isSkinned(mesh)),
        toOwn: new Matrix(),
        toOwnBefore: new Matrix(),
        bones: null,
        bonesBefore: null,
        morphs: new Map(),
        morphsBefore: new Map(),
        instances: null,
        instancesBefore: null,
      };
      this._meshes.set(mesh, one);
      this._isDue = true;
    }
    worldMatrixOf(mesh).multiplyToRef(toOwn, one.toOwn);
    one.morphs = morphWeightsOf(mesh);
    one.instances = thinMatricesOf(mesh);
    if (isSkinned(mesh)) {
      // Babylon computes bones when it draws them, which is after the step.
      mesh.skeleton?.prepare(true);
      one.bones = mesh.skeleton?.getTransformMatrices(mesh) ?? null;
    } else {
      one.bones = null;
    }
    return one;
  }

  private _fit({ minimum, maximum }: Box, isDeforming: boolean): void {
    const { resolution } = this.settings;
    const size = maximum.subtract(minimum).scaleInPlace(0.5);
    const center = minimum.add(maximum).scaleInPlace(0.5);
    const away = center.subtract(this._center).asArray().map(Math.abs);
    const room = this._half.asArray();
    const needed = size.asArray();
    const inner = 1 - (2 * BORDER_TEXELS) / resolution;
    const least = Math.max(LEAST_HALF, 1e-3 * Math.max(...needed));
    const isIn = room.every((half, i) => half > 0 && needed[i] + away[i] <= half * inner * (1 + ROUNDING));
    const isUsed = room.every(
      (half, i) =>
        half <= least * (1 + ROUNDING) || needed[i] > (isDeforming ? 0.5 : 1 - 100 * ROUNDING) * half * inner,
    );
    if (isIn && isUsed) {
      return;
    }
    const wider = (isDeforming ? 1 + ROOM : 1 + ROUNDING) / inner;
    this._center.copyFrom(center);
    this._half.copyFromFloats(...(needed.map((half) => Math.max(half * wider, least)) as [number, number, number]));
    this._isDue = true;
    this.reach = this._center.length() + this._half.length();
  }

  private _tell(isMoving: boolean): void {
    const { resolution, depth } = this.settings;
    const bits = ["x", "y", "z"].reduce((sum, axis, i) => sum + (this._axes.includes(axis) ? 1 << i : 0), 0);
    const rows = Float32Array.of(
      ...[resolution, bits, Math.min(depth, constants.FARTHEST), Number(isMoving)],
      ...[...this._center.asArray(), 0],
      ...[...this._half.asArray(), 0],
    );
    if (rows.some((value, i) => value !== this.rows[i])) {
      this.rows = rows;
    }
  }
}

/** From both ends of each axis. */
function viewsAlong(axes: ClothDepthAxes): DepthView[] {
  return [0, 1, 2]
    .filter((axis) => axes.includes("xyz"[axis]))
    .flatMap((axis) =>
      [1, -1].map((sign) => ({ axis: unit(axis, sign), across: unit((axis + 1) % 3), up: unit((axis + 2) % 3) })),
    );
}

/** Cloth that hangs below a character in the tree of nodes is none of it. */
function drawnIn(node: AbstractMesh): AbstractMesh[] {
  const meshes = [node, ...node.getChildMeshes(false)];
  return meshes.filter((mesh) => mesh.getTotalVertices() > 0 && mesh.getClassName() !== "ClothMesh");
}

/** Whether a mesh is drawn where the collider's own one is, which keeps cloth out even if it is hidden, as with other shapes. */
function isShown(mesh: AbstractMesh, top: AbstractMesh): boolean {
  for (let one: Node = mesh; one !== top && one.parent; one = one.parent) {
    if (!one.isEnabled(false)) {
      return false;
    }
  }
  return mesh === top || mesh.isVisible;
}

function isDeformed({ mesh, morphs, instances }: Drawn): boolean {
  return isSkinned(mesh) || morphs.size > 0 || instances !== null;
}

function moves(one: Drawn, half: Vector3): boolean {
  const { toOwn, toOwnBefore, bones, bonesBefore, morphs, morphsBefore, instances, instancesBefore } = one;
  const most = ROUNDING * half.length();
  const isMoved = toOwn.m.some((value, i) => Math.abs(value - toOwnBefore.m[i]) > most);
  return (
    isMoved ||
    (bonesBefore !== null && areOthers(bones, bonesBefore)) ||
    !areSameWeights(morphs, morphsBefore) ||
    areOthers(instances, instancesBefore)
  );
}

function areOthers(a: Float32Array | null, b: Float32Array | null): boolean {
  return a?.length !== b?.length || a?.some((value, i) => value !== b?.[i]) === true;
}

/** @throws RangeError that names the mesh and what is wrong with it. */
function checkMesh(mesh: AbstractMesh): void {
  const refuse = (why: string): never => {
    throw new RangeError(`ClothCollider: mesh "${mesh.name}" cannot have depth maps: ${why}.`);
  };
  if (!ComputeRecorder.IsSupported(mesh.getEngine())) {
    refuse('they need WebGPU; give the shape "field", or capsules of its skeleton');
  }
  const meshes = drawnIn(mesh);
  if (meshes.length === 0) {
    refuse("it has no triangles, nor do its children, must have some");
  }
  for (const one of meshes) {
    const what = one === mesh ? "" : `its child "${one.name}": `;
    try {
      checkTriangles(trianglesOf(one));
    } catch (error) {
      refuse(what + (error as Error).message);
    }
  }
}
