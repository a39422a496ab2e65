import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../../src/platform/ids.ts";
import { type ConsolePage, type ConsoleTarget, openPage, originOf } from "./pages.ts";

/** A title that the page's script finds, and no other event has. */
const PREFIX = "probe ";
const WARM_UP = 20;
/** Longest that an event may take to be shown. */
const END_MS = 15_000;
const TICK_MS = 20;
/** What the service and the page need until events come evenly. */
const BEGIN_MS = 3_000;

/** Notes the wall time at the end of the first frame in which each title stands in the list. */
const WATCH_TITLES = `
globalThis.titlesAt = {};
new MutationObserver(() => {
  const fresh = [...document.querySelectorAll(".data-table tbody tr")]
    .map((row) => row.textContent.match(/${PREFIX}[0-9a-f-]{36}/)?.[0])
    .filter((title) => title && !(title in titlesAt));
  if (fresh.length === 0) return;
  for (const title of fresh) titlesAt[title] = null;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { for (const title of fresh) titlesAt[title] = performance.timeOrigin + performance.now(); };
    port2.postMessage(0);
  });
}).observe(document, { subtree: true, childList: true, characterData: true });`;

/** Milliseconds from the answer to each event until it was shown, and how many others a second were stored meanwhile. */
export interface EventsShown {
  idle: number[];
  busy: number[];
  othersPerSecond: number;
}

/** An open list of critical events, while nothing else happens and while many events of low severity come. */
export async function eventsShown(
  target: ConsoleTarget,
  { events, rate }: { events: number; rate: number },
): Promise<EventsShown> {
  const opened = await openPage(target, { script: WATCH_TITLES });
  try {
    const { page } = opened;
    await page.goto(`${originOf(target.port)}/console/events?severity=${encodeURIComponent('["critical"]')}`);
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    await probe(target, opened, WARM_UP);
    const idle = await probe(target, opened, events);
    const flood = startFlood(target, rate);
    await sleep(BEGIN_MS);
    const busy = await probe(target, opened, events).finally(() => flood.stop());
    return { idle, busy, othersPerSecond: await flood.stop() };
  } finally {
    await opened.close();
  }
}

async function probe(target: ConsoleTarget, { page }: ConsolePage, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const title = PREFIX + newId();
    const answeredAt = await postEvent(target, title, "critical");
    const end = performance.now() + END_MS;
    let shownAt: unknown = null;
    while (typeof shownAt !== "number") {
      if (performance.now() > end) throw new Error(`"${title}" was not shown after ${END_MS / 1_000} s`);
      await sleep(TICK_MS);
      shownAt = await page.evaluate(`globalThis.titlesAt[${JSON.stringify(title)}] ?? null`);
    }
    // It may be shown before the answer is read.
    found.push(Math.max(0, shownAt - answeredAt));
    await sleep(200 * Math.random());
  }
  return found;
}

function startFlood(target: ConsoleTarget, rate: number) {
  const began = performance.now();
  let isOver = false;
  let stored = 0;
  const sending = (async () => {
    const under = new Set<Promise<void>>();
    for (let sent = 0; !isOver; await sleep(TICK_MS)) {
      for (const due = ((performance.now() - began) / 1_000) * rate; sent < due; sent++) {
        const one: Promise<void> = postEvent(target, `background ${newId()}`, "low").then(() => {
          stored++;
          under.delete(one);
        });
        under.add(one);
      }
    }
    await Promise.all(under);
    return stored / ((performance.now() - began) / 1_000);
  })();
  return {
    /** Events stored a second, once all are answered. */
    stop: () => {
      isOver = true;
      return sending;
    },
  };
}

/** Wall time when the answer was there, in milliseconds. */
async function postEvent({ port, tenant }: ConsoleTarget, title: string, severity: string): Promise<number> {
  const response = await fetch(`${originOf(port)}/v1/events`, {
    method: "POST",
    headers: { ...tenant.headers, "Content-Type": "application/json" },
    body: JSON.stringify({ title, severity, source: "bench" }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
  return performance.timeOrigin + performance.now();
}
