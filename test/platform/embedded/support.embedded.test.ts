import { describe, expect, it } from "vitest";
import { hostFolders } from "../../../src/config.ts";
import { assertNodeVersion, storesOfEnvironment } from "../../support/stores.global.ts";

describe("stores of the tests", () => {
  it.each(["20.19.0", "22.17.9", "18.0.0"])("assertNodeVersion refuses Node %s", (version) => {
    expect(() => assertNodeVersion(version)).toThrow(`Node 22.19 or newer is needed, and this is ${version}`);
  });

  it.each(["22.19.0", "24.0.0", "26.1.2"])("assertNodeVersion accepts Node %s", (version) => {
    expect(() => assertNodeVersion(version)).not.toThrow();
  });

  it("storesOfEnvironment returns both stores if the environment names them", () => {
    const env = {
      NEO4J_URI: "bolt://db.example.com",
      NEO4J_PASSWORD: "p",
      DATABASE_URL: "postgres://db.example.com/x",
    };
    expect(storesOfEnvironment(env)).toEqual({
      neo4j: { uri: env.NEO4J_URI, username: "neo4j", password: "p", database: "neo4j" },
      postgres: { url: env.DATABASE_URL },
    });
    expect(storesOfEnvironment({ ...env, DATABASE_URL: "" })).toBeUndefined();
    expect(storesOfEnvironment({ ...env, NEO4J_PASSWORD: undefined })).toBeUndefined();
  });
});

describe.skipIf(process.platform === "win32")("hostFolders", () => {
  it("puts the cache into XDG_CACHE_HOME unless that is relative, else into the home folder, else has none", () => {
    expect(hostFolders({ XDG_CACHE_HOME: "/x/cache", HOME: "/h" }).cache).toBe("/x/cache/orrery");
    expect(hostFolders({ XDG_CACHE_HOME: "cache", HOME: "/h" }).cache).toBe("/h/.cache/orrery");
    expect(hostFolders({ HOME: "/h", JAVA_HOME: "" })).toEqual({ cache: "/h/.cache/orrery", javaHome: undefined });
    expect(hostFolders({}).cache).toBeUndefined();
  });
});
