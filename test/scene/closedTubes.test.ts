/** Closed cloth that nothing holds or moves from outside: its seam takes nothing from its momenta, and adds no energy. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { momentaOf } from "../support/momenta.js";
import { note } from "../support/note.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

const RADIUS = 0.05;
const HEIGHT = 0.3;

/** Free in space without air, along y if it is a tube. */
function add(closed: "u" | "v" | "both", options: IClothOptions = {}): ClothMesh {
  return made.add({
    closed,
    controlPoints: closed === "u" ? { u: 8, v: 6 } : { u: 6, v: 8 },
    pins: "none",
    restShape: (u, v, point) => {
      const [turn, along] = closed === "v" ? [v, u] : [u, v];
      const angle = 2 * Math.PI * turn;
      const other = 2 * Math.PI * along;
      if (closed === "both") {
        const far = 2 * RADIUS + RADIUS * Math.cos(other);
        point.set(far * Math.cos(angle), RADIUS * Math.sin(other), far * Math.sin(angle));
      } else {
        point.set(RADIUS * Math.cos(angle), (along - 0.5) * HEIGHT, RADIUS * Math.sin(angle));
      }
    },
    ...options,
    solver: { airDensity: 0, damping: 0, gravity: Vector3.Zero(), ...options.solver },
  });
}

/** Its centre of mass [m]. */
async function centreOf(cloth: ClothMesh): Promise<Vector3> {
  const positions = await cloth.readPositions();
  const { areas } = cloth.restGrid;
  const sum = Vector3.Zero();
  areas.forEach((area, i) => sum.addInPlace(Vector3.FromArray(positions, 3 * i).scale(area)));
  return sum.scale(1 / areas.reduce((all, area) => all + area, 0));
}

test.each([
  ["u", "leather"],
  ["v", "leather"],
  ["both", "leather"],
  ["u", "plate"],
  ["v", "plate"],
] as const)("closed along %s, free %s stays where it is", async (closed, name) => {
  const cloth = add(closed, { fabric: name === "plate" ? { bend: 0.1 } : Fabrics.leather });
  const before = await centreOf(cloth);
  made.run(60);
  const way = Vector3.Distance(await centreOf(cloth), before);
  note("closed along, fabric, way of the centre in 1 s [m]", closed, name, way);
  expect(way).toBeLessThan(1e-4);
});

test("an impulse on the seam of a tube moves all of it", () => {
  const tube = add("u");
  made.run(1);
  const impulse = new Vector3(0.001, 0.0005, -0.002);
  tube.applyImpulse(new Vector3(RADIUS, 0, 0), impulse, 0.04);
  made.run(2);
  const { momenta } = momentaOf([tube]);
  const error = Vector3.Distance(Vector3.FromArray(momenta), impulse) / impulse.length();
  note("impulse on a seam: part that is lost", error);
  expect(error).toBeLessThan(1e-3);
});

test("a light tube that hangs by one end of its seam gains no energy", async () => {
  const tube = add("u", {
    controlPoints: { u: 5, v: 3 },
    fabric: Fabrics.denim,
    density: 0.012,
    pins: [{ u: 0, v: 1 }],
    solver: { gravity: new Vector3(0, -9.81, 0) },
  });
  let before = await centreOf(tube);
  const start = 9.81 * before.y;
  let most = -Infinity;
  for (let frame = 0; frame < 120; frame++) {
    made.run(1);
    const centre = await centreOf(tube);
    const speed = 60 * Vector3.Distance(centre, before);
    most = Math.max(most, speed ** 2 / 2 + (9.81 * (centre.y + before.y)) / 2);
    before = centre;
  }
  note("a tube that swings: energy at most, per mass [J/kg]", most - start);
  expect(most - start).toBeLessThan(0.01);
});
