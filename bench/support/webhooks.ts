import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { systemContext } from "../../src/context.ts";
import { DEFAULT_SETTINGS } from "../../src/features/settings/index.ts";
import { createWebhooks, type Webhooks } from "../../src/features/webhooks/index.ts";
import type { CiChange } from "../../src/model/changes.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { newId } from "../../src/platform/ids.ts";
import type { Change } from "../../src/platform/jobs/changes.ts";
import { createLogger } from "../../src/platform/log.ts";
import { createEgress } from "../../src/platform/outside/egress.ts";
import { createSecrets } from "../../src/platform/secrets.ts";
import type { Bench } from "./bench.ts";
import type { ReceiverCommand, ReceiverReport } from "./webhook-receiver.ts";

export interface BenchReceiver {
  url(name?: string): string;
  /** Forgets what came; whatever comes to that path from now on is never answered. */
  reset(silent?: string): Promise<void>;
  /** Resolves when so many messages have come since the last reset. */
  until(count: number): Promise<void>;
  report(): Promise<ReceiverReport>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<BenchReceiver> {
  const child = fork(path.join(import.meta.dirname, "webhook-receiver.ts"));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const ask = async (command: ReceiverCommand): Promise<{ report: ReceiverReport }> => {
    const answered = once(child, "message");
    child.send(command);
    return ((await answered) as [{ report: ReceiverReport }])[0];
  };
  return {
    url: (name = "hook") => `http://127.0.0.1:${port}/${name}`,
    reset: async (silent) => void (await ask({ ask: "reset", silent: silent === undefined ? null : `/${silent}` })),
    until: async (count) => void (await ask({ ask: "await", count })),
    report: async () => (await ask({ ask: "report" })).report,
    async close() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Webhooks on the bench's stores, which send only when told to. */
export function benchWebhooks({ postgres, stores }: Bench, tenantId: string) {
  const make = (): Webhooks =>
    createWebhooks({
      postgres,
      clock: systemClock,
      log: createLogger("warn"),
      secrets: createSecrets(stores.secret),
      egress: createEgress(["127.0.0.1"]),
      jobs: { send: async () => {} },
      storesTakeWrites: async () => true,
      events: { ingest: () => Promise.reject(new Error("no webhook should be disabled here")) },
      settings: async () => DEFAULT_SETTINGS,
    });
  const webhooks = make();
  const ctx = systemContext(tenantId, newId());
  return {
    webhooks,
    register: async (url: string) =>
      (await webhooks.verbs.create(ctx, { name: "bench", url, events: ["ci.created"], headers: {}, active: true }))
        .webhook,
    remove: (id: string) => webhooks.verbs.remove(ctx, id),
    /** Delivers the changes of so many new CIs in one transaction. */
    publish: (count: number) =>
      postgres.transaction(async (tx) => {
        for (let published = 0; published < count; published += 1_000) {
          const changes = Array.from({ length: Math.min(1_000, count - published) }, ciCreated);
          await webhooks.consumers.graph?.(tx, tenantId, changes);
        }
      }),
  };
}

/** The change that a new CI makes, as big as it usually is, about 700 bytes. */
function ciCreated(): Change<CiChange> {
  const id = newId();
  const at = new Date().toISOString();
  const after = {
    id,
    name: `server-${id.slice(0, 8)}.example.com`,
    type: "server",
    description: "Application server of the order service",
    status: "active" as const,
    attributes: { os: "Debian GNU/Linux 13", ip_address: "192.0.2.17", cpu_cores: 8, memory_gb: 32, disk_gb: 500 },
    custom_fields: { hostname: `server-${id.slice(0, 8)}`, rack: "A-17", owner: "platform", cost_center: "4711" },
    created_at: at,
    created_by: "system",
    updated_at: at,
    updated_by: "system",
    made_ms: performance.timeOrigin + performance.now(),
  };
  const subject = { kind: "ci" as const, id };
  return {
    id: `${newId()}:0`,
    kind: "ci.created",
    subject,
    version: 1,
    before: null,
    after,
    actor: "system",
    requestId: id,
    at,
  };
}
