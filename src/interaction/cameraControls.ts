// Camera controls rest while pointers drag something, as with Babylon's PointerDragBehavior.
import type { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.pure.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";

/** How many drags want the controls of a camera away, which had them before. */
const resting = new WeakMap<Camera, number>();

/**
 * Takes the controls of the scene's camera away.
 *
 * @param scene - Whose active camera.
 * @returns Gives them back to that camera, whichever is active then, if they were attached and nobody else wants them away. May be called again.
 */
export function restCameraControls(scene: Scene): () => void {
  const camera = scene.activeCamera;
  if (!camera || !(resting.has(camera) || detach(camera))) {
    return () => undefined;
  }
  resting.set(camera, (resting.get(camera) ?? 0) + 1);
  let isOver = false;
  return () => {
    if (isOver) {
      return;
    }
    isOver = true;
    const count = (resting.get(camera) ?? 1) - 1;
    if (count > 0) {
      resting.set(camera, count);
    } else {
      resting.delete(camera);
      attach(camera);
    }
  };
}

/** @returns Whether it had controls. */
function detach(camera: Camera): boolean {
  // The pairs of a stereo rig have no controls of their own. Cameras without inputs have none either, whatever their type says.
  const { inputs, leftCamera } = camera as { inputs?: Camera["inputs"]; leftCamera: unknown };
  if (leftCamera || !inputs?.attachedToElement) {
    return false;
  }
  camera.detachControl();
  return true;
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
