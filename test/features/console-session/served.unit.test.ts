import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createDoctor, type Examination } from "../../../src/features/doctor/index.ts";
import { composeApp } from "../../support/composed.ts";

const ADDRESSES = ["/", "/console", "/console/", "/console/assets/index.js"];

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function composed(env: NodeJS.ProcessEnv = {}) {
  const { app, removeHome } = composeApp({ env });
  cleanUps.push(removeHome);
  return app.http;
}

const statusOf = async (http: ReturnType<typeof composed>, address: string, init: RequestInit = {}) =>
  (await http.request(address, init)).status;

describe("the console", () => {
  it("is served where nothing else is said", async () => {
    const http = composed();
    expect([await statusOf(http, "/"), await statusOf(http, "/console")]).toEqual([302, 302]);
    // Whether it is built does not matter.
    expect([200, 503]).toContain(await statusOf(http, "/console/"));
    expect(await statusOf(http, "/console/session")).toBe(405);
    const { paths } = (await (await http.request("/v1/openapi.json")).json()) as { paths: Record<string, object> };
    expect(Object.keys(paths["/console/session"] ?? {})).toEqual(["post", "put", "delete"]);
    expect(Object.keys(paths).filter((place) => /^\/(console)?\/?(\{.*)?$/.test(place))).toEqual([]);
  });

  it.each([
    ["ORRERY_CONSOLE is off", { ORRERY_CONSOLE: "off" }],
    ["the process is a worker", { ORRERY_ROLE: "worker" }],
  ])("is not there where %s, and nor is its login", async (_, env) => {
    const http = composed(env);
    for (const address of ADDRESSES) expect([address, await statusOf(http, address)]).toEqual([address, 404]);
    const headers = { "sec-fetch-site": "same-origin" };
    expect(await statusOf(http, "/console/session", { method: "DELETE", headers })).toBe(404);
    expect(await statusOf(http, "/health/live")).toBe(200);
  });

  it("cannot be set to anything but on or off", () => {
    expect(() => composed({ ORRERY_CONSOLE: "maybe" })).toThrow("ORRERY_CONSOLE: expected on or off");
  });
});

describe("the doctor", () => {
  const away = { ping: () => Promise.reject(new Error("away")) };
  const consoleCheck = async (
    consoleFolder: string | undefined,
  ): Promise<Examination["checks"][number] | undefined> => {
    const deps = { graph: away, postgres: away, consoleFolder } as unknown as Parameters<typeof createDoctor>[0];
    const { checks } = await createDoctor(deps).examine();
    return checks.find(({ name }) => name === "console");
  };

  it("says whether the console is built, is not, or is off", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "orrery-built-"));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const missing = await consoleCheck(folder);
    expect(missing).toMatchObject({ ok: true, warning: true, message: expect.stringContaining("build:console") });
    writeFileSync(path.join(folder, "index.html"), "");
    expect(await consoleCheck(folder)).toEqual({ name: "console", ok: true, message: "The console is built" });
    expect(await consoleCheck(undefined)).toMatchObject({ ok: true, message: expect.stringContaining("off") });
  });
});
