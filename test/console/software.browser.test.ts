import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { consoleOpener, consoleService, expectAccessible } from "./support.ts";

const open = consoleOpener({ untilSettled: true });

const HOSTILE = `<script>alert(1)</script>\u202e${"y".repeat(400)}`;
const NAMES = ["Console Ledger 1", "Console Ledger 2", HOSTILE];

beforeAll(async () => {
  const { http } = await consoleService();
  const headers = await http.login();
  for (const name of NAMES) {
    const body = { instance_name: name, software: { name: name.slice(0, 200) }, status: "pending" };
    expect((await http.call("POST", "/v1/software-mappings", { headers, body })).status).toBe(201);
  }
});

const PAGES = [
  "/software",
  "/software/installed",
  "/software/families",
  "/software/pending",
  "/software/mappings",
  "/software/identify?name=7-Zip%2023.01",
];

describe("software", () => {
  test.each(
    PAGES.flatMap((page) => [
      [page, "light", "desktop"],
      [page, "dark", "phone"],
    ]) as [string, "light" | "dark", "desktop" | "phone"][],
  )("%s in %s on a %s is accessible with hostile names, and nothing complains", async (address, scheme, width) => {
    const { page, faults } = await open(address, { scheme, width });
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  /** The mapping that is shown, whether it waits. Others come and go: identification of the tenant's software goes on. */
  const shownMapping = async (page: Page) => {
    const waiting = page.getByRole("navigation", { name: "Mappings that wait" }).getByRole("button");
    const name = await waiting.and(page.locator("[aria-current]")).locator("bdi").first().innerText();
    return {
      name,
      waits: async () => (await waiting.locator("bdi").allInnerTexts()).includes(name),
    };
  };

  test("pending mappings are verified, rejected and taken back with the keyboard alone", async () => {
    const { page } = await open("/software/pending");
    const waiting = page.getByRole("navigation", { name: "Mappings that wait" }).getByRole("button");
    expect(await waiting.count()).toBeGreaterThanOrEqual(NAMES.length);
    for (const [key, said] of [
      ["v", "Verified:"],
      ["x", "Rejected:"],
    ] as const) {
      const mapping = await shownMapping(page);
      await page.keyboard.press(key);
      await page.getByText(said).waitFor();
      await expect.poll(mapping.waits).toBe(false);
      await page.keyboard.press("u");
      await expect.poll(mapping.waits).toBe(true);
    }
  });

  test("a pending mapping is changed with the keyboard alone, and taken back", async () => {
    const { page } = await open("/software/pending");
    const mapping = await shownMapping(page);
    await page.keyboard.press("e");
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    await page.keyboard.type("Ledger of the Console");
    await page.keyboard.press("Enter");
    await page.getByText("Changed and verified:").waitFor();
    await expect.poll(mapping.waits).toBe(false);
    // The next mapping is shown: no field takes the key.
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("BODY");
    await page.keyboard.press("u");
    await expect.poll(mapping.waits).toBe(true);
  });

  test("filters of mappings stand in the address and can be cleared", async () => {
    const { page } = await open("/software/mappings?status=pending");
    await page.getByRole("group", { name: "Filters that hold" }).getByText("Status: pending").waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(() => page.url()).not.toContain("status");
  });

  test("who may only read is offered no decision and no import", async () => {
    const { page } = await open("/software/pending", { scopes: ["software.read", "cmdb.read"] });
    await page.getByText("you need the scope software.write").waitFor();
    expect(await page.getByRole("button", { name: /Verify|Reject|Import/ }).count()).toBe(0);
  });
});
