import { afterAll, beforeAll, expect, it } from "vitest";
import { vocabularyJob } from "../../../src/features/questions/vocabulary/keep-vocabulary.ts";
import { vocabularyStore } from "../../../src/features/questions/vocabulary/vocabulary.store.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log } from "../../support/scratch.ts";
import { createWorld } from "../ci/support.ts";

type World = Awaited<ReturnType<typeof createWorld>>;
let world: World;
beforeAll(async () => {
  world = await createWorld({ relayed: false });
});
afterAll(() => world?.close());

it("reads the words of large CIs a few at a time, and of all of them", { timeout: 120_000 }, async () => {
  const { tenantId } = world.ctx;
  for (let n = 0; n < 12; n++) {
    const attributes = { [`key_${n}`]: "a word", notes: "x".repeat(900_000) };
    await world.verbs.createCi(world.ctx, { fields: { name: `large ${n}`, type: "server", attributes } });
  }
  const pages: number[] = [];
  const read = (async (query, params) => {
    const rows = await world.graph.read(query, params);
    if (query.file.name === "questions/fields-of-cis") pages.push(JSON.stringify(rows).length);
    return rows;
  }) as Graph["read"];
  const jobs = fakeJobs();
  const job = vocabularyJob({ graph: { ...world.graph, read }, postgres: world.postgres, jobs });
  do {
    jobs.take();
    await job.run({ tenantId }, { signal: new AbortController().signal, log });
  } while (jobs.sent.length > 0);
  expect(Math.max(...pages)).toBeLessThan(5_000_000);
  expect(await vocabularyStore.readTo(world.postgres, tenantId)).toBeNull();
  const paths = (await vocabularyStore.fields(world.postgres, tenantId)).map(({ path }) => path);
  for (let n = 0; n < 12; n++) expect(paths).toContain(`attributes.key_${n}`);
});
