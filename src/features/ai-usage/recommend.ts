import type { OperationFigures, RepeatedQuestion } from "./analytics.store.ts";

/** What one could do so that AI operations cost less, answer sooner or better, with the figures that say so. */
export interface Recommendation {
  title: string;
  detail: string;
  evidence: Record<string, unknown>;
  /** Over the period; null where nothing can be estimated. */
  estimatedSaving: { requests: number; tokens: number | null; cost: number | null; ms: number | null } | null;
}

/** Fewer operations say nothing. */
const LEAST = 5;
const MANY_FAILURES = 0.2;
const MANY_FALL_BACKS = 0.3;
const SLOW_MS = 10_000;
const LOW_RATING = 0.5;

/** Recommendations from a period's log, those of repeated questions first. Pure. */
export function recommend(
  operations: readonly OperationFigures[],
  repeated: readonly RepeatedQuestion[],
): Recommendation[] {
  return [...repeated.map(ofRepeated), ...operations.filter(({ requests }) => requests >= LEAST).flatMap(ofOperation)];
}

function ofRepeated({ question, operation, times, plan, ms, cost, ...used }: RepeatedQuestion): Recommendation {
  const tokens = tokensOf(used);
  const share = (figure: number | null) => (figure === null ? null : (figure * (times - 1)) / times);
  return {
    title: plan ? "Save a question as a query" : "Keep an answer instead of asking again",
    detail: plan
      ? `"${question}" was asked ${times} times. Its plan, saved with POST /v1/queries, gives the same without being read again.`
      : `"${question}" was asked ${times} times of ${operation}. Keep its answer where it does not change.`,
    evidence: { operation, question, times, tokens, cost, ms, plan },
    estimatedSaving: { requests: times - 1, tokens: share(tokens), cost: share(cost), ms: share(ms) },
  };
}

function ofOperation(figures: OperationFigures): Recommendation[] {
  const { operation, requests, errors, fromModel, fellBack, modelRequests, p50, p95, ups, downs, cost } = figures;
  const found: Recommendation[] = [];
  if (errors / requests >= MANY_FAILURES) {
    const detail = `${errors} of ${requests} failed (${percent(errors / requests)}). The log names the causes under their request ids.`;
    found.push({
      title: `Look into failures of ${operation}`,
      detail,
      evidence: { operation, requests, errors },
      estimatedSaving: null,
    });
  }
  const asked = fromModel + fellBack;
  if (asked >= LEAST && fellBack / asked >= MANY_FALL_BACKS) {
    const detail =
      `${fellBack} of ${asked} times (${percent(fellBack / asked)}) the model gave nothing of use and rules answered. Test the ` +
      "service with GET /api/cmdb-ai/test, or set another OPENAI_STRUCTURED_OUTPUT or OPENAI_MODEL.";
    const saving = { requests: Math.round((modelRequests * fellBack) / asked), tokens: null, cost: null, ms: null };
    found.push({
      title: `Choose another model for ${operation}`,
      detail,
      evidence: { operation, asked, fellBack },
      estimatedSaving: saving,
    });
  }
  if (p95 >= SLOW_MS) {
    const detail = `5 of 100 take longer than ${seconds(p95)}, half longer than ${seconds(p50)}. A faster model, or narrower questions, answer sooner.`;
    const saving = { requests: 0, tokens: null, cost: null, ms: Math.max(0, p95 - SLOW_MS) };
    found.push({
      title: `Make ${operation} faster`,
      detail,
      evidence: { operation, requests, p50, p95 },
      estimatedSaving: saving,
    });
  }
  const rated = ups + downs;
  if (rated >= LEAST && ups / rated <= LOW_RATING && modelRequests > 0) {
    const detail = `${downs} of ${rated} rated answers were called wrong, for ${modelRequests} requests to the model. Rules may serve as well.`;
    const saving = { requests: modelRequests, tokens: tokensOf(figures), cost, ms: null };
    const evidence = { operation, ups, downs, modelRequests, cost };
    found.push({ title: `Review whether ${operation} is worth its model`, detail, evidence, estimatedSaving: saving });
  }
  return found;
}

function tokensOf({
  promptTokens,
  completionTokens,
}: {
  promptTokens: number | null;
  completionTokens: number | null;
}) {
  return promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
