import { z } from "zod";
import { isObject } from "../../model/json.ts";

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

/** What a tenant decides for itself. Spelled as callers spell it, since it is stored and shown as it is. */
export interface Settings {
  /** Hours after its end within which a repeated event opens the resolved one again. */
  reopen_hours: number;
  /** Minutes either side within which events are looked at together. */
  correlation_minutes: number;
  /** Days without a sighting after which a host that full scans miss is inactive. */
  absence_days: number;
  /** Days for which a deleted CI can be restored. */
  purge_days: number;
  /** Whether an API key may stand in the query parameter `api_key`. */
  api_key_in_query: boolean;
  /** Days for which things are kept after they have served. */
  retention_days: { events: number; raw_scans: number; deliveries: number };
  /** Where a generic sender's messages hold the members of an event: dotted paths. */
  generic_fields: Partial<Record<GenericField, string>>;
  /** Topics of which messages of Amazon SNS are trusted; none: the sender's own credential decides. */
  cloudwatch: { topics: string[] };
}

export const DEFAULT_SETTINGS: Settings = {
  reopen_hours: 24,
  correlation_minutes: 15,
  absence_days: 14,
  purge_days: 30,
  api_key_in_query: true,
  retention_days: { events: 400, raw_scans: 90, deliveries: 30 },
  generic_fields: {},
  cloudwatch: { topics: [] },
};

const positiveInt = (max: number) => z.int().min(1).max(max);
const days = positiveInt(3_650);

/** Names joined by dots; a name may be the place in a list. */
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

/** A change: members that are absent stay, null goes back to the default. */
export const settingsPatch = z.strictObject({
  reopen_hours: nullable(positiveInt(8_760)),
  correlation_minutes: nullable(positiveInt(1_440)),
  absence_days: nullable(positiveInt(365)),
  purge_days: nullable(days),
  api_key_in_query: nullable(z.boolean()),
  retention_days: nullable(
    z.strictObject({ events: nullable(days), raw_scans: nullable(days), deliveries: nullable(days) }),
  ),
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

/** What differs from the defaults: members as in `Settings`, each of them optional, nested ones too. */
export type Overrides = Readonly<Record<string, unknown>>;

/** The overrides after the change. */
export function applyPatch(overrides: Overrides, patch: SettingsPatch): Overrides {
  return merge(overrides, patch, true);
}

/** One level deep, as settings are: an object's members merge, anything else replaces, null removes. */
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

/** What holds: the defaults, and what the tenant set in their stead. A member of a later version is left out. */
export function effective(overrides: Overrides): Settings {
  const known = Object.entries(DEFAULT_SETTINGS).map(([name, fallback]) => {
    const override = overrides[name];
    return [name, isObject(fallback) ? { ...fallback, ...(isObject(override) && override) } : (override ?? fallback)];
  });
  return Object.fromEntries(known) as Settings;
}

/** The members that differ, of each side what it has there. */
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
