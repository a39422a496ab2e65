import { createDiscovery } from "../../../src/features/discovery/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import type { Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createGraph } from "../../../src/platform/graph/graph.ts";
import { createChanges } from "../../../src/platform/jobs/changes.ts";
import { createJobs } from "../../../src/platform/jobs/jobs.ts";
import { createOutbox } from "../../../src/platform/jobs/outbox.ts";
import { createOwedWorkSweeper } from "../../../src/platform/jobs/owed-work.ts";
import { createStoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";

// A process that processes scans until it is killed. Arguments: the stores' addresses as JSON.
const { neo4j, url } = JSON.parse(process.argv[2] ?? "") as { neo4j: Neo4jConfig; url: string };
const log = createLogger("silent");
const graph = createGraph({ ...neo4j, log });
const postgres = createPostgres({ url, log });
const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
const jobs = createJobs({ url, log });
const discovery = createDiscovery({
  graph,
  postgres,
  outbox,
  clock: systemClock,
  jobs,
  storesTakeWrites: createStoresTakeWrites({ graph, postgres }),
  changes: createChanges(),
});
jobs.define(discovery.jobs);
await jobs.start({ work: true });
const sweeper = createOwedWorkSweeper({ postgres, jobs, log, pauseMs: 500 });
sweeper.add(discovery.owedWork);
sweeper.start();
process.stdout.write("working\n");
