/** Tables of control grids that are joined: which lines answer seams, and how they are divided among workgroups. */
import { layoutOf, stepTablesOf, type JoinedGrids } from "../../../src/sim/gpu/joinedGrids.js";
import { SeamTables } from "../../../src/sim/gpu/seamTables.js";
import type { SolverCloth } from "../../../src/sim/gpu/solverCloth.js";
import type { RestGrid } from "../../../src/sim/restGrid.js";

const COLUMNS = 3;
const WORKGROUP_SIZE = 256;

/** Two ribbons, the top edge of one sewn to the bottom edge of the other: columns end there. */
function joinRibbons(rows: number): { group: JoinedGrids; seams: SeamTables } {
  const net = { countU: COLUMNS, countV: rows, particleCount: COLUMNS * rows };
  const stitches = Array.from({ length: COLUMNS }, (_, column) => ({
    cloths: [0, 1],
    particles: [(rows - 1) * COLUMNS + column, column],
    weights: [1, -1],
    speed: 1,
  }));
  const seams = new SeamTables(stitches, [net, net], WORKGROUP_SIZE);
  seams.weigh([() => 1, () => 1], "equal");
  const group: JoinedGrids = {
    cloths: [0, net.particleCount].map((firstParticle) => ({ firstParticle, firstLink: 0 }) as SolverCloth),
    nets: [net as RestGrid, net as RestGrid],
    steps: [null, null],
    frames: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    seams,
    airs: [],
    rounds: 4,
    roundTime: 1 / 480,
  };
  return { group, seams };
}

test("lines take as many passes as they need, each with one invocation per node", () => {
  const { group } = joinRibbons(100);
  const layout = layoutOf([group]);
  const { lines } = stepTablesOf([group], layout, WORKGROUP_SIZE);
  expect(lines.map(({ firstLane, count, endOfPass }) => [firstLane, count, endOfPass])).toEqual([
    [0, 2, 1],
    [0, 1, 3],
    [100, 1, 3],
    [0, 2, 4],
  ]);
  expect(layout.counts.nodeCount).toBe(2 * 300);
});

test("a line that is longer than a workgroup does not answer, and its seam closes by its ends alone", () => {
  const { group, seams } = joinRibbons(WORKGROUP_SIZE + 1);
  const layout = layoutOf([group]);
  expect(seams.ends).toEqual(Array.from({ length: 2 * COLUMNS }, () => null));
  expect(stepTablesOf([group], layout, WORKGROUP_SIZE).lines).toEqual([]);
  expect(layout.counts.nodeCount).toBe(0);
  expect(joinRibbons(WORKGROUP_SIZE).seams.ends.every((end) => end?.isColumn)).toBe(true);
});
