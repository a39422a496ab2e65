import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hostFolders, loadConfig, submissionTarget } from "../../src/config.ts";

/** Every variable that the configuration asks for. */
const NAMES = new Set<string>();
const asked = (_: object, name: string) => void NAMES.add(name);
loadConfig(new Proxy({}, { get: asked }));
const settings = [...NAMES];
submissionTarget(new Proxy({}, { get: asked }));

describe("blank variables", () => {
  test.each(["", " ", "\t"])("%j counts as absent in every one of them", (blank) => {
    const env = Object.fromEntries(settings.map((name) => [name, blank]));
    expect(loadConfig(env)).toEqual(loadConfig({}));
    expect(loadConfig(env).http.port).toBe(8080);
  });

  test("count as absent where a submission goes to and where programs are", () => {
    expect(submissionTarget({ ORRERY_BASE_URL: " ", PORT: " ", ORRERY_TOKEN: " " })).toEqual({
      url: "http://127.0.0.1:8080",
      token: undefined,
    });
    expect(hostFolders({ JAVA_HOME: " " }).javaHome).toBeUndefined();
  });

  test("do not stand in for what is required", () => {
    const env = { NEO4J_URI: "bolt://db.example.com:7687", NEO4J_PASSWORD: " ", ORRERY_SECRET: "s".repeat(32) };
    expect(() => loadConfig(env)).toThrow(/^NEO4J_PASSWORD: /);
    expect(() => loadConfig({ ...env, NEO4J_PASSWORD: "secret", ORRERY_SECRET: " " })).toThrow(/^ORRERY_SECRET: /);
  });
});

test("a wrong value is named, and not shown", () => {
  expect(() => loadConfig({ PORT: "70000" })).toThrow("PORT: expected a port number, 0 to 65535");
  expect(() => loadConfig({ ORRERY_TRUSTED_PROXIES: "10.0.0.0/8, proxy" })).toThrow(
    /^ORRERY_TRUSTED_PROXIES: expected/,
  );
  expect(() => loadConfig({ ORRERY_EGRESS_ALLOW: "10.0.0.0/8, 300.1.2.3" })).toThrow(/^ORRERY_EGRESS_ALLOW: expected/);
  expect(() => loadConfig({ ORRERY_EGRESS_ALLOW: "http://example.com" })).toThrow(/^ORRERY_EGRESS_ALLOW: expected/);
  expect(loadConfig({ ORRERY_EGRESS_ALLOW: "10.0.0.0/8, hooks.example.com,::1" }).egressAllow).toHaveLength(3);
  expect(() => loadConfig({ ORRERY_RATE_LIMIT_FACTOR: "fast" })).toThrow(/^ORRERY_RATE_LIMIT_FACTOR: expected/);
});

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

describe("docker-compose.yml", () => {
  const service = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(read("docker-compose.yml"))?.[1] ?? "";
  const passed = [...service.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name]) => name!);

  test("passes on what the configuration reads, and nothing else", () => {
    expect(passed.length).toBeGreaterThan(5);
    expect(passed.filter((name) => !NAMES.has(name))).toEqual([]);
  });

  test("leaves every setting to the operator that does not belong to the container itself", () => {
    const fixed = ["PORT", "HOST", "ORRERY_HOME", "NEO4J_USERNAME", "NEO4J_DATABASE"];
    const embedded = ["ORRERY_NEO4J_HEAP_MB", "ORRERY_NEO4J_PAGECACHE_MB"];
    expect([...passed, ...fixed, ...embedded].sort()).toEqual(settings.sort());
  });
});

test("the vulnerability database is the public one, another, or none", () => {
  expect(loadConfig({}).nvd).toEqual({ apiKey: undefined, baseUrl: "https://services.nvd.nist.gov/rest/json" });
  const other = { NVD_BASE_URL: "http://mirror.example.com/rest/", NVD_API_KEY: "key" };
  expect(loadConfig(other).nvd).toEqual({ apiKey: "key", baseUrl: "http://mirror.example.com/rest" });
  expect(loadConfig({ NVD_BASE_URL: "off" }).nvd).toBeUndefined();
  expect(() => loadConfig({ NVD_BASE_URL: "none" })).toThrow(/^NVD_BASE_URL: expected/);
});
