// How the particles of control grids are spread over workgroups, and where that ends.

/** How the particles of a cloth are spread over a workgroup. */
export interface WorkgroupShape {
  /** Invocations, a power of two. */
  readonly size: number;
  readonly particlesPerInvocation: number;
}

/** By size class; a cloth takes the first that has room for its particles. WebGPU's default limits allow all of them. */
const workgroupShapes: readonly WorkgroupShape[] = [
  { size: 32, particlesPerInvocation: 2 },
  { size: 128, particlesPerInvocation: 2 },
  { size: 256, particlesPerInvocation: 4 },
];
/** The last of them on devices that allow more invocations: see docs/figures/control-grid.md. */
const LARGE_SHAPE: WorkgroupShape = { size: 512, particlesPerInvocation: 2 };

/** The most particles of a control grid: the workgroup memory and the invocations that WebGPU guarantees end here. */
export const MAX_PARTICLES = Math.max(...workgroupShapes.map(capacityOf));

/**
 * @param shape - Of a workgroup.
 * @returns The most particles of a cloth that it solves.
 */
export function capacityOf({ size, particlesPerInvocation }: WorkgroupShape): number {
  return size * particlesPerInvocation;
}

/**
 * @param particles - Of a control grid, at most {@link MAX_PARTICLES}.
 * @returns The most of its size class.
 */
export function roomOf(particles: number): number {
  return workgroupShapes.map(capacityOf).find((capacity) => capacity >= particles) ?? MAX_PARTICLES;
}

/**
 * @param device - Whose limits count.
 * @returns Shapes of the size classes, the smallest first.
 */
export function shapesFor({ limits }: GPUDevice): readonly WorkgroupShape[] {
  const maximum = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  return maximum < LARGE_SHAPE.size ? workgroupShapes : [...workgroupShapes.slice(0, -1), LARGE_SHAPE];
}
