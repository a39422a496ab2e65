import { afterEach, expect, test } from "vitest";
import { type OpenedConsole, openConsole } from "./support.ts";

let opened: OpenedConsole | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const ADDRESSES = [
  "/",
  "/search?q=shop",
  "/cis",
  "/map",
  "/maps",
  "/incidents",
  "/events",
  "/maintenance",
  "/services",
  "/services/new",
  "/changes",
  "/changes/new",
  "/discovery",
  "/discovery/parked",
  "/software",
  "/software/mappings",
  "/reports",
  "/reports/queries",
  "/enrichment",
  "/admin",
  "/account",
];

/** Parts of pages depend on each other: which is loaded first is another for each page that a session begins with. */
test("each page shows when the console begins with it, as from a bookmark or after a reload", async () => {
  opened = await openConsole("/");
  const { page, faults } = opened;
  const { origin } = new URL(page.url());
  const failed: string[] = [];
  for (const address of ADDRESSES) {
    await page.goto(`${origin}/console${address}`);
    const isShown = page.locator("#page h1").first().waitFor({ timeout: 10_000 });
    await isShown.catch(async () => failed.push(`${address}: ${await page.locator("body").innerText()}`));
  }
  expect(failed).toEqual([]);
  expect(faults).toEqual([]);
});
