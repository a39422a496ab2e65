import { z } from "zod";
import { AppError } from "../../../errors.ts";
import { parseJson } from "../../../platform/http/json.ts";
import { type EventStatus, LONGEST } from "../event.model.ts";
import { boundIdentity, entryOf, field, hostOf, incoming, isRecord, known, timeOf } from "./reading.ts";
import { IGNORED, oneEvent, type ReadSource, unreadable } from "./source.ts";

const Dimensions = z
  .array(z.object({ name: field(), value: field() }).catch({ name: undefined, value: undefined }))
  .catch([]);
const Metric = z.object({ MetricStat: z.object({ Metric: z.object({ Dimensions }) }) });
const Alarm = z.object({
  AlarmName: field(LONGEST.title),
  AlarmArn: field(LONGEST.sourceId * 4),
  AlarmDescription: field(LONGEST.description),
  NewStateValue: field(),
  NewStateReason: field(LONGEST.description),
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

/** INSUFFICIENT_DATA is neither: what is known stays. */
const STATUS_OF_STATE: Readonly<Record<string, EventStatus>> = { ALARM: "open", OK: "resolved" };
/** Dimensions that name a machine, the first that does. */
const HOST_DIMENSIONS = [
  "InstanceId",
  "Host",
  "HostName",
  "host",
  "hostname",
  "DBInstanceIdentifier",
  "CacheClusterId",
];

/** An alarm of CloudWatch in the envelope of SNS, or bare where the subscription asks for raw delivery. */
export const readCloudwatch: ReadSource = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const { Type: type, Message: message } = body;
  if (type !== undefined && type !== "Notification") return IGNORED;
  const content = type === undefined ? body : contentOf(message);
  const parsed = Alarm.safeParse(content);
  if (!parsed.success || parsed.data.NewStateValue === undefined) return IGNORED;
  const alarm = parsed.data;
  const status = entryOf(STATUS_OF_STATE, parsed.data.NewStateValue);
  if (status === undefined) return IGNORED;
  const identity = alarm.AlarmArn ?? alarm.AlarmName;
  if (alarm.AlarmName === undefined || identity === undefined) return unreadable("the alarm has no AlarmName");
  const dimensions = dimensionsOf(alarm);
  const { Threshold: threshold } = alarm.Trigger;
  return oneEvent(
    incoming({
      title: alarm.AlarmName,
      description: [alarm.AlarmDescription, alarm.NewStateReason].filter(Boolean).join("\n\n"),
      severity: "high",
      status,
      sourceId: boundIdentity(identity),
      ...hostOf(...HOST_DIMENSIONS.map((name) => dimensions[name])),
      occurredAt: timeOf(alarm.StateChangeTime),
      metrics: typeof threshold === "number" ? { threshold } : {},
      context: known({
        dimensions,
        metric: alarm.Trigger.MetricName,
        namespace: alarm.Trigger.Namespace,
        account: alarm.AWSAccountId,
        region: alarm.Region,
      }),
    }),
  );
};

/** The alarm is a JSON text within the JSON; a message of somebody else may be any text. */
function contentOf(message: unknown): unknown {
  if (typeof message !== "string") return undefined;
  try {
    return parseJson(message);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Those of the metric, or, where an alarm computes with several, of the first that has any. */
function dimensionsOf({ Trigger: { Dimensions: own = [], Metrics: metrics = [] } }: z.output<typeof Alarm>) {
  const found = [own, ...metrics.map((metric) => Metric.safeParse(metric).data?.MetricStat.Metric.Dimensions ?? [])];
  const pairs = found.find((list) => list.length > 0) ?? [];
  return Object.fromEntries(
    pairs.flatMap(({ name, value }) => (name !== undefined && value !== undefined ? [[name, value] as const] : [])),
  );
}
