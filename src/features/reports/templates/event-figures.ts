import type { QueryRow } from "../../query/index.ts";
import { showDuration } from "../rendering/show-value.ts";

export const SEVERITY_WORDS = ["critical", "high", "medium", "low"] as const;
/** Most problems that are told apart, and most that are listed. */
const MAX_PROBLEMS = 50_000;
const MAX_RECURRING = 200;
const MAX_WORST = 15;

export interface TimeFigure {
  /** Seconds; null without events. */
  mean: number | null;
  words: string;
}

export interface EventFigures {
  total: number;
  bySeverity: Partial<Record<string, number>>;
  byStatus: Partial<Record<string, number>>;
  acknowledge: TimeFigure;
  resolve: TimeFigure;
  /** By day and severity. */
  byDay: Map<string, Record<string, number>>;
  recurring: { title: string; source: string; events: number; occurrences: number; last: string }[];
  /** Not resolved: the most severe first, of these the oldest. */
  worst: QueryRow[];
}

/** Figures of events from one reading. */
export async function summarizeEvents(
  pages: AsyncIterable<readonly QueryRow[]>,
  dayOf: (iso: string) => string,
): Promise<EventFigures> {
  const bySeverity: Partial<Record<string, number>> = {};
  const byStatus: Partial<Record<string, number>> = {};
  const byDay: EventFigures["byDay"] = new Map();
  const problems = new Map<string, EventFigures["recurring"][number]>();
  let worst: QueryRow[] = [];
  const toAcknowledge: number[] = [];
  const toResolve: number[] = [];
  let total = 0;
  for await (const page of pages) {
    for (const row of page) {
      const [severity, status, at] = [String(row.severity), String(row.status), String(row.occurred_at)];
      total += 1;
      bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      const day = byDay.get(dayOf(at)) ?? {};
      day[severity] = (day[severity] ?? 0) + 1;
      byDay.set(dayOf(at), day);
      if (typeof row.time_to_acknowledge === "number") toAcknowledge.push(row.time_to_acknowledge);
      if (typeof row.time_to_resolve === "number") toResolve.push(row.time_to_resolve);
      addProblem(problems, row, at);
    }
    worst = worstOf([...worst, ...page]);
  }
  const recurring = [...problems.values()]
    .filter(({ occurrences }) => occurrences > 1)
    .sort((a, b) => b.events - a.events || b.occurrences - a.occurrences || (a.title < b.title ? -1 : 1))
    .slice(0, MAX_RECURRING);
  const resolve = timeFigure(toResolve, "resolved");
  return {
    total,
    bySeverity,
    byStatus,
    byDay,
    acknowledge: timeFigure(toAcknowledge, "acknowledged"),
    resolve,
    recurring,
    worst,
  };
}

function worstOf(events: readonly QueryRow[]): QueryRow[] {
  const words: readonly unknown[] = SEVERITY_WORDS;
  const rank = ({ severity }: QueryRow) => words.indexOf(severity);
  const unresolved = events.filter(({ status }) => status !== "resolved");
  const byTime = (a: QueryRow, b: QueryRow) => (String(a.occurred_at) < String(b.occurred_at) ? -1 : 1);
  return unresolved.sort((a, b) => rank(a) - rank(b) || byTime(a, b)).slice(0, MAX_WORST);
}

function addProblem(problems: Map<string, EventFigures["recurring"][number]>, row: QueryRow, at: string): void {
  const [title, source] = [String(row.title), String(row.source)];
  const key = JSON.stringify([title.toLowerCase(), source]);
  const problem = problems.get(key) ?? { title, source, events: 0, occurrences: 0, last: at };
  if (problem.events === 0 && problems.size >= MAX_PROBLEMS) return;
  problem.events += 1;
  problem.occurrences += typeof row.occurrences === "number" ? row.occurrences : 1;
  problem.last = at > problem.last ? at : problem.last;
  problems.set(key, problem);
}

function timeFigure(seconds: number[], word: string): TimeFigure {
  if (seconds.length === 0) return { mean: null, words: `no event was ${word}` };
  const sorted = Float64Array.from(seconds).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;
  const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
  const words = `half within ${showDuration(at(0.5))}, 95 % within ${showDuration(at(0.95))}; ${seconds.length} ${word}`;
  return { mean: Math.round(mean * 1_000) / 1_000, words };
}
