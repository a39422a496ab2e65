import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { drawn, expectDrawn, HOSTILE, LONG, NEAR, nearEstate, still } from "./map-support.ts";
import { consoleOpener, expectAccessible, type openConsole, settled } from "./support.ts";

const open = consoleOpener();

let ci: Record<string, string> = {};
beforeAll(async () => {
  ci = await nearEstate();
});
const idsOf = (...names: string[]) => names.map((name) => ci[name]);
const list = (page: Page) => page.getByRole("region", { name: "CIs of the map" });
const panel = (page: Page) => page.getByRole("complementary", { name: "What the map shows" });
const openNear = (more = "", ...options: [Parameters<typeof openConsole>[1]?]) =>
  open(`/map?roots=${ci["mk-app"]}${more}`, ...options);

test("all of it is in the window when it opens, names included", async () => {
  const { page } = await openNear();
  await expectDrawn(page, idsOf(...NEAR));
  await still(page);
  const { box, width, height } = (await page.evaluate(`(() => {
    const { cy } = document.querySelector(".map-surface")._cyreg;
    return { box: cy.elements(":visible").renderedBoundingBox(), width: cy.width(), height: cy.height() };
  })()`)) as { box: Record<"x1" | "y1" | "x2" | "y2", number>; width: number; height: number };
  expect(Math.min(box.x1, box.y1)).toBeGreaterThanOrEqual(0);
  expect(box.x2).toBeLessThanOrEqual(width);
  expect(box.y2).toBeLessThanOrEqual(height);
  // No smaller than needed: it fills one of the directions, or has its size.
  const { zoom } = await drawn(page);
  expect(Math.max((box.x2 - box.x1) / width, (box.y2 - box.y1) / height, zoom / 1.5)).toBeGreaterThan(0.7);
});

describe("an exported map", () => {
  const file = async (page: Page, kind: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: kind }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile((await download.path())!) };
  };

  test("is a picture in PNG", async () => {
    const { page } = await openNear();
    await expectDrawn(page, idsOf(...NEAR));
    const { name, content } = await file(page, "As PNG");
    expect([name, content.subarray(1, 4).toString()]).toEqual(["map.png", "PNG"]);
    const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
    expect(Math.min(width, height)).toBeGreaterThan(200);
    // Not one colour: what is all alike takes next to no bytes.
    expect(content.length).toBeGreaterThan((width * height) / 100);
  });

  test("is an SVG with the names as text, nothing that runs, and what filters leave", async () => {
    const { page, faults } = await openNear("&types=server");
    await expectDrawn(page, idsOf("mk-app", "mk-web", HOSTILE, LONG));
    const { name, content } = await file(page, "As SVG");
    expect(name).toBe("map.svg");
    const read = (await page.evaluate(`(() => {
      const svg = new DOMParser().parseFromString(${JSON.stringify(content.toString())}, "image/svg+xml");
      const textsOf = (tag) => [...svg.querySelectorAll(tag)].map(({ textContent }) => textContent);
      const tags = [...new Set([...svg.querySelectorAll("*")].map(({ tagName }) => tagName))].sort();
      return { tags, titles: textsOf("title"), texts: textsOf("text").map((one) => one.slice(1, -1)) };
    })()`)) as Record<"tags" | "titles" | "texts", string[]>;
    expect(read.tags).toEqual(["g", "path", "rect", "svg", "text", "title"]);
    expect(read.titles.map((title) => title.replace(/: [a-z]+, [A-Z][a-z]+$/, "")).sort()).toEqual(
      ["mk-app", "mk-web", HOSTILE, LONG].sort(),
    );
    expect(read.texts).toEqual(expect.arrayContaining(["mk-app", "mk-web"]));
    expect(content.toString()).not.toMatch(/<script|<img|javascript:|href/i);
    expect(faults).toEqual([]);
  });
});

describe("a map for everybody", () => {
  test("is worked with the keyboard alone: a CI is found, opened, expanded and left, and the focus stays in sight", async () => {
    const { page } = await openNear();
    await expectDrawn(page, idsOf(...NEAR));
    const focused = () =>
      page.evaluate("document.activeElement.textContent.trim() || document.activeElement.ariaLabel") as Promise<string>;
    const isInPanel = () => page.evaluate("document.activeElement.closest('.map-side') !== null");
    const tabTo = async (word: RegExp) => {
      for (let step = 0; step < 60; step++) {
        if (word.test((await focused()) ?? "")) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not lead to ${word}`);
    };
    await page.locator("body").press("Tab");
    await tabTo(/^Find in the map$/);
    await page.keyboard.type("mk-db");
    await expect.poll(() => list(page).getByRole("row").count()).toBe(2);
    await tabTo(/^CI.*mk-db/s);
    await page.keyboard.press("Enter");
    await panel(page).getByRole("heading", { name: "mk-db" }).waitFor();
    expect(await isInPanel()).toBe(true);
    await tabTo(/^Show 1 more$/);
    await page.keyboard.press("Enter");
    await expectDrawn(page, idsOf(...NEAR, "mk-far"));
    // The button is gone, and the focus with it no further than here.
    expect(await isInPanel()).toBe(true);
    await tabTo(/^Open the CI$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "mk-db" }).waitFor();
    await page.goBack();
    await expectDrawn(page, idsOf(...NEAR, "mk-far"));
    const { zoom, pan } = await still(page);
    await page.getByRole("application").focus();
    await page.keyboard.press("-");
    await page.keyboard.press("ArrowRight");
    const moved = await drawn(page);
    expect(moved.zoom).toBeCloseTo(zoom * 0.8, 5);
    expect(moved.pan).not.toEqual(pan);
    await page.keyboard.press("Escape");
    await list(page).waitFor();
  });

  test("shows hostile names as text, in the map, the list, the chips and the panel", async () => {
    const { page, faults } = await open(`/map?roots=${ci[HOSTILE]},${ci[LONG]}`);
    const alerts: string[] = [];
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    const { nodes } = await expectDrawn(page, idsOf(...NEAR));
    expect(nodes[ci[HOSTILE]!]!.label).toContain("<script>alert(1)</script");
    expect([...nodes[ci[LONG]!]!.label.split("\n")[0]!].length).toBeLessThan(30);
    await list(page).getByText(HOSTILE).click();
    await panel(page).getByRole("heading", { level: 2 }).filter({ hasText: "<script>alert(1)</script>" }).waitFor();
    await panel(page).getByRole("button", { name: "If it fails" }).click();
    await panel(page)
      .getByRole("heading", { name: /^If <script>/ })
      .waitFor();
    await expectAccessible(page);
    expect([alerts, faults]).toEqual([[], []]);
  });

  test("says that it needs the scope to read CIs, and asks for nothing", async () => {
    const { page, faults } = await openNear("", { scopes: ["events.read"] });
    await page.getByText("It needs the scope cmdb.read").waitFor();
    expect(await page.locator(".map-surface").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("offers no saving to who may not save", async () => {
    const { page } = await openNear("", { scopes: ["cmdb.read"] });
    await expectDrawn(page, idsOf(...NEAR));
    expect(await page.getByRole("button", { name: /^Save/ }).count()).toBe(0);
  });

  test.each([
    ["light", "desktop"],
    ["dark", "desktop"],
    ["light", "phone"],
    ["dark", "phone"],
  ] as const)(
    "is accessible in %s on a %s: the start, the map, with everything set, the saved maps",
    async (scheme, width) => {
      const { page, faults } = await openNear(
        `&group=service&types=server&healths=healthy&fold=${ci["mk-db"]}&find=mk&selected=${ci["mk-web"]}&impact=${ci["mk-db"]}`,
        { scheme, width },
      );
      await panel(page).getByRole("heading", { name: "mk-web" }).waitFor();
      const { origin } = new URL(page.url());
      await settled(page);
      await expectAccessible(page);
      for (const address of [`/map?roots=${ci["mk-app"]}`, "/map", "/maps"]) {
        await page.goto(`${origin}/console${address}`);
        await page.locator("#page h1").waitFor();
        await settled(page);
        await expectAccessible(page);
      }
      expect(faults).toEqual([]);
    },
  );
});
