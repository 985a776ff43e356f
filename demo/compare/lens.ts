// Shows the triangles that were drawn, in colours that say something about them. They are read back from the GPU, so this
// is some frames late and costs what such a look costs: nothing of it runs while the cloth is shown as cloth.
import { ShaderMaterial } from "@babylonjs/core/Materials/shaderMaterial.js";
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";
import { ShaderStore } from "@babylonjs/core/Engines/shaderStore.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ClothMesh, IClothSurface } from "../../src/index.js";
import { pixelsPerMeter, sagOf } from "./measures.js";

/** Cloth as it looks; its triangles; these coloured by size, by their distance from the true surface, by how they are stretched. */
export type LensView = "cloth" | "triangles" | "level" | "error" | "strain";

type Color = readonly [red: number, green: number, blue: number];

const PLAIN: Color = [0.86, 0.88, 0.9];
/** From the coarsest. */
const levelColors: readonly Color[] = [
  [0.27, 0.14, 0.42],
  [0.23, 0.32, 0.63],
  [0.15, 0.53, 0.66],
  [0.2, 0.69, 0.52],
  [0.58, 0.8, 0.28],
  [0.97, 0.8, 0.2],
  [0.94, 0.5, 0.18],
  [0.83, 0.22, 0.23],
];
const NONE: Color = [0.2, 0.45, 0.75];
const SOME: Color = [0.97, 0.9, 0.55];
const MUCH: Color = [0.85, 0.15, 0.12];
/** Strain that has the strongest colour. */
const STRONG_STRAIN = 0.02;

const vertex = `
attribute position : vec3f;
attribute color : vec4f;
attribute uv : vec2f;
uniform worldViewProjection : mat4x4f;
varying vColor : vec4f;
varying vCorner : vec2f;
varying vPlace : vec3f;
@vertex
fn main(input : VertexInputs) -> FragmentInputs {
  vertexOutputs.vColor = vertexInputs.color;
  vertexOutputs.vCorner = vertexInputs.uv;
  vertexOutputs.vPlace = vertexInputs.position;
  vertexOutputs.position = uniforms.worldViewProjection * vec4f(vertexInputs.position, 1.0);
}`;

/** Flat light from the side, and a line of one pixel along the edges. */
const fragment = `
varying vColor : vec4f;
varying vCorner : vec2f;
varying vPlace : vec3f;
@fragment
fn main(input : FragmentInputs) -> FragmentOutputs {
  let facet = normalize(cross(dpdx(fragmentInputs.vPlace), dpdy(fragmentInputs.vPlace)));
  let light = 0.62 + 0.38 * abs(dot(facet, normalize(vec3f(-0.45, 0.62, -0.64))));
  let corner = vec3f(fragmentInputs.vCorner, 1.0 - fragmentInputs.vCorner.x - fragmentInputs.vCorner.y);
  let edge = corner / max(fwidth(corner), vec3f(1e-6));
  let line = 1.0 - smoothstep(0.4, 1.3, min(edge.x, min(edge.y, edge.z)));
  // Triangles of few pixels are all edges: they stay what they are.
  let size = max(max(fwidth(corner.x), fwidth(corner.y)), fwidth(corner.z));
  let strength = line * 0.75 * (1.0 - smoothstep(0.2, 0.5, size));
  fragmentOutputs.color = vec4f(mix(fragmentInputs.vColor.rgb * light, vec3f(0.05, 0.07, 0.1), strength), 1.0);
}`;

/** A mesh of the triangles that a cloth was drawn with. */
export class Lens {
  private readonly _mesh: Mesh;
  private _view: LensView = "cloth";
  private _cloth: ClothMesh | null = null;
  private _tolerance = 0.5;
  private _isReading = false;

  /**
   * @param _scene - Of the cloth.
   * @param _size - Of the sheet [m].
   */
  public constructor(
    private readonly _scene: Scene,
    private readonly _size: { readonly width: number; readonly height: number },
  ) {
    ShaderStore.ShadersStoreWGSL.lensVertexShader = vertex;
    ShaderStore.ShadersStoreWGSL.lensFragmentShader = fragment;
    this._mesh = new Mesh("lens", _scene);
    this._mesh.isPickable = false;
    this._mesh.setEnabled(false);
    if (!_scene.getEngine().isWebGPU) return;
    const material = new ShaderMaterial("lens", _scene, "lens", {
      attributes: ["position", "color", "uv"],
      uniforms: ["worldViewProjection"],
      shaderLanguage: ShaderLanguage.WGSL,
    });
    material.backFaceCulling = false;
    this._mesh.material = material;
  }

  /**
   * @param view - What to show.
   * @param cloth - Of what.
   * @param tolerance - Error that has the middle colour [pixels].
   */
  public show(view: LensView, cloth: ClothMesh, tolerance: number): void {
    this._view = view;
    this._cloth = cloth;
    this._tolerance = tolerance;
    const isCloth = view === "cloth";
    if (isCloth) this._mesh.setEnabled(false);
    this._hideCloth(this._mesh.isEnabled());
  }

  /** Called once a frame. */
  public update(): void {
    const cloth = this._cloth;
    if (this._view === "cloth" || this._isReading || !cloth) return;
    this._isReading = true;
    cloth
      .readSurface()
      .then((surface) => {
        if (cloth !== this._cloth || cloth.isDisposed() || this._view === "cloth") return;
        if (surface.indices.length === 0) return;
        this._build(surface);
        this._mesh.setEnabled(true);
        this._hideCloth(true);
      })
      .catch((error: unknown) => {
        // The cloth was replaced meanwhile.
        if (cloth === this._cloth && !cloth.isDisposed()) console.error(error);
      })
      .finally(() => {
        this._isReading = false;
      });
  }

  /** It goes on casting its shadow, and being as fine as it was. */
  private _hideCloth(isHidden: boolean): void {
    const material = this._cloth?.material;
    if (!material) return;
    material.disableColorWrite = isHidden;
    material.disableDepthWrite = isHidden;
  }

  private _build(surface: IClothSurface): void {
    const { positions, indices } = surface;
    const data = new VertexData();
    const corners = indices.length;
    const places = new Float32Array(3 * corners);
    const colors = new Float32Array(4 * corners);
    const barycentric = new Float32Array(2 * corners);
    for (let i = 0; i < corners; i += 3) {
      const color = this._colorOf(surface, indices[i], indices[i + 1], indices[i + 2]);
      for (let corner = 0; corner < 3; corner++) {
        const from = 3 * indices[i + corner];
        places.set(positions.subarray(from, from + 3), 3 * (i + corner));
        colors.set(color, 4 * (i + corner));
        colors[4 * (i + corner) + 3] = 1;
      }
      barycentric.set([1, 0, 0, 1, 0, 0], 2 * i);
    }
    data.positions = places;
    data.colors = colors;
    data.uvs = barycentric;
    data.indices = Uint32Array.from({ length: corners }, (_, i) => i);
    data.applyToMesh(this._mesh, true);
  }

  private _colorOf(surface: IClothSurface, a: number, b: number, c: number): Color {
    switch (this._view) {
      case "level":
        return levelColors[Math.min(Math.max(levelOf(surface.uvs, a, b, c), 0), levelColors.length - 1)];
      case "error": {
        const camera = this._scene.activeCamera;
        if (!camera) return PLAIN;
        const sag = Math.max(sagOf(surface, a, b), sagOf(surface, b, c), sagOf(surface, c, a));
        const pixels = sag * pixelsPerMeter(camera, surface.positions.subarray(3 * a, 3 * a + 3));
        return ramp(pixels / this._tolerance);
      }
      case "strain":
        return ramp(1 + strainOf(surface, [a, b, c], this._size) / STRONG_STRAIN);
      default:
        return PLAIN;
    }
  }
}

/** 0, 1 and 2 have the three colours. */
function ramp(value: number): Color {
  const [from, to] = value < 1 ? [NONE, SOME] : [SOME, MUCH];
  const amount = Math.min(Math.max(value < 1 ? value : value - 1, 0), 1);
  return [0, 1, 2].map((i) => from[i] + (to[i] - from[i]) * amount) as unknown as Color;
}

/** How often the sheet is halved before it is as small as the triangle, less 2. */
function levelOf(uvs: ArrayLike<number>, a: number, b: number, c: number): number {
  const extent = (axis: number): number => {
    const [x, y, z] = [uvs[2 * a + axis], uvs[2 * b + axis], uvs[2 * c + axis]];
    return Math.max(x, y, z) - Math.min(x, y, z);
  };
  return Math.round(-Math.log2(Math.max(extent(0), extent(1)))) - 2;
}

/** The greater of the strains along u and v. */
function strainOf(
  { positions, uvs }: IClothSurface,
  [a, b, c]: readonly [number, number, number],
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const side = (to: number): { u: number; v: number; x: number; y: number; z: number } => ({
    u: (uvs[2 * to] - uvs[2 * a]) * width,
    v: (uvs[2 * to + 1] - uvs[2 * a + 1]) * height,
    x: positions[3 * to] - positions[3 * a],
    y: positions[3 * to + 1] - positions[3 * a + 1],
    z: positions[3 * to + 2] - positions[3 * a + 2],
  });
  const [p, q] = [side(b), side(c)];
  const area = p.u * q.v - q.u * p.v;
  const along = (pShare: number, qShare: number): number =>
    Math.hypot(p.x * pShare + q.x * qShare, p.y * pShare + q.y * qShare, p.z * pShare + q.z * qShare) - 1;
  const [strainU, strainV] = [along(q.v / area, -p.v / area), along(-q.u / area, p.u / area)];
  return Math.abs(strainU) > Math.abs(strainV) ? strainU : strainV;
}
