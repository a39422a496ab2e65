import type { Page } from "playwright-core";
import { expect } from "vitest";
import { consoleService, settled } from "./support.ts";

/** Calls the service as the tenant's administrator; what it refuses fails the test. */
export async function send(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
  const { http } = await consoleService();
  const headers = await http.login();
  const answer = await http.call(method, address, { headers, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
}

export interface NewCi {
  type?: string;
  status?: string;
  attributes?: object;
}

type Link = [source: string, type: string, target: string, attributes?: object];

/** Makes CIs and relationships among them, by names; returns the ids by name. */
export async function estate(cis: Record<string, NewCi>, links: readonly Link[]): Promise<Record<string, string>> {
  const names = Object.keys(cis);
  const items = names.map((name) => ({ name, type: "server", status: "active", ...cis[name] }));
  const { results } = await send("POST", "/v1/cmdb/ci/bulk", { mode: "atomic", items });
  const made = results as { id: string }[];
  const ids = Object.fromEntries(names.map((name, place) => [name, made[place]!.id]));
  const relationships = links.map(([source, type, target, attributes]) => ({
    type,
    source_ci: ids[source],
    target_ci: ids[target],
    ...(attributes && { attributes }),
  }));
  if (links.length > 0) await send("POST", "/v1/cmdb/relationships/bulk", { mode: "atomic", items: relationships });
  return ids;
}

export interface DrawnNode {
  id: string;
  /** Name and notes, as they stand below the CI. */
  label: string;
  x: number;
  y: number;
  parent: string | undefined;
  classes: string[];
  health: string;
  border: string;
}

export interface DrawnMap {
  nodes: Record<string, DrawnNode>;
  /** Frames by their id: the name and the id of the one around it. */
  frames: Record<string, { label: string; parent: string | undefined }>;
  links: { label: string; classes: string[] }[];
  zoom: number;
  pan: { x: number; y: number };
}

/** What the canvas draws: it has no elements in the document that a test could look at, but Cytoscape tells. */
const DRAWN = `(() => {
  const { cy } = document.querySelector(".map-surface")._cyreg;
  const clean = (text) => text.replace(/[\\u2068\\u2069]/gu, "");
  const nodes = {};
  const frames = {};
  for (const node of cy.nodes(":visible")) {
    const { id, label, parent, health } = node.data();
    if (node.hasClass("group")) frames[id] = { label: clean(label), parent };
    else nodes[id] = { id, label: clean(label), parent, health, ...node.position(), classes: node.classes(), border: node.style("border-style") };
  }
  const links = cy.edges(":visible").map((edge) => ({ label: clean(edge.data("label")), classes: edge.classes() }));
  return { nodes, frames, links, zoom: cy.zoom(), pan: { ...cy.pan() } };
})()`;

export async function drawn(page: Page): Promise<DrawnMap> {
  return (await page.evaluate(DRAWN)) as DrawnMap;
}

/** Resolves when exactly these CIs are drawn, by id, each at its place. */
export async function expectDrawn(page: Page, ids: readonly (string | undefined)[]): Promise<DrawnMap> {
  await page.locator(".map-surface canvas").first().waitFor();
  const wanted = [...ids].sort();
  await expect.poll(async () => Object.keys((await drawn(page)).nodes).sort()).toEqual(wanted);
  await settled(page);
  return drawn(page);
}

/** Where CIs stand, by id. */
export function places({ nodes }: DrawnMap): Record<string, [number, number]> {
  return Object.fromEntries(Object.values(nodes).map(({ id, x, y }) => [id, [x, y]]));
}

/** Each CI stands where it stood, but for what is lost where saved maps keep tenths of a pixel. */
export function expectSamePlaces(now: DrawnMap, before: DrawnMap): void {
  const [is, was] = [places(now), places(before)];
  expect(Object.keys(is).sort()).toEqual(Object.keys(was).sort());
  for (const [id, [x, y]] of Object.entries(is)) {
    expect(Math.hypot(x - was[id]![0], y - was[id]![1]), `pixels that ${now.nodes[id]!.label} has moved`).toBeLessThan(
      0.2,
    );
  }
}

/** The map when nothing brings a part of it into the middle any more. */
export async function still(page: Page): Promise<DrawnMap> {
  let last = await drawn(page);
  await expect
    .poll(async () => {
      const before = last;
      await page.waitForTimeout(100);
      last = await drawn(page);
      return [last.zoom - before.zoom, last.pan.x - before.pan.x, last.pan.y - before.pan.y];
    })
    .toEqual([0, 0, 0]);
  return last;
}

/** Point of the window where a CI is drawn. */
export async function pointOf(page: Page, id: string): Promise<[number, number]> {
  const box = (await page.locator(".map-surface").boundingBox())!;
  const { nodes, zoom, pan } = await drawn(page);
  const { x, y } = nodes[id]!;
  return [box.x + x * zoom + pan.x, box.y + y * zoom + pan.y];
}

export const paramsOf = (page: Page) => new URL(page.url()).searchParams;

export const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)">&]]> \u202Egnp.exe`;
export const LONG = `mk-${"w".repeat(252)}`;
export const NEAR = ["mk-app", "mk-web", "mk-db", HOSTILE, LONG, "mk-other"];

let near: Promise<Record<string, string>> | undefined;

/** For all files of a worker: mk-app needs mk-web, which needs mk-db, which needs mk-far, and CIs with bad names. mk-other needs mk-web as well. */
export function nearEstate(): Promise<Record<string, string>> {
  near ??= estate(
    {
      "mk-app": { type: "application" },
      "mk-other": { type: "application" },
      "mk-web": {},
      "mk-db": { type: "database" },
      [HOSTILE]: {},
      [LONG]: {},
      "mk-far": { type: "storage" },
    },
    [
      ["mk-app", "depends_on", "mk-web"],
      ["mk-other", "depends_on", "mk-web"],
      ["mk-web", "depends_on", "mk-db"],
      ["mk-web", "depends_on", HOSTILE],
      ["mk-web", "depends_on", LONG],
      ["mk-db", "depends_on", "mk-far"],
    ],
  );
  return near;
}
