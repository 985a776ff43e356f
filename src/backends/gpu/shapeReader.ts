import type { ShapeMark } from "../../motion/lastShape.js";
import { Readback, type Submissions } from "../../gpu/readback.js";
import { structs } from "../../shaders/shaders.gen.js";
import type { ClothSolver } from "../../sim/gpu/clothSolver.js";
import { MAX_PARTICLES } from "../../sim/gpu/gridShapes.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";

/** Reads on their way to the host at the same time; with all of them busy, a frame goes unread. */
const READS = 3;
/** A frame reads cloths until it has so many bytes. */
const BYTES_PER_READ = 2 ** 16;
/** A cloth that moves is read so often [frames]; more often where somebody asks for it. */
const FRAMES_PER_READ = 15;
/** How long somebody who has asked for a cloth is expected to ask again [frames]. */
const FRAMES_WANTED = 60;

const { size: PARTICLE_BYTES } = structs.Particle;
/** The last control grid of a read may go over the limit, and one behind it that nobody asks for. */
const STAGING_BYTES = BYTES_PER_READ + 2 * MAX_PARTICLES * PARTICLE_BYTES;

/** Is told the particles of one cloth. */
export interface ShapeWatcher {
  /** The particles are copied as they are after this step. */
  markShape(): ShapeMark;
  /** What they were when they were marked: structs Particle, to be read at once. */
  knowShape(mark: ShapeMark, particles: Float32Array): void;
}

/** A cloth and when what happened to it [frames]. */
interface Watched {
  readonly cloth: SolverCloth;
  readonly watcher: ShapeWatcher;
  movedAt: number;
  readAt: number;
  wantedUntil: number;
}

/** Brings the particles of cloths to the host, a few at a time, a few frames late and without waiting. */
export class ShapeReader {
  /** Those that were read last are the last. */
  private readonly _watched = new Map<SolverCloth, Watched>();
  private readonly _wanted = new Set<Watched>();
  private readonly _readback: Readback;
  private _frame = 0;
  private _isStale = false;

  /**
   * @param submissions - Of the solver's device.
   * @param _solver - Whose cloths to read.
   */
  public constructor(
    submissions: Submissions,
    private readonly _solver: ClothSolver,
  ) {
    this._readback = new Readback(submissions, "cloth shape read-back", READS);
  }

  /** Whether a cloth has moved since it was read. */
  public get isStale(): boolean {
    return this._isStale;
  }

  /**
   * @param cloth - A cloth of the solver.
   * @param watcher - Told its particles.
   */
  public watch(cloth: SolverCloth, watcher: ShapeWatcher): void {
    const never = -Infinity;
    this._watched.set(cloth, { cloth, watcher, movedAt: never, readAt: never, wantedUntil: never });
  }

  /** @param cloth - Not read any more. */
  public unwatch(cloth: SolverCloth): void {
    const watched = this._watched.get(cloth);
    if (watched) {
      this._wanted.delete(watched);
      this._watched.delete(cloth);
    }
  }

  /** @param cloth - Moves in the step that is read next. */
  public touch(cloth: SolverCloth): void {
    const watched = this._watched.get(cloth);
    if (watched) {
      watched.movedAt = this._frame + 1;
    }
  }

  /** @param cloth - To be read in every frame for a while. */
  public want(cloth: SolverCloth): void {
    const watched = this._watched.get(cloth);
    if (watched) {
      watched.wantedUntil = this._frame + FRAMES_WANTED;
      this._wanted.add(watched);
    }
  }

  /** @param encoder - Outside of a pass, after the step. */
  public read(encoder: GPUCommandEncoder): void {
    this._frame++;
    const due = this._takeDue();
    const dueBytes = due.reduce((sum, { cloth }) => sum + cloth.restGrid.particleCount * PARTICLE_BYTES, 0);
    const staging = due.length > 0 ? this._readback.take(dueBytes, STAGING_BYTES) : null;
    if (!staging) {
      this._isStale ||= due.length > 0;
      return;
    }
    let size = 0;
    const copies = due.map((watched) => {
      const { cloth, watcher } = watched;
      const offset = size;
      const bytes = cloth.restGrid.particleCount * PARTICLE_BYTES;
      const source = cloth.firstParticle * PARTICLE_BYTES;
      encoder.copyBufferToBuffer(this._solver.particles, source, staging.buffer, offset, bytes);
      size += bytes;
      watched.readAt = this._frame;
      // Behind those that wait.
      this._watched.delete(cloth);
      this._watched.set(cloth, watched);
      if (this._wanted.delete(watched)) {
        this._wanted.add(watched);
      }
      return { watched, mark: watcher.markShape(), first: offset / 4, end: size / 4 };
    });
    this._readback.send(staging, size, (bytes) => {
      const particles = new Float32Array(bytes);
      for (const { watched, mark, first, end } of copies) {
        if (this._watched.get(watched.cloth) === watched) {
          watched.watcher.knowShape(mark, particles.subarray(first, end));
        }
      }
    });
  }

  /** Gives the buffers back; what is on its way is not told any more. */
  public dispose(): void {
    this._watched.clear();
    this._wanted.clear();
    this._readback.dispose();
  }

  /**
   * Cloths that somebody asks for come first, then those that came to rest or were not read for long: at least one of these, however much is
   * asked for.
   */
  private _takeDue(): Watched[] {
    const frame = this._frame;
    const due = new Set<Watched>();
    let bytes = 0;
    const take = (watched: Watched): void => {
      due.add(watched);
      bytes += watched.cloth.restGrid.particleCount * PARTICLE_BYTES;
    };
    for (const watched of this._wanted) {
      if (watched.wantedUntil < frame) {
        this._wanted.delete(watched);
      } else if (watched.movedAt > watched.readAt && bytes < BYTES_PER_READ) {
        take(watched);
      }
    }
    const wantedCount = due.size;
    const isFull = (): boolean => bytes >= BYTES_PER_READ && due.size > wantedCount;
    this._isStale = false;
    for (const watched of this._watched.values()) {
      if (watched.movedAt > watched.readAt && !due.has(watched)) {
        // Those at full resolution take more than their part of a frame, so they come less often.
        const share = (watched.cloth.restGrid.particleCount * PARTICLE_BYTES) / BYTES_PER_READ;
        const isDue = watched.movedAt < frame || frame - watched.readAt >= FRAMES_PER_READ * Math.max(share, 1);
        if (isDue && !isFull()) {
          take(watched);
        } else {
          this._isStale = true;
          if (isFull()) {
            break;
          }
        }
      }
    }
    return [...due];
  }
}
