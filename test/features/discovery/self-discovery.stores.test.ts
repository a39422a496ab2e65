import { afterAll, beforeAll, expect, it } from "vitest";
import type { Collector } from "../../../src/features/collector/index.ts";
import { createDiscoverSelf } from "../../../src/features/self-discovery/index.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { agentHost, createWorld, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it("discoverSelf scans this machine once, also after the scan was purged", async () => {
  const submission = {
    scan_type: "agent",
    scanner_id: "orrery-scan",
    timestamp: world.clock.now().toISOString(),
    data: { discovered_hosts: [agentHost("this-machine", 1)] },
  };
  const collector = { collect: async () => submission, notes: [] } as Collector;
  const log = createLogger("silent");
  const discover = createDiscoverSelf({ collector, discovery: { verbs: world.verbs }, log });
  const { tenantId } = world.ctx;
  const { signal } = new AbortController();

  expect(await discover(tenantId, signal)).toEqual(expect.any(String));
  expect(await discover(tenantId, signal)).toBeUndefined();
  await world.settle();
  await world.postgres.query("delete from scans where tenant_id = $1", [tenantId]);
  expect(await discover(tenantId, signal)).toBeUndefined();
});
