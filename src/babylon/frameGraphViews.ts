import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import type { FrameGraph } from "@babylonjs/core/FrameGraph/frameGraph.js";

/** A camera and the size of the picture that it fills [pixels]; null until the frame graph is built. */
export interface GraphView {
  readonly camera: Camera;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Tasks that draw objects: of Babylon's, object and geometry renderers. */
interface DrawingTask {
  readonly disabled: boolean;
  readonly objectRenderer?: unknown;
  readonly camera?: Camera;
  readonly _textureWidth?: number;
  readonly _textureHeight?: number;
}

/**
 * @param graph - The frame graph of a scene.
 * @returns Who looks at the scene in it. A camera may come several times.
 */
export function viewsOfGraph(graph: FrameGraph): GraphView[] {
  return (graph.tasks as unknown as DrawingTask[]).flatMap(({ disabled, objectRenderer, camera, ...task }) => {
    const { _textureWidth: width, _textureHeight: height } = task;
    const size = width !== undefined && height !== undefined ? { width, height } : null;
    return objectRenderer && camera && !disabled ? [{ camera, size }] : [];
  });
}
