import { mat3 } from "gl-matrix";
import { worldMatrixOf } from "../../babylon/worldMatrix.js";
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothNet } from "../../cloth/clothNets.js";
import { areaScale } from "../../motion/areaScale.js";
import { timesOf, unreadSettings, writeSettings } from "../../motion/stepSettings.js";
import { wantedSubsteps } from "../../motion/wantedSubsteps.js";
import { constants } from "../../shaders/shaders.gen.js";
import { STANDARD_SUBSTEPS } from "../../options/solverSettings.js";
import { bendRates, bendWork, cookBends } from "../../sim/bends.js";
import { freedomIn, hingeOf } from "../../sim/freedom.js";
import { keepsLimits } from "../../sim/linkLimits.js";
import { slideReachOf } from "../../sim/slides.js";
import { stepFeatures, type ComingCloth, type StepFeature } from "../../sim/gpu/stepFeatures.js";

/**
 * @param mesh - A cloth.
 * @param net - That it is going to have.
 * @returns What it asks of the solver, as its settings, colliders and fans are now.
 */
export function comingCloth(mesh: Cloth, net: ClothNet): ComingCloth {
  const { restGrid, pinning } = net;
  const { solver, guides } = mesh;
  const { shared, list } = mesh.colliders;
  const colliders = [...shared.list, ...list].filter(({ enabled }) => enabled);
  const step = { ...unreadSettings };
  const linear = mat3.fromMat4(mat3.create(), worldMatrixOf(mesh).m);
  writeSettings(mesh, step, areaScale(restGrid, linear));
  const times = timesOf(wantedSubsteps(mesh, net, STANDARD_SUBSTEPS));
  const isLocked = (i: number): boolean => net === mesh.nets.current && guides.locked.has(i);
  const pins = [...pinning.pinned.keys()].filter((i) => pinning.pinned[i] > 0 || isLocked(i));
  const hinge = hingeOf(restGrid, pins);
  const { gravity } = solver;
  const bends = cookBends(restGrid, linear);
  const asks: Readonly<Record<StepFeature, boolean>> = {
    continuousCollision: solver.continuousCollision,
    selfCollision: solver.selfCollision,
    meets: solver.clothCollision,
    sewnRounds: mesh.sewing.isJoined && mesh.fidelity === "controlGrid",
    pushes: colliders.some(({ pushed }) => pushed !== null),
    fields: colliders.some(({ field }) => field !== null),
    slideReach:
      slideReachOf(
        { ...step, linear },
        colliders.filter(({ pushed }) => pushed === null).map(({ world }) => world),
        restGrid,
      ) > 0,
    contactScale: mesh.events.hearsContacts,
    zoneSpeed: [...mesh.windZones.shared.list, ...mesh.windZones.list].length > 0,
    depths: colliders.some(({ maps }) => maps !== null),
    closed: restGrid.closedU || restGrid.closedV,
    bendsDirectly: bendWork(bendRates(restGrid, bends), { ...step, ...times }).bendsDirectly > 0,
    freedom: freedomIn(hinge, { linear, gravity: [gravity.x, gravity.y, gravity.z] }) !== constants.NO_FREEDOM,
    motionCount: guides.get("motion") !== null,
    separationCount: guides.get("separation") !== null,
    keepsLimits: keepsLimits(step),
    warpSolver: solver.threads.warp === "fast",
    weftSolver: solver.threads.weft === "fast",
    strainGoal: step.strainGoal > 0,
  };
  return { features: stepFeatures.filter((feature) => asks[feature]), hasSprings: solver.model === "springs" };
}
