// Options that a cloth cannot change: setting them later would otherwise do nothing, without a word.
const atCreation = "cannot change once the cloth exists; give it to CreateCloth";

/** What to say of each option. Not sideOrientation: of a mesh that is the winding order, which Babylon itself sets as it makes and parses one. */
const fixedOptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "width",
      "height",
      "restShape",
      "startShape",
      "closed",
      "controlPoints",
      "fullResolution",
      "outline",
      "massScale",
      "tearScale",
      "virtualParticles",
      "frontUVs",
      "backUVs",
      "drawnThickness",
      "backend",
    ].map((name) => [name, atCreation]),
  ),
  mass: "cannot be set once the cloth exists; set fabric.density",
  density: "cannot be set here; set fabric.density",
  pins: "cannot be set once the cloth exists; call pin and unpin",
};

/**
 * Lets all of them throw when they are set. What can be read stays as it is.
 *
 * @param prototype - Of all cloths.
 */
export function refuseFixedOptions(prototype: object): void {
  for (const [option, reason] of Object.entries(fixedOptions)) {
    Object.defineProperty(prototype, option, {
      ...Object.getOwnPropertyDescriptor(prototype, option),
      configurable: true,
      set(this: { readonly name: string }) {
        throw new TypeError(`Cloth "${this.name}": ${option} ${reason}.`);
      },
    });
  }
}
