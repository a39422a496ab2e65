import { describe, expect, onTestFinished, test } from "vitest";
import { PASSWORD } from "../support/access.ts";
import { consoleOpener, consoleService, expectAccessible, openBrowser, settled } from "./support.ts";

const open = consoleOpener();

/** Every page of the navigation, opened by its address. */
const PAGES = [
  "/",
  "/search",
  "/cis",
  "/map",
  "/incidents",
  "/services",
  "/discovery",
  "/software",
  "/vulnerabilities",
  "/reports",
  "/changes",
  "/enrichment",
  "/admin",
  "/account",
];

describe("every page", () => {
  test.each(
    PAGES.flatMap((page) => [
      [page, "light", "desktop"],
      [page, "dark", "phone"],
    ]) as [string, "light" | "dark", "desktop" | "phone"][],
  )("%s in %s on a %s is accessible, and nothing complains", async (address, scheme, width) => {
    const { page, faults } = await open(address, { scheme, width });
    await settled(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test.each(PAGES)("%s stays up for a user without any scope that it needs", async (address) => {
    const { page, faults } = await open(address, { scopes: ["reports.export"] });
    await settled(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    expect(await page.locator("#page h1").count()).toBeGreaterThan(0);
  });
});

describe("the session", () => {
  test("a wrong password is said, and the right one opens the page that was asked for", async () => {
    const { http, origin } = await consoleService();
    const { page, context } = await openBrowser();
    onTestFinished(() => context.close());
    await page.goto(`${origin}/console/cis`);
    await page.locator("input[name=email]").fill(http.email);
    await page.locator("input[name=password]").fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/password|email/i);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(`${origin}/console/cis`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  test("a reload keeps the session, and no storage holds a token", async () => {
    const { page } = await open("/");
    await page.reload();
    await page.getByRole("navigation", { name: "Areas" }).waitFor();
    const stored = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])");
    expect(stored).not.toMatch(/eyJ|orrr_/);
  });

  test("a logout in one tab ends the others", async () => {
    const { page, context } = await open("/");
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByRole("navigation", { name: "Areas" }).waitFor();
    await page.getByRole("button", { name: "You and the appearance" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByText("You are logged out.").waitFor();
    await second.getByText("You are logged out.").waitFor();
  });

  test("an address of another site is not followed after the login", async () => {
    const { origin } = await consoleService();
    const { page } = await open("//evil.example.com/");
    expect(new URL(page.url()).origin).toBe(origin);
  });
});

test("the first page comes with 250 kB of JavaScript at most", async () => {
  const { page } = await open("/account");
  const { origin } = await consoleService();
  const debug = await page.context().newCDPSession(page);
  await debug.send("Network.enable");
  await debug.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  debug.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(`${origin}/console/`);
  await settled(page);
  expect(scripts.size).toBeGreaterThan(2);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(250_000);
});

test("what an address holds and a page does not know counts as absent", async () => {
  const { page, faults } = await open("/cis?limit=%22x%22&sort=%7B%22a%22%3A1%7D&tab=%3Cscript%3E");
  await settled(page);
  await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(10);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(faults).toEqual([]);
});

test("the appearance is kept over a reload", async () => {
  const { page } = await open("/");
  await page.getByRole("button", { name: "You and the appearance" }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await page.reload();
  await page.getByRole("navigation", { name: "Areas" }).waitFor();
  expect(await page.evaluate("document.documentElement.dataset.mantineColorScheme")).toBe("dark");
});
