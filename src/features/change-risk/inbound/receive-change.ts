import type { RequestContext } from "../../../context.ts";
import { conflict, invalidField } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import type { Identity } from "../../../platform/http/ports.ts";
import type { AuthenticatedMessage, AuthenticateInbound, ConfirmWebhook, Platform } from "../../integrations/index.ts";

/** What a change analysis of a service desk is asked with; see `createRequestAnalysis`. */
export type RequestInboundAnalysis = (
  ctx: RequestContext,
  request: {
    trigger: "webhook";
    platform: Platform;
    integrationId: string;
    payload: Readonly<Record<string, unknown>>;
    /** What stands before the payload's members in the names of faulty fields. */
    at: string;
  },
) => Promise<{ id: string }>;

/** What became of a message: an analysis, or the confirmation of the webhook, which makes none. */
export type ReceivedChange = { analysisId: string } | { confirmed: true };

export interface InboundVerbs {
  authenticate: AuthenticateInbound;
  /**
   * Takes a message that was found to be the service desk's. Throws 409 for an inactive integration, 400 with every fault
   * of the payload, and what `ConfirmWebhook` throws.
   */
  receive(ctx: RequestContext, message: AuthenticatedMessage): Promise<ReceivedChange>;
}

export interface ReceiveChangeDeps {
  authenticateInbound: AuthenticateInbound;
  confirmWebhook: ConfirmWebhook;
  requestAnalysis: RequestInboundAnalysis;
}

/** The event with which Xurrent asks whether a webhook's address belongs to who configured it. */
const VERIFY = "webhook.verify";

export function createReceiveChange(deps: ReceiveChangeDeps): InboundVerbs {
  const { authenticateInbound, confirmWebhook, requestAnalysis } = deps;
  return {
    authenticate: authenticateInbound,
    async receive(ctx, message) {
      const { integration, envelope } = message;
      if (!integration.active) throw conflict("The integration is not active");
      const { id: integrationId, platform } = integration;
      if (platform === "xurrent" && envelope.event === VERIFY) {
        await confirmWebhook(message);
        return { confirmed: true };
      }
      const { payload } = envelope;
      if (!isObject(payload)) {
        throw invalidField("payload", payload === undefined ? "is required" : "must be an object");
      }
      const request = { trigger: "webhook", platform, integrationId, payload, at: "payload." } as const;
      return { analysisId: (await requestAnalysis(ctx, request)).id };
    },
  };
}

/** On whose behalf a message is taken: the service desk's, which may ask for an analysis of the tenant's CIs. */
export function identityOf({ integration: { id, tenantId } }: AuthenticatedMessage): Identity {
  return {
    tenantId,
    actor: { kind: "integration", id },
    scopes: new Set(["cmdb.read", "cmdb.write", "events.read"]),
  };
}
