import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createFairShare } from "../../../src/platform/http/fair-share.ts";

/** Requests that run until they are ended, by tenant. */
function createRequests() {
  const share = createFairShare();
  const running = new Map<string, (() => void)[]>();
  const endsOf = (tenant: string) => running.get(tenant) ?? [];
  const request = (tenant: string) =>
    share.run(tenant, () => new Promise<void>((resolve) => void running.set(tenant, [...endsOf(tenant), resolve])));
  return {
    share,
    begin: (tenant: string, count: number) => Array.from({ length: count }, () => request(tenant)),
    running: (tenant: string) => endsOf(tenant).length,
    async end(tenant: string, count = 1) {
      for (const resolve of endsOf(tenant).splice(0, count)) resolve();
      await setImmediate();
    },
  };
}

describe("createFairShare", () => {
  it("does not limit a tenant that is alone", () => {
    const requests = createRequests();
    requests.begin("one", 100);
    expect(requests.running("one")).toBe(100);
  });

  it("does not limit tenants with equally many requests", async () => {
    const requests = createRequests();
    requests.begin("one", 50);
    requests.begin("two", 4);
    requests.begin("two", 46);
    await requests.end("one", 25);
    expect([requests.running("one"), requests.running("two")]).toEqual([25, 50]);
  });

  it("starts the only request of a tenant at once, and holds those of a tenant with many until it ended", async () => {
    const requests = createRequests();
    requests.begin("one", 16);
    requests.begin("two", 1);
    expect(requests.running("two")).toBe(1);
    requests.begin("one", 16);
    await requests.end("one", 14);
    expect(requests.running("one")).toBe(2);
    await requests.end("one", 1);
    expect(requests.running("one")).toBe(2);
    await requests.end("two");
    expect(requests.running("one")).toBe(17);
  });

  it("runs requests of a tenant in the order in which they came", async () => {
    const { share, begin, end } = createRequests();
    const order: number[] = [];
    begin("two", 1);
    begin("one", 2);
    const later = [1, 2, 3].map((n) => share.run("one", () => void order.push(n)));
    expect(order).toEqual([]);
    await end("two");
    await Promise.all(later);
    expect(order).toEqual([1, 2, 3]);
  });

  it("counts requests that fail, at once or later, as ended", async () => {
    const { share, begin, running } = createRequests();
    const fail = () => {
      throw new Error("failed");
    };
    for (let i = 0; i < 10; i++) {
      expect(() => share.run("one", fail)).toThrow("failed");
      await expect(share.run("one", async () => fail())).rejects.toThrow("failed");
    }
    begin("two", 1);
    begin("one", 5);
    expect(running("one")).toBe(2);
  });

  it("returns the result of synchronous work synchronously", () => {
    expect(createFairShare().run("one", () => 1)).toBe(1);
  });
});
