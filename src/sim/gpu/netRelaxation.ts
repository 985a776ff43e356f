// How links of a cloth at full resolution are relaxed: levels from the coarsest, then the net.
import { constants, kernels } from "../../shaders/shaders.gen.js";
import { isCoarsest, isOneGroup, SWEEPS } from "../levels.js";
import type { GpuLevel } from "./gpuLevel.js";
import type { StepRecording } from "./stepRecording.js";

/** Textures and input of a pass over the lines of a level, and whether the level starts with it. */
type LinePass = Readonly<
  Record<"now" | "next" | "ways" | "started", GPUTexture> & { level: GPUBuffer; starts: boolean }
>;

/**
 * @param step - Receives it.
 * @param started - Where particles were at the start of the substep.
 * @param moved - Where they have moved to.
 * @param take - Gives a texture to write.
 * @returns Where they are then.
 */
export function relaxNet(
  step: StepRecording,
  started: GPUTexture,
  moved: GPUTexture,
  take: () => GPUTexture,
): GPUTexture {
  const { net } = step.cloth;
  const coarser = relaxLevels(step, moved);
  let relaxed = moved;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const level = sweep === 0 ? net.first : net.again;
    const others = { ways: coarser?.positions[0] ?? started, started, level };
    for (const isAlongV of [false, true]) {
      const isFast = step.kind.areFast[Number(isAlongV)];
      if (isFast) {
        relaxed = step.settled(relaxed, take);
      }
      const next = take();
      if (isFast) {
        relaxLinks(step, isAlongV, relaxed, next);
      } else {
        relaxLines(step, net, isAlongV, coarser, { ...others, now: relaxed, next, starts: sweep === 0 && !isAlongV });
      }
      relaxed = next;
    }
  }
  return relaxed;
}

/** Of the net itself: cloth with such threads has no coarser levels. */
function relaxLinks(step: StepRecording, isAlongV: boolean, now: GPUTexture, next: GPUTexture): void {
  const { LENGTH, LINES } = kernels.relaxLinks.constants;
  const { countU, countV } = step.cloth.net.level;
  const [nodes, lines] = isAlongV ? [countV, countU] : [countU, countV];
  const groups = [Math.ceil(nodes / (LENGTH - 2 * constants.LINK_COLORS)), Math.ceil(lines / LINES)] as const;
  step.run(step.owner.linksOf(isAlongV), { now, next }, groups);
}

/** The coarsest level, if one workgroup relaxes it: while particles move, see moveWithCoarsest.compute.wgsl. */
export function oneGroupLevel({ cloth: { counts, levels } }: StepRecording): GpuLevel | null {
  return levels.find(({ level }) => isOneGroup(level, counts)) ?? null;
}

/** Returns the finest of the coarser levels. */
function relaxLevels(step: StepRecording, moved: GPUTexture): GpuLevel | null {
  const { counts, levels } = step.cloth;
  let coarser: GpuLevel | null = null;
  for (const level of levels) {
    const [even, odd] = level.positions;
    const { first, again } = level;
    if (level !== oneGroupLevel(step)) {
      const sweeps = isCoarsest(level.level, counts) ? constants.COARSEST_SWEEPS : 1;
      for (let sweep = 0; sweep < sweeps; sweep++) {
        const now = sweep === 0 ? moved : even;
        const others = { ways: coarser?.positions[0] ?? moved, started: moved, level: sweep === 0 ? first : again };
        relaxLines(step, level, false, coarser, { ...others, now, next: odd, starts: sweep === 0 });
        relaxLines(step, level, true, coarser, { ...others, now: odd, next: even, starts: false });
      }
    }
    coarser = level;
  }
  return coarser;
}

function relaxLines(
  step: StepRecording,
  of: GpuLevel,
  isAlongV: boolean,
  coarser: GpuLevel | null,
  { starts, ...pass }: LinePass,
): void {
  const { level, threads, strengths } = of;
  const { closedU, closedV } = step.cloth.counts;
  const relaxing = starts ? step.owner.start : step.owner.relax;
  step.runLines(
    (lines) => relaxing.get(lines),
    level,
    { isAlongV, areRings: isAlongV ? closedV : closedU },
    {
      ...pass,
      threads,
      strengths,
      coarserStrengths: coarser?.strengths ?? threads,
      inverseAreas: step.areasOf(of),
    },
  );
}
