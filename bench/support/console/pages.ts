import type { Browser, CDPSession, Page } from "playwright-core";
import type { BenchTenant } from "../bench.ts";

/** A running service whose console is measured. */
export interface ConsoleTarget {
  browser: Browser;
  port: number;
  tenant: BenchTenant;
}

export interface ConsolePage {
  page: Page;
  /** The debugger's connection to the page. */
  debug: CDPSession;
  close(): Promise<void>;
}

const VIEWPORT = { width: 1366, height: 800 };

/**
 * Runs in each page before its own scripts. `whenShown(isThere)` resolves with the page's time at the end of the first
 * frame in which it holds; `lastActed` is the time of the last click or letter, as the browser stamps them.
 */
const WATCH = `
globalThis.lastActed = 0;
for (const kind of ["click", "input"])
  addEventListener(kind, (event) => { globalThis.lastActed = event.timeStamp; }, true);
globalThis.whenShown = (isThere) => new Promise((resolve) => {
  const look = () => {
    if (!isThere()) return false;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
    return true;
  };
  if (look()) return;
  const watching = new MutationObserver(() => { if (look()) watching.disconnect(); });
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
});`;

/** An empty page with a cache of its own, which is logged in unless told otherwise. */
export async function openPage(
  { browser, port, tenant }: ConsoleTarget,
  { isLoggedIn = true, script = "" } = {},
): Promise<ConsolePage> {
  const origin = originOf(port);
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: "light" });
  if (isLoggedIn) {
    const answer = await context.request.post(`${origin}/console/session`, {
      headers: { Origin: origin },
      data: tenant.login,
    });
    if (!answer.ok()) throw new Error(`the login answered ${answer.status()}: ${await answer.text()}`);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(WATCH + script);
  return { page, debug: await context.newCDPSession(page), close: () => context.close() };
}

export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Waits for a promise that the page's script left under this name, and answers its number. */
export async function numberOf(page: Page, expression: string): Promise<number> {
  const value: unknown = await page.evaluate(expression);
  if (typeof value !== "number") throw new Error(`${expression} gave ${String(value)}`);
  return value;
}
