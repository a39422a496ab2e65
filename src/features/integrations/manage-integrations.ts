import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, invalidField, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { findTimedPage } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import { auditSnapshot } from "./audit-snapshot.ts";
import { INTEGRATION_LIMITS } from "./integration.model.ts";
import { changedCredentials, changedInbound, checkAddresses, isOtherHost } from "./integration.rules.ts";
import { credentialsView, inboundView, openPart } from "./integration.view.ts";
import { type IntegrationRow, integrationsStore } from "./integrations.store.ts";
import type { IntegrationChange, IntegrationVerbs, IntegrationView, NewIntegration } from "./integrations.verbs.ts";
import type { Seal } from "./seal.ts";

export interface ManageIntegrationsDeps {
  postgres: Postgres;
  clock: Clock;
  egress: Egress;
  seal: Seal;
}

type ManageIntegrations = Pick<IntegrationVerbs, "create" | "list" | "get" | "update" | "remove">;

export function createManageIntegrations(deps: ManageIntegrationsDeps): ManageIntegrations {
  const { postgres, clock, egress, seal } = deps;

  const open = (row: IntegrationRow): NewIntegration => ({
    ...row,
    credentials: seal.openCredentials(row),
    inbound: seal.openInbound(row),
  });
  const toView = (row: IntegrationRow): IntegrationView => {
    const { tenantId: _, ...integration } = openPart(row);
    const { credentials, inbound } = open(row);
    return { ...integration, credentials: credentialsView(credentials), inbound: inboundView(inbound) };
  };
  const find = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const row = await integrationsStore.find(sql, ctx.tenantId, id, options);
    if (!row) throw notFound("integration");
    return row;
  };
  const changed = (before: IntegrationRow, change: IntegrationChange): IntegrationRow => {
    const { id } = before;
    const was = open(before);
    if (change.platform !== undefined && change.platform !== before.platform) {
      throw invalidField("platform", "cannot be changed: it is part of the address that the service desk calls");
    }
    const moves = change.baseUrl !== undefined && isOtherHost(before.baseUrl, change.baseUrl);
    const credentials = changedCredentials(was.credentials, change.credentials, moves);
    const inbound = changedInbound(was.inbound, change.inbound);
    const { credentials: _, inbound: __, ...plain } = change;
    const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
    return {
      ...before,
      ...given,
      sealedCredentials: seal.sealCredentials(id, credentials),
      sealedInbound: seal.sealInbound(id, inbound),
      updatedAt: clock.now(),
    };
  };

  return {
    async create(ctx, input, id = newId()) {
      requireScope(ctx, "admin.settings");
      await checkAddresses(input, egress);
      const row = newRow(ctx, id, input, seal, clock.now());
      return postgres.transaction(async (tx) => {
        await integrationsStore.lockTenant(tx, ctx.tenantId);
        if (await integrationsStore.isFull(tx, ctx.tenantId)) {
          throw conflict(`A tenant can have at most ${INTEGRATION_LIMITS.integrations} integrations`);
        }
        if (!(await integrationsStore.insert(tx, row))) {
          throw conflict("An earlier try of this request made the integration", { details: { id } });
        }
        const target = { kind: "integration", id };
        const record = { action: "integration.created", target, after: auditSnapshot(input) };
        await recordAudit(tx, ctx, record, row.createdAt);
        return toView(row);
      });
    },

    async list(ctx, input) {
      requireScope(ctx, "admin.settings");
      const found = await findTimedPage(input, {
        rows: (window) => integrationsStore.page(postgres, ctx.tenantId, window),
        count: () => integrationsStore.count(postgres, ctx.tenantId),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
      return { ...found, items: found.items.map(toView) };
    },

    async get(ctx, id) {
      requireScope(ctx, "admin.settings");
      return toView(await find(postgres, ctx, id));
    },

    async update(ctx, id, change) {
      requireScope(ctx, "admin.settings");
      await find(postgres, ctx, id);
      await checkAddresses(change, egress);
      return postgres.transaction(async (tx) => {
        const before = await find(tx, ctx, id, { lock: true });
        const after = changed(before, change);
        await integrationsStore.update(tx, after);
        const [was, is] = [open(before), open(after)];
        const replaced = (["credentials", "inbound"] as const).filter(
          (part) => JSON.stringify(was[part]) !== JSON.stringify(is[part]),
        );
        const record = {
          action: "integration.updated",
          target: { kind: "integration", id },
          before: auditSnapshot(was),
          // That a secret was replaced, which snapshots without secrets do not show.
          after: { ...auditSnapshot(is), ...(replaced.length > 0 && { replaced }) },
        };
        await recordAudit(tx, ctx, record, after.updatedAt);
        return toView(after);
      });
    },

    async remove(ctx, id) {
      requireScope(ctx, "admin.settings");
      await postgres.transaction(async (tx) => {
        const before = await find(tx, ctx, id, { lock: true });
        await integrationsStore.remove(tx, id);
        const target = { kind: "integration", id };
        const record = { action: "integration.deleted", target, before: auditSnapshot(open(before)) };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}

function newRow(ctx: RequestContext, id: string, input: NewIntegration, seal: Seal, now: Date): IntegrationRow {
  const { credentials, inbound, ...plain } = input;
  return {
    ...plain,
    id,
    tenantId: ctx.tenantId,
    sealedCredentials: seal.sealCredentials(id, credentials),
    sealedInbound: seal.sealInbound(id, inbound),
    createdAt: now,
    createdBy: actorName(ctx.actor),
    updatedAt: now,
  };
}
