// The cloth's parts of the Inspector. Loaded with it, and only then.
import type {
  IPropertiesService,
  ISceneContext,
  ISceneExplorerService,
  ISelectionService,
  ServiceDefinition,
} from "@babylonjs/inspector";
import { RegisterAbstractEngineQuery } from "@babylonjs/core/Engines/AbstractEngine/abstractEngine.query.pure.js";
import type { ComponentType, ReactElement } from "react";
import { ClothMesh } from "../scene/clothMesh.js";
import { ClothSystem } from "../scene/clothMesh.js";
import { CollidersSection } from "./clothColliderSection.js";
import { closeDebugViews, DebugSection } from "./clothDebugSection.js";
import { PinsSection, StatisticsSection } from "./clothPanels.js";
import { ClothSection, FabricSection, SolverSection, TessellationSection, type SectionProps } from "./clothSections.js";
import { WindSection } from "./clothWindSection.js";
import { inspectorPackages } from "./inspectorPackages.js";

const { inspector, react } = inspectorPackages();
const { PropertiesServiceIdentity, SceneContextIdentity, SceneExplorerServiceIdentity, SelectionServiceIdentity } =
  inspector;
const { createElement } = react;

/** After nodes, before skeletons. */
const EXPLORER_ORDER = 150;
/** Before all sections of meshes. */
const FIRST_SECTION = -100;

/** From top to bottom. */
const sections = [
  { title: "Cloth", component: ClothSection },
  { title: "Cloth statistics", component: StatisticsSection },
  { title: "Cloth fabric", component: FabricSection },
  { title: "Cloth wind", component: WindSection },
  { title: "Cloth tessellation", component: TessellationSection },
  { title: "Cloth solver", component: SolverSection },
  { title: "Cloth pins", component: PinsSection },
  { title: "Cloth colliders", component: CollidersSection },
  { title: "Cloth debug views", component: DebugSection },
].map(({ title, component }) => ({ title, component: anewForEach(component) }));

/** Nothing that was entered for one cloth is shown with the next that is selected. */
function anewForEach(component: ComponentType<SectionProps>): ComponentType<SectionProps> {
  return function Section({ context }: SectionProps): ReactElement {
    return createElement(component, { key: context.uniqueId, context });
  };
}

/** A hanging sheet. */
function ClothIcon(): ReactElement {
  const lines = "M2 3h16M4 3v13q3 2 6 0t6 0V3M10 3v13M4 9q3 2 6 0t6 0";
  const path = createElement("path", { d: lines, fill: "none", stroke: "currentColor", strokeWidth: 1.2 });
  return createElement("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": true }, path);
}

const explorer: ServiceDefinition<[ISceneExplorerService, ISceneContext]> = {
  friendlyName: "Cloth Explorer",
  consumes: [SceneExplorerServiceIdentity, SceneContextIdentity],
  factory: (sceneExplorer, { currentScene }) => {
    if (!currentScene) {
      return undefined;
    }
    const system = ClothSystem.For(currentScene);
    return sceneExplorer.addSection<ClothMesh>({
      displayName: "Cloths",
      order: EXPLORER_ORDER,
      getRootEntities: () => system.cloths,
      // Not the cloth itself: the Inspector disposes what it gets here.
      getEntityDisplayInfo: (cloth) => ({
        get name() {
          return cloth.name;
        },
      }),
      entityIcon: ClothIcon,
      getEntityAddedObservables: () => [system.onClothAddedObservable],
      getEntityRemovedObservables: () => [system.onClothRemovedObservable],
    });
  },
};

const properties: ServiceDefinition<[IPropertiesService, ISceneContext]> = {
  friendlyName: "Cloth Properties",
  consumes: [PropertiesServiceIdentity, SceneContextIdentity],
  factory: (pane, { currentScene }) => {
    const added = sections.map(({ title }, i) =>
      pane.addSection({ identity: title, order: FIRST_SECTION + i, collapseByDefault: i >= FIRST_COLLAPSED }),
    );
    const content = pane.addSectionContent<ClothMesh>({
      key: "Cloth",
      predicate: (entity): entity is ClothMesh => entity instanceof ClothMesh,
      content: sections.map(({ title, component }) => ({ section: title, component })),
    });
    return {
      dispose: () => {
        content.dispose();
        added.forEach((section) => section.dispose());
        closeDebugViews(currentScene);
      },
    };
  },
};

/** Sections from this one on are closed at first. */
const FIRST_COLLAPSED = 5;

/**
 * @param selected - Cloth whose properties are shown at first, if any.
 * @returns The parts, for `serviceDefinitions` of the Inspector.
 */
export function clothServices(selected: ClothMesh | null): object[] {
  // The Inspector shows them of every mesh, and fails where Babylon has not registered them.
  RegisterAbstractEngineQuery();
  const selection: ServiceDefinition<[ISelectionService]> = {
    friendlyName: "Cloth Selection",
    consumes: [SelectionServiceIdentity],
    factory: (selectionService) => {
      selectionService.selectedEntity = selected;
      return undefined;
    },
  };
  return selected ? [explorer, properties, selection] : [explorer, properties];
}
