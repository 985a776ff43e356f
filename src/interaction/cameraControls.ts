// Camera controls rest while pointers drag something, as with Babylon's PointerDragBehavior.
import type { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.pure.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";

/** Cameras whose controls were taken away, and how many want it so. */
interface Resting {
  readonly camera: Camera;
  count: number;
}

const restingIn = new WeakMap<Scene, Resting>();

/**
 * Takes the controls of the scene's camera away.
 *
 * @param scene - Whose active camera.
 * @returns Gives them back, if they were attached and nobody else wants them away. May be called again.
 */
export function restCameraControls(scene: Scene): () => void {
  const resting = restingIn.get(scene) ?? detach(scene);
  if (!resting) {
    return () => undefined;
  }
  resting.count++;
  let isOver = false;
  return () => {
    if (!isOver && --resting.count === 0) {
      restingIn.delete(scene);
      attach(resting.camera);
    }
    isOver = true;
  };
}

function detach(scene: Scene): Resting | null {
  const camera = scene.activeCamera;
  // The pairs of a stereo rig have no controls of their own. Cameras without inputs have none either.
  const inputs = camera?.inputs;
  if (!camera || camera.leftCamera || !inputs?.attachedToElement) {
    return null;
  }
  camera.detachControl();
  const resting = { camera, count: 0 };
  restingIn.set(scene, resting);
  return resting;
}

function attach(camera: Camera): void {
  if (camera.isDisposed()) {
    return;
  }
  const { noPreventDefault } = camera.inputs;
  if (camera.getClassName() === "ArcRotateCamera") {
    const { _useCtrlForPanning, _panningMouseButton } = camera as ArcRotateCamera;
    (camera as ArcRotateCamera).attachControl(noPreventDefault, _useCtrlForPanning, _panningMouseButton);
  } else {
    camera.attachControl(noPreventDefault);
  }
}
