import { z } from "zod";
import { AppError } from "../../../errors.ts";
import { parseJson } from "../../../platform/http/json.ts";
import { EVENT_LIMITS, type EventStatus } from "../event.model.ts";
import {
  field,
  hostOf,
  incomingEvent,
  isRecord,
  knownMembers,
  limitIdentity,
  ownEntry,
  timeOf,
} from "./message-fields.ts";
import { IGNORED, oneEvent, type ParseMessage, unreadable } from "./source.ts";

const Dimensions = z
  .array(z.object({ name: field(), value: field() }).catch({ name: undefined, value: undefined }))
  .catch([]);
const Metric = z.object({ MetricStat: z.object({ Metric: z.object({ Dimensions }) }) });
const Alarm = z.object({
  AlarmName: field(EVENT_LIMITS.title),
  AlarmArn: field(EVENT_LIMITS.sourceId * 4),
  AlarmDescription: field(EVENT_LIMITS.description),
  NewStateValue: field(),
  NewStateReason: field(EVENT_LIMITS.description),
  StateChangeTime: field(),
  AWSAccountId: field(),
  Region: field(),
  Trigger: z
    .object({
      MetricName: field(),
      Namespace: field(),
      Threshold: z.unknown(),
      Dimensions,
      Metrics: z.array(z.unknown()).catch([]),
    })
    .partial()
    .catch({}),
});

/** INSUFFICIENT_DATA has no status: the event does not change. */
const STATUS_OF_STATE: Readonly<Record<string, EventStatus>> = { ALARM: "open", OK: "resolved" };
/** Dimensions that may name the host; the first one present is used. */
const HOST_DIMENSIONS = [
  "InstanceId",
  "Host",
  "HostName",
  "host",
  "hostname",
  "DBInstanceIdentifier",
  "CacheClusterId",
];

/** Parses a CloudWatch alarm in the envelope of SNS, or bare if the subscription uses raw delivery. */
export const readCloudwatch: ParseMessage = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const { Type: type, Message: message } = body;
  if (type !== undefined && type !== "Notification") return IGNORED;
  const content = type === undefined ? body : contentOf(message);
  const parsed = Alarm.safeParse(content);
  if (!parsed.success || parsed.data.NewStateValue === undefined) return IGNORED;
  const alarm = parsed.data;
  const status = ownEntry(STATUS_OF_STATE, parsed.data.NewStateValue);
  if (status === undefined) return IGNORED;
  const identity = alarm.AlarmArn ?? alarm.AlarmName;
  if (alarm.AlarmName === undefined || identity === undefined) return unreadable("the alarm has no AlarmName");
  const dimensions = dimensionsOf(alarm);
  const { Threshold: threshold } = alarm.Trigger;
  return oneEvent(
    incomingEvent({
      title: alarm.AlarmName,
      description: [alarm.AlarmDescription, alarm.NewStateReason].filter(Boolean).join("\n\n"),
      severity: "high",
      status,
      sourceId: limitIdentity(identity),
      ...hostOf(...HOST_DIMENSIONS.map((name) => dimensions[name])),
      occurredAt: timeOf(alarm.StateChangeTime),
      metrics: typeof threshold === "number" ? { threshold } : {},
      context: knownMembers({
        dimensions,
        metric: alarm.Trigger.MetricName,
        namespace: alarm.Trigger.Namespace,
        account: alarm.AWSAccountId,
        region: alarm.Region,
      }),
    }),
  );
};

/** The alarm is a JSON text within the JSON; undefined for other text, which other publishers of the topic may send. */
function contentOf(message: unknown): unknown {
  if (typeof message !== "string") return undefined;
  try {
    return parseJson(message);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Dimensions of the metric, or of the first metric with any if the alarm combines several. */
function dimensionsOf({ Trigger: { Dimensions: dimensions = [], Metrics: metrics = [] } }: z.output<typeof Alarm>) {
  const found = [
    dimensions,
    ...metrics.map((metric) => Metric.safeParse(metric).data?.MetricStat.Metric.Dimensions ?? []),
  ];
  const pairs = found.find((list) => list.length > 0) ?? [];
  return Object.fromEntries(
    pairs.flatMap(({ name, value }) => (name !== undefined && value !== undefined ? [[name, value] as const] : [])),
  );
}
