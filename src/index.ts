export { CreateCloth } from "./scene/createCloth.js";
export { ClothDragBehavior, type IClothDrag } from "./interaction/clothDragBehavior.js";
export { RegisterClothLoader } from "./scene/clothLoader.js";
export { ClothPinBehavior, type IClothPinChange } from "./interaction/clothPinBehavior.js";
export type { IClothPoint } from "./surface/surfacePicking.js";
export { ClothGrip, ClothMesh, ClothSystem, type IClothError } from "./scene/clothMesh.js";
export type { IClothStatistics } from "./scene/clothStatistics.js";
export type { IClothTimings } from "./babylon/gpuTimes.js";
export { ClothCollider, type IClothCollider } from "./colliders/clothCollider.js";
export { ClothColliders } from "./colliders/clothColliders.js";
export type { ClothColliderShape, IClothColliderPlane } from "./colliders/colliderTypes.js";
export type { IClothSurface } from "./surface/surfaceTypes.js";
export type {
  ClothBackendName,
  ClothClosed,
  ClothFidelity,
  ClothPins,
  ClothTessellation,
  IClothOptions,
} from "./options/clothOptions.js";
export { Fabrics, type ClothFabricInput, type ClothFabricSettings } from "./options/fabricSettings.js";
export type { ClothSolverInput, ClothSolverSettings } from "./options/solverSettings.js";
export type { IClothSpheres } from "./cloth/guides.js";
export type { IClothPin } from "./cloth/pinning.js";
export type { ClothRestShape } from "./options/restShape.js";
