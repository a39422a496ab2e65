import type { RequestContext } from "../../../context.ts";
import type { QueryForm, QueryVerbs } from "../../query/index.ts";
import { shown } from "./find-insights.ts";
import { FEWEST_POINTS, forecast } from "./statistics.ts";

/** Times of entities that are counted by day. */
const TIMES: Partial<Record<QueryForm["entity"], string>> = {
  event: "occurred_at",
  incident: "first_seen",
  scan: "created_at",
  history: "at",
  change_analysis: "created_at",
};
const DAYS = 28;
const DAY_MS = 86_400_000;

/**
 * The trend of what a form counts, by days in UTC over the last four weeks, and the next day with its interval of 80 %. Days
 * before the first record are no history; today is not over and does not count.
 *
 * @returns one sentence, also where there is too little history
 */
export async function predict(verbs: QueryVerbs, ctx: RequestContext, form: QueryForm, now: Date): Promise<string> {
  const time = TIMES[form.entity];
  if (!time) return "No prediction: these records are kept as they are now, without a history of their number";
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = today - DAYS * DAY_MS;
  const { filters, match, path, impact, entity } = form;
  const answer = await verbs.runQuery(ctx, {
    entity,
    ...(filters && { filters }),
    ...(match && { match }),
    ...(path && { path }),
    ...(impact && { impact }),
    time: { field: time, from: new Date(from).toISOString(), to: new Date(today).toISOString() },
    group_by: [`${time}.day`],
    aggregate: [{ fn: "count" }],
  });
  const counts = new Map(answer.rows.map((row) => [String(row[`${time}.day`]), Number(row.count)]));
  const days = Array.from({ length: DAYS }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10));
  const first = days.findIndex((day) => counts.has(day));
  const values = first === -1 ? [] : days.slice(first).map((day) => counts.get(day) ?? 0);
  const found = forecast(values);
  if (!found) return `No prediction: there are ${values.length} days of history, and it takes ${FEWEST_POINTS}`;
  const [next, low, high] = [found.next, found.low, found.high].map((value) => shown(Math.max(0, value)));
  const sign = found.slope < 0 ? "" : "+";
  return `Trend over ${values.length} days: ${sign}${shown(found.slope)} a day; next day ${next} (80 % interval ${low} to ${high})`;
}
