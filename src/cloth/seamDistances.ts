// How far particles are from seams: contact of cloths that are sewn together begins beside them.
import { mat3 } from "gl-matrix";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import { transformed } from "../sim/points.js";
import type { Cloth, Seam } from "./cloth.js";
import type { ClothNet } from "./clothNets.js";
import { borderOf, pathOn } from "./stitches.js";

interface Distances {
  /** Those that were closed, wholly or in part. */
  readonly seams: readonly Seam[];
  readonly ofParticles: Float32Array;
}

const known = new WeakMap<ClothNet, Distances>();
const knownOwn = new WeakMap<ClothNet, Distances>();

/**
 * @param cloth - One that may be sewn.
 * @returns For each particle of its current net how far it is at rest from the nearest seam that is not open, at the scale of the mesh when the
 * seam closed [m]; Infinity without seams. A seam that is closed in part counts whole. The same array as long as nothing changes.
 */
export function seamDistancesOf(cloth: Cloth): Float32Array {
  return distancesIn(known, cloth, closedSeams(cloth));
}

/**
 * @param cloth - One that may be sewn.
 * @returns The same for seams that join the cloth to itself; null without any.
 */
export function ownSeamDistancesOf(cloth: Cloth): Float32Array | null {
  const seams = closedSeams(cloth).filter(({ from, to }) => from.cloth === to.cloth);
  return seams.length > 0 ? distancesIn(knownOwn, cloth, seams) : null;
}

function closedSeams({ sewing }: Cloth): readonly Seam[] {
  return sewing.seams.filter(({ closed }) => closed > 0);
}

function distancesIn(cache: WeakMap<ClothNet, Distances>, cloth: Cloth, seams: readonly Seam[]): Float32Array {
  const net = cloth.nets.current;
  const before = cache.get(net);
  if (before?.seams.length === seams.length && seams.every((seam, i) => seam === before.seams[i])) {
    return before.ofParticles;
  }
  const ofParticles = distancesFrom(cloth, seams);
  cache.set(net, { seams, ofParticles });
  return ofParticles;
}

function distancesFrom(cloth: Cloth, seams: readonly Seam[]): Float32Array {
  const { restGrid } = cloth.nets.current;
  const linear = mat3.fromMat4(mat3.create(), worldMatrixOf(cloth).m);
  const rest = transformed(restGrid.restPositions, linear);
  const sewn = new Set(
    seams
      .flatMap(({ from, to }) => [from, to])
      .filter((side) => side.cloth === cloth)
      .flatMap(({ path }) => borderOf(restGrid, pathOn(restGrid, cloth.definition, path))),
  );
  return new Float32Array(restGrid.particleCount).map((_, i) => {
    let nearest = Infinity;
    for (const j of sewn) {
      nearest = Math.min(
        nearest,
        Math.hypot(rest[3 * i] - rest[3 * j], rest[3 * i + 1] - rest[3 * j + 1], rest[3 * i + 2] - rest[3 * j + 2]),
      );
    }
    return nearest;
  });
}
