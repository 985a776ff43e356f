// What can be set on a cloth while it exists, and which settings go together.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ClothBackend, RoomySolver } from "../backends/clothBackend.js";
import { gravityOf } from "../babylon/sceneGravity.js";
import type { Cloth } from "../cloth/cloth.js";
import { keepsControlGrid } from "../cloth/joinedCloths.js";
import { checkFidelity, optionRules, type ClothFidelity, type IClothOptions } from "../options/clothOptions.js";
import { Fabric } from "../options/fabric.js";
import {
  checkFabric,
  createFabricSettings,
  type ClothFabricInput,
  type ClothFabricSettings,
} from "../options/fabricSettings.js";
import { checkNumber, complaint, type ChangeCount } from "../options/rules.js";
import {
  checkSolver,
  createSolverSettings,
  type CheckedSolver,
  type ClothSolverInput,
  type ClothSolverSettings,
} from "../options/solverSettings.js";
import { checkModel, type SolvedAs } from "../options/springSettings.js";
import { checkTessellation, type ClothTessellation } from "../options/tessellation.js";

/** The settings of one cloth. */
export class ClothSettings {
  private readonly _changes: ChangeCount = { count: 0 };
  private _solver: ClothSolverSettings;
  private _fabric: ClothFabricSettings;
  private _tessellation: ClothTessellation;
  private _thickness: number;
  private _askedFidelity: ClothFidelity;

  /**
   * @param _cloth - The cloth, which knows its definition, its cuts and its seams.
   * @param _backend - Where it is simulated.
   */
  public constructor(
    private readonly _cloth: Cloth,
    private readonly _backend: ClothBackend,
  ) {
    const { solver, fabric, tessellation, thickness, fidelity } = _cloth.definition;
    this._askedFidelity = fidelity;
    this._solver = this._createSolver(solver);
    this._fabric = this._createFabric(fabric);
    this._tessellation = tessellation;
    this._thickness = thickness;
    this._warnOfFidelity();
  }

  /** Changes with every setting that the solver is told, but for vectors. */
  public get version(): number {
    return this._changes.count;
  }

  /** See {@link ClothMesh.solver}. */
  public get solver(): ClothSolverSettings {
    return this._solver;
  }

  public set solver(value: ClothSolverInput) {
    const checked = checkSolver(this._cloth.name, value);
    this._checkSolver(checked);
    this._solver = this._createSolver(checked);
    this._changes.count++;
  }

  /** See {@link ClothMesh.fabric}. */
  public get fabric(): ClothFabricSettings {
    return this._fabric;
  }

  public set fabric(value: ClothFabricInput) {
    const { name } = this._cloth;
    if (value instanceof Fabric) {
      const allowed = "settings, as Fabric.settings are: a cloth keeps the sheet that it was made with";
      throw new TypeError(complaint({ cloth: name, option: "fabric" }, value, allowed));
    }
    const checked = checkFabric(name, value);
    this._checkTear(checked);
    this._fabric = this._createFabric(checked);
    this._changes.count++;
  }

  /** See {@link ClothMesh.tessellation}. */
  public get tessellation(): ClothTessellation {
    return this._tessellation;
  }

  public set tessellation(value: NonNullable<IClothOptions["tessellation"]>) {
    this._tessellation = checkTessellation(this._cloth.name, value);
  }

  /** See {@link ClothMesh.thickness}. */
  public get thickness(): number {
    return this._thickness;
  }

  public set thickness(value: number) {
    const next = checkNumber({ cloth: this._cloth.name, option: "thickness" }, value, optionRules.thickness);
    this._changes.count += Number(next !== this._thickness);
    this._thickness = next;
  }

  /** The fidelity that was asked for, whether or not the backend has it. */
  public get askedFidelity(): ClothFidelity {
    return this._askedFidelity;
  }

  /** See {@link ClothMesh.fidelity}. */
  public get fidelity(): ClothFidelity {
    if (this._backend.name === "cpu") {
      return "controlGrid";
    }
    const needsMore = this.isParting || (this._cloth.sewing.isJoined && !keepsControlGrid(this._cloth));
    return needsMore ? "fullResolution" : this._askedFidelity;
  }

  public set fidelity(value: ClothFidelity) {
    const fidelity = checkFidelity(this._cloth.name, value);
    checkModel(this._cloth.name, this._solver, { ...this._solvedAs, fidelity });
    if (fidelity !== "controlGrid") {
      this.checkRoom();
    }
    this._askedFidelity = fidelity;
    this._warnOfFidelity();
  }

  /** Whether the cloth is cut, or may tear. */
  public get isParting(): boolean {
    return this._cloth.cuts.links !== null || this._fabric.tear < Infinity;
  }

  /**
   * @param solver - That it is going to have.
   * @throws RangeError if there is no room for the cloth at full resolution.
   */
  public checkRoom(solver: RoomySolver = this._solver): void {
    this._backend.checkRoom(this._cloth.name, this._cloth.definition, solver, this._cloth);
  }

  private get _solvedAs(): SolvedAs {
    return { fidelity: this._askedFidelity, isCut: this._cloth.cuts.links !== null, tear: this._fabric.tear };
  }

  private _createSolver(checked: CheckedSolver): ClothSolverSettings {
    const gravity = (): ReturnType<typeof gravityOf> => gravityOf(this._cloth.getScene());
    return createSolverSettings(this._cloth.name, checked, this._changes, gravity, (next) => {
      this._checkSolver(next);
    });
  }

  private _createFabric(checked: ClothFabricSettings): ClothFabricSettings {
    return createFabricSettings(this._cloth.name, checked, this._changes, (next) => {
      this._checkTear(next);
    });
  }

  private _checkSolver(next: Omit<ClothSolverSettings, "gravity">): void {
    checkModel(this._cloth.name, next, this._solvedAs);
    const { model, selfCollision } = this._solver;
    const asksMore = (next.selfCollision && !selfCollision) || (next.model === "springs" && model !== "springs");
    if (asksMore && (this.fidelity !== "controlGrid" || this._cloth.nets.current.isFullResolution)) {
      this.checkRoom(next);
    }
  }

  private _checkTear({ tear }: ClothFabricSettings): void {
    checkModel(this._cloth.name, this._solver, { ...this._solvedAs, tear });
    if (tear < Infinity && !this.isParting) {
      this.checkRoom();
    }
  }

  private _warnOfFidelity(): void {
    if (this._askedFidelity === "fullResolution" && this._backend.name === "cpu") {
      Logger.Warn(
        `Cloth "${this._cloth.name}": fidelity "fullResolution" needs the GPU; on the CPU it stays "controlGrid".`,
      );
    }
  }
}
