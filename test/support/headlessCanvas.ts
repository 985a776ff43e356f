/** The members of a canvas that Babylon uses, around a texture in place of a window. */
export class HeadlessCanvas extends EventTarget {
  readonly style = {};
  tabIndex = 0;
  private readonly context = new HeadlessCanvasContext(this);

  constructor(
    public width: number,
    public height: number,
  ) {
    super();
  }

  /** The picture drawn last. */
  get texture(): GPUTexture {
    return this.context.getCurrentTexture();
  }

  getContext(): HeadlessCanvasContext {
    return this.context;
  }

  getBoundingClientRect(): Partial<DOMRect> {
    const { width, height } = this;
    return { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height };
  }

  setAttribute(): void {
    // There is no document that would show attributes.
  }

  focus(): void {
    // There is no window that could have the focus.
  }
}

/** Stands in for GPUCanvasContext: one texture that is always the size of the canvas and outlives the frame. */
class HeadlessCanvasContext {
  private configuration: GPUCanvasConfiguration | undefined;
  private texture: GPUTexture | undefined;

  constructor(private readonly canvas: HeadlessCanvas) {}

  configure(configuration: GPUCanvasConfiguration): void {
    this.unconfigure();
    this.configuration = configuration;
  }

  unconfigure(): void {
    this.texture?.destroy();
    this.texture = undefined;
    this.configuration = undefined;
  }

  getCurrentTexture(): GPUTexture {
    if (!this.configuration) throw new Error("The canvas is not configured: no engine has been made for it.");
    const { width, height } = this.canvas;
    if (this.texture?.width !== width || this.texture.height !== height) {
      const { device, format, usage = GPUTextureUsage.RENDER_ATTACHMENT } = this.configuration;
      this.texture?.destroy();
      this.texture = device.createTexture({ label: "headless canvas", size: { width, height }, format, usage });
    }
    return this.texture;
  }
}
