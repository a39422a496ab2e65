import { expect, test } from "vitest";
import { consoleOpener, consoleService, expectAccessible, settled } from "./support.ts";

const open = consoleOpener();

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

test("a hostile text is looked for as text", async () => {
  const hostile = "<img src=x onerror=alert(1)>zz";
  const { page, faults } = await open(`/search?q=${encodeURIComponent(hostile)}`);
  await expect
    .poll(() => page.getByRole("status").allTextContents())
    .toContainEqual(expect.stringMatching(/results?$/));
  expect(await page.getByRole("textbox", { name: "Search" }).inputValue()).toBe(hostile);
  expect(await page.locator("img[src=x]").count()).toBe(0);
  expect(faults).toEqual([]);
});

test("who may not see events gets no incidents among the results", async () => {
  const { page } = await open("/search?q=checkout", { scopes: ["cmdb.read"] });
  await page.getByRole("heading", { name: "Configuration items" }).waitFor();
  expect(await page.getByRole("heading", { name: "Incidents" }).count()).toBe(0);
});

test("each kind says how much was found of it, shows more when it is chosen, and gives way to all again", async () => {
  const { page } = await open("/search?q=checkout");
  const kinds = page.getByRole("group", { name: "Kind" });
  await kinds.getByRole("button", { name: /^Services [1-9]/ }).click();
  await page.waitForURL(/kind=service/);
  await expect.poll(() => page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Services"]);
  await kinds.getByRole("button", { name: /^Configuration items [1-9]/ }).waitFor();
  await kinds.getByRole("button", { name: "Everything" }).click();
  await page.getByRole("heading", { level: 2, name: "Incidents" }).waitFor();
  expect(new URL(page.url()).searchParams.get("kind")).toBeNull();
});

test("a found event opens itself, and a saved map is found by its name", async () => {
  const { http } = await consoleService();
  const headers = await http.login();
  const { body: cis } = await http.call("GET", "/v1/cmdb/ci?limit=1", { headers });
  const body = { name: "Map of the zebra", roots: [cis.data[0].id] };
  expect((await http.call("POST", "/v1/maps", { headers, body })).status).toBe(201);
  const { page } = await open("/search?q=zebra");
  await page.getByRole("link", { name: /^Map of the zebra/ }).waitFor();
  await page.getByRole("textbox", { name: "Search" }).fill("checkout");
  const event = page.locator("section", { has: page.getByRole("heading", { name: "Events" }) }).getByRole("link");
  await event.first().click();
  await page.waitForURL(/\/events\?event=/);
  await page.getByRole("dialog").waitFor();
});
