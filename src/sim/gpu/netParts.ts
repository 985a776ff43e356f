// What only some cloths at full resolution need: made when the cloth first asks for it, and kept from then on.
import type { Retire } from "../../gpu/bufferArena.js";
import type { KernelResource } from "../../gpu/kernel.js";
import type { RestGrid } from "../restGrid.js";
import { NetBallastBuffers } from "./netBallast.js";
import { NetContactBuffers } from "./netContacts.js";
import { NetMomenta } from "./netMomenta.js";
import { NetSpringMemory } from "./netSprings.js";
import { NetTangleBuffers } from "./netTangles.js";
import { NetTearBuffers } from "./netTears.js";

/** What a cloth does. */
type Asked = Readonly<Record<"pushes" | "isFree" | "keepsApart" | "meets" | "hasSprings" | "mayTear", boolean>>;

/** Buffers of one cloth, by what asks for them. */
export class NetParts {
  private _ballast: NetBallastBuffers | null = null;
  private _momenta: NetMomenta | null = null;
  private _contacts: NetContactBuffers | null = null;
  private _tangles: NetTangleBuffers | null = null;
  private _springs: NetSpringMemory | null = null;
  private _tears: NetTearBuffers | null = null;

  /**
   * @param _device - Where they are.
   * @param _restGrid - Of the net.
   * @param _retire - Takes them in the end.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _restGrid: RestGrid,
    private readonly _retire: Retire,
  ) {}

  /** Of the bodies that it pushes. */
  public get ballast(): NetBallastBuffers | null {
    return this._ballast;
  }

  /** Of its motion as one body. */
  public get momenta(): NetMomenta | null {
    return this._momenta;
  }

  /** From when it may tear on. */
  public get tears(): NetTearBuffers | null {
    return this._tears;
  }

  /** By the names under which kernels bind them. */
  public get resources(): Readonly<Record<string, KernelResource>> {
    return Object.assign({}, ...this._all.map((part) => part.resources)) as Record<string, KernelResource>;
  }

  /** @param asked - What the cloth does from now on; what it does not ask for stays. */
  public make({ pushes, isFree, keepsApart, meets, hasSprings, mayTear }: Partial<Asked>): void {
    const { _device: device, _restGrid: restGrid, _retire: retire } = this;
    if (pushes) {
      this._ballast ??= new NetBallastBuffers(device, restGrid, retire);
    }
    if (isFree) {
      this._momenta ??= new NetMomenta(device, restGrid, retire);
    }
    if (keepsApart) {
      this._contacts ??= new NetContactBuffers(device, restGrid, retire);
    }
    if (keepsApart || meets) {
      this._tangles ??= new NetTangleBuffers(device, restGrid, retire);
    }
    if (hasSprings) {
      this._springs ??= new NetSpringMemory(device, restGrid.particleCount, retire);
    }
    if (mayTear) {
      this._tears ??= new NetTearBuffers(device, restGrid, retire);
    }
  }

  /** Gives everything back. */
  public dispose(): void {
    this._all.forEach((part) => {
      part.dispose();
    });
  }

  private get _all(): readonly { readonly resources: object; dispose(): void }[] {
    const { _ballast, _momenta, _contacts, _tangles, _springs, _tears } = this;
    return [_ballast, _momenta, _contacts, _tangles, _springs, _tears].filter((part) => part !== null);
  }
}
