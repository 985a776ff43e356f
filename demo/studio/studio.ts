// Where the demo scenes are: a wide floor under a soft sky, a key light with shadows, and a camera's tone curve.
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import { ImageProcessingConfiguration } from "@babylonjs/core/Materials/imageProcessingConfiguration.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { CreateDisc } from "@babylonjs/core/Meshes/Builders/discBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Scene } from "@babylonjs/core/scene.js";
import type { FloorPattern } from "../textures/floors.js";
import { directionOf, skyOf, type Look } from "./looks.js";
import { createSkyTexture, radianceFrom, type Sky } from "./sky.js";

/** Light and floor of a scene. */
export interface StudioOptions {
  readonly look: Look;
  readonly floor: FloorPattern;
  /** Shadows reach a sphere: its middle and its radius [m]. The smaller, the sharper they are. */
  readonly target: Vector3;
  readonly radius: number;
}

/** The floor that scenes stand on, at y = 0, and its light. */
export interface Studio {
  readonly floor: Mesh;
  /** Lets a mesh cast shadows and receive them. It is too near for haze. */
  add(mesh: Mesh): void;
}

/** [m] */
const FLOOR_RADIUS = 60;

/** How soon the floor fades into the sky: parts a metre. */
const HAZE = 0.045;

/** Fewer are softer. */
const SHADOW_TEXELS = 2048;

/** Over the depth that shadows reach. */
const SHADOW_BIAS = 0.003;

/**
 * @param scene - Still empty.
 * @param options - Light and floor.
 * @returns The studio.
 */
export function createStudio(scene: Scene, options: StudioOptions): Studio {
  const { skyIntensity, haze = HAZE } = options.look;
  const sky = skyOf(options.look);
  // The null engine of tests has nothing to reflect the sky with.
  if (scene.getEngine().getCaps().textureHalfFloatLinearFiltering) {
    scene.environmentTexture = createSkyTexture(sky, scene);
  }
  scene.environmentIntensity = skyIntensity;
  const { imageProcessingConfiguration: image } = scene;
  image.toneMappingEnabled = true;
  image.toneMappingType = ImageProcessingConfiguration.TONEMAPPING_KHR_PBR_NEUTRAL;

  createDome(scene, sky);
  const floor = createFloor(scene, options.floor);
  scene.fogMode = Scene.FOGMODE_EXP2;
  scene.fogDensity = haze;
  // The floor ends in the colour that the sky has where the camera looks: with a low sun it is not the same all around.
  scene.onBeforeCameraRenderObservable.add((camera) => {
    const { x, z } = camera.getDirection(Vector3.Forward());
    scene.fogColor = radianceFrom(sky, new Vector3(x, 0, z).normalize()).toGammaSpace();
  });

  const shadows = createKeyLight(scene, options);
  floor.receiveShadows = true;
  return {
    floor,
    add: (mesh) => {
      shadows.addShadowCaster(mesh);
      mesh.receiveShadows = true;
      mesh.applyFog = false;
    },
  };
}

/** The sky that is seen: a sphere in the sky's colours. */
function createDome(scene: Scene, sky: Sky): void {
  const dome = CreateSphere("dome", { diameter: 3 * FLOOR_RADIUS, segments: 48, sideOrientation: 1 }, scene);
  const positions = dome.getVerticesData(VertexBuffer.PositionKind) ?? [];
  const colors: number[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const { r, g, b } = radianceFrom(sky, Vector3.FromArray(positions, i).normalize());
    colors.push(r, g, b, 1);
  }
  dome.setVerticesData(VertexBuffer.ColorKind, colors);
  const material = new PBRMaterial("dome", scene);
  material.unlit = true;
  dome.material = material;
  dome.applyFog = false;
  dome.isPickable = false;
}

function createFloor(scene: Scene, { texture, period }: FloorPattern): Mesh {
  const floor = CreateDisc("floor", { radius: FLOOR_RADIUS, tessellation: 96 }, scene);
  floor.rotation.x = Math.PI / 2;
  const material = new PBRMaterial("floor", scene);
  texture.uScale = texture.vScale = (2 * FLOOR_RADIUS) / period;
  material.albedoTexture = texture;
  material.metallic = 0;
  material.roughness = 0.7;
  floor.material = material;
  return floor;
}

function createKeyLight(scene: Scene, { look: { key }, target, radius }: StudioOptions): ShadowGenerator {
  const direction = directionOf(key);
  const light = new DirectionalLight("key", direction.negate(), scene);
  light.diffuse = Color3.FromArray(key.color);
  light.specular = Color3.FromArray(key.color);
  light.intensity = key.intensity;
  // A fixed frustum: one that follows the casters would let the edges of shadows crawl.
  light.position = target.add(direction.scale(2 * radius));
  light.shadowFrustumSize = 2 * radius;
  light.shadowMinZ = 0;
  light.shadowMaxZ = 4 * radius;

  const shadows = new ShadowGenerator(SHADOW_TEXELS, light);
  shadows.usePercentageCloserFiltering = true;
  shadows.filteringQuality = ShadowGenerator.QUALITY_HIGH;
  // Half of it leaves rings where the light grazes, on real GPUs; twice as much lifts shadows off the floor. A bias along normals would spoil cloth that is lit
  // from behind.
  shadows.bias = SHADOW_BIAS;
  return shadows;
}
