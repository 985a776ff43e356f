// Which cloths of a backend keep apart from each other: those with `solver.clothCollision`, by their groups.
import type { Cloth } from "../cloth/cloth.js";
import type { ClothDriver } from "../motion/clothDriver.js";
import { contactSize } from "../sim/cpu/functions/selfContact.js";
import type { Meeting } from "../sim/meeting.js";

/** A cloth in its backend. */
export interface MeetingBody {
  readonly mesh: Cloth;
  /** Tells its solver what happens to it. */
  readonly driver: ClothDriver;
  /** How it meets others in this step; null if it does not. */
  meet(meeting: Meeting | null): void;
}

/** The origin of all cloths that meet is a multiple of this [m]: it stays where it is while they move, and float32 stays precise. */
const ORIGIN_STEP = 64;

/** From the first cloth [m]: beyond it, positions that are relative to that are rounded by more than 0.06 mm. */
const FAR = 1024;

/** Whom a cloth meets, and where it is. */
interface Presence {
  readonly group: number;
  readonly mask: number;
  /** Its box in the world [m], and how far it keeps others off. */
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
  readonly size: number;
}

/** All cloths of a backend that meet others. */
export class Meetings {
  /** In the step before. */
  private _before: ReadonlyMap<MeetingBody, Presence> = new Map();

  /**
   * Tells each cloth how it meets others, after all were driven to the next step.
   *
   * @param bodies - All of a backend.
   * @param pieces - Those that are sewn together or share their air: they do not meet beside seams, where contact would work against these.
   */
  public arrange(
    bodies: ReadonlySet<MeetingBody>,
    pieces: readonly { readonly bodies: readonly MeetingBody[] }[],
  ): void {
    const present = new Map<MeetingBody, Presence>();
    for (const body of bodies) {
      body.driver.pace.isDisturbed = false;
      if (body.mesh.solver.clothCollision && body.driver.canMeet) {
        present.set(body, presenceOf(body));
      } else {
        body.meet(null);
      }
    }
    const before = this._before;
    this._before = present;
    if (present.size === 0) {
      return;
    }
    tell(present, pieces);
    disturb(present);
    wakeWhomOthersLeft(present, before);
  }
}

function presenceOf({ mesh, driver }: MeetingBody): Presence {
  const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
  return {
    group: mesh.collisionGroup,
    mask: mesh.collisionMask,
    minimum: minimumWorld.asArray(),
    maximum: maximumWorld.asArray(),
    size: contactSize(driver.spacing, mesh.thickness, 1),
  };
}

function tell(
  present: ReadonlyMap<MeetingBody, Presence>,
  pieces: readonly { readonly bodies: readonly MeetingBody[] }[],
): void {
  const frames = framesOf(present);
  for (const [body, { group, mask }] of present) {
    const { driver } = body;
    body.meet({
      group,
      mask,
      piece: pieces.findIndex(({ bodies: sewn }) => sewn.includes(body)) + 1,
      seamDistances: driver.seamDistances.all,
      origin: driver.motion.origin.map((x, axis) => x - (frames.get(body)?.[axis] ?? 0)),
    });
  }
}

/**
 * Cloths that may meet share a frame. Others, far away, have one of their own, in which they are beside the first ones: 32-bit floats would be too
 * coarse for all of them in one.
 *
 * @returns Origins of the frames in the world [m].
 */
function framesOf(present: ReadonlyMap<MeetingBody, Presence>): ReadonlyMap<MeetingBody, readonly number[]> {
  const frames = new Map<MeetingBody, readonly number[]>();
  let shift = 0;
  for (const { bodies, low, high } of neighboursOf(present)) {
    const { origin } = bodies[0].driver.motion;
    shift += frames.size > 0 ? stepsUp(origin[0] - low[0]) : 0;
    const frame = Array.from(origin, (x, axis) => ORIGIN_STEP * Math.round(x / ORIGIN_STEP) - (axis === 0 ? shift : 0));
    for (const body of bodies) {
      frames.set(body, frame);
    }
    shift += stepsUp(high[0] - origin[0]) + ORIGIN_STEP;
  }
  return frames;
}

/** Cloths in a part of the world, and their box [m]. */
interface Neighbours {
  readonly bodies: readonly MeetingBody[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function neighboursOf(present: ReadonlyMap<MeetingBody, Presence>): readonly Neighbours[] {
  const [[{ driver: first }]] = present;
  const isNear = ({ driver }: MeetingBody): boolean =>
    driver.motion.origin.every((x, axis) => Math.abs(x - first.motion.origin[axis]) < FAR);
  if ([...present.keys()].every(isNear)) {
    return [{ bodies: [...present.keys()], low: [0], high: [0] }];
  }
  let all: readonly Neighbours[] = [];
  for (const [body, { minimum, maximum }] of present) {
    let added: Neighbours = { bodies: [body], low: minimum, high: maximum };
    const isBeside = ({ low, high }: Neighbours): boolean =>
      low.every((x, axis) => x <= added.high[axis] + ORIGIN_STEP && added.low[axis] <= high[axis] + ORIGIN_STEP);
    for (let beside = all.find(isBeside); beside; beside = all.find(isBeside)) {
      const { bodies, low, high } = beside;
      all = all.filter((one) => one !== beside);
      added = {
        bodies: [...bodies, ...added.bodies],
        low: low.map((x, axis) => Math.min(x, added.low[axis])),
        high: high.map((x, axis) => Math.max(x, added.high[axis])),
      };
    }
    all = [...all, added];
  }
  return all;
}

function stepsUp(length: number): number {
  return ORIGIN_STEP * Math.ceil(length / ORIGIN_STEP);
}

/** Cloth that has come to rest sleeps only while no other one moves beside it. */
function disturb(present: ReadonlyMap<MeetingBody, Presence>): void {
  const moving = [...present].filter(([{ driver }]) => !driver.pace.isQuiet).map(([, presence]) => presence);
  for (const [{ driver }, presence] of moving.length > 0 ? present : []) {
    const { pace } = driver;
    pace.isDisturbed = pace.isQuiet && moving.some((other) => mayTouch(presence, other));
  }
}

/** Cloth that sleeps on another one falls if that is gone, is suddenly elsewhere, or no longer meets it; and meets those whom it did not meet. */
function wakeWhomOthersLeft(
  present: ReadonlyMap<MeetingBody, Presence>,
  before: ReadonlyMap<MeetingBody, Presence>,
): void {
  const quiet = [...present].filter(([{ driver }]) => driver.pace.isQuiet);
  for (const [body, last] of before) {
    const now = present.get(body);
    const isAlike = now?.group === last.group && now.mask === last.mask;
    if (now && !isAlike) {
      body.driver.pace.wake();
    }
    if (isAlike && body.driver.pace.isQuiet) {
      continue;
    }
    for (const [{ driver }, presence] of quiet) {
      if (mayTouch(last, presence) && !(now && mayTouch(now, presence))) {
        driver.pace.wake();
      }
    }
  }
}

/** Whether they meet, and their boxes are nearer than they are kept apart. */
function mayTouch(a: Presence, b: Presence): boolean {
  const gap = Math.max(a.size, b.size);
  return (
    (a.mask & b.group) !== 0 &&
    (b.mask & a.group) !== 0 &&
    a.minimum.every((low, axis) => low <= b.maximum[axis] + gap && b.minimum[axis] <= a.maximum[axis] + gap)
  );
}
