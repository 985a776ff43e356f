// Cloth in .babylon files: Babylon's own loader, with an eye on what it parses.
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import {
  SceneLoader,
  RegisterSceneLoaderPlugin,
  type ISceneLoaderPlugin,
} from "@babylonjs/core/Loading/sceneLoader.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import { readCloth, type ReadCloth } from "../files/clothFile.js";
import { ClothMesh, ClothSystem } from "./clothMesh.js";
import { fillMesh, watchParse, type ParseMesh } from "../babylon/meshParsing.js";
import { linkCloths } from "../files/clothParse.js";
import { bonesOf, findAmong, findIn, type FindNode } from "../files/nodeReference.js";

const EXTENSION = ".babylon";
const CLASS_NAME = "ClothMesh";

/** Is told of a file that cannot be loaded. */
type OnError = (message: string, exception?: unknown) => void;

/** Plugins that know cloth. */
const registered = new WeakSet();

/**
 * Lets `SceneLoader` and its functions (`AppendSceneAsync`, `ImportMeshAsync`, `LoadAssetContainerAsync`, ...) load cloth from
 * `.babylon` files, as `SceneSerializer` writes them. Call it once, after Babylon's loader for them is there; without it, a cloth
 * is loaded as a mesh without vertices.
 *
 * A file with a cloth that is corrupt, or of a newer format, is refused before anything of it is made. The page imports the modules of all
 * classes of the file: without one, Babylon may load nothing, and say nothing.
 *
 * @throws Error if Babylon's loader is missing.
 * @example
 * ```ts
 * import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js";
 * import "@babylonjs/core/Materials/colorCurves.js";
 * import "@babylonjs/core/Materials/imageProcessingConfiguration.js";
 * import "@babylonjs/core/Materials/standardMaterial.js";
 *
 * RegisterClothLoader();
 * await AppendSceneAsync("scene.babylon", scene);
 * ```
 */
export function RegisterClothLoader(): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- no function of the module hands a plugin out
  const plugin = SceneLoader.GetPluginForExtension(EXTENSION) as ISceneLoaderPlugin | undefined;
  if (!plugin) {
    throw new Error(
      "RegisterClothLoader: there is no loader of .babylon files yet, must be called after " +
        'import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js".',
    );
  }
  if (registered.has(plugin)) {
    return;
  }
  const withCloth: ISceneLoaderPlugin = {
    ...plugin,
    importMesh: (names, scene, data, rootUrl, meshes, particleSystems, skeletons, onError) =>
      isReadable(data, onError) &&
      load(scene, () => plugin.importMesh(names, scene, data, rootUrl, meshes, particleSystems, skeletons, onError)),
    load: (scene, data, rootUrl, onError) =>
      isReadable(data, onError) && load(scene, () => plugin.load(scene, data, rootUrl, onError)),
    loadAssetContainer: (scene, data, rootUrl, onError) => {
      // What is refused is thrown: the message alone would not tell Babylon that there is no container.
      checkCloths(data);
      return load(scene, () => plugin.loadAssetContainer(scene, data, rootUrl, onError), restartInScene);
    },
  };
  registered.add(withCloth);
  RegisterSceneLoaderPlugin(withCloth);
}

/** Whether nothing is wrong with the cloths of a file; else it is told, or thrown if there is nobody to tell. */
function isReadable(data: unknown, onError: OnError | undefined): boolean {
  try {
    checkCloths(data);
    return true;
  } catch (error) {
    if (!onError) {
      throw error;
    }
    onError((error as Error).message, error);
    return false;
  }
}

/**
 * @param scene - To load into.
 * @param loadPlainly - Babylon's own.
 * @param whenLinked - Called for each cloth.
 * @returns What Babylon returns.
 */
function load<T>(
  scene: Scene,
  loadPlainly: () => T,
  whenLinked: (cloth: ClothMesh, read: ReadCloth) => void = () => undefined,
): T {
  const cloths = new Map<ClothMesh, ReadCloth>();
  const nodes = new Map<unknown, TransformNode>();
  const stopMeshes = watchParse(Mesh, (parse) => (parsed, ...where) => {
    const node = typeOf(parsed) === CLASS_NAME ? makeCloth(cloths, parse, parsed, ...where) : parse(parsed, ...where);
    nodes.set((parsed as { uniqueId?: unknown }).uniqueId, node);
    return node;
  });
  const stopNodes = watchParse(TransformNode, (parse) => (parsed, ...where) => {
    const node = parse(parsed, ...where);
    nodes.set((parsed as { uniqueId?: unknown }).uniqueId, node);
    return node;
  });
  const before = new Set(scene.skeletons);
  // A container takes those of the file out of the scene again.
  const contained: Skeleton[] = [];
  const observer = scene.onSkeletonRemovedObservable.add((skeleton) => {
    contained.push(skeleton);
  });
  try {
    const loaded = loadPlainly();
    const findElsewhere = findIn(scene);
    const bones = bonesOf([...contained, ...scene.skeletons].filter((skeleton) => !before.has(skeleton)));
    const find: FindNode = (reference) => {
      const node = nodes.get(reference.uniqueId);
      const bone = reference.skeleton === undefined ? null : findAmong(bones, reference);
      return node?.id === reference.id && !node.isDisposed() ? node : (bone ?? findElsewhere(reference));
    };
    if (cloths.size > 0) {
      linkCloths([...cloths], find, ClothSystem.For(scene));
      cloths.forEach((read, cloth) => {
        whenLinked(cloth, read);
      });
    }
    return loaded;
  } finally {
    stopMeshes();
    stopNodes();
    observer.remove();
  }
}

/** Throws what is wrong with any cloth of a file. What is no file at all is left to Babylon. */
function checkCloths(data: unknown): void {
  if (typeof data === "string" && !data.includes(`"${CLASS_NAME}"`)) {
    return;
  }
  const { meshes } = (typeof data === "string" ? parsedOrNothing(data) : data) as { meshes?: unknown };
  for (const mesh of Array.isArray(meshes) ? (meshes as unknown[]) : []) {
    if (typeOf(mesh) === CLASS_NAME) {
      readCloth(mesh);
    }
  }
}

function parsedOrNothing(text: string): object {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch {
    return {};
  }
}

function typeOf(parsed: unknown): unknown {
  return (parsed as { type?: unknown } | null)?.type;
}

function makeCloth(
  cloths: Map<ClothMesh, ReadCloth>,
  parse: ParseMesh,
  parsed: object,
  scene: Scene,
  rootUrl: string,
): ClothMesh {
  const read = readCloth(parsed);
  const cloth = new ClothMesh(read.name, scene, read.definition);
  fillMesh(cloth, parsed, rootUrl, parse);
  cloths.set(cloth, read);
  return cloth;
}

/** A cloth that waits in a container starts when it comes into the scene: as it was saved, or from its first shape. */
function restartInScene(cloth: ClothMesh, { checkpoint }: ReadCloth): void {
  const scene = cloth.getScene();
  const restart = (): void => {
    if (cloth.isDisposed() || scene.meshes.includes(cloth)) {
      observers.forEach((observer) => {
        // Later: others are being told.
        observer.remove(true);
      });
      if (checkpoint && !cloth.isDisposed()) {
        cloth.body.goOn(checkpoint);
      } else {
        cloth.reset();
      }
    }
  };
  // Babylon tells a while after a mesh was added, which may be after a frame: this comes before the step of the frame.
  const observers = [
    scene.onBeforeRenderObservable.add(restart, undefined, true),
    scene.onNewMeshAddedObservable.add(restart),
  ];
}
