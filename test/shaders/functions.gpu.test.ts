// Each WGSL function alone, against what its formula says by hand.
import { constants, includes } from "../../src/shaders/shaders.gen.js";
import { slidesOver } from "../../src/sim/slides.js";
import { addZoneWinds } from "../../src/sim/cpu/functions/windZone.js";
import { createVector } from "../../src/sim/cpu/vectors.js";
import { basisDerivative, basisFunction, openUniformKnots } from "../support/coxDeBoor.js";
import { evaluate } from "../support/evaluate.js";
import { useDevice } from "../support/useGpu.js";

const gpu = useDevice();

function expectRows(results: number[][], expected: number[][], digits = 6): void {
  expect(results).toHaveLength(expected.length);
  results.forEach((row, i) => row.forEach((value, k) => expect(value).toBeCloseTo(expected[i][k], digits)));
}

test("verletPosition keeps the damped motion and adds acceleration times time squared", async () => {
  const call =
    "vec4f(verletPosition(vec3f(1, 2, 3), vec3f(arg(row, 0), 0, 0), arg(row, 1), vec3f(0, -10, 0), arg(row, 2)), 0)";
  expectRows(
    await evaluate(gpu().device, includes.verlet, call, [
      [0, 1, 0],
      [0.5, 1, 0.1],
      [0.5, 0.8, 0.1],
    ]),
    [
      [1, 2, 3, 0],
      [1.5, 1.9, 3, 0],
      [1.4, 1.9, 3, 0],
    ],
  );
});

test("distanceImpulse shares the error by inverse mass, and compliance leaves a part of it", async () => {
  // Two units apart, at rest one: the impulse along +x that is too little is negative.
  const call = "vec4f(distanceImpulse(vec3f(2, 0, 0), arg(row, 0), 1.0, vec4f(arg(row, 1), 1, 1, 1), 9.0), 0)";
  expectRows(
    await evaluate(gpu().device, includes.distance, call, [
      [2, 0],
      [1, 0],
      [2, 2],
      [0, 0],
      [0, 1],
    ]),
    [
      [-0.5, 0, 0, 0],
      [-1, 0, 0, 0],
      [-0.25, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  );
});

test("skewAlpha gives both pairs of colors, which find C and C + w L, the mean strength that alpha asks for", async () => {
  const rows = [
    [4, 1],
    [1, 1],
    [1e-3, 1],
    [0, 1],
  ];
  const found = await evaluate(
    gpu().device,
    includes.link,
    "vec4f(skewAlpha(arg(row, 0), arg(row, 1)), 0, 0, 0)",
    rows,
  );
  for (const [i, [alpha, w]] of rows.entries()) {
    const divisor = w + found[i][0];
    if (i < 2) expect((1 + w / (2 * divisor)) / divisor).toBeCloseTo(1 / alpha, 5);
    // No cell is moved past the end of its skew.
    else expect(divisor).toBe(w);
  }
});

test("distanceImpulse pushes apart what is too near and leaves alone what has no direction", async () => {
  const call = "vec4f(distanceImpulse(vec3f(0, arg(row, 0), 0), 1.0, 1.0, vec4f(0, 1, 1, 1), 9.0), 0)";
  expectRows(await evaluate(gpu().device, includes.distance, call, [[0.25], [0], [1]]), [
    [0, 0.75, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test("distanceImpulse counts a part of the error between its limits, all of it beyond, and keeps the strain limit", async () => {
  const call = `vec4f(distanceImpulse(vec3f(arg(row, 0), 0, 0), 1.0, 1.0, vec4f(arg(row, 3), 0.6, 1.2, arg(row, 1)), arg(row, 2)), 0)`;
  expectRows(
    await evaluate(gpu().device, includes.distance, call, [
      [0.8, 0.5, 9, 0],
      [0.8, 0, 9, 0],
      [0.5, 0, 9, 0],
      [1.5, 0, 9, 0],
      [1.5, 0.5, 9, 0],
      [1.5, 1, 0.1, 1e9],
    ]),
    [
      [0.1, 0, 0, 0],
      [0, 0, 0, 0],
      [0.1, 0, 0, 0],
      [-0.3, 0, 0, 0],
      [-0.4, 0, 0, 0],
      [-0.4, 0, 0, 0],
    ],
    5,
  );
});

test("gripPace doubles and wins a step where nothing pulls, stays at the bound, and falls to 0.4 beyond it", async () => {
  const call =
    "vec4f(gripPace(arg(row, 0), arg(row, 1), 0.05, arg(row, 2), arg(row, 3) > 0.0), gripRetreat(arg(row, 1), 0.05, 0.2, 1.0 / 60.0), 0, 0)";
  expectRows(
    await evaluate(gpu().device, includes.grip, call, [
      [0.5, 0, 0, 0],
      [2, 0, 0, 0],
      [2, 0.025, 8, 0],
      [2, 0.05, 8, 0],
      [2, 0.0525, 8, 0],
      [2, 0.2, 8, 1],
      [100, 0.2, 8, 0],
      [1, 0.01, 8, 1],
    ]),
    [
      [1.5, 0, 0, 0],
      [3, 0, 0, 0],
      [3.25, 0, 0, 0],
      [2, 0, 0, 0],
      [1.4, 0.005, 0, 0],
      [0.8, 0.05, 0, 0],
      [3.2, 0.05, 0, 0],
      [8, 0, 0, 0],
    ],
    5,
  );
});

test("slid goes to the point of the cell that is nearest, within its borders, ahead of both where cloth is folded", async () => {
  // Borders 2 to the left, 2 to the right, none below, 1 above. The arguments: how far both hang down, and the way to the collider.
  const call = `vec4f(slid(
    Cell(vec3f(-2, -arg(row, 0), 0), vec3f(2, -arg(row, 0), 0), vec3f(0), vec3f(0, 0, 1)),
    vec3f(arg(row, 1), arg(row, 2), arg(row, 3))), 0)`;
  expectRows(
    await evaluate(gpu().device, includes.cell, call, [
      [0, 0.5, -1, 0.25],
      [0, 9, -1, 9],
      [0, -0.5, -1, -0.25],
      [0, -9, -1, 0],
      [2, 0.5, -1, 0],
      [2, 0, 1, 0],
    ]),
    [
      [0.5, 0, 0.25, 0],
      [2, 0, 1, 0],
      [-0.5, 0, 0, 0],
      [-2, 0, 0, 0],
      [0.75, -0.75, 0, 0],
      [0, 0, 0, 0],
    ],
  );
});

test("cellBorder is halfway to the neighbour, from the surface", async () => {
  const call = "vec4f(cellBorder(vec3f(1, 0, 0), vec3f(3, 0, 1), vec3f(0, arg(row, 0), 0), arg(row, 1) > 0.0), 0)";
  expectRows(
    await evaluate(gpu().device, includes.cell, call, [
      [0, 1],
      [0.25, 1],
      [0.25, 0],
    ]),
    [
      [1, 0, 0.5, 0],
      [1, -0.25, 0.5, 0],
      [0, 0, 0, 0],
    ],
  );
});

test("slidesOver is the rule of the host for all shapes", async () => {
  const kinds = Object.entries(constants).filter(([name]) =>
    /^(SPHERE|PLANE|ELLIPSOID|BOX|CAPSULE|CONVEX|FIELD|DEPTH|INNER_CAPSULE)$/.test(name),
  );
  const sizes = [
    [0.02, 0.3, 0.4],
    [0.4, 0.02, 0.4],
    [0.4, 0.3, 0.02],
    [0.4, 0.3, 0.4],
  ];
  const rows = kinds.flatMap(([, kind]) => sizes.map((size) => [kind as number, ...size]));
  const call = "vec4f(f32(slidesOver(u32(arg(row, 0)), vec3f(arg(row, 1), arg(row, 2), arg(row, 3)), 0.03)), 0, 0, 0)";
  expectRows(
    await evaluate(gpu().device, includes.cell, call, rows),
    rows.map(([kind, ...size]) => [Number(slidesOver({ kind, size }, 0.03)), 0, 0, 0]),
  );
  expect(kinds).toHaveLength(9);
  expect(rows.filter(([kind, ...size]) => slidesOver({ kind, size }, 0.03))).toHaveLength(8 + 1 + 2 + 3);
});

test("tetheredPosition acts beyond its reach only", async () => {
  const call = "vec4f(tetheredPosition(vec3f(arg(row, 0), 0, 1), vec3f(0, 0, 1), 2.0), 0)";
  expectRows(await evaluate(gpu().device, includes.tether, call, [[0], [1.5], [2], [5], [-3]]), [
    [0, 0, 1, 0],
    [1.5, 0, 1, 0],
    [2, 0, 1, 0],
    [2, 0, 1, 0],
    [-2, 0, 1, 0],
  ]);
});

test("airVelocity drags along the relative wind, lifts across it, does nothing along the face, and never overshoots", async () => {
  const call = `vec4f(airVelocity(vec3f(arg(row, 0), 0, arg(row, 1)), vec3f(0, 0, arg(row, 2)), vec3f(0, 0, 1),
    arg(row, 3), arg(row, 4), 0.01), 0)`;
  // At 45 degrees c = 10, s = 10 sqrt 2: drag c v, lift c s n - v c c / s = (-1, 0, 1) 100 / sqrt 2.
  const leaned = (0.01 * 10 * 10) / (1 + 0.01 * 10);
  const lifted = (0.01 * 100 * Math.SQRT1_2) / (1 + 0.01 * 10 * Math.SQRT2);
  expectRows(
    await evaluate(gpu().device, includes.air, call, [
      [0, 0, 0, 3, 3],
      [10, 0, 0, 3, 3],
      [0, 10, 0, 3, 3],
      [0, 10, 0, 1e9, 0],
      [0, 0, 10, 1e9, 0],
      [0, 4, 4, 3, 3],
      [10, 10, 0, 1, 0],
      [10, 10, 0, 0, 1],
    ]),
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, (10 * 0.3) / 1.3, 0],
      [0, 0, 10, 0],
      [0, 0, -10, 0],
      [0, 0, 0, 0],
      [leaned, 0, leaned, 0],
      [-lifted, 0, lifted, 0],
    ],
    4,
  );
});

test("zoneWind and its twin fade out to the edge of a cone, and one that is too narrow for float32 blows nowhere", async () => {
  const rows = [
    [0, Math.SQRT1_2],
    [0.5, Math.SQRT1_2],
    [2, Math.SQRT1_2],
    [0, 1],
    [0.5, 1],
  ];
  const found = await evaluate(
    gpu().device,
    includes.windZone,
    "vec4f(zoneWind(vec3f(arg(row, 0), 0, 1), vec4f(0, 0, 1, arg(row, 1)), 4, 10, 1), 0)",
    rows,
  );
  const expected = rows.map(([x, edge]) => {
    const distance = Math.hypot(x, 1);
    const inside = edge < 1 ? Math.min(Math.max((1 / distance - edge) / (0.25 * (1 - edge)), 0), 1) : 0;
    const speed = (10 * (1 - distance / 4) * inside) / distance;
    return [speed * x, 0, speed, 0];
  });
  expectRows(found, expected, 4);
  const onCpu = rows.map(([x, edge]) => {
    const wind = createVector();
    addZoneWinds(wind, Float32Array.of(0, 0, 0, 4, 0, 0, 1, edge, 10, 1, 0, 0), Float64Array.of(x, 0, 1));
    return [...wind, 0];
  });
  expectRows(onCpu, expected, 4);
});

test("shapes give distance and normal: outside, inside, at edges and in the middle", async () => {
  const text = includes.colliderShapes;
  const at = (shape: string): string => shape.replace("P", "vec3f(arg(row, 0), arg(row, 1), arg(row, 2))");
  const half = Math.SQRT1_2;
  expectRows(
    await evaluate(gpu().device, text, at("sphereContact(P, 2.0)"), [
      [0, 3, 0],
      [0, 0, -1],
      [0, 0, 0],
    ]),
    [
      [0, 1, 0, 1],
      [0, 0, -1, -1],
      [0, 1, 0, -2],
    ],
  );
  expectRows(
    await evaluate(gpu().device, text, at("boxContact(P, vec3f(1, 2, 3))"), [
      [3, 0, 0],
      [0, -1.5, 0],
      [2, 3, 0],
      [0.9, 0, 2.5],
    ]),
    [
      [1, 0, 0, 2],
      [0, -1, 0, -0.5],
      [half, half, 0, Math.SQRT2],
      [1, 0, 0, -0.1],
    ],
    5,
  );
  // Radius 2 at y = -4, 1 at y = 4: the cone's slope is 1/8.
  const along = Math.sqrt(1 - 1 / 64);
  expectRows(
    await evaluate(gpu().device, text, at("capsuleContact(P, vec3f(2, 4, 1))"), [
      [0, -7, 0],
      [0, 6, 0],
      [3, 0, 0],
    ]),
    [
      [0, -1, 0, 1],
      [0, 1, 0, 1],
      [along, 1 / 8, 0, 3 * along + 4 / 8 - 2],
    ],
    5,
  );
  expectRows(
    await evaluate(gpu().device, text, at("ellipsoidContact(P, vec3f(1, 2, 3))"), [
      [0, 2.001, 0],
      [0, 0, -2.999],
    ]),
    [
      [0, 1, 0, 0.001],
      [0, 0, -1, -0.001],
    ],
    5,
  );
});

test("a contact takes the motion across it and friction's part of that along it, and its push is no motion", async () => {
  // From (0, previous) to (slip, -0.1) with the surface 0.1 above the end: stopped = previous + 0.1.
  const functions =
    includes.contact +
    `fn touch(slip: f32, friction: f32, carried: f32, previous: f32) -> vec4f {
      let contact = Contact(vec3f(0, 1, 0), -0.1, vec3f(carried, 0, 0), friction);
      let touched = contactResponse(contact, vec3f(slip, -0.1, 0), vec3f(0, previous, 0), 0.0, 1.0);
      return vec4f(touched.position.xy, touched.previous.xy);
    }`;
  expectRows(
    await evaluate(gpu().device, functions, "touch(arg(row, 0), arg(row, 1), arg(row, 2), arg(row, 3))", [
      [0.04, 0.5, 0, 0],
      [0.2, 0.5, 0, 0],
      [0.2, 0, 0, 0],
      [0, 0.5, 0.03, 0],
      [0, 0.5, 0.3, 0],
      [0.2, 0.5, 0, 0.1],
      [0.2, 0.5, 0, -0.2],
    ]),
    [
      [0, 0, 0, 0],
      [0.15, 0, 0, 0],
      [0.2, 0, 0, 0],
      [0.03, 0, 0, 0],
      [0.05, 0, 0, 0],
      [0.1, 0, 0, 0],
      // It was on its way out: no friction, and it stays.
      [0.2, 0, 0, 0],
    ],
  );
});

test("cloth between two surfaces is halfway, moves as both on the average, and is held by what is squeezed", async () => {
  // Below: at the height -1, with motion `carried`. Above: at the height `ceiling`, at rest. The particle at 0 has come from (-slip, 0).
  const functions =
    includes.contact +
    `fn touch(ceiling: f32, slip: f32, carried: f32, friction: f32) -> vec4f {
      let below = Contact(vec3f(0, 1, 0), 1.0, vec3f(carried, 0.2, 0), friction);
      let above = Contact(vec3f(0, -1, 0), ceiling, vec3f(0), friction);
      if (!isOpposed(below, above, 1.5)) { return vec4f(-1); }
      let touched = sharedResponse(below, above, vec3f(0), vec3f(-slip, 0, 0), 1.5, 1.0);
      let other = sharedResponse(above, below, vec3f(0), vec3f(-slip, 0, 0), 1.5, 1.0);
      if (any(abs(touched.position - other.position) > vec3f(1e-6))) { return vec4f(-2); }
      return vec4f(touched.position.xy, touched.previous.xy);
    }`;
  expectRows(
    await evaluate(gpu().device, functions, "touch(arg(row, 0), arg(row, 1), arg(row, 2), arg(row, 3))", [
      [2.1, 0, 0, 0],
      [1, 0, 0, 0.5],
      [0.4, 0, 0, 0.5],
      [0.4, 0.3, 0, 0.5],
      [0.4, 0, 0.3, 0.5],
      [1, 0.8, 0, 0.5],
      [-1.6, 0, 0, 0.5],
    ]),
    [
      [-1, -1, -1, -1],
      [0, 0, 0, -0.1],
      [0, -0.3, 0, -0.4],
      [-0.3, -0.3, -0.3, -0.4],
      [0.15, -0.3, 0, -0.4],
      [-0.5, 0, -0.8, -0.1],
      [0, -1.3, 0, -1.4],
    ],
  );
});

test.each([3, 4, 5, 16, 32])("quadraticBasis of %i control points is that of the textbook", async (count) => {
  const knots = openUniformKnots(count);
  const spans = count - 2;
  const rows = Array.from({ length: spans }, (_, span) => [0, 0.25, 0.5, 0.7, 1].map((t) => [span, t, spans])).flat();
  const call = (field: string): string =>
    `vec4f(quadraticBasis(u32(arg(row, 0)), arg(row, 1), u32(arg(row, 2))).${field}, 0.0)`;
  const weights = await evaluate(gpu().device, includes.quadraticSpline, call("weight"), rows);
  const slopes = await evaluate(gpu().device, includes.quadraticSpline, call("slope"), rows);
  const bows = await evaluate(gpu().device, includes.quadraticSpline, call("bow"), rows);
  rows.forEach(([span, t], row) => {
    // Inside the span, where the textbook's derivative is one-sided nowhere; slope and bow are by t, not by u.
    const slopeAt = (t: number, k: number): number => basisDerivative(span + k, 2, (span + t) / spans, knots) / spans;
    for (let k = 0; k < 3; k++) {
      expect(weights[row][k]).toBeCloseTo(basisFunction(span + k, 2, (span + t) / spans, knots), 5);
      if (t > 0 && t < 1) expect(slopes[row][k]).toBeCloseTo(slopeAt(t, k), 5);
      expect(bows[row][k]).toBeCloseTo((slopeAt(0.75, k) - slopeAt(0.25, k)) * 2, 4);
    }
  });
});

test("strain99 finds the rung that one link in a hundred is beyond, and goes straight from it to the next", async () => {
  // Links beyond 4, 2, 1 and 1/2 of the goal, and beyond 1/4 of it; of 1000 links 10 may be.
  const call =
    "vec4f(strain99(vec4f(arg(row, 0), arg(row, 1), arg(row, 2), arg(row, 3)), vec4f(arg(row, 4)), 1000.0, 0.01), 0, 0, 0)";
  expectRows(
    await evaluate(gpu().device, includes.strain99, call, [
      [0, 0, 0, 0, 0],
      [11, 20, 20, 20, 20],
      [10, 20, 20, 20, 20],
      [0, 0, 10, 50, 60],
      [0, 0, 20, 50, 60],
      [0, 0, 0, 0, 20],
    ]),
    [0.01 / 32, 0.04, 0.04, 0.01, 0.015, 0.00375].map((strain) => [strain, 0, 0, 0]),
  );
  const beyond = "beyondRungs(arg(row, 0), rungsOf(0.01))";
  expectRows(await evaluate(gpu().device, includes.strain99, beyond, [[0.05], [0.015], [-0.05]]), [
    [1, 1, 1, 1],
    [0, 0, 1, 1],
    [0, 0, 0, 0],
  ]);
});
