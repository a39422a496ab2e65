import type { CDPSession } from "playwright-core";
import { startBarePage } from "./bare-page.ts";
import { type ConsoleTarget, numberOf, openPage, originOf } from "./pages.ts";

/** What the overview shows of so many CIs. */
const shownOf = (cis: number) =>
  `[...document.querySelectorAll("#page h2, #page h3")].some((one) => one.textContent.includes("(${cis.toLocaleString("en")})"))`;
/** Afterwards nothing more of the first page is loaded. */
const QUIET_MS = 1_000;

export interface FirstContent {
  /** Milliseconds of each round. */
  shown: number[];
  bare: number[];
  fromLogin: number[];
  /** Bytes of scripts over the wire, headers included, and their number, until a second after the content was shown. */
  scripts: { bytes: number; count: number; encodings: string };
  requests: number;
}

/**
 * From the start of the navigation to the overview's figures, in a browser that has nothing in its cache; beside it a bare
 * page whose script reads the same figures and writes them; and from the click on "Log in", whose password is hashed meanwhile.
 */
export async function firstContent(target: ConsoleTarget, cis: number, rounds: number): Promise<FirstContent> {
  const found: FirstContent = {
    shown: [],
    bare: [],
    fromLogin: [],
    scripts: { bytes: 0, count: 0, encodings: "" },
    requests: 0,
  };
  const bare = await startBarePage(target.port, target.tenant.headers, "/v1/summary");
  try {
    // The first round plans statements and fills the file cache.
    for (let round = -1; round < rounds; round++) {
      const loaded = await loadOverview(target, cis);
      const plain = await loadBare(target, bare.port);
      const fromLogin = await logIn(target, cis);
      if (round < 0) continue;
      found.shown.push(loaded.shownMs);
      found.bare.push(plain);
      found.fromLogin.push(fromLogin);
      found.scripts = loaded.scripts;
      found.requests = loaded.requests;
    }
  } finally {
    await bare.close();
  }
  return found;
}

async function loadOverview(target: ConsoleTarget, cis: number) {
  const { page, debug, close } = await openPage(target, {
    script: `globalThis.firstShown = whenShown(() => ${shownOf(cis)});`,
  });
  try {
    const traffic = await followScripts(debug);
    await page.goto(`${originOf(target.port)}/console/`, { waitUntil: "commit" });
    const shownMs = await numberOf(page, "globalThis.firstShown");
    await page.waitForTimeout(QUIET_MS);
    return { shownMs, ...traffic() };
  } finally {
    await close();
  }
}

async function logIn(target: ConsoleTarget, cis: number): Promise<number> {
  const { page, close } = await openPage(target, { isLoggedIn: false });
  const { email, password, tenant } = target.tenant.login;
  try {
    await page.goto(`${originOf(target.port)}/console/login`);
    await page.locator("input[name=email]").fill(email);
    await page.locator("input[name=password]").fill(password);
    const button = page.getByRole("button", { name: "Log in" });
    const tenantField = page.locator("input[name=tenant]");
    await page.evaluate(`void (globalThis.firstShown = whenShown(() => ${shownOf(cis)}))`);
    await button.click();
    await tenantField.or(page.locator("#page")).first().waitFor();
    // Administrators of other runs on these stores have the same address.
    if (await tenantField.isVisible()) {
      await tenantField.fill(tenant);
      await button.click();
    }
    const shownAt = await numberOf(page, "globalThis.firstShown");
    return shownAt - (await numberOf(page, "globalThis.lastActed"));
  } finally {
    await close();
  }
}

async function loadBare({ browser }: ConsoleTarget, port: number): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${originOf(port)}/`, { waitUntil: "commit" });
    return await numberOf(page, "globalThis.firstShown");
  } finally {
    await context.close();
  }
}

/** Counts what the browser says it received for scripts. */
async function followScripts(debug: CDPSession) {
  await debug.send("Network.enable");
  const scripts = new Map<string, string>();
  let [bytes, requests] = [0, 0];
  debug.on("Network.requestWillBeSent", () => {
    requests++;
  });
  debug.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script") return;
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === "content-encoding");
    scripts.set(requestId, encoding?.[1] ?? "none");
  });
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => ({
    scripts: { bytes, count: scripts.size, encodings: [...new Set(scripts.values())].sort().join(", ") },
    requests,
  });
}
