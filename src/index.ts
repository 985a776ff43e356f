export { CreateCloth } from "./createCloth.js";
export { ClothDragBehavior, type IClothDrag } from "./clothDragBehavior.js";
export { ClothGrip } from "./clothGrip.js";
export { RegisterClothLoader } from "./clothLoader.js";
export { ClothPinBehavior, type IClothPinChange } from "./clothPinBehavior.js";
export type { IClothPoint } from "./clothPicking.js";
export { ClothMesh } from "./clothMesh.js";
export type { IClothError, IClothStatistics } from "./clothStatistics.js";
export { ClothSystem, type IClothTimings } from "./clothSystem.js";
export {
  ClothCollider,
  type ClothColliderShape,
  type IClothCollider,
  type IClothColliderPlane,
} from "./clothCollider.js";
export { ClothColliders } from "./clothColliders.js";
export type { IClothSurface } from "./clothBackend.js";
export type {
  ClothBackendName,
  ClothClosed,
  ClothFidelity,
  ClothPins,
  ClothTessellation,
  IClothOptions,
} from "./clothOptions.js";
export { Fabrics, type ClothFabricInput, type ClothFabricSettings } from "./fabricSettings.js";
export type { ClothSolverInput, ClothSolverSettings } from "./solverSettings.js";
export type { IClothSpheres } from "./guides.js";
export type { IClothPin } from "./pinning.js";
export type { ClothRestShape } from "./restShape.js";
