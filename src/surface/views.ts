// The cameras that draw a scene, by itself or by its frame graph, and the render targets that show it.
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import type { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { ViewsOfEngine } from "../motion/viewsOfEngine.js";
import { viewsOfGraph } from "../babylon/frameGraphViews.js";

/** A camera and the size of its picture [pixels]. */
export interface View {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
}

/**
 * @param scene - Any scene.
 * @returns Its cameras, each once, those of further canvases too; those of a rig in place of the camera that has it.
 */
export function viewsOf(scene: Scene): readonly View[] {
  const engine = scene.getEngine();
  const [width, height] = [engine.getRenderWidth(), engine.getRenderHeight()];
  const views = new Map<Camera, View>();
  const add = (camera: Camera, pictureWidth: number, pictureHeight: number): void => {
    for (const eye of camera.rigCameras.length > 0 ? camera.rigCameras : [camera]) {
      // Global positions follow from view matrices.
      eye.getViewMatrix();
      const known = views.get(eye);
      // As the eyes of a headset have.
      const { outputRenderTarget: target } = eye;
      views.set(eye, {
        camera: eye,
        width: Math.max((target?.getRenderWidth() ?? pictureWidth) * eye.viewport.width, known?.width ?? 0),
        height: Math.max((target?.getRenderHeight() ?? pictureHeight) * eye.viewport.height, known?.height ?? 0),
      });
    }
  };
  if (scene.frameGraph) {
    // The scene has no active camera then.
    for (const { camera, size } of viewsOfGraph(scene.frameGraph)) {
      add(camera, size?.width ?? width, size?.height ?? height);
    }
  } else {
    const { activeCameras, activeCamera } = scene;
    const cameras = activeCameras?.length ? activeCameras : activeCamera ? [activeCamera] : [];
    for (const camera of cameras) {
      add(camera, width, height);
    }
  }
  for (const camera of camerasOfCanvases(engine)) {
    if (camera.getScene() === scene) {
      add(camera, width, height);
    }
  }
  return [...views.values()];
}

function camerasOfCanvases({ views }: ViewsOfEngine): Camera[] {
  return (views ?? []).flatMap(({ camera, enabled }) => (enabled && camera ? camera : []));
}

/**
 * @param scene - Any scene.
 * @param views - Of it.
 * @returns Its render targets, each once: those that Babylon is told to draw, those that materials show, such as mirrors and probes, and those with
 * a camera of their own, which may be drawn by hand.
 */
export function targetsOf(scene: Scene, views: readonly View[]): ReadonlySet<RenderTargetTexture> {
  const targets = new Set([scene, ...views.map(({ camera }) => camera)].flatMap((one) => one.customRenderTargets));
  for (const material of scene.materials) {
    if (material.hasRenderTargetTextures) {
      material.getRenderTargetTextures?.().forEach((target) => targets.add(target));
    }
  }
  for (const texture of scene.textures) {
    const target = texture as RenderTargetTexture;
    if (target.isRenderTarget && target.activeCamera && views.every(({ camera }) => camera !== target.activeCamera)) {
      targets.add(target);
    }
  }
  const { environmentTexture } = scene;
  return environmentTexture?.isRenderTarget ? targets.add(environmentTexture as RenderTargetTexture) : targets;
}
