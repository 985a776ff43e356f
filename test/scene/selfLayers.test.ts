// Layers of a cloth that is folded: how near they lie, and that they rest.
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { contactScenes } from "../support/contactScenes.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { note } from "../support/note.js";
import { SplineReference } from "../support/splineReference.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

/** Points of the drawn surface from the nearest ones that are far from them along the sheet [m], the nearest first. */
function gapsOf(net: Float32Array, controlPoints: number): number[] {
  const reference = new SplineReference(net, controlPoints, controlPoints);
  const level = 32;
  const far = 0.3 * level;
  const points: { u: number; v: number; place: Float64Array }[] = [];
  for (let u = 0; u <= level; u++) {
    for (let v = 0; v <= level; v++) {
      const place = new Float64Array(3);
      reference.pointAt(u / level, v / level, place);
      points.push({ u, v, place });
    }
  }
  return points
    .map(({ u, v, place }) =>
      points.reduce(
        (least, other) =>
          Math.hypot(u - other.u, v - other.v) < far
            ? least
            : Math.min(least, Math.hypot(...place.map((coordinate, axis) => coordinate - other.place[axis]))),
        Infinity,
      ),
    )
    .sort((a, b) => a - b);
}

// Two thicknesses, and more where cloth is curved. With spheres as far apart as control points are, the nearest tenth is 39 and 26 mm apart.
test.each([14, 20])("layers of a folded towel of %i points lie as near as they are thick, and rest", async (points) => {
  const { seconds, create } = contactScenes.towel;
  const {
    cloths: [towel],
    each,
  } = create(stage, points, { solver: { selfCollision: true } });
  const places: Float32Array[] = [];
  for (let frame = 1; frame <= 60 * (seconds + 8); frame++) {
    stage.run(1, () => {
      each(frame / 60);
      stage.scene.transformNodes.forEach((node) => node.computeWorldMatrix(true));
    });
    if (frame > 60 * (seconds + 6)) {
      places.push(Float32Array.from(await towel.readPositions()));
    }
  }
  const [first] = places;
  const last = places[places.length - 1];
  const gaps = gapsOf(last, points);
  const sway = places.reduce(
    (most, net) => net.reduce((far, coordinate, k) => Math.max(far, Math.abs(coordinate - first[k])), most),
    0,
  );
  const [nearest, tenth] = [0, 0.1].map((part) => gaps[Math.floor(part * gaps.length)]);
  note("towel", points, "nearest, a tenth, sway [mm]", 1000 * nearest, 1000 * tenth, 1000 * sway);
  expect(towel.thickness).toBe(0.005);
  expect(tenth).toBeLessThan(3 * 0.005);
  expect(nearest).toBeGreaterThan(0.005);
  expect(sway).toBeLessThan(1e-3);
  expect(countCrossings([sheetOf(last, points, points)])).toBe(0);
});
