import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { isUnavailable } from "../../../src/errors.ts";
import type { Ingested, IngestInput } from "../../../src/features/events/index.ts";
import { DEFAULT_SETTINGS } from "../../../src/features/settings/index.ts";
import { createWebhooks, type WebhookKind, type Webhooks } from "../../../src/features/webhooks/index.ts";
import { type Clock, systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Change, ChangeConsumer } from "../../../src/platform/jobs/changes.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { ROOT_SECRET } from "../../support/access.ts";
import { changeOf, ciSnapshot } from "../../support/changes.ts";
import { contextOf } from "../../support/context.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

export interface WebhookWorldOptions {
  clock?: Clock;
  timeoutMs?: number;
  allow?: string[];
  /** Root secret of encryption at rest. */
  secret?: string;
  /** The suite's scratch database, dropped by the suite with all that a world leaves in it. */
  scratch: Scratch;
}

/** Webhooks in a separate database, so that no other suite's sender sends what is queued here. */
export async function createWebhookWorld(options: WebhookWorldOptions) {
  const { clock = systemClock, timeoutMs = 15_000, allow = ["127.0.0.0/8"], scratch } = options;
  const { secret: firstSecret = ROOT_SECRET } = options;
  const { postgres } = scratch;
  const ingested: IngestInput[] = [];
  let keptDays = DEFAULT_SETTINGS.retention_days.deliveries;
  let ingestFault: Error | undefined;
  const jobs = fakeJobs();
  const make = (secret = firstSecret): Webhooks =>
    createWebhooks({
      postgres,
      clock,
      log,
      secrets: createSecrets(secret),
      egress: createEgress(allow),
      jobs,
      storesTakeWrites: async () => !isUnavailable(ingestFault),
      events: {
        ingest: async (_ctx, input) => {
          if (ingestFault) throw ingestFault;
          ingested.push(input);
          return {} as Ingested;
        },
      },
      settings: async () => ({
        ...DEFAULT_SETTINGS,
        retention_days: { ...DEFAULT_SETTINGS.retention_days, deliveries: keptDays },
      }),
      timeoutMs,
      pollMs: 50,
      random: () => 0,
    });
  const webhooks = make();
  const senders: Webhooks[] = [];
  const ctx = contextOf(newId());
  await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
    ctx.tenantId,
  ]);
  const { verbs } = webhooks;
  const consume = webhooks.consumers.graph as ChangeConsumer;
  const findOwed = async () => {
    const found = webhooks.owedWork.map(async ({ ref, find }) =>
      (await find()).map((payload) => ({ name: ref.name, payload })),
    );
    return (await Promise.all(found)).flat();
  };

  return {
    postgres,
    url: scratch.url,
    clock,
    ctx,
    webhooks,
    verbs,
    /** Consumer of changes of both topics. */
    consume,
    ingested,
    /** Makes the events that report webhooks fail with this error. */
    failReports(error: Error | undefined): void {
      ingestFault = error;
    },
    /** Sets the tenant's retention time of deliveries, in days. */
    keepDeliveries(days: number): void {
      keptDays = days;
    },

    /** Webhooks of a second process, with this root secret or the same one. */
    another: make,

    async start(one = webhooks) {
      senders.push(one);
      await one.startWork();
    },

    register: (
      url: string,
      fields: { events?: WebhookKind[]; headers?: Record<string, string>; active?: boolean } = {},
    ) => verbs.create(ctx, { name: "a hook", url, events: ["ci.created"], headers: {}, active: true, ...fields }),

    /** Delivers changes in one transaction. */
    publish: (changes: readonly Change[], tenantId = ctx.tenantId) =>
      postgres.transaction((tx) => consume(tx, tenantId, changes)),

    async log(webhookId: string, as: RequestContext = ctx) {
      return (await verbs.deliveries(as, { webhookId, order: "asc", page: 1, limit: 100 })).items;
    },

    /** Payloads of the owed reports. */
    owed: async () => (await findOwed()).map(({ payload }) => payload),

    /** Sends the jobs of the owed work, as its sweep does, and runs all that wait; returns how many it sent. */
    async runOwed() {
      const owed = await findOwed();
      jobs.sent.push(...owed);
      await this.runJobs();
      return owed.length;
    },

    async runJobs() {
      for (const { name, payload } of jobs.take()) {
        const job = webhooks.jobs.find(({ ref }) => ref.name === name);
        await job?.run(payload, { signal: new AbortController().signal, log });
      }
    },

    /** Forgets the jobs that wait, as an outage beyond their last try does. */
    loseJobs: () => void jobs.take(),

    async close() {
      await Promise.all(senders.map((one) => one.drain(1_000)));
      await postgres.query(
        "truncate webhooks, webhook_secrets, webhook_deliveries, webhook_lanes, webhook_health_reports",
      );
    },
  };
}

export type WebhookWorld = Awaited<ReturnType<typeof createWebhookWorld>>;

/** The change of a created CI. */
export function ciCreated(name = "db01"): Change {
  return changeOf("ci.created", { after: ciSnapshot({ name }) });
}

/** Gives each test of the file a world, in a database of the file's own. */
export function eachWebhookWorld(
  use: (world: WebhookWorld) => void,
  options: Omit<WebhookWorldOptions, "scratch"> = {},
): void {
  let scratch: Scratch;
  let world: WebhookWorld;
  beforeAll(async () => {
    scratch = await scratchDatabase();
  });
  afterAll(() => scratch?.drop());
  beforeEach(async () => {
    world = await createWebhookWorld({ ...options, scratch });
    use(world);
  });
  afterEach(() => world?.close());
}
