import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { nameKey } from "../../../model/identifiers.ts";
import type { StoredCi } from "../../ci/index.ts";
import type { Knowledge } from "../engine/index.ts";
import type { BuiltInCatalogue } from "../mappings/built-in.ts";
import type { ProcessNames, ProcessType } from "../mappings/mapping.model.ts";
import { pipelineGraph } from "../pipeline/pipeline.graph.store.ts";
import { findByKnowledge } from "./by-knowledge.ts";
import type { EnrichDeps } from "./enrich.ts";
import { mappingNamesStore, type NamedMapping } from "./mapping-names.store.ts";
import { type Finding, mayApply, NO_NAMES, type ProcessSource } from "./process-names.model.ts";
import { hasNamesSetByPerson, productOf, readStoredNames, type StoredNames, writeFindings } from "./software-names.ts";

/** The process names of a Software CI. */
export interface SoftwareProcesses {
  softwareId: string;
  name: string;
  processNames: ProcessNames;
  windowsServices: string[];
  processType: ProcessType | null;
  /** 0 to 1. */
  confidence: number;
  source: ProcessSource | null;
  /** Whether they are stored, and so count when relationships get their applications. */
  applied: boolean;
}

export interface IdentifyVerbs {
  /** The stored names; else those of the built-in knowledge, not applied. Throws 403, 404. */
  processNames(ctx: RequestContext, softwareId: string): Promise<SoftwareProcesses>;
  /** Searches the names again and stores them; names that people set take precedence. Throws 403, 404. */
  identify(ctx: RequestContext, softwareId: string): Promise<SoftwareProcesses>;
  /** Throws 404 where there is no such Software CI. */
  requireSoftware(ctx: Pick<RequestContext, "tenantId">, softwareId: string): Promise<void>;
}

export type IdentifyDeps = EnrichDeps & { knowledge: () => Knowledge; builtIn: () => BuiltInCatalogue };

/** A model may take longer than a caller waits; its answer is then left out. */
const MODEL_TIMEOUT_MS = 15_000;

export function createIdentifyVerbs(deps: IdentifyDeps): IdentifyVerbs {
  return {
    async processNames(ctx, softwareId) {
      requireScope(ctx, "software.read");
      const ci = await findSoftware(deps, ctx.tenantId, softwareId);
      const stored = await storedNames(deps, ctx.tenantId, ci);
      if (stored) return present(ci, stored, true);
      return present(ci, findByKnowledge(productOf(ci), deps.knowledge()), false);
    },

    async identify(ctx, softwareId) {
      requireScope(ctx, "software.write");
      const ci = await findSoftware(deps, ctx.tenantId, softwareId);
      const stored = await storedNames(deps, ctx.tenantId, ci);
      if (stored?.source === "manual") {
        await writeFindings(deps, ctx, new Map(), hasNamesSetByPerson(ci) ? [ci.id] : []);
        return present(ci, stored, true);
      }
      const finding = await find(deps, ctx, ci);
      if (!finding || !mayApply(finding)) return stored ? present(ci, stored, true) : present(ci, finding, false);
      const written = await writeFindings(deps, ctx, new Map([[ci.id, finding]]));
      if (written.has(ci.id)) await audit(deps, ctx, ci.id, finding);
      return present(ci, finding, written.has(ci.id));
    },

    requireSoftware: async ({ tenantId }, softwareId) => void (await findSoftware(deps, tenantId, softwareId)),
  };
}

async function find(deps: IdentifyDeps, ctx: RequestContext, ci: StoredCi): Promise<Finding | undefined> {
  const timeout = AbortSignal.timeout(MODEL_TIMEOUT_MS);
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, timeout]) : timeout;
  try {
    return (await deps.find(ctx.tenantId, [productOf(ci)], signal)).byKey.get(ci.id);
  } catch (error) {
    // Only the model takes that long: the other sources have found nothing by then.
    if (timeout.aborted && !ctx.signal?.aborted) return undefined;
    throw error;
  }
}

async function findSoftware({ graph }: Pick<IdentifyDeps, "graph">, tenantId: string, id: string): Promise<StoredCi> {
  const [subject] = await pipelineGraph.subjects(graph.read, tenantId, [id]);
  if (subject?.ci.type !== "software") throw notFound("software");
  return subject.ci;
}

/** The stored names by precedence: set by a person on the CI, then in a mapping; then found names. */
async function storedNames(
  { postgres }: Pick<IdentifyDeps, "postgres">,
  tenantId: string,
  ci: StoredCi,
): Promise<StoredNames | undefined> {
  const isSetByPerson = hasNamesSetByPerson(ci);
  const stored = readStoredNames(ci.attributes, isSetByPerson);
  if (stored && isSetByPerson) return stored;
  const mappings = (await mappingNamesStore.withNames(postgres, tenantId)).filter(
    ({ software }) => nameKey(software.name) === nameKey(ci.name),
  );
  const fromMapping = mappings
    .map(namesOfMapping)
    .sort((a, b) => Number(b.source === "manual") - Number(a.source === "manual"))[0];
  return fromMapping?.source === "manual" ? fromMapping : (stored ?? fromMapping);
}

function namesOfMapping(mapping: NamedMapping): StoredNames {
  const { processNames, windowsServices, processType, source, processSource, processConfidence, confidence } = mapping;
  const found = processSource ?? (source === "ai" ? "ai" : "manual");
  return {
    names: processNames,
    services: windowsServices,
    processType,
    confidence: processConfidence ?? confidence / 100,
    source: found,
  };
}

async function audit(
  { postgres, recordAudit, clock }: EnrichDeps,
  ctx: RequestContext,
  id: string,
  { names, source, confidence }: Finding,
): Promise<void> {
  const after = { process_names: names, process_source: source, process_confidence: confidence };
  const record = { action: "software.processes_identified", target: { kind: "ci", id }, after };
  await postgres.transaction((tx) => recordAudit(tx, ctx, record, clock.now()));
}

function present({ id, name }: StoredCi, found: StoredNames | undefined, applied: boolean): SoftwareProcesses {
  return {
    softwareId: id,
    name,
    processNames: found?.names ?? NO_NAMES,
    windowsServices: found?.services ?? [],
    processType: found?.processType ?? null,
    confidence: found?.confidence ?? 0,
    source: found?.source ?? null,
    applied,
  };
}
