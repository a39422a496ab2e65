import { describe, expect, it, vi } from "vitest";
import {
  createCredentialCache,
  type VerifiedCredential,
} from "../../../src/features/access/credentials/credential-cache.ts";
import { readCredential } from "../../../src/features/access/credentials/read-credential.ts";
import { createPasswords } from "../../../src/features/access/login/password.ts";

const MINUTE = 60_000;

function verified(id: string, expiresAtMs = 60 * MINUTE): VerifiedCredential {
  return {
    identity: { tenantId: "t", actor: { kind: "api_key", id }, scopes: new Set() },
    target: { kind: "key", id },
    expiresAtMs,
  };
}

describe("createCredentialCache", () => {
  it("holds at most maxEntries, and evicts the least recently used", () => {
    const cache = createCredentialCache(3);
    for (const id of ["a", "b", "c"]) cache.put(id, verified(id), 0);
    cache.get("a", 1);
    cache.put("d", verified("d"), 2);
    expect(["a", "b", "c", "d"].map((digest) => cache.get(digest, 3)?.target.id)).toEqual(["a", undefined, "c", "d"]);
  });

  it("returns no expired credential", () => {
    const cache = createCredentialCache(3);
    cache.put("a", verified("a", 1_000), 0);
    expect(cache.get("a", 999)).toBeDefined();
    expect(cache.get("a", 1_000)).toBeUndefined();
  });

  it("evicts by revocation target", () => {
    const cache = createCredentialCache(9);
    cache.put("1", verified("a"), 0);
    cache.put("2", { ...verified("a"), target: { kind: "session", id: "a" } }, 0);
    cache.put("3", verified("b"), 0);
    expect(cache.targetIds("key").sort()).toEqual(["a", "b"]);
    cache.evict("key", ["a"]);
    expect(["1", "2", "3"].map((digest) => cache.get(digest, 1) !== undefined)).toEqual([false, true, true]);
  });

  it("evictExpired drops expired credentials and those unused for ten minutes", () => {
    const cache = createCredentialCache(9);
    cache.put("idle", verified("idle"), 0);
    cache.put("used", verified("used"), 0);
    cache.put("short", verified("short", 11 * MINUTE), 0);
    cache.get("used", 5 * MINUTE);
    cache.get("short", 5 * MINUTE);
    cache.evictExpired(11 * MINUTE);
    expect(cache.targetIds("key")).toEqual(["used"]);
  });

  it("remembers at most a thousand refusals, each for 30 seconds", () => {
    const cache = createCredentialCache(9);
    for (let i = 0; i < 1_001; i++) cache.putRefused(`${i}`, 0);
    expect(cache.isRefused("0", 1)).toBe(false);
    expect(cache.isRefused("1", 29_999)).toBe(true);
    expect(cache.isRefused("1", 30_000)).toBe(false);
  });
});

describe("createPasswords", () => {
  it("computes a few hashes at a time, and answers 503 when the queue is full", async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash("a password")));
    expect(results.map((result) => result.status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    expect(results[4]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE", headers: { "Retry-After": "2" } } });
    expect(await passwords.verify(await passwords.hash("a password"), "a password")).toBe(true);
  });

  it("pauses after each computation", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const passwords = createPasswords({ concurrency: 1, maxWaiting: 0, cooldownRatio: 1 });
      await passwords.hash("a password");
      await expect(passwords.hash("a password")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      vi.advanceTimersByTime(60_000);
      expect(await passwords.hash("a password")).toMatch(/^\$argon2id/);
    } finally {
      vi.useRealTimers();
    }
  });

  it("computes nothing for an aborted caller, and frees its slot", async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 0, cooldownRatio: 0 });
    const stored = await passwords.hash("a password");
    const gone = passwords.verify(stored, "a password", AbortSignal.abort());
    await expect(gone).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await passwords.verify(stored, "a password", new AbortController().signal)).toBe(true);
  });

  it("verifies to false without a hash", async () => {
    const passwords = createPasswords();
    expect(await passwords.verify(undefined, "")).toBe(false);
    expect(await passwords.verify(await passwords.hash("x"), "y")).toBe(false);
  });
});

describe("readCredential", () => {
  it("takes linear time on a long hostile header", () => {
    const authorization = `Bearer ${" ".repeat(100_000)}\u0000`;
    const hostile = {
      header: (name: string) => (name === "authorization" ? authorization : undefined),
      queryApiKey: () => undefined,
      address: "",
    };
    expect(() => readCredential(hostile)).toThrow(/malformed/);
  });
});
