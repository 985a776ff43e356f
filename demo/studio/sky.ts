// Light from all around, made in code: a vertical gradient with soft glows, as a texture for reflections.
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CubeMapToSphericalPolynomialTools } from "@babylonjs/core/Misc/HighDynamicRange/cubemapToSphericalPolynomial.js";
import { ToHalfFloat } from "@babylonjs/core/Misc/textureTools.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** A soft light in the sky: a window, a softbox, the haze about the sun. */
interface Glow {
  /** Unit vector towards it. */
  readonly direction: Vector3;
  /** Radiance in its middle. */
  readonly color: Color3;
  /** The larger, the smaller the glow: it falls as exp(sharpness (cos(angle) - 1)). */
  readonly sharpness: number;
}

/** Radiance from all around. */
export interface Sky {
  readonly zenith: Color3;
  readonly horizon: Color3;
  readonly ground: Color3;
  readonly glows: readonly Glow[];
}

/** Texels along the edge of a face. The sky is smooth. */
const FACE_SIZE = 64;

/** Directions to the texel (s, t), both in [-1, 1] with t downward, in the order of WebGPU's layers: +X -X +Y -Y +Z -Z. */
const faceDirections: ((s: number, t: number) => Vector3)[] = [
  (s, t) => new Vector3(1, -t, -s),
  (s, t) => new Vector3(-1, -t, s),
  (s, t) => new Vector3(s, 1, t),
  (s, t) => new Vector3(s, -1, -t),
  (s, t) => new Vector3(s, -t, 1),
  (s, t) => new Vector3(-s, -t, -1),
];

/**
 * @param sky - What shines.
 * @param direction - Unit vector.
 * @returns Radiance from there.
 */
export function radianceFrom(sky: Sky, direction: Vector3): Color3 {
  const { y } = direction;
  const color = Color3.Lerp(sky.horizon, y > 0 ? sky.zenith : sky.ground, Math.sqrt(Math.abs(y)));
  for (const glow of sky.glows) {
    const strength = Math.exp(glow.sharpness * (Vector3.Dot(direction, glow.direction) - 1));
    color.addInPlace(glow.color.scale(strength));
  }
  return color;
}

/**
 * Makes the environment of physically based materials. The sky is so smooth that its ordinary mipmaps serve as the
 * reflections of rough surfaces.
 *
 * @param sky - What shines.
 * @param scene - Gets the texture.
 */
export function createSkyTexture(sky: Sky, scene: Scene): RawCubeTexture {
  const [right, left, up, down, front, back] = faceDirections.map((directionTo) => paintFace(sky, directionTo));
  const faces = [right, left, up, down, front, back] as Float32Array[];
  const texture = new RawCubeTexture(
    scene,
    faces.map((face) => Uint16Array.from(face, ToHalfFloat)),
    FACE_SIZE,
    Constants.TEXTUREFORMAT_RGBA,
    Constants.TEXTURETYPE_HALF_FLOAT,
    true,
    false,
    Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
  );
  texture.name = "sky";
  texture.gammaSpace = false;
  texture.sphericalPolynomial = CubeMapToSphericalPolynomialTools.ConvertCubeMapToSphericalPolynomial({
    size: FACE_SIZE,
    right: right,
    left: left,
    up: up,
    down: down,
    front: front,
    back: back,
    format: Constants.TEXTUREFORMAT_RGBA,
    type: Constants.TEXTURETYPE_FLOAT,
    gammaSpace: false,
  });
  return texture;
}

/** Shape [FACE_SIZE, FACE_SIZE, 4]. */
function paintFace(sky: Sky, directionTo: (s: number, t: number) => Vector3): Float32Array {
  const texels = new Float32Array(4 * FACE_SIZE * FACE_SIZE);
  const center = (i: number): number => (2 * i + 1) / FACE_SIZE - 1;
  for (let row = 0; row < FACE_SIZE; row++) {
    for (let column = 0; column < FACE_SIZE; column++) {
      const { r, g, b } = radianceFrom(sky, directionTo(center(column), center(row)).normalize());
      texels.set([r, g, b, 1], 4 * (row * FACE_SIZE + column));
    }
  }
  return texels;
}
