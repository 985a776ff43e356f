// The plan of src: which room may know which. The linter holds it import by import; `npm run rooms` counts rooms, arrows and
// circles. Type-only imports count as any others: a reader has to follow them all the same.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** Rooms from the top floor down: a room knows those on the floors below it. `index` is src/index.ts. */
const floors = [
  ["index", "inspector"],
  ["debug", "interaction"],
  ["scene"],
  ["files", "backends/gpu", "backends/cpu"],
  ["backends"],
  ["surface"],
  ["motion"],
  ["cloth", "geometryImages"],
  ["options", "colliders"],
  ["sim/gpu", "sim/cpu", "bspline/gpu"],
  ["sim", "bspline"],
  ["gpu", "shaders", "babylon"],
];
/** Solver and spline meet over one buffer of particles, which are the control points. */
const strangers = ["sim", "bspline"];
/** Run in a test on a bare device. */
const withoutBabylon = ["sim", "bspline", "gpu", "shaders"];

const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));
const wingOf = (room) => room.split("/")[0];

/**
 * @param {string} file - Path of a file of src.
 * @returns {string | null} Its room; null outside of src.
 */
export function roomOf(file) {
  const path = relative(source, file).split(sep);
  if (path[0] === "..") {
    return null;
  }
  const [wing, part] = path;
  if (path.length === 1) {
    return wing.replace(/\.\w+$/, "");
  }
  return path.length > 2 && floorOf.has(`${wing}/${part}`) ? `${wing}/${part}` : wing;
}

/**
 * @param {string} file - Path of a file of src.
 * @param {string} specifier - What it imports.
 * @returns {string | null} Why it must not; null if it may.
 */
export function objectionTo(file, specifier) {
  const from = roomOf(file);
  if (from === null) {
    return null;
  }
  if (!floorOf.has(from)) {
    return `src/${from} has no floor in scripts/rooms.mjs.`;
  }
  if (!specifier.startsWith(".")) {
    const isBabylon = specifier.startsWith("@babylonjs/") && withoutBabylon.includes(wingOf(from));
    return isBabylon ? `${from} runs without Babylon, in a test on a bare device.` : null;
  }
  const to = roomOf(resolve(dirname(file), specifier));
  if (to === from) {
    return null;
  }
  if (to === null) {
    return "The library stands alone.";
  }
  if (from !== "index" && to === "index") {
    return "The rooms do not know the entry.";
  }
  if (strangers.includes(wingOf(from)) && strangers.includes(wingOf(to)) && wingOf(from) !== wingOf(to)) {
    return `${from} and ${to} meet over one buffer of particles; neither knows the other.`;
  }
  return floorOf.get(to) > floorOf.get(from) ? null : `${from} does not know ${to}, which is not below it.`;
}

/** All imports of src, as paths of files. */
function readImports() {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file))
    .map((file) => join(source, file));
  return new Map(
    files.map((file) => {
      const specifiers = [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)];
      return [file, specifiers.map(([, specifier]) => resolve(dirname(file), specifier).replace(/\.js$/, ".ts"))];
    }),
  );
}

/** Strongly connected components of more than one node (Tarjan 1972). */
function circlesOf(graph) {
  const [indices, lows, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    indices.set(node, indices.size);
    lows.set(node, indices.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indices.has(next)) {
        visit(next);
        lows.set(node, Math.min(lows.get(node), lows.get(next)));
      } else if (stack.includes(next)) {
        lows.set(node, Math.min(lows.get(node), indices.get(next)));
      }
    }
    if (lows.get(node) === indices.get(node)) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) {
        circles.push(circle);
      }
    }
  };
  [...graph.keys()].filter((node) => !indices.has(node)).forEach(visit);
  return circles;
}

/** @returns {object} Rooms, arrows between them, circles of files and of rooms, and arrows that do not go down. */
export function survey() {
  const imports = readImports();
  const rooms = new Map([...imports.keys()].map((file) => [roomOf(file), new Set()]));
  const upwards = [];
  for (const [file, targets] of imports) {
    for (const target of targets) {
      if (roomOf(target) !== roomOf(file)) {
        rooms.get(roomOf(file)).add(roomOf(target));
      }
      const objection = objectionTo(file, relative(dirname(file), target).replace(/^(?!\.)/, "./"));
      if (objection) {
        upwards.push(`${relative(source, file)} -> ${relative(source, target)}: ${objection}`);
      }
    }
  }
  return {
    files: imports.size,
    rooms: rooms.size,
    arrows: [...rooms.values()].reduce((sum, targets) => sum + targets.size, 0),
    circlesOfFiles: circlesOf(imports).map((circle) => circle.map((file) => relative(source, file))),
    circlesOfRooms: circlesOf(rooms),
    upwards,
  };
}

/** The same as a rule of ESLint. */
export const roomsRule = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const check = (node) => {
      const objection = typeof node.source?.value === "string" && objectionTo(context.filename, node.source.value);
      if (objection) {
        context.report({ node, message: objection });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, rooms, arrows, circlesOfFiles, circlesOfRooms, upwards } = survey();
  console.log(`${files} files in ${rooms} rooms, ${arrows} arrows between rooms, ${upwards.length} not downwards`);
  upwards.forEach((arrow) => console.log(`  ${arrow}`));
  for (const circle of [...circlesOfFiles, ...circlesOfRooms]) {
    console.log(`  circle: ${circle.join(", ")}`);
  }
  console.log(`${circlesOfFiles.length} circles of files, ${circlesOfRooms.length} circles of rooms`);
  process.exitCode = upwards.length + circlesOfFiles.length + circlesOfRooms.length > 0 ? 1 : 0;
}
