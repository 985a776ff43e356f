// Capsules for the bones of a character, from its skin.
import type { Bone } from "@babylonjs/core/Bones/bone.pure.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { shown } from "../babylon/shown.js";
import { boneSkins } from "./boneSkins.js";
import { fitCapsules } from "./capsuleFit.js";
import type { IClothCollider } from "./clothCollider.js";
import { checkNames } from "./colliderChecks.js";

/** How the bones of a character get capsules. */
export interface IClothSkeleton {
  /** Bones that get none: their names, patterns of names, or a function of the bone. Default none. */
  leaveOut?: string | RegExp | ((bone: Bone) => boolean) | readonly (string | RegExp)[];
  /** Vertices whose largest weight is less belong to no bone, from 0 to 1. Default 0. */
  minWeight?: number;
  /** Distance by which capsules are wider than the skin, in the world [m]; less than 0 makes them narrower. Default 0. */
  margin?: number;
  /** Deviation from the skin, in the world [m]: a bone gets a capsule more while 5 % of its skin deviate by more. Default 0.015. */
  tolerance?: number;
  /** Capsules of a bone at most, from 1 to 4. Default 2. */
  maxPerBone?: number;
  /** Coulomb friction, multiplied with the cloth's. Default 1. */
  friction?: number;
}

const names = ["leaveOut", "minWeight", "margin", "tolerance", "maxPerBone", "friction"] as const;
/** Finite numbers, and what is allowed. */
const ranges = {
  minWeight: [0, 1, "a number from 0 to 1"],
  margin: [-Infinity, Infinity, "a finite number"],
  tolerance: [0, Infinity, "a finite number from 0 up"],
  maxPerBone: [1, 4, "a whole number from 1 to 4"],
} as const;

/**
 * @param owner - For messages.
 * @param skeleton - What a user gave.
 * @param mesh - What a user gave.
 * @param options - What a user gave.
 * @returns Capsules, each with its bone.
 * @throws TypeError or RangeError that names the mesh, the skeleton or the option, and what is allowed.
 */
export function shapesOfSkeleton(
  owner: string,
  skeleton: Skeleton,
  mesh: AbstractMesh,
  options: IClothSkeleton,
): IClothCollider[] {
  if (!isSkeleton(skeleton)) {
    throw new TypeError(`${owner}: skeleton is ${shown(skeleton)}, must be a Skeleton.`);
  }
  if (!((mesh as unknown) instanceof AbstractMesh)) {
    throw new TypeError(`${owner}: mesh is ${shown(mesh)}, must be a mesh.`);
  }
  if (mesh.skeleton !== skeleton) {
    const has = mesh.skeleton ? `skeleton "${mesh.skeleton.name}"` : "no skeleton";
    throw new RangeError(
      `${owner}: mesh is ${shown(mesh)} with ${has}, must be a mesh of skeleton "${skeleton.name}".`,
    );
  }
  const { minWeight, margin, tolerance, maxPerBone } = checkOptions(owner, options);
  const isLeftOut = leftOut(owner, skeleton, options.leaveOut);
  return boneSkins(owner, skeleton, mesh, minWeight, isLeftOut).flatMap((skin) =>
    fitCapsules(skin, skin.axes, tolerance, maxPerBone).map((capsule) => {
      const [start, end] = [0, 4].map((at) => Vector3.FromArray(capsule, at).scaleInPlace(1 / skin.scale));
      const [radius, endRadius] = [3, 7].map((at) => Math.max(capsule[at] + margin, 0) / skin.scale);
      const { friction = 1 } = options;
      return { shape: "capsule", node: skin.bone, start, end, radius, endRadius, friction };
    }),
  );
}

/**
 * @param value - Anything.
 * @returns Whether it is a skeleton, without the class of skeletons, which scenes without them need not load.
 */
export function isSkeleton(value: unknown): value is Skeleton {
  const { bones, getTransformMatrices } = (value ?? {}) as Partial<Skeleton>;
  return Array.isArray(bones) && typeof getTransformMatrices === "function";
}

function checkOptions(owner: string, options: IClothSkeleton): Record<keyof typeof ranges, number> {
  checkNames(owner, options, names);
  const { minWeight = 0, margin = 0, tolerance = 0.015, maxPerBone = 2 } = options;
  const given = { minWeight, margin, tolerance, maxPerBone };
  for (const [name, [least, most, allowed]] of Object.entries(ranges)) {
    const value: unknown = given[name as keyof typeof ranges];
    const isAllowed = Number.isFinite(value) && Number(value) >= least && Number(value) <= most;
    if (!isAllowed || (name === "maxPerBone" && !Number.isInteger(value))) {
      const kind = typeof value === "number" ? RangeError : TypeError;
      throw new kind(`${owner}: ${name} is ${shown(value)}, must be ${allowed}.`);
    }
  }
  return given;
}

function leftOut(
  owner: string,
  { name, bones }: Skeleton,
  leaveOut: IClothSkeleton["leaveOut"] = [],
): (bone: Bone) => boolean {
  if (typeof leaveOut === "function") {
    return leaveOut;
  }
  const list: readonly unknown[] = Array.isArray(leaveOut) ? leaveOut : [leaveOut];
  for (const one of list) {
    if (!(one instanceof RegExp) && !bones.some((bone) => bone.name === one)) {
      const kind = typeof one === "string" ? RangeError : TypeError;
      throw new kind(
        `${owner}: leaveOut is ${shown(one)}, must be a bone of skeleton "${name}", a RegExp or a function of a bone.`,
      );
    }
  }
  // search starts anew: test of a RegExp with the flag g does not.
  return (bone) => list.some((one) => (one instanceof RegExp ? bone.name.search(one) >= 0 : one === bone.name));
}
