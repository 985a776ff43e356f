/** Open meshes for geometry images: each is a function of two parameters on a grid, or written out. */
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { Point } from "./meshTriangles.js";

export function meshOf(name: string, positions: readonly number[], indices: readonly number[], scene: Scene): Mesh {
  const mesh = new Mesh(name, scene);
  const data = new VertexData();
  data.positions = [...positions];
  data.indices = [...indices];
  data.applyToMesh(mesh, true);
  return mesh;
}

/** Rows of quads that are cut along changing diagonals; wound as CreatePlane is, with u as its x and v as its y. */
export function patch(
  columns: number,
  rows: number,
  place: (u: number, v: number) => Point,
): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      positions.push(...place(i / columns, j / rows));
      if (i === columns || j === rows) continue;
      const [a, b, c, d] = [0, 1, columns + 2, columns + 1].map((k) => j * (columns + 1) + i + k);
      indices.push(...((i * 7 + j * 3) % 2 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  }
  return { positions, indices };
}

/** A disc of rings about its centre. */
function rings(
  count: number,
  around: number,
  place: (radius: number, angle: number) => Point,
): { positions: number[]; indices: number[] } {
  const positions: number[] = [...place(0, 0)];
  const indices: number[] = [];
  for (let ring = 1; ring <= count; ring++) {
    for (let k = 0; k < around; k++) {
      positions.push(...place(ring / count, (2 * Math.PI * k) / around));
      const next = (k + 1) % around;
      const [outer, inner] = [1 + (ring - 1) * around, 1 + (ring - 2) * around];
      if (ring === 1) indices.push(0, outer + k, outer + next);
      else indices.push(inner + k, outer + k, outer + next, inner + k, outer + next, inner + next);
    }
  }
  return { positions, indices };
}

/** A bell: a sphere of radius 1 that is open below, by an angle from its top; wound outwards. */
export function cap(name: string, angle: number, scene: Scene): Mesh {
  const { positions, indices } = rings(10, 40, (radius, turn) => {
    const down = radius * angle;
    return [Math.sin(down) * Math.cos(turn), Math.cos(down), -Math.sin(down) * Math.sin(turn)];
  });
  return meshOf(name, positions, indices, scene);
}

/** A bent tube that gets narrower: wound outwards, with u around it and v along it. */
export function sleeve(scene: Scene): Mesh {
  const { positions, indices } = patch(18, 14, (u, v) => {
    const [angle, radius] = [2 * Math.PI * u, 0.3 - 0.12 * v];
    return [radius * Math.cos(angle) + 0.4 * v * v, 1.5 * v, radius * Math.sin(angle)];
  });
  return meshOf("sleeve", positions, indices, scene);
}
