// Simulates and draws cloths on the CPU, where there is no compute: the same phases, the same surface, an updatable mesh.
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { createSurfacePoint, evaluateSurface } from "./bspline/surface.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS } from "./bspline/surfacePass.js";
import { gridIndices, type Segments } from "./bspline/tessellation.js";
import type { ClothBackend, ClothBody, IClothSurface, SceneStep } from "./clothBackend.js";
import { ClothBounds } from "./clothBounds.js";
import type { ClothMesh } from "./clothMesh.js";
import { ClothMotion } from "./clothMotion.js";
import { segmentsFor } from "./clothSegments.js";
import { toWorld } from "./clothSurface.js";
import { CpuSolver } from "./sim/cpuSolver.js";
import { cookTethers } from "./sim/tethers.js";

/** The CPU backend of a scene. */
export class CpuBackend implements ClothBackend {
  public readonly name = "cpu";
  public readonly isReady = true;
  public readonly timings: ReadonlyMap<string, number> = new Map();
  private readonly _bodies = new Set<CpuBody>();

  /** {@inheritDoc ClothBackend.whenReadyAsync} */
  public async whenReadyAsync(): Promise<void> {
    await Promise.resolve();
  }

  /** {@inheritDoc ClothBackend.add} */
  public add(cloth: ClothMesh): ClothBody {
    const body = new CpuBody(cloth, () => this._bodies.delete(body));
    this._bodies.add(body);
    return body;
  }

  /** {@inheritDoc ClothBackend.step} */
  public step(step: SceneStep): void {
    for (const body of this._bodies) {
      body.step(step);
    }
  }

  /** {@inheritDoc ClothBackend.submit} */
  public submit(): void {
    // Nothing waits: a step is done when it returns.
  }

  /** {@inheritDoc ClothBackend.dispose} */
  public dispose(): void {
    this._bodies.clear();
  }
}

/** One cloth on the CPU. */
class CpuBody implements ClothBody {
  private readonly _motion: ClothMotion;
  private readonly _bounds: ClothBounds;
  private readonly _solver: CpuSolver;
  private readonly _point = createSurfacePoint();
  private readonly _local: Float32Array;
  private _segments: Segments = { u: 0, v: 0 };
  private _vertices = new Float32Array(0);
  private _scaleVersion = -1;

  public constructor(
    private readonly _mesh: ClothMesh,
    private readonly _onDispose: () => void,
  ) {
    const { sheet, pinned } = _mesh;
    this._motion = new ClothMotion(_mesh);
    this._bounds = new ClothBounds(_mesh, sheet.restPositions);
    this._solver = new CpuSolver(sheet, sheet.inverseMasses(pinned));
    this._local = new Float32Array(3 * sheet.particleCount);
  }

  public get isReady(): boolean {
    return this._segments.u > 0;
  }

  public get triangleCount(): number {
    return 2 * this._segments.u * this._segments.v;
  }

  public step({ seconds, mostSubsteps, stepId, eyes }: SceneStep): void {
    const { _motion: motion, _mesh: mesh, _solver: solver } = this;
    const changed = motion.advance(seconds, mostSubsteps);
    if (motion.scaleVersion !== this._scaleVersion) {
      this._scaleVersion = motion.scaleVersion;
      solver.tethers = cookTethers(mesh.sheet, mesh.pinned, motion.step.linear);
    }
    mesh.colliders.follow(stepId);
    this._bounds.advance(seconds, motion.step);
    const moves = motion.step.substepCount > 0 || motion.step.reset !== 0;
    if (moves) {
      solver.step(motion.step, mesh.colliders.statesFrom(motion.origin));
      this._bounds.mark(0);
      this._bounds.know(0, solver.extent(motion.step), 0);
    }
    this._bounds.fit(motion.step);
    const segments = segmentsFor(mesh, eyes);
    if (moves || changed || segments.u !== this._segments.u || segments.v !== this._segments.v) {
      this._draw(segments);
    }
  }

  public reset(): void {
    this._motion.reset();
  }

  public retessellate(): void {
    // The next step draws with the new segments.
  }

  public readPositionsAsync(): Promise<Float32Array> {
    const { origin } = this._motion;
    return Promise.resolve(this._solver.positions.map((coordinate, i) => coordinate + origin[i % 3]));
  }

  public readSurfaceAsync(): Promise<IClothSurface> {
    return Promise.resolve(toWorld(this._vertices, gridIndices(this._segments), this._mesh.getWorldMatrix()));
  }

  public draw<T>(draw: () => T): T {
    return draw();
  }

  public dispose(): void {
    this._onDispose();
  }

  /** Evaluates the surface into the mesh, with new triangles where their number has changed. */
  private _draw(segments: Segments): void {
    const count = (segments.u + 1) * (segments.v + 1);
    if (this._vertices.length !== count * VERTEX_FLOATS) {
      this._vertices = new Float32Array(count * VERTEX_FLOATS);
    }
    this._evaluate(segments);
    const attribute = (offset: number, size: number): Float32Array => {
      const values = new Float32Array(size * count);
      for (let i = 0; i < count; i++) {
        const at = i * VERTEX_FLOATS + offset;
        values.set(this._vertices.subarray(at, at + size), size * i);
      }
      return values;
    };
    const data = new VertexData();
    data.positions = attribute(VERTEX_OFFSETS.position, 3);
    data.normals = attribute(VERTEX_OFFSETS.normal, 3);
    data.tangents = attribute(VERTEX_OFFSETS.tangent, 4);
    data.uvs = attribute(VERTEX_OFFSETS.uv, 2);
    if (segments.u === this._segments.u && segments.v === this._segments.v) {
      this._mesh.updateVerticesData("position", data.positions);
      this._mesh.updateVerticesData("normal", data.normals);
      this._mesh.updateVerticesData("tangent", data.tangents);
    } else {
      this._segments = segments;
      data.indices = gridIndices(segments);
      data.applyToMesh(this._mesh, true);
      this._bounds.show();
    }
  }

  private _evaluate(segments: Segments): void {
    const { countU, countV } = this._mesh.sheet;
    const matrix = this._motion.step.toLocal;
    const { positions } = this._solver;
    const local = this._local;
    for (let i = 0; i < positions.length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        local[i + axis] =
          matrix[axis] * positions[i] + matrix[3 + axis] * positions[i + 1] + matrix[6 + axis] * positions[i + 2];
      }
    }
    const { position, normal, tangent } = this._point;
    for (let row = 0; row <= segments.v; row++) {
      for (let column = 0; column <= segments.u; column++) {
        const at = (row * (segments.u + 1) + column) * VERTEX_FLOATS;
        const [u, v] = [column / segments.u, row / segments.v];
        evaluateSurface(local, countU, countV, u, v, this._point);
        this._vertices.set(position, at + VERTEX_OFFSETS.position);
        this._vertices.set(normal, at + VERTEX_OFFSETS.normal);
        this._vertices.set([...tangent, -1], at + VERTEX_OFFSETS.tangent);
        this._vertices.set([u, v], at + VERTEX_OFFSETS.uv);
      }
    }
  }
}
