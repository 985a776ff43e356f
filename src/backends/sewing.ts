// Which cloths are sewn together or have pressure now: those of a group take their substeps together, with one clock.
import type { Cloth, Pressure, Seam } from "../cloth/cloth.js";
import { restSidesOf } from "../cloth/joinedCloths.js";
import { gathersOf, pathOn, stitchesOf } from "../cloth/stitches.js";
import type { ClothDriver } from "../motion/clothDriver.js";
import { gatheredOnce, type GatheredLink } from "../sim/gathers.js";
import type { SeamRow } from "../sim/seamSystem.js";

/** A cloth that may be sewn. */
export interface SewnBody {
  readonly mesh: Cloth;
  readonly driver: ClothDriver;
}

/** Air inside of bodies of a group. */
export interface InflatedBodies {
  readonly pressure: Pressure;
  /** Numbers of its cloths in the group. */
  readonly members: readonly number[];
}

/** What joins the bodies of a group. */
export interface Joints {
  readonly rows: readonly SeamRow[];
  /** Links of each of the bodies that seams gather. */
  readonly gathers: readonly (readonly GatheredLink[])[];
  readonly pressures: readonly InflatedBodies[];
}

/** Cloths that closed seams or pressure join, directly or through others. `W` is what a backend makes of what joins them. */
export interface SewnGroup<B extends SewnBody, W> {
  readonly bodies: readonly B[];
  readonly work: W;
}

/** All seams of a backend. */
export class Sewing<B extends SewnBody, W> {
  private _groups: readonly SewnGroup<B, W>[] = [];
  private _joints: readonly unknown[] = [];
  private _air: readonly unknown[] = [];

  /**
   * @param _create - What a backend makes of what joins some bodies.
   * @param _forget - Takes it when it is no longer needed.
   */
  public constructor(
    private readonly _create: (joints: Joints, bodies: readonly B[]) => W,
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
    const all: B[] = [];
    for (const body of bodies) {
      if (body.mesh.sewing.isJoined) {
        all.push(body);
      }
    }
    if (all.length === 0 && this._groups.length === 0) {
      return;
    }
    const here = all.filter((body) => body.mesh.isInScene && body.mesh.isEnabled() && canSew(body));
    const seams = [...new Set(here.flatMap(({ mesh }) => mesh.sewing.seams))].filter(
      ({ closed, from, to }) => closed > 0 && [from, to].every(({ cloth }) => here.some(({ mesh }) => mesh === cloth)),
    );
    const pressures = [...new Set(here.flatMap(({ mesh }) => mesh.sewing.pressure ?? []))].filter(({ members }) =>
      members.every((cloth) => here.some(({ mesh }) => mesh === cloth)),
    );
    const nets = here.map(({ mesh }) => mesh.nets.current);
    const joints = [...seams.flatMap((seam) => [seam, seam.closed]), ...pressures, ...nets];
    const isNew = !areAlike(joints, this._joints);
    if (isNew) {
      this._joints = joints;
      for (const { driver } of this._groups.flatMap(({ bodies: joined }) => joined)) {
        driver.pace.wake();
      }
      this.forget();
      this._groups = groupsOf(here, seams, pressures).map(({ bodies: members, ...own }) => ({
        bodies: members,
        work: this._create(own, members),
      }));
    }
    const air = pressures.flatMap(({ pressure, amount }) => [pressure, amount]);
    if (isNew || !areAlike(air, this._air)) {
      this._air = air;
      for (const { driver } of all) {
        driver.pace.wake();
      }
    }
    for (const { bodies: sewn } of this._groups) {
      const [first] = sewn;
      const isAwake = sewn.some(({ driver }) => !driver.pace.isQuiet);
      const most = Math.max(...sewn.map(({ driver }) => driver.substeps.wanted));
      for (const { driver } of sewn) {
        driver.pace.isSewn = true;
        driver.motion.pending = first.driver.motion.pending;
        // What a seam or air moves in a shorter substep becomes a greater velocity: momentum would come from nothing.
        driver.substeps.least = most;
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
    this._groups.forEach(({ bodies, work }) => {
      this._forget(work);
      for (const { driver } of bodies) {
        driver.pace.isSewn = false;
        driver.substeps.least = 0;
      }
    });
    this._groups = [];
  }
}

function areAlike(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((member, i) => member === others[i]);
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
  pressures: readonly Pressure[],
): (Joints & { bodies: readonly B[] })[] {
  const groups: { cloths: Set<Cloth>; seams: Seam[]; pressures: Pressure[] }[] = [];
  const all = [
    ...seams.map((seam) => ({ cloths: [seam.from.cloth, seam.to.cloth], own: { seams: [seam], pressures: [] } })),
    ...pressures.map((pressure) => ({ cloths: pressure.members, own: { seams: [], pressures: [pressure] } })),
  ];
  for (const { cloths, own } of all) {
    const joined = groups.filter((group) => cloths.some((cloth) => group.cloths.has(cloth)));
    for (const group of joined) {
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push({
      cloths: new Set([...joined.flatMap((group) => [...group.cloths]), ...cloths]),
      seams: [...joined.flatMap((group) => group.seams), ...own.seams],
      pressures: [...joined.flatMap((group) => group.pressures), ...own.pressures],
    });
  }
  return groups.map(({ cloths, seams: own, pressures: air }) => {
    const members = bodies.filter(({ mesh }) => cloths.has(mesh));
    const numberOf = (cloth: Cloth): number => members.findIndex(({ mesh }) => mesh === cloth);
    return {
      bodies: members,
      rows: own.flatMap((seam) => rowsOf(seam, numberOf)),
      gathers: members.map(({ mesh }) => gatheredOnce(own.flatMap((seam) => gathersIn(mesh, seam)))),
      pressures: air.map((pressure) => ({ pressure, members: pressure.members.map(numberOf) })),
    };
  });
}

/** Links of a cloth that a seam gathers, at the scale of its meshes when it closes. */
function gathersIn(cloth: Cloth, seam: Seam): GatheredLink[] {
  const [from, to] = restSidesOf(seam, ({ nets }) => nets.current);
  return [
    ...(seam.from.cloth === cloth ? gathersOf(from, to, seam.closed) : []),
    ...(seam.to.cloth === cloth ? gathersOf(to, from, seam.closed) : []),
  ];
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
