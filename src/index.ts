export { CreateCloth } from "./createCloth.js";
export type { IClothPoint } from "./clothPicking.js";
export { ClothMesh, type IClothError, type IClothStatistics } from "./clothMesh.js";
export { ClothSystem, type IClothTimings } from "./clothSystem.js";
export {
  ClothCollider,
  type ClothColliderShape,
  type IClothCollider,
  type IClothColliderPlane,
} from "./clothCollider.js";
export { ClothColliders } from "./clothColliders.js";
export type { IClothSurface } from "./clothBackend.js";
export type { ClothBackendName, ClothClosed, ClothPins, ClothTessellation, IClothOptions } from "./clothOptions.js";
export { Fabrics, type ClothFabricInput, type ClothFabricSettings } from "./fabricSettings.js";
export type { ClothSolverInput, ClothSolverSettings } from "./solverSettings.js";
export type { IClothSpheres } from "./guides.js";
export type { IClothPin } from "./pinning.js";
export type { ClothRestShape } from "./restShape.js";
