import { describe, expect, test } from "vitest";
import { hostFolders, loadConfig, submissionTarget } from "../../src/config.ts";

const NAMES = [
  ...["PORT", "HOST", "DATABASE_URL", "NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"],
  ...["ORRERY_HOME", "ORRERY_ROLE", "ORRERY_BASE_URL", "ORRERY_ADMIN_EMAIL", "ORRERY_ADMIN_PASSWORD"],
  ...["ORRERY_SECRET", "ORRERY_DISCOVER_SELF", "ORRERY_RATE_LIMIT_FACTOR", "ORRERY_KEY_ENVIRONMENT"],
  ...["ORRERY_CORS_ORIGINS", "ORRERY_NEO4J_HEAP_MB", "ORRERY_NEO4J_PAGECACHE_MB", "LOG_LEVEL"],
];

describe("blank variables", () => {
  test.each(["", " ", "\t"])("%j counts as absent in every one of them", (blank) => {
    const env = Object.fromEntries(NAMES.map((name) => [name, blank]));
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
  expect(() => loadConfig({ ORRERY_RATE_LIMIT_FACTOR: "fast" })).toThrow(/^ORRERY_RATE_LIMIT_FACTOR: expected/);
});
