import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { drawn, estate, expectDrawn, paramsOf, places, pointOf, send } from "./map-support.ts";
import { consoleOpener, type openConsole, settled } from "./support.ts";

const open = consoleOpener();

/**
 * mx-shop needs mx-web-1 or mx-web-2, which need mx-db, which needs mx-store, which needs mx-array. mx-api needs one of
 * mx-pool-1 and mx-pool-2, which is inactive. mx-web-1 stands in a rack of a site; a service consists of the shop and a server.
 */
let ci: Record<string, string> = {};
const WEB = { redundancy_group: "mx-web" };
const POOL = { redundancy_group: "mx-pool" };
const AROUND_SHOP = ["mx-shop", "mx-web-1", "mx-web-2", "mx-db", "mx-service"];
beforeAll(async () => {
  ci = await estate(
    {
      "mx-shop": { type: "application" },
      "mx-web-1": {},
      "mx-web-2": {},
      "mx-db": { type: "database" },
      "mx-store": { type: "storage" },
      "mx-array": { type: "storage" },
      "mx-site": { type: "site" },
      "mx-rack": { type: "rack" },
      "mx-api": { type: "application" },
      "mx-pool-1": {},
      "mx-pool-2": { status: "inactive" },
    },
    [
      ["mx-shop", "depends_on", "mx-web-1", WEB],
      ["mx-shop", "depends_on", "mx-web-2", WEB],
      ["mx-web-1", "depends_on", "mx-db"],
      ["mx-web-2", "depends_on", "mx-db"],
      ["mx-db", "depends_on", "mx-store"],
      ["mx-store", "depends_on", "mx-array"],
      ["mx-web-1", "located_in", "mx-rack"],
      ["mx-rack", "located_in", "mx-site"],
      ["mx-api", "depends_on", "mx-pool-1", POOL],
      ["mx-api", "depends_on", "mx-pool-2", POOL],
    ],
  );
  const components = [{ ci_id: ci["mx-shop"] }];
  ci["mx-service"] = String(
    (await send("POST", "/v1/services", { name: "mx-service", criticality: "high", components })).id,
  );
});
const idsOf = (...names: string[]) => names.map((name) => ci[name]);
const list = (page: Page) => page.getByRole("region", { name: "CIs of the map" });
const chips = (page: Page) => page.getByRole("group", { name: "Set for this map" });
const panel = (page: Page) => page.getByRole("complementary", { name: "What the map shows" });
const pick = (page: Page, name: string) => list(page).getByText(name, { exact: true }).click();
const press = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name }).click();

/** The map around the shop, as far as its default. */
async function openShop(more = "", ...options: [Parameters<typeof openConsole>[1]?]) {
  const map = await open(`/map?roots=${ci["mx-shop"]}${more}`, ...options);
  return map;
}

describe("the map explorer", () => {
  test("begins at a CI that is found by a part of its name", async () => {
    const { page, faults } = await open("/map");
    await page.getByRole("textbox", { name: "Where should the map begin?" }).fill("mx-sho");
    await page.getByRole("option", { name: /^mx-shop/ }).click();
    await expectDrawn(page, idsOf(...AROUND_SHOP));
    expect(paramsOf(page).get("roots")).toBe(ci["mx-shop"]);
    await page.getByText("5 of 5 CIs, 5 relationships").waitFor();
    expect(faults).toEqual([]);
  });

  test("shows as many steps from one CI as are asked for, in the direction that is asked for", async () => {
    const { page } = await openShop("&depth=1");
    await expectDrawn(page, idsOf("mx-shop", "mx-web-1", "mx-web-2", "mx-service"));
    const steps = page.getByRole("textbox", { name: "Steps from where it begins" });
    await steps.fill("4");
    await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-store", "mx-array"));
    await page.getByRole("combobox", { name: "Direction" }).click();
    await page.getByRole("option", { name: "What needs them" }).click();
    await expectDrawn(page, idsOf("mx-shop", "mx-service"));
    await page.goBack();
    await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-store", "mx-array"));
  });

  test("expands and folds CIs, and moves nothing that is shown", async () => {
    const { page } = await openShop();
    const before = await expectDrawn(page, idsOf(...AROUND_SHOP));
    expect(before.nodes[ci["mx-db"]!]!.label).toBe("mx-db\n+1");
    await pick(page, "mx-db");
    await press(page, "Show 1 more");
    const more = await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-store"));
    expect(places(more)).toMatchObject(places(before));
    await press(page, "Hide what it showed");
    const less = await expectDrawn(page, idsOf(...AROUND_SHOP));
    expect(places(less)).toEqual(places(before));
    await press(page, "Back to the list");
    await pick(page, "mx-web-1");
    await press(page, "Fold");
    await press(page, "Back to the list");
    await pick(page, "mx-web-2");
    await press(page, "Fold");
    const folded = await expectDrawn(page, idsOf("mx-shop", "mx-service", "mx-web-1", "mx-web-2"));
    expect(folded.nodes[ci["mx-web-1"]!]!.label).toBe("mx-web-1\n2 folded");
    await press(page, "Unfold 1");
    await expectDrawn(page, idsOf(...AROUND_SHOP));
    await chips(page).getByRole("button", { name: "Take away: Folded mx-web-1" }).click();
    expect(places(await expectDrawn(page, idsOf(...AROUND_SHOP)))).toEqual(places(before));
  });

  test("expands by two clicks on a CI and folds by two more", async () => {
    const { page } = await openShop();
    await expectDrawn(page, idsOf(...AROUND_SHOP));
    await page.mouse.dblclick(...(await pointOf(page, ci["mx-db"]!)));
    await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-store"));
    expect(paramsOf(page).get("expand")).toBe(ci["mx-db"]);
    await page.mouse.dblclick(...(await pointOf(page, ci["mx-db"]!)));
    await expectDrawn(page, idsOf(...AROUND_SHOP));
  });

  test("filters by type and health; each filter is seen, and taken away alone or with the others", async () => {
    const { page } = await openShop(`,${ci["mx-api"]}`);
    const all = await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-api", "mx-pool-1", "mx-pool-2"));
    await page.getByRole("button", { name: "Filters" }).click();
    const filters = page.getByRole("dialog", { name: "Filters" });
    await filters.getByRole("checkbox", { name: "server" }).check();
    await expectDrawn(page, idsOf("mx-shop", "mx-api", "mx-web-1", "mx-web-2", "mx-pool-1", "mx-pool-2"));
    await filters.getByRole("group", { name: "Health" }).getByRole("checkbox", { name: "Inactive" }).check();
    await page.keyboard.press("Escape");
    const left = await expectDrawn(page, idsOf("mx-shop", "mx-api", "mx-pool-2"));
    expect(places(all)).toMatchObject(places(left));
    expect([paramsOf(page).get("types"), paramsOf(page).get("healths")]).toEqual(["server", "inactive"]);
    await page.getByText("3 of 8 CIs").waitFor();
    await page.getByRole("button", { name: "Filters (2)" }).waitFor();
    await chips(page).getByRole("button", { name: "Take away: Health Inactive" }).click();
    await expectDrawn(page, idsOf("mx-shop", "mx-api", "mx-web-1", "mx-web-2", "mx-pool-1", "mx-pool-2"));
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expectDrawn(page, Object.keys(all.nodes));
    expect(paramsOf(page).get("types")).toBeNull();
  });

  test("finds a CI by what is typed, however fast, and Enter brings it into the middle", async () => {
    const { page } = await openShop("&depth=4");
    await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-store", "mx-array"));
    const find = page.getByRole("textbox", { name: "Find in the map" });
    await find.pressSequentially("mx-ray");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("ar");
    await expect.poll(() => find.inputValue()).toBe("mx-array");
    await expect.poll(() => list(page).getByRole("row").count()).toBe(2);
    await chips(page).getByText("mx-arr").waitFor();
    await find.press("Enter");
    await panel(page).getByRole("heading", { name: "mx-array" }).waitFor();
    const fromMiddle = async () => {
      const { x, y, width, height } = (await page.locator(".map-surface").boundingBox())!;
      const [left, top] = await pointOf(page, ci["mx-array"]!);
      return Math.hypot(left - x - width / 2, top - y - height / 2);
    };
    // The middle is that of the CI with its name.
    await expect.poll(fromMiddle).toBeLessThan(20);
  });

  test("shows the shortest path between two CIs, and what lies on it though it was not in the map", async () => {
    const { page } = await openShop("&depth=1");
    await expectDrawn(page, idsOf("mx-shop", "mx-web-1", "mx-web-2", "mx-service"));
    await pick(page, "mx-web-1");
    await press(page, "Path from here");
    await chips(page).getByText("choose the other end").waitFor();
    await pick(page, "mx-service");
    await chips(page).getByText("mx-web-1 to mx-service: 2 steps", { exact: true }).waitFor();
    const near = await drawn(page);
    const onPath = ({ nodes }: typeof near) =>
      Object.values(nodes)
        .filter(({ classes }) => classes.includes("path"))
        .map(({ id }) => id)
        .sort();
    expect(onPath(near)).toEqual(idsOf("mx-web-1", "mx-shop", "mx-service").sort());
    expect(near.links.filter(({ classes }) => classes.includes("path")).length).toBe(2);
    await page.goto(page.url().replace(/to=[^&]+/, `to=${ci["mx-array"]}`));
    await chips(page).getByText("mx-web-1 to mx-array: 3 steps", { exact: true }).waitFor();
    const far = await expectDrawn(
      page,
      idsOf("mx-shop", "mx-web-1", "mx-web-2", "mx-service", "mx-db", "mx-store", "mx-array"),
    );
    expect(onPath(far)).toEqual(idsOf("mx-web-1", "mx-db", "mx-store", "mx-array").sort());
    await chips(page)
      .getByRole("button", { name: /^Take away: Path/ })
      .click();
    await expect.poll(async () => onPath(await drawn(page))).toEqual([]);
  });

  test("says that there is no path", async () => {
    const { page } = await openShop(`&from=${ci["mx-shop"]}&to=${ci["mx-api"]}`);
    await chips(page).getByText("not connected within 8 steps").waitFor();
  });

  test("tells what fails with a CI from what goes on by redundancy", async () => {
    const { page, faults } = await openShop();
    await expectDrawn(page, idsOf(...AROUND_SHOP));
    await pick(page, "mx-web-1");
    await press(page, "If it fails");
    await panel(page).getByRole("heading", { name: "If mx-web-1 fails" }).waitFor();
    await panel(page).getByText("0 CIs are affected, 2 go on by redundancy.").waitFor();
    const covered = (await drawn(page)).nodes;
    expect(covered[ci["mx-shop"]!]).toMatchObject({ label: "mx-shop\nprotected by redundancy", border: "dashed" });
    expect(covered[ci["mx-web-1"]!]!.label).toBe("mx-web-1\nfails · +1");
    expect(covered[ci["mx-web-2"]!]!.classes).toContain("faded");
    await press(page, "Back to the list");
    // Not only in the picture.
    await list(page).getByText("application, protected by redundancy").waitFor();
    await pick(page, "mx-db");
    await press(page, "If it fails");
    await panel(page).getByText("4 CIs are affected, 0 go on by redundancy.").waitFor();
    const failing = (await drawn(page)).nodes;
    expect(failing[ci["mx-shop"]!]).toMatchObject({ label: "mx-shop\naffected", border: "double" });
    await press(page, "Take the overlay away");
    await expect.poll(async () => (await drawn(page)).nodes[ci["mx-shop"]!]!.label).toBe("mx-shop");
    expect(faults).toEqual([]);
  });

  test("an inactive member is told apart, protects nothing, and protects at once when it is active", async () => {
    const { page } = await open(`/map?roots=${ci["mx-api"]}&impact=${ci["mx-pool-1"]}`);
    await panel(page).getByText("1 CIs are affected, 0 go on by redundancy.").waitFor();
    const { nodes } = await expectDrawn(page, idsOf("mx-api", "mx-pool-1", "mx-pool-2"));
    expect(nodes[ci["mx-api"]!]!.label).toBe("mx-api\naffected");
    expect(nodes[ci["mx-pool-2"]!]).toMatchObject({ health: "inactive", border: "dashed" });
    await list(page)
      .getByRole("row", { name: /mx-pool-2.*inactive/ })
      .waitFor();
    await send("PUT", `/v1/cmdb/ci/${ci["mx-pool-2"]}`, { status: "active" });
    await panel(page).getByText("0 CIs are affected, 1 go on by redundancy.").waitFor();
    await expect.poll(async () => (await drawn(page)).nodes[ci["mx-pool-2"]!]!.health).toBe("healthy");
    expect((await drawn(page)).nodes[ci["mx-api"]!]!.label).toBe("mx-api\nprotected by redundancy");
    await send("PUT", `/v1/cmdb/ci/${ci["mx-pool-2"]}`, { status: "inactive" });
  });

  test("frames CIs by location, one place in another, and by service", async () => {
    const { page } = await openShop("&depth=3&group=location");
    await settled(page);
    const names = (map: Awaited<ReturnType<typeof drawn>>, name: string) => {
      const frames: string[] = [];
      for (let at = map.nodes[ci[name]!]?.parent; at; at = map.frames[at]?.parent) frames.push(map.frames[at]!.label);
      return frames;
    };
    const placed = await expectDrawn(page, idsOf(...AROUND_SHOP, "mx-store"));
    expect(names(placed, "mx-web-1")).toEqual(["mx-rack", "mx-site"]);
    expect(names(placed, "mx-shop")).toEqual([]);
    await page.getByRole("combobox", { name: "Frames" }).click();
    await page.getByRole("option", { name: "By service" }).click();
    await expect.poll(async () => names(await drawn(page), "mx-shop")).toEqual(["mx-service"]);
    expect(names(await drawn(page), "mx-store")).toEqual([]);
    expect(paramsOf(page).get("group")).toBe("service");
  });
});
