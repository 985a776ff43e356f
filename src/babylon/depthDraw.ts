// Draws depth maps of meshes with Babylon's vertex buffers, bones and morph targets, outside of the scene's own passes.
import type { Effect } from "@babylonjs/core/Materials/effect.pure.js";
import { DrawWrapper } from "@babylonjs/core/Materials/drawWrapper.js";
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.pure.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";
import type { RenderTargetWrapper } from "@babylonjs/core/Engines/renderTargetWrapper.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import { depthFragmentCode, depthVertexCode } from "./depthCode.js";
import { sourceOf, type MorphWeights } from "./morphWeights.js";

const TRIANGLES = 0;
const NEAREST = 1;
const FLOAT = 1;
const RGBA = 5;
const LESS_OR_EQUAL = 515;
const GREATER_OR_EQUAL = 518;

/** A mesh in depth maps. */
export interface DepthMesh {
  readonly mesh: AbstractMesh;
  /** From its local space to the axes of the maps, now and when the last maps were drawn. */
  readonly toOwn: Matrix;
  readonly toOwnBefore: Matrix;
  /** Of its skeleton, as Babylon draws it, now and when the last maps were drawn; null: it has none on the GPU. */
  readonly bones: Float32Array | null;
  readonly bonesBefore: Float32Array | null;
  /** Of its morph targets, now and when the last maps were drawn. */
  readonly morphs: MorphWeights;
  readonly morphsBefore: MorphWeights;
  /** Thin instances; 0: it is drawn once, by itself. */
  readonly instances: number;
}

/** A direction that the maps look along. */
export interface DepthView {
  /** Towards the eye; what is right and up in the map. Unit axes, but for the sign. */
  readonly axis: readonly [number, number, number];
  readonly across: readonly [number, number, number];
  readonly up: readonly [number, number, number];
}

/**
 * @param mesh - Any.
 * @returns Whether the GPU moves its vertices by bones.
 */
export function isSkinned(mesh: AbstractMesh): boolean {
  const source = sourceOf(mesh);
  return source.useBones && source.computeBonesUsingShaders && source.skeleton !== null;
}

/** A picture of depth maps, one above the other. Texels: height towards the eye, way of the surface since the last maps [m]. */
export class DepthDraw {
  private readonly _target: RenderTargetWrapper;
  /** One a drawn part and view: the bind groups of a draw are kept with it. */
  private readonly _wrappers = new Map<string, DrawWrapper>();

  /**
   * @param _engine - A WebGPU engine.
   * @param resolution - Texels along a side of a map.
   * @param _count - Maps.
   * @param _empty - Height of a texel without a surface [m].
   */
  public constructor(
    private readonly _engine: AbstractEngine,
    resolution: number,
    private readonly _count: number,
    private readonly _empty: number,
  ) {
    this._target = _engine.createRenderTargetTexture(
      { width: resolution, height: resolution * _count },
      {
        label: "cloth depth maps",
        type: FLOAT,
        format: RGBA,
        samplingMode: NEAREST,
        generateMipMaps: false,
        generateDepthBuffer: true,
        generateStencilBuffer: false,
      },
    );
  }

  /** The maps. Shape [maps * resolution, resolution], four floats. */
  public get texture(): GPUTexture {
    const hardware = this._target.texture?._hardwareTexture as { underlyingResource: GPUTexture } | null | undefined;
    if (!hardware) {
      throw new Error("Depth maps have no texture on this device.");
    }
    return hardware.underlyingResource;
  }

  /**
   * @param meshes - To be drawn, all of them within `half` of the origin along each axis.
   * @param half - Of the maps [m].
   * @param views - One a map.
   * @returns Whether all is drawn: shaders may not be compiled yet.
   */
  public draw(
    meshes: readonly DepthMesh[],
    half: readonly [number, number, number],
    views: readonly DepthView[],
  ): boolean {
    const { _engine: engine } = this;
    const parts = meshes.flatMap((one) => one.mesh.subMeshes.map((part, i) => ({ one, part, i })));
    const effects = parts.map(({ one }) => this._effectOf(one));
    if (!effects.every((effect) => effect.isReady())) {
      return false;
    }
    const isReverse = engine.useReverseDepthBuffer;
    engine.bindFramebuffer(this._target);
    engine.clear(new Color4(this._empty, 0, 0, 0), true, true);
    engine.setState(false);
    engine.setAlphaMode(0);
    engine.setDepthBuffer(true);
    engine.setDepthWrite(true);
    engine.setColorWrite(true);
    const func = engine.getDepthFunction();
    engine.setDepthFunction(isReverse ? GREATER_OR_EQUAL : LESS_OR_EQUAL);
    views.forEach((view, v) => {
      parts.forEach(({ one, part, i }, k) => {
        const key = `${one.mesh.uniqueId.toString()} ${i.toString()} ${v.toString()}`;
        this._drawPart(key, effects[k], one, part, (effect) => {
          effect.setFloat3("half", ...half);
          effect.setFloat3("axis", ...view.axis);
          effect.setFloat3("across", ...view.across);
          effect.setFloat3("up", ...view.up);
          effect.setFloat2("band", 1 / this._count, (2 * v + 1) / this._count - 1);
          effect.setFloat("depthSign", isReverse ? -1 : 1);
        });
      });
    });
    engine.unBindFramebuffer(this._target);
    if (func !== null) {
      engine.setDepthFunction(func);
    }
    return true;
  }

  /** @returns Texels of all maps as they are drawn last, shape [maps, rows, columns, 4]. */
  public async readAsync(): Promise<Float32Array> {
    const { texture } = this._target;
    if (!texture) {
      throw new Error("Depth maps have no texture on this device.");
    }
    return (await this._engine._readTexturePixels(texture, texture.width, texture.height)) as Float32Array;
  }

  /** Gives the texture back. */
  public dispose(): void {
    this._wrappers.forEach((wrapper) => {
      wrapper.dispose();
    });
    this._wrappers.clear();
    this._target.dispose();
  }

  private _drawPart(
    key: string,
    effect: Effect,
    { mesh, toOwn, toOwnBefore, bones, bonesBefore, morphs, morphsBefore, instances }: DepthMesh,
    part: SubMesh,
    bindView: (effect: Effect) => void,
  ): void {
    let wrapper = this._wrappers.get(key);
    if (!wrapper) {
      wrapper = new DrawWrapper(this._engine);
      this._wrappers.set(key, wrapper);
    }
    wrapper.setEffect(effect, null);
    const drawn = part.getRenderingMesh();
    this._engine.enableEffect(wrapper);
    drawn._bind(part, effect, TRIANGLES, false);
    effect.setMatrix("toOwn", toOwn);
    effect.setMatrix("toOwnBefore", toOwnBefore);
    if (bones && bonesBefore) {
      effect.setMatrices("bones", bones);
      effect.setMatrices("bonesBefore", bonesBefore);
    }
    if (morphs.size > 0) {
      effect.setArray4(
        "morphs",
        [...morphs].flatMap(([target, weight]) => [weight, morphsBefore.get(target) ?? 0, 0, 0]),
      );
    }
    bindView(effect);
    drawn._draw(part, TRIANGLES, instances > 0 ? instances : undefined);
    if (instances > 0) {
      this._engine.unbindInstanceAttributes();
    }
    mesh.getScene().resetCachedMaterial();
  }

  private _effectOf({ mesh, bones, morphs, instances }: DepthMesh): Effect {
    const source = sourceOf(mesh);
    const influences = bones ? source.numBoneInfluencers : 0;
    const isTexture = source.morphTargetManager?.isUsingTextureForTargets === true;
    const morphAttributes = isTexture ? 0 : morphs.size;
    const attributes = ["position", ...Array.from({ length: morphAttributes }, (_, i) => `position${i.toString()}`)];
    if (bones) {
      attributes.push("matricesIndices", "matricesWeights");
    }
    if (influences > 4) {
      attributes.push("matricesIndicesExtra", "matricesWeightsExtra");
    }
    const defines = [
      `#define DEPTH_BONES ${influences.toString()}`,
      `#define DEPTH_MATRICES ${((bones?.length ?? 0) / 16).toString()}`,
      `#define DEPTH_MORPHS ${morphs.size.toString()}`,
    ];
    if (isTexture && morphs.size > 0) {
      defines.push("#define DEPTH_MORPH_TEXTURE");
    }
    if (instances > 0) {
      defines.push("#define DEPTH_INSTANCES");
      attributes.push("world0", "world1", "world2", "world3");
    }
    return this._engine.createEffect(
      {
        vertexSource: depthVertexCode(morphAttributes),
        fragmentSource: depthFragmentCode,
        spectorName: "cloth depth maps",
      },
      {
        attributes,
        uniformsNames: [
          ...["toOwn", "toOwnBefore", "bones", "bonesBefore", "half", "axis", "across", "up", "band", "depthSign"],
          ...["morphs", "morphTargetTextureInfo"],
        ],
        uniformBuffersNames: [],
        samplers: ["morphTargets"],
        defines: defines.join("\n"),
        fallbacks: null,
        onCompiled: null,
        onError: null,
        shaderLanguage: ShaderLanguage.WGSL,
      },
      this._engine,
    );
  }
}
