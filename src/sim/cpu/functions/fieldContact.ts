// Twin of fieldContact in fieldContact.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import type { Collider } from "./contact.js";
import { setContact } from "./colliderShapes.js";
import type { Vector } from "../vectors.js";

const { floor, max, min, sqrt } = Math;
const { FARTHEST } = constants;

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** Distance from a triangle mesh, by a grid of distances: `out` receives the outward unit normal and the distance, negative inside. */
export function fieldContact(out: Vector, { planes: rows, field }: Collider, point: Vector): void {
  setContact(out, 0, 1, 0, FARTHEST);
  if (!rows || !field) {
    return;
  }
  const { values } = field;
  const countX = rows[3];
  const countY = rows[7];
  const countZ = rows[11];
  const [px, py, pz] = [point[0], point[1], point[2]];
  const x = rows[0] * px + rows[1] * py + rows[2] * pz + 0.5 * (countX - 1);
  const y = rows[4] * px + rows[5] * py + rows[6] * pz + 0.5 * (countY - 1);
  const z = rows[8] * px + rows[9] * py + rows[10] * pz + 0.5 * (countZ - 1);
  const nearestX = min(max(x, 0), countX - 1);
  const nearestY = min(max(y, 0), countY - 1);
  const nearestZ = min(max(z, 0), countZ - 1);
  const cornerX = min(floor(nearestX), countX - 2);
  const cornerY = min(floor(nearestY), countY - 2);
  const cornerZ = min(floor(nearestZ), countZ - 2);
  const atX = nearestX - cornerX;
  const atY = nearestY - cornerY;
  const atZ = nearestZ - cornerZ;
  const layer = countX * countY;
  const a = cornerX + cornerY * countX + cornerZ * layer;
  const b = a + countX;
  // Differences along z, then what is between both layers.
  const a0z = values[a + layer] - values[a];
  const a1z = values[a + layer + 1] - values[a + 1];
  const b0z = values[b + layer] - values[b];
  const b1z = values[b + layer + 1] - values[b + 1];
  const a0 = values[a] + a0z * atZ;
  const a1 = values[a + 1] + a1z * atZ;
  const b0 = values[b] + b0z * atZ;
  const b1 = values[b + 1] + b1z * atZ;
  const acrossLeft = mix(a0, b0, atY);
  const acrossRight = mix(a1, b1, atY);
  let nx = acrossRight - acrossLeft;
  let ny = mix(b0 - a0, b1 - a1, atX);
  let nz = mix(mix(a0z, b0z, atY), mix(a1z, b1z, atY), atX);
  const slope = sqrt(nx * nx + ny * ny + nz * nz);
  nx = slope > 0 ? nx / slope : 0;
  ny = slope > 0 ? ny / slope : 1;
  nz = slope > 0 ? nz / slope : 0;
  let distance = mix(acrossLeft, acrossRight, atX);
  const awayX = x - nearestX;
  const awayY = y - nearestY;
  const awayZ = z - nearestZ;
  const beyond = awayX * awayX + awayY * awayY + awayZ * awayZ;
  if (beyond > 0) {
    const share = max(distance, 0);
    nx = nx * share + awayX;
    ny = ny * share + awayY;
    nz = nz * share + awayZ;
    distance = sqrt(distance * distance + beyond);
    const length = sqrt(max(nx * nx + ny * ny + nz * nz, 1e-30));
    nx /= length;
    ny /= length;
    nz /= length;
  }
  const worldX = rows[0] * nx + rows[4] * ny + rows[8] * nz;
  const worldY = rows[1] * nx + rows[5] * ny + rows[9] * nz;
  const worldZ = rows[2] * nx + rows[6] * ny + rows[10] * nz;
  const cells = sqrt(worldX * worldX + worldY * worldY + worldZ * worldZ);
  if (cells > 0) {
    setContact(out, worldX / cells, worldY / cells, worldZ / cells, distance / cells);
  }
}
