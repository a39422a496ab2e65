import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Scope } from "../../src/model/scopes.ts";
import { PASSWORD } from "../support/access.ts";
import { serviceApp } from "../support/service-app.ts";
import { expectAccessible, listen, type OpenedConsole, openBrowser, settled } from "./support.ts";

const OWN_PASSWORD = "a password that nobody made up for me";

// A tenant in which there is nothing yet.
const http = await serviceApp();
const origin = await listen(http);
let password = PASSWORD;
let opened: OpenedConsole | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
afterAll(() => http.close());

async function logIn(page: Page, email = http.email, as = password, next = "/"): Promise<void> {
  await page.goto(`${origin}/console/login?next=${encodeURIComponent(next)}`);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(as);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function open(options: Parameters<typeof openBrowser>[0] = {}, scopes?: Scope[]): Promise<OpenedConsole> {
  opened = await openBrowser(options);
  // Users of the tenant are made with its administrator's password.
  await logIn(opened.page, scopes && (await http.userWith(...scopes)));
  await opened.page.locator("#page h1").first().waitFor();
  await settled(opened.page);
  return opened;
}

test("a generated password opens nothing before it is changed, and then the page that was asked for", async () => {
  await http.postgres.query("update users set password_origin = 'generated' where tenant_id = $1 and email = $2", [
    http.tenantId,
    http.email,
  ]);
  opened = await openBrowser();
  const { page, faults } = opened;
  await logIn(page, http.email, password, "/cis?q=shop");
  await page.getByText("Your password was generated.").waitFor();
  await expectAccessible(page);
  // Neither another address nor a reload leads past it.
  for (const address of ["/console/", "/console/incidents", "/console/admin/users"]) {
    await page.goto(`${origin}${address}`);
    await page.getByText("Your password was generated.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/password");
  }
  const fill = async (current: string, chosen: string, again: string) => {
    await page.locator("input[name=current]").fill(current);
    await page.locator("input[name=chosen]").fill(chosen);
    await page.locator("input[name=again]").fill(again);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill(password, OWN_PASSWORD, "another one that is long enough");
  await page.getByRole("alert").filter({ hasText: "differ" }).waitFor();
  await fill("not the password at all", OWN_PASSWORD, OWN_PASSWORD);
  await page.getByRole("alert").filter({ hasNotText: "differ" }).waitFor();
  await expect.poll(() => page.getByRole("alert").first().textContent()).toMatch(/password/i);
  await fill(password, OWN_PASSWORD, OWN_PASSWORD);
  await page.locator("#page h1").first().waitFor();
  password = OWN_PASSWORD;
  expect(faults).toEqual([]);
  await page.reload();
  await page.locator("#page h1").first().waitFor();
  expect(new URL(page.url()).pathname).not.toBe("/console/password");
});

describe("an empty inventory", () => {
  test.each([
    ["light", "desktop"],
    ["dark", "phone"],
  ] as const)("says how to fill it, in %s on a %s", async (scheme, width) => {
    const { page, faults } = await open({ scheme, width });
    await page.getByRole("heading", { name: "Fill your inventory" }).waitFor();
    const command = await page.locator("pre").first().textContent();
    expect(command).toBe(`ORRERY_TOKEN=orrd_live_... npx orrery scan --submit --url ${origin}`);
    await page.getByRole("button", { name: "Choose files" }).waitFor();
    await page.getByRole("button", { name: "Load the demo" }).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test("offers no demo to those who may not load it, and says what they lack", async () => {
    const { page } = await open({}, ["cmdb.read"]);
    await page.getByText("It needs the scope admin.settings").waitFor();
    expect(await page.getByRole("button", { name: "Load the demo" }).count()).toBe(0);
  });
});

test("the demo is loaded by a click, shown without a reload, and removed by another", async () => {
  const { page, faults } = await open();
  await page.getByRole("button", { name: "Load the demo" }).click();
  const note = page.getByRole("region", { name: "Demo estate" });
  await note.getByText("The demo estate is loaded").waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { name: /Configuration items \(151\)/ }).waitFor();
  expect(await page.getByRole("heading", { name: "Fill your inventory" }).count()).toBe(0);
  await expectAccessible(page);

  const reader = await openBrowser();
  try {
    await logIn(reader.page, await http.userWith("cmdb.read"));
    await reader.page.getByText("The demo estate is loaded").waitFor();
    expect(await reader.page.getByRole("button", { name: "Remove the demo" }).count()).toBe(0);
  } finally {
    await reader.close();
  }

  await note.getByRole("button", { name: "Remove the demo" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("What is yours stays").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("heading", { name: "Fill your inventory" }).waitFor({ timeout: 60_000 });
  await expect.poll(() => note.count()).toBe(0);
  expect(faults).toEqual([]);
});
