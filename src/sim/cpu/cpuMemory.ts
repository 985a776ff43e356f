// What the phases of a step share of one cloth on the CPU. Twin of gridMemory.wgsl, and of the textures of full resolution.
import { cookBends } from "../bends.js";
import type { ClothStep, VectorList } from "../clothStep.js";
import { UNSCALED } from "../points.js";
import type { RestGrid } from "../restGrid.js";
import type { Tethers } from "../tethers.js";
import { CpuBending } from "./cpuBending.js";
import { CpuContact } from "./cpuContact.js";
import { CpuGridSurface } from "./cpuGridSurface.js";
import { CpuGrips } from "./cpuGrips.js";
import { CpuLayers } from "./cpuLayers.js";
import { CpuLinks } from "./cpuLinks.js";
import { CpuMomentum } from "./cpuMomentum.js";
import { CpuParticles } from "./cpuParticles.js";
import type { CpuSprings } from "./cpuSprings.js";
import { CpuStore } from "./cpuStore.js";
import type { Rounded } from "./vectors.js";

/** One cloth, its step, and its parts. */
export class CpuMemory {
  /** Input of the step that has begun. */
  public readonly step = {} as Rounded<ClothStep>;
  /** Of the cloth, before the step. */
  public substepsBefore = 0;
  /** Of the part of the step that is under way. */
  public firstSubstep = 0;
  /** Way of the air since the start [m]. */
  public readonly airTravel = new Float32Array(3);
  public readonly vectors: Record<VectorList, Float32Array>;
  /** To the pins; none at first. */
  public tethers: Tethers = { perParticle: 0, anchors: new Uint32Array(0), lengths: new Float32Array(0) };
  /** What bends at rest, from cookBends; at first as if the mesh were not scaled. */
  public bends: Float32Array;
  public readonly particles: CpuParticles;
  public readonly store: CpuStore;
  public readonly links: CpuLinks;
  public readonly layers: CpuLayers;
  public readonly surface: CpuGridSurface;
  public readonly bending: CpuBending;
  /** With colliders. */
  public readonly contact: CpuContact;
  public readonly momentum: CpuMomentum;
  public readonly grips = new CpuGrips();
  /** Of the spring model; null before the cloth has taken a step of it. */
  public springs: CpuSprings | null = null;

  /**
   * @param restGrid - Rest positions and counts of the net.
   * @param inverseAreas - One over the areas that particles carry [1/m2], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param isFullResolution - Whether it is solved as the kernels in shaders/fullResolution do.
   */
  public constructor(
    public readonly restGrid: RestGrid,
    inverseAreas: Float32Array,
    public readonly isFullResolution: boolean,
  ) {
    this.particles = new CpuParticles(restGrid);
    this.store = new CpuStore(restGrid, inverseAreas, this.particles);
    this.links = new CpuLinks(restGrid, this.particles, isFullResolution);
    this.layers = new CpuLayers(restGrid, this.particles, this.links, isFullResolution);
    this.surface = new CpuGridSurface(restGrid, this.particles);
    this.bending = new CpuBending(restGrid, this.particles, isFullResolution);
    this.contact = new CpuContact(this.particles);
    this.momentum = new CpuMomentum(this.particles, restGrid);
    this.bends = cookBends(restGrid, UNSCALED);
    const none = new Float32Array(0);
    this.vectors = { targets: none, motion: none, separation: none, impulses: none, zones: none, weights: none };
  }

  /** Share of the step that one substep takes. */
  public get share(): number {
    return 1 / Math.max(this.step.substepCount, 1);
  }
}
