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
  const [first] = present.keys();
  const origin = first.driver.motion.origin.map((x) => ORIGIN_STEP * Math.round(x / ORIGIN_STEP));
  for (const [body, { group, mask }] of present) {
    const { driver } = body;
    body.meet({
      group,
      mask,
      piece: pieces.findIndex(({ bodies: sewn }) => sewn.includes(body)) + 1,
      seamDistances: driver.seamDistances.all,
      origin: driver.motion.origin.map((x, axis) => x - origin[axis]),
    });
  }
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
