import { z } from "zod";
import type { RequestContext } from "../../context.ts";
import { oneLine } from "../../model/one-line.ts";
import { askOrNone, type Model, withoutAddresses } from "../../platform/ai/index.ts";
import { HOLIDAY_TYPES, type Holiday, MAX_NAME } from "./holidays.model.ts";

export interface HolidayQuestion {
  country: string;
  countryName: string;
  year: number;
  language: string;
}

export interface ModelHolidays {
  holidays: Holiday[];
  /** 0 to 1. */
  confidence: number;
}

const SYSTEM =
  "List the holidays of a country in one year: `date` as yyyy-mm-dd, with the real date of that year for those that move; " +
  "`name` in the language of the input (ISO 639-1); `localName` in the main language of the country; `type`: public where " +
  "it is off by law, bank for banks and offices, school, optional, or observance. One entry for each day. Leave out what " +
  "you do not know; an empty list where you know nothing.";

const answer = z.object({
  holidays: z
    .array(
      z.object({
        date: z.string().max(40),
        name: z.string().max(2_000),
        localName: z.string().max(2_000),
        type: z.enum(HOLIDAY_TYPES),
      }),
    )
    .max(400),
});

/** A model is as sure of dates as nobody checks: less than the rules of the library. */
const SURENESS = 0.5;
const MAX_TOKENS = 6_000;
const DEADLINE_MS = 25_000;

/**
 * Holidays of a country by a model, in the order of dates: real dates of the year, each with a name once. Undefined without
 * a model or a usable answer; one of which more than half cannot be used is not believed at all.
 */
export async function askModel(
  model: Model,
  ctx: RequestContext,
  input: HolidayQuestion,
  queryId: string,
): Promise<ModelHolidays | undefined> {
  const purpose = { purpose: "holidays", tenantId: ctx.tenantId, account: { queryId }, deadlineMs: DEADLINE_MS };
  const question = { ...purpose, system: SYSTEM, input: { ...input }, schema: answer, maxTokens: MAX_TOKENS };
  const value = await askOrNone(model, question, ctx.signal);
  if (!value) return undefined;
  const holidays = usable(value.holidays, input.year);
  const share = holidays.length / Math.max(1, value.holidays.length);
  if (holidays.length === 0 || share < 0.5) return undefined;
  return { holidays, confidence: Math.round(100 * SURENESS * share) / 100 };
}

function usable(said: readonly Holiday[], year: number): Holiday[] {
  const once = new Map<string, Holiday>();
  for (const { date, name: rawName, localName: rawLocal, type } of said) {
    const name = cleanName(rawName);
    if (name === undefined || !isDateOf(date, year)) continue;
    const key = `${date} ${name}`;
    if (!once.has(key)) once.set(key, { date, name, localName: cleanName(rawLocal) ?? name, type });
  }
  return [...once.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** One line with a letter, without addresses and markup. */
function cleanName(raw: string): string | undefined {
  const name = oneLine(raw);
  const isName = /\p{L}/u.test(name) && name.length <= MAX_NAME && !/[<>]/.test(name);
  return isName && withoutAddresses(name) === name ? name : undefined;
}

function isDateOf(date: string, year: number): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number(date.slice(0, 4)) !== year) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
