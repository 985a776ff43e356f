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

/**
 * Tells each cloth how it meets others, after all were driven to the next step.
 *
 * @param bodies - All of a backend.
 * @param pieces - Those that are sewn together or share their air: they do not meet beside seams, where contact would work against these.
 */
export function arrangeMeetings(
  bodies: ReadonlySet<MeetingBody>,
  pieces: readonly { readonly bodies: readonly MeetingBody[] }[],
): void {
  const members: MeetingBody[] = [];
  for (const body of bodies) {
    body.driver.pace.isDisturbed = false;
    if (body.mesh.solver.clothCollision && body.driver.canMeet) {
      members.push(body);
    } else {
      body.meet(null);
    }
  }
  if (members.length === 0) {
    return;
  }
  const origin = members[0].driver.motion.origin.map((x) => ORIGIN_STEP * Math.round(x / ORIGIN_STEP));
  for (const body of members) {
    const { mesh, driver } = body;
    body.meet({
      group: mesh.collisionGroup,
      mask: mesh.collisionMask,
      piece: pieces.findIndex(({ bodies: sewn }) => sewn.includes(body)) + 1,
      seamDistances: driver.seamDistances.all,
      origin: driver.motion.origin.map((x, axis) => x - origin[axis]),
    });
  }
  disturb(members);
}

/** Cloth that has come to rest sleeps only while no other one moves beside it. */
function disturb(members: readonly MeetingBody[]): void {
  const moving = members.filter(({ driver }) => !driver.pace.isQuiet);
  for (const body of moving.length > 0 ? members : []) {
    const { pace } = body.driver;
    pace.isDisturbed = pace.isQuiet && moving.some((other) => doMeet(body.mesh, other.mesh) && areNear(body, other));
  }
}

function doMeet(a: Cloth, b: Cloth): boolean {
  return (a.collisionMask & b.collisionGroup) !== 0 && (b.collisionMask & a.collisionGroup) !== 0;
}

/** Whether their boxes are nearer than they are kept apart. */
function areNear(a: MeetingBody, b: MeetingBody): boolean {
  const gap = Math.max(sizeOf(a), sizeOf(b));
  const first = a.mesh.getBoundingInfo().boundingBox;
  const second = b.mesh.getBoundingInfo().boundingBox;
  return (["x", "y", "z"] as const).every(
    (axis) =>
      first.minimumWorld[axis] <= second.maximumWorld[axis] + gap &&
      second.minimumWorld[axis] <= first.maximumWorld[axis] + gap,
  );
}

function sizeOf({ mesh, driver }: MeetingBody): number {
  return contactSize(driver.spacing, mesh.thickness, 1);
}
