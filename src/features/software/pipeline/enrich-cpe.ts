import type { RequestContext } from "../../../context.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { ciWrites, type Fields, isObject, type StoredCi, writeChanges } from "../../ci/index.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type CpeMatch, parseCpeName } from "../engine/index.ts";
import { readReportedName } from "../identify/reported-cpe.ts";
import type { ProgramName, SoftwareIdentifier } from "../ports.ts";
import { type CpeLink, softwareGraph } from "./graph.store.ts";
import { isHumanAttribute, withPipelineValues } from "./pipeline-values.ts";
import { programOf } from "./program-of.ts";
import { lacksCpe } from "./triggers.ts";
import { keepMatches } from "./work.store.ts";

export interface EnrichDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  identifier: Pick<SoftwareIdentifier, "identify">;
  dictionary: Pick<DictionaryReader, "change">;
  /** Whether programs of this kind have CPE names at all. */
  mayHaveCpe: (program: ProgramName) => boolean;
}

/**
 * CPE enrichment (rule 10 in section 1 of the interface specification): a CPE name that the record brought is linked, for
 * other instances the dictionary is searched. What was found and why is kept, also where nothing was. Without a
 * dictionary the instances stay pending. What a person has said of `cpe` stays.
 */
export function createEnrichCpe(deps: EnrichDeps) {
  return async (ctx: RequestContext, ids: readonly string[]): Promise<void> => {
    const change = await deps.dictionary.change();
    const found = await softwareGraph.subjects((text, params) => deps.graph.read(text, params), ctx.tenantId, ids);
    const open = found.map(({ ci }) => ci).filter(needsCpe);
    const matches = await matchAll(deps, ctx.tenantId, open, change > 0);
    await deps.outbox.write(ctx.tenantId, async (tx, tell) => {
      const at = isoNow(deps.clock);
      const locked = await ciWrites.lock(tx, ctx.tenantId, [...matches.keys()]);
      const ready = locked.filter(({ ci }) => needsCpe(ci));
      const links = ready.flatMap(({ ci }) => linkOf(ci.id, matches.get(ci.id)!, at) ?? []);
      await softwareGraph.linkCpes(tx, ctx.tenantId, links);
      const changes = ready.flatMap((one) => {
        const after = withPipelineValues(one.ci, valuesOf(deps, one.ci, matches.get(one.ci.id)!), at);
        return after === one.ci ? [] : [{ locked: one, after }];
      });
      await writeChanges(tx, ctx, changes, tell);
    });
    const kept = [...matches].map(([ciId, match]) => ({ ciId, match }));
    await keepMatches(deps.postgres, ctx.tenantId, change, kept);
  };
}

/** Not looked for yet, or in vain: the dictionary may have grown. */
function needsCpe(ci: StoredCi): boolean {
  if (ci.type !== "software_instance" || isHumanAttribute(ci, "cpe")) return false;
  const { cpe } = ci.attributes;
  return lacksCpe(ci.attributes) || (isObject(cpe) && cpe.match === "none");
}

/** By instance; those that report no name only where there is a dictionary. */
async function matchAll(
  { identifier }: EnrichDeps,
  tenantId: string,
  open: readonly StoredCi[],
  hasDictionary: boolean,
): Promise<Map<string, CpeMatch>> {
  const programs = open
    .map((ci) => ({ id: ci.id, program: programOf(ci) }))
    .filter(({ program: { cpeName = "" } }) => hasDictionary || readReportedName(cpeName) !== undefined);
  const identified = await identifier.identify(
    tenantId,
    programs.map(({ program }) => program),
  );
  return new Map(programs.map(({ id }, at) => [id, identified[at]!.cpe]));
}

function linkOf(id: string, match: CpeMatch, at: string): CpeLink | undefined {
  const parsed = match.name === null ? undefined : parseCpeName(match.name);
  if (match.name === null || !parsed) return undefined;
  const { part, vendor, product, version } = parsed;
  return {
    id,
    entry: { name: match.name, part, vendor, product, version, createdAt: at },
    link: { score: match.score, method: match.method, match: match.match, at },
  };
}

function valuesOf(deps: EnrichDeps, ci: StoredCi, { name, match, score, method }: CpeMatch): Fields {
  const needless = match === "none" && !deps.mayHaveCpe(programOf(ci));
  return { cpe: { name, match, score, method }, enrichment_status: needless ? "not_needed" : "done" };
}
