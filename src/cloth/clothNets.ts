// The two nets of particles that a cloth can have: its control grid, and that of full resolution.
import { measureSurface } from "../bspline/measure.js";
import type { TrimmedMesh } from "../bspline/trim.js";
import { reduction, refinement, transferred, type NetChange, type NetMatrix } from "../bspline/netTransfer.js";
import type { ClothDefinition } from "../options/clothOptions.js";
import type { Fabric } from "../options/fabric.js";
import { pinnedParticles } from "./firstPins.js";
import { cookOutline } from "./cookOutline.js";
import { cookRestGrid } from "./cookRestGrid.js";
import { Guides, type IClothSpheres } from "./guides.js";
import { Pinning } from "./pinning.js";
import { sheetScaleAt } from "../options/sheetScale.js";
import type { RestSurface } from "../options/restShape.js";
import type { RestGrid } from "../sim/restGrid.js";

/** Particles of a cloth, and what holds them. */
export interface ClothNet {
  /** Whether it is solved at full resolution. */
  readonly isFullResolution: boolean;
  /** Grid, rest shape, first shape and masses. */
  readonly restGrid: RestGrid;
  /** What is drawn of its patches if the sheet has an outline; null: all. */
  readonly trim: TrimmedMesh | null;
  /** 1 for each particle that is pinned as the cloth is made, shape [particleCount]. */
  readonly firstPins: Uint8Array;
  readonly pinning: Pinning;
  /** Motion and separation constraints. */
  readonly guides: Guides;
}

/**
 * @param net - Of a cloth.
 * @returns Points along its longer side at full resolution; 0 of a control grid.
 */
export function finePoints({ isFullResolution, restGrid }: Pick<ClothNet, "isFullResolution" | "restGrid">): number {
  return isFullResolution ? Math.max(restGrid.countU, restGrid.countV) : 0;
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param definition - Checked options.
 * @param isFullResolution - Which of its nets.
 * @returns The net as the cloth is made.
 */
function makeNet(cloth: string, definition: ClothDefinition, isFullResolution: boolean): ClothNet {
  const { restGrid, trim } = sharedNet(cloth, definition, isFullResolution);
  const firstPins = pinnedParticles({ ...definition, countU: restGrid.countU, countV: restGrid.countV }, restGrid);
  return {
    isFullResolution,
    restGrid,
    trim,
    firstPins,
    pinning: new Pinning(restGrid, firstPins),
    guides: new Guides(cloth, restGrid.particleCount),
  };
}

/** What a net is at rest. */
type CookedNet = Pick<ClothNet, "restGrid" | "trim">;

/** Nets of fabrics that cloths share: control grid and full resolution, as they are asked for. */
const sharedNets = new WeakMap<Fabric, Partial<Record<"controlGrid" | "fullResolution", CookedNet>>>();

/** Cooked once for all cloths of a fabric, unless the cloth starts in a form of its own. */
function sharedNet(cloth: string, definition: ClothDefinition, isFullResolution: boolean): CookedNet {
  const { sharedFabric, start } = definition;
  if (!sharedFabric || start) {
    return cookNet(cloth, definition, isFullResolution);
  }
  const nets = sharedNets.get(sharedFabric) ?? {};
  sharedNets.set(sharedFabric, nets);
  return (nets[isFullResolution ? "fullResolution" : "controlGrid"] ??= cookNet(cloth, definition, isFullResolution));
}

/** `given`: of the control grid, which has the `massScale`. */
function cookNet(cloth: string, given: ClothDefinition, isFullResolution: boolean): CookedNet {
  const definition = isFullResolution ? refined(given) : given;
  const { outline, massScale } = definition;
  if (!outline) {
    return { restGrid: cookRestGrid(definition, given), trim: null };
  }
  const whole = cookRestGrid({ ...definition, massScale: null });
  return cookOutline(cloth, outline, whole, massScale && sheetScaleAt(massScale, given, definition));
}

/** The definition at full resolution: the same surfaces through more control points. */
function refined(definition: ClothDefinition): ClothDefinition {
  const { countU, countV, closedU, closedV, rest, start, fullResolution } = definition;
  const counts = { countU: fullResolution.u, countV: fullResolution.v };
  if (!rest && !start) {
    return { ...definition, ...counts };
  }
  const [u, v] = [refinement(countU, counts.countU, closedU), refinement(countV, counts.countV, closedV)];
  const refinedNet = (net: Float64Array): Float64Array => transferred(net, 3, u, v);
  const refinedRest = (net: Float64Array): RestSurface => ({
    net,
    ...measureSurface(net, counts.countU, counts.countV),
  });
  return {
    ...definition,
    ...counts,
    rest: rest && refinedRest(refinedNet(rest.net)),
    start: start && refinedNet(start),
  };
}

/**
 * Pins, grips and guides of one net go over to another.
 *
 * @param from - As it is.
 * @param to - As it was left, or made.
 * @param along - Matrices from one to the other.
 */
function carryOver(from: ClothNet, to: ClothNet, along: NetMatrices): void {
  to.pinning.takeOver(from.pinning, from.firstPins, to.firstPins);
  for (const list of ["motion", "separation"] as const) {
    const given = from.guides.get(list);
    const spheres: IClothSpheres | null = given && {
      ...given,
      spheres: transferred(given.spheres, 4, along.u, along.v),
    };
    if (given || to.guides.get(list)) {
      to.guides.set(list, spheres);
    }
  }
}

/** Matrices between the nets of one cloth, one way. */
interface NetMatrices {
  readonly u: NetMatrix;
  readonly v: NetMatrix;
}

/** The nets of one cloth. */
export class ClothNets {
  private readonly _nets: Record<"controlGrid" | "fullResolution", ClothNet | null> = {
    controlGrid: null,
    fullResolution: null,
  };
  private readonly _matrices: Record<"up" | "down", NetMatrices | null> = { up: null, down: null };
  private _isFullResolution: boolean;

  /**
   * @param _cloth - Name of the cloth, for messages.
   * @param _definition - Checked options.
   * @param hasFullResolution - Whether its backend simulates at full resolution.
   */
  public constructor(
    private readonly _cloth: string,
    private readonly _definition: ClothDefinition,
    hasFullResolution: boolean,
  ) {
    this._isFullResolution = hasFullResolution && _definition.startsAtFullResolution;
    // Calls functions of the user, which may throw: before a mesh is made.
    this.of(this._isFullResolution);
  }

  /** Whether the sheet is no rectangle: its links do not all live. */
  public get hasOutline(): boolean {
    return this._definition.outline !== null;
  }

  /** What the cloth has now. */
  public get current(): ClothNet {
    return this.of(this._isFullResolution);
  }

  /**
   * @param isFullResolution - Which.
   * @returns The net, made when it is first asked for.
   */
  public of(isFullResolution: boolean): ClothNet {
    return (this._nets[isFullResolution ? "fullResolution" : "controlGrid"] ??= makeNet(
      this._cloth,
      this._definition,
      isFullResolution,
    ));
  }

  /**
   * @param isFullResolution - Of the net that it leads to.
   * @returns Matrices from the one net to the other.
   */
  public matricesTo(isFullResolution: boolean): NetMatrices {
    const { countU, countV, closedU, closedV, fullResolution } = this._definition;
    const make = isFullResolution
      ? {
          u: (): NetMatrix => refinement(countU, fullResolution.u, closedU),
          v: (): NetMatrix => refinement(countV, fullResolution.v, closedV),
        }
      : {
          u: (): NetMatrix => reduction(fullResolution.u, countU, closedU),
          v: (): NetMatrix => reduction(fullResolution.v, countV, closedV),
        };
    return (this._matrices[isFullResolution ? "up" : "down"] ??= { u: make.u(), v: make.v() });
  }

  /**
   * @param isFullResolution - Of the net that it leads to.
   * @returns The change from the other net, where both are the first particles.
   */
  public changeTo(isFullResolution: boolean): NetChange {
    const rangeOf = ({ restGrid: { countU, countV } }: ClothNet): NetChange["from"] => ({ first: 0, countU, countV });
    const { u: alongU, v: alongV } = this.matricesTo(isFullResolution);
    return {
      from: rangeOf(this.of(!isFullResolution)),
      to: rangeOf(this.of(isFullResolution)),
      alongU,
      alongV,
      pinned: "follow",
    };
  }

  /**
   * @param list - Which.
   * @param given - One sphere a particle of either net, or null for none.
   * @throws TypeError or RangeError if they are not as many, or not finite.
   */
  public setSpheres(list: "motion" | "separation", given: IClothSpheres | null): void {
    const { guides } = this.current;
    const { countU, countV, fullResolution } = this._definition;
    const otherCount = this._isFullResolution ? countU * countV : fullResolution.u * fullResolution.v;
    const count = (given as Partial<IClothSpheres> | null)?.spheres?.length;
    const isOfOther = count === 4 * otherCount && otherCount !== this.current.restGrid.particleCount;
    guides.set(list, given && isOfOther ? this._moved(given) : given);
  }

  /** Spheres of the other net at the particles of this one. */
  private _moved(given: IClothSpheres): IClothSpheres {
    const { u, v } = this.matricesTo(this._isFullResolution);
    return { ...given, spheres: transferred(given.spheres, 4, u, v) };
  }

  /** The cloth has its other net from now on; pins, grips and guides go over. */
  public change(): void {
    const from = this.current;
    this._isFullResolution = !this._isFullResolution;
    carryOver(from, this.current, this.matricesTo(this._isFullResolution));
  }
}
