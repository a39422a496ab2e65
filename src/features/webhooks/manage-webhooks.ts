import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, invalidField, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import { givenAddressFault } from "../../platform/outside/given-address.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { findTimedPage } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import { auditSnapshot } from "./audit-snapshot.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { healthReportsStore } from "./health-reports.store.ts";
import { REPORT_HEALTH } from "./job-refs.ts";
import type { Seal } from "./seal.ts";
import { newSigningSecret } from "./sending/sign.ts";
import { SECRET_OVERLAP_MS, WEBHOOK_LIMITS, type Webhook } from "./webhook.model.ts";
import { type WebhookRow, webhooksStore } from "./webhooks.store.ts";
import type { NewWebhook, WebhookVerbs } from "./webhooks.verbs.ts";

export interface ManageWebhooksDeps {
  postgres: Postgres;
  clock: Clock;
  egress: Egress;
  seal: Seal;
  jobs: SendJobs;
}

export type ManageWebhooks = Pick<WebhookVerbs, "create" | "list" | "get" | "update" | "remove" | "rotateSecret">;

export function createManageWebhooks(deps: ManageWebhooksDeps): ManageWebhooks {
  const { postgres, clock, seal } = deps;

  const toWebhook = ({ sealedHeaders, tenantId: _, ...row }: WebhookRow): Webhook => ({
    ...row,
    headers: seal.openHeaders({ id: row.id, sealedHeaders }),
  });
  const checkUrl = (url: string | undefined) => {
    const fault = url === undefined ? undefined : givenAddressFault(url, deps.egress, WEBHOOK_LIMITS.url);
    if (fault) throw invalidField("url", fault);
  };
  const find = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const row = await webhooksStore.find(sql, ctx.tenantId, id, options);
    if (!row) throw notFound("webhook");
    return row;
  };
  const addSecret = async (tx: Sql, { id: webhookId, tenantId }: WebhookRow, createdAt: Date) => {
    const [id, secret] = [newId(), newSigningSecret()];
    const sealedSecret = seal.sealSecret(webhookId, id, secret);
    await webhooksStore.insertSecret(tx, { id, tenantId, webhookId, sealedSecret, createdAt });
    return secret;
  };

  const sendHealthReport = async (tx: Sql, { tenantId }: RequestContext, webhookId: string, name: string) => {
    await healthReportsStore.add(tx, tenantId, webhookId, name);
    await deps.jobs.send(REPORT_HEALTH, { tenantId, webhookId }, { tx });
  };

  return {
    async create(ctx, input, id = newId()) {
      requireScope(ctx, "webhooks.manage");
      checkUrl(input.url);
      const row = newRow(ctx, id, input, seal.sealHeaders(id, input.headers), clock.now());
      return postgres.transaction(async (tx) => {
        await webhooksStore.lockTenant(tx, ctx.tenantId);
        if (await webhooksStore.isFull(tx, ctx.tenantId)) {
          throw conflict(`A tenant can have at most ${WEBHOOK_LIMITS.webhooks} webhooks`);
        }
        if (!(await webhooksStore.insert(tx, row))) {
          throw conflict("An earlier try of this request made the webhook", { details: { id } });
        }
        const secret = await addSecret(tx, row, row.createdAt);
        const webhook = toWebhook(row);
        const target = { kind: "webhook", id };
        await recordAudit(tx, ctx, { action: "webhook.created", target, after: auditSnapshot(webhook) }, row.createdAt);
        return { webhook, secret };
      });
    },

    async list(ctx, input) {
      requireScope(ctx, "webhooks.manage");
      const found = await findTimedPage(input, {
        rows: (window) => webhooksStore.page(postgres, ctx.tenantId, window),
        count: () => webhooksStore.count(postgres, ctx.tenantId),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
      return { ...found, items: found.items.map(toWebhook) };
    },

    async get(ctx, id) {
      requireScope(ctx, "webhooks.manage");
      return toWebhook(await find(postgres, ctx, id));
    },

    async update(ctx, id, change) {
      requireScope(ctx, "webhooks.manage");
      checkUrl(change.url);
      return postgres.transaction(async (tx) => {
        const before = await find(tx, ctx, id, { lock: true });
        const now = clock.now();
        const { headers, ...fields } = change;
        const sealedHeaders = headers ? seal.sealHeaders(id, headers) : before.sealedHeaders;
        const isReactivated = change.active === true && !before.active;
        const cleared = isReactivated && { disabledReason: null, disabledAt: null, failingSince: null };
        // Failures of the old address say nothing about the new one.
        const urlChange = change.url !== undefined && change.url !== before.url && { failingSince: null };
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        const after: WebhookRow = { ...before, ...given, ...cleared, ...urlChange, sealedHeaders, updatedAt: now };
        await webhooksStore.update(tx, after);
        await deliveriesStore.notify(tx, "changed", id);
        if (isReactivated && before.disabledReason) await sendHealthReport(tx, ctx, id, before.name);
        const [was, is] = [toWebhook(before), toWebhook(after)];
        const record = { target: { kind: "webhook", id }, before: auditSnapshot(was), after: auditSnapshot(is) };
        await recordAudit(tx, ctx, { action: "webhook.updated", ...record }, now);
        return is;
      });
    },

    async remove(ctx, id) {
      requireScope(ctx, "webhooks.manage");
      await postgres.transaction(async (tx) => {
        const before = toWebhook(await find(tx, ctx, id, { lock: true }));
        await webhooksStore.remove(tx, id);
        await deliveriesStore.notify(tx, "changed", id);
        // Resolves the event that reported it as disabled.
        if (before.disabledReason) await sendHealthReport(tx, ctx, id, before.name);
        const target = { kind: "webhook", id };
        await recordAudit(tx, ctx, { action: "webhook.deleted", target, before: auditSnapshot(before) }, clock.now());
      });
    },

    async rotateSecret(ctx, id) {
      requireScope(ctx, "webhooks.manage");
      return postgres.transaction(async (tx) => {
        const row = await find(tx, ctx, id, { lock: true });
        const now = clock.now();
        const previousValidUntil = new Date(now.getTime() + SECRET_OVERLAP_MS);
        await webhooksStore.expireSecrets(tx, id, now, previousValidUntil);
        const secret = await addSecret(tx, row, now);
        await deliveriesStore.notify(tx, "changed", id);
        const after = { previous_valid_until: previousValidUntil.toISOString() };
        await recordAudit(tx, ctx, { action: "webhook.secret_rotated", target: { kind: "webhook", id }, after }, now);
        return { webhook: toWebhook(row), secret, previousValidUntil };
      });
    },
  };
}

function newRow(ctx: RequestContext, id: string, input: NewWebhook, sealedHeaders: string, now: Date): WebhookRow {
  return {
    id,
    tenantId: ctx.tenantId,
    name: input.name,
    url: input.url,
    events: [...input.events],
    sealedHeaders,
    active: input.active,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    createdAt: now,
    createdBy: actorName(ctx.actor),
    updatedAt: now,
  };
}
