/** What was measured, and what is normal for it. */
export interface Measured {
  /** Key of the metric where each has its own value and normal value. */
  name: string | undefined;
  value: number;
  normal: number;
}

/**
 * Keys under which senders put both. A threshold is not among them: a value just above a high one may be far from normal.
 */
const VALUE_KEYS = ["value", "current", "current_value", "currentValue", "observed", "actual"];
const NORMAL_KEYS = [
  "normal",
  "baseline",
  "expected",
  "usual",
  "typical",
  "normal_value",
  "normalValue",
  "baseline_value",
];
/** Metrics of one event that are looked at. */
const MAX_METRICS = 50;

/**
 * The measured value and its normal value in the metrics of an event, `{value, normal}` or the first `{latency: {value, normal}}`;
 * numbers, or texts that are numbers. Undefined where one of them is missing. Pure; never throws.
 */
export function measuredOf(metrics: Record<string, unknown>): Measured | undefined {
  const own = pairIn(metrics);
  if (own) return { name: undefined, ...own };
  for (const [name, inner] of Object.entries(metrics).slice(0, MAX_METRICS)) {
    const found = inner !== null && typeof inner === "object" ? pairIn(inner as Record<string, unknown>) : undefined;
    if (found) return { name, ...found };
  }
  return undefined;
}

/** How far the value is from normal, as a share of normal: 0.5 is half above, -0.5 half below. Null: not known. */
export function deviationOf(metrics: Record<string, unknown>): number | null {
  const measured = measuredOf(metrics);
  if (!measured || measured.normal === 0) return null;
  const share = (measured.value - measured.normal) / Math.abs(measured.normal);
  return Number.isFinite(share) ? Math.round(share * 10_000) / 10_000 : null;
}

function pairIn(members: Record<string, unknown>): { value: number; normal: number } | undefined {
  const [value, normal] = [numberAt(members, VALUE_KEYS), numberAt(members, NORMAL_KEYS)];
  return value === undefined || normal === undefined ? undefined : { value, normal };
}

function numberAt(members: Record<string, unknown>, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    if (!Object.hasOwn(members, key)) continue;
    const given = members[key];
    const number = typeof given === "string" && /^\s*[-+]?\d/.test(given) ? Number(given) : given;
    if (typeof number === "number" && Number.isFinite(number)) return number;
  }
  return undefined;
}
