import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningServer, serve } from "../../src/platform/http/server.ts";
import { PASSWORD } from "../support/access.ts";
import { consoleService, type OpenedConsole, openBrowser, openConsole, settled } from "./support.ts";

let opened: OpenedConsole | undefined;
let server: RunningServer | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await server?.close(100);
  server = undefined;
});

/** Listens besides the shared server, so that it can be closed: at any free port, or at the one that it had. */
async function listen(port = 0): Promise<RunningServer> {
  const { http } = await consoleService();
  server = await serve({ app: http.app.http, host: "127.0.0.1", port, origin: () => "http://orrery.example.com" });
  return server;
}

async function openAt(origin: string, address: string): Promise<OpenedConsole> {
  opened = await openBrowser();
  await logIn(opened.page, origin, address);
  return opened;
}

async function logIn(page: Page, origin: string, address: string): Promise<void> {
  await page.goto(`${origin}/console/login?next=${encodeURIComponent(address)}`);
  await fillIn(page);
  await page.locator("#page h1").first().waitFor();
}

/** Fills in the login as the tenant's administrator, or as another user with the same password. */
async function fillIn(page: Page, email?: string): Promise<void> {
  await page.locator("input[name=email]").fill(email ?? (await consoleService()).http.email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function addServer(name: string): Promise<void> {
  const { http } = await consoleService();
  const headers = await http.login();
  const { status, text } = await http.call("POST", "/v1/cmdb/ci", { headers, body: { name, type: "server" } });
  expect(status, text).toBe(201);
}

describe("a service that goes away", () => {
  test("is said, and the page is live again without a reload when it is back", async () => {
    const { port, close } = await listen();
    const { page, faults } = await openAt(`http://127.0.0.1:${port}`, "/cis?q=away-and-back");
    await settled(page);
    await page.evaluate("globalThis.notReloaded = true");
    await page.getByText("Live", { exact: true }).waitFor();
    await close(100);
    await page.getByText("Service away").waitFor();
    await addServer("away-and-back-1");
    await listen(port);
    await page.getByText("Live", { exact: true }).waitFor({ timeout: 40_000 });
    await page.getByRole("link", { name: "away-and-back-1" }).waitFor();
    await addServer("away-and-back-2");
    await page.getByRole("link", { name: "away-and-back-2" }).waitFor();
    expect(await page.evaluate("globalThis.notReloaded")).toBe(true);
    expect(faults).toEqual([]);
  }, 120_000);

  test("is said by pages that are opened meanwhile, which come when it is back", async () => {
    const { port, close } = await listen();
    const { page } = await openAt(`http://127.0.0.1:${port}`, "/");
    const areas = page.getByRole("navigation", { name: "Areas" });
    // Loads the page's own script while it can be had.
    await areas.getByRole("link", { name: "Incidents" }).click();
    await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor();
    await settled(page);
    await areas.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await close(100);
    await page.getByText("Service away").waitFor();
    await areas.getByRole("link", { name: "Incidents" }).click();
    await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor();
    await listen(port);
    await page.getByText("Live", { exact: true }).waitFor({ timeout: 40_000 });
    await settled(page);
    expect(await page.getByRole("alert").count()).toBe(0);
  }, 120_000);
});

describe("a session that ends", () => {
  test("by an administrator who deletes the user leads to the login, which says so", async () => {
    const { http } = await consoleService();
    const email = await http.userWith("cmdb.read");
    const { origin } = await consoleService();
    opened = await openBrowser();
    const { page } = opened;
    await page.goto(`${origin}/console/login?next=/cis`);
    await fillIn(page, email);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const headers = await http.login();
    const users = await http.call("GET", "/v1/admin/users?limit=100", { headers });
    const { id } = users.body.data.find((user: { email: string }) => user.email === email);
    const deleted = await http.call("DELETE", `/v1/admin/users/${id}`, { headers });
    expect(deleted.status, deleted.text).toBe(200);
    // The stream ends with the user: nothing needs to be clicked.
    await page.getByText("Your session is over. Log in again.").waitFor();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/cis");
  });

  test("elsewhere, by a logout with its token, leads to the login at the next step", async () => {
    const { http, origin } = await consoleService();
    opened = await openBrowser();
    const { page } = opened;
    const asked = page.waitForRequest((request) => /^Bearer /.test(request.headers().authorization ?? ""));
    await logIn(page, origin, "/cis");
    const { authorization } = (await asked).headers();
    const { status } = await http.call("POST", "/v1/auth/logout", { headers: { authorization: authorization! } });
    expect(status).toBe(200);
    await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Services" }).click();
    await page.getByText("Your session is over. Log in again.").waitFor();
    // The page that was asked for comes after the login.
    await fillIn(page);
    await page.getByRole("heading", { level: 1, name: "Services" }).waitFor();
  });

  test("by its time leads to the login after a reload, and from there back to the page", async () => {
    const { http, origin } = await consoleService();
    opened = await openBrowser();
    const { page } = opened;
    await logIn(page, origin, "/cis?q=shop");
    await http.postgres.query(
      `update refresh_tokens set expires_at = now() - interval '1 second'
       where session_id in (select id from login_sessions where user_id in (select id from users where email = $1))`,
      [http.email],
    );
    await page.reload();
    await page.locator("input[name=email]").waitFor();
    await fillIn(page);
    await page.getByRole("heading", { level: 1, name: "Configuration items" }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("shop");
  });
});

test("a filter typed just before the page is left does not bring the user back to it", async () => {
  opened = await openConsole("/events");
  const { page, faults } = opened;
  await settled(page);
  // The code of the next page is slower than the pause after which a filter holds.
  const waits = Promise.withResolvers<void>();
  await page.route(/ServiceListPage/, async (route) => {
    await waits.promise;
    await route.continue();
  });
  await page.getByRole("textbox", { name: "Source" }).fill("zabbix");
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Services" }).click();
  await page.waitForTimeout(1_500);
  waits.resolve();
  await page.getByRole("heading", { level: 1, name: "Services" }).waitFor();
  await page.waitForTimeout(1_000);
  expect(new URL(page.url()).pathname).toBe("/console/services");
  expect(faults).toEqual([]);
});

test("a filter holds though events arrive more often than the pause after its typing, and keeps the focus", async () => {
  const { http } = await consoleService();
  opened = await openConsole("/events");
  const { page, faults } = opened;
  await settled(page);
  const headers = await http.login();
  let isOver = false;
  const rain = (async () => {
    for (let one = 0; !isOver; one++) {
      const body = { title: `drizzle ${one}`, severity: "low", source: one % 2 === 0 ? "drizzle" : "rain" };
      const { status, text } = await http.call("POST", "/v1/events", { headers, body });
      expect(status, text).toBe(201);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await page
    .getByText(/^drizzle \d/)
    .first()
    .waitFor();
  const source = page.getByRole("textbox", { name: "Source" });
  await source.pressSequentially("driz", { delay: 30 });
  await page.waitForURL((url) => url.searchParams.get("source") === "driz");
  await page.keyboard.type("zle");
  await page.waitForURL((url) => url.searchParams.get("source") === "drizzle");
  isOver = true;
  await rain;
  expect(await source.inputValue()).toBe("drizzle");
  // What takes the filter away empties the field.
  await page.getByRole("button", { name: /Source: drizzle/ }).click();
  await page.waitForURL((url) => !url.searchParams.has("source"));
  await expect.poll(() => source.inputValue()).toBe("");
  expect(faults).toEqual([]);
});

test("storms of 500 events leave pages usable, and the newest is shown", async () => {
  const { http } = await consoleService();
  opened = await openConsole("/events");
  const { page, faults } = opened;
  await settled(page);
  const headers = await http.login();
  let stored = 0;
  const send = async (title: string) => {
    const body = { title, severity: "low", source: "storm" };
    const { status, text } = await http.call("POST", "/v1/events", { headers, body });
    expect(status, text).toBe(201);
    stored++;
  };
  const began = Date.now();
  const storm = (async () => {
    for (let second = 0; second < 6; second++) {
      await Promise.all(Array.from({ length: 500 }, (_, one) => send(`storm ${second} ${one}`)));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + (second + 1) * 1_000 - Date.now())));
    }
  })();
  await page.getByRole("textbox", { name: "Source" }).fill("storm");
  await page
    .getByText(/^storm \d/)
    .first()
    .waitFor();
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Services" }).click();
  await page.getByRole("heading", { level: 1, name: "Services" }).waitFor();
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page
    .getByRole("link", { name: /^\d.* open/ })
    .first()
    .count();
  await page.goBack();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await storm;
  expect(stored).toBe(3_000);
  await send("storm is over");
  await page.getByText("storm is over").first().waitFor();
  expect(faults).toEqual([]);
}, 120_000);
