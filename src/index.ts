export { CreateCloth } from "./createCloth.js";
export { ClothMesh, type IClothStatistics } from "./clothMesh.js";
export { ClothSystem, type IClothTimings } from "./clothSystem.js";
export { ClothCollider, ClothColliders, type ClothColliderShape, type IClothCollider } from "./clothColliders.js";
export type { IClothSurface } from "./clothBackend.js";
export type {
  ClothBackendName,
  ClothFabricSettings,
  ClothPins,
  ClothSolverSettings,
  ClothTessellation,
  IClothOptions,
} from "./clothOptions.js";
