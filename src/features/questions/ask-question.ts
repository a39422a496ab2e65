import { type RequestContext, requireScope, withScopes } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import type { QueryAnswer, QueryRow, QueryVerbs } from "../query/index.ts";
import { findInsights, type Recommendation } from "./answer/find-insights.ts";
import { predict } from "./answer/predict.ts";
import type { Question, QuestionAnswer, Understood } from "./questions.model.ts";
import type { ReadInWords } from "./read-in-words.ts";
import type { QuestionClock } from "./reader/moments.ts";

export interface AskQuestionDeps {
  recordAiQuery: RecordAiQuery;
  clock: Clock;
  query: QueryVerbs;
  readInWords: ReadInWords;
  /** Reads without a model: examples are tried with it. */
  readByRules: ReadInWords;
}

/**
 * Answers a question in English by the closed query form that it means, under the caller's scopes. A question that is not
 * understood is no error: the answer says which words are unknown and what can be asked.
 * Throws 403 without `ai.use` or the read scopes of what is asked, 503 after 10 s.
 */
export type AskQuestion = (ctx: RequestContext, question: Question) => Promise<QuestionAnswer>;

export function createAskQuestion(deps: AskQuestionDeps): AskQuestion {
  return (caller, question) => {
    requireScope(caller, "ai.use");
    const asked = { operation: "questions", question: question.query };
    // Asking in words needs `ai.use` in the place of `reports.read`; the scopes of the data are the caller's.
    const reader = withScopes(caller, "reports.read");
    return deps.recordAiQuery(caller, asked, (queryId) => answered(deps, reader, question, queryId));
  };
}

async function answered(deps: AskQuestionDeps, ctx: RequestContext, question: Question, queryId: string) {
  const { query: text, timeZone = "UTC", includePredictions = false } = question;
  const { clock, query, readInWords } = deps;
  const start = performance.now();
  const now = clock.now();
  const read = await readInWords(ctx, text, { now, zone: timeZone }, queryId);
  const examples = read.understood ? [] : await examplesFor(deps, ctx, { now, zone: timeZone }, queryId);
  const found = read.understood ? await query.runQuery(ctx, read.form) : undefined;
  const told = found && read.understood ? findInsights(read.form, found) : { insights: [], recommendations: [] };
  const insights = [...told.insights];
  if (includePredictions && read.understood) insights.push(await predict(query, ctx, read.form, now));
  return {
    understood: read.understood,
    source: read.source,
    confidence: read.understood && read.source === "rules" ? 1 : null,
    fellBack: read.fellBack,
    interpretation: read.understood ? read.interpretation : { entities: [], time_range: null, filters: {} },
    plan: read.understood ? read.form : null,
    results: found ? rounded(found) : [],
    insights: read.understood ? insights : [read.reason],
    recommendations: recommendationsOf(read, told.recommendations, examples),
    truncated: found?.truncated ?? false,
    tookMs: Math.round(performance.now() - start),
  };
}

/** Averages have two places. */
function rounded({ columns, rows }: QueryAnswer): QueryRow[] {
  const averages = columns.map(({ name }) => name).filter((name) => name.startsWith("avg("));
  if (averages.length === 0) return rows;
  const round = (value: unknown) => (typeof value === "number" ? Math.round(value * 100) / 100 : value);
  return rows.map((row) => ({ ...row, ...Object.fromEntries(averages.map((name) => [name, round(row[name])])) }));
}

/**
 * What can be asked, by examples of each kind, the most telling first: offered is the first that the tenant's data can
 * answer. Those with a gap to fill are offered as they are.
 */
const EXAMPLES: readonly (readonly string[])[] = [
  ["How many servers are in maintenance?"],
  ["Which applications depend on <name of a CI>?"],
  ["What fails if <name of a CI> goes down?"],
  ["Top 5 servers by memory", "Top 5 CIs by number of relationships"],
  [
    "Number of servers per location",
    "Number of servers per environment",
    "Number of servers per owner",
    "Number of servers per status",
  ],
  ["Which servers have <name of a program> installed?"],
  ["How many events were there in the last 7 days?"],
  ["Which CIs changed since yesterday?"],
];

/** Of each kind the first that rules understand here and whose data the caller may read. */
async function examplesFor({ readByRules }: AskQuestionDeps, ctx: RequestContext, clock: QuestionClock, id: string) {
  const isAskable = async (example: string): Promise<boolean> => {
    if (example.includes("<")) return true;
    try {
      return (await readByRules(ctx, example, clock, id)).understood;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };
  const offered: string[] = [];
  for (const kind of EXAMPLES) {
    for (const example of kind) {
      if (!(await isAskable(example))) continue;
      offered.push(example);
      break;
    }
  }
  return offered;
}

function recommendationsOf(
  read: Understood,
  found: readonly Recommendation[],
  examples: readonly string[],
): Recommendation[] {
  if (!read.understood) {
    const named = read.words.map((word) => `"${word}"`).join(", ");
    const first = named
      ? `Ask again without ${named}, or by a name or value that is known`
      : "Ask in one of the forms below";
    return [
      { action: first, impact: read.reason, confidence: 1 },
      {
        action: `Ask for example: ${examples.join(" | ")}`,
        impact: "Questions of these kinds are understood",
        confidence: 1,
      },
    ];
  }
  if (found.length > 0) return [...found];
  const action = "Save the plan as a query, to run it again or as a report";
  return [{ action, impact: "Nothing in the answer calls for more", confidence: 0.5 }];
}
