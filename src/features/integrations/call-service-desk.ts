import { requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { TimeLimitPassed, within } from "../../platform/within.ts";
import type { Platform } from "./integration.model.ts";
import { openPart } from "./integration.view.ts";
import { type IntegrationRow, integrationsStore } from "./integrations.store.ts";
import type { IntegrationVerbs } from "./integrations.verbs.ts";
import type { PlatformClient, Target, TaskUpdate, WriteOutcome } from "./platforms/platform.model.ts";
import type { Seal } from "./seal.ts";

export interface CallServiceDeskDeps {
  postgres: Postgres;
  seal: Seal;
  clients: Readonly<Record<Platform, PlatformClient>>;
  /** Longest time of a test in milliseconds; default 18,000. */
  testMs?: number | undefined;
}

export interface IntegrationWriter {
  /** Writes fields to a task. An integration that is deleted or inactive: not ok, and not to be tried again. */
  write(tenantId: string, integrationId: string, update: TaskUpdate): Promise<WriteOutcome>;
}

/** Below the deadline of its route, 20 s. */
const TEST_MS = 18_000;

/** Tests a service desk, and writes to it, with the credentials of its integration. */
export function createCallServiceDesk(deps: CallServiceDeskDeps): {
  test: IntegrationVerbs["test"];
  writer: IntegrationWriter;
} {
  const { postgres, seal, clients, testMs = TEST_MS } = deps;
  const targetOf = (row: IntegrationRow): Target => ({ ...openPart(row), credentials: seal.openCredentials(row) });
  const refusal = (error: string): WriteOutcome => ({ ok: false, responseStatus: null, error, retryable: false });
  return {
    async test(ctx, id) {
      requireScope(ctx, "admin.settings");
      const row = await integrationsStore.find(postgres, ctx.tenantId, id);
      if (!row) throw notFound("integration");
      if (!row.active) throw conflict("The integration is not active");
      try {
        return await within(testMs, clients[row.platform].test(targetOf(row)));
      } catch (error) {
        if (!(error instanceof TimeLimitPassed)) throw error;
        return { ok: false, error: `the service desk did not answer within ${testMs / 1_000} s` };
      }
    },
    writer: {
      async write(tenantId, integrationId, update) {
        const row = await integrationsStore.find(postgres, tenantId, integrationId);
        if (!row) return refusal("the integration was deleted");
        if (!row.active) return refusal("the integration is not active");
        return clients[row.platform].write(targetOf(row), update);
      },
    },
  };
}
