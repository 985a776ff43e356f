// Simulates and draws cloths on the CPU, where there is no compute: the same phases, the same surface, an updatable mesh.
import { vec3 } from "gl-matrix";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import type { SurfaceFaces } from "../../bspline/gpu/surfacePass.js";
import type { ClothBackend, ClothBody, DrawKind, SceneStep } from "../clothBackend.js";
import { arrangeMeetings, type MeetingBody } from "../meetings.js";
import { ClothBounds } from "../../motion/clothBounds.js";
import { ClothContacts } from "../../motion/clothContacts.js";
import { ClothDriver, type ClothSink } from "../../motion/clothDriver.js";
import type { ClothCheckpoint } from "../../motion/clothCheckpoint.js";
import type { Cloth } from "../../cloth/cloth.js";
import { segmentsFor } from "../../surface/segments.js";
import { toWorld } from "../../surface/worldSurface.js";
import { CpuSurface } from "../../surface/cpuSurface.js";
import type { IClothSurface, IndexRange } from "../../surface/surfaceTypes.js";
import { LastShape } from "../../motion/lastShape.js";
import { restoredCloth } from "../../motion/restoredCloth.js";
import { PARTICLE_WORDS } from "../../shaders/particleWords.js";
import { stateOffsets, type ClothStep, type ColliderState } from "../../sim/clothStep.js";
import type { CpuClothContact } from "../../sim/cpu/cpuClothContact.js";
import { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import type { Meeting } from "../../sim/meeting.js";
import { CpuSewing, type CpuSewnBody } from "./cpuSewing.js";
import { CpuWay } from "./cpuWay.js";

/** The CPU backend of a scene. */
export class CpuBackend implements ClothBackend {
  public readonly name = "cpu";
  public readonly isReady = true;
  public readonly timings: ReadonlyMap<string, number> = new Map();
  private readonly _bodies = new Set<CpuBody>();
  private readonly _sewing = new CpuSewing<CpuBody>();

  /** {@inheritDoc ClothBackend.whenReadyAsync} */
  public async whenReadyAsync(): Promise<void> {
    await Promise.resolve();
  }

  /** {@inheritDoc ClothBackend.add} */
  public add(cloth: Cloth): ClothBody {
    const body = new CpuBody(cloth, () => this._bodies.delete(body));
    this._bodies.add(body);
    return body;
  }

  /** {@inheritDoc ClothBackend.step} */
  public step(step: SceneStep): void {
    const bodies = [...this._bodies];
    this._sewing.arrange(bodies, () => true);
    bodies.forEach((body) => {
      body.advance(step);
    });
    arrangeMeetings(this._bodies);
    bodies.forEach((body) => {
      body.begin();
    });
    const contacts = bodies.flatMap(({ contact }) => contact ?? []);
    bodies.forEach((body) => {
      body.findContacts(contacts);
    });
    this._sewing.run();
    bodies.forEach((body) => {
      body.run(step, this._sewing.has(body));
    });
    // Listeners may dispose cloths.
    bodies.forEach((body) => {
      body.tell();
    });
  }

  /** {@inheritDoc ClothBackend.checkRoom} */
  public checkRoom(): void {
    // It always has the control grid.
  }

  /** {@inheritDoc ClothBackend.setMaxTriangles} */
  public setMaxTriangles(): void {
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
class CpuBody implements ClothBody, MeetingBody, CpuSewnBody {
  public readonly coarseness = 1;
  public readonly vertices = null;
  public readonly driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private readonly _contacts: ClothContacts;
  private readonly _shape: LastShape;
  private _solver: CpuSolver;
  private readonly _sink: ClothSink;
  private readonly _local: Float32Array;
  private readonly _way: CpuWay;
  private _surface: CpuSurface | null = null;
  private _colliders: readonly ColliderState[] = [];
  private _faults = 0;
  private _hasWarned = false;
  /** Whether it moves in the step, and the mesh before it. */
  private _moves = false;
  private _matrix = 0;

  public constructor(
    public readonly mesh: Cloth,
    private readonly _onDispose: () => void,
  ) {
    const { restGrid, pinning } = mesh;
    this.driver = new ClothDriver(mesh);
    this._bounds = new ClothBounds(mesh, restGrid.pointsOf(restGrid.startPositions));
    this._contacts = new ClothContacts(mesh, this.driver.motion.origin);
    this._shape = new LastShape(restGrid.startPositions, this.driver.motion, 3);
    this._solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinning.pinned));
    this._way = new CpuWay(mesh);
    this._local = new Float32Array(3 * restGrid.particleCount);
    this._sink = {
      setPin: (particle, inverseArea, hold) => {
        this._solver.setPin(particle, inverseArea, hold);
      },
      setTethers: (tethers) => {
        this._solver.tethers = tethers;
      },
      setBends: (bends) => {
        this._solver.bends = bends;
      },
      setLinks: (links) => {
        this._solver.links = links;
      },
      setLivingLinks: (living) => {
        this._solver.setLivingLinks(living);
      },
      setTearLimits: (limits) => {
        this._solver.setTearLimits(limits);
      },
      setColliders: (colliders) => {
        this._colliders = colliders;
        this._warnOfMaps();
      },
      setVectors: (list, entries) => {
        this._solver.setVectors(list, entries);
      },
      // The step is read when it is taken.
      setStep: () => undefined,
      setSubstepCount: () => undefined,
    };
  }

  public get isReady(): boolean {
    return this._surface !== null;
  }

  public get triangleCount(): number {
    return (this._surface?.indices.length ?? 0) / 3;
  }

  /** What simulates it now. */
  public get solver(): CpuSolver {
    return this._solver;
  }

  /** Whether it takes a step now. */
  public get isStepping(): boolean {
    return this._moves;
  }

  /** With other cloths, if it meets any. */
  public get contact(): CpuClothContact | null {
    return this._solver.clothContact;
  }

  /** Maps are on the GPU, and a read-back would come frames late. */
  private _warnOfMaps(): void {
    if (!this._hasWarned && this._colliders.some(({ maps }) => maps && !maps.values)) {
      this._hasWarned = true;
      Logger.Warn(
        `Cloth "${this.mesh.name}": it is on the CPU backend and passes through depth maps, which need the GPU backend.`,
      );
    }
  }

  /**
   * What happens to the cloth in the step.
   *
   * @param step - The step.
   */
  public advance(step: SceneStep): void {
    this._takeSolver();
    this._matrix = this.driver.motion.matrixVersion;
    this._moves = this.driver.advance(this._sink, step);
  }

  public meet(meeting: Meeting | null): void {
    this._solver.setMeeting(meeting);
  }

  /** The step begins: its solver tells others where it is. */
  public begin(): void {
    const { step } = this.driver.motion;
    if (this._moves) {
      this._solver.begin(step, this._colliders);
    } else if (this.contact) {
      this._solver.begin({ ...step, substepCount: 0, reset: 0 }, this._colliders);
    }
  }

  /**
   * The step has begun for all.
   *
   * @param contacts - Of all cloths that meet others.
   */
  public findContacts(contacts: readonly CpuClothContact[]): void {
    if (this._moves) {
      this.contact?.find(contacts);
    }
  }

  /**
   * The cloth moves and is drawn.
   *
   * @param step - The step.
   * @param isSewn - Whether it has moved with others.
   */
  public run(step: SceneStep, isSewn: boolean): void {
    const { driver, mesh, _moves: moves, _way: way } = this;
    const { motion } = driver;
    const hasNewWay = way.follow(step, this._surface && this._local);
    const changes = moves || this._matrix !== motion.matrixVersion;
    if (changes) {
      way.touch();
    }
    if (motion.step.reset !== 0) {
      way.forget();
    }
    if (moves) {
      this._simulate(motion.step, driver.seconds, isSewn);
    }
    const links = mesh.cuts.linksOf(mesh.nets.current);
    const drawn = this._surface?.segments;
    // A cut surface is drawn by its spans.
    const segments = (links && drawn) ?? segmentsFor(mesh, this._solver.positions, step.eyes);
    if (segments.u !== drawn?.u || segments.v !== drawn.v || links !== this._surface?.links) {
      this._draw(new CpuSurface(mesh, segments));
    } else if (changes || hasNewWay) {
      this._draw(this._surface);
    }
  }

  /** Tells who listens what has torn and what the cloth has met in the step. */
  public tell(): void {
    const { mesh } = this;
    if (this._moves && mesh.fabric.tear < Infinity && !mesh.isDisposed()) {
      mesh.notifyTears(this._solver.torn);
    }
    if (this._moves && mesh.hearsContacts && !mesh.isDisposed()) {
      const { sums, told } = this._solver.contactSums;
      this._contacts.mark(0);
      this._contacts.know(0, sums, told);
    }
  }

  public askShape(): LastShape {
    return this._shape;
  }

  public async fetchAsync(): Promise<void> {
    // It is here.
  }

  public save(): ClothCheckpoint | null {
    const motion = this.driver.motion.save();
    return motion && { ...motion, ...this._solver.save(), isFullResolution: false };
  }

  public goOn(checkpoint: ClothCheckpoint): void {
    this._takeSolver();
    const { driver, _solver: solver } = this;
    const { nets, restGrid, pinning } = this.mesh;
    const { motion } = driver;
    motion.goOn(checkpoint);
    driver.enter(true);
    const saved = new LastShape(nets.of(checkpoint.isFullResolution).restGrid.startPositions, motion, PARTICLE_WORDS);
    saved.know(checkpoint.particles);
    const shape = checkpoint.isFullResolution ? new LastShape(restGrid.startPositions, motion, PARTICLE_WORDS) : saved;
    if (checkpoint.isFullResolution) {
      shape.changeFrom(saved, nets.changeTo(false));
    }
    const pulls = checkpoint.isFullResolution ? new Float32Array(0) : checkpoint.pulls;
    const restored = restoredCloth(shape, checkpoint.state, motion, restGrid, pinning, pulls);
    if (restored) {
      solver.goOn(restored);
    }
    this._shape.know(solver.positions);
    this._bounds.knowNow(checkpoint.state, motion.step);
  }

  public reset(): void {
    this.driver.motion.reset();
    this.driver.pace.wake();
  }

  public teleport(): void {
    this.driver.motion.teleport();
  }

  public readPositionsAsync(from: readonly number[]): Promise<Float32Array> {
    const shift = this.driver.motion.origin.map((coordinate, axis) => coordinate - from[axis]);
    return Promise.resolve(this._solver.positions.map((coordinate, i) => coordinate + shift[i % 3]));
  }

  public readSurfaceAsync(): Promise<IClothSurface> {
    if (!this._surface) {
      throw new Error(`Cloth "${this.mesh.name}": it has no shape yet; it takes one in its first step.`);
    }
    const { vertices, indices } = this._surface;
    return Promise.resolve(toWorld(vertices, indices, this.mesh.getWorldMatrix()));
  }

  public get maxStrain(): number {
    return this._solver.state[stateOffsets.maxStrain];
  }

  public get substeps(): number {
    return this.driver.substeps.count;
  }

  public range(faces: SurfaceFaces): IndexRange {
    return this._surface?.range(faces) ?? { start: 0, count: 0 };
  }

  public draw(_faces: SurfaceFaces, _how: DrawKind, draw: () => void): void {
    draw();
  }

  public dispose(): void {
    this._onDispose();
  }

  /** A control grid that is cut or may tear is solved as full resolution is: lines of its own solver do not know cuts. */
  private _takeSolver(): void {
    const { mesh, driver, _solver: old } = this;
    if (mesh.isParting === old.isFullResolution) {
      return;
    }
    this._solver = new CpuSolver(mesh.restGrid, old.inverseAreas, mesh.isParting);
    this._solver.goOn({ ...old.save(), pulls: new Float32Array(0) });
    driver.enter(true);
  }

  private _simulate(step: ClothStep, seconds: number, isSewn: boolean): void {
    const { _solver: solver, _bounds: bounds, mesh } = this;
    bounds.advance(seconds, step, this.driver.motion.isMoving);
    this._contacts.follow(seconds);
    if (!isSewn) {
      solver.run();
    }
    this._shape.know(solver.positions);
    bounds.knowNow(solver.state, step);
    this.driver.pace.rest(solver.state[stateOffsets.speed], seconds);
    this.driver.substeps.knowNow(solver.state[stateOffsets.strain99]);
    const faults = solver.stateWords[stateOffsets.faults];
    if (faults !== this._faults) {
      this._faults = faults;
      mesh.notifyError();
    }
    if (this._colliders.some(({ isPushed }) => isPushed !== 0)) {
      mesh.colliders.push(solver.bodies.sums, solver.bodies.handed, seconds);
    }
  }

  /** Evaluates the surface into the mesh, with its triangles if it is another than before. */
  private _draw(surface: CpuSurface): void {
    surface.evaluate(this._localNet());
    const mesh = this.mesh;
    // The methods of the mesh refuse to change its vertices.
    const geometry = mesh.geometry ?? new Geometry(Geometry.RandomId(), mesh.getScene(), undefined, true, mesh);
    if (surface === this._surface) {
      for (const kind of ["position", "normal", "tangent"] as const) {
        geometry.updateVerticesData(kind, surface.attribute(kind));
      }
    } else {
      this._surface = surface;
      const data = new VertexData();
      data.positions = surface.attribute("position");
      data.normals = surface.attribute("normal");
      data.tangents = surface.attribute("tangent");
      data.uvs = surface.attribute("uv");
      data.indices = surface.indices;
      data.applyToGeometry(geometry, true);
      mesh.arrangeFaces();
      this._bounds.show();
    }
    this._way.show(geometry, surface);
  }

  /** The control points, local to the mesh. */
  private _localNet(): Float32Array {
    this._local.set(this._solver.positions);
    vec3.forEach(this._local, 3, 0, 0, vec3.transformMat3, this.driver.motion.step.toLocal);
    return this._local;
  }
}
