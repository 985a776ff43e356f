import type { Cloth } from "../../src/cloth/cloth.js";
import type { Contact } from "../../src/cloth/contact.js";
import { ClothCollider } from "../../src/index.js";
import { ClothContacts } from "../../src/motion/clothContacts.js";
import { CpuContactSums } from "../../src/sim/cpu/cpuContactSums.js";
import { constants } from "../../src/shaders/shaders.gen.js";

const { CONTACT_SUMS, CONTACT_UNIT, CONTACT_WEIGHT } = constants;

test("a contact sums up nothing of the time before somebody listened again", () => {
  const told: Contact[] = [];
  const events = { hearsContacts: true, notifyContact: (contact: Contact) => told.push(contact) };
  const collider = new ClothCollider({ shape: "sphere" });
  const cloth = { events, seenColliders: { active: [collider] } } as unknown as Cloth;
  const contacts = new ClothContacts(cloth, { origin: new Float64Array(3), mass: 1 });
  // Sums come back later on the GPU: these steps are not marked yet.
  contacts.follow(1);
  contacts.follow(1);
  events.hearsContacts = false;
  contacts.follow(1);
  events.hearsContacts = true;
  contacts.follow(0.5);
  contacts.mark(0);
  const sums = new Float64Array(CONTACT_SUMS);
  sums[CONTACT_WEIGHT] = 1;
  contacts.know(0, sums, new Float64Array(CONTACT_SUMS));
  expect(told.map(({ type, seconds }) => [type, seconds])).toEqual([["started", 0.5]]);
});

test("long and violent contact is told as it is: sums of more than 32 bits wrap nowhere", () => {
  const told: Contact[] = [];
  const events = { hearsContacts: true, notifyContact: (contact: Contact) => told.push(contact) };
  const collider = new ClothCollider({ shape: "sphere" });
  const cloth = { events, seenColliders: { active: [collider] } } as unknown as Cloth;
  const mass = 0.2;
  const contacts = new ClothContacts(cloth, { origin: Float64Array.of(1, 0, 0), mass });
  const sums = new CpuContactSums();
  sums.reserve(1);
  const [blown, at] = [Float64Array.of(0, -20 * mass, 0), Float64Array.of(0, 30, -2)];
  // Each as if all of the cloth had lost 20 m/s, far from the origin of its frame.
  for (let blow = 1; blow <= 3; blow++) {
    for (let k = 0; k < 10; k++) sums.note(0, blown, at, [0, 1, 0], CONTACT_UNIT / mass);
    contacts.follow(0.5);
    contacts.mark(blow);
    contacts.know(blow, sums.sums, sums.told);
    const [{ impulse, point, normal, seconds }] = told.splice(0);
    expect(impulse.y).toBeCloseTo(-200 * mass, 6);
    expect(point.subtractFromFloats(1, 30, -2).length()).toBeLessThan(1e-6);
    expect([normal.x, normal.y, normal.z, seconds]).toEqual([0, 1, 0, 0.5]);
  }
});
