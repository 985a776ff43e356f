/** Links that seams gather. */
import { gatheredOnce, gatherLinks, type GatheredLink } from "../../src/sim/gathers.js";

const link = (particle: number, isColumn: boolean, share: number): GatheredLink => ({ particle, isColumn, share });

test("a link that several seams gather is there once, and follows the shortest of the other sides", () => {
  const first = [link(0, false, 0.8), link(1, false, 0.8)];
  const second = [link(1, false, 0.6), link(1, true, 0.7), link(0, false, 0.9)];
  expect(gatheredOnce([...first, ...second])).toEqual([link(0, false, 0.8), link(1, false, 0.6), link(1, true, 0.7)]);
});

test("in whichever order seams come, a link is as long at rest as it is pulled together, down to the shortest side", () => {
  const whole = Float32Array.of(1, 0, 1, 0, 1, 0, 1, 0);
  const lengthsFor = (length: number, ...shares: number[]): number => {
    const links = whole.slice();
    const gathers = gatheredOnce(shares.map((share) => link(0, false, share)));
    gatherLinks(links, whole, gathers, Float32Array.of(0, 0, 0, length, 0, 0), 2);
    return links[0];
  };
  expect([lengthsFor(0.5, 0.8, 0.6), lengthsFor(0.5, 0.6, 0.8)]).toEqual([Math.fround(0.6), Math.fround(0.6)]);
  expect([lengthsFor(0.7, 0.8, 0.6), lengthsFor(0.7, 0.6, 0.8)]).toEqual([Math.fround(0.7), Math.fround(0.7)]);
});
