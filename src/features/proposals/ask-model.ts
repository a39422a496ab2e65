import { z } from "zod";
import type { RequestContext } from "../../context.ts";
import { mustGet } from "../../model/must-get.ts";
import { type Account, askOrNone, type Model, supportedWords } from "../../platform/ai/index.ts";
import { cleanText } from "../software/index.ts";
import { CAPS, type Candidate, PROPOSED_TYPES, type ProposalCi } from "./proposals.model.ts";

const SYSTEM =
  "You judge which CIs of an IT inventory depend on each other. The document lists CIs by number, and links by number with " +
  "what was observed of them. Name the links that are dependencies, by the numbers of their CIs, with a type, a confidence " +
  "from 0 to 1 and a reason in one short sentence that uses only what the document says. Leave out monitoring, backup, name " +
  "and time services, log-ins and administration. Refer to CIs by their numbers alone.";

const MAX_CIS = 60;
const MAX_LINKS = 120;
const MAX_REASON = 300;
const DEADLINE_MS = 20_000;

const answer = z.object({
  links: z
    .array(
      z.object({
        source: z.int().describe("number of the CI that depends"),
        target: z.int().describe("number of the CI that it depends on"),
        type: z.enum(PROPOSED_TYPES),
        confidence: z.number().min(0).max(1),
        reason: z.string().max(2_000).nullable(),
      }),
    )
    .max(500),
});

/** What a model adds to candidates of the rules; undefined where it gave no usable answer. */
export type AskForLinks = (
  ctx: RequestContext,
  subjects: readonly ProposalCi[],
  cis: ReadonlyMap<string, ProposalCi>,
  candidates: readonly Candidate[],
  account: Account,
) => Promise<Candidate[] | undefined>;

/**
 * Asks a model for links among the given CIs. It names CIs by number, so that no other id can come back; its confidence is
 * bounded by what the evidence of the pair supports; its words count only where each figure in them stands in the evidence.
 */
export function createAskForLinks({ model }: { model: Model }): AskForLinks {
  return async (ctx, subjects, cis, candidates, account) => {
    const told = [
      ...new Set([...candidates.flatMap(({ source, target }) => [source, target]), ...subjects.map(({ id }) => id)]),
    ]
      .slice(0, MAX_CIS)
      .map((id) => mustGet(cis, id));
    const numbers = new Map(told.map(({ id }, at) => [id, at + 1]));
    const links = candidates
      .filter(({ source, target }) => numbers.has(source) && numbers.has(target))
      .slice(0, MAX_LINKS)
      .map(({ source, target, type, evidence }) => ({
        source: mustGet(numbers, source),
        target: mustGet(numbers, target),
        type,
        observed: evidence.map(({ text }) => text),
      }));
    const input = { cis: told.map(({ name, type }, at) => ({ number: at + 1, name, type })), links };
    const question = {
      purpose: "relationships",
      tenantId: ctx.tenantId,
      account,
      system: SYSTEM,
      input,
      schema: answer,
    };
    const value = await askOrNone(model, { ...question, deadlineMs: DEADLINE_MS }, ctx.signal);
    return value?.links.flatMap((link) => added(link, told, candidates));
  };
}

type Link = z.output<typeof answer>["links"][number];

function added(link: Link, told: readonly ProposalCi[], candidates: readonly Candidate[]): Candidate[] {
  const [source, target] = [told[link.source - 1], told[link.target - 1]];
  if (!source || !target || source === target) return [];
  const known = candidates.find((one) => one.source === source.id && one.target === target.id);
  const support = known?.support ?? "none";
  const confidence = Math.round(100 * Math.min(link.confidence, CAPS[support])) / 100;
  const evidence = known?.evidence ?? [];
  const reason = wordsOf(link.reason, evidence.map(({ text }) => text).join(" "), source, target) ?? known?.reason;
  const said = `A model finds that ${source.name.slice(0, 64)} depends on ${target.name.slice(0, 64)}; nothing was observed`;
  const place = { port: known?.port ?? null, protocol: known?.protocol ?? null };
  const type = known?.type ?? link.type;
  return [
    {
      type,
      source: source.id,
      target: target.id,
      confidence,
      reason: reason ?? said,
      evidence,
      support,
      ...place,
      by: "model",
    },
  ];
}

/** The model's words, as far as the evidence and the names support them. */
function wordsOf(reason: string | null, observed: string, ...cis: ProposalCi[]): string | undefined {
  const words = cleanText((reason ?? "").slice(0, 4 * MAX_REASON).toWellFormed());
  return supportedWords(words, `${observed} ${cis.map(({ name }) => name).join(" ")}`, MAX_REASON);
}
