// Which cloths are sewn together now: they take their substeps together, with one clock.
import type { Cloth, Seam } from "../cloth/cloth.js";
import { pathOn, stitchesOf } from "../cloth/stitches.js";
import type { ClothDriver } from "../motion/clothDriver.js";
import type { SeamRow } from "../sim/seamSystem.js";

/** A cloth that may be sewn. */
export interface SewnBody {
  readonly mesh: Cloth;
  readonly driver: ClothDriver;
}

/** Cloths that closed seams join, directly or through others. `W` is what a backend makes of their stitches. */
export interface SewnGroup<B extends SewnBody, W> {
  readonly bodies: readonly B[];
  readonly work: W;
}

/** All seams of a backend. */
export class Sewing<B extends SewnBody, W> {
  private _groups: readonly SewnGroup<B, W>[] = [];
  private _key: readonly unknown[] = [];

  /**
   * @param _create - What a backend makes of the stitches of some bodies.
   * @param _forget - Takes it when it is no longer needed.
   */
  public constructor(
    private readonly _create: (rows: readonly SeamRow[], bodies: readonly B[]) => W,
    private readonly _forget: (work: W) => void,
  ) {}

  /** Cloths that are sewn together, in the order in which seams were made. */
  public get groups(): readonly SewnGroup<B, W>[] {
    return this._groups;
  }

  /**
   * Finds what is sewn together, and gives such cloths one time.
   *
   * @param bodies - All of the backend, before they are driven to the next step.
   * @param canSew - Whether one of them can be sewn now; seams of others are open.
   */
  public arrange(bodies: Iterable<B>, canSew: (body: B) => boolean): void {
    const all = [...bodies].filter(({ mesh }) => mesh.sewing.seams.length > 0);
    if (all.length === 0 && this._groups.length === 0) {
      return;
    }
    const here = all.filter((body) => body.mesh.isInScene && body.mesh.isEnabled() && canSew(body));
    const seams = [...new Set(here.flatMap(({ mesh }) => mesh.sewing.seams))].filter(
      ({ closed, from, to }) => closed > 0 && [from, to].every(({ cloth }) => here.some(({ mesh }) => mesh === cloth)),
    );
    const key = seams.flatMap((seam) => [seam, seam.closed, seam.from.cloth.nets.current, seam.to.cloth.nets.current]);
    if (key.length !== this._key.length || key.some((part, i) => part !== this._key[i])) {
      this._key = key;
      for (const { driver } of all) {
        driver.pace.wake();
      }
      this.forget();
      this._groups = groupsOf(here, seams).map(({ bodies: members, rows }) => ({
        bodies: members,
        work: this._create(rows, members),
      }));
    }
    for (const { driver } of all) {
      driver.pace.isSewn = false;
    }
    for (const { bodies: sewn } of this._groups) {
      const [first] = sewn;
      const isAwake = sewn.some(({ driver }) => !driver.pace.isQuiet);
      for (const { driver } of sewn) {
        driver.pace.isSewn = true;
        driver.motion.pending = first.driver.motion.pending;
        driver.pace.isDisturbed ||= isAwake;
      }
    }
  }

  /**
   * @param body - Any.
   * @returns Whether it is sewn now.
   */
  public has(body: B): boolean {
    return this._groups.some(({ bodies }) => bodies.includes(body));
  }

  /** All seams are open until {@link arrange} finds them again. */
  public forget(): void {
    this._groups.forEach(({ work }) => {
      this._forget(work);
    });
    this._groups = [];
  }
}

/**
 * @param body - Of a group.
 * @param first - The first body of the group.
 * @returns Where its frame is relative to that of the first, shape [3].
 */
export function frameOf({ driver }: SewnBody, first: SewnBody): number[] {
  return Array.from(driver.motion.origin, (coordinate, axis) => coordinate - first.driver.motion.origin[axis]);
}

function groupsOf<B extends SewnBody>(
  bodies: readonly B[],
  seams: readonly Seam[],
): { bodies: readonly B[]; rows: readonly SeamRow[] }[] {
  const groups: { cloths: Set<Cloth>; seams: Seam[] }[] = [];
  for (const seam of seams) {
    const cloths = [seam.from.cloth, seam.to.cloth];
    const joined = groups.filter((group) => cloths.some((cloth) => group.cloths.has(cloth)));
    for (const group of joined) {
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push({
      cloths: new Set([...joined.flatMap((group) => [...group.cloths]), ...cloths]),
      seams: [...joined.flatMap((group) => group.seams), seam],
    });
  }
  return groups.map(({ cloths, seams: own }) => {
    const members = bodies.filter(({ mesh }) => cloths.has(mesh));
    const rows = own.flatMap((seam) => rowsOf(seam, (cloth) => members.findIndex(({ mesh }) => mesh === cloth)));
    return { bodies: members, rows };
  });
}

function rowsOf({ from, to, closed, speed }: Seam, numberOf: (cloth: Cloth) => number): SeamRow[] {
  const [a, b] = [from, to].map(({ cloth, path }) => {
    const { restGrid } = cloth.nets.current;
    return { counts: restGrid, path: pathOn(restGrid, cloth.definition, path) };
  });
  return stitchesOf(a, b, closed).map((stitch) => ({
    cloths: [
      ...stitch.from.particles.map(() => numberOf(from.cloth)),
      ...stitch.to.particles.map(() => numberOf(to.cloth)),
    ],
    particles: [...stitch.from.particles, ...stitch.to.particles],
    weights: [...stitch.from.weights, ...stitch.to.weights.map((weight) => -weight)],
    speed,
  }));
}
