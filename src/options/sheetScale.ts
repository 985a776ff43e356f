// How mass or strength are spread over a sheet: the user's function or list becomes one number a control point, once.
import { basisIntegrals, grevilleAbscissae } from "../bspline/knots.js";
import type { NetTopology, RestSurface } from "./restShape.js";
import { checkNumber, complaint, type NumberRange } from "./rules.js";

/**
 * Mass per area relative to the density of the fabric: a function of u and v in [0, 1], or one number per control point, row by row, shape
 * [controlPoints.v * controlPoints.u].
 */
export type ClothMassScale = ((u: number, v: number) => number) | ArrayLike<number>;

/** Strain at which threads break relative to `fabric.tear`, given as {@link ClothMassScale}. */
export type ClothTearScale = ClothMassScale;

/** Of each number: a particle without mass has no motion, and one that shall stay is pinned; a thread without strength is none. */
const range: NumberRange = { min: 0, above: true, max: Infinity };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param name - Of the option.
 * @param given - Its value.
 * @param grid - Control grid.
 * @returns One number a control point, shape [countU * countV].
 * @throws TypeError if it is neither, RangeError if there are too few or too many numbers, or one is not finite or not above 0.
 */
export function checkSheetScale(
  cloth: string,
  name: "massScale" | "tearScale",
  given: unknown,
  { countU, countV }: NetTopology,
): readonly number[] {
  const count = countU * countV;
  const check = (option: string, value: unknown): number => checkNumber({ cloth, option }, value, range);
  if (typeof given === "function") {
    const scale = given as (u: number, v: number) => unknown;
    const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
    return Array.from({ length: count }, (_, i) => {
      const [atU, atV] = [u[i % countU], v[Math.floor(i / countU)]];
      return check(`${name}(${short(atU)}, ${short(atV)})`, scale(atU, atV));
    });
  }
  const allowed = `a function (u, v) => number, or ${count.toString()} numbers (one per control point)`;
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) {
    throw new TypeError(complaint({ cloth, option: name }, given, allowed));
  }
  const numbers = given as ArrayLike<unknown>;
  if (numbers.length !== count) {
    throw new RangeError(complaint({ cloth, option: name }, `${String(numbers.length)} numbers`, allowed));
  }
  // Array.from sees holes, which map does not.
  return Array.from(numbers, (value, i) => check(`${name}[${i.toString()}]`, value));
}

/**
 * @param massScale - Of each control point.
 * @param grid - Control grid.
 * @param rest - Rest surface; null for a flat rectangle.
 * @param area - Of the sheet [m2].
 * @returns Area of a sheet of the same mass that has the same density everywhere [m2].
 */
export function weightedArea(
  massScale: readonly number[],
  { countU, countV }: NetTopology,
  rest: RestSurface | null,
  area: number,
): number {
  const [shareU, shareV] = [basisIntegrals(countU), basisIntegrals(countV)];
  return massScale.reduce((sum, scale, i) => {
    const share = rest ? rest.shares[i] : area * shareU[i % countU] * shareV[Math.floor(i / countU)];
    return sum + scale * share;
  }, 0);
}

/**
 * The same scale at another number of particles: linear between control points.
 *
 * @param scale - Of each control point.
 * @param from - Control grid.
 * @param to - Particles.
 * @returns Of each particle, shape [to.countU * to.countV].
 */
export function sheetScaleAt(
  scale: readonly number[],
  from: Pick<NetTopology, "countU" | "countV">,
  to: Pick<NetTopology, "countU" | "countV">,
): number[] {
  const [alongU, alongV] = [placesOf(from.countU, to.countU), placesOf(from.countV, to.countV)];
  return alongV.flatMap((v) =>
    alongU.map((u) => {
      const at = v.first * from.countU + u.first;
      const low = scale[at] * (1 - u.share) + scale[at + 1] * u.share;
      const high = scale[at + from.countU] * (1 - u.share) + scale[at + from.countU + 1] * u.share;
      return low * (1 - v.share) + high * v.share;
    }),
  );
}

/** Where particles are between the control points of a row. */
function placesOf(from: number, to: number): { readonly first: number; readonly share: number }[] {
  const known = grevilleAbscissae(from);
  return Array.from(grevilleAbscissae(to), (parameter) => {
    const next = known.findIndex((place) => place > parameter);
    const first = next < 0 ? from - 2 : next - 1;
    return { first, share: (parameter - known[first]) / (known[first + 1] - known[first]) };
  });
}

function short(parameter: number): string {
  return String(Number(parameter.toPrecision(4)));
}
