/** Concave meshes, made in code. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateLathe } from "@babylonjs/core/Meshes/Builders/latheBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Lies flat: 0.6 m across, its tube 0.16 m thick. */
export function torusMesh(scene: Scene): Mesh {
  return CreateTorus("torus", { diameter: 0.44, thickness: 0.16, tessellation: 32 }, scene);
}

/** Four steps of 0.1 m up along x, one solid from the ground up. */
export function stairsMesh(scene: Scene): Mesh {
  const shape = [new Vector3(-0.3, 0, -0.3)];
  for (let i = 0; i < 4; i++) {
    shape.push(
      new Vector3(0.15 * i - 0.3, 0.1 * (i + 1), -0.3),
      new Vector3(0.15 * (i + 1) - 0.3, 0.1 * (i + 1), -0.3),
    );
  }
  shape.push(new Vector3(0.3, 0, -0.3));
  const count = shape.length;
  const positions = [0, 0.6].flatMap((z) => shape.flatMap((point) => [point.x, point.y, point.z + z]));
  // Points of the ground below the steps, so that each column has corners of its own.
  const ground = [0, 0.6].flatMap((z) => [1, 2, 3].flatMap((i) => [0.15 * i - 0.3, 0, z - 0.3]));
  const below = (i: number, side: number): number =>
    i === 0 ? side * count : i === 4 ? side * count + count - 1 : 2 * count + 3 * side + i - 1;
  const quads: number[][] = [];
  for (let i = 0; i + 1 < count; i++) {
    quads.push([i, i + 1, count + i + 1, count + i]);
  }
  for (let i = 0; i < 4; i++) {
    const [left, right] = [2 * i + 1, 2 * i + 2];
    quads.push(
      [below(i, 0), below(i + 1, 0), right, left],
      [below(i, 1), count + left, count + right, below(i + 1, 1)],
    );
    quads.push([below(i, 0), below(i, 1), below(i + 1, 1), below(i + 1, 0)]);
  }
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return meshOf("stairs", scene, [...positions, ...ground], indices);
}

/** Open upwards, 0.6 m wide, its wall 0.06 m thick. */
export function bowlMesh(scene: Scene): Mesh {
  const arc = (radius: number): Vector3[] =>
    Array.from({ length: 13 }, (_, i) => {
      const angle = (Math.PI / 2) * (i / 12);
      return new Vector3(radius * Math.sin(angle), -radius * Math.cos(angle), 0);
    });
  const shape = [...arc(0.24), ...arc(0.3).reverse()];
  return CreateLathe("bowl", { shape, tessellation: 32, closed: true }, scene);
}

/** A body with a dent and two ears. */
export function bunnyMesh(scene: Scene): Mesh {
  const mesh = CreateSphere("bunny", { segments: 16, diameter: 0.4 }, scene);
  const positions = Array.from(mesh.getVerticesData("position") ?? []);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.slice(i, i + 3);
    const ear =
      0.6 * Math.exp(-((x / 0.2 - 0.6) ** 2 + (z / 0.2) ** 2) / 0.05) + 0.4 * Math.exp(-((x / 0.2 + 0.6) ** 2) / 0.05);
    const factor =
      1 + (y > 0 ? ear * 0.6 : 0) - 0.25 * Math.exp(-((x / 0.2) ** 2 + (z / 0.2) ** 2) / 0.1) * Number(y > 0);
    positions.splice(i, 3, x * factor, y * factor, z * factor);
  }
  mesh.setVerticesData("position", positions);
  return mesh;
}

/** Of each sphere of {@link hareMesh}: its middle, and its half axes [m]. */
const lumps: readonly (readonly [middle: number[], half: number[]])[] = [
  [
    [0, 0, 0],
    [0.22, 0.19, 0.17],
  ],
  [
    [0.15, 0.17, 0],
    [0.12, 0.11, 0.1],
  ],
  [
    [0.13, 0.31, 0.06],
    [0.035, 0.11, 0.04],
  ],
  [
    [0.13, 0.31, -0.06],
    [0.035, 0.11, 0.04],
  ],
  [
    [-0.22, 0.02, 0],
    [0.06, 0.06, 0.06],
  ],
];

/** Lumpy spheres that overlap, as a body, a head, two ears and a tail: its surface goes through itself. */
export function hareMesh(scene: Scene): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [middle, half] of lumps) {
    const ball = CreateSphere("lump", { segments: 8, diameter: 2 }, scene);
    const first = positions.length / 3;
    indices.push(...Array.from(ball.getIndices() ?? [], (index) => index + first));
    const points = ball.getVerticesData("position") ?? [];
    for (let i = 0; i < points.length; i += 3) {
      const [x, y, z] = points.slice(i, i + 3);
      const bump = 1 + 0.06 * Math.sin(5 * x + 1) * Math.sin(4 * y) * Math.cos(6 * z + 2 * y);
      positions.push(...[x, y, z].map((value, axis) => middle[axis] + half[axis] * bump * value));
    }
    ball.dispose();
  }
  return meshOf("hare", scene, positions, indices);
}

/** Spheres of {@link hareMesh}, each closed. */
export function lumpsIn(mesh: Mesh): { positions: Float32Array; indices: number[] }[] {
  const { positions, indices } = trianglesIn(mesh);
  const count = indices.length / lumps.length;
  return lumps.map((_, i) => ({ positions, indices: indices.slice(i * count, (i + 1) * count) }));
}

/** A ground with waves of 5 cm. */
export function hillsMesh(scene: Scene): Mesh {
  const mesh = CreateGround("hills", { width: 1.4, height: 1.4, subdivisions: 28, updatable: true }, scene);
  const positions = Array.from(mesh.getVerticesData("position") ?? []);
  for (let i = 0; i < positions.length; i += 3) {
    positions[i + 1] = 0.05 * Math.sin(6 * positions[i]) * Math.cos(5 * positions[i + 2]);
  }
  mesh.updateVerticesData("position", positions);
  return mesh;
}

/** A mesh of positions and indices alone. */
export function meshOf(name: string, scene: Scene, positions: number[], indices: number[]): Mesh {
  const mesh = new Mesh(name, scene);
  const data = new VertexData();
  data.positions = positions;
  data.indices = indices;
  data.applyToMesh(mesh, true);
  return mesh;
}

/** Of a mesh at the origin. */
export function trianglesIn(mesh: Mesh): { positions: Float32Array; indices: number[] } {
  return {
    positions: Float32Array.from(mesh.getVerticesData("position") ?? []),
    indices: Array.from(mesh.getIndices() ?? []),
  };
}

/** A box without its lid. */
export function openBoxMesh(scene: Scene): Mesh {
  const mesh = CreateBox("open", { size: 0.5 }, scene);
  mesh.setIndices(Array.from(mesh.getIndices() ?? []).slice(0, 24));
  return mesh;
}
