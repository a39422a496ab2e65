import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, coerceError } from "../../errors.ts";
import type { Settings } from "../settings/index.ts";
import type { IncomingEvent } from "./event.model.ts";
import type { IngestEvent, Ingested } from "./ingest-events.ts";
import {
  type FetchText,
  type SnsVerifier,
  SOURCES,
  type SourceError,
  type SourceReading,
  snsAddress,
  snsEnvelope,
} from "./sources/index.ts";

export interface Received {
  /** Messages that stood in the body. */
  received: number;
  created: number;
  updated: number;
  ignored: number;
  errors: SourceError[];
}

/**
 * Takes a source system's message. What cannot be read is told in `errors`, since senders repeat what is refused.
 * Throws 403 without `events.write`, 404 with the `known` sources for any other.
 */
export type ReceiveWebhook = (ctx: RequestContext, source: string, body: unknown) => Promise<Received>;

export interface ReceiveWebhookDeps {
  ingestEvent: IngestEvent;
  settings: (tenantId: string) => Promise<Settings>;
  snsVerifier: SnsVerifier;
  /** Only ever called with addresses of Amazon SNS. */
  fetchText: FetchText;
}

/** Events of one message that are stored together. */
const TOGETHER = 100;
const MOST_ERRORS = 100;

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
    const refused = source === "cloudwatch" ? await refusedBySns(deps, cloudwatch.topics, body) : undefined;
    const { events: messages, ignored, errors } = refused ?? read(body, { genericFields });
    const isSigned = source === "cloudwatch" && cloudwatch.topics.length > 0;
    const events = isSigned ? messages.map((event) => ({ ...event, toldAt: toldAt(event, body) })) : messages;
    const stored: Ingested[] = [];
    for (let start = 0; start < events.length; start += TOGETHER) {
      const some = events.slice(start, start + TOGETHER);
      stored.push(...(await Promise.all(some.map((event) => deps.ingestEvent(ctx, { event, source })))));
    }
    const of = (wanted: Ingested["outcome"]) => stored.filter(({ outcome }) => outcome === wanted).length;
    const [created, replayed] = [of("created"), of("replayed")];
    return {
      received: events.length + ignored + errors.length,
      created,
      updated: stored.length - created - replayed,
      ignored: ignored + replayed,
      errors: errors.slice(0, MOST_ERRORS),
    };
  };
}

/** When a signed message was said: its alarm changed then, or, where that is not told, SNS took it then. */
function toldAt({ occurredAt }: IncomingEvent, body: unknown): Date | undefined {
  const at = occurredAt ?? new Date(snsEnvelope(body)?.Timestamp ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * Where the tenant names topics, only what Amazon SNS has signed for one of these counts, and only their subscriptions are
 * confirmed. Undefined: the message may be read.
 */
async function refusedBySns(
  { snsVerifier, fetchText }: ReceiveWebhookDeps,
  topics: readonly string[],
  body: unknown,
): Promise<SourceReading | undefined> {
  if (topics.length === 0) return undefined;
  const refuse = (error: string): SourceReading => ({ events: [], ignored: 0, errors: [{ index: null, error }] });
  const envelope = snsEnvelope(body);
  if (!envelope) return refuse("the message is not one that Amazon SNS signed");
  if (!topics.includes(envelope.TopicArn)) return refuse("the topic is not among those that are trusted");
  const refusal = await snsVerifier.refusalOf(envelope);
  if (refusal !== undefined) return refuse(refusal);
  if (envelope.Type !== "SubscriptionConfirmation") return undefined;
  const url = snsAddress(envelope.SubscribeURL);
  if (!url) return refuse("the address to confirm the subscription is not one of Amazon SNS");
  try {
    await fetchText(url);
    return undefined;
  } catch (error) {
    return refuse(`the subscription could not be confirmed: ${coerceError(error).message.slice(0, 200)}`);
  }
}
