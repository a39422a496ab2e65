import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { counted, figureOf, listed, percent } from "./words.ts";

const IDENTIFY = /\b(?:identify|recogni[sz]e|what (?:is|kind of)|which (?:product|vendor|family)|cpe (?:of|for))\b/i;
const NAME_IN_QUESTION =
  /(?:identify|recogni[sz]e|what (?:is|kind of software is)|which (?:product|vendor|family) is|cpe (?:of|for))\s+(?:the\s+)?(.{2,200}?)\s*\??$/i;
const QUOTED = /["“'](.{2,200}?)["”']/;
/** A trailing version, "nginx 1.24.0": digits and a dot. */
const VERSION = /\s+v?(\d+(?:\.\d+)+\S*)$/i;

/** What a program is, what runs on a host, or how well the installed software is identified. */
export async function identifySoftware(given: RuleContext): Promise<Findings> {
  const program = programOf(given.question.query);
  if (program) return identified(given, program);
  const [host] = given.named;
  const direct = await directAnswer(given);
  if (direct) return direct;
  if (host) return installedOn(given, host);
  return overview(given);
}

function programOf(query: string): { name: string; version?: string } | undefined {
  const quoted = QUOTED.exec(query)?.[1];
  const asked = quoted ?? (IDENTIFY.test(query) ? NAME_IN_QUESTION.exec(query.trim())?.[1] : undefined);
  if (!asked) return undefined;
  const version = VERSION.exec(asked)?.[1];
  return version ? { name: asked.replace(VERSION, ""), version } : { name: asked };
}

async function identified({ use }: RuleContext, program: { name: string; version?: string }): Promise<Findings> {
  const { rows } = await use("identify_software", program);
  const [found] = rows;
  const asked = [program.name, program.version].filter(Boolean).join(" ");
  if (!found) return { summary: `${asked} is not identified`, details: [], confidence: 0.3 };
  const maker = found.vendor ? ` of ${found.vendor}` : "";
  const isGuess = found.is_guess === true;
  const guess = isGuess ? ", guessed from the words of the name" : "";
  return {
    summary: `${asked} is ${found.name}${maker}, family ${found.family}${guess}`,
    details: rows,
    confidence: isGuess ? 0.4 : 0.9,
  };
}

async function installedOn({ use }: RuleContext, host: { id: string; name: string }): Promise<Findings> {
  const { rows, total } = await use("software_of", { ci: host.id, limit: 100 });
  const unidentified = rows.filter(({ product }) => !product);
  const summary =
    total === 0
      ? `No installed software of ${host.name} is known`
      : `${host.name} has ${counted(total, "program")}; ${unidentified.length} of the ${rows.length} looked at are linked to no product`;
  return { summary, details: rows.slice(0, 20), confidence: total === 0 ? 0.5 : 0.9 };
}

async function overview({ query }: RuleContext): Promise<Findings> {
  const [all, without, families] = await Promise.all([
    query({ entity: "software", aggregate: [{ fn: "count" }] }),
    query({ entity: "software", filters: [{ field: "product", op: "missing" }], aggregate: [{ fn: "count" }] }),
    query({
      entity: "software",
      group_by: ["family"],
      aggregate: [{ fn: "count" }],
      order: [{ field: "count", direction: "desc" }],
      limit: 20,
    }),
  ]);
  const [installed, open] = [figureOf(all), figureOf(without)];
  if (installed === 0) return { summary: "No installed software is known yet", details: [], confidence: 0.6 };
  const largest = listed(
    families.rows.map((row) => row.family ?? "no family"),
    3,
  );
  const share = percent(installed - open, installed);
  const summary = `${counted(installed, "installation")}, ${share} % linked to a product, ${open} not; most in ${largest}`;
  return { summary, details: families.rows, confidence: 0.85 };
}
