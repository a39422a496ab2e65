import { setImmediate as breathe } from "node:timers/promises";
import { type RequestContext, requireScope } from "../../../context.ts";
import type { Violation } from "../../../errors.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { ManageDeps, NewMapping } from "./manage-mappings.ts";
import { mayMove, nameKeyOf, normalizedNameOf, type SoftwareMapping, sameContent } from "./mapping.model.ts";
import { mappingsStore, type WrittenMapping } from "./mappings.store.ts";

/** One line of a file: a mapping, or why it is none. */
export type ImportLine =
  | { line: number; fields: NewMapping; faults?: undefined }
  | { line: number; fields?: undefined; faults: Violation[] };

export interface ImportOutcome {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Differ from what somebody edited, which stays. */
  kept: number;
  failed: number;
  /** The first hundred. */
  faults: { line: number; field: string; reason: string }[];
}

/**
 * Takes the lines in one by one (an empty one is undefined), each in a batch of its own transaction; faulty ones are told and left out. Run again
 * it changes nothing. What a person made or edited is never overwritten. Throws 403 without `software.write`.
 */
export type ImportMappings = (ctx: RequestContext, lines: Iterable<ImportLine | undefined>) => Promise<ImportOutcome>;

const BATCH = 500;
const MOST_FAULTS = 100;
/** Milliseconds after which other requests get their turn. */
const TURN_MS = 10;

interface Candidate {
  line: number;
  id: string;
  fields: NewMapping;
}

export function createImportMappings(deps: ManageDeps): ImportMappings {
  return async (ctx, lines) => {
    requireScope(ctx, "software.write");
    const outcome: ImportOutcome = { total: 0, created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0, faults: [] };
    const seen = new Map<string, number>();
    let batch: Candidate[] = [];
    const settle = async () => {
      ctx.signal?.throwIfAborted();
      if (batch.length > 0) await writeBatch(deps, ctx, batch, outcome);
      batch = [];
    };
    let turn = performance.now();
    for (const read of lines) {
      if (performance.now() - turn > TURN_MS) {
        await breathe();
        ctx.signal?.throwIfAborted();
        turn = performance.now();
      }
      if (!read) continue;
      outcome.total++;
      const { line, fields, faults } = read;
      if (faults) {
        fail(outcome, line, faults);
        continue;
      }
      const id = idOf(ctx.tenantId, fields);
      const earlier = seen.get(id);
      if (earlier !== undefined) {
        fail(outcome, line, [{ field: "instance_name", reason: `is that of line ${earlier}` }]);
        continue;
      }
      seen.set(id, line);
      batch.push({ line, id, fields });
      if (batch.length === BATCH) await settle();
    }
    await settle();
    return outcome;
  };
}

/** Derives from the name that it is for, or from its patterns: the same line finds what it made before. */
function idOf(tenantId: string, { instanceName, patterns }: NewMapping): string {
  const name = nameKeyOf(instanceName);
  return derivedId("imported_mapping", tenantId, name, ...(name === "" ? [...patterns].sort() : []));
}

function fail(outcome: ImportOutcome, line: number, faults: readonly Violation[]): void {
  outcome.failed++;
  for (const { field, reason } of faults) {
    if (outcome.faults.length < MOST_FAULTS) outcome.faults.push({ line, field, reason });
  }
}

async function writeBatch(
  deps: ManageDeps,
  ctx: RequestContext,
  batch: readonly Candidate[],
  outcome: ImportOutcome,
): Promise<void> {
  const result = await deps.postgres.transaction(async (tx) => {
    await mappingsStore.begin(tx, ctx.tenantId);
    const keys = batch.map(({ fields }) => nameKeyOf(fields.instanceName)).filter((key) => key !== "");
    const ids = batch.map(({ id }) => id);
    const plan = planOf(deps, batch, await mappingsStore.findAny(tx, ctx.tenantId, ids, keys));
    if (plan.written.length > 0) {
      await mappingsStore.put(tx, ctx.tenantId, plan.written);
      const { created, updated } = plan;
      const target = { kind: "software_mappings", id: ctx.tenantId };
      const record = { action: "software_mappings.imported", target, after: { created, updated } };
      await deps.recordAudit(tx, ctx, record, deps.clock.now());
    }
    return plan;
  });
  if (result.written.length > 0) deps.onChanged(ctx.tenantId);
  for (const what of ["created", "updated", "unchanged", "kept"] as const) outcome[what] += result[what];
  for (const { line, fault } of result.refused) fail(outcome, line, [fault]);
}

function planOf(deps: ManageDeps, batch: readonly Candidate[], known: readonly SoftwareMapping[]) {
  const plan = { created: 0, updated: 0, unchanged: 0, kept: 0, written: [] as WrittenMapping[] };
  const refused: { line: number; fault: Violation }[] = [];
  const now = deps.clock.now();
  const byName = Map.groupBy(known, ({ instanceName }) => nameKeyOf(instanceName));
  const byId = new Map(known.map((mapping) => [mapping.id, mapping]));
  for (const { line, id, fields } of batch) {
    const { source: _, ...content } = fields;
    const before = standing(byName.get(nameKeyOf(fields.instanceName)) ?? [], byId.get(id));
    if (before && sameContent(before, content)) plan.unchanged++;
    else if (before?.source === "manual") plan.kept++;
    else if (before && !mayMove(before.status, content.status)) {
      const reason = `a mapping that is ${before.status} cannot become ${content.status}`;
      refused.push({ line, fault: { field: "status", reason } });
    } else {
      plan[before ? "updated" : "created"]++;
      plan.written.push({
        ...content,
        id: before?.id ?? id,
        normalizedName: normalizedNameOf(content.instanceName, deps.isKnownName),
        source: "import",
        lastVerified: before?.lastVerified ?? null,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
        version: (before?.version ?? 0) + 1,
      });
    }
  }
  return { ...plan, refused };
}

/** The mapping that a line is about: the active one of its name, else one that a person made, else any. */
function standing(named: readonly SoftwareMapping[], same: SoftwareMapping | undefined): SoftwareMapping | undefined {
  const own = named.filter(({ instanceName }) => instanceName !== "");
  const active = own.find(({ status }) => status === "active");
  return active ?? own.find(({ source }) => source === "manual") ?? same ?? own[0];
}
