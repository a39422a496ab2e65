import type { Findings, RuleContext } from "../agent.model.ts";
import { counted, figureOf } from "./words.ts";

const CONFIDENCE = 0.9;

/**
 * The answer to a question that the grammar of questions understands as a whole: it is exact, so it goes before what an
 * agent would otherwise look at. Undefined where it is not understood, or asks only for the record of a thing.
 */
export async function directAnswer(given: RuleContext): Promise<Findings | undefined> {
  const read = await given.read();
  if (!read.understood) return undefined;
  const { form } = read;
  const answer = await given.query(form);
  const isFigure = form.aggregate && !form.group_by;
  const summary = isFigure
    ? `${Object.entries(answer.rows[0] ?? {})
        .map(([name, value]) => `${name}: ${value ?? "none"}`)
        .join(", ")}`
    : `${counted(answer.total, form.group_by ? "group" : "match", form.group_by ? "groups" : "matches")}`;
  const about = isFigure && figureOf(answer) === 0 ? `${summary} (nothing matches)` : summary;
  return { summary: about, details: answer.rows, confidence: CONFIDENCE };
}
