// Puts the dispatches of a step together, part by part: see the table in src/README.md.
import type { Kernel, KernelResource, KernelSource } from "../../gpu/kernel.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import { isCoarsest, isOneGroup, SHORTENINGS, SWEEPS, type NetLevel } from "../levels.js";
import type { Compiled, FullResolutionKernels } from "./fullResolutionKernels.js";
import { MAX_VERDICTS, type ProgramCloth, type Run, type StepKind } from "./fullResolutionStep.js";
import type { GpuLevel } from "./gpuLevel.js";
import type { LineKernel, Lines } from "./lineKernels.js";
import { threadGroups } from "./netTangles.js";
import type { NetSeamKernels, NetSeamPart } from "./netSeams.js";

/** Which of the three textures are read and written. */
interface Turn {
  readonly before: GPUTexture;
  readonly now: GPUTexture;
  readonly next: GPUTexture;
}

/** A substep before cloth and colliders hold its particles: where they were one substep ago, where they are, and textures to write. */
interface Advanced {
  readonly started: GPUTexture;
  readonly relaxed: GPUTexture;
  readonly take: () => GPUTexture;
}

/** Textures and input of a pass over the lines of a level. */
type LinePass = Readonly<Record<"now" | "next" | "ways" | "started", GPUTexture> & { level: GPUBuffer }>;

type Groups = readonly [x: number, y: number];

/** Adds the dispatches of a step, part by part. */
export class StepComposer {
  public readonly sections: Run[][] = [[]];
  private _turn: Turn;
  /** The texture that is in no turn. */
  private _spare: GPUTexture;

  public constructor(
    private readonly _owner: FullResolutionKernels,
    private readonly _compiled: Compiled,
    private readonly _cloth: ProgramCloth,
    private readonly _kind: StepKind,
  ) {
    const [before, now, next, spare] = _cloth.net.positions;
    this._turn = { before, now, next };
    this._spare = spare;
  }

  /** What comes before the first substep. */
  public begin(): void {
    const { weigh, measureLevel, begin } = this._compiled;
    const { net, levels } = this._cloth;
    const { impulseCount, isMeasured, tears } = this._kind;
    if (impulseCount > 0) {
      this._run(weigh, {}, [impulseCount, 1]);
    }
    if (isMeasured) {
      this._measure(tears);
      for (const { level, first, threads } of levels) {
        const tiles = this._tilesOf(kernels.measureLevel.constants.WORKGROUP_WIDTH, level);
        this._run(measureLevel, { level: first, netThreads: net.threads, threads }, tiles);
      }
    }
    this._run(begin, { ...this._turn }, this._tilesOf(kernels.beginFullResolution.constants.WORKGROUP_WIDTH));
    if (tears) {
      this._tear();
    }
    if (this._kind.keepsApart) {
      this._findContacts();
    }
    if (this._mayTangle) {
      this._findTangles();
    }
    if (this._cloth.seams) {
      const { now } = this._turn;
      this._run(this._owner.seams.start, { ...this._cloth.seams.resources, now }, [seamGroups(this._cloth.seams), 1]);
    }
  }

  /**
   * Air inside gives particles a velocity; nothing of a cloth without.
   *
   * @param round - Of the step.
   * @param substep - That comes next; null if the cloth takes none in this round.
   */
  public inflate(round: number, substep: number | null): void {
    const { pressure } = this._cloth;
    const { measure, inflate } = this._owner.pressure;
    const phase = this._owner.phaseOf(substep ?? round, substep !== null);
    if (pressure) {
      this._run(measure, { ...pressure.resources, now: this._turn.now, phase }, [pressure.groups, 1]);
    }
    this.sections.push([]);
    if (pressure && substep !== null) {
      const tiles = this._tilesOf(kernels.inflateFullResolution.constants.WORKGROUP_WIDTH);
      this._run(inflate, { ...pressure.resources, ...this._turn, phase }, tiles);
      this._takeNextAsBefore();
    }
    this.sections.push([]);
  }

  /**
   * Pulls at the lines that end at stitches; nothing of a cloth without.
   *
   * @param round - Of the step.
   */
  public pullLines(round: number): void {
    const { seams } = this._cloth;
    const { now, next } = this._turn;
    if (seams) {
      this._runEnds(seams, now, this._owner.seams.answer);
    }
    this._gather(now);
    if (!seams) {
      this.sections.push([]);
      this.sections.push([]);
      return;
    }
    const { pull, move, gatherMoved, close, shift } = this._owner.seams;
    const phase = this._owner.phaseOf(round, true);
    this._run(pull, { ...seams.resources, phase }, [1, 1]);
    this._runEnds(seams, now, move);
    this._gather(now, gatherMoved);
    this._run(close, seams.resources, [1, 1]);
    this._run(shift, { ...seams.resources, now, next }, this._tilesOf(kernels.shiftLines.constants.WORKGROUP_WIDTH));
    this.sections.push([]);
    this._turn = { ...this._turn, now: next, next: now };
  }

  /**
   * Brings sides of seams together; nothing of a cloth without.
   *
   * @param round - Of the step.
   * @param now - Where particles are.
   */
  public sew(round: number, now = this._turn.now): void {
    const { seams } = this._cloth;
    const { sew } = this._owner.seams;
    this._gather(now);
    if (seams) {
      const phase = this._owner.phaseOf(round, true);
      this._run(sew, { ...seams.resources, sewnNow: now, phase }, [seamGroups(seams), 1]);
    }
    this.sections.push([]);
  }

  /**
   * Air, then bends of rows and of columns: they change where particles were one substep ago. In between, once in a step, particles come back
   * from behind colliders.
   */
  private _look(substep: number): void {
    const phase = this._owner.phaseOf(substep, false);
    const tiles = this._tilesOf(kernels.lookAtFullResolution.constants.WORKGROUP_WIDTH);
    if (this._kind.isInZones) {
      this._run(this._owner.zoneLook, { ...this._turn, phase }, tiles);
    } else {
      this._run(this._compiled.look, { ...this._turn, phase }, tiles);
    }
    this._takeNextAsBefore();
    if (this._kind.meetsColliders && substep < this._kind.airInterval) {
      this._bringBack(phase);
    }
    if (this._kind.bends) {
      for (const isAlongV of [false, true]) {
        const { lines, count } = linesOf(this._cloth.net.level, isAlongV, false);
        this._runLines(this._owner.bend.get(lines), count, { ...this._turn, phase });
        this._takeNextAsBefore();
      }
    }
  }

  /** Look, move and relax; springs take the place of move and relax. */
  public advance(substep: number): Advanced {
    const { sinceLook, airInterval, integrator } = this._kind;
    if ((sinceLook + substep) % airInterval === 0) {
      this._look(substep);
    }
    return integrator === constants.CONSTRAINTS ? this._moveAndRelax(substep) : this._spring(substep);
  }

  /**
   * Contact with itself, and recovery from tangles with itself and with others.
   *
   * @param substep - Of the step.
   * @param advanced - As it is relaxed.
   * @returns The same after that.
   */
  public keepApart(substep: number, advanced: Advanced): Advanced {
    if (this._kind.pushes) {
      this._run(this._compiled.settle, {}, [1, 1]);
    }
    if (!this._mayTangle) {
      return advanced;
    }
    const { started, relaxed, take } = advanced;
    const apart = take();
    const textures = { before: started, now: relaxed, next: apart, started: this._spare };
    const { keepApart } = this._owner.contact;
    const phase = this._owner.phaseOf(substep, true);
    this._run(keepApart, { ...textures, phase }, this._tilesOf(kernels.keepApart.constants.WORKGROUP_WIDTH));
    const moved = this._spare;
    this._spare = started;
    return { started: moved, relaxed: apart, take };
  }

  /**
   * Tells other cloths where its particles are, and waits for what they tell.
   *
   * @param substep - Of the step.
   * @param advanced - What the cloth tells; null if it takes no substep in this round.
   */
  public tell(substep: number, advanced: Advanced | null): void {
    if (this._kind.meets && advanced) {
      const { started, relaxed } = advanced;
      const phase = this._owner.phaseOf(substep, true);
      const tiles = this._tilesOf(kernels.tellCloths.constants.WORKGROUP_WIDTH);
      this._run(this._owner.meeting.tell, { before: started, now: relaxed, phase }, tiles);
    }
    this.sections.push([]);
  }

  /**
   * Contact with other cloths, tethers, guides, colliders.
   *
   * @param substep - Of the step.
   * @param advanced - Kept apart from itself.
   */
  public hold(substep: number, advanced: Advanced): void {
    const { meets, isHeld } = this._kind;
    const { started, take } = advanced;
    let { relaxed } = advanced;
    const phase = this._owner.phaseOf(substep, true);
    if (meets) {
      const kept = take();
      const tiles = this._tilesOf(kernels.keepOffCloths.constants.WORKGROUP_WIDTH);
      this._run(this._owner.meeting.keepOff, { before: started, now: relaxed, next: kept, phase }, tiles);
      relaxed = kept;
    }
    if (isHeld) {
      const held = take();
      const hold = this._owner.holdFor(this._kind);
      const tiles = this._tilesOf(kernels.holdFullResolution.constants.WORKGROUP_WIDTH);
      this._run(hold, { before: started, now: relaxed, next: held, phase }, tiles);
      relaxed = held;
    }
    this._turn = { before: started, now: relaxed, next: take() };
  }

  private _moveAndRelax(substep: number): Advanced {
    const { before, now: started, next } = this._turn;
    const { iterationCount, keepsLimits } = this._kind;
    // What was one substep ago gives its texture for positions that are being relaxed, as soon as they have moved.
    const take = inTurns(next, before);
    let relaxed = started;
    for (let iteration = 0; iteration < iterationCount; iteration++) {
      const moves = iteration === 0;
      const moved = take();
      const phase = this._owner.phaseOf(substep, moves);
      const { tile } = this._owner;
      const textures = { before: moves ? before : relaxed, now: relaxed, next: moved };
      this._run(this._compiled.move, { ...textures, phase }, this._tilesOf(tile));
      relaxed = this._relax(started, moved, take);
    }
    if (keepsLimits) {
      const limited = take();
      const tiles = this._tilesOf(kernels.limitFullResolution.constants.TILE);
      this._run(this._compiled.limit, { now: relaxed, next: limited }, tiles);
      relaxed = limited;
    }
    return { started, relaxed, take };
  }

  /** All stages of the integrator. The last one writes where particles were one substep ago at their new velocities. */
  private _spring(substep: number): Advanced {
    const { before, now, next: started } = this._turn;
    const phase = this._owner.phaseOf(substep, true);
    const { springs } = this._owner;
    const side = kernels.followSprings.constants.WORKGROUP_WIDTH;
    this._run(springs.follow, { before, now, next: started, phase }, this._tilesOf(side));
    const previous = this._spare;
    const take = inTurns(now, before);
    let reached = started;
    for (const stage of springs.stagesOf(this._kind.integrator)) {
      const next = take();
      this._run(stage, { started, now: reached, next, previous, phase }, this._tilesOf(side));
      reached = next;
    }
    this._spare = started;
    return { started: previous, relaxed: reached, take };
  }

  /** What comes after the last substep. */
  public end(): void {
    const { countU, countV } = this._cloth.net.level;
    const { sum, shorten, judge, end } = this._compiled;
    if (this._kind.pushes) {
      this._run(sum, {}, [1, 1]);
    }
    let limited = this._turn.now;
    if (this._kind.isLimited) {
      for (let pass = 0; pass < SHORTENINGS; pass++) {
        const next = pass % 2 === 0 ? this._turn.next : this._spare;
        this._run(shorten, { now: limited, next }, this._tilesOf(kernels.limitFullResolution.constants.TILE));
        limited = next;
      }
    }
    if (this._kind.rounds > 0) {
      this.sew(this._kind.rounds - 1, limited);
    }
    const groups = Math.ceil((countU * countV) / kernels.judgeFullResolution.constants.WORKGROUP_SIZE);
    const resources = { ...this._turn, limited };
    this._run(judge, resources, [Math.min(groups, MAX_VERDICTS), 1]);
    this._run(end, resources, [Math.min(groups, MAX_VERDICTS), 1]);
  }

  /** What links are at rest: of cloth that tears, those that are left. */
  private _measure(tears: boolean): void {
    if (tears) {
      this._run(this._owner.tears.across, {}, this._tilesOf(kernels.tearAcross.constants.WORKGROUP_WIDTH));
    }
    this._run(this._compiled.measureNet, {}, this._tilesOf(kernels.measureNet.constants.WORKGROUP_WIDTH));
    const gathered = this._cloth.seams?.gathered;
    if (gathered) {
      const groups = Math.ceil(
        gathered.size / structs.GatheredLink.size / kernels.gatherThreads.constants.WORKGROUP_SIZE,
      );
      this._run(this._owner.seams.threads, { gathered }, [groups, 1]);
    }
  }

  /** Threads that the last step has strained too much break, and all that leads over them. */
  private _tear(): void {
    const { find, first, again } = this._owner.tears;
    const { now } = this._turn;
    const { countU, countV } = this._cloth.net.level;
    const tiles = this._tilesOf(kernels.findTears.constants.WORKGROUP_WIDTH);
    const words = Math.ceil((countU * countV) / constants.TORN_PER_WORD);
    const groups = Math.ceil(words / kernels.tearThreads.constants.WORKGROUP_SIZE);
    const { torn, tornNext } = this._cloth.resources;
    this._run(find, { now }, tiles);
    for (let round = 0; round < constants.TEAR_ROUNDS; round++) {
      const turn = round % 2 === 0 ? { torn, tornNext } : { torn: tornNext, tornNext: torn };
      this._run(round === 0 ? first : again, { now, ...turn }, [Math.min(groups, MAX_VERDICTS), 1]);
    }
    this._measure(true);
  }

  /** What particles may meet in the step. */
  private _findContacts(): void {
    const { bound, find } = this._owner.contact;
    const { before, now } = this._turn;
    const side = constants.NET_TILE;
    const [tilesU, tilesV] = this._tilesOf(side);
    const [particles, boxes] = bound;
    this._run(particles, { before, now }, [tilesU, tilesV]);
    this._run(boxes, { before, now }, [Math.ceil(tilesU / side), Math.ceil(tilesV / side)]);
    this._run(find, { before, now }, [tilesU, tilesV]);
  }

  private get _mayTangle(): boolean {
    return this._kind.keepsApart || this._kind.meets;
  }

  /** Where the cloth crosses itself or others. */
  private _findTangles(): void {
    const { find, trace, draw } = this._owner.tangles;
    const { now } = this._turn;
    const groups = threadGroups(this._cloth.counts);
    this._run(find, { now }, this._tilesOf(kernels.findNetTangles.constants.WORKGROUP_WIDTH));
    this._run(trace, { now }, [1 + groups, 1]);
    this._run(draw, {}, [groups, 1]);
  }

  /** Relaxes the coarser levels, then the net. Returns where its positions are. */
  private _relax(started: GPUTexture, moved: GPUTexture, take: () => GPUTexture): GPUTexture {
    const { net } = this._cloth;
    const coarser = this._relaxLevels(moved);
    let relaxed = moved;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const level = sweep === 0 ? net.first : net.again;
      const others = { ways: coarser?.positions[0] ?? started, started, level };
      for (const isAlongV of [false, true]) {
        const next = take();
        if (this._kind.areFast[Number(isAlongV)]) {
          this._relaxLinks(isAlongV, relaxed, next);
        } else {
          this._relaxLines(net, isAlongV, coarser, { ...others, now: relaxed, next });
        }
        relaxed = next;
      }
    }
    return relaxed;
  }

  /** Of the net itself: cloth with such threads has no coarser levels. */
  private _relaxLinks(isAlongV: boolean, now: GPUTexture, next: GPUTexture): void {
    const { LENGTH, LINES } = kernels.relaxLinks.constants;
    const { countU, countV } = this._cloth.net.level;
    const [nodes, lines] = isAlongV ? [countV, countU] : [countU, countV];
    const groups: Groups = [Math.ceil(nodes / (LENGTH - 2 * constants.LINK_COLORS)), Math.ceil(lines / LINES)];
    this._run(this._owner.linksOf(isAlongV), { now, next }, groups);
  }

  /** Returns the finest of the coarser levels. */
  private _relaxLevels(moved: GPUTexture): GpuLevel | null {
    const { counts, levels } = this._cloth;
    let coarser: GpuLevel | null = null;
    for (const level of levels) {
      const [even, odd] = level.positions;
      const { threads, inverseAreas, strengths, first, again } = level;
      if (isOneGroup(level.level, counts)) {
        const resources = { now: moved, next: even, threads, inverseAreas, strengths, level: first };
        this._run(this._compiled.coarsest, resources, [1, 1]);
      } else {
        const sweeps = isCoarsest(level.level, counts) ? constants.COARSEST_SWEEPS : 1;
        for (let sweep = 0; sweep < sweeps; sweep++) {
          const now = sweep === 0 ? moved : even;
          const others = { ways: coarser?.positions[0] ?? moved, started: moved, level: sweep === 0 ? first : again };
          this._relaxLines(level, false, coarser, { ...others, now, next: odd });
          this._relaxLines(level, true, coarser, { ...others, now: odd, next: even });
        }
      }
      coarser = level;
    }
    return coarser;
  }

  private _relaxLines(of: GpuLevel, isAlongV: boolean, coarser: GpuLevel | null, pass: LinePass): void {
    const { level, threads, strengths, inverseAreas } = of;
    const { closedU, closedV } = this._cloth.counts;
    const { lines, count } = linesOf(level, isAlongV, isAlongV ? closedV : closedU);
    const coarserStrengths = coarser?.strengths ?? threads;
    const kernel = this._owner.relax.get(lines);
    this._runLines(kernel, count, { ...pass, threads, strengths, coarserStrengths, inverseAreas });
  }

  private _runLines<S extends KernelSource>(
    { kernel, lines }: LineKernel<S>,
    count: number,
    resources: Readonly<Record<string, KernelResource>>,
  ): void {
    this._run(kernel, resources, [Math.ceil(count / lines), 1]);
  }

  private _run<S extends KernelSource>(
    kernel: Kernel<S>,
    resources: Readonly<Record<string, KernelResource>>,
    groups: Groups,
  ): void {
    const all = { ...this._cloth.resources, ...resources };
    this.sections[this.sections.length - 1].push(runOf(kernel, all, groups));
  }

  private _bringBack(phase: GPUBufferBinding): void {
    const { before, now, next: nextBefore } = this._turn;
    const nextNow = this._spare;
    const tiles = this._tilesOf(kernels.bringBackFullResolution.constants.WORKGROUP_WIDTH);
    const bringBack = this._owner.bringBackFor(this._kind);
    this._run(bringBack, { before, now, nextBefore, nextNow, phase }, tiles);
    this._turn = { before: nextBefore, now: nextNow, next: before };
    this._spare = now;
  }

  /** Of rows and of columns, if some end at stitches. */
  private _runEnds<S extends KernelSource>(
    seams: NetSeamPart,
    now: GPUTexture,
    of: { make(lines: Lines): LineKernel<S> },
  ): void {
    const { net } = this._cloth;
    for (const isAlongV of [false, true]) {
      if (seams.ends[Number(isAlongV)]) {
        const { lines, count } = linesOf(net.level, isAlongV, false);
        this._runLines(of.make(lines), count, { ...seams.resources, threads: net.threads, now });
      }
    }
  }

  /** Tells all cloths where its particles of stitches are, and waits for them. */
  private _gather(now: GPUTexture, gather?: NetSeamKernels["gather"]): void {
    const { seams } = this._cloth;
    if (seams) {
      this._run(gather ?? this._owner.seams.gather, { ...seams.resources, now }, [seamGroups(seams), 1]);
    }
    this.sections.push([]);
  }

  private _takeNextAsBefore(): void {
    const { before, now, next } = this._turn;
    this._turn = { before: next, now, next: before };
  }

  private _tilesOf(side: number, { countU, countV }: NetLevel = this._cloth.net.level): Groups {
    return [Math.ceil(countU / side), Math.ceil(countV / side)];
  }
}

function inTurns(first: GPUTexture, second: GPUTexture): () => GPUTexture {
  let taken = 0;
  return () => (taken++ % 2 === 0 ? first : second);
}

/** The rows or the columns of a level, and how many they are. */
function linesOf({ countU, countV }: NetLevel, isAlongV: boolean, areRings: boolean): { lines: Lines; count: number } {
  const [nodes, count] = isAlongV ? [countV, countU] : [countU, countV];
  return { lines: { nodes, isAlongV, areRings }, count };
}

/** Workgroups for the particles of a cloth that are in stitches. */
export function seamGroups({ count }: NetSeamPart): number {
  return Math.ceil(count / kernels.sewFullResolution.constants.WORKGROUP_SIZE);
}

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
