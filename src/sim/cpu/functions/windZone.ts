// Twin of zoneWind in windZone.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp, createVector, dot, length, load, scale, scaleAndAdd, subtract, type Vector } from "../vectors.js";

const { max } = Math;
const { ZONE_EDGE, ZONE_VECTORS } = constants;
/** Of a fan: position and range; axis and cosine of half the angle; speed and falloff. */
const FLOATS = 4 * ZONE_VECTORS;

const center = createVector();
const axis = createVector();
const outward = createVector();

/**
 * Adds the wind of fans at a point.
 *
 * @param wind - Receives it [m/s].
 * @param zones - Fans, shape [fans, ZONE_VECTORS, 4].
 * @param point - Where [m].
 */
export function addZoneWinds(wind: Vector, zones: Float32Array, point: Vector): void {
  for (let at = 0; at < zones.length; at += FLOATS) {
    const [range, edge, speed, falloff] = [zones[at + 3], zones[at + 7], zones[at + 8], zones[at + 9]];
    subtract(outward, point, load(center, zones, at));
    const distance = length(outward);
    const near = 1 - distance / range;
    if (near > 0) {
      scale(outward, outward, 1 / max(distance, 1e-6));
      const inside = clamp((dot(outward, load(axis, zones, at + 4)) - edge) / max(ZONE_EDGE * (1 - edge), 1e-6), 0, 1);
      scaleAndAdd(wind, wind, outward, speed * inside * near ** falloff);
    }
  }
}
