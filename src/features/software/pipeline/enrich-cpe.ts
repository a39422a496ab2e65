import type { RequestContext } from "../../../context.ts";
import { isObject } from "../../../model/json.ts";
import { mustGet } from "../../../model/must-get.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { ciWrites, type Fields, type StoredCi, writeChanges } from "../../ci/index.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import type { CpeMatch } from "../engine/index.ts";
import { readReportedName } from "../identify/reported-cpe.ts";
import type { LookUps } from "../look-ups/index.ts";
import type { ProgramName, SoftwareIdentifier } from "../ports.ts";
import { linkOf } from "./cpe-link.ts";
import { pipelineGraph } from "./pipeline.graph.store.ts";
import { isHumanAttribute, withPipelineValues } from "./pipeline-values.ts";
import { pipelineWorkStore } from "./pipeline-work.store.ts";
import { programOf } from "./program-of.ts";
import { lacksCpe } from "./triggers.ts";

export interface EnrichDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  identifier: Pick<SoftwareIdentifier, "identify">;
  dictionary: Pick<DictionaryReader, "change">;
  /** Whether a program of this kind can have a CPE name. */
  mayHaveCpe: (program: ProgramName) => boolean;
  /** Absent if look-ups at the vulnerability database are off. */
  lookUps?: Pick<LookUps, "keyOf" | "request"> | undefined;
  /** Resolves once searches see the dictionary at this change or a later one. */
  catchUp: (change: number) => Promise<void>;
}

/**
 * CPE enrichment (rule 10 in section 1 of the interface specification): links the CPE name that the record reported,
 * else searches the dictionary, else requests a look-up at the vulnerability database, while the instance stays
 * pending. Stores every match with its reasons, also "none". Never overwrites a `cpe` that a person set. Returns how many it changed.
 */
export function createEnrichCpe(deps: EnrichDeps) {
  return async (ctx: RequestContext, ids: readonly string[]): Promise<number> => {
    const change = await deps.dictionary.change();
    const found = await pipelineGraph.subjects(deps.graph.read, ctx.tenantId, ids);
    const unmatched = found.map(({ ci }) => ci).filter(needsCpe);
    const matches = await matchAll(deps, ctx.tenantId, unmatched, change);
    const finished = new Map([...matches].filter(([, { isPending }]) => !isPending));
    return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
      const at = isoNow(deps.clock);
      const locked = await ciWrites.lock(tx, ctx.tenantId, [...finished.keys()]);
      const ready = locked.filter(({ ci }) => needsCpe(ci));
      const links = ready.flatMap(({ ci }) => linkOf(ci.id, mustGet(finished, ci.id).match, at));
      await pipelineGraph.linkCpes(tx, ctx.tenantId, links);
      const changes = ready.flatMap((one) => {
        const after = withPipelineValues(one.ci, valuesOf(deps, one.ci, mustGet(finished, one.ci.id).match), at);
        return after === one.ci ? [] : [{ locked: one, after }];
      });
      writeChanges(tx, ctx, changes, publish);
      return changes.length;
    });
  };
}

/** Not searched yet, or searched without a match: the dictionary may have grown since. */
function needsCpe(ci: StoredCi): boolean {
  if (ci.type !== "software_instance" || isHumanAttribute(ci, "cpe")) return false;
  const { cpe } = ci.attributes;
  return lacksCpe(ci.attributes) || (isObject(cpe) && cpe.match === "none");
}

/** The match of one instance. */
interface Outcome {
  match: CpeMatch;
  /** A look-up that is still open may find a name. */
  isPending: boolean;
}

interface Program {
  id: string;
  program: ProgramName;
}

/** Matches by instance id, and stores them. Without dictionary and look-ups: only instances that report a CPE name. */
async function matchAll(
  deps: EnrichDeps,
  tenantId: string,
  open: readonly StoredCi[],
  change: number,
): Promise<Map<string, Outcome>> {
  const canSearch = change > 0 || deps.lookUps !== undefined;
  const programs = open
    .map((ci): Program => ({ id: ci.id, program: programOf(ci) }))
    .filter(({ program: { cpeName = "" } }) => canSearch || readReportedName(cpeName) !== undefined);
  const outcomes = await identifyAll(deps, tenantId, programs);
  const keys = lookUpKeys(deps, programs, outcomes);
  const matches = programs.map(({ id }) => ({ ciId: id, match: mustGet(outcomes, id).match, lookUpKey: keys.get(id) }));
  // Stored before the request: closing a look-up reads here which instances wait for it.
  await pipelineWorkStore.storeMatches(deps.postgres, tenantId, change, matches);
  if (!deps.lookUps || keys.size === 0) return outcomes;
  const lacking = programs.filter(({ id }) => keys.has(id));
  const lookUpStatuses = await deps.lookUps.request(
    tenantId,
    new Map(lacking.map(({ id, program }) => [mustGet(keys, id), program])),
  );
  const isFound = ({ id }: Program) => {
    const { state, found } = lookUpStatuses.get(mustGet(keys, id)) ?? { state: "waiting", found: false };
    return state === "done" && found;
  };
  const nowInDictionary = lacking.filter(isFound);
  for (const { id } of lacking) {
    const state = lookUpStatuses.get(mustGet(keys, id))?.state;
    mustGet(outcomes, id).isPending = state === "waiting" || state === "found";
  }
  if (nowInDictionary.length === 0) return outcomes;
  await deps.catchUp(change);
  const retried = await identifyAll(deps, tenantId, nowInDictionary);
  await pipelineWorkStore.storeMatches(
    deps.postgres,
    tenantId,
    change,
    nowInDictionary.map(({ id }) => ({ ciId: id, match: mustGet(retried, id).match, lookUpKey: undefined })),
  );
  return new Map([...outcomes, ...retried]);
}

async function identifyAll(
  { identifier }: EnrichDeps,
  tenantId: string,
  programs: readonly Program[],
): Promise<Map<string, Outcome>> {
  const identified = await identifier.identify(
    tenantId,
    programs.map(({ program }) => program),
  );
  return new Map(programs.map(({ id }, at) => [id, { match: identified[at]!.cpe, isPending: false }]));
}

/** Look-up keys, by instance id, of programs that the dictionary lacks and the vulnerability database may have. */
function lookUpKeys(
  { lookUps, mayHaveCpe }: EnrichDeps,
  programs: readonly Program[],
  outcomes: ReadonlyMap<string, Outcome>,
): Map<string, string> {
  if (!lookUps) return new Map();
  const lacking = programs.filter(
    ({ id, program }) => mustGet(outcomes, id).match.match === "none" && mayHaveCpe(program),
  );
  return new Map(lacking.map(({ id, program }) => [id, lookUps.keyOf(program)]));
}

function valuesOf(deps: EnrichDeps, ci: StoredCi, { name, match, score, method }: CpeMatch): Fields {
  const isNotNeeded = match === "none" && !deps.mayHaveCpe(programOf(ci));
  return { cpe: { name, match, score, method }, enrichment_status: isNotNeeded ? "not_needed" : "done" };
}
