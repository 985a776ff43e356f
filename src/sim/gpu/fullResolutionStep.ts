// What a step of a cloth at full resolution is made of: dispatches, what decides which it has, and what they read and write.
import type { Kernel, KernelResource, KernelSource } from "../../gpu/kernel.js";
import type { ClosedCounts } from "../restGrid.js";
import type { GpuLevel } from "./gpuLevel.js";
import type { NetBallastBuffers } from "./netBallast.js";
import type { NetMomenta } from "./netMomenta.js";
import type { NetPressurePart } from "./netPressure.js";
import type { NetSeamPart } from "./netSeams.js";

/** Workgroups that judge a cloth and end its step. */
export const MAX_VERDICTS = 1024;
/** Textures of the net: three take turns, and one serves when a pass writes two, when threads are shortened, and when cloth keeps apart from itself. */
export const TURNS = 4;

/** A dispatch. */
export interface Run {
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
  readonly x: number;
  readonly y: number;
}

/** Workgroups of a dispatch. */
export type Groups = readonly [x: number, y: number];

/** What decides which dispatches a step has. */
export interface StepKind {
  readonly substepCount: number;
  /** CONSTRAINTS, or how springs are integrated: see integrators.wgsl. */
  readonly integrator: number;
  readonly iterationCount: number;
  readonly impulseCount: number;
  readonly airInterval: number;
  /** Substeps since the last look. */
  readonly sinceLook: number;
  /** Whether lengths at rest are measured anew. */
  readonly isMeasured: boolean;
  readonly bends: boolean;
  /** Whether threads may break at the start of the step. */
  readonly tears: boolean;
  /** Whether threads keep their limits in each substep. */
  readonly keepsLimits: boolean;
  /** Whether threads along u, and along v, are solved link by link. */
  readonly areFast: readonly [boolean, boolean];
  /** Whether threads are shortened after the last substep. */
  readonly isLimited: boolean;
  readonly meetsColliders: boolean;
  /** Whether it keeps its momentum as a body. */
  readonly isFree: boolean;
  /** Whether anything outside of the cloth holds particles. */
  readonly isHeld: boolean;
  readonly isContinuous: boolean;
  /** Whether the cloth keeps apart from itself. */
  readonly keepsApart: boolean;
  /** Whether the cloth keeps apart from others. */
  readonly meets: boolean;
  /** Whether the cloth pushes a collider. */
  readonly pushes: boolean;
  /** Whether a collider is a field. */
  readonly hasFields: boolean;
  /** Whether the cloth tells of its contacts. */
  readonly tells: boolean;
  /** Whether a collider is thin or has edges. */
  readonly slides: boolean;
  /** Whether fans blow at it. */
  readonly isInZones: boolean;
  /** Whether it collides with depth maps. */
  readonly hasDepths: boolean;
  /** Rounds that it takes together with other cloths: at least its substeps; 0: it is alone. */
  readonly rounds: number;
}

/** What the dispatches of one cloth read and write. */
export interface ProgramCloth {
  /** Of the net. */
  readonly counts: ClosedCounts;
  readonly net: GpuLevel;
  /** From the coarsest. */
  readonly levels: readonly GpuLevel[];
  /** What kernels bind by the same name in every dispatch. */
  readonly resources: Readonly<Record<string, KernelResource>>;
  /** Of the bodies that it pushes; null if it pushes none. */
  readonly ballast: NetBallastBuffers | null;
  /** Of its motion as one body; null if it is not noted. */
  readonly momenta: NetMomenta | null;
  /** Of the stitches by which it is sewn to other cloths; null if it is not. */
  readonly seams: NetSeamPart | null;
  /** Of the air inside of it; null if there is none. */
  readonly pressure: NetPressurePart | null;
}

/** Dispatches of one cloth. Those that are sewn together wait for each other between two sections. */
export type Section = readonly Run[];

/**
 * @param kernel - Compiled.
 * @param resources - At least what it binds, by name.
 * @param groups - Workgroups.
 * @returns Its dispatch.
 */
export function runOf<S extends KernelSource>(
  kernel: Kernel<S>,
  resources: Readonly<Record<string, KernelResource>>,
  [x, y]: Groups,
): Run {
  const bindGroup = kernel.bind(resources as Record<keyof S["bindings"], KernelResource>);
  return { pipeline: kernel.pipeline, bindGroup, x, y };
}

/**
 * @param pass - Compute pass.
 * @param section - Is recorded.
 */
export function encodeSection(pass: GPUComputePassEncoder, section: Section): void {
  for (const { pipeline, bindGroup, x, y } of section) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(x, y);
  }
}
