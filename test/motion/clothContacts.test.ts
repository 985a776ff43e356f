import type { Cloth } from "../../src/cloth/cloth.js";
import type { Contact } from "../../src/cloth/contact.js";
import { ClothCollider } from "../../src/index.js";
import { ClothContacts } from "../../src/motion/clothContacts.js";
import { constants } from "../../src/shaders/shaders.gen.js";

const { CONTACT_SUMS, CONTACT_WEIGHT } = constants;

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
  const sums = new Int32Array(CONTACT_SUMS);
  sums[CONTACT_WEIGHT] = 1;
  contacts.know(0, sums, new Int32Array(CONTACT_SUMS));
  expect(told.map(({ type, seconds }) => [type, seconds])).toEqual([["started", 0.5]]);
});
