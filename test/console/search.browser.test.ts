import { afterEach, expect, test } from "vitest";
import { expectAccessible, type OpenedConsole, openConsole, settled } from "./support.ts";

let opened: OpenedConsole | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const open = async (...args: Parameters<typeof openConsole>) => {
  opened = await openConsole(...args);
  return opened;
};

test("the keyboard alone finds and opens a configuration item from any page, and the search is remembered", async () => {
  const { page, faults } = await open("/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).waitFor();
  await page.keyboard.type("checkout-api");
  await page.getByRole("option", { name: /^checkout-api\s*Application/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^checkout-api/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: /checkout-api.*Search again/s }).waitFor();
  expect(faults).toEqual([]);
});

test.each([
  ["light", "desktop"],
  ["dark", "phone"],
] as const)("results of every kind are accessible in %s on a %s", async (scheme, width) => {
  const { page, faults } = await open("/search?q=checkout", { scheme, width });
  await page.getByRole("heading", { name: "Incidents" }).waitFor();
  await settled(page);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

test("a hostile text finds nothing and does nothing", async () => {
  const { page, faults } = await open(`/search?q=${encodeURIComponent("<img src=x onerror=alert(1)>zz")}`);
  await page.getByText("Nothing found").waitFor();
  expect(faults).toEqual([]);
});

test("who may not see events gets no incidents among the results", async () => {
  const { page } = await open("/search?q=checkout", { scopes: ["cmdb.read"] });
  await page.getByRole("heading", { name: "Configuration items" }).waitFor();
  expect(await page.getByRole("heading", { name: "Incidents" }).count()).toBe(0);
});
