import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.pure.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.pure.js";
import { LinesMesh } from "@babylonjs/core/Meshes/linesMesh.pure.js";
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { IDisposable } from "@babylonjs/core/scene.pure.js";
import { mat3 } from "gl-matrix";
import { isCloth } from "../cloth/clothSeam.js";
import { isTethered } from "../options/fabricSettings.js";
import { checkSettings, complaint, createSettings, type RulesOf } from "../options/rules.js";
import type { IClothSurface } from "../surface/surfaceTypes.js";
import { originNear } from "../surface/worldSurface.js";
import type { ClothCollider } from "../colliders/clothCollider.js";
import { ClothMesh } from "../scene/clothMesh.js";
import type { RestGrid } from "../sim/restGrid.js";
import { cutTethers } from "../sim/cutTethers.js";
import { metricOf, transformed } from "../sim/points.js";
import { cookTethers, NO_TETHERS, type Tethers } from "../sim/tethers.js";
import { colliderLines } from "./colliderLines.js";
import { crossingLines } from "./crossingLines.js";
import { levelLines, linkLines, normalLines, particleMarks, tetherLines, type DebugGeometry } from "./debugGeometry.js";
import { windZoneLines } from "./windZoneLines.js";
import { thinnedNet } from "./thinning.js";

/** What can be drawn. */
export const debugParts = [
  "particles",
  "links",
  "tethers",
  "colliders",
  "windZones",
  "normals",
  "levels",
  "crossings",
] as const;

/** A part of a {@link ClothDebugView}. */
export type ClothDebugPart = (typeof debugParts)[number];

/** What a {@link ClothDebugView} shows at first. */
export type IClothDebugViewOptions = Partial<Record<ClothDebugPart, boolean>> & {
  /** Updates a second. Default 15, a finite number above 0. */
  rate?: number;
  /** Strain that is shown in full color. Default 0.02, a finite number above 0. */
  strainScale?: number;
  /** Particles across that are drawn at most. Default 64, a finite number from 2 up. */
  mostAcross?: number;
};

type ViewMembers = Required<IClothDebugViewOptions>;

const POSITIVE = { min: 0, above: true, max: Infinity } as const;
const viewRules: RulesOf<ViewMembers> = {
  ...(Object.fromEntries(debugParts.map((part) => [part, { default: false }])) as RulesOf<
    Record<ClothDebugPart, boolean>
  >),
  rate: { default: 15, ...POSITIVE, note: "updates a second" },
  strainScale: { default: 0.02, ...POSITIVE },
  mostAcross: { default: 64, min: 2, max: Infinity, note: "particles" },
};

/** Triangles that are drawn at most: so many times the square of `mostAcross`. */
const TRIANGLE_SHARE = 8;
/** Over all else: the lines lie in the cloth. */
const RENDERING_GROUP = 1;

/**
 * Draws how one cloth is simulated, over the scene. What it draws is read from the cloth without waiting, so it is some frames old.
 * All members can be changed at any time, and are checked as the options. Disposed with the cloth.
 */
export class ClothDebugView implements IDisposable {
  /** A mark a particle, pinned ones in yellow. */
  public particles!: boolean;
  /** Links of particles by strain: blue where they are shorter than at rest, green, red where they are longer. */
  public links!: boolean;
  /** Tethers to pins, orange where they are taut; none as long as `fabric.tether` is infinite, or the cloth can tear. */
  public tethers!: boolean;
  /** What the cloth collides with, as it sees it. */
  public colliders!: boolean;
  /** Cones of the fans that blow at it, gray where they are disabled. */
  public windZones!: boolean;
  /** Of the surface, at the control points. */
  public normals!: boolean;
  /** Edges of the triangles as they are drawn, by level of tessellation: blue (coarse) to red (fine). */
  public levels!: boolean;
  /** Where the drawn surface passes through itself or through other cloths of the scene, by triangles as they were drawn last. */
  public crossings!: boolean;
  /** Updates a second. */
  public rate!: number;
  /** Strain that is shown in full color. */
  public strainScale!: number;
  /**
   * Particles of a row or column that are drawn at most, from 2 up. Of a net with more, every second, third and so on is drawn, with all
   * pins; a link between two that are drawn has the mean strain of those that it stands for. Triangles are drawn up to 8 times the square
   * of this, and every second, third and so on of more.
   */
  public mostAcross!: number;
  private readonly _drawn = new Map<ClothDebugPart, Drawing>();
  private readonly _observers: { remove(defer: boolean): void }[];
  private _last = -Infinity;
  private _isReading = false;
  private _isDisposed = false;
  private readonly _maps = new Map<ClothCollider, Float32Array>();
  private _atRest: RestNet | null = null;

  /**
   * @param cloth - What to draw.
   * @param options - What to show at first; default nothing.
   * @throws TypeError or RangeError that names the cloth, the option, the value and what is allowed; Error if the cloth is disposed.
   */
  public constructor(
    public readonly cloth: ClothMesh,
    options: IClothDebugViewOptions = {},
  ) {
    if (!isCloth(cloth)) {
      throw new TypeError(complaint({ cloth: "(any)", option: "cloth of a ClothDebugView" }, cloth, "a cloth"));
    }
    if (cloth.isDisposed()) {
      throw new Error(
        `Cloth "${cloth.name}": it is disposed, must be a cloth of the scene to be shown by a ClothDebugView.`,
      );
    }
    const subject = { cloth: cloth.name, option: "debugView" };
    const members = createSettings(subject, viewRules, checkSettings(subject, viewRules, options), { count: 0 });
    Object.defineProperties(this, Object.getOwnPropertyDescriptors(members));
    this._observers = [
      cloth.getScene().onBeforeRenderObservable.add(() => this._frame()),
      cloth.onDisposeObservable.add(() => this.dispose()),
    ];
  }

  /** Meshes that are in the scene now, by what they show. */
  public get meshes(): ReadonlyMap<ClothDebugPart, Mesh> {
    return new Map([...this._drawn].map(([part, { mesh }]) => [part, mesh]));
  }

  /** Draws everything anew, now and not at the next time that is due. Resolves when it is drawn, or its cloth is disposed. */
  public async updateAsync(): Promise<void> {
    try {
      const origin = originNear(this.cloth.getAbsolutePosition());
      const readsPositions = this.particles || this.links || this.tethers || this.normals;
      let positions: Float32Array | null = null;
      // The cloth may have changed its fidelity meanwhile.
      while (readsPositions && !this._isDisposed && positions?.length !== 3 * this.cloth.restGrid.particleCount) {
        positions = await this.cloth.readPositions(origin);
      }
      const surface = this.levels || this.crossings ? await this.cloth.readSurface(origin) : null;
      const others = this.crossings ? await this._readOthers(origin) : null;
      await this._readMaps();
      if (!this._isDisposed) {
        this._drawAll(positions, surface, origin);
        if (surface && others) {
          this._draw("crossings", origin, () => crossingLines(surface, others));
        }
      }
    } catch (error) {
      if (!this._isDisposed) {
        throw error;
      }
    }
  }

  /** Takes everything out of the scene. */
  public dispose(): void {
    this._isDisposed = true;
    this._observers.splice(0).forEach((observer) => observer.remove(true));
    this._drawn.forEach((drawing) => drawing.dispose());
    this._drawn.clear();
  }

  /** Surfaces of the cloths that may be where this one is, relative to a point of the world. */
  private async _readOthers(origin: Vector3): Promise<IClothSurface[]> {
    const { cloth } = this;
    const near = cloth
      .getScene()
      .meshes.filter((mesh) => mesh instanceof ClothMesh)
      .filter((mesh) => mesh !== cloth && mesh.intersectsMesh(cloth));
    const reads = near.map(async (other) => {
      try {
        return [await other.readSurface(origin)];
      } catch (error) {
        if (other.isDisposed()) return [];
        throw error;
      }
    });
    return (await Promise.all(reads)).flat();
  }

  /** What was read is relative to a point of the world, so that it is precise far from the origin. */
  private _drawAll(positions: Float32Array | null, surface: IClothSurface | null, origin: Vector3): void {
    const { cloth } = this;
    const { restGrid, pinning, definition } = cloth;
    // None were read for what was switched on meanwhile, and others if the fidelity has changed while the surface was read.
    if (positions?.length === 3 * restGrid.particleCount) {
      const net = thinnedNet(restGrid, this.mostAcross);
      const mirrored = cloth.getWorldMatrix().determinant() < 0;
      this._draw("particles", origin, () => particleMarks(restGrid, net, positions, pinning.pinned));
      this._draw("links", origin, () =>
        linkLines(restGrid, net, this._restNet().positions, positions, this.strainScale),
      );
      this._draw("tethers", origin, () => tetherLines(this._restNet().tethers, net, positions, cloth.fabric.tether));
      this._draw("normals", origin, () => normalLines(restGrid, net, positions, mirrored ? -1 : 1));
    }
    this._draw("colliders", origin, () => {
      const all = this._enabledColliders();
      const texels = new Map([...this._maps].map(([collider, values]) => [collider.world, values]));
      const shapes = all.map(({ world }) => world);
      return colliderLines(shapes, cloth.getBoundingInfo().boundingSphere.centerWorld, texels).relativeTo(
        origin.asArray(),
      );
    });
    this._draw("windZones", origin, () =>
      windZoneLines([...cloth.windZones.list, ...cloth.windZones.shared.list]).relativeTo(origin.asArray()),
    );
    if (surface) {
      const { front, back, frontUVs, backUVs } = definition.faces;
      const faces = [...(front ? [frontUVs] : []), ...(back ? [backUVs] : [])];
      const areas = faces.map(([u0, v0, u1, v1]) => Math.abs((u1 - u0) * (v1 - v0)));
      const spans = (definition.countU - 2) * (definition.countV - 2);
      const maximum = TRIANGLE_SHARE * this.mostAcross ** 2;
      this._draw("levels", origin, () => levelLines(surface, areas, spans, maximum));
    }
  }

  private _enabledColliders(): readonly ClothCollider[] {
    const { shared, list } = this.cloth.colliders;
    return [...shared.list, ...list].filter(({ enabled }) => enabled);
  }

  /** What depth maps show, for the view of colliders. */
  private async _readMaps(): Promise<void> {
    this._maps.clear();
    for (const collider of this.colliders ? this._enabledColliders() : []) {
      const texels = await collider.maps?.readAsync();
      if (texels) this._maps.set(collider, texels);
    }
  }

  private _frame(): void {
    for (const [part, drawing] of this._drawn) {
      if (!this[part]) {
        drawing.dispose();
        this._drawn.delete(part);
      }
    }
    const now = performance.now();
    const isDue = now - this._last >= 1000 / this.rate;
    if (isDue && !this._isReading && debugParts.some((part) => this[part])) {
      this._last = now;
      this._isReading = true;
      this.updateAsync()
        .catch((error: unknown) => {
          Logger.Error(`babylon-cloth: the debug view of cloth "${this.cloth.name}" cannot be drawn: ${String(error)}`);
        })
        .finally(() => (this._isReading = false));
    }
  }

  private _draw(part: ClothDebugPart, origin: Vector3, geometryOf: () => DebugGeometry): void {
    if (!this[part]) {
      return;
    }
    let drawing = this._drawn.get(part);
    if (!drawing) {
      drawing = new Drawing(this.cloth, part);
      this._drawn.set(part, drawing);
    }
    drawing.update(geometryOf(), origin);
  }

  /** The net of the moment at rest, as the mesh scales it. */
  private _restNet(): RestNet {
    const { restGrid, pinning, fabric, cuts, nets } = this.cloth;
    const hasTethers = isTethered(fabric);
    const linear = mat3.fromMat4(new Float64Array(9), this.cloth.getWorldMatrix().m);
    const living = cuts.linksOf(nets.current);
    const key = [pinning.version, cuts.version, hasTethers, ...scaleOf(linear)].join();
    if (this._atRest?.key !== key || this._atRest.restGrid !== restGrid) {
      const tethers = hasTethers ? cookTethers(restGrid, pinning.anchors, linear) : NO_TETHERS;
      this._atRest = {
        ...{ restGrid, key },
        positions: transformed(restGrid.restPositions, linear),
        tethers: living ? cutTethers(restGrid, tethers, living) : tethers,
      };
    }
    return this._atRest;
  }
}

/** A net at rest. */
interface RestNet {
  readonly restGrid: RestGrid;
  /** Changes with its pins, its cuts, with what scales it, and with whether it is tethered. */
  readonly key: string;
  /** [m], shape [particles, 3]. */
  readonly positions: Float64Array;
  readonly tethers: Tethers;
}

/** Digits of lengths that are told apart: fewer than a matrix keeps that turns. */
const METRIC_DIGITS = 6;

/** What a matrix does but for its turn: products of its axes. */
function scaleOf(linear: mat3): number[] {
  const products = [...metricOf(linear)];
  const largest = Math.max(...products);
  return [
    Number(largest.toPrecision(METRIC_DIGITS)),
    ...products.map((p) => Math.round((p / largest) * 10 ** METRIC_DIGITS)),
  ];
}

/** A mesh that shows one part. */
class Drawing {
  public readonly mesh: Mesh;
  private _cornerCount = -1;

  public constructor(
    private readonly _cloth: ClothMesh,
    part: ClothDebugPart,
  ) {
    const scene = _cloth.getScene();
    const name = `${_cloth.name} ${part}`;
    if (part === "particles") {
      this.mesh = new Mesh(name, scene);
      const material = new StandardMaterial(name, scene);
      material.disableLighting = true;
      material.emissiveColor = Color3.White();
      material.backFaceCulling = false;
      material.doNotSerialize = true;
      this.mesh.material = material;
    } else {
      this.mesh = new LinesMesh(name, scene, null, null, undefined, true);
    }
    const { mesh } = this;
    mesh.renderingGroupId = RENDERING_GROUP;
    mesh.isPickable = false;
    mesh.doNotSerialize = true;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.reservedDataStore = { hidden: true };
  }

  public update(geometry: DebugGeometry, origin: Vector3): void {
    const { mesh } = this;
    mesh.layerMask = this._cloth.layerMask;
    mesh.position.copyFrom(origin);
    const [positions, colors] = [new Float32Array(geometry.positions), new Float32Array(geometry.colors)];
    const count = positions.length / 3;
    mesh.isVisible = count > 0;
    if (count === this._cornerCount) {
      mesh.updateVerticesData("position", positions);
      mesh.updateVerticesData("color", colors);
    } else if (count > 0) {
      this._cornerCount = count;
      const indices = new Uint32Array(count).map((_, i) => i);
      Object.assign(new VertexData(), { positions, colors, indices }).applyToMesh(mesh, true);
    }
  }

  public dispose(): void {
    this.mesh.dispose(false, true);
  }
}
