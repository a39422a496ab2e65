import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { type CallServiceDeskDeps, createCallServiceDesk, type IntegrationWriter } from "./call-service-desk.ts";
import { type AuthenticateInbound, createAuthenticateInbound } from "./inbound/authenticate-inbound.ts";
import { type ConfirmWebhook, createConfirmWebhook } from "./inbound/confirm-webhook.ts";
import { createIssuerKeys } from "./inbound/issuer-keys.ts";
import { createVerifyJwt } from "./inbound/verify-jwt.ts";
import type { Integration } from "./integration.model.ts";
import { openPart } from "./integration.view.ts";
import { integrationsStore } from "./integrations.store.ts";
import { integrationV1Routes } from "./integrations.v1.ts";
import type { IntegrationVerbs } from "./integrations.verbs.ts";
import { createManageIntegrations } from "./manage-integrations.ts";
import { createPlatformClients } from "./platforms/index.ts";
import { createSeal } from "./seal.ts";

export type { IntegrationWriter } from "./call-service-desk.ts";
export { CHANGE_FIELDS, type ChangeField, type ChangeFieldValues, MAYBE_UNKNOWN_FIELDS } from "./change-fields.ts";
export type { AuthenticatedMessage, AuthenticateInbound, InboundRequest } from "./inbound/authenticate-inbound.ts";
export type { ConfirmWebhook } from "./inbound/confirm-webhook.ts";
export { type Integration, PLATFORMS, type Platform } from "./integration.model.ts";
export type { IntegrationVerbs } from "./integrations.verbs.ts";
export type { PlatformClient, Target, TaskUpdate, WriteOutcome } from "./platforms/platform.model.ts";

export interface Integrations {
  verbs: IntegrationVerbs;
  routes: { v1: Route[] };
  authenticateInbound: AuthenticateInbound;
  confirmWebhook: ConfirmWebhook;
  writer: IntegrationWriter;
  /** Undefined where the tenant has no such integration. */
  integrationOf(tenantId: string, integrationId: string): Promise<Integration | undefined>;
}

export interface IntegrationsDeps extends Partial<Pick<CallServiceDeskDeps, "clients" | "testMs">> {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  egress: Egress;
}

/** Service desks: what tenants configure of them, and how they and Orrery prove themselves to each other. */
export function createIntegrations(deps: IntegrationsDeps): Integrations {
  const { postgres, clock, clients = createPlatformClients(deps) } = deps;
  const seal = createSeal(deps.secrets);
  const { test, writer } = createCallServiceDesk({ ...deps, clients, seal });
  const verbs = { ...createManageIntegrations({ ...deps, seal }), test };
  const verifyJwt = createVerifyJwt({ issuerKeys: createIssuerKeys(deps), now: () => clock.now() });
  return {
    verbs,
    routes: { v1: integrationV1Routes(verbs) },
    authenticateInbound: createAuthenticateInbound({ ...deps, seal, verifyJwt }),
    confirmWebhook: createConfirmWebhook(deps),
    writer,
    async integrationOf(tenantId, integrationId) {
      const row = await integrationsStore.find(postgres, tenantId, integrationId);
      return row && openPart(row);
    },
  };
}
