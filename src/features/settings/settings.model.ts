import { z } from "zod";
import { isObject } from "../../model/json.ts";
import { placeCode } from "../holidays/index.ts";

/** The members of an event that a generic sender's own fields can be mapped to. */
export const GENERIC_FIELDS = [
  "title",
  "description",
  "severity",
  "source_id",
  "status",
  "hostname",
  "ip_address",
  "timestamp",
  "metrics",
  "tags",
] as const;

export type GenericField = (typeof GENERIC_FIELDS)[number];

/** Settings of a tenant. Spelled as on the wire, since they are stored and shown unchanged. */
export interface Settings {
  /** Hours after its resolution within which a repeated event reopens it. */
  reopen_hours: number;
  /** Minutes before and after an event within which others are correlated with it. */
  correlation_minutes: number;
  /** Days without an observation after which a host that full scans miss becomes inactive. */
  absence_days: number;
  /** Days for which a deleted CI can be restored. */
  purge_days: number;
  /** Whether API keys are accepted in the query parameter `api_key`. */
  api_key_in_query: boolean;
  /** Retention in days. */
  retention_days: { events: number; raw_scans: number; deliveries: number; reports: number };
  /** Countries (`DE`) and regions (`DE-BY`) whose public holidays count for planned changes. */
  holiday_countries: string[];
  /** Dotted paths to the members of an event in the messages of a generic sender. */
  generic_fields: Partial<Record<GenericField, string>>;
  /** ARNs of the Amazon SNS topics whose messages are trusted; empty: the sender's credential decides. */
  cloudwatch: { topics: string[] };
}

export const DEFAULT_SETTINGS: Settings = {
  reopen_hours: 24,
  correlation_minutes: 15,
  absence_days: 14,
  purge_days: 30,
  api_key_in_query: true,
  retention_days: { events: 400, raw_scans: 90, deliveries: 30, reports: 7 },
  holiday_countries: [],
  generic_fields: {},
  cloudwatch: { topics: [] },
};

const positiveInt = (max: number) => z.int().min(1).max(max);
const days = positiveInt(3_650);

/** Names joined by dots; a name may be an index of a list. */
const fieldPath = z
  .string()
  .max(200)
  .regex(/^[^\s.\p{Cc}\p{Cs}]+(?:\.[^\s.\p{Cc}\p{Cs}]+)*$/u, "must be names joined by dots, e.g. alert.host");

const topicArn = z
  .string()
  .max(512)
  .regex(
    /^arn:aws[a-z0-9-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}(?:\.fifo)?$/,
    "must be the ARN of an SNS topic, e.g. arn:aws:sns:eu-central-1:123456789012:alarms",
  );

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();

/** A patch: absent members stay as they are, null resets to the default. */
export const settingsPatch = z.strictObject({
  reopen_hours: nullable(positiveInt(8_760)),
  correlation_minutes: nullable(positiveInt(1_440)),
  absence_days: nullable(positiveInt(365)),
  purge_days: nullable(days),
  api_key_in_query: nullable(z.boolean()),
  retention_days: nullable(
    z.strictObject({
      events: nullable(days),
      raw_scans: nullable(days),
      deliveries: nullable(days),
      reports: nullable(days),
    }),
  ),
  holiday_countries: nullable(z.array(placeCode).max(50).transform(unique)),
  generic_fields: nullable(
    z.strictObject(
      Object.fromEntries(GENERIC_FIELDS.map((name) => [name, nullable(fieldPath)])) as Record<
        GenericField,
        z.ZodOptional<z.ZodNullable<typeof fieldPath>>
      >,
    ),
  ),
  cloudwatch: nullable(z.strictObject({ topics: nullable(z.array(topicArn).max(100).transform(unique)) })),
});

export type SettingsPatch = z.output<typeof settingsPatch>;

/** The members of `Settings` that differ from the defaults, nested ones too. */
export type Overrides = Readonly<Record<string, unknown>>;

/** The overrides after the patch. */
export function applyPatch(overrides: Overrides, patch: SettingsPatch): Overrides {
  return merge(overrides, patch, true);
}

/** Merges one level deep: members of objects merge, other values replace, null removes. */
function merge(base: Overrides, patch: object, nested: boolean): Overrides {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const next = nested && isObject(value) ? merge(isObject(base[name]) ? base[name] : {}, value, false) : value;
    const isRemoved = next === null || (isObject(next) && Object.keys(next).length === 0);
    if (isRemoved) delete result[name];
    else result[name] = next;
  }
  return result;
}

/** The defaults with the tenant's overrides. Unknown members, as of a later version, are left out. */
export function effective(overrides: Overrides): Settings {
  const known = Object.entries(DEFAULT_SETTINGS).map(([name, fallback]) => {
    const override = overrides[name];
    return [name, isObject(fallback) ? { ...fallback, ...(isObject(override) && override) } : (override ?? fallback)];
  });
  return Object.fromEntries(known) as Settings;
}

/** The members that differ, with their values before and after. */
export function difference(before: Settings, after: Settings): { before: object; after: object } {
  const names = (Object.keys(after) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (settings: Settings) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { before: pick(before), after: pick(after) };
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
