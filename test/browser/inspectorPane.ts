// The Inspector's property pane, operated as a person would: found by what it shows.
import type { Locator, Page } from "playwright-core";

/** The pane, and the scene explorer that says whose it is. */
export class InspectorPane {
  /** @param _page - With an open Inspector. */
  public constructor(private readonly _page: Page) {}

  /** What was refused, each under its line. */
  public get refusals(): Locator {
    return this._page.getByRole("alert");
  }

  /** The line with this label. */
  public line(label: string): Locator {
    return this._page.getByText(label, { exact: true }).locator("xpath=ancestor::div[./*[@id='property']][1]");
  }

  /** What stands behind a label, the first of its name. */
  public async shown(label: string): Promise<string> {
    return (await this.line(label).first().locator("#property").textContent()) ?? "";
  }

  /** Waits until this stands behind a label. */
  public async waitForText(label: string, text: string): Promise<void> {
    await this.line(label).first().getByText(text, { exact: true }).waitFor();
  }

  /** The number behind a label, when it is shown. */
  public number(label: string, value: number): Locator {
    return this._numberLine(label).locator(`input[type=text][value='${String(value)}']`);
  }

  public async enter(label: string, text: string): Promise<void> {
    const field = this._numberLine(label).getByRole("textbox");
    await field.fill(text);
    await field.press("Enter");
  }

  /** Moves a slider by a key. */
  public async slide(label: string, key: string): Promise<void> {
    await this._page.getByRole("slider", { name: `${label}, slider`, exact: true }).press(key);
  }

  public async toggle(label: string): Promise<void> {
    await this.line(label).getByRole("switch").click();
  }

  public async choose(label: string, option: string): Promise<void> {
    await this.line(label).getByRole("combobox").click();
    await this._page.getByRole("option", { name: option, exact: true }).click();
  }

  public async press(button: string): Promise<void> {
    await this._page.getByRole("button", { name: button, exact: true }).click();
  }

  /** A cloth in the scene explorer. */
  public itemOf(cloth: string): Locator {
    return this._page.getByRole("treeitem").filter({ has: this._page.getByText(cloth, { exact: true }) });
  }

  /** The Inspector explains itself to who opens it for the first time: each hint goes when it is in the way. */
  public async dismissHints(): Promise<void> {
    const hint = this._page.getByRole("button", { name: "dismiss" }).first();
    // The next hint may stand where the last one was.
    await this._page.addLocatorHandler(hint, (shown) => shown.click(), { noWaitAfter: true });
  }

  private _numberLine(label: string): Locator {
    return this._page.getByRole("group", { name: label, exact: true });
  }
}
