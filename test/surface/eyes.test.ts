// Who sees a cloth: every camera and render target of its scene.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { MirrorTexture } from "@babylonjs/core/Materials/Textures/mirrorTexture.js";
import { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ReflectionProbe } from "@babylonjs/core/Probes/reflectionProbe.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import type { ClothMesh } from "../../src/index.js";
import { Eyes } from "../../src/surface/eyes.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

/** The cloth is here; the first camera of the scene looks along z from (0, 0, -3). */
const BEHIND = -50;

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

/** Looks at the place behind the first camera. */
function camera(name = "behind"): FreeCamera {
  const made = new FreeCamera(name, new Vector3(0, 0, BEHIND + 3), stage.scene);
  made.setTarget(new Vector3(0, 0, BEHIND));
  return made;
}

function awayFrom(): FreeCamera {
  return new FreeCamera("elsewhere", new Vector3(0, 0, 3), stage.scene);
}

/** A swinging cloth behind the first camera, stepped in every frame only where it is seen. */
function behind(): ClothMesh {
  const cloth = stage.add({ controlPoints: 5, solver: { hiddenInterval: 10 } }, (mesh) => {
    mesh.position.z = BEHIND;
  });
  cloth.wind.set(0, 0, 8);
  return cloth;
}

/** In how many of 20 frames it moves. */
async function movedFrames(cloth: ClothMesh): Promise<number> {
  stage.scene.render();
  let before = (await cloth.readPositions()).slice();
  let moved = 0;
  for (let frame = 0; frame < 20; frame++) {
    stage.scene.render();
    const now = (await cloth.readPositions()).slice();
    moved += Number(now.some((coordinate, i) => coordinate !== before[i]));
    before = now;
  }
  return moved;
}

describe("a cloth with a hiddenInterval of 10 moves in every frame", () => {
  const watchers: [name: string, watch: (cloth: ClothMesh) => void][] = [
    ["the first of two cameras sees it", () => (stage.scene.activeCameras = [camera(), awayFrom()])],
    ["the last of two cameras sees it", () => (stage.scene.activeCameras = [awayFrom(), camera()])],
    [
      "the last of 20 cameras sees it",
      () => (stage.scene.activeCameras = [...Array.from({ length: 19 }, awayFrom), camera()]),
    ],
    [
      "a render target sees it",
      (cloth) => {
        const target = new RenderTargetTexture("target", 32, stage.scene);
        target.activeCamera = camera();
        target.renderList = [cloth];
        stage.scene.customRenderTargets.push(target);
      },
    ],
    [
      "a render target sees it that is drawn by hand",
      () => {
        const target = new RenderTargetTexture("target", 32, stage.scene);
        target.activeCamera = camera();
      },
    ],
    [
      "a mirror shows it, of which only a material knows",
      () => {
        const mirror = new MirrorTexture("mirror", 32, stage.scene);
        new StandardMaterial("glass", stage.scene).reflectionTexture = mirror;
      },
    ],
    [
      "the scene is lit by what another camera sees",
      () => {
        const target = new RenderTargetTexture("surroundings", 32, stage.scene);
        target.activeCamera = camera();
        stage.scene.environmentTexture = target;
      },
    ],
    ["it is always drawn", (cloth) => (cloth.alwaysSelectAsActiveMesh = true)],
    ["it has instances, which may be anywhere", (cloth) => cloth.createInstance("instance")],
  ];
  test.each(watchers)("if %s", async (_name, watch) => {
    const cloth = behind();
    watch(cloth);
    expect(await movedFrames(cloth)).toBe(20);
  });
});

describe("it moves in every tenth frame", () => {
  test("if no camera sees it", async () => {
    const cloth = behind();
    stage.scene.activeCameras = [awayFrom(), awayFrom()];
    expect(await movedFrames(cloth)).toBe(2);
  });

  test("if only its shadow is seen", async () => {
    const cloth = behind();
    const light = new DirectionalLight("sun", new Vector3(0, 0, 1), stage.scene);
    light.position.z = BEHIND - 10;
    new ShadowGenerator(64, light).addShadowCaster(cloth);
    expect(await movedFrames(cloth)).toBe(2);
  });

  test("if it is not visible, though in the picture", async () => {
    const cloth = behind();
    stage.scene.activeCamera = camera();
    cloth.isVisible = false;
    expect(await movedFrames(cloth)).toBe(2);
  });
});

test("the 20th camera has the triangles of the first", () => {
  const cloth = stage.add({ tessellation: { mode: "error" } }, (mesh) => {
    mesh.position.z = BEHIND;
  });
  cloth.wind.set(0, 0, 8);
  stage.run(30);
  const trianglesFor = (cameras: FreeCamera[]): number => {
    stage.scene.activeCameras = cameras;
    stage.system.step(0);
    return cloth.statistics.triangles;
  };
  const seen = trianglesFor([camera()]);
  expect(trianglesFor([awayFrom()])).toBeLessThan(seen);
  expect(trianglesFor([...Array.from({ length: 19 }, awayFrom), camera()])).toBe(seen);
});

test("a camera that draws into a target has the triangles for the pixels of that", () => {
  const cloth = stage.add({ tessellation: { mode: "error" } });
  cloth.wind.set(0, 0, 8);
  stage.run(30);
  const triangles = (): number => {
    stage.system.step(0);
    return cloth.statistics.triangles;
  };
  const { activeCamera } = stage.scene;
  const target = new RenderTargetTexture("target", 2048, stage.scene);
  target.activeCamera = activeCamera;
  stage.scene.customRenderTargets.push(target);
  const expected = triangles();
  stage.scene.customRenderTargets.pop();
  expect(triangles()).toBeLessThan(expected);
  Object.assign(activeCamera ?? {}, { outputRenderTarget: target });
  expect(triangles()).toBe(expected);
});

test.each([
  ["vertical", FreeCamera.FOVMODE_VERTICAL_FIXED, 8],
  ["horizontal", FreeCamera.FOVMODE_HORIZONTAL_FIXED, 1 / 8],
])(
  "a camera that draws into a target sees as far to the sides as that does, with a %s field of view",
  (_name, mode, aspect) => {
    const { scene } = stage;
    const eye = new FreeCamera("wide", new Vector3(0, 0, -3), scene);
    eye.fovMode = mode;
    scene.activeCamera = eye;
    const height = aspect > 1 ? 64 : 512;
    eye.outputRenderTarget = new RenderTargetTexture("target", { width: aspect * height, height }, scene);
    const eyes = new Eyes(scene);
    let drawn = Matrix.Identity();
    scene.onAfterCameraRenderObservable.addOnce(() => (drawn = scene.getTransformMatrix().clone()));
    scene.render();
    for (const x of [0, 1.5, 4.5, 6, 15]) {
      for (const y of [0, 1.5, 4.5, 6, 15]) {
        eyes.update();
        const point = new Vector3(x, y, 0);
        const picture = Vector3.TransformCoordinates(point, drawn);
        expect(eyes.see(point, 1e-6)).toBe(Math.abs(picture.x) < 1 && Math.abs(picture.y) < 1);
      }
    }
  },
);

test("a mirror asks for as many triangles as the camera that is behind it in effect", () => {
  const cloth = stage.add({ tessellation: { mode: "error" } }, (mesh) => {
    mesh.position.z = BEHIND;
  });
  cloth.wind.set(0, 0, 8);
  stage.run(30);
  const trianglesIn = (target: RenderTargetTexture): number => {
    stage.scene.customRenderTargets = [target];
    stage.system.step(0);
    return cloth.statistics.triangles;
  };
  const seen = new RenderTargetTexture("seen", 1024, stage.scene);
  const mirrored = new FreeCamera("mirrored", new Vector3(0, 0, 5), stage.scene);
  mirrored.setTarget(new Vector3(0, 0, BEHIND));
  seen.activeCamera = mirrored;
  const mirror = new MirrorTexture("mirror", 1024, stage.scene);
  mirror.mirrorPlane.d = 1;
  for (const one of stage.scene.cameras) one.fov = 0.1;
  expect(trianglesIn(mirror)).toBeGreaterThanOrEqual(trianglesIn(seen));
});

test("what a camera sees is found again only if the camera moves", () => {
  const { scene } = stage;
  const [still, moving] = [camera("still"), camera("moving")];
  scene.activeCameras = [still, moving];
  const eyes = new Eyes(scene);
  eyes.update();
  const [first, second] = eyes.states;
  for (const move of [
    () => (moving.position.x = 1),
    () => (moving.rotation.y = 0.5),
    () => (moving.fov = 0.5),
    () => (moving.minZ = 2),
    () => (moving.mode = FreeCamera.ORTHOGRAPHIC_CAMERA),
  ]) {
    const before = eyes.states[1];
    move();
    eyes.update();
    expect(eyes.states[0]).toBe(first);
    expect(eyes.states[1]).not.toEqual(before);
  }
  expect(eyes.states[1]).not.toEqual(second);
});

test("by distance, a cloth is as fine as the nearest camera asks, not the nearest light", () => {
  const cloth = stage.add({ tessellation: { mode: "distance", near: 1, far: 50 } }, (mesh) => {
    mesh.position.z = 30;
  });
  const triangles = (): number => {
    stage.system.step(0);
    return cloth.statistics.triangles;
  };
  const seen = triangles();
  const sun = new DirectionalLight("sun", new Vector3(0, -1, 1), stage.scene);
  sun.position.set(0, 0.5, 29.5);
  new ShadowGenerator(32, sun);
  expect(triangles()).toBe(seen);
  stage.scene.activeCameras = [camera(), new FreeCamera("near", new Vector3(0, 0, 28), stage.scene)];
  expect(triangles()).toBeGreaterThan(seen);
});

test("a probe looks from its own place", () => {
  const cloth = stage.add({ tessellation: { mode: "error" } }, (mesh) => {
    mesh.position.z = BEHIND;
  });
  cloth.wind.set(0, 0, 8);
  stage.run(30);
  const probe = new ReflectionProbe("probe", 512, stage.scene);
  // A NullEngine does not say so.
  Object.assign(probe.cubeTexture, { isCube: true });
  stage.scene.customRenderTargets.push(probe.cubeTexture);
  const trianglesFrom = (z: number): number => {
    probe.position.z = z;
    stage.system.step(0);
    return cloth.statistics.triangles;
  };
  const far = trianglesFrom(0);
  expect(trianglesFrom(BEHIND + 1)).toBeGreaterThan(far);
});

test.each([
  ["in the middle", 0],
  ["beside it, as in a headset", 0.4],
])("no length in the picture covers more pixels than an eye says; its axis is %s", (_name, shift) => {
  const { scene } = stage;
  const eye = camera();
  scene.activeCamera = eye;
  const projection = Matrix.PerspectiveFovLH(1.2, 2, 0.1, 100);
  projection.setRowFromFloats(2, shift, -shift, projection.m[10], projection.m[11]);
  eye.freezeProjectionMatrix(projection);
  const eyes = new Eyes(scene);
  eyes.update();
  const toPicture = eye.getViewMatrix().multiply(projection);
  const [width, height] = [scene.getEngine().getRenderWidth(), scene.getEngine().getRenderHeight()];
  const pixelAt = (point: Vector3): number[] => {
    const { x, y } = Vector3.TransformCoordinates(point, toPicture);
    return [(x * width) / 2, (y * height) / 2];
  };
  const toWorld = toPicture.clone().invert();
  for (const [x, y] of [
    [0, 0],
    [-0.99, -0.99],
    [0.99, -0.99],
    [-0.99, 0.99],
    [0.99, 0.99],
  ]) {
    const point = Vector3.TransformCoordinates(new Vector3(x, y, 0.97), toWorld);
    const here = pixelAt(point);
    // Half a circle of directions in each plane that contains the view's axis.
    let most = 0;
    for (let k = 0; k < 400; k++) {
      const [turn, rise] = [(Math.PI * (k % 20)) / 20, (Math.PI * Math.floor(k / 20)) / 20];
      const way = new Vector3(Math.cos(turn) * Math.cos(rise), Math.sin(turn) * Math.cos(rise), Math.sin(rise));
      const there = pixelAt(point.add(way.scale(1e-4)));
      most = Math.max(most, Math.hypot(there[0] - here[0], there[1] - here[1]) / 1e-4);
    }
    const said = eyes.pixelsPerMeter(point, 1e-6);
    expect(said).toBeGreaterThan(0.98 * most);
  }
});
