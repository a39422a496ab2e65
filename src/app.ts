import { type Config, previousSecrets, rootSecret } from "./config.ts";
import { systemContext } from "./context.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import { createAccess, type FirstAdministrator } from "./features/access/index.ts";
import { createAudit } from "./features/audit/index.ts";
import { BackupError, createBackup } from "./features/backup/index.ts";
import { createCiFeature } from "./features/ci/index.ts";
import { createCorrelation } from "./features/correlation/index.ts";
import { createCpeDictionary } from "./features/cpe-dictionary/index.ts";
import { createDiscovery } from "./features/discovery/index.ts";
import { createDoctor } from "./features/doctor/index.ts";
import { createEvents } from "./features/events/index.ts";
import { createHistoryFeature } from "./features/history/index.ts";
import { createHousekeeping, forgetDeletedCis, forgetRawScans } from "./features/housekeeping/index.ts";
import { createImpact } from "./features/impact/index.ts";
import { createInsights } from "./features/insights/index.ts";
import { createMaps } from "./features/maps/index.ts";
import { createRelationships } from "./features/relationships/index.ts";
import { createServices } from "./features/services/index.ts";
import { createSettings } from "./features/settings/index.ts";
import { createSoftware } from "./features/software/index.ts";
import { createRemoveTenant } from "./features/tenants/index.ts";
import { createTopology } from "./features/topology/index.ts";
import { createWebhooks } from "./features/webhooks/index.ts";
import { createModel, forgetModelCalls } from "./platform/ai/index.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { createGraph } from "./platform/graph/graph.ts";
import { migrateGraph } from "./platform/graph/migrate.ts";
import { createAccessLog } from "./platform/http/access-log.ts";
import { createIdempotencyStore } from "./platform/http/idempotency-store.ts";
import { createHttpMetrics } from "./platform/http/metrics.ts";
import type { Mount } from "./platform/http/mounted.ts";
import { createRateCounts } from "./platform/http/rate-counts.ts";
import type { Route } from "./platform/http/route.ts";
import { createHttpApp } from "./platform/http/server.ts";
import { createSharedRateLimiter } from "./platform/http/shared-rate-limit.ts";
import { createVariantA } from "./platform/http/variant-a.ts";
import { createVariantB } from "./platform/http/variant-b.ts";
import { newId } from "./platform/ids.ts";
import { createChanges } from "./platform/jobs/changes.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createOutbox } from "./platform/jobs/outbox.ts";
import { createRelay } from "./platform/jobs/relay.ts";
import type { Logger } from "./platform/log.ts";
import { createNvd } from "./platform/nvd/index.ts";
import { createEgress } from "./platform/outside/egress.ts";
import { createFetchText } from "./platform/outside/fetch-text.ts";
import { migratePostgres, withMigrationLock } from "./platform/postgres/migrate.ts";
import { createPostgres } from "./platform/postgres/postgres.ts";
import { createSecrets } from "./platform/secrets.ts";
import type { StoreAddresses } from "./stores.ts";

/** Days for which the accounting of model calls is kept. */
const MODEL_CALL_DAYS = 400;

export interface AppDeps {
  log: Logger;
  stores: StoreAddresses;
  clock?: Clock;
  /** Longest that a caller waits for a store, in milliseconds; what HTTP does by default where it is not given. */
  deadlineMs?: number;
  /** Base of absolute addresses where none is configured: that of the listener, known once it listens. */
  origin?: () => string;
}

export type App = ReturnType<typeof createApp>;

/**
 * Everything there is, put together: the platform, one line per feature, the two variants. Nothing happens before a
 * method is called, except that connections are pooled.
 */
export function createApp(config: Config, { log, stores, clock = systemClock, deadlineMs, origin }: AppDeps) {
  const baseOf = () => config.http.baseUrl ?? origin?.() ?? `http://${config.http.host}:${config.http.port}`;
  const secret = rootSecret(config);
  const secrets = createSecrets(secret, previousSecrets(config));
  const graph = createGraph({ ...stores.neo4j, log });
  const postgres = createPostgres({ url: stores.postgresUrl, log });
  const changes = createChanges();
  // Connections of its own: what counts requests must not wait behind those that it let in.
  const countingPostgres = createPostgres({
    url: stores.postgresUrl,
    log,
    poolSize: 2,
    answerTimeoutMs: 4_000,
    idleTimeoutMs: 600_000,
    prepared: true,
  });
  // Tests move time; else windows go by the database's clock, which all processes share.
  const windowClock = clock === systemClock ? undefined : clock;
  const rateCounts = createRateCounts(countingPostgres, windowClock);
  const relay = createRelay({ graph, postgres, changes, log });
  const outbox = createOutbox({ graph, clock, onCommitted: relay.enqueue });
  const jobs = createJobs({ url: stores.postgresUrl, log });
  const platform = { graph, postgres, outbox, clock, log };

  const egress = createEgress(config.egressAllow);

  const audit = createAudit(platform);
  const settings = createSettings(platform);
  const access = createAccess({
    ...platform,
    secrets,
    config: { ...config, baseUrl: config.http.baseUrl },
    allowsKeyInQuery: settings.apiKeyInQuery,
  });
  const ci = createCiFeature(platform);
  const relationships = createRelationships({
    ...platform,
    collectedAt: (tenantId, collections) => discovery.collectedAt(tenantId, collections),
  });
  const topology = createTopology(platform);
  const impact = createImpact({
    graph,
    failureKinds: relationships.verbs.failureKinds,
    serviceHealth: async (tenantId, ids) =>
      new Map([...(await services.serviceHealth(tenantId, ids))].map(([id, { status }]) => [id, status])),
  });
  const history = createHistoryFeature({ postgres, requireCi: ci.verbs.requireCi });
  const nvd = config.nvd && createNvd({ postgres, log, config: config.nvd });
  const cpeDictionary = createCpeDictionary({ ...platform, nvd });
  const model = createModel({ postgres, clock, log, config: config.model });
  const software = createSoftware({
    ...platform,
    model,
    jobs,
    dictionary: cpeDictionary.reader,
    source: nvd && { nvd, dictionary: cpeDictionary },
    isScanning: (tenantId) => discovery.isScanning(tenantId),
    batchSize: config.software.batchSize,
  });
  const discovery = createDiscovery({
    ...platform,
    software: software.intake,
    jobs,
    changes,
    absenceDays: async (tenantId) => (await settings.of(tenantId)).absence_days,
    ciExists: (tenantId, id) =>
      passes("RESOURCE_NOT_FOUND", () => ci.verbs.requireCi(systemContext(tenantId, newId()), id)),
  });
  const insights = createInsights({
    ...platform,
    model,
    relationships: relationships.verbs,
    getCi: ci.verbs.getCi,
    processConnections: topology.verbs.processConnections,
    classify: software.identifier.classify,
    jobs,
  });
  const events = createEvents({
    ...platform,
    jobs,
    settings: settings.of,
    changes,
    fetchText: createFetchText(egress),
  });
  const webhooks = createWebhooks({
    ...platform,
    secrets,
    egress,
    jobs,
    events: () => events.verbs,
  });
  const correlation = createCorrelation({
    ...platform,
    jobs,
    settings: settings.of,
    failureKinds: relationships.verbs.failureKinds,
  });
  const walk = {
    ...impact.verbs,
    openEventsOf: async (tenantId: string, ciIds: readonly string[]) =>
      events.openEvents(tenantId, await correlation.alarmsOf(tenantId, ciIds)),
  };
  const services = createServices({ ...platform, ...walk, ci: ci.verbs });
  const maps = createMaps({ ...walk, services, log });
  const idempotency = createIdempotencyStore(postgres, secrets);
  // History first: it keeps every change before others act on it.
  for (const one of [history, discovery, software, insights, events, correlation, webhooks]) {
    changes.subscribe(one.consumers);
  }
  const housekeeping = createHousekeeping({
    chores: {
      idempotency_keys: idempotency.purge,
      // Over the usual connections: it may take longer than those that count may.
      rate_counts: createRateCounts(postgres, windowClock).purge,
      credentials: access.purgeExpired,
      raw_scans: forgetRawScans({
        sql: postgres,
        tenantIds: access.tenantIds,
        days: async (tenantId) => (await settings.of(tenantId)).retention_days.raw_scans,
      }),
      events: async () => events.forgetEvents(await access.tenantIds()),
      incidents: async () => correlation.forgetIncidents(await access.tenantIds()),
      deliveries: async () =>
        webhooks.forgetDeliveries(
          await access.tenantIds(),
          async (tenantId) => (await settings.of(tenantId)).retention_days.deliveries,
        ),
      look_ups: software.forgetLookUps,
      model_calls: () => forgetModelCalls(postgres, MODEL_CALL_DAYS),
      deleted_cis: forgetDeletedCis({
        tenantIds: access.tenantIds,
        purgeCis: ci.verbs.purgeCis,
        forgetCis: async (tenantId, ciIds) => {
          await discovery.forgetCis(tenantId, ciIds);
          await software.forgetCis(tenantId, ciIds);
          await insights.forgetCis(tenantId, ciIds);
          await events.forgetCis(tenantId, ciIds);
          await correlation.forgetCis(tenantId, ciIds);
        },
        days: async (tenantId) => (await settings.of(tenantId)).purge_days,
      }),
    },
  });
  for (const one of [discovery, software, insights, events, correlation, webhooks, cpeDictionary, housekeeping]) {
    jobs.expect(one.jobRefs);
    jobs.define(one.jobs);
  }
  const backup = createBackup({ ...platform, jobs, secret, afterRestore: discovery.renewProgress });
  const doctor = createDoctor({
    ...platform,
    checkSecret: access.checkSecret,
    generatedPasswords: access.generatedPasswords,
    backup,
  });

  const removeTenant = createRemoveTenant({ ...platform, operator: access.operator });

  const variantB = createVariantB({ origin: baseOf });
  const bare = createVariantB({ base: "", origin: baseOf });
  const features = {
    access,
    settings,
    audit,
    ci,
    relationships,
    topology,
    impact,
    history,
    discovery,
    software,
    events,
    services,
    maps,
    correlation,
    webhooks,
  };
  const routed: { routes: { v1?: Route[]; api?: Route[]; bare?: Route[] } }[] = Object.values(features);
  const mounts: Mount[] = [
    { variant: variantB, routes: routed.flatMap(({ routes }) => routes.v1 ?? []) },
    { variant: createVariantA(), routes: routed.flatMap(({ routes }) => routes.api ?? []) },
    { variant: bare, routes: routed.flatMap(({ routes }) => routes.bare ?? []) },
  ];
  const metrics = createHttpMetrics();
  const checks = { neo4j: () => graph.ping(), postgres: () => postgres.ping() };
  const accessLog = createAccessLog(log);
  const http = createHttpApp({
    // A worker answers for its health and figures alone.
    mounts: config.role === "worker" ? [] : mounts,
    checks,
    authenticator: access.authenticator,
    limiter: createSharedRateLimiter({
      counts: rateCounts,
      log,
      factor: config.rateLimitFactor,
      ...(windowClock && { clock: windowClock }),
    }),
    idempotency,
    accessLog,
    metrics,
    corsOrigins: config.http.corsOrigins,
    trustedProxies: config.http.trustedProxies,
    log,
    origin: baseOf,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });

  return {
    graph,
    postgres,
    ...features,
    cpeDictionary,
    insights,
    model,
    backup,
    doctor,
    removeTenant,
    jobs,
    relay,
    http,
    mounts,

    /** Brings both stores to the schema of this version; one process at a time. Answers what was applied. */
    migrate: () =>
      withMigrationLock(postgres, async () => ({
        postgres: await migratePostgres(postgres, log),
        graph: await migrateGraph(graph, log),
      })),

    /**
     * Makes the stores ready for use: schema, first tenant and administrator, signing key. Answers who was made.
     * Throws BackupError where a restore was cut short, ConfigError where the secret is another.
     */
    async prepare(): Promise<FirstAdministrator | undefined> {
      await this.migrate();
      const interrupted = await backup.interruptedRestore();
      if (interrupted !== undefined) {
        throw new BackupError(`A restore of the backup ${interrupted} was cut short: run \`orrery restore\` again`);
      }
      const administrator = await access.ensureFirstAdministrator();
      await access.start();
      await settings.start();
      await software.start();
      return administrator;
    },

    /**
     * Reads and writes as the first callers will: planning a statement for the first time takes Neo4j a second and more.
     * Nothing stays: no tenant has the id, and two CIs of one name undo the write.
     */
    async warmUp(): Promise<void> {
      const ctx = systemContext(newId(), newId());
      const fields = { name: "warm-up", type: "server" };
      await rateCounts.count([]);
      await ci.verbs.listCis(ctx, { sort: "created_at", order: "desc", page: 1, limit: 20 });
      await passes("RESOURCE_NOT_FOUND", async () => ci.verbs.getCi(ctx, newId()));
      await passes("VALIDATION_ERROR", async () =>
        ci.verbs.bulkCreateCis(ctx, { mode: "atomic", items: [{ fields }, { fields }] }),
      );
    },

    /**
     * Reads as whoever asks for causes, impact and maps first will: planning these takes longer than a request may. One
     * after the other, and no further once the signal says so.
     */
    async planAhead(signal: AbortSignal): Promise<void> {
      const tenantId = newId();
      for (const { warmUp } of [impact.verbs, services, maps, correlation]) {
        if (signal.aborted) return;
        await warmUp(tenantId);
      }
    },

    /** Begins to deliver changes and to run jobs; with `work: false` only jobs are sent, and own changes delivered. */
    async startWork({ work }: { work: boolean }): Promise<void> {
      await jobs.start({ work });
      if (!work) return;
      relay.start();
      await webhooks.start();
    },

    /** Lets running jobs end for up to `jobsMs`, and delivers the changes of this process. */
    async stopWork(jobsMs: number): Promise<void> {
      try {
        await correlation.stop();
        await Promise.all([jobs.stop(jobsMs), webhooks.stop(jobsMs)]);
        await relay.stop();
      } finally {
        await Promise.all([access.stop(), settings.stop(), software.stop()]);
      }
    },

    /** Lets go of the stores. */
    async close(): Promise<void> {
      accessLog.flush();
      await Promise.all([maps.close(), graph.close(), postgres.close(), countingPostgres.close()]);
    },
  };
}

/** Whether the verb lets it pass; false where it refuses with that code. */
async function passes(refusal: ErrorCode, verb: () => Promise<unknown>): Promise<boolean> {
  try {
    await verb();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === refusal) return false;
    throw error;
  }
}
