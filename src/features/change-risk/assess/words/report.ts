import type { Assessment, Conflict, Dimension, DimensionName, RecommendedWindow } from "../../change-analysis.model.ts";
import type { Facts } from "../assess.model.ts";
import type { Gap } from "../confidence.ts";
import type { Estimates } from "../estimates.ts";

/** What texts are made of. All numbers stand before a word is written. */
export interface Report extends Pick<Assessment, "score" | "level" | "confidence"> {
  facts: Facts;
  dimensions: Readonly<Record<DimensionName, Dimension>>;
  conflicts: readonly Conflict[];
  window: RecommendedWindow | null;
  /** Whether the recommended window is the planned one. */
  keepsPlan: boolean;
  estimates: Estimates;
  gaps: readonly Gap[];
}

/** The texts that a model may word. */
export interface Texts {
  summary: string;
  insights: string;
  before: string;
  during: string;
  after: string;
}

const LONGEST_TEXT = 3_500;

/** Steps as a numbered list. */
export function numbered(steps: readonly string[]): string {
  return cut(steps.map((step, i) => `${i + 1}. ${step}`).join("\n"));
}

export function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1).toWellFormed()}…` : text;
}

/** A moment in words, in UTC to the minute. */
export function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
