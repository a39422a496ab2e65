import type { QueryForm, QueryRow } from "../query/index.ts";
import type { Recommendation } from "./answer/find-insights.ts";
import type { Interpretation } from "./reader/interpret.ts";

export const LONGEST_QUESTION = 1_000;

export interface Question {
  query: string;
  /** IANA name; default UTC. */
  timeZone?: string | undefined;
  includePredictions?: boolean | undefined;
}

export type ReaderName = "rules" | "model";

/** A question's form, or the words that were not understood and why. */
export type Understood =
  | { understood: true; form: QueryForm; interpretation: Interpretation; source: ReaderName }
  | { understood: false; words: readonly string[]; reason: string; source: ReaderName };

/** `fellBack`: a model was asked and gave no usable answer. */
export type ReadInWordsAnswer = Understood & { fellBack: boolean };

export interface QuestionAnswer {
  queryId: string;
  understood: boolean;
  source: ReaderName;
  /** 1 where rules understood every word; null where a model did, or nobody. */
  confidence: number | null;
  interpretation: Interpretation;
  /** The closed form; null where the question was not understood. */
  plan: QueryForm | null;
  results: QueryRow[];
  insights: string[];
  recommendations: Recommendation[];
  truncated: boolean;
  tookMs: number;
}
