/** What a cloth at full resolution is told of contact while kernels are compiled. */
import { structs } from "../../../src/shaders/shaders.gen.js";
import { FullResolutionInput } from "../../../src/sim/gpu/fullResolutionInput.js";

const { selfCollision, meets, countU } = structs.Cloth.fields;

test.each([
  [true, true],
  [true, false],
  [false, true],
])("a cloth is told of the contact that it has: with itself %s, with others %s", (keepsApart, meetsOthers) => {
  const input = new FullResolutionInput();
  input.write({ selfCollision: 1, meets: 1, countU: 20 });
  const words = new Uint32Array(input.bytesFor({ selfCollision: keepsApart, meets: meetsOthers }));
  const told = [selfCollision, meets, countU].map(({ offset }) => words[offset / 4]);
  expect(told).toEqual([Number(keepsApart), Number(meetsOthers), 20]);
  // What it asks for stays.
  expect([input.keepsApart, input.meets]).toEqual([true, true]);
});
