import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createVocabularyConsumers,
  vocabularyJob,
} from "../../../src/features/questions/vocabulary/keep-vocabulary.ts";
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

it("adds a source of events although the transaction of an earlier event failed, and asks for it no more once it is stored", async () => {
  const { tenantId } = world.ctx;
  const { events } = createVocabularyConsumers();
  const source = "Probe of the vocabulary";
  const created = [{ kind: "event.created", after: { source } }] as unknown as Parameters<
    NonNullable<typeof events>
  >[2];
  let statements = 0;
  const deliver = (error?: Error) =>
    world.postgres.transaction(async (tx) => {
      const query: typeof tx.query = (...statement) => {
        statements++;
        return tx.query(...statement);
      };
      await events!({ query }, tenantId, created);
      if (error) throw error;
    });
  const isKnown = async () =>
    (await vocabularyStore.find(world.postgres, tenantId, [source.toLowerCase()])).exact.some(
      ({ value }) => value === source,
    );

  await expect(deliver(new Error("the event is refused"))).rejects.toThrow("refused");
  expect(await isKnown()).toBe(false);
  await deliver();
  expect(await isKnown()).toBe(true);
  await deliver();
  expect(statements).toBe(3);
  await deliver();
  expect(statements).toBe(3);
});
