import { Camera } from "@babylonjs/core/Cameras/camera.pure.js";

/** Internals of a camera. */
interface Projecting {
  /** Its projection is given, as with the eyes of a headset. */
  readonly _doNotComputeProjectionMatrix: boolean;
}

/**
 * Babylon computes a projection for the shape of the picture that is being drawn. Between frames that is the screen.
 *
 * @param camera - Draws into a picture of its own.
 * @param aspect - Width of the picture over its height.
 * @returns By what its projection changes along the width and the height when it draws.
 */
export function projectionChange(camera: Camera, aspect: number): readonly [x: number, y: number] {
  const { _doNotComputeProjectionMatrix: isGiven } = camera as unknown as Projecting;
  if (isGiven || camera.mode !== Camera.PERSPECTIVE_CAMERA) {
    return [1, 1];
  }
  const change = camera.getEngine().getAspectRatio(camera) / aspect;
  return camera.fovMode === Camera.FOVMODE_VERTICAL_FIXED ? [change, 1] : [1, 1 / change];
}
