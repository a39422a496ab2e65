import { createSoftware } from "../../../src/features/software/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import type { Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createGraph } from "../../../src/platform/graph/graph.ts";
import { createJobs } from "../../../src/platform/jobs/jobs.ts";
import { createOutbox } from "../../../src/platform/jobs/outbox.ts";
import { createStoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { EMPTY_DICTIONARY } from "./processes-support.ts";

// A process that works through runs of process mapping until it is killed. Arguments: the stores' addresses as JSON.
const { neo4j, url } = JSON.parse(process.argv[2] ?? "") as { neo4j: Neo4jConfig; url: string };
const log = createLogger("silent");
const graph = createGraph({ ...neo4j, log });
const postgres = createPostgres({ url, log });
const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
const jobs = createJobs({ url, log });
const software = createSoftware({
  graph,
  postgres,
  outbox,
  clock: systemClock,
  log,
  dictionary: EMPTY_DICTIONARY,
  processBatchSize: 1,
  storesTakeWrites: createStoresTakeWrites({ graph, postgres }),
  jobs,
});
jobs.define(software.jobs);
await jobs.start({ work: true });
process.stdout.write("working\n");
