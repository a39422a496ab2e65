import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  drawn,
  estate,
  expectDrawn,
  expectSamePlaces,
  HOSTILE,
  LONG,
  NEAR,
  nearEstate,
  paramsOf,
  places,
  pointOf,
  send,
} from "./map-support.ts";
import { consoleOpener, expectAccessible, type openConsole } from "./support.ts";

const open = consoleOpener();

const HUB = Array.from({ length: 140 }, (_, one) => `mk-leaf-${one}`);
let ci: Record<string, string> = {};
beforeAll(async () => {
  ci = await nearEstate();
  // A switch with 140 servers.
  const hub = await estate(
    { "mk-hub": { type: "switch" }, ...Object.fromEntries(HUB.map((name) => [name, {}])) },
    HUB.map((name) => [name, "depends_on", "mk-hub"]),
  );
  ci = { ...ci, ...hub };
});
const idsOf = (...names: string[]) => names.map((name) => ci[name]);
const list = (page: Page) => page.getByRole("region", { name: "CIs of the map" });
const openNear = (more = "", ...options: [Parameters<typeof openConsole>[1]?]) =>
  open(`/map?roots=${ci["mk-app"]}${more}`, ...options);

/** Moves a CI with the mouse, as people order their map. */
async function drag(page: Page, id: string, by: [number, number]): Promise<void> {
  const [x, y] = await pointOf(page, id);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2);
  await page.mouse.move(x + by[0], y + by[1]);
  await page.mouse.up();
}

describe("a map that stays calm", () => {
  test("leaves each CI where it stands when one comes, one goes and a health changes, as the stream tells", async () => {
    const { page, faults } = await openNear("&depth=3");
    await expectDrawn(page, idsOf(...NEAR, "mk-far"));
    await drag(page, ci["mk-db"]!, [60, 40]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    const before = await drawn(page);
    await send("POST", "/v1/events", {
      title: "mk is on fire",
      severity: "critical",
      source: "mk",
      affected_cis: [ci["mk-db"]],
    });
    await expect.poll(async () => (await drawn(page)).nodes[ci["mk-db"]!]!.health).toBe("critical");
    const extra = await estate({ "mk-new": {} }, []);
    await send("POST", "/v1/cmdb/relationships", {
      type: "depends_on",
      source_ci: extra["mk-new"],
      target_ci: ci["mk-web"],
    });
    const more = await expectDrawn(page, [...idsOf(...NEAR, "mk-far"), extra["mk-new"]]);
    expect(places(more)).toMatchObject(places(before));
    await send("DELETE", `/v1/cmdb/ci/${extra["mk-new"]}`);
    const after = await expectDrawn(page, idsOf(...NEAR, "mk-far"));
    expect(places(after)).toEqual(places(before));
    expect([after.zoom, after.pan]).toEqual([before.zoom, before.pan]);
    expect(faults).toEqual([]);
  });

  test("keeps what it shows, and where, while the service does not answer, and says so", async () => {
    const { page } = await openNear();
    await expectDrawn(page, idsOf(...NEAR));
    await drag(page, ci["mk-db"]!, [60, 40]);
    const before = await drawn(page);
    await page.route("**/v1/graph?*", (route) =>
      route.fulfill({ status: 500, json: { error: { code: "INTERNAL_ERROR", message: "It broke" } } }),
    );
    await send("PUT", `/v1/cmdb/ci/${ci["mk-web"]}`, { status: "maintenance" });
    await page.getByRole("alert").filter({ hasText: "This did not work" }).waitFor();
    expect(places(await drawn(page))).toEqual(places(before));
    await page.unroute("**/v1/graph?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(async () => (await drawn(page)).nodes[ci["mk-web"]!]!.health).toBe("maintenance");
    expect(places(await drawn(page))).toEqual(places(before));
    expect(await page.getByRole("alert").count()).toBe(0);
    await send("PUT", `/v1/cmdb/ci/${ci["mk-web"]}`, { status: "active" });
  });

  test("draws more than 100 CIs, none on another, and lists them all", async () => {
    const { page } = await open(`/map?roots=${ci["mk-hub"]}`);
    const { nodes } = await expectDrawn(page, idsOf("mk-hub", ...HUB));
    await page.getByText("141 of 141 CIs, 140 relationships").waitFor();
    const points = Object.values(nodes);
    const nearest = Math.min(
      ...points.flatMap((a, i) => points.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y))),
    );
    expect(nearest).toBeGreaterThan(40);
    await expect.poll(() => list(page).getByRole("table").getAttribute("aria-rowcount")).toBe("142");
  });
});

describe("an address of a map", () => {
  test("shows somebody else the same CIs, filters and places", async () => {
    const { page } = await openNear("&depth=3");
    await expectDrawn(page, idsOf(...NEAR, "mk-far"));
    await page.getByRole("button", { name: "Filters" }).click();
    const filters = page.getByRole("dialog", { name: "Filters" });
    await filters.getByRole("checkbox", { name: "server" }).check();
    await filters.getByRole("checkbox", { name: "database" }).check();
    await page.keyboard.press("Escape");
    const shown = idsOf("mk-app", "mk-web", "mk-db", HOSTILE, LONG);
    const mine = await expectDrawn(page, shown);
    const { pathname, search } = new URL(page.url());
    const other = await open(pathname.replace("/console", "") + search, { scopes: ["cmdb.read"] });
    const theirs = await expectDrawn(other.page, shown);
    expectSamePlaces(theirs, mine);
    await other.page.getByRole("button", { name: "Filters (2)" }).waitFor();
    await page.reload();
    expectSamePlaces(await expectDrawn(page, shown), mine);
  });
});

describe("a saved map", () => {
  test("comes back exactly as it was left, also from the map of another CI", async () => {
    const { page, faults } = await openNear(`&depth=1&expand=${ci["mk-web"]}&types=server,database`);
    const shown = idsOf("mk-app", "mk-web", "mk-db", HOSTILE, LONG);
    await expectDrawn(page, shown);
    await drag(page, ci["mk-db"]!, [150, -60]);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.getByRole("application").press("ArrowLeft");
    const left = await drawn(page);
    await page.getByRole("button", { name: "Save map" }).click();
    const form = page.getByRole("dialog", { name: "Save this map" });
    await expectAccessible(page);
    await form.getByRole("textbox", { name: "Name" }).fill("mk map <b>of</b> mine");
    await form.getByRole("button", { name: "Save map" }).click();
    await page.getByRole("heading", { level: 1, name: "mk map <b>of</b> mine" }).waitFor();
    // Saving moves nothing.
    const saved = await drawn(page);
    expectSamePlaces(saved, left);
    expect(saved.zoom).toBeCloseTo(left.zoom, 5);

    await page.goto(`${page.url().split("?")[0]}?roots=${ci["mk-other"]}`);
    await expectDrawn(page, idsOf(...NEAR));
    await page.getByRole("link", { name: "Saved maps" }).click();
    await page.getByRole("link", { name: "mk map <b>of</b> mine" }).click();
    const back = await expectDrawn(page, shown);
    await expect.poll(async () => (await drawn(page)).zoom).toBeCloseTo(left.zoom, 5);
    expectSamePlaces(back, left);
    const { pan } = await drawn(page);
    expect([Math.round(pan.x - left.pan.x), Math.round(pan.y - left.pan.y)].map(Math.abs)).toEqual([0, 0]);
    expect([paramsOf(page).get("types"), paramsOf(page).get("expand")]).toEqual(["server,database", ci["mk-web"]]);
    expect(faults).toEqual([]);
  });

  test("gives its places to the CIs that another start shares with it, though many more are shown", async () => {
    const positions = { [ci["mk-hub"]!]: [5_000, 5_000], [ci[HUB[0]!]!]: [5_200, 5_000] };
    const { id } = await send("POST", "/v1/maps", { name: "mk hub", roots: [ci[HUB[0]!]], depth: 1, positions });
    const { page } = await open(`/map?map=${id}&roots=${ci["mk-hub"]}`);
    const { nodes } = await expectDrawn(page, idsOf("mk-hub", ...HUB));
    expect(nodes[ci["mk-hub"]!]).toMatchObject({ x: 5_000, y: 5_000 });
    expect(nodes[ci[HUB[0]!]!]).toMatchObject({ x: 5_200, y: 5_000 });
  });

  test("names what was deleted since, also where nothing of it is left", async () => {
    const gone = await estate({ "mk-gone-root": {}, "mk-gone": {} }, [["mk-gone-root", "depends_on", "mk-gone"]]);
    const [root, far] = [gone["mk-gone-root"]!, gone["mk-gone"]!];
    const positions = { [root]: [0, 0], [far]: [100, 0], [ci["mk-app"]!]: [50, 50] };
    const part = await send("POST", "/v1/maps", { name: "mk part", roots: [root, ci["mk-app"]], positions });
    const all = await send("POST", "/v1/maps", { name: "mk all", roots: [root], positions, view: { expanded: [far] } });
    for (const id of [root, far]) await send("DELETE", `/v1/cmdb/ci/${id}`);
    const { page } = await open(`/map?map=${part.id}`);
    await page
      .getByRole("alert")
      .filter({ hasText: "Deleted since this map was saved: mk-gone-root, mk-gone" })
      .waitFor();
    await expect.poll(async () => (await drawn(page)).nodes[ci["mk-app"]!]).toMatchObject({ x: 50, y: 50 });
    await page.goto(page.url().replace(/\?.*/, `?map=${all.id}`));
    await page.getByRole("alert").filter({ hasText: "mk-gone-root, mk-gone" }).waitFor();
    await page.getByRole("textbox", { name: "Where should the map begin?" }).waitFor();
  });
});
