import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";

/** What an engine has that was asked to show scenes on further canvases (`registerView`); that is no part of others. */
export interface ViewsOfEngine {
  /** The one that is drawn now. */
  readonly activeView?: object | null;
  readonly views?: readonly { readonly camera?: Camera | Camera[]; readonly enabled: boolean }[];
}
