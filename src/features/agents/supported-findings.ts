import { withoutAddresses } from "../../platform/ai/index.ts";
import type { ToolAnswer } from "../tools/index.ts";
import type { Findings } from "./agent.model.ts";

export interface ModelFindings {
  summary: string;
  details: readonly { fact: string; record_id?: string | undefined }[];
  confidence: number;
}

/** Confidence of an answer with a figure or a record that no tool showed, at most. */
const UNSUPPORTED = 0.3;
const FIGURE = /\d+(?:[.,]\d+)*/g;
/**
 * A model's answer as far as its tools support it: facts about records that no tool showed are dropped, addresses are taken
 * out, and an answer with figures of its own counts as hardly sure. Small numbers may be counts of what was shown.
 */
export function supportedFindings(
  { summary, details, confidence }: ModelFindings,
  answers: readonly ToolAnswer[],
): Findings {
  const shown = JSON.stringify(answers);
  const rows = answers.reduce((sum, answer) => sum + answer.rows.length, 0);
  const figures = new Set(shown.match(FIGURE)?.map(plain));
  const isKnown = (text: string) =>
    (text.match(FIGURE) ?? []).every((figure) => isCount(figure, rows) || figures.has(plain(figure)));
  const kept = details.filter(
    ({ fact, record_id }) => isKnown(fact) && (record_id === undefined || shown.includes(JSON.stringify(record_id))),
  );
  const isSupported = answers.length > 0 && isKnown(summary) && kept.length === details.length;
  return {
    summary: withoutAddresses(summary),
    details: kept.map(({ fact, record_id }) => ({
      fact: withoutAddresses(fact),
      ...(record_id && { record_id }),
    })),
    confidence: isSupported ? confidence : Math.min(confidence, UNSUPPORTED),
  };
}

function plain(figure: string): string {
  return figure.replaceAll(",", "").replace(/\.$/, "");
}

function isCount(figure: string, rows: number): boolean {
  return /^\d+$/.test(figure) && Number(figure) <= rows;
}
