// A football: twelve black pentagons and twenty white hexagons.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const BLACK = [0.05, 0.05, 0.06] as const;
const WHITE = [0.92, 0.91, 0.88] as const;
const SEAM = [0.3, 0.3, 0.3] as const;
/** A pentagon is smaller than a hexagon: how much nearer its middle must be [rad]. */
const PENTAGON_HANDICAP = 0.055;
/** Half of it [rad]. */
const SEAM_WIDTH = 0.014;

/** Corners of an icosahedron: the middles of the pentagons. Opposite ones sum to zero. */
const corners = [-1, 1].flatMap((a) =>
  [-GOLDEN, GOLDEN].flatMap((b) => [new Vector3(0, a, b), new Vector3(a, b, 0), new Vector3(b, 0, a)]),
);
/** Middles of its faces: those of the hexagons. */
const faces = corners.flatMap((a, i) =>
  corners.slice(i + 1).flatMap((b, j) =>
    corners
      .slice(i + j + 2)
      .filter((c) => [Vector3.Distance(a, b), Vector3.Distance(b, c), Vector3.Distance(c, a)].every((d) => d < 2.1))
      .map((c) => a.add(b).add(c)),
  ),
);
const patches = [
  ...corners.map((middle) => ({ middle: middle.normalizeToNew(), isPentagon: true })),
  ...faces.map((middle) => ({ middle: middle.normalizeToNew(), isPentagon: false })),
];

/**
 * @param scene - Gets the texture.
 * @returns Colours for a sphere with the texture coordinates of CreateSphere.
 */
export function createFootballTexture(scene: Scene): RawTexture {
  return paintTexture(
    "football",
    { width: 512, height: 256 },
    (u, v) => {
      const [turn, tilt] = [2 * Math.PI * u, Math.PI * v];
      const place = new Vector3(Math.sin(tilt) * Math.cos(turn), Math.cos(tilt), Math.sin(tilt) * Math.sin(turn));
      const distances = patches
        .map(({ middle, isPentagon }) => ({
          isPentagon,
          distance: Math.acos(Math.min(Vector3.Dot(place, middle), 1)) + (isPentagon ? PENTAGON_HANDICAP : 0),
        }))
        .sort((a, b) => a.distance - b.distance);
      const [nearest, next] = distances;
      const leather = nearest.isPentagon ? BLACK : WHITE;
      return mix(SEAM, leather, smoothStep(SEAM_WIDTH, SEAM_WIDTH, next.distance - nearest.distance));
    },
    scene,
  );
}
