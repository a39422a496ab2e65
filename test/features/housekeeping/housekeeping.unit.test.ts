import { describe, expect, it } from "vitest";
import { createHousekeeping } from "../../../src/features/housekeeping/index.ts";
import type { Feature } from "../../../src/platform/feature.ts";
import { createLogger } from "../../../src/platform/log.ts";

const TENANTS = ["one", "two"];

/** Features by name, over tenants one and two; each purges the CI `gone` of its tenant. */
function world(features: Record<string, Feature>) {
  const logged: Record<string, unknown>[] = [];
  const purged: string[] = [];
  const log = createLogger("info", { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  const housekeeping = createHousekeeping({
    features: Object.entries(features).map(([name, feature]) => ({ name, feature })),
    tenantIds: async () => TENANTS,
    random: () => 0,
    settings: async (tenantId) => ({ purge_days: tenantId === "one" ? 30 : 7 }),
    async purgeCis({ tenantId, olderThanDays, onPurged }) {
      await onPurged?.(["gone"]);
      purged.push(`${tenantId} after ${olderThanDays}`);
      return { cis: 1, identifiers: 0 };
    },
  });
  const run = (signal = new AbortController().signal) => housekeeping.run({ log, signal });
  return { run, logged, purged, housekeeping };
}

describe("createHousekeeping", () => {
  it("runs every retention task once a tenant, those of the installation once, and logs what was deleted", async () => {
    const ran: string[] = [];
    const task = (name: string, deleted: number) => async (tenantId?: string) => {
      ran.push([name, ...(tenantId === undefined ? [] : [tenantId])].join(" "));
      return deleted;
    };
    const { run, logged } = world({
      events: { retention: { events: task("events", 3) } },
      access: { installationRetention: { credentials: task("credentials", 0) } },
      empty: {},
    });
    await run();
    expect(ran).toEqual(["credentials", "events one", "events two"]);
    expect(logged).toContainEqual(expect.objectContaining({ task: "events", tenant: "two", deleted: 3 }));
    expect(logged.filter(({ task }) => task === "credentials")).toEqual([]);
  });

  it("continues after a task that fails for one tenant, logs it, and rejects at the end", async () => {
    const ran: string[] = [];
    const { run, logged, purged } = world({
      failing: {
        installationRetention: { keys: () => Promise.reject(new Error("away")) },
        retention: {
          events: async (tenantId) => {
            if (tenantId === "one") throw new Error("locked");
            return ran.push(`events ${tenantId}`);
          },
        },
      },
      other: { retention: { scans: async (tenantId) => ran.push(`scans ${tenantId}`) } },
    });
    await expect(run()).rejects.toThrow("keys: away; events: locked");
    expect(ran).toEqual(["scans one", "events two", "scans two"]);
    expect(purged).toEqual(["one after 30", "two after 7"]);
    expect(logged).toContainEqual(expect.objectContaining({ task: "events", tenant: "one", err: expect.anything() }));
  });

  it("calls onCisPurged of every feature before it purges CIs, and keeps the CIs of a tenant if one fails", async () => {
    const removed: string[] = [];
    const note = (name: string) => async (tenantId: string, ciIds: readonly string[]) =>
      void removed.push(`${name} ${tenantId} ${ciIds.join()}`);
    const { run, purged } = world({
      failing: {
        onCisPurged: async (tenantId) => {
          if (tenantId === "one") throw new Error("away");
        },
      },
      insights: { onCisPurged: note("insights") },
      events: { onCisPurged: note("events") },
    });
    await expect(run()).rejects.toThrow("deleted_cis: failing: away");
    expect(removed).toEqual(["insights one gone", "events one gone", "insights two gone", "events two gone"]);
    expect(purged).toEqual(["two after 7"]);
  });

  it("starts no further task once the signal aborts", async () => {
    const stopping = new AbortController();
    const ran: string[] = [];
    const stop = async (tenantId: string) => {
      stopping.abort();
      return ran.push(tenantId);
    };
    const { run, purged, logged } = world({
      first: { retention: { first: stop } },
      second: { retention: { second: stop } },
    });
    await run(stopping.signal);
    expect(ran).toEqual(["one"]);
    expect(logged).toContainEqual(expect.objectContaining({ skipped: 5 }));
    expect(purged).toEqual([]);
  });

  it("begins behind the last tenant that the run before it finished", async () => {
    const ran: string[] = [];
    let stopping = new AbortController();
    let stopAt = "one";
    const { run } = world({
      events: {
        retention: {
          events: async (tenantId) => {
            if (tenantId === stopAt) stopping.abort();
            return ran.push(tenantId);
          },
        },
      },
    });
    await run(stopping.signal);
    // It had finished none.
    stopping = new AbortController();
    stopAt = "two";
    await run(stopping.signal);
    stopping = new AbortController();
    stopAt = "";
    await run(stopping.signal);
    await run();
    expect(ran).toEqual(["one", "one", "two", "two", "one", "two", "one"]);
  });

  it("defines an hourly job", () => {
    expect(world({}).housekeeping.jobs?.map(({ ref, cron }) => [ref.name, cron])).toEqual([
      ["housekeeping", "17 * * * *"],
    ]);
  });
});
