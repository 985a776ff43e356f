// A cloth as the code that makes it.
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import { checkOptions, type ClothDefinition, type ClothPins } from "../options/clothOptions.js";
import { polygonsOf } from "../options/outline.js";
import { rowsOfWeights } from "../options/virtualParticles.js";
import { checkTessellation } from "../options/tessellation.js";
import { pinnedParticles } from "../cloth/firstPins.js";
import { checkFabric, type ClothFabricInput, type ClothFabricSettings } from "../options/fabricSettings.js";
import { Fabrics } from "../options/fabrics.js";
import { followsScene } from "../options/solverSettings.js";

/** Code: what has none is left out. */
type Code = string | null;

const FULL_UVS = "0, 0, 1, 1";
const INDENT = "  ";
/** Longest line of an object. */
const LINE_LENGTH = 100;

/**
 * @param cloth - Any cloth.
 * @returns JavaScript that makes a cloth of the same options, settings, pins and wind: a call of `CreateCloth` with what differs from
 * the defaults. It needs `scene`, and of its names `CreateCloth`, `Fabrics`, Babylon's `Mesh`, `Vector3` and `Vector4` those that it
 * uses; `restShape` and `startShape` stand for the functions that the cloth was made with, and nodes that pins follow are found by their names.
 * Colliders, fans, material and place of the cloth are not in it.
 */
export function optionsAsCode(cloth: ClothMesh): string {
  const variable = variableOf(cloth.name);
  const options = objectOf(0, {
    ...shapeOptions(cloth.definition),
    thickness: numberUnless(cloth.thickness, standard().thickness),
    fidelity: cloth.askedFidelity === standard().fidelity ? null : JSON.stringify(cloth.askedFidelity),
    ...fabricOptions(cloth.fabric),
    pins: pinsOf(cloth),
    solver: solverOf(cloth),
    tessellation: tessellationOf(cloth.tessellation),
    ...faceOptions(cloth.definition),
    backend: cloth.definition.backend === standard().backend ? null : JSON.stringify(cloth.definition.backend),
  });
  const lines = [
    `const ${variable} = CreateCloth(${JSON.stringify(cloth.name)}, ${options ?? "{}"}, scene);`,
    cloth.wind.lengthSquared() > 0 ? `${variable}.wind.set(${numbers(cloth.wind.asArray())});` : null,
    ...cloth.pins.map(({ u, v, target }) => {
      const find =
        target instanceof AbstractMesh
          ? "getMeshByName"
          : target instanceof TransformNode
            ? "getTransformNodeByName"
            : "getBoneByName";
      return target && `${variable}.pin(${numbers([u, v])}, scene.${find}(${JSON.stringify(target.name)}));`;
    }),
  ];
  return `${lines.filter((line) => line !== null).join("\n")}\n`;
}

/**
 * @param fabric - Settings of a cloth.
 * @param input - What may have been given for them.
 * @returns Whether the settings are those.
 */
export function isFabric(fabric: ClothFabricSettings, input: ClothFabricInput): boolean {
  return JSON.stringify(fabric, infinities) === JSON.stringify(checkFabric("", input), infinities);
}

/** JSON has none. */
function infinities(_: string, value: unknown): unknown {
  return value === Infinity ? "Infinity" : value;
}

/** What a cloth is without options. */
function standard(): ClothDefinition {
  return checkOptions("", {});
}

function shapeOptions(definition: ClothDefinition): Record<string, Code> {
  const { width, height, rest, start, countU, countV, closedU, closedV } = definition;
  const { fullResolution, outline, massScale, tearScale, virtualParticles } = definition;
  const usual = standard();
  const closed = closedU && closedV ? "both" : closedU ? "u" : closedV ? "v" : null;
  const counts = (u: number, v: number, usualCount: number): Code =>
    u === v ? numberUnless(u, usualCount) : `{ u: ${u}, v: ${v} }`;
  return {
    width: numberUnless(width, usual.width),
    height: numberUnless(height, usual.height),
    restShape: rest ? "restShape" : null,
    startShape: start ? "startShape" : null,
    closed: closed && JSON.stringify(closed),
    outline: outline && outlineOf(outline),
    controlPoints: counts(countU, countV, usual.countU),
    fullResolution: counts(fullResolution.u, fullResolution.v, usual.fullResolution.u),
    massScale: massScale && `[${numbers(massScale)}]`,
    tearScale: tearScale && `[${numbers(tearScale)}]`,
    virtualParticles:
      virtualParticles &&
      `[${rowsOfWeights(virtualParticles)
        .map((row) => `[${numbers(row)}]`)
        .join(", ")}]`,
  };
}

/** Polygons, each a list of corners. */
function outlineOf(outline: NonNullable<ClothDefinition["outline"]>): string {
  const polygons = polygonsOf(outline).map((polygon) =>
    polygon.map(({ u, v }) => `{ u: ${number(u)}, v: ${number(v)} }`).join(", "),
  );
  return `[${polygons.map((polygon) => `[${polygon}]`).join(", ")}]`;
}

function faceOptions({ faces }: ClothDefinition): Record<string, Code> {
  const { front, back, isOneForBoth, frontUVs, backUVs, halfThickness } = faces;
  const side = front && back ? "Mesh.DOUBLESIDE" : front ? "Mesh.FRONTSIDE" : "Mesh.BACKSIDE";
  const corners = (uvs: readonly number[]): Code => (numbers(uvs) === FULL_UVS ? null : `new Vector4(${numbers(uvs)})`);
  return {
    sideOrientation: isOneForBoth ? null : side,
    frontUVs: corners(frontUVs),
    backUVs: corners(backUVs),
    drawnThickness: numberUnless(2 * halfThickness, 0),
  };
}

/** A preset may have another density than its own. */
function fabricOptions(fabric: ClothFabricSettings): Record<string, Code> {
  const { density } = fabric;
  const preset = Object.entries(Fabrics).find(([, input]) => isFabric(fabric, { ...input, density }));
  if (!preset) {
    return { fabric: differences(1, fabric, standard().fabric) };
  }
  const [name, input] = preset;
  return {
    density: numberUnless(density, checkFabric("", input).density),
    fabric: name === "cotton" ? null : `Fabrics.${name}`,
  };
}

function solverOf({ solver }: ClothMesh): Code {
  const { gravity, ...others } = solver;
  return objectOf(1, {
    ...differingMembers(1, others, standard().solver),
    gravity: followsScene(gravity) ? null : `new Vector3(${numbers(gravity.asArray())})`,
  });
}

function tessellationOf(tessellation: ClothMesh["tessellation"]): Code {
  const { mode, ...own } = tessellation;
  const members = differingMembers(1, own, checkTessellation("", { mode }));
  const isUsual = mode === standard().tessellation.mode && Object.values(members).every((code) => code === null);
  return isUsual ? null : objectOf(1, { mode: JSON.stringify(mode), ...members });
}

const pinNames = ["none", "topEdge", "topCorners", "leftEdge", "allCorners"] as const satisfies ClothPins[];

function pinsOf({ definition, restGrid, pinning, pins }: ClothMesh): Code {
  const name = pinNames.find((candidate) =>
    pinnedParticles(
      { ...definition, countU: restGrid.countU, countV: restGrid.countV, pins: candidate },
      restGrid,
    ).every((isPinned, i) => isPinned === pinning.pins[i]),
  );
  if (name === undefined) {
    return `[${pins.map(({ u, v }) => `{ u: ${number(u)}, v: ${number(v)} }`).join(", ")}]`;
  }
  return name === standard().pins ? null : JSON.stringify(name);
}

/** Members of a group of settings that differ, as an object; null if none does. */
function differences(depth: number, settings: object, usual: object): Code {
  return objectOf(depth, differingMembers(depth, settings, usual));
}

function differingMembers(depth: number, settings: object, usual: object): Record<string, Code> {
  const members = Object.entries(settings).map(([name, value]: [string, unknown]): [string, Code] => {
    const usualValue: unknown = Reflect.get(usual, name);
    if (typeof value !== "object" || value === null) {
      return [name, value === usualValue ? null : typeof value === "number" ? number(value) : JSON.stringify(value)];
    }
    const { warp, weft } = value as { warp?: unknown; weft?: unknown };
    const { warp: usualWarp } = usualValue as { warp?: unknown };
    if (typeof warp === "number" && warp === weft) {
      // One number stands for both.
      return [name, warp === usualWarp ? null : number(warp)];
    }
    return [name, differences(depth + 1, value, usualValue as object)];
  });
  return Object.fromEntries(members);
}

function objectOf(depth: number, members: Readonly<Record<string, Code>>): Code {
  const codes = Object.entries(members).flatMap(([name, code]) => (code === null ? [] : [`${name}: ${code}`]));
  if (codes.length === 0) {
    return null;
  }
  const short = `{ ${codes.join(", ")} }`;
  if (short.length < LINE_LENGTH - INDENT.length * depth && !short.includes("\n") && depth > 0) {
    return short;
  }
  const indent = INDENT.repeat(depth);
  return `{\n${codes.map((code) => `${indent}${INDENT}${code},\n`).join("")}${indent}}`;
}

function number(value: number): string {
  return String(value);
}

function numbers(values: readonly number[]): string {
  return values.map(number).join(", ");
}

function numberUnless(value: number, usual: number): Code {
  return value === usual ? null : number(value);
}

/** Names of cloths may be anything. */
function variableOf(name: string): string {
  const [first = "", ...others] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const word = first.toLowerCase() + others.map((other) => other.charAt(0).toUpperCase() + other.slice(1)).join("");
  return /^[a-z]/.test(word) && !reserved.has(word) ? word : `cloth${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** What the code uses, or what cannot be a name. */
const reserved = new Set(
  "scene new in if do for var let try case else enum eval null this true void with await break catch class const false super throw while yield delete export import public return static switch typeof default extends finally package private continue debugger function interface protected arguments implements instanceof".split(
    " ",
  ),
);
