// Presets for the option `fabric`, from measurements of real cloth: docs/guide/fabrics.md has the table with their sources.
import type { ClothFabricInput } from "./fabricSettings.js";

/**
 * Presets for the option `fabric`: measured fabrics. Warp is along u. One over `stretch` is the tensile stiffness [N/m], one over `shear`
 * the shear modulus [N/m], one over `bend` the bending stiffness [N m].
 */
export const Fabrics = {
  /** Shirting: folds softly, hardly stretches. The default. */
  cotton: {},
  /** Habutai: light, flows, skews most easily, and is carried by the air. */
  silk: { density: 0.06, stretch: { warp: 6e-5, weft: 1.5e-4 }, shear: 0.07, bend: { warp: 5e5, weft: 8e5 } },
  /** Suiting: heavier than cotton, and softer than its weight. */
  wool: { density: 0.235, stretch: { warp: 3e-4, weft: 5e-4 }, shear: 0.022, bend: { warp: 8e4, weft: 1.2e5 } },
  /** Suiting: crisp, with wide folds. */
  linen: { density: 0.2, stretch: { warp: 1e-4, weft: 1.5e-4 }, shear: 0.025, bend: { warp: 3.3e4, weft: 5e4 } },
  /** Jeans of 11 oz: heavy, few large folds along the stiff warp. */
  denim: { density: 0.324, stretch: { warp: 8e-5, weft: 2e-4 }, shear: 0.0125, bend: { warp: 1.6e4, weft: 5e4 } },
  /** A knit for T-shirts: clings, and stretches across its wales. */
  jersey: {
    density: 0.16,
    stretch: { warp: 4e-3, weft: 0.012 },
    shear: 0.03,
    bend: { warp: 2.5e5, weft: 3.3e5 },
    strainLimit: 0.5,
    tether: Infinity,
  },
  /** Cotton pile: heavy, hangs in deep soft folds. */
  velvet: { density: 0.3, stretch: { warp: 1.5e-4, weft: 3e-4 }, shear: 0.03, bend: { warp: 6e4, weft: 1e5 } },
  /** Sheep nappa for garments: stiff and without threads, so it hardly skews. */
  leather: { density: 0.5, stretch: 1.6e-4, shear: 4e-4, bend: { warp: 6.5e3, weft: 8e3 } },
  /** A millimetre of soft silicone rubber: stretches under its own weight and springs back. */
  rubber: { density: 1.07, stretch: 8.5e-3, shear: 0.026, bend: 7.6e4, strainLimit: 1, tether: Infinity },
} as const satisfies Record<string, ClothFabricInput>;
