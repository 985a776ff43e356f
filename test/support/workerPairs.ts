/** Scenes with cloth in a worker, beside the same ones with cloth on the page's thread. */
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ClothMesh } from "../../src/index.js";
import { createChannelWorker, type ChannelWorker } from "./channelWorker.js";
import { createClothScene, type ClothScene } from "./clothScene.js";

/** A scene on the page's thread, and one whose cloth is in a worker. */
export interface WorkerPair {
  readonly here: ClothScene;
  readonly there: ClothScene;
  readonly channel: ChannelWorker;
}

/** What the tests of a file make scenes with; all are disposed after each test. */
export interface WorkerPairs {
  /** Warnings of this test. */
  readonly warnings: string[];
  /** A scene on the page's thread. */
  readonly createStage: () => ClothScene;
  readonly createPair: () => Promise<WorkerPair>;
}

/** Keeps the scenes and warnings of the tests of a file apart. */
export function useWorkerPairs(): WorkerPairs {
  const stages: ClothScene[] = [];
  const warnings: string[] = [];
  const warn = Logger.Warn;
  beforeEach(() => {
    warnings.length = 0;
  });
  afterEach(() => {
    stages.splice(0).forEach((stage) => {
      stage.dispose();
    });
    Logger.Warn = warn;
  });
  const createStage = (): ClothScene => {
    const stage = createClothScene();
    stages.push(stage);
    Logger.Warn = (message) => {
      warnings.push(String(message));
    };
    return stage;
  };
  return {
    warnings,
    createStage,
    async createPair() {
      const [here, there] = [createStage(), createStage()];
      const channel = createChannelWorker();
      expect(await there.system.useWorkerAsync(() => channel.worker)).toBe(true);
      return { here, there, channel };
    },
  };
}

/** Positions of the vertices that are drawn. */
export function verticesOf(cloth: ClothMesh): number[] {
  return Array.from(cloth.getVerticesData("position") ?? []);
}

/** Draws frames of some scenes, and waits for the worker after each. */
export async function renderBoth(
  scenes: readonly ClothScene[],
  frames: number,
  each: () => void = () => undefined,
): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    each();
    for (const { scene, system } of scenes) {
      scene.render();
      await Promise.all(system.cloths.map((cloth) => cloth.fetchShape()));
    }
  }
}

/** Cloths of both scenes are in the same places, to the last bit. */
export async function expectSame(pair: Pick<WorkerPair, "here" | "there">): Promise<void> {
  const [expected, found] = await Promise.all(
    [pair.here, pair.there].map(({ system }) => Promise.all(system.cloths.map((cloth) => cloth.readPositions()))),
  );
  expect(found).toEqual(expected);
}
