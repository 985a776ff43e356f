// Lines of the Inspector's pane that add a mesh of the scene to what a cloth collides with.
import { PointerEventTypes, type PointerInfo } from "@babylonjs/core/Events/pointerEvents.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { ReactElement } from "react";
import type { ClothColliderShape } from "../colliders/colliderTypes.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import type { SliderRange } from "./clothControls.js";
import { choiceLine, numberLine, type Member } from "./clothLines.js";
import { inspectorPackages } from "./inspectorPackages.js";
import { note } from "./refusal.js";
import { useShown } from "./useShown.js";

const { inspector, react } = inspectorPackages();
const { ButtonLine } = inspector;
const { createElement, Fragment, useEffect, useState } = react;

const NO_MESH = "(none)";
/** The shape is found from the vertices. */
const FOUND = "(by its vertices)";
const shapes: readonly ClothColliderShape[] = [
  ...(["plane", "sphere", "ellipsoid", "box", "capsule", "convex"] as const),
  ...(["field", "heightField", "depth"] as const),
];
/** Those that have a resolution; the others take none. */
const drawn: readonly string[] = ["field", "heightField", "depth"];
/** Depth maps take multiples of this. */
const RESOLUTION_STEP = 16;

/** What is added next. */
interface Choice {
  mesh: string;
  shape: string;
  resolution: number;
}

const meshMember: Member<Choice, string> = {
  label: "mesh",
  description: "Of the scene",
  get: ({ mesh }) => mesh,
  set: (choice, mesh) => (choice.mesh = mesh),
};
const shapeMember: Member<Choice, string> = {
  label: "shape",
  description: "A field takes the triangles of a rigid mesh, depth maps what is drawn of any",
  get: ({ shape }) => shape,
  set: (choice, shape) => (choice.shape = shape),
};
const resolutionMember: Member<Choice, number> = {
  label: "resolution",
  description: "Cells or texels along the longest side, of fields and depth maps",
  get: ({ resolution }) => resolution,
  set: (choice, resolution) => (choice.resolution = resolution),
};
const resolutions: SliderRange = { min: RESOLUTION_STEP, max: 256, isWhole: true };

/** A mesh by the name that the list shows; equal names are told apart by what Babylon counts. */
function namedMeshes(cloth: ClothMesh): Map<string, AbstractMesh> {
  const named = new Map<string, AbstractMesh>();
  for (const mesh of cloth.getScene().meshes) {
    if (mesh.getTotalVertices() > 0 && mesh.getClassName() !== cloth.getClassName() && !isHidden(mesh)) {
      named.set(named.has(mesh.name) ? `${mesh.name} #${mesh.uniqueId.toString()}` : mesh.name, mesh);
    }
  }
  return named;
}

/** What Babylon's explorer does not show either, such as debug views. */
function isHidden({ reservedDataStore }: AbstractMesh): boolean {
  return (reservedDataStore as { hidden?: boolean } | null)?.hidden === true;
}

const namesOf = (cloth: ClothMesh): string => JSON.stringify([...namedMeshes(cloth).keys()]);

/** Picks, names or adds a mesh: "field" and "depth" are for what has no simple shape. */
export function MeshColliderLines({ cloth }: { readonly cloth: ClothMesh }): ReactElement {
  const [choice] = useState<Choice>({ mesh: NO_MESH, shape: FOUND, resolution: 64 });
  const [isPicking, setPicking] = useState(false);
  const [news, setNews] = useState<ReactElement | null>(null);
  const names = JSON.parse(useShown(cloth, namesOf)) as string[];

  useEffect(() => {
    if (!isPicking) {
      return;
    }
    const { onPointerObservable } = cloth.getScene();
    const observer = onPointerObservable.add(({ pickInfo }: PointerInfo) => {
      const found = [...namedMeshes(cloth)].find(([, mesh]) => mesh === pickInfo?.pickedMesh);
      choice.mesh = found?.[0] ?? choice.mesh;
      setNews(found ? null : note("alert", "There is no mesh that cloth can collide with."));
      setPicking(false);
    }, PointerEventTypes.POINTERTAP);
    return () => {
      onPointerObservable.remove(observer);
    };
  }, [isPicking, cloth]);

  const add = (): void => {
    const mesh = namedMeshes(cloth).get(choice.mesh);
    const { shape, resolution } = choice;
    try {
      if (!mesh) {
        throw new RangeError("Choose a mesh first.");
      }
      const options = drawn.includes(shape) ? { resolution } : {};
      const collider = cloth.colliders.addMesh(
        mesh,
        shape === FOUND ? undefined : (shape as ClothColliderShape),
        options,
      );
      setNews(collider ? null : note("alert", `No shape fits "${mesh.name}": choose one.`));
    } catch (error) {
      setNews(note("alert", error instanceof Error ? error.message : String(error)));
    }
  };
  return createElement(
    Fragment,
    null,
    choiceLine(choice, meshMember, [NO_MESH, ...names]),
    createElement(ButtonLine, {
      label: isPicking ? "Click a mesh of the scene" : "Pick a mesh",
      title: "The next click in the scene chooses the mesh",
      onClick: () => setPicking(!isPicking),
    }),
    choiceLine(choice, shapeMember, [FOUND, ...shapes]),
    numberLine(choice, resolutionMember, resolutions),
    createElement(ButtonLine, { label: "Add collider", onClick: add }),
    news,
  );
}
