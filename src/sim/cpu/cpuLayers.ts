// Layers of cloth on the CPU, which keep apart: those of the cloth itself, those of others, and what has passed through them.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { Meeting } from "../meeting.js";
import type { RestGrid } from "../restGrid.js";
import { CpuClothContact } from "./cpuClothContact.js";
import type { CpuLinks } from "./cpuLinks.js";
import type { CpuParticles } from "./cpuParticles.js";
import { CpuSelfContact } from "./cpuSelfContact.js";
import { CpuTangles, type TangleMeeting } from "./cpuTangles.js";
import { isDrawingBack } from "./functions/tangle.js";
import type { Rounded } from "./vectors.js";

/** Contact of one cloth with cloth. */
export class CpuLayers {
  private readonly _self: CpuSelfContact;
  private readonly _tangles: CpuTangles;
  private _others: CpuClothContact | null = null;

  /**
   * @param _restGrid - The net at rest.
   * @param _particles - Are moved.
   * @param _links - Between them.
   * @param _isFullResolution - Whether they keep apart as there.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: CpuParticles,
    private readonly _links: CpuLinks,
    private readonly _isFullResolution: boolean,
  ) {
    this._tangles = new CpuTangles(_restGrid, _particles, _isFullResolution);
    this._self = new CpuSelfContact(_restGrid, _particles, _isFullResolution, this._tangles);
  }

  /** With other cloths; null if it meets none. */
  public get others(): CpuClothContact | null {
    return this._others;
  }

  /** @param distances - Of each particle at rest from seams that join the cloth to itself [m]; null: it has none. */
  public setOwnSeams(distances: Float32Array | null): void {
    this._self.seamDistances = distances;
  }

  /** @param meeting - How it meets other cloths; null if it does not. */
  public setMeeting(meeting: Meeting | null): void {
    if (meeting && this._others) {
      this._others.meeting = meeting;
    } else {
      const { _restGrid: grid, _particles: particles, _tangles: tangles, _isFullResolution: isLive } = this;
      this._others = meeting && new CpuClothContact(grid, particles, meeting, isLive, tangles);
    }
  }

  /**
   * What particles may meet of their own cloth in the step.
   *
   * @param step - Begins.
   * @param previous - Where particles were one substep ago, shape [particleCount, 3].
   * @param wayScale - What the way of a particle since then is multiplied by, to be that of a substep.
   */
  public find(step: Rounded<ClothStep>, previous: Float32Array, wayScale: (particle: number) => number): void {
    if (step.selfCollision !== 0) {
      this._self.find(step, this._links.atRest, previous, wayScale);
    }
  }

  /**
   * The same again, within a step of fast cloth at full resolution.
   *
   * @param step - Under way.
   * @param substep - Of the step, as it is relaxed.
   */
  public findAgain(step: Rounded<ClothStep>, substep: number): void {
    if (step.selfCollision !== 0) {
      this._self.findAgain(step, this._links.atRest, substep);
    }
  }

  /**
   * Where the cloth has passed through itself or through others.
   *
   * @param step - Has begun.
   * @param substepsBefore - Of the cloth.
   */
  public findTangles(step: Rounded<ClothStep>, substepsBefore: number): void {
    const { _others: others } = this;
    const meetsItself = step.selfCollision !== 0;
    const isAsked = meetsItself || others !== null;
    if (
      !isAsked ||
      step.integrator !== constants.CONSTRAINTS ||
      (!this._isFullResolution && !isDrawingBack(substepsBefore, step.substepTime))
    ) {
      this._tangles.clear();
      return;
    }
    const meetingsOf = (i: number): readonly TangleMeeting[] => [
      ...(meetsItself ? this._self.meetingsOf(i, step, this._links.atRest) : []),
      ...(others?.meetingsOf(i) ?? []),
    ];
    this._tangles.find(meetingsOf, this._links.living);
  }

  /** @param step - In whose substep threads are drawn back through what they have passed. */
  public drawBack({ substepTime, substepCount }: Rounded<ClothStep>): void {
    this._tangles.drawBack(this._links.spacing, substepTime, substepCount);
  }

  /** @param step - In whose substep the cloth keeps apart from itself. */
  public keepApart(step: Rounded<ClothStep>): void {
    if (step.selfCollision !== 0) {
      this._self.keepApart(step, this._links.atRest, this._links.living);
    }
  }

  /**
   * @param step - That has ended.
   * @returns Of particles with the cloth itself and with others, in its last substep.
   */
  public contactsIn({ substepCount, selfCollision }: Rounded<ClothStep>): number {
    if (substepCount === 0) {
      return 0;
    }
    return (selfCollision === 0 ? 0 : this._self.contacts) + (this._others?.contacts ?? 0);
  }
}
