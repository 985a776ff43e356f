/** Velocity textures of a scene, and what they must show. */
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import "@babylonjs/core/Engines/WebGPU/Extensions/engine.multiRender.js";
import { FrameGraph } from "@babylonjs/core/FrameGraph/frameGraph.js";
import { FrameGraphGeometryRendererTask } from "@babylonjs/core/FrameGraph/Tasks/Rendering/geometryRendererTask.js";
import { FrameGraphClearTextureTask } from "@babylonjs/core/FrameGraph/Tasks/Texture/clearTextureTask.js";
import { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { PassPostProcess } from "@babylonjs/core/PostProcesses/passPostProcess.js";
import { GeometryBufferRenderer } from "@babylonjs/core/Rendering/geometryBufferRenderer.js";
import "@babylonjs/core/Rendering/geometryBufferRendererSceneComponent.js";
import "@babylonjs/core/Rendering/prePassRendererSceneComponent.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** What a velocity texture shows: half of the way on the screen from this frame back to the last, in clip space. */
export interface Velocities {
  /** By place in clip space; null where nothing is drawn. */
  at(x: number, y: number): readonly [x: number, y: number] | null;
  /** Speed of the fastest pixel. */
  readonly fastest: number;
}

/** Reads the velocity texture of the last frame. */
export type ReadVelocities = () => Promise<Velocities>;

/** The pre-pass of a scene draws linear velocities. */
export function velocitiesByPrePass(scene: Scene, camera: Camera): ReadVelocities {
  const type = Constants.PREPASS_VELOCITY_LINEAR_TEXTURE_TYPE;
  const prePass = scene.enablePrePassRenderer();
  if (!prePass) throw new Error("no pre-pass");
  const pass = new PassPostProcess("pass", 1, camera);
  pass._prePassEffectConfiguration = { name: "velocity", enabled: true, texturesRequired: [type] };
  prePass.markAsDirty();
  return () => readVelocities(prePass.getRenderTarget().textures[prePass.getIndex(type)], (value) => value);
}

/** A geometry buffer gets linear velocities. */
export function velocitiesByGeometryBuffer(scene: Scene): ReadVelocities {
  // More bytes of a pixel than WebGPU allows by default, if they were 32-bit floats.
  const half = { textureType: Constants.TEXTURETYPE_HALF_FLOAT, textureFormat: Constants.TEXTUREFORMAT_RGBA };
  const {
    DEPTH_TEXTURE_TYPE: depth,
    NORMAL_TEXTURE_TYPE: normal,
    VELOCITY_LINEAR_TEXTURE_TYPE: velocity,
  } = GeometryBufferRenderer;
  const formats = { [depth]: half, [normal]: half, [velocity]: half };
  const renderer = scene.enableGeometryBufferRenderer(1, Constants.TEXTUREFORMAT_DEPTH32_FLOAT, formats);
  if (!renderer) throw new Error("no geometry buffer");
  renderer.enableVelocityLinear = true;
  return () => {
    return readVelocities(renderer.getGBuffer().textures[renderer.getTextureIndex(velocity)], (value) => value);
  };
}

/** A frame graph draws the scene, velocities alone: as their cube roots, in [0, 1]. */
export async function velocitiesByGraph(scene: Scene, camera: Camera): Promise<ReadVelocities> {
  const graph = new FrameGraph(scene);
  const clear = new FrameGraphClearTextureTask("clear", graph);
  clear.clearDepth = true;
  clear.depthTexture = graph.textureManager.createRenderTargetTexture("depth", {
    size: { width: 100, height: 100 },
    sizeIsPercentage: true,
    options: {
      createMipMaps: false,
      types: [Constants.TEXTURETYPE_FLOAT],
      formats: [Constants.TEXTUREFORMAT_DEPTH32_FLOAT],
      samples: 1,
      useSRGBBuffers: [false],
    },
  });
  graph.addTask(clear);
  const draw = new FrameGraphGeometryRendererTask("draw", graph, scene);
  draw.depthTexture = clear.outputDepthTexture;
  draw.objectList = { meshes: null, particleSystems: null };
  draw.camera = camera;
  const [textureType, textureFormat] = [Constants.TEXTURETYPE_FLOAT, Constants.TEXTUREFORMAT_RGBA];
  draw.textureDescriptions = [{ type: Constants.PREPASS_VELOCITY_TEXTURE_TYPE, textureType, textureFormat }];
  graph.addTask(draw);
  await graph.buildAsync();
  scene.frameGraph = graph;
  return () => {
    const drawn = graph.textureManager.getTextureFromHandle(draw.geometryVelocityTexture);
    return readVelocities(new BaseTexture(scene.getEngine(), drawn), (value) => -((2 * value - 1) ** 3));
  };
}

async function readVelocities(texture: BaseTexture, decode: (value: number) => number): Promise<Velocities> {
  const texels = await texture.readPixels();
  if (!(texels instanceof Float32Array)) throw new TypeError("The velocity texture has no floats.");
  const { width, height } = texture.getSize();
  const velocity = (pixel: number): [number, number] | null =>
    texels[4 * pixel + 3] > 0.99 ? [decode(texels[4 * pixel]), decode(texels[4 * pixel + 1])] : null;
  let fastest = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    fastest = Math.max(fastest, Math.hypot(...(velocity(pixel) ?? [])));
  }
  const at = (x: number, y: number): [number, number] | null =>
    velocity(Math.floor((0.5 + 0.5 * y) * height) * width + Math.floor((0.5 + 0.5 * x) * width));
  return { at, fastest };
}

/** Points of the world in two frames, shape [points, 3], and what the camera made of the world in both. */
export interface Motion {
  readonly before: ArrayLike<number>;
  readonly now: ArrayLike<number>;
  readonly viewProjection: Matrix;
}

/**
 * Compares a velocity texture with the motion of points that are drawn.
 *
 * @returns Error of 9 of 10 points over the greatest speed of all, and how many of them are drawn.
 */
export function compareVelocities(
  velocities: Velocities,
  { before, now, viewProjection }: Motion,
): { error: number; points: number } {
  const errors: number[] = [];
  let fastest = 0;
  for (let i = 0; i < now.length; i += 3) {
    const at = Vector3.TransformCoordinates(Vector3.FromArray(now, i), viewProjection);
    const from = Vector3.TransformCoordinates(Vector3.FromArray(before, i), viewProjection);
    const velocity = velocities.at(at.x, at.y);
    if (velocity) {
      const [x, y] = [(from.x - at.x) / 2, (from.y - at.y) / 2];
      errors.push(Math.hypot(velocity[0] - x, velocity[1] - y));
      fastest = Math.max(fastest, Math.hypot(x, y));
    }
  }
  errors.sort((a, b) => a - b);
  return { error: errors[Math.floor(0.9 * errors.length)] / fastest, points: errors.length };
}
