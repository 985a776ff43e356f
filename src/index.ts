export { CreateCloth } from "./scene/createCloth.js";
export { clothFromGeometryImage } from "./scene/clothFromGeometryImage.js";
export { fabricFromMesh, type IMeshFabricOptions } from "./geometryImages/fabricFromMesh.js";
export {
  createGeometryImage,
  type IClothTriangles,
  type IGeometryImage,
  type IGeometryImageOptions,
} from "./geometryImages/geometryImage.js";
export { geometryImageFromTexture } from "./geometryImages/imageTexture.js";
export { ClothCutBehavior, type IClothCut } from "./interaction/clothCutBehavior.js";
export type { IClothScreenPoint } from "./scene/screenCut.js";
export { ClothDragBehavior, type IClothDrag } from "./interaction/clothDragBehavior.js";
export { RegisterClothLoader } from "./scene/clothLoader.js";
export { ClothPinBehavior, type IClothPinChange } from "./interaction/clothPinBehavior.js";
export type { ClothContactType } from "./cloth/contact.js";
export type { IClothPoint } from "./surface/surfacePicking.js";
export {
  ClothGrip,
  ClothMesh,
  ClothSystem,
  type IClothContact,
  type IClothError,
  type IClothTear,
} from "./scene/clothMesh.js";
export type { ClothWorkerSource } from "./backends/cpu/worker/createWorker.js";
export type { IClothStatistics } from "./scene/clothStatistics.js";
export type { IClothTimings } from "./babylon/gpuTimes.js";
export { ClothCollider, type IClothCollider } from "./colliders/clothCollider.js";
export { ClothWindZone, type IClothWindZone } from "./cloth/clothWindZone.js";
export { ClothWindZones } from "./cloth/clothWindZones.js";
export { ClothColliders } from "./colliders/clothColliders.js";
export type { ClothDepthAxes } from "./colliders/depthAxes.js";
export type { IClothSkeleton } from "./colliders/skeletonShapes.js";
export type { ClothColliderShape, IClothColliderPlane } from "./colliders/colliderTypes.js";
export type { LoadedNodes } from "./babylon/gltfNodes.js";
export type { ClothNode } from "./babylon/worldMatrix.js";
export type { IClothSurface } from "./surface/surfaceTypes.js";
export type { ClothBackendName, ClothFidelity, ClothPins, IClothOptions } from "./options/clothOptions.js";
export { Fabric, type IFabricOptions } from "./options/fabric.js";
export type { ClothClosed, ISheetOptions } from "./options/sheetOptions.js";
export type { ClothTessellation } from "./options/tessellation.js";
export type { ClothFabricInput, ClothFabricSettings } from "./options/fabricSettings.js";
export { Fabrics } from "./options/fabrics.js";
export type {
  ClothSolverInput,
  ClothSolverSettings,
  ClothSubstepsChoice,
  ClothThreadSolver,
} from "./options/solverSettings.js";
export type { ClothIntegrator, ClothModel, ClothSprings } from "./options/springSettings.js";
export type { IClothSpheres } from "./cloth/guides.js";
export { ClothPressure, type ClothInside, type IClothPressureOptions } from "./cloth/clothPressure.js";
export { ClothSeam, type IClothSeamOptions, type IClothSeamPath, type IClothSeamSide } from "./cloth/clothSeam.js";
export type { ClothEdge } from "./cloth/stitches.js";
export type { IClothPin } from "./cloth/pinning.js";
export type { IClothPlace } from "./cloth/clothCuts.js";
export type { ClothMassScale, ClothTearScale } from "./options/sheetScale.js";
export { outlineFromTexture, type ClothOutline, type IClothOutlinePoint } from "./options/outline.js";
export type { ClothRestShape } from "./options/restShape.js";
export type { ClothWeights } from "./options/virtualParticles.js";
export type { ClothStartShape } from "./options/startShape.js";
