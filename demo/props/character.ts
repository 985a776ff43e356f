// A person made in code: skin of elliptic sections, 21 bones with blended weights.
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { Rgb } from "../textures/paint.js";

/** A character that stands with its arms out, 1.77 m tall, and looks to -z. */
export interface Character {
  readonly mesh: Mesh;
  /** Skin of the arms, if they are a mesh of their own; else null. */
  readonly arms: Mesh | null;
  readonly skeleton: Skeleton;
  /** Above everything. */
  readonly root: TransformNode;
  /** Turns bones away from how they stand at first. */
  readonly turn: (pose: Pose) => void;
}

/** Turns of bones about the axes of the character, at rest [rad]: about z first, then x, then y. Bones without a turn keep theirs. */
export type Pose = Readonly<Record<string, readonly [x: number, y: number, z: number]>>;

/** Of each bone: its parent, where it begins and where it points [m]. The root has no skin. */
const bones: Record<string, [parent: string, start: number[], towards: number[]]> = {
  root: ["", [0, 0, 0], [0, 1, 0]],
  hips: ["root", [0, 0.95, 0], [0, 1.05, 0]],
  spine: ["hips", [0, 1.05, 0], [0, 1.22, 0]],
  chest: ["spine", [0, 1.22, 0], [0, 1.46, 0]],
  neck: ["chest", [0, 1.46, 0], [0, 1.56, 0]],
  head: ["neck", [0, 1.56, 0], [0, 1.77, 0]],
  ...sided("Clavicle", "chest", [0.03, 1.41, 0], [0.17, 1.41, 0]),
  ...sided("UpperArm", "Clavicle", [0.17, 1.41, 0], [0.45, 1.41, 0]),
  ...sided("Forearm", "UpperArm", [0.45, 1.41, 0], [0.7, 1.41, 0]),
  ...sided("Hand", "Forearm", [0.7, 1.41, 0], [0.88, 1.41, 0]),
  ...sided("Thigh", "hips", [0.09, 0.9, 0], [0.09, 0.49, 0]),
  ...sided("Shin", "Thigh", [0.09, 0.49, 0], [0.09, 0.08, 0]),
  ...sided("Foot", "Shin", [0.09, 0.08, 0], [0.09, 0.035, -0.1]),
  ...sided("Toes", "Foot", [0.09, 0.03, -0.1], [0.09, 0.03, -0.17]),
};

function sided(
  name: string,
  parent: string,
  start: number[],
  towards: number[],
): Record<string, [string, number[], number[]]> {
  const one = (side: string, sign: number): [string, [string, number[], number[]]] => {
    const [x, y] = [start, towards].map((point) => [sign * point[0], point[1], point[2]]);
    return [side + name, [parent === "chest" || parent === "hips" ? parent : side + parent, x, y]];
  };
  return Object.fromEntries([one("left", 1), one("right", -1)]);
}

/** A tube of skin: sections [along its axis, half of its width, half of its depth, its offset back], and where bones meet. */
interface Limb {
  readonly at: (along: number, across: number, back: number) => [number, number, number];
  readonly sections: readonly (readonly [number, number, number, number?])[];
  readonly bones: readonly string[];
  readonly joints: readonly number[];
  /** Colour of the skin or of what is worn there; `back` from -1 in front to 1 behind. */
  readonly dress: (along: number, back: number) => Rgb;
}

const trunk: Limb = {
  at: (along, across, back) => [across, along, back],
  sections: [
    [0.8, 0.02, 0.02],
    [0.82, 0.09, 0.07],
    [0.87, 0.15, 0.105],
    [0.95, 0.172, 0.118, 0.01],
    [1.05, 0.148, 0.1],
    [1.12, 0.13, 0.095],
    [1.22, 0.15, 0.108],
    [1.32, 0.165, 0.122, -0.01],
    [1.4, 0.15, 0.1],
    [1.45, 0.1, 0.075],
    [1.49, 0.058, 0.06],
    [1.54, 0.053, 0.055],
    [1.58, 0.062, 0.078, -0.01],
    [1.63, 0.075, 0.095, -0.01],
    [1.69, 0.073, 0.096],
    [1.74, 0.05, 0.067],
    [1.77, 0.005, 0.006],
  ],
  bones: ["hips", "spine", "chest", "neck", "head"],
  joints: [1.05, 1.22, 1.46, 1.56],
  dress: (along, back) => (along < 1.03 ? TIGHTS : along < 1.43 ? SHIRT : along > 1.645 - 0.075 * back ? HAIR : SKIN),
};

function arm(side: string, sign: number): Limb {
  return {
    at: (along, across, back) => [sign * along, 1.41 + across, back],
    sections: [
      [0.1, 0.03, 0.03],
      [0.13, 0.058, 0.058],
      [0.2, 0.063, 0.06],
      [0.3, 0.053, 0.055],
      [0.38, 0.046, 0.047],
      [0.44, 0.04, 0.041],
      [0.51, 0.046, 0.044],
      [0.6, 0.038, 0.034],
      [0.69, 0.029, 0.023],
      [0.74, 0.042, 0.018],
      [0.8, 0.045, 0.016],
      [0.86, 0.032, 0.011],
      [0.88, 0.004, 0.003],
    ],
    bones: ["Clavicle", "UpperArm", "Forearm", "Hand"].map((name) => side + name),
    joints: [0.17, 0.45, 0.7],
    dress: (along) => (along < 0.3 ? SHIRT : SKIN),
  };
}

function leg(side: string, sign: number): Limb {
  return {
    at: (along, across, back) => [sign * 0.09 + across, 0.9 - along, back],
    sections: [
      [0, 0.04, 0.045],
      [0.04, 0.08, 0.09],
      [0.12, 0.084, 0.095],
      [0.25, 0.072, 0.08, 0.005],
      [0.37, 0.056, 0.06],
      [0.42, 0.054, 0.058, -0.004],
      [0.47, 0.05, 0.052],
      [0.54, 0.056, 0.06, 0.012],
      [0.63, 0.048, 0.05, 0.01],
      [0.74, 0.036, 0.038],
      [0.81, 0.034, 0.042, 0.008],
      [0.86, 0.02, 0.025, 0.01],
    ],
    bones: ["Thigh", "Shin"].map((name) => side + name),
    joints: [0.41],
    dress: (along) => (along < 0.56 ? TIGHTS : along < 0.76 ? SKIN : SOCK),
  };
}

function foot(side: string, sign: number): Limb {
  return {
    at: (along, across, back) => [sign * 0.09 + across, 0.038 + back, 0.06 - along],
    sections: [
      [0, 0.01, 0.01],
      [0.015, 0.03, 0.03],
      [0.05, 0.034, 0.038],
      [0.11, 0.041, 0.034, -0.002],
      [0.16, 0.046, 0.024, -0.01],
      [0.2, 0.043, 0.018, -0.015],
      [0.225, 0.03, 0.012, -0.018],
      [0.235, 0.004, 0.004, -0.018],
    ],
    bones: ["Foot", "Toes"].map((name) => side + name),
    joints: [0.16],
    dress: () => SHOE,
  };
}

const [SKIN, HAIR, SHIRT, TIGHTS, SOCK, SHOE]: readonly Rgb[] = [
  [0.55, 0.33, 0.22],
  [0.06, 0.03, 0.02],
  [0.75, 0.72, 0.66],
  [0.03, 0.035, 0.05],
  [0.75, 0.72, 0.66],
  [0.6, 0.08, 0.05],
];

const AROUND = 24;
const RING = 0.01;
/** Half of the way over which one bone hands the skin over to the next [m]. */
const BLEND = 0.035;

const arms = [arm("left", 1), arm("right", -1)];
const legs = [leg, foot].flatMap((limb) => [limb("left", 1), limb("right", -1)]);

/** Skin of some limbs, in the frame of the mesh. */
function skinData(limbs: readonly Limb[], names: readonly string[]): VertexData {
  const [positions, indices, chosen, weights, colors]: number[][] = [[], [], [], [], []];
  for (const { at, sections, bones: own, joints, dress } of limbs) {
    const [first, last] = [sections[0][0], sections[sections.length - 1][0]];
    const isMirrored = handednessOf(at) < 0;
    const rings = Math.round((last - first) / RING);
    for (let ring = 0; ring <= rings; ring++) {
      const along = first + ((last - first) * ring) / rings;
      const [width, depth, offset] = [1, 2, 3].map((member) => between(sections, along, member));
      const bone = joints.filter((joint) => along > joint).length;
      const joint = joints.reduce((a, b) => (Math.abs(b - along) < Math.abs(a - along) ? b : a));
      const other = bone + (along > joint ? -1 : 1);
      const far = Math.min(Math.abs(along - joint) / BLEND, 1);
      const weight = 0.5 + 0.5 * far * (1.5 - 0.5 * far * far);
      for (let k = 0; k < AROUND; k++) {
        const angle = (2 * Math.PI * k) / AROUND;
        const start = positions.length / 3;
        positions.push(...at(along, width * Math.cos(angle), offset + depth * Math.sin(angle)));
        colors.push(...dress(along, Math.sin(angle)), 1);
        chosen.push(names.indexOf(own[bone]), Math.max(names.indexOf(own[other]), 0), 0, 0);
        weights.push(own[other] ? weight : 1, own[other] ? 1 - weight : 0, 0, 0);
        const next = start + ((k + 1) % AROUND) - k;
        if (ring < rings) {
          const [second, third] = isMirrored ? [start + AROUND, next] : [next, start + AROUND];
          indices.push(start, second, third, next + AROUND, third, second);
        }
      }
    }
  }
  const data = new VertexData();
  data.positions = positions;
  data.indices = indices;
  data.normals = [];
  VertexData.ComputeNormals(positions, indices, data.normals);
  data.colors = colors;
  data.matricesIndices = chosen;
  data.matricesWeights = weights;
  return data;
}

/** Positive where (across, along, back) is turned only, negative where it is mirrored. */
function handednessOf(at: Limb["at"]): number {
  const origin = Vector3.FromArray(at(0, 0, 0));
  const [along, across, back] = [at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)].map((point) =>
    Vector3.FromArray(point).subtractInPlace(origin),
  );
  return Vector3.Dot(Vector3.Cross(across, along), back);
}

/** Cubic through the sections (Catmull and Rom 1974). */
function between(sections: Limb["sections"], along: number, member: number): number {
  const after = Math.max(
    sections.findIndex(([place]) => place >= along),
    1,
  );
  const of = (i: number): readonly [number, number] => {
    const section = sections[Math.min(Math.max(i, 0), sections.length - 1)];
    return [section[0], section[member] ?? 0];
  };
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [after - 2, after - 1, after, after + 1].map(of);
  const length = x2 - x1;
  const t = Math.min((along - x1) / length, 1);
  const [before, behind] = [((y2 - y0) / (x2 - x0)) * length, ((y3 - y1) / (x3 - x1)) * length];
  return (
    y1 * (1 - t) ** 2 * (1 + 2 * t) + before * t * (1 - t) ** 2 + y2 * t * t * (3 - 2 * t) - behind * t * t * (1 - t)
  );
}

/**
 * @param scene - Gets it.
 * @param options - `hasNodes`: whether a node drives each bone, as in a glTF file. `hasOwnArms`: whether arms are a mesh of their own.
 */
export function createCharacter(scene: Scene, options: { hasNodes?: boolean; hasOwnArms?: boolean } = {}): Character {
  const root = new TransformNode("character", scene);
  const skeleton = new Skeleton("people", "people", scene);
  const names = Object.keys(bones);
  const absolute = names.map((name) => boneMatrix(bones[name][1], bones[name][2]));
  const made = names.map((name, i) => {
    const parent = names.indexOf(bones[name][0]);
    const local = parent < 0 ? absolute[i] : absolute[i].multiply(Matrix.Invert(absolute[parent]));
    const bone = new Bone(name, skeleton, skeleton.bones[parent] ?? null, local);
    if (options.hasNodes) {
      const node = new TransformNode(name, scene);
      node.parent = bone.getParent()?.getTransformNode() ?? root;
      node.rotationQuaternion = new Quaternion();
      local.decompose(node.scaling, node.rotationQuaternion, node.position);
      bone.linkTransformNode(node);
    }
    return { bone, rest: Quaternion.FromRotationMatrix(local.getRotationMatrix()) };
  });
  const skinOf = (name: string, limbs: readonly Limb[]): Mesh => {
    const mesh = new Mesh(name, scene, root);
    skinData(limbs, names).applyToMesh(mesh);
    mesh.skeleton = skeleton;
    mesh.numBoneInfluencers = 2;
    return mesh;
  };
  const turn = (pose: Pose): void => {
    made.forEach(({ bone, rest }, i) => {
      if (!(bone.name in pose)) return;
      const [x, y, z] = pose[bone.name];
      // About the axes of the character: turned into those of the bone.
      const own = Quaternion.FromRotationMatrix(absolute[i].getRotationMatrix());
      const local = rest.multiply(
        own
          .conjugate()
          .multiply(Quaternion.RotationYawPitchRoll(y, x, z))
          .multiply(own),
      );
      const node = bone.getTransformNode();
      if (node) {
        node.rotationQuaternion = local;
      } else {
        bone.setRotationQuaternion(local);
      }
    });
  };
  const others = options.hasOwnArms ? [] : arms;
  return {
    mesh: skinOf("skin", [trunk, ...others, ...legs]),
    arms: options.hasOwnArms ? skinOf("arms", arms) : null,
    ...{ skeleton, root, turn },
  };
}

/** With y along the bone. */
function boneMatrix(start: readonly number[], towards: readonly number[]): Matrix {
  const y = Vector3.FromArray(towards).subtract(Vector3.FromArray(start)).normalize();
  const side = Math.abs(y.z) < 0.8 ? new Vector3(0, 0, 1) : Vector3.Up();
  const x = Vector3.Cross(y, side).normalize();
  const z = Vector3.Cross(x, y);
  const rotation = Quaternion.RotationQuaternionFromAxis(x, y, z);
  return Matrix.Compose(Vector3.One(), rotation, Vector3.FromArray(start));
}
