const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

const SHORT_FORM = /^(\d{1,9})([mhdw])$/;
const ISO_FORM =
  /^P(?=\d|T\d)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;
const ISO_UNITS = [365 * DAY_MS, 30 * DAY_MS, 7 * DAY_MS, DAY_MS, HOUR_MS, MINUTE_MS, 1_000];

export interface DurationBounds {
  /** Bounds in milliseconds, both inclusive. */
  minMs: number;
  maxMs: number;
}

export type ParsedDuration = { ok: true; ms: number } | { ok: false; reason: string };

/**
 * Parses a duration: `<n>m|h|d|w` (minutes, hours, days, weeks) or an ISO 8601 duration in whole
 * numbers (`P90D`, `PT12H`). A year counts 365 days and a month 30, since a length without a start has no calendar.
 * An unreadable text or one beyond the bounds gives `ok: false` with a reason for the caller.
 */
export function parseDuration(text: string, bounds: DurationBounds): ParsedDuration {
  const ms = millisecondsOf(text);
  if (ms === undefined) {
    return { ok: false, reason: "must be a duration: a number and m, h, d or w (90d), or ISO 8601 (P90D)" };
  }
  if (ms < bounds.minMs) return { ok: false, reason: `must be at least ${inWords(bounds.minMs)}` };
  if (ms > bounds.maxMs) return { ok: false, reason: `must be at most ${inWords(bounds.maxMs)}` };
  return { ok: true, ms };
}

function millisecondsOf(text: string): number | undefined {
  const short = SHORT_FORM.exec(text);
  if (short) return Number(short[1]) * UNITS[short[2]!]!;
  const iso = ISO_FORM.exec(text);
  if (!iso) return undefined;
  return ISO_UNITS.reduce((sum, unit, i) => sum + Number(iso[i + 1] ?? 0) * unit, 0);
}

function inWords(ms: number): string {
  for (const [unit, name] of [
    [DAY_MS, "day"],
    [HOUR_MS, "hour"],
    [MINUTE_MS, "minute"],
  ] as const) {
    if (ms >= unit && ms % unit === 0) return ms === unit ? `1 ${name}` : `${ms / unit} ${name}s`;
  }
  return `${ms / 1_000} seconds`;
}
