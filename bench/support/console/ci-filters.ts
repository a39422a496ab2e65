import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { ask, requestOf, send } from "../load.ts";
import { type ConsoleTarget, numberOf, openPage, originOf } from "./pages.ts";

/** Types of the sample CIs of which a tenth are in maintenance. */
const TYPES = ["server", "network_device", "database"];
/** What the stream tells of a change is read anew by then. */
const CALM_MS = 1_500;
/** Between two letters. */
const TYPING_MS = 40;

/** Milliseconds of each time a filter was set, and of the service's answer to the same question in between. */
export interface Filtered {
  type: number[];
  status: number[];
  text: number[];
  service: number[];
}

/**
 * From the last click or letter of a filter until its rows and its number of matches are shown. One CI changes before each, so
 * that the service counts the matches anew; each round begins with a page that knows no answers.
 */
export async function filterCis(target: ConsoleTarget, ids: readonly string[], rounds: number): Promise<Filtered> {
  const found: Filtered = { type: [], status: [], text: [], service: [] };
  const { page, close } = await openPage(target);
  try {
    for (let round = -1; round < rounds; round++) {
      const type = TYPES[(round + TYPES.length) % TYPES.length]!;
      const place = Math.floor(((round + 2) / (rounds + 3)) * ids.length);
      await page.goto(`${originOf(target.port)}/console/cis`, { waitUntil: "commit" });
      await page.locator("[aria-label='Configuration items'] tbody tr").first().waitFor();
      const touch = () => changeOne(target, ids[(round + 7) * 11]!, round);
      const steps = {
        type: () => choose(page, "Type", type.replaceAll("_", " ")),
        status: () => choose(page, "Status", "maintenance"),
        text: () =>
          page.getByLabel("Search in name and description").pressSequentially(`host-${place}`, { delay: TYPING_MS }),
      };
      const measured: Record<string, number> = {};
      for (const [kind, act] of Object.entries(steps)) {
        await touch();
        measured[kind] = await timed(page, act);
      }
      await touch();
      const started = performance.now();
      const query = `type=${type}&status=maintenance&search=host-${place}&limit=100`;
      const { pagination } = await ask<{ pagination: { total: number } }>(
        target.port,
        "GET",
        `/v1/cmdb/ci?${query}`,
        target.tenant.headers,
      );
      const serviceMs = performance.now() - started;
      await expectShown(page, pagination.total);
      if (round < 0) continue;
      for (const kind of ["type", "status", "text"] as const) found[kind].push(measured[kind]!);
      found.service.push(serviceMs);
    }
  } finally {
    await close();
  }
  return found;
}

/** Text under the heading, which says how many match. */
const HINT = `document.querySelector("#page h1")?.closest("div")?.parentElement?.textContent.match(/([\\d,]+) (match|in all)/)?.[1]`;

async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`void (globalThis.filtered = ((before) => whenShown(() => {
    const now = ${HINT};
    return now !== undefined && now !== before;
  }))(${HINT}))`);
  await act();
  const shownAt = await numberOf(page, "globalThis.filtered");
  return shownAt - (await numberOf(page, "globalThis.lastActed"));
}

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page
    .getByRole("combobox", { name: filter })
    .or(page.getByRole("textbox", { name: filter }))
    .first()
    .click();
  await page.getByRole("option", { name: new RegExp(`^${option}`, "i") }).click();
}

async function changeOne({ port, tenant }: ConsoleTarget, id: string, round: number): Promise<void> {
  const description = `Looked at in round ${round}, ${performance.now()}`;
  await send(port, requestOf("PUT", `/v1/cmdb/ci/${id}`, tenant.headers, { description }));
  await sleep(CALM_MS);
}

async function expectShown(page: Page, total: number): Promise<void> {
  const shown: unknown = await page.evaluate(HINT);
  if (shown !== total.toLocaleString("en")) throw new Error(`the console shows ${shown} matches, the service ${total}`);
}
