import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CI_TABS } from "../../src/console/pages/cis/ci-search.ts";
import { PASSWORD } from "../support/access.ts";
import { serviceApp } from "../support/service-app.ts";
import { HOSTILE_NAMES, hostileThings, MARK, worst } from "./hostile-things.ts";
import { listen, type OpenedConsole, openBrowser, settled } from "./support.ts";

const PAGES = path.resolve(import.meta.dirname, "../../src/console/pages");
const TEXT = encodeURIComponent(HOSTILE_NAMES[1]("looked for"));

/** Addresses of each page route. `none`: the page shows nothing that users named; `wide`: only where there is room. */
const WALK: Readonly<Record<string, { at: readonly string[]; none?: true; wide?: true }>> = {
  "/": { at: ["/"] },
  "/login": { at: [`/login?next=${TEXT}`], none: true },
  "/password": { at: [`/password?next=${TEXT}`], none: true },
  "/account": { at: ["/account"] },
  "/search": { at: [`/search?q=${MARK}`, `/search?q=${TEXT}`] },
  "/cis": { at: ["/cis", `/cis?q=${TEXT}&type=${TEXT}&columns=${TEXT}`] },
  "/cis/deleted": { at: ["/cis/deleted", `/cis/deleted?q=${TEXT}&type=${TEXT}`] },
  "/cis/$ciId": {
    at: CI_TABS.map((tab) => `/cis/$ci?tab=${tab}`),
  },
  "/map": { at: ["/map?roots=$ci", `/map?roots=${TEXT}`] },
  "/maps": { at: ["/maps"] },
  "/incidents": { at: ["/incidents", "/incidents?status=all"] },
  "/incidents/$id": { at: ["/incidents/$incident"] },
  "/events": { at: ["/events", `/events?source=${TEXT}`] },
  "/events/$id": { at: ["/events/$event"] },
  "/maintenance": { at: ["/maintenance"] },
  "/services": { at: ["/services", `/services?q=${TEXT}`] },
  "/services/new": { at: ["/services/new"], none: true },
  "/services/$id": {
    at: ["health", "components", "dependencies", "map", "impact", "vulnerabilities", "events"].map(
      (tab) => `/services/$service?tab=${tab}`,
    ),
  },
  "/services/$id/edit": { at: ["/services/$service/edit"] },
  "/discovery": { at: ["/discovery"] },
  "/discovery/scans/$scanId": { at: ["/discovery/scans/$scan", "/discovery/scans/$scan?host=0"] },
  "/discovery/parked": { at: ["/discovery/parked"] },
  "/discovery/records": { at: ["/discovery/records"] },
  "/discovery/tokens": { at: ["/discovery/tokens"] },
  "/discovery/how": { at: ["/discovery/how"], none: true },
  "/software": { at: ["/software", `/software?q=${TEXT}`] },
  "/software/installed": { at: ["/software/installed"] },
  "/software/families": { at: ["/software/families"], none: true },
  "/software/pending": { at: ["/software/pending"] },
  "/software/mappings": { at: ["/software/mappings"] },
  "/software/identify": { at: [`/software/identify?name=${TEXT}`] },
  "/vulnerabilities": { at: ["/vulnerabilities", `/vulnerabilities?q=${TEXT}&severity=${TEXT}&state=${TEXT}`] },
  "/vulnerabilities/$cve": { at: ["/vulnerabilities/$cve"] },
  "/reports": { at: ["/reports", `/reports?question=${TEXT}&q=${TEXT}`], none: true },
  "/reports/queries": { at: ["/reports/queries"] },
  "/reports/runs": { at: ["/reports/runs"] },
  "/reports/runs/$id": { at: ["/reports/runs/$report"] },
  "/reports/schedules": { at: ["/reports/schedules"] },
  "/changes": { at: ["/changes"] },
  "/changes/new": { at: ["/changes/new"], none: true },
  "/changes/backtest": { at: ["/changes/backtest"], none: true },
  "/changes/$id": { at: ["/changes/$change"] },
  "/enrichment": { at: ["/enrichment"], none: true },
  "/enrichment/insights": { at: ["/enrichment/insights"], none: true },
  "/enrichment/proposals": { at: ["/enrichment/proposals?ci=$ci"] },
  "/enrichment/agents": { at: [`/enrichment/agents?agent=${TEXT}`], none: true },
  "/enrichment/usage": { at: ["/enrichment/usage"], none: true },
  "/admin": { at: ["/admin"], wide: true },
  "/admin/users": { at: ["/admin/users"], wide: true },
  "/admin/programs": { at: ["keys", "accounts", "clients", "grants"].map((tab) => `/admin/programs?tab=${tab}`) },
  "/admin/webhooks": { at: ["/admin/webhooks"] },
  "/admin/webhooks/$webhookId": { at: ["/admin/webhooks/$webhook"] },
  "/admin/integrations": { at: ["/admin/integrations"] },
  "/admin/settings": { at: ["/admin/settings"], none: true },
  "/admin/audit": { at: ["/admin/audit", `/admin/audit?actor=${TEXT}`], none: true },
  "/admin/jobs": { at: ["/admin/jobs"], none: true },
};

/** The paths of all page routes, as the areas declare them. */
function declaredRoutes(): string[] {
  return readdirSync(PAGES).flatMap((area) => {
    const text = readFileSync(path.join(PAGES, area, "routes.ts"), "utf8");
    return [...text.matchAll(/^ {2}path: "([^"]+)"/gm)].map(([, own]) =>
      own!.startsWith("/") && (own !== "/" || area === "overview") ? own! : `/${area}/${own}`.replace(/\/+$/, ""),
    );
  });
}

const http = await serviceApp();
const origin = await listen(http);
let things: Record<string, string> = {};
const opened = new Map<string, OpenedConsole & { dialogs: string[] }>();

beforeAll(async () => {
  things = await hostileThings(http);
}, 180_000);
afterAll(async () => {
  for (const one of opened.values()) await one.close();
  await http.close();
});

/** One browser of each width that stays logged in; a breach of the content security policy is a fault. */
async function loggedIn(width: "phone" | "desktop") {
  const known = opened.get(width);
  if (known) return known;
  const one = { ...(await openBrowser({ width })), dialogs: [] as string[] };
  opened.set(width, one);
  one.page.on("dialog", (dialog) => {
    one.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await one.context.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective, e.blockedURI))",
  );
  await one.page.goto(`${origin}/console/login`);
  await one.page.locator("input[name=email]").fill(http.email);
  await one.page.locator("input[name=password]").fill(PASSWORD);
  await one.page.getByRole("button", { name: "Log in" }).click();
  await one.page.locator("#page h1").first().waitFor();
  return one;
}

test("every page route is walked", () => {
  expect(Object.keys(WALK).sort()).toEqual([...new Set(declaredRoutes())].sort());
});

describe.each(["phone", "desktop"] as const)("with hostile names, on a %s", (width) => {
  test.each(Object.keys(WALK))("%s runs nothing of them and stays as wide as its window", async (route) => {
    const { page, faults, dialogs } = await loggedIn(width);
    const shown: string[] = [];
    for (const address of WALK[route]!.at) {
      faults.length = 0;
      const own = address.replaceAll(/\$(\w+)/g, (_, name: string) => things[name]!);
      await page.goto(`${origin}/console${own}`);
      await page.locator("h1").first().waitFor();
      await settled(page);
      expect({ address, faults, dialogs }).toEqual({ address, faults: [], dialogs: [] });
      expect(await page.evaluate(MADE_OF_NAMES), address).toBe(0);
      expect({ address, wider: await page.evaluate(WIDER) }).toEqual({ address, wider: [] });
      shown.push(await page.locator("body").innerText());
    }
    if (WALK[route]!.none || (WALK[route]!.wide && width === "phone")) return;
    const read = async () => [...shown, await page.locator("body").innerText()].join("\n");
    await expect.poll(read, READ).toContain(MARK);
  });
});

/** Elements that only a name which was read as markup can make. */
const MADE_OF_NAMES =
  "document.querySelectorAll('img[src=x], [onerror], [onload], a[href^=javascript], script:not([src])').length";
const READ = { timeout: 15_000 };
/** Where the page is wider than its window: the elements that reach beyond it. */
const WIDER = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = [...document.querySelectorAll("#page *")].filter((one) => one.getBoundingClientRect().right > clientWidth);
  return [scrollWidth - clientWidth, ...beyond.slice(0, 12).map((one) => one.cloneNode().outerHTML.slice(0, 200))];
})()`;

test("a field that takes 255 characters takes them, and the page of the thing shows its beginning", async () => {
  const { page } = await loggedIn("phone");
  await page.goto(`${origin}/console/cis/${things.ci}`);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  expect(title).toContain(worst("ci").slice(0, 40));
});
