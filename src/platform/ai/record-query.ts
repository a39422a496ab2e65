import type { RequestContext } from "../../context.ts";
import { newId } from "../ids.ts";

/** What an AI operation answers, as far as its record shows it. */
export interface AiAnswer {
  source: "model" | "rules";
  /** 0 to 1. */
  confidence: number | null;
  /** A model is configured, was asked and gave no usable answer. */
  fellBack?: boolean;
}

/** Runs an AI operation and records it; its tokens and cost are summed by `queryId`. */
export type RecordAiQuery = <T extends AiAnswer>(
  ctx: RequestContext,
  asked: { operation: string; question: string | null },
  work: (queryId: string) => Promise<T>,
) => Promise<T & { queryId: string }>;

/** Runs AI operations without a record. */
export const unrecorded: RecordAiQuery = async (_ctx, _asked, work) => {
  const queryId = newId();
  return { ...(await work(queryId)), queryId };
};
