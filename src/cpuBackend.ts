// Simulates and draws cloths on the CPU, where there is no compute: the same phases, the same surface, an updatable mesh.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { createSurfacePoint, evaluateSurface } from "./bspline/surface.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS, type SurfaceFaces } from "./bspline/surfacePass.js";
import { gridIndices, type Segments } from "./bspline/tessellation.js";
import type { ClothBackend, ClothBody, IClothSurface, SceneStep } from "./clothBackend.js";
import { ClothBounds } from "./clothBounds.js";
import { ClothDriver, type ClothSink } from "./clothDriver.js";
import type { ClothMesh } from "./clothMesh.js";
import { segmentsFor } from "./clothSegments.js";
import { toWorld } from "./clothSurface.js";
import { stateOffsets, type ClothStep, type ColliderState } from "./sim/clothStep.js";
import { tangentSignOf } from "./surfaceInput.js";
import { CpuSolver } from "./sim/cpuSolver.js";

/** The CPU backend of a scene. */
export class CpuBackend implements ClothBackend {
  public readonly name = "cpu";
  public readonly isReady = true;
  public readonly timings: ReadonlyMap<string, number> = new Map();
  private readonly _bodies = new Set<CpuBody>();

  /** @param _sceneWind - Added to the wind of every cloth [m/s]. */
  public constructor(private readonly _sceneWind: Vector3) {}

  /** {@inheritDoc ClothBackend.whenReadyAsync} */
  public async whenReadyAsync(): Promise<void> {
    await Promise.resolve();
  }

  /** {@inheritDoc ClothBackend.add} */
  public add(cloth: ClothMesh): ClothBody {
    const body = new CpuBody(cloth, this._sceneWind, () => this._bodies.delete(body));
    this._bodies.add(body);
    return body;
  }

  /** {@inheritDoc ClothBackend.step} */
  public step(step: SceneStep): void {
    for (const body of this._bodies) {
      body.step(step);
    }
  }

  /** {@inheritDoc ClothBackend.setMostTriangles} */
  public setMostTriangles(): void {
    // Each mesh has its own vertices, as many as it needs.
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
  public readonly coarseness = 1;
  private readonly _driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private readonly _solver: CpuSolver;
  private readonly _sink: ClothSink;
  private readonly _point = createSurfacePoint();
  private readonly _local: Float32Array;
  private _segments: Segments = { u: 0, v: 0 };
  private _vertices = new Float32Array(0);
  private _colliders: readonly ColliderState[] = [];
  private _faults = 0;

  public constructor(
    private readonly _mesh: ClothMesh,
    sceneWind: Vector3,
    private readonly _onDispose: () => void,
  ) {
    const { sheet, pinning } = _mesh;
    this._driver = new ClothDriver(_mesh, sceneWind);
    this._bounds = new ClothBounds(_mesh, sheet.restPositions);
    const solver = new CpuSolver(sheet, sheet.inverseMasses(pinning.pinned));
    this._solver = solver;
    this._local = new Float32Array(3 * sheet.particleCount);
    this._sink = {
      setPin: (particle, inverseMass, hold) => {
        solver.setPin(particle, inverseMass, hold);
      },
      setTethers: (tethers) => {
        solver.tethers = tethers;
      },
      setBends: (bends) => {
        solver.bends = bends;
      },
      setColliders: (colliders) => {
        this._colliders = colliders;
      },
      setVectors: (list, entries) => {
        solver.setVectors(list, entries);
      },
      // The step is read when it is taken.
      setStep: () => undefined,
      setSubstepCount: () => undefined,
    };
  }

  public get isReady(): boolean {
    return this._segments.u > 0;
  }

  public get triangleCount(): number {
    return 2 * this._segments.u * this._segments.v;
  }

  public step(step: SceneStep): void {
    const { _driver: driver, _mesh: mesh, _segments: drawn } = this;
    const { motion } = driver;
    const matrix = motion.matrixVersion;
    const moves = driver.advance(this._sink, step);
    if (moves) {
      this._simulate(motion.step, driver.seconds);
    }
    const segments = segmentsFor(mesh, this._solver.positions, step.eyes);
    if (moves || matrix !== motion.matrixVersion || segments.u !== drawn.u || segments.v !== drawn.v) {
      this._draw(segments);
    }
  }

  public reset(): void {
    this._driver.motion.reset();
    this._driver.pace.wake();
  }

  public teleport(): void {
    this._driver.motion.teleport();
  }

  public readPositionsAsync(): Promise<Float32Array> {
    const { origin } = this._driver.motion;
    return Promise.resolve(this._solver.positions.map((coordinate, i) => coordinate + origin[i % 3]));
  }

  public readSurfaceAsync(): Promise<IClothSurface> {
    return Promise.resolve(toWorld(this._vertices, gridIndices(this._segments), this._mesh.getWorldMatrix()));
  }

  public draw<T>(_faces: SurfaceFaces, draw: () => T): T {
    return draw();
  }

  public dispose(): void {
    this._onDispose();
  }

  private _simulate(step: ClothStep, seconds: number): void {
    const { _solver: solver, _bounds: bounds, _mesh: mesh } = this;
    bounds.advance(seconds, step, this._driver.motion.isMoving);
    solver.step(step, this._colliders);
    bounds.mark(0);
    bounds.know(0, solver.state, 0);
    bounds.fit(step);
    this._driver.pace.rest(solver.state[stateOffsets.speed], seconds);
    const faults = solver.stateWords[stateOffsets.faults];
    if (faults !== this._faults) {
      this._faults = faults;
      mesh.notifyError();
    }
    if (this._colliders.some(({ isPushed }) => isPushed !== 0)) {
      const impulses = solver.takeImpulses();
      mesh.colliders.active.forEach((collider, c) => {
        collider.push(impulses.subarray(6 * c, 6 * c + 3), impulses.subarray(6 * c + 3, 6 * c + 6));
      });
    }
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
    const matrix = this._driver.motion.step.toLocal;
    const { positions } = this._solver;
    const local = this._local;
    for (let i = 0; i < positions.length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        local[i + axis] =
          matrix[axis] * positions[i] + matrix[3 + axis] * positions[i + 1] + matrix[6 + axis] * positions[i + 2];
      }
    }
    const { position, normal, tangent } = this._point;
    const sign = tangentSignOf(this._mesh);
    for (let row = 0; row <= segments.v; row++) {
      for (let column = 0; column <= segments.u; column++) {
        const at = (row * (segments.u + 1) + column) * VERTEX_FLOATS;
        const [u, v] = [column / segments.u, row / segments.v];
        evaluateSurface(local, countU, countV, u, v, this._point);
        this._vertices.set(position, at + VERTEX_OFFSETS.position);
        this._vertices.set(normal, at + VERTEX_OFFSETS.normal);
        this._vertices.set([...tangent.map((component) => sign * component), -1], at + VERTEX_OFFSETS.tangent);
        this._vertices.set([u, v], at + VERTEX_OFFSETS.uv);
      }
    }
  }
}
