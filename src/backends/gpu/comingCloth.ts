import type { Cloth } from "../../cloth/cloth.js";
import type { ClosedCounts } from "../../sim/restGrid.js";
import { stepFeatures, type ComingCloth, type StepFeature } from "../../sim/gpu/stepFeatures.js";

/**
 * @param mesh - A cloth.
 * @param net - That it is going to have.
 * @returns What it asks of the solver, as its settings, colliders and fans are now.
 */
export function comingCloth(mesh: Cloth, net: ClosedCounts): ComingCloth {
  const { solver } = mesh;
  const { shared, list } = mesh.colliders;
  const colliders = [...shared.list, ...list].filter(({ enabled }) => enabled);
  const asks: Readonly<Record<StepFeature, boolean>> = {
    continuousCollision: solver.continuousCollision,
    selfCollision: solver.selfCollision,
    meets: solver.clothCollision,
    sewnRounds: mesh.sewing.isJoined && mesh.fidelity === "controlGrid",
    pushes: colliders.some(({ pushed }) => pushed !== null),
    fields: colliders.some(({ field }) => field !== null),
    contactScale: mesh.events.hearsContacts,
    zoneSpeed: [...mesh.windZones.shared.list, ...mesh.windZones.list].length > 0,
    depths: colliders.some(({ maps }) => maps !== null),
    closed: net.closedU || net.closedV,
  };
  return { features: stepFeatures.filter((feature) => asks[feature]), hasSprings: solver.model === "springs" };
}
