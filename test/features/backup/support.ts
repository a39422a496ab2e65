import { afterAll, beforeAll, vi } from "vitest";
import { type App, createApp } from "../../../src/app.ts";
import { loadConfig } from "../../../src/config.ts";
import { type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { freshFolder, optionsFor } from "../../platform/embedded/support.ts";
import { cheapPasswords, PASSWORD } from "../../support/access.ts";
import { PATIENT_MS } from "../../support/feature-app.ts";

export const SECRET = "a root secret of the tests, long enough";
export const ADMIN_EMAIL = "admin@example.com";

/** Stores of the file's own, which its tests fill, empty and restore as a whole, and services on them. */
export function backupStores(name: string) {
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
  let stores: EmbeddedStores;
  let home: string;
  const open: App[] = [];

  beforeAll(async () => {
    home = await freshFolder(name);
    stores = await startEmbedded(optionsFor(home, "neo4j", "postgres"));
  });

  afterAll(async () => {
    for (const one of [...open]) await close(one);
    await stores?.stop();
  });

  function app({ secret = SECRET, env = {} }: { secret?: string; env?: NodeJS.ProcessEnv } = {}): App {
    const { neo4j, postgres } = stores;
    if (!neo4j || !postgres) throw new Error("both stores were asked for");
    const made = createApp(loadConfig({ ORRERY_HOME: home, ORRERY_SECRET: secret, ...env }), {
      log: createLogger("silent"),
      stores: { neo4j, postgresUrl: postgres.url },
      passwords: cheapPasswords(),
      deadlineMs: PATIENT_MS,
    });
    open.push(made);
    return made;
  }

  async function close(one: App): Promise<void> {
    open.splice(open.indexOf(one), 1);
    await one.stopWork(5_000);
    await one.close();
  }

  /** Leaves both stores as a new installation finds them; the graph may keep the record of its schema, which saves time. */
  async function emptyStores({ graph, postgres }: App, { keepSchema = false } = {}): Promise<void> {
    await graph.raw(`MATCH (n) ${keepSchema ? "WHERE NOT n:SchemaMigration" : ""} DETACH DELETE n`);
    await postgres.query("drop schema if exists pgboss cascade");
    await postgres.query("drop schema public cascade");
    await postgres.query("create schema public");
  }

  return {
    app,
    close,
    emptyStores,

    /** A service with only its first tenant and the given one. */
    async emptyService(env?: NodeJS.ProcessEnv): Promise<{ service: App; tenantId: string }> {
      const service = app({ ...(env && { env }) });
      await emptyStores(service, { keepSchema: true });
      await service.prepare();
      const admin = { adminEmail: ADMIN_EMAIL, adminPassword: PASSWORD };
      const tenant = await service.access.createTenant({ name: "observatory", ...admin });
      return { service, tenantId: tenant.id };
    },

    async restoreWith(folder: string, options: { force?: boolean } = {}, secret = SECRET) {
      const restorer = app({ secret });
      try {
        return await restorer.backup.restore(folder, options);
      } finally {
        await close(restorer);
      }
    },
  };
}
