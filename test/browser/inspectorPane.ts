// The Inspector's property pane, operated as a person would: found by what it shows.
import type { Locator, Page } from "playwright-core";

/** So often is what is refused entered, and so long is its refusal waited for [ms]. */
const REFUSED_ATTEMPTS = 8;
const REFUSED_TIME = 20_000;

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

  /** Enters what is refused. A slow pane shows what it knew before over what is typed, and sends that. */
  public async enterRefused(label: string, text: string, refusal: string): Promise<void> {
    const told = this.refusals.filter({ hasText: refusal });
    for (let attempt = 1; (await told.count()) === 0 && attempt < REFUSED_ATTEMPTS; attempt++) {
      await this.enter(label, text);
      // The last wait tells what is missing.
      await told.waitFor({ timeout: REFUSED_TIME }).catch(() => undefined);
    }
    await told.waitFor();
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
