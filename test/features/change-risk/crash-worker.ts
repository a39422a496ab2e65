import { appendFileSync } from "node:fs";
import { createChangeRisk } from "../../../src/features/change-risk/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createGraph, type Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log } from "../../support/scratch.ts";
import { assessmentOf, noModel, noRecord } from "./support.ts";

export interface CrashWorkerInput {
  neo4j: Neo4jConfig;
  url: string;
  tenantId: string;
  /** Gets a line when an analysis has begun, has ended, or was handed to the service desk. */
  ledger: string;
  hangsIn: "analysis" | "write-back" | "nothing";
}

// A process that analyses changes and writes them back, and hangs where it is told to until it is killed.
const input = JSON.parse(process.argv[2] ?? "") as CrashWorkerInput;
const { tenantId, hangsIn } = input;
const tell = (line: string) => appendFileSync(input.ledger, `${line}\n`);
const never = () => Promise.reject(new Error("this process takes no messages"));
const hang = () => new Promise<never>(() => setInterval(() => {}, 1_000));

const changeRisk = createChangeRisk({
  graph: createGraph({ ...input.neo4j, log }),
  postgres: createPostgres({ url: input.url, log }),
  clock: systemClock,
  jobs: fakeJobs(),
  storesTakeWrites: async () => true,
  model: noModel,
  recordAiQuery: noRecord,
  assess: async (_ctx, change) => {
    tell("analyses");
    return hangsIn === "analysis" ? hang() : assessmentOf(change);
  },
  integrations: {
    writer: {
      async write(_tenantId, _integrationId, { mutationId }) {
        tell(`writes ${mutationId}`);
        return hangsIn === "write-back" ? hang() : { ok: true, responseStatus: 200 };
      },
    },
    integrationOf: async () => undefined,
    authenticateInbound: never,
    confirmWebhook: never,
  },
});
const run = async (name: string) => {
  const job = changeRisk.jobs.find(({ ref }) => ref.name === name);
  await job?.run({ tenantId }, { signal: new AbortController().signal, log });
};
await run("change-risk.analyse");
tell("analysed");
if (hangsIn === "nothing") await hang();
await run("change-risk.write-back");
