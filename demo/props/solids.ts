// Three concave solids: a flight of stairs, a ring that stands in a plinth, a bowl.
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateLathe } from "@babylonjs/core/Meshes/Builders/latheBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

/** They rise towards +z, from z = 0 on. Edges of the treads are cut off by `nosing` [m]. */
export const STAIRS = { steps: 4, rise: 0.17, run: 0.29, width: 1.15, nosing: 0.012 };
/** It stands in a plinth, its axis along z. [m] */
export const RING = { diameter: 0.66, thickness: 0.17, plinth: 0.09 };
/** [m] */
export const BOWL = { radius: 0.4, height: 0.3, wall: 0.045 };

/**
 * @param studio - Where they stand.
 * @param scene - Gets the mesh.
 * @returns Stairs of one solid, at the origin.
 */
export function createStairs(studio: Studio, scene: Scene): Mesh {
  const { steps, rise, run, width, nosing } = STAIRS;
  // The upper edge of their side: a riser, the cut edge, a tread.
  const line: [z: number, y: number][] = [[0, 0]];
  for (let i = 0; i < steps; i++) {
    const [z, y] = [i * run, (i + 1) * rise];
    line.push([z, y - nosing], [z + nosing, y], [z + run, y]);
  }
  const end = steps * run;
  line.push([end, 0]);
  const triangles: number[] = [];
  const add = (...corners: [number, number, number][]): void => {
    for (let i = 2; i < corners.length; i++) triangles.push(...corners[0], ...corners[i - 1], ...corners[i]);
  };
  const [left, right] = [-width / 2, width / 2];
  for (let i = 1; i < line.length; i++) {
    const [[z0, y0], [z1, y1]] = [line[i - 1], line[i]];
    add([left, y0, z0], [right, y0, z0], [right, y1, z1], [left, y1, z1]);
    if (z1 === z0) continue;
    add([left, 0, z0], [left, y0, z0], [left, y1, z1], [left, 0, z1]);
    add([right, 0, z1], [right, y1, z1], [right, y0, z0], [right, 0, z0]);
  }
  add([left, 0, 0], [left, 0, end], [right, 0, end], [right, 0, 0]);
  const mesh = meshOf("stairs", triangles, scene);
  mesh.material = createMaterial("marble", scene);
  studio.add(mesh);
  return mesh;
}

function meshOf(name: string, positions: number[], scene: Scene): Mesh {
  const data = new VertexData();
  data.positions = positions;
  data.indices = Array.from({ length: positions.length / 3 }, (_, i) => i);
  data.normals = [];
  VertexData.ComputeNormals(positions, data.indices, data.normals);
  const mesh = new Mesh(name, scene);
  data.applyToMesh(mesh);
  return mesh;
}

/** @returns How high the middle of the ring is [m]. */
export function ringHeight(): number {
  // A little of it is sunk into the plinth.
  return RING.plinth + (RING.diameter + RING.thickness) / 2 - 0.03;
}

/**
 * @param studio - Where they stand.
 * @param scene - Gets the meshes.
 * @returns The ring, and the plinth that it stands in, its child.
 */
export function createRing(studio: Studio, scene: Scene): { ring: Mesh; plinth: Mesh } {
  const { diameter, thickness, plinth: height } = RING;
  const ring = CreateTorus("ring", { diameter, thickness, tessellation: 64 }, scene);
  ring.rotation.x = Math.PI / 2;
  ring.bakeCurrentTransformIntoVertices();
  ring.position.y = ringHeight();
  ring.material = createMaterial("gilt", scene);
  const plinth = CreateBox("plinth", { width: 0.5, height, depth: 0.3 }, scene);
  plinth.parent = ring;
  plinth.position.y = height / 2 - ringHeight();
  plinth.material = createMaterial("walnut", scene);
  [ring, plinth].forEach((mesh) => studio.add(mesh));
  return { ring, plinth };
}

/**
 * @param studio - Where it stands.
 * @param scene - Gets the mesh.
 * @returns An open bowl, at the origin.
 */
export function createBowl(studio: Studio, scene: Scene): Mesh {
  const { radius, height, wall } = BOWL;
  const foot = 0.35 * radius;
  const arc = (outer: number, bottom: number, from: number): Vector3[] =>
    Array.from({ length: 17 }, (_, i) => {
      const angle = from + ((Math.PI / 2 - from) * i) / 16;
      return new Vector3(outer * Math.sin(angle), height - (height - bottom) * Math.cos(angle), 0);
    });
  const lip = Array.from({ length: 7 }, (_, i) => {
    const angle = (Math.PI * (i + 1)) / 8;
    return new Vector3(radius - (wall / 2) * (1 - Math.cos(angle)), height + (wall / 2) * Math.sin(angle), 0);
  });
  const outside = arc(radius, 0.012, Math.asin(foot / radius));
  const inside = arc(radius - wall, wall, 0).reverse();
  const shape = [new Vector3(0, 0, 0), new Vector3(foot, 0, 0), ...outside, ...lip, ...inside];
  const bowl = CreateLathe("bowl", { shape, tessellation: 64, closed: true }, scene);
  bowl.material = createMaterial("celadon", scene);
  studio.add(bowl);
  return bowl;
}
