import { type Config, previousSecrets, removeLibraryVariables, rootSecret } from "./config.ts";
import { createAi, deleteOldModelCalls } from "./platform/ai/index.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import type { Feature } from "./platform/feature.ts";
import { createGraph } from "./platform/graph/graph.ts";
import { createSharedBookmarks } from "./platform/graph/shared-bookmarks.ts";
import { createIdempotencyStore } from "./platform/http/idempotency-store.ts";
import { createRateCounts } from "./platform/http/rate-counts.ts";
import { createChanges } from "./platform/jobs/changes.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createOutbox } from "./platform/jobs/outbox.ts";
import { createOwedWorkSweeper } from "./platform/jobs/owed-work.ts";
import { createRelay } from "./platform/jobs/relay.ts";
import { createStoresTakeWrites } from "./platform/jobs/stores-take-writes.ts";
import type { Logger } from "./platform/log.ts";
import { createMailer } from "./platform/mail/mail.ts";
import { createNvd } from "./platform/nvd/index.ts";
import { createEgress, createTrustingEgress } from "./platform/outside/egress.ts";
import { createCallOutside } from "./platform/outside/outside-call.ts";
import { createNameResolver } from "./platform/outside/resolve-name.ts";
import { platformMetrics } from "./platform/platform-metrics.ts";
import { createPostgres } from "./platform/postgres/postgres.ts";
import { createSecrets } from "./platform/secrets.ts";
import type { StoreAddresses } from "./stores.ts";

/** Retention of the accounts of model calls, in days. */
const MODEL_CALL_DAYS = 400;

export interface PlatformDeps {
  log: Logger;
  stores: StoreAddresses;
  clock?: Clock;
  /** Requests to the model service; default `REQUESTS_PER_MINUTE`. */
  modelCallsPerMinute?: number | undefined;
}

export type Platform = ReturnType<typeof createPlatform>;

/** Creates what features share: stores, changes, jobs, outbound clients, clock and log. */
export function createPlatform(
  config: Config,
  { log, stores, clock = systemClock, modelCallsPerMinute }: PlatformDeps,
) {
  const secret = rootSecret(config);
  const secrets = createSecrets(secret, previousSecrets(config));
  const postgres = createPostgres({ url: stores.postgresUrl, log });
  const bookmarks = createSharedBookmarks({ postgres, log });
  const graph = createGraph({ ...stores.neo4j, log, bookmarks });
  // A separate pool: counting a request must not wait behind the queries of accepted requests.
  const rateCountPool = { poolSize: 2, answerTimeoutMs: 4_000, idleTimeoutMs: 600_000, prepared: true };
  const rateCountPostgres = createPostgres({ url: stores.postgresUrl, log, ...rateCountPool });
  // Tests move time; otherwise windows use the database's clock, which all processes share.
  const windowClock = clock === systemClock ? undefined : clock;
  const names = createNameResolver();
  // For addresses of the configuration.
  const trustingEgress = createTrustingEgress(names.resolve);
  const callOutside = createCallOutside(trustingEgress);
  removeLibraryVariables();
  const ai = createAi({ postgres, clock, log, callOutside, config: config.model, perMinute: modelCallsPerMinute });
  const changes = createChanges();
  const storesTakeWrites = createStoresTakeWrites({ graph, postgres });
  const relay = createRelay({ graph, postgres, changes, log, storesTakeWrites });
  const outboxWith = (own: Clock) => createOutbox({ graph, clock: own, onCommitted: relay.enqueue });
  const jobs = createJobs({ url: stores.postgresUrl, log, storesTakeWrites });
  const idempotency = createIdempotencyStore(postgres, secrets);
  const owedWork = createOwedWorkSweeper({ postgres, jobs, log });
  const feature: Feature = {
    metrics: platformMetrics({ graph, postgres, owedWork, clock }),
    installationRetention: {
      idempotency_keys: idempotency.purge,
      // On the main pool: the purge may take longer than the counting pool allows.
      rate_counts: createRateCounts(postgres, windowClock).purge,
      graph_bookmarks: bookmarks.purge,
      model_calls: () => deleteOldModelCalls(postgres, MODEL_CALL_DAYS),
    },
  };
  return {
    graph,
    postgres,
    clock,
    log,
    secret,
    secrets,
    changes,
    relay,
    storesTakeWrites,
    outbox: outboxWith(clock),
    /** An outbox whose changes carry the times of another clock. */
    outboxWith,
    jobs,
    owedWork,
    egress: createEgress(config.egressAllow, names.resolve),
    mailer: config.mail && createMailer({ config: config.mail, egress: trustingEgress }),
    nvd: config.nvd && createNvd({ postgres, log, callOutside, config: config.nvd }),
    model: ai.model,
    embedder: ai.embedder,
    modelLimiter: ai.limiter,
    idempotency,
    rateCounts: createRateCounts(rateCountPostgres, windowClock),
    windowClock,
    /** Retention of the platform's own tables, and its metrics. */
    feature,
    async close(): Promise<void> {
      names.close();
      await Promise.all([graph.close(), postgres.close(), rateCountPostgres.close()]);
    },
  };
}
