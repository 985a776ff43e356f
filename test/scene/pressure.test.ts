/** Pressure inside of cloth: closed forms of a tube and of a dome, the law of what is inside, momenta, files. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClothMesh, ClothPressure, ClothSeam, type ClothEdge, type IClothOptions } from "../../src/index.js";
import { volumeGradient, volumeOf, type NetPositions } from "../../src/sim/volume.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { momentaOf } from "../support/momenta.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

const edges: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];
const RADIUS = 0.3;

/** A tube of 1 m along y whose both ends are held. */
function addTube(options: IClothOptions = {}): ClothMesh {
  return made.add({
    controlPoints: { u: 34, v: 12 },
    closed: "u",
    restShape: (u, v, point) => {
      point.set(RADIUS * Math.cos(2 * Math.PI * u), v - 0.5, RADIUS * Math.sin(2 * Math.PI * u));
    },
    pins: (_, v) => v === 0 || v === 1,
    solver: { gravity: Vector3.Zero(), damping: 3 },
    ...options,
  });
}

function radiusOf(tube: ClothMesh): number {
  const { position } = tube.surfaceAt(0.3, 0.5);
  return Math.hypot(position.x, position.z);
}

test("a soft tube widens as hoop stress says, and further pressure needs more air", () => {
  // Strain p r / stiffness, far from the ends.
  const stretch = 1e-3;
  const tube = addTube({ fabric: { drag: 0, lift: 0, stretch, shear: 1 } });
  const air = new ClothPressure("air", { cloths: [tube], pressure: 200 });
  expect(air.inside).toBe("back");
  const widened = (pressure: number): number => RADIUS / (1 - stretch * pressure * RADIUS);
  made.run(150);
  note("tube: radius, by hoop stress", radiusOf(tube), widened(200));
  expect(radiusOf(tube) / RADIUS - 1).toBeCloseTo(widened(200) / RADIUS - 1, 2);
  air.amount = 20;
  made.run(150);
  note("tube: pressure, volume", air.currentPressure, air.volume, radiusOf(tube), widened(20 / air.volume));
  expect(air.currentPressure * air.volume).toBeCloseTo(20, 9);
  expect(radiusOf(tube)).toBeCloseTo(widened(20 / air.volume), 3);
  air.dispose();
  made.run(60);
  expect(radiusOf(tube)).toBeLessThan(0.31);
});

test("a sheet that is held at its border takes the room that was measured, and files and clones know its air", async () => {
  const made2 = createClothScene();
  const options: IClothOptions = { controlPoints: 12, pins: () => false, fabric: { drag: 0, lift: 0 } };
  const sheet = made.add({ ...options, pins: (u, v) => u === 0 || u === 1 || v === 0 || v === 1 });
  new ClothPressure("air", { cloths: [sheet], pressure: 30, amount: 2, inside: "front" });
  made.run(30, () => undefined, 50);
  // Front faces look to -z.
  expect(sheet.surfaceAt(0.5, 0.5).position.z).toBeGreaterThan(0.03);
  const clone = sheet.clone("clone").pressure;
  expect([clone?.pressure, clone?.amount, clone?.inside]).toEqual([30, 2, "front"]);
  const read = ClothMesh.Parse(JSON.parse(JSON.stringify(sheet.serialize({}, true))) as object, made2.scene, "");
  expect([read.pressure?.pressure, read.pressure?.amount, read.pressure?.inside]).toEqual([30, 2, "front"]);
  for (let frame = 0; frame < 50; frame++) {
    made.system.step(1 / 60);
    made2.system.step(1 / 60);
  }
  expect(await read.readPositions()).toEqual(await sheet.readPositions());
  made2.dispose();
});

test("a cushion of two panels: seams stay closed, the pressure falls as it fills, momenta stay", () => {
  const solver = { damping: 1, gravity: Vector3.Zero(), substeps: 16 };
  const cushion: IClothOptions = { controlPoints: 24, pins: "none", fabric: { drag: 0, lift: 0 }, solver };
  const [front, back] = [0, 0.02].map((z) => made.add(cushion, (cloth) => (cloth.position.z = z)));
  edges.forEach((edge) => new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge } }));
  const air = new ClothPressure("air", { cloths: [front, back], pressure: 20, amount: 1 });
  expect(air.inside).toBe("back");
  expect(air.volume).toBeCloseTo(0.02 / 3, 9);
  made.run(90);
  const gap = Math.max(
    ...[0, 0.13, 0.5, 0.77, 1].map((u) =>
      Vector3.Distance(front.surfaceAt(u, 1).position, back.surfaceAt(u, 1).position),
    ),
  );
  const center = [front, back].reduce((sum, cloth) => sum.add(cloth.surfaceAt(0.5, 0.5).position), Vector3.Zero());
  note(
    "cushion: gap, volume, pressure, centre, strain",
    gap,
    air.volume,
    air.currentPressure,
    center.asArray(),
    front.statistics.maxStrain,
  );
  expect(gap).toBeLessThan(1e-6);
  expect(air.volume).toBeGreaterThan(0.1);
  expect(air.currentPressure * air.volume).toBeCloseTo(1, 9);
  // It grows to both sides, and goes nowhere.
  expect(Math.abs(center.z - 0.02)).toBeLessThan(2e-3);
});

test("a cushion whose panels ask for unlike substeps gets no momentum from its air, and takes those of its own again when it is undone", () => {
  const [front, back] = [4, 16].map((substeps, i) => {
    const solver = { damping: 0, gravity: Vector3.Zero(), substeps };
    const cushion: IClothOptions = { controlPoints: 10, pins: "none", fabric: { drag: 0, lift: 0 }, solver };
    return made.add(cushion, (cloth) => (cloth.position.z = 0.04 * i));
  });
  const seams = edges.map((edge) => new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge } }));
  const air = new ClothPressure("air", { cloths: [front, back], pressure: 20 });
  made.run(30);
  const { momenta, amount } = momentaOf([front, back]);
  note("cushion of unlike substeps: momenta, amount", momenta, amount);
  expect(Math.max(...momenta.map(Math.abs))).toBeLessThan(1e-3 * amount);
  // 0.5 J of the air are 0.6 kg m/s at most.
  expect(amount).toBeLessThan(0.6);
  air.dispose();
  seams.forEach((seam) => {
    seam.dispose();
  });
  made.run(1);
  expect([front, back].map(({ statistics }) => statistics.substeps)).toEqual([4, 16]);
});

test("a cushion that is blown up is not stretched beside its seams", () => {
  const cushion: IClothOptions = { controlPoints: 18, pins: "none", solver: { damping: 0.5, gravity: Vector3.Zero() } };
  const [front, back] = [0, 0.02].map((z) => made.add(cushion, (cloth) => (cloth.position.z = z)));
  edges.forEach((edge) => new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge } }));
  const air = new ClothPressure("air", { cloths: [front, back], pressure: 5 });
  made.run(120);
  note("firm cushion: volume, strain", air.volume, front.statistics.maxStrain);
  // Two squares of 1 m hold 1 / pi - 0.142 (1 - 0.1) = 0.1905 m3 (Robin, Paper bag problem, Mathematics Today 40, 2004).
  expect(Math.abs(air.volume / 0.1905 - 1)).toBeLessThan(0.05);
  expect(front.statistics.maxStrain).toBeLessThan(0.005);
});

test("cloth that sleeps wakes when its pressure changes, and when it ends", () => {
  const tube = addTube({
    controlPoints: { u: 18, v: 8 },
    solver: { gravity: Vector3.Zero(), damping: 8, sleepSpeed: 0.02 },
  });
  const air = new ClothPressure("air", { cloths: [tube], pressure: 20 });
  const radii = [
    (): void => undefined,
    () => (air.pressure = 50),
    () => (air.amount = 1),
    () => {
      air.dispose();
    },
  ].map((change) => {
    change();
    made.run(150);
    const radius = radiusOf(tube);
    made.run(5);
    // It sleeps.
    expect(radiusOf(tube)).toBe(radius);
    return radius;
  });
  note("tube: radii asleep", ...radii);
  expect(radii[1]).toBeGreaterThan(radii[0] + 1e-4);
  expect(radii[2]).toBeLessThan(radii[1] - 1e-4);
  expect(radii[3]).toBeLessThan(radii[2] - 1e-5);
});

test("the gradient is that of the volume", () => {
  const random = randomNumbers(5);
  for (const closed of ["none", "u", "both"] as const) {
    const [closedU, closedV] = [closed !== "none", closed === "both"];
    const counts = { countU: 7, countV: 6, particleCount: 42, closedU, closedV };
    const positions = Float64Array.from({ length: 126 }, random);
    const follow = (): void => {
      // At a seam, particles are halfway between their neighbours across it.
      const between = (to: number, a: number, b: number): void => {
        for (let axis = 0; axis < 3; axis++) {
          positions[3 * to + axis] = (positions[3 * a + axis] + positions[3 * b + axis]) / 2;
        }
      };
      for (let row = 0; closedU && row < 6; row++) {
        [0, 6].forEach((column) => {
          between(7 * row + column, 7 * row + 1, 7 * row + 5);
        });
      }
      for (let column = 0; closedV && column < 7; column++) {
        [0, 5].forEach((row) => {
          between(7 * row + column, 7 + column, 28 + column);
        });
      }
    };
    follow();
    const net: NetPositions = { counts, positions, living: null };
    const gradient = volumeGradient(net);
    for (let row = 1; row < 5; row++) {
      for (let column = 1; column < 6; column++) {
        // At open borders it is that of the quads alone.
        const isInside = (closedU || (column > 0 && column < 6)) && (closedV || (row > 0 && row < 5));
        for (let axis = 0; isInside && axis < 3; axis++) {
          const at = 3 * (7 * row + column) + axis;
          const here = positions[at];
          const volumes = [1e-4, -1e-4].map((way) => {
            positions[at] = here + way;
            follow();
            return volumeOf(net, [0.1, 0.2, 0.3]);
          });
          positions[at] = here;
          follow();
          expect(gradient[at]).toBeCloseTo((volumes[0] - volumes[1]) / 2e-4, 9);
        }
      }
    }
  }
});

test("bad pressure is refused, and nothing is inside", () => {
  const [one, two] = [made.add({ controlPoints: 8 }), made.add({ controlPoints: 8 })];
  const blow = (options: unknown) => () => new ClothPressure("p", options as never);
  for (const [act, message] of [
    [blow({ cloths: [] }), "must be a list of one cloth or more"],
    [blow({ cloths: [null] }), 'pressure "p": cloths[0] is null, must be a cloth'],
    [blow({ cloths: [one, one] }), "names it twice"],
    [blow({ cloths: [one, two] }), 'Cloth "cloth": pressure "p": no seam joins it to cloth "cloth", one must'],
    [blow({ cloths: [one], pressure: -1 }), 'pressure "p": pressure is -1, must be'],
    [blow({ cloths: [one], pressure: NaN }), 'pressure "p": pressure is NaN, must be'],
    [blow({ cloths: [one], amount: 0 }), 'pressure "p": amount is 0, must be'],
    [blow({ cloths: [one], pressure: null }), 'pressure "p": pressure is null, must be'],
    [blow({ cloths: [one], amount: null }), 'pressure "p": amount is null, must be'],
    [blow({ cloths: [one], inside: "left" }), 'pressure "p": inside is "left", must be "front", "back"'],
    [blow({ cloths: [one], colour: 1 }), "colour"],
  ] as const) {
    expect(act).toThrow(message);
  }
  // The front of one goes on as the back of the other, and at the other seam as its front.
  new ClothSeam("a", { from: { cloth: one, edge: "leftEdge" }, to: { cloth: two, edge: "leftEdge" } });
  new ClothSeam("b", {
    from: { cloth: one, edge: "rightEdge", start: 1, end: 0 },
    to: { cloth: two, edge: "rightEdge" },
  });
  expect(blow({ cloths: [one, two] })).toThrow('seam "b" joins fronts to backs');
  expect([one.pressure, two.pressure]).toEqual([null, null]);
  const sleeve = made.add({ controlPoints: 8 });
  new ClothPressure("inner", { cloths: [sleeve], pressure: 0 });
  const strip = { from: { cloth: sleeve, edge: "leftEdge" }, to: { cloth: sleeve, edge: "rightEdge" } } as const;
  expect(() => new ClothSeam("twisted", { ...strip, to: { ...strip.to, start: 1, end: 0 } })).toThrow(
    'Cloth "cloth": seam "twisted" joins fronts to backs, so pressure "inner" would have no inside.',
  );
  new ClothSeam("straight", strip);
  expect(sleeve.clone().pressure?.name).toBe("inner");
  const air = new ClothPressure("p", { cloths: [made.add({ controlPoints: 8 })], pressure: 0 });
  expect(blow({ cloths: air.cloths })).toThrow('has pressure "p", must have no other one');
  expect(() => {
    air.pressure = -2;
  }).toThrow('pressure "p": pressure is -2');
  made.run(2);
});

test.each<[string, (cloth: ClothMesh) => void]>([
  ["by its own scaling", (cloth) => (cloth.scaling.x = -1)],
  [
    "by the root of a glTF file",
    (cloth) => {
      const root = new TransformNode("root", made.scene);
      root.scaling.z = -1;
      root.rotation.y = Math.PI;
      cloth.parent = root;
    },
  ],
])("air is at the faces that it was given, also of cloth that is mirrored %s", (_, mirror) => {
  const pins = (u: number, v: number): boolean => u === 0 || u === 1 || v === 0 || v === 1;
  for (const inside of ["front", "back", undefined] as const) {
    const tent = made.add({ controlPoints: 8, pins, solver: { gravity: Vector3.Zero() } });
    const air = new ClothPressure("air", { cloths: [tent], pressure: 30, ...(inside && { inside }) });
    mirror(tent);
    made.run(30);
    const { position, normal } = tent.surfaceAt(0.5, 0.5);
    const blownAlong = Vector3.Dot(position, normal);
    expect([air.inside, Math.abs(blownAlong) > 0.03, air.volume > 0]).toEqual([inside ?? "back", true, true]);
    expect(blownAlong > 0).toBe(inside !== "front");
  }
  const tube = addTube({ controlPoints: { u: 18, v: 8 } });
  const air = new ClothPressure("air", { cloths: [tube], pressure: 100 });
  mirror(tube);
  made.run(60);
  expect([air.inside, radiusOf(tube) > RADIUS]).toEqual(["back", true]);
});

test.each([0.001, 1, 1000])("the roomier side of a dome is found where its mesh is scaled by %d", (scale) => {
  const dome = made.add(
    { controlPoints: 8, restShape: (u, v, point) => void point.set(u - 0.5, v - 0.5, 2 * u * (1 - u) * v * (1 - v)) },
    ({ scaling }) => scaling.setAll(scale),
  );
  expect(new ClothPressure("air", { cloths: [dome] }).inside).toBe("front");
});
