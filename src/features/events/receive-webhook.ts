import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, unavailable } from "../../errors.ts";
import type { Logger } from "../../platform/log.ts";
import type { Settings } from "../settings/index.ts";
import type { IncomingEvent } from "./event.model.ts";
import {
  type FetchText,
  type ParsedMessage,
  RETRY_AFTER_SECONDS,
  type SnsVerifier,
  SOURCES,
  type SourceError,
  snsAddress,
  snsEnvelope,
} from "./sources/index.ts";
import type { StoreAlerts } from "./store-alerts.ts";

export interface Received {
  /** Messages in the body. */
  received: number;
  created: number;
  updated: number;
  ignored: number;
  errors: SourceError[];
}

/**
 * Ingests a source system's message. Unreadable parts are listed in `errors` instead of rejected, since senders repeat a
 * rejected message. Throws 403 without `events.write`, 404 with the `known` sources for an unknown source, and 503, so that
 * the sender repeats the message, where a store or Amazon SNS does not answer: see `StoreAlerts`.
 */
export type ReceiveWebhook = (ctx: RequestContext, source: string, body: unknown) => Promise<Received>;

export interface ReceiveWebhookDeps {
  storeAlerts: StoreAlerts;
  log: Logger;
  settings: (tenantId: string) => Promise<Settings>;
  snsVerifier: SnsVerifier;
  /** Only ever called with addresses of Amazon SNS. */
  fetchText: FetchText;
}

const MAX_ERRORS = 100;

export function createReceiveWebhook(deps: ReceiveWebhookDeps): ReceiveWebhook {
  return async (ctx, source, body) => {
    requireScope(ctx, "events.write");
    const read = Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined;
    if (!read) {
      const known = Object.keys(SOURCES);
      throw new AppError("RESOURCE_NOT_FOUND", `The source is not known; known are ${known.join(", ")}`, {
        details: { known },
      });
    }
    const { generic_fields: genericFields, cloudwatch } = await deps.settings(ctx.tenantId);
    const rejection = source === "cloudwatch" ? await snsRejection(deps, cloudwatch.topics, body) : undefined;
    const { events: messages, ignored, errors } = rejection ?? read(body, { genericFields });
    const isSigned = source === "cloudwatch" && cloudwatch.topics.length > 0;
    const events = isSigned ? messages.map((event) => ({ ...event, signedAt: signedTime(event, body) })) : messages;
    const stored = await deps.storeAlerts(ctx, source, events);
    const [first] = errors;
    if (first) {
      const refused = { source, tenant: ctx.tenantId, alerts: errors.length, error: first.error };
      deps.log.warn(refused, "alerts of an inbound message were not taken");
    }
    return {
      received: events.length + ignored + errors.length,
      created: stored.created,
      updated: stored.repeated + stored.status_changed,
      ignored: ignored + stored.replayed,
      errors: errors.slice(0, MAX_ERRORS),
    };
  };
}

/** Time of a signed message: when its alarm changed state, else when SNS accepted it. */
function signedTime({ occurredAt }: IncomingEvent, body: unknown): Date | undefined {
  const at = occurredAt ?? new Date(snsEnvelope(body)?.Timestamp ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * If the tenant has configured topics, only messages that Amazon SNS signed for one of them are accepted, and only their
 * subscriptions are confirmed. Undefined: the message is accepted; else the error to answer with. Throws 503 where Amazon
 * SNS gives no certificate or no confirmation.
 */
async function snsRejection(
  { snsVerifier, fetchText }: ReceiveWebhookDeps,
  topics: readonly string[],
  body: unknown,
): Promise<ParsedMessage | undefined> {
  if (topics.length === 0) return undefined;
  const reject = (error: string): ParsedMessage => ({ events: [], ignored: 0, errors: [{ index: null, error }] });
  const envelope = snsEnvelope(body);
  if (!envelope) return reject("the message is not one that Amazon SNS signed");
  if (!topics.includes(envelope.TopicArn)) return reject("the topic is not among those that are trusted");
  const reason = await snsVerifier.rejectionReason(envelope);
  if (reason !== undefined) return reject(reason);
  if (envelope.Type !== "SubscriptionConfirmation") return undefined;
  const url = snsAddress(envelope.SubscribeURL);
  if (!url) return reject("the address to confirm the subscription is not one of Amazon SNS");
  try {
    await fetchText(url);
    return undefined;
  } catch (error) {
    throw unavailable("The subscription could not be confirmed at Amazon SNS", error, RETRY_AFTER_SECONDS);
  }
}
