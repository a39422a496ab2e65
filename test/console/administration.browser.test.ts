import { URI } from "otpauth";
import { encode } from "uqr";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../support/access.ts";
import { consoleOpener, consoleService, expectAccessible, type OpenedConsole } from "./support.ts";

const HOSTILE = `<img src=x onerror=alert(1)> \u202Eabc ${"n".repeat(60)}`;

beforeAll(async () => {
  await consoleService();
}, 180_000);

const open = consoleOpener({ untilSettled: true });

/** What the browser keeps beyond the page: addresses and storage. */
const kept = (page: OpenedConsole["page"]) =>
  page.evaluate<string>("JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }])");

/** The dark modules of the QR code that is shown, row by row. */
async function drawnModules(page: OpenedConsole["page"]): Promise<boolean[][]> {
  const code = page.getByRole("img", { name: /^QR code/ });
  const size = Number((await code.getAttribute("viewBox"))!.split(" ")[2]);
  const path = (await code.locator("path").getAttribute("d"))!;
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark.has(`${x} ${y}`)));
}

describe("sections of administration and enrichment", () => {
  test.each([
    "/admin/users?open=new",
    "/admin/programs?tab=accounts",
    "/admin/programs?tab=clients",
    "/admin/programs?tab=grants",
    "/admin/webhooks",
    "/admin/integrations?open=new",
    "/admin/settings",
    "/admin/audit?action=user.*",
    "/admin/jobs?state=parked",
    "/enrichment?name=cpe&status=completed",
    "/enrichment/insights?criticality=high",
    "/enrichment/proposals",
    "/enrichment/agents?agent=capacity-planner",
    "/enrichment/usage?period=7d",
  ])("%s is accessible in light and on a phone in the dark", async (address) => {
    for (const [scheme, width] of [
      ["light", "desktop"],
      ["dark", "phone"],
    ] as const) {
      const { page, faults, close } = await open(address, { scheme, width });
      await expectAccessible(page);
      expect(faults).toEqual([]);
      await close();
    }
  });

  test("a page whose scope is missing says which, and its section is not offered", async () => {
    const { page } = await open("/admin/settings", { scopes: ["admin.audit"] });
    await page.getByText("It needs the scope admin.settings").waitFor();
    const sections = page.getByRole("navigation", { name: "Sections of the administration" });
    expect(await sections.getByRole("link").allTextContents()).toEqual(["Programs", "Audit"]);
  });
});

describe("secrets", () => {
  test("an API key is shown once, kept nowhere, and can be revoked", async () => {
    const { page, faults } = await open("/account");
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByRole("textbox", { name: "Name", exact: false }).first().fill(HOSTILE);
    await page.getByRole("checkbox", { name: "cmdb.read" }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const secret = await page.locator("[data-secret]").textContent();
    expect(secret).toMatch(/^orr_/);
    await expectAccessible(page);
    expect(await kept(page)).not.toContain(secret);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: /^Revoke/ }).click();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("No API keys").waitFor();
    expect(faults).toEqual([]);
  });

  test("a webhook's secret is shown when it is made and when it is rotated", async () => {
    const { page, faults } = await open("/admin/webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(HOSTILE);
    await page.getByRole("textbox", { name: "Address" }).fill("https://hooks.example.com/orrery");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText(/must have at least 1 entry/).waitFor();
    await page.getByRole("checkbox", { name: "A CI is created" }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const first = await page.locator("[data-secret]").textContent();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("cell", { name: "<img src=x" }).click();
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    const second = await page.locator("[data-secret]").textContent();
    expect(second).not.toBe(first);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("cell", { name: "webhook.test", exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await page.getByText("No webhooks").waitFor();
    expect(faults).toEqual([]);
  });

  test("the second factor is set up by a QR code, and asked for after a changed password", async () => {
    const { page, faults } = await open("/account", { scopes: ["cmdb.read"] });
    await page.getByRole("button", { name: "Set up a second factor" }).click();
    const address = (await page.getByText(/^otpauth:/).textContent())!;
    expect(await drawnModules(page)).toEqual(encode(address, { ecc: "M", border: 4 }).data);
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Code" }).fill(URI.parse(address).generate() as string);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("The second factor is on").waitFor();
    const [recovery] = (await page.locator("[data-secret]").textContent())!.split("\n");
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("link", { name: "Change your password" }).click();
    await page.locator("input[name=current]").fill(PASSWORD);
    await page.locator("input[name=chosen]").fill("Another-Horse-7-Battery");
    await page.locator("input[name=again]").fill("Another-Horse-7-Battery");
    await page.getByRole("button", { name: "Change password" }).click();
    const code = page.getByRole("textbox", { name: "Code of your second factor" });
    await code.fill("000000");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").waitFor();
    await code.fill(recovery!);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    expect(await kept(page)).not.toContain("Another-Horse");
    expect(faults).toEqual([]);
  });

  test("the second factor's secret leaves the page with its form", async () => {
    const { page } = await open("/account", { scopes: ["cmdb.read"] });
    await page.getByRole("button", { name: "Set up a second factor" }).click();
    await page.getByText(/^otpauth:/).waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Code" }).fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.content()).not.toContain("otpauth:");
  });
});

describe("actions", () => {
  test("a user is made with a generated password, changed and deleted", async () => {
    const { page, faults } = await open("/admin/users?open=new");
    const email = `made-${Date.now()}@example.com`;
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(HOSTILE);
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByRole("button", { name: "Create user" }).click();
    await page.getByRole("cell", { name: email }).click();
    await page.getByRole("checkbox", { name: "ai.use" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("The user is changed").waitFor();
    await page.getByRole("button", { name: "Delete user" }).click();
    await expectAccessible(page);
    await page
      .getByRole("dialog", { name: `Delete ${email}?` })
      .getByRole("button", { name: "Delete user" })
      .click();
    await expect.poll(() => page.getByRole("cell", { name: email }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("a setting is saved, a wrong one is said beside its field", async () => {
    const { page } = await open("/admin/settings");
    await page.getByRole("textbox", { name: "Days until a missing host is inactive" }).fill("21");
    await page.getByRole("combobox", { name: "Countries with holidays" }).fill("QQ");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Some fields need another value").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo changes" }).click();
    await page.getByRole("textbox", { name: "Days until a missing host is inactive" }).fill("21");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("The settings are saved").waitFor();
    await page.reload();
    const days = page.getByRole("textbox", { name: "Days until a missing host is inactive" });
    await expect.poll(() => days.inputValue()).toBe("21 days");
  });

  test("an agent answers with its steps, and its answer can be rated", async () => {
    const { page, faults } = await open("/enrichment/agents?agent=data-quality-auditor");
    await page.getByRole("textbox", { name: "Question" }).fill("Which CIs have no owner?");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    await page.getByRole("button", { name: /^1\. / }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "The answer was right" }).click();
    await page.getByText("Thank you").waitFor();
    expect(faults).toEqual([]);
  });

  test("an enrichment is started and seen, and its schedule is changed", async () => {
    const { page, faults } = await open("/enrichment");
    const card = page.getByRole("region", { name: "CPE names" });
    await card.getByRole("button", { name: "Start now" }).click();
    const run = page.getByRole("dialog", { name: "Enrichment run" });
    await run.getByText(/completed|running|queued/).waitFor();
    await run.getByRole("button", { name: "Close" }).click();
    await card.getByRole("button", { name: "Change schedule" }).click();
    await page.getByRole("textbox", { name: "When" }).fill("* * * * *");
    await page.getByRole("button", { name: "Save schedule" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});
