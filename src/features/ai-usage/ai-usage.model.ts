import type { RequestContext } from "../../context.ts";

/** What an answer of any AI operation tells of itself. */
export interface AiAnswer {
  source: "model" | "rules";
  /** 0 to 1; null where nothing says how sure it is. */
  confidence: number | null;
  /** A model is configured, was asked and gave no usable answer. */
  fellBack?: boolean;
  /** The query form that a question was understood as. */
  plan?: object | null;
}

export interface AskedOperation {
  /** `questions`, `ai.search`, `agents.<id>` ... */
  operation: string;
  /** The caller's words, where there are any. */
  question: string | null;
}

/**
 * Runs an AI operation and keeps one record of it: who asked, how it was answered, how long it took, and what the model
 * calls with `account: { queryId }` used. Work that throws is recorded as failed and throws on. A record that cannot be kept
 * is logged, and fails nothing.
 */
export type RecordAiQuery = <T extends AiAnswer>(
  ctx: RequestContext,
  asked: AskedOperation,
  work: (queryId: string) => Promise<T>,
) => Promise<T & { queryId: string }>;

export const RATINGS = ["up", "down"] as const;
export type Rating = (typeof RATINGS)[number];
