import { describe, expect, test } from "vitest";
import { consoleOpener, consoleService, expectAccessible, settled } from "./support.ts";

const HOSTILE = `zz <img src=x onerror=alert(1)> \u202Eevil ${"x".repeat(80)}`;
const SCHEMES = [
  ["light", "desktop"],
  ["dark", "phone"],
] as const;
const open = consoleOpener();

async function expectCalm(address: string): Promise<void> {
  for (const [scheme, width] of SCHEMES) {
    const { page, faults, close } = await open(address, { scheme, width });
    await page.locator("#page h1").waitFor();
    await settled(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await close();
  }
}

/** Asks for an analysis by the form, and waits for its page. Returns its path below the console. */
async function analysed(task: string): Promise<string> {
  const { page, close } = await open("/changes/new");
  await page.getByRole("textbox", { name: "Task" }).fill(task);
  await page.getByRole("textbox", { name: /CIs that are changed/ }).fill("checkout-api");
  await page.getByRole("option", { name: /^checkout-api\s*application/i }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Analyse and keep" }).click();
  await page.waitForURL(/\/changes\/[0-9a-f-]{36}$/);
  const { http, origin } = await consoleService();
  await http.changesDelivered();
  const address = page.url().slice(`${origin}/console`.length);
  await close();
  return address;
}

describe("changes", () => {
  test("a change is analysed; its page, the list and the form are accessible, with a hostile task", async () => {
    const address = await analysed(`${HOSTILE} task`);
    await expectCalm(address);
    await expectCalm("/changes");
    await expectCalm("/changes/new");
    await expectCalm("/changes/backtest");
  });

  test("filters stand in the address, and are taken off", async () => {
    const { page } = await open("/changes?level=critical&from=2020-01-01&to=2020-01-02");
    await page.getByText("No analysis matches the filters").waitFor();
    await page.getByRole("button", { name: "Clear all", exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  test("who may only read is not offered to ask", async () => {
    const { page } = await open("/changes", { scopes: ["cmdb.read"] });
    await page.getByRole("heading", { level: 1, name: "Changes" }).waitFor();
    await settled(page);
    expect(await page.getByText("Analyse a change", { exact: true }).count()).toBe(0);
    const { origin } = await consoleService();
    await page.goto(`${origin}/console/changes/new`);
    await page.getByText("You may not ask for analyses").waitFor();
  });
});
