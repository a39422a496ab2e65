import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { systemContext } from "../../src/context.ts";
import type { LoadedDemo } from "../../src/features/demo/index.ts";
import type { Scope } from "../../src/model/scopes.ts";
import { serve } from "../../src/platform/http/server.ts";
import { newId } from "../../src/platform/ids.ts";
import { PASSWORD } from "../support/access.ts";
import { type ServiceApp, serviceApp } from "../support/service-app.ts";
import { browser } from "./browser.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BUILT = path.join(ROOT, "build/console/index.html");
const WIDTHS = { desktop: { width: 1366, height: 800 }, phone: { width: 390, height: 844 } };

export interface ConsoleService {
  http: ServiceApp;
  /** Address of the service, which really listens. */
  origin: string;
  demo: LoadedDemo;
}

let shared: Promise<ConsoleService> | undefined;

/** A listening service whose tenant has the demo estate, for all files of a worker. It runs until the worker ends. */
export function consoleService(): Promise<ConsoleService> {
  shared ??= start();
  return shared;
}

async function start(): Promise<ConsoleService> {
  const http = await serviceApp();
  const loaded = await http.app.demo.load(systemContext(http.tenantId, newId()));
  await http.changesDelivered();
  return { http, origin: await listen(http), demo: loaded };
}

/** Lets the service listen, for browsers; returns its address. It does until the worker ends. */
export async function listen(http: ServiceApp): Promise<string> {
  assertBuilt();
  const origin = () => "http://orrery.example.com";
  const server = await serve({ app: http.app.http, host: "127.0.0.1", port: 0, origin });
  return `http://127.0.0.1:${server.port}`;
}

/** The tests look at what users get: the build, which must not be older than its sources. */
function assertBuilt(): void {
  const sources = path.join(ROOT, "src/console");
  const newest = Math.max(
    ...readdirSync(sources, { recursive: true, encoding: "utf8" }).map(
      (name) => statSync(path.join(sources, name)).mtimeMs,
    ),
  );
  if (!existsSync(BUILT) || statSync(BUILT).mtimeMs < newest) {
    throw new Error("The console's build is older than its sources: run `npm run build:console`");
  }
}

export interface OpenOptions {
  /** A user who has only these; default the tenant's administrator. */
  scopes?: Scope[];
  scheme?: "light" | "dark";
  width?: keyof typeof WIDTHS;
}

export interface OpenedConsole {
  page: Page;
  context: BrowserContext;
  /** Who is logged in. */
  email?: string;
  /** What the browser complained of: errors in the page, in its console, breaches of the content security policy. */
  faults: string[];
  close(): Promise<void>;
}

/** Logs in as people do, and opens a page of the console: a path below `/console`, with its search. */
export async function openConsole(address = "/", options: OpenOptions = {}): Promise<OpenedConsole> {
  const { http, origin } = await consoleService();
  const email = options.scopes ? await http.userWith(...options.scopes) : http.email;
  const opened = await openBrowser(options);
  const { page } = opened;
  await page.goto(`${origin}/console/login?next=${encodeURIComponent(address)}`);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  if (await page.getByRole("textbox", { name: "Tenant" }).isVisible()) throw new Error("the email is not unique");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator("#page h1").first().waitFor();
  return { ...opened, email };
}

/** `openConsole` for the tests of a file: what one of them opened is closed after it. */
export function consoleOpener({ untilSettled = false } = {}): typeof openConsole {
  const opened: OpenedConsole[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  return async (...args) => {
    const one = await openConsole(...args);
    opened.push(one);
    if (untilSettled) await settled(one.page);
    return one;
  };
}

/** A browser of its own with an empty page, and the record of its complaints. */
export async function openBrowser({ scheme = "light", width = "desktop" }: OpenOptions = {}): Promise<OpenedConsole> {
  const context = await (await browser()).newContext({
    colorScheme: scheme,
    viewport: WIDTHS[width],
    hasTouch: width === "phone",
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("console", (message) => {
    // The browser writes an error for each refused request: pages show those, and tests look at the pages.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  return { page, context, faults, close: () => context.close() };
}

/** Resolves when the page shows no sign of loading. The stream of changes stays open: the network is never idle. */
export async function settled(page: Page): Promise<void> {
  const signs = page.locator("#page").locator("[aria-label*=oading], .mantine-Loader-root, .mantine-Skeleton-root");
  await expect.poll(() => signs.count(), { timeout: 60_000 }).toBe(0);
}

/** No violation that axe-core knows, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  // The pointer rests where it clicked last, and what is there by now may show a hint, which stands outside of the regions.
  await page.mouse.move(0, 0);
  await expect.poll(() => page.getByRole("tooltip").count()).toBe(0);
  // By the debugger's connection, which the content security policy does not concern.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await injected.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
  expect(violations).toEqual([]);
  const overhang = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(overhang, "pixels wider than the window").toBeLessThanOrEqual(0);
}
