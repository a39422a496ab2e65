import type { QueryAnswer, QueryForm, QueryRow } from "../../query/index.ts";
import { outlierBounds } from "./statistics.ts";

export interface Recommendation {
  action: string;
  impact: string;
  /** 0 to 1. */
  confidence: number;
}

export interface Findings {
  insights: string[];
  recommendations: Recommendation[];
}

/** A share of rows from which one value is told as a concentration, and fewest rows for that. */
const CONCENTRATION = 0.6;
const FEWEST_ROWS = 5;
const MOST_TOLD = 5;
/** Columns that tell rows apart, or what the question asked for: a concentration in these says nothing. */
const NAMING = /(?:^|\.)(?:id|name|title|ci_id|subject\.id)$|_at$|^at$/;

/** What stands out in the rows of a form, with its figures, and what could be done about it. */
export function findInsights(form: QueryForm, answer: QueryAnswer): Findings {
  const found: Findings = { insights: [], recommendations: [] };
  const { rows, total, truncated } = answer;
  if (total === 0) found.insights.push("Nothing matches");
  if (truncated) {
    found.insights.push(`${rows.length} of ${total} rows are shown`);
    found.recommendations.push({
      action: "Narrow the question, or save it as a query and export it",
      impact: `Shows the other ${total - rows.length} rows`,
      confidence: 1,
    });
  }
  if (form.group_by) tellGroups(form, rows, found);
  else if (!form.aggregate) tellRows(form, answer, found);
  return found;
}

function tellGroups(form: QueryForm, rows: readonly QueryRow[], found: Findings): void {
  const groups = form.group_by ?? [];
  const figure = Object.keys(rows[0] ?? {}).find((name) => !groups.includes(name));
  if (figure === undefined) return;
  const valued = rows.filter((row) => typeof row[figure] === "number");
  const nameOf = (row: QueryRow) => groups.map((group) => String(row[group] ?? "none")).join(", ");
  const all = valued.reduce((sum, row) => sum + Number(row[figure]), 0);
  const isAdditive = figure === "count" || figure.startsWith("sum(");
  const [first] = [...valued].sort((a, b) => Number(b[figure]) - Number(a[figure]));
  const share = first && all > 0 ? Number(first[figure]) / all : 0;
  if (first && isAdditive && valued.length > 1 && share >= 0.5) {
    found.insights.push(`${nameOf(first)} has ${shown(first[figure])} of ${shown(all)} (${percent(share)})`);
  }
  tellGaps(groups, valued, figure, found);
  tellOutliers(
    valued.map((row) => ({ name: nameOf(row), value: Number(row[figure]) })),
    figure,
    found,
  );
}

/** Groups of what has no value. */
function tellGaps(groups: readonly string[], rows: readonly QueryRow[], figure: string, found: Findings): void {
  for (const group of groups) {
    const missing = rows.filter((row) => row[group] === null);
    const count = missing.reduce((sum, row) => sum + Number(row[figure]), 0);
    if (missing.length === 0 || figure !== "count") continue;
    found.insights.push(`${count} have no ${group}`);
    found.recommendations.push({
      action: `Set ${group} where it is missing`,
      impact: `${count} more would count in a group of their own`,
      confidence: 0.9,
    });
  }
}

function tellRows(form: QueryForm, { rows, columns }: QueryAnswer, found: Findings): void {
  const fixed = new Set((form.filters ?? []).filter(({ op }) => op === "eq").map(({ field }) => field));
  for (const { name } of columns) {
    const values = rows.map((row) => row[name]);
    const missing = values.filter((value) => value === null).length;
    if (rows.length >= FEWEST_ROWS && missing > 0 && missing < rows.length && name.startsWith("attributes.")) {
      found.insights.push(`${missing} of ${rows.length} have no ${name}`);
      found.recommendations.push({
        action: `Set ${name} of the ${missing} that lack it`,
        impact: `Questions about ${name} would then count all ${rows.length}`,
        confidence: 0.8,
      });
    }
    if (NAMING.test(name) || fixed.has(name)) continue;
    const numbers = rows.flatMap((row) => {
      const value = row[name];
      return typeof value === "number" ? [{ name: String(row.name ?? row.title ?? row.id), value }] : [];
    });
    if (numbers.length > 0) tellOutliers(numbers, name, found);
    else tellConcentration(name, values, found);
  }
}

function tellConcentration(name: string, values: readonly unknown[], found: Findings): void {
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length < FEWEST_ROWS) return;
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [top] = [...counts].sort(([, a], [, b]) => b - a);
  if (!top || counts.size === 1 || top[1] / values.length < CONCENTRATION) return;
  found.insights.push(`${top[1]} of ${values.length} (${percent(top[1] / values.length)}) have ${name} ${top[0]}`);
}

function tellOutliers(values: readonly { name: string; value: number }[], of: string, found: Findings): void {
  const bounds = outlierBounds(values.map(({ value }) => value));
  if (!bounds) return;
  const outside = values.filter(({ value }) => value < bounds.low || value > bounds.high);
  if (outside.length === 0) return;
  const told = outside.slice(0, MOST_TOLD).map(({ name, value }) => `${name} (${shown(value)})`);
  const usual = `${shown(bounds.low)} to ${shown(bounds.high)}`;
  found.insights.push(`${told.join(", ")} stand out in ${of}: ${usual} would be usual`);
  found.recommendations.push({
    action: `Look at ${told.join(", ")}`,
    impact: `${outside.length} of ${values.length} lie outside what is usual in ${of}, ${usual}`,
    confidence: 0.6,
  });
}

export function shown(value: unknown): string {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
