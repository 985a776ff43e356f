// Who looks at a scene: cameras, render targets, shadow maps. Each asks for a fineness where it sees cloth.
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import { vec3, vec4 } from "gl-matrix";
import type { EyeState } from "../bspline/gpu/surfaceEyes.js";
import { projectionChange } from "../babylon/pictureShape.js";
import type { Onlookers } from "../motion/stepTime.js";
import { targetsOf, viewsOf } from "./views.js";

/** Positions of eyes are relative to a point of a grid as wide as this [m], so that they stay precise far from the origin. */
const ORIGIN_GRID = 1024;

/** Of a projection along the width and the height. */
const unchanged: readonly [x: number, y: number] = [1, 1];

/** Members of shadow generators that are asked for; the generators themselves are not imported. */
interface ShadowMap {
  getShadowMap(): RenderTargetTexture | null;
  getTransformMatrix(): Matrix;
  getCascadeTransformMatrix?(index: number): Matrix | null;
  readonly numCascades?: number;
}

/** Members of reflection probes that are asked for. */
interface Probe {
  readonly cubeTexture: RenderTargetTexture;
  readonly position: Vector3;
}

/** What a camera was found to see, and what it depends on. */
interface KnownEye {
  readonly view: number;
  readonly projection: number;
  readonly change: readonly [x: number, y: number];
  readonly width: number;
  readonly height: number;
  readonly near: number;
  readonly origin: readonly number[];
  readonly state: EyeState;
}

/** All eyes of a scene. */
export class Eyes implements Onlookers {
  /** Changes when any of them does. */
  public version = 0;
  /** What {@link states} are relative to [m]. */
  public origin: readonly number[] = [0, 0, 0];
  private _states: EyeState[] = [];
  /** Cameras and render targets; shadow maps come behind them. */
  private _viewCount = 0;
  private readonly _known = new WeakMap<Camera, KnownEye>();

  /** @param _scene - Whose cameras, render targets and shadows. */
  public constructor(private readonly _scene: Scene) {}

  /** For the surface pass. */
  public get states(): readonly EyeState[] {
    return this._states;
  }

  /** Looks where everyone is now. */
  public update(): void {
    const before = this._states;
    const views = viewsOf(this._scene);
    if (views.length > 0) {
      this._center(views[0].camera.globalPosition);
    }
    const found: EyeState[] = [];
    const add = (eye: EyeState | null): void => {
      if (eye) {
        found.push(eye);
      }
    };
    for (const { camera, width, height } of views) {
      // Render targets are drawn with the projection of the screen.
      const change = camera.outputRenderTarget ? projectionChange(camera, width / height) : unchanged;
      add(this._cameraEye(camera, width, height, change));
    }
    for (const target of targetsOf(this._scene, views)) {
      add(this._targetEye(target));
    }
    this._viewCount = found.length;
    for (const light of this._scene.lights) {
      for (const eye of this._shadowEyes(light)) {
        add(eye && { ...eye, isLight: 1 });
      }
    }
    if (found.length !== before.length || found.some((eye, i) => !isSame(eye, before[i]))) {
      this._states = found;
      this.version++;
    }
  }

  /**
   * @param center - Of a sphere, world [m].
   * @param radius - Of it [m].
   * @returns Whether anyone sees it.
   */
  public see(center: Vector3, radius: number): boolean {
    return this._isSeenBy(this._states.length, center, radius);
  }

  /** {@inheritDoc Onlookers.watch} */
  public watch(center: Vector3, radius: number): boolean {
    return this._isSeenBy(this._viewCount, center, radius);
  }

  /**
   * @param center - Of a sphere, world [m].
   * @param radius - Of it [m].
   * @returns The most pixels that a length of 1 m in it covers in any view: pixelsPerMeter in refineSurface.compute.wgsl.
   */
  public pixelsPerMeter(center: Vector3, radius: number): number {
    const local = this._local(center);
    return this._states.reduce((maximum, eye) => {
      if (!this._sees(eye, center, radius)) {
        return maximum;
      }
      if (eye.isOrthographic !== 0) {
        return Math.max(maximum, eye.pixelsPerUnit);
      }
      const away = vec3.distance(local, eye.position);
      const depth = eye.isAllAround === 0 ? depthOf(eye, local) : away;
      const nearest = Math.max(depth - radius, eye.near);
      return Math.max(maximum, (eye.pixelsPerUnit * Math.min((away + radius) / nearest, eye.slant)) / nearest);
    }, 0);
  }

  /**
   * @param center - Of a sphere, world [m].
   * @param radius - Of it [m].
   * @returns From the nearest camera or render target to the sphere [m].
   */
  public distanceTo(center: Vector3, radius: number): number {
    const local = this._local(center);
    const distances = this._states.slice(0, this._viewCount).map(({ position }) => vec3.distance(local, position));
    return Math.max(Math.min(...distances) - radius, 0);
  }

  /** By one of so many eyes. */
  private _isSeenBy(count: number, center: Vector3, radius: number): boolean {
    for (let i = 0; i < count; i++) {
      if (this._sees(this._states[i], center, radius)) {
        return true;
      }
    }
    return false;
  }

  /** Asked for every cloth in every frame: without a new object. */
  private _sees(eye: EyeState, { x, y, z }: Vector3, radius: number): boolean {
    if (eye.isAllAround !== 0) {
      return true;
    }
    const [originX, originY, originZ] = this.origin;
    const [localX, localY, localZ] = [x - originX, y - originY, z - originZ];
    const isInFront = (side: ArrayLike<number>): boolean =>
      side[0] * localX + side[1] * localY + side[2] * localZ + side[3] > -radius;
    const { forward, position } = eye;
    const depth =
      forward[0] * (localX - position[0]) + forward[1] * (localY - position[1]) + forward[2] * (localZ - position[2]);
    return (
      depth + radius > 0 && isInFront(eye.left) && isInFront(eye.right) && isInFront(eye.bottom) && isInFront(eye.top)
    );
  }

  private _local({ x, y, z }: Vector3): number[] {
    return [x - this.origin[0], y - this.origin[1], z - this.origin[2]];
  }

  private _center({ x, y, z }: Vector3): void {
    const { origin } = this;
    const farthest = Math.max(Math.abs(x - origin[0]), Math.abs(y - origin[1]), Math.abs(z - origin[2]));
    if (farthest > ORIGIN_GRID) {
      this.origin = [x, y, z].map((coordinate) => Math.round(coordinate / ORIGIN_GRID) * ORIGIN_GRID);
      this.version++;
    }
  }

  /** Most cameras stand still in most frames. */
  private _cameraEye(camera: Camera, width: number, height: number, change = unchanged): EyeState {
    const { updateFlag: view } = camera.getViewMatrix();
    const { updateFlag: projection } = camera.getProjectionMatrix();
    const { minZ: near } = camera;
    const { origin } = this;
    const known = this._known.get(camera);
    if (
      known?.view === view &&
      known.projection === projection &&
      known.change[0] === change[0] &&
      known.change[1] === change[1] &&
      known.width === width &&
      known.height === height &&
      known.near === near &&
      known.origin === origin
    ) {
      return known.state;
    }
    const state = this._eyeOf(camera.getTransformationMatrix(), camera.globalPosition, width, height, near, change);
    this._known.set(camera, { view, projection, change, width, height, near, origin, state });
    return state;
  }

  private _targetEye(target: RenderTargetTexture): EyeState | null {
    const camera = target.activeCamera ?? this._scene.activeCamera ?? this._scene.frameGraph?.findMainCamera();
    if (!camera) {
      return null;
    }
    const [width, height] = [target.getRenderWidth(), target.getRenderHeight()];
    if (target.isCube) {
      return this._allAround(this._probeOf(target)?.position ?? camera.globalPosition, width);
    }
    const eye = this._cameraEye(camera, width, height);
    const { pixelsPerUnit, isOrthographic } = eye;
    // Mirrors look where their camera does not.
    const isMirror = "mirrorPlane" in target;
    return isMirror ? { ...this._allAround(camera.globalPosition, width), pixelsPerUnit, isOrthographic } : eye;
  }

  /** That draws a cube map: it looks from its own place. */
  private _probeOf(target: RenderTargetTexture): Probe | undefined {
    const { reflectionProbes } = this._scene as { readonly reflectionProbes?: readonly Probe[] };
    return reflectionProbes?.find(({ cubeTexture }) => cubeTexture === target);
  }

  private _shadowEyes(light: Light): (EyeState | null)[] {
    const generators = light.getShadowGenerators();
    if (!generators || !light.isEnabled() || !light.shadowEnabled) {
      return [];
    }
    return [...generators.values()].flatMap((generator) => {
      const shadow = generator as unknown as ShadowMap;
      const map = shadow.getShadowMap();
      if (!map) {
        return [];
      }
      const size = map.getRenderWidth();
      const position = light.getAbsolutePosition();
      if (map.isCube) {
        return [this._allAround(position, size)];
      }
      if (shadow.numCascades !== undefined) {
        return Array.from({ length: shadow.numCascades }, (_, cascade) => {
          const matrix = shadow.getCascadeTransformMatrix?.(cascade);
          return matrix ? this._eyeOf(matrix, position, size, size, 0) : null;
        });
      }
      return [this._eyeOf(shadow.getTransformMatrix(), position, size, size, 0.01)];
    });
  }

  private _allAround(position: Vector3, size: number): EyeState {
    const none = [0, 0, 0, 1];
    return {
      left: none,
      right: none,
      bottom: none,
      top: none,
      position: this._local(position),
      // A face of a cube map sees 90 degrees.
      pixelsPerUnit: size / 2,
      forward: [0, 0, 0],
      near: 0.01,
      isOrthographic: 0,
      isAllAround: 1,
      slant: Math.sqrt(3),
      isLight: 0,
    };
  }

  /**
   * @param matrix - View and projection; a point is a row in front of it.
   * @param position - Of the eye [m]; does not count for an orthographic one.
   * @param width - Of its picture [pixels].
   * @param height - Of its picture [pixels].
   * @param near - Nothing nearer is drawn [m].
   * @param change - Of the matrix along the width and the height.
   */
  private _eyeOf(
    matrix: Matrix,
    position: Vector3,
    width: number,
    height: number,
    near: number,
    change = unchanged,
  ): EyeState {
    const { m } = matrix;
    const column = (c: number): number[] => [m[c], m[4 + c], m[8 + c], m[12 + c]];
    const scaled = (c: number): number[] => column(c).map((component) => component * change[c]);
    const [x, y, w] = [scaled(0), scaled(1), column(3)];
    const plane = (axis: number[], sign: number): number[] => {
      const side = vec4.scaleAndAdd([0, 0, 0, 0], w, axis, sign);
      const length = vec3.length(side);
      side[3] += vec3.dot(side, this.origin);
      return length > 0 ? Array.from(side, (component) => component / length) : [0, 0, 0, Infinity];
    };
    const depth = vec3.length(w);
    const isOrthographic = depth < 1e-9;
    const unit = isOrthographic ? 1 : depth;
    const forward = isOrthographic ? [0, 0, 0] : [w[0] / depth, w[1] / depth, w[2] / depth];
    // The middle of the picture is beside the axis of the view by these parts of its half size, as with the eyes of a headset.
    const [shiftX, shiftY] = [x, y].map((axis) => vec3.dot(axis, forward) / unit);
    const [scaleX, scaleY] = [x, y].map(
      (axis) => vec3.length(vec3.scaleAndAdd([0, 0, 0], axis, forward, -vec3.dot(axis, forward))) / unit,
    );
    return {
      left: plane(x, 1),
      right: plane(x, -1),
      bottom: plane(y, 1),
      top: plane(y, -1),
      position: this._local(position),
      pixelsPerUnit: Math.max(width * scaleX, height * scaleY) / 2,
      forward,
      near,
      isOrthographic: isOrthographic ? 1 : 0,
      isAllAround: 0,
      slant: isOrthographic ? 1 : Math.hypot(1, (1 + Math.abs(shiftX)) / scaleX, (1 + Math.abs(shiftY)) / scaleY),
      isLight: 0,
    };
  }
}

function depthOf({ forward, position }: EyeState, point: readonly number[]): number {
  return vec3.dot(forward, vec3.subtract([0, 0, 0], point, position));
}

function isSame(a: EyeState, b: EyeState): boolean {
  return (
    a === b ||
    (a.pixelsPerUnit === b.pixelsPerUnit &&
      a.near === b.near &&
      a.slant === b.slant &&
      a.isOrthographic === b.isOrthographic &&
      a.isAllAround === b.isAllAround &&
      a.isLight === b.isLight &&
      vec3.exactEquals(a.position, b.position) &&
      vec3.exactEquals(a.forward, b.forward) &&
      vec4.exactEquals(a.left, b.left) &&
      vec4.exactEquals(a.right, b.right) &&
      vec4.exactEquals(a.bottom, b.bottom) &&
      vec4.exactEquals(a.top, b.top))
  );
}
