import { expect, test } from "vitest";
import { MAP_PROCESSES } from "../../../src/features/software/processes/job-refs.ts";
import { createRunMapping } from "../../../src/features/software/processes/run-mapping.ts";
import { unseenNews } from "../../../src/platform/enrichment.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";

const log = createLogger("silent");
const sent: unknown[][] = [];
const jobs = { send: async (...job: unknown[]) => void sent.push(job) };
/** Somebody else works on the tenant's runs. */
const query = async (text: string) => (text.includes("advisory") ? [{ taken: false }] : [{ tenantId: "tenant" }]);
const postgres = { query, transaction: (work: (tx: unknown) => unknown) => work({ query }) } as unknown as Postgres;

test("createRunMapping leaves one waiting job per tenant", async () => {
  const run = createRunMapping({ postgres, jobs, steps: {} as never, news: unseenNews });
  for (let at = 0; at < 3; at++) await run({ tenantId: "tenant" }, { signal: new AbortController().signal, log });
  expect(sent).toHaveLength(3);
  for (const [ref, payload, options] of sent) {
    expect([ref, payload]).toEqual([MAP_PROCESSES, { tenantId: "tenant" }]);
    expect(options).toMatchObject({ singletonKey: "tenant", startAfterSeconds: expect.any(Number) });
  }
});
