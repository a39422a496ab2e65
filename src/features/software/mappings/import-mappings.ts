import { setImmediate as breathe } from "node:timers/promises";
import { type RequestContext, requireScope } from "../../../context.ts";
import type { Violation } from "../../../errors.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { type Candidate, idOf, type LineByMapping, planImport } from "./import-plan.ts";
import type { ManageDeps, NewMapping } from "./manage-mappings.ts";
import { nameKeyOf, type SoftwareMapping } from "./mapping.model.ts";
import { mappingsStore } from "./mappings.store.ts";

/** One line of a file: a mapping, or its faults. */
export type ImportLine =
  | { line: number; fields: NewMapping; id?: string | undefined; faults?: undefined }
  | { line: number; fields?: undefined; faults: Violation[] };

export interface ImportOutcome {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Lines that differ from a mapping that a person edited, which does not change. */
  kept: number;
  failed: number;
  /** The first hundred. */
  faults: { line: number; field: string; reason: string }[];
}

/**
 * Imports the lines (an empty one is undefined) in batches, each in one transaction; reports faulty lines and leaves
 * them out. Idempotent. Never overwrites a mapping that a person created or edited. Throws 403 without
 * `software.write`.
 */
export type ImportMappings = (ctx: RequestContext, lines: Iterable<ImportLine | undefined>) => Promise<ImportOutcome>;

const BATCH_SIZE = 500;
const MAX_FAULTS = 100;
/** Milliseconds after which the import yields to other requests. */
const YIELD_INTERVAL_MS = 10;

export function createImportMappings(deps: ManageDeps): ImportMappings {
  return async (ctx, lines) => {
    requireScope(ctx, "software.write");
    const outcome: ImportOutcome = { total: 0, created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0, faults: [] };
    const seen = new Map<string, number>();
    let batch: Candidate[] = [];
    const writePending = async () => {
      ctx.signal?.throwIfAborted();
      const lineByMapping = batch.length > 0 ? await writeBatch(deps, ctx, batch, seen, outcome) : [];
      for (const [id, line] of lineByMapping) seen.set(id, line);
      batch = [];
    };
    let lastYield = performance.now();
    for (const entry of lines) {
      if (performance.now() - lastYield > YIELD_INTERVAL_MS) {
        await breathe();
        lastYield = performance.now();
      }
      ctx.signal?.throwIfAborted();
      if (!entry) continue;
      outcome.total++;
      if (entry.faults) {
        fail(outcome, entry.line, entry.faults);
        continue;
      }
      const { line, fields, id: given } = entry;
      batch.push({ line, given, id: idOf(ctx.tenantId, fields, given), fields });
      if (batch.length === BATCH_SIZE) await writePending();
    }
    await writePending();
    return outcome;
  };
}

function fail(outcome: ImportOutcome, line: number, faults: readonly Violation[]): void {
  outcome.failed++;
  for (const { field, reason } of faults) {
    if (outcome.faults.length < MAX_FAULTS) outcome.faults.push({ line, field, reason });
  }
}

/** Writes one batch; returns the line number by id of each mapping that a line refers to. */
async function writeBatch(
  deps: ManageDeps,
  ctx: RequestContext,
  batch: readonly Candidate[],
  seen: LineByMapping,
  outcome: ImportOutcome,
): Promise<LineByMapping> {
  const result = await deps.postgres.transaction(async (tx) => {
    await mappingsStore.beginWrite(tx, ctx.tenantId);
    const plan = planImport(deps, batch, seen, await findCandidateMappings(tx, ctx.tenantId, batch));
    if (plan.written.length > 0) {
      await mappingsStore.upsert(tx, ctx.tenantId, plan.written);
      const { created, updated } = plan;
      const target = { kind: "software_mappings", id: ctx.tenantId };
      const record = { action: "software_mappings.imported", target, after: { created, updated } };
      await deps.recordAudit(tx, ctx, record, deps.clock.now());
      await deps.sendReapply(tx, ctx.tenantId);
    }
    return plan;
  });
  if (result.written.length > 0) deps.onChanged(ctx.tenantId);
  for (const what of ["created", "updated", "unchanged", "kept"] as const) outcome[what] += result[what];
  for (const { line, fault } of result.refused) fail(outcome, line, [fault]);
  return result.lineByMapping;
}

/** The tenant's mappings that the lines may refer to. */
function findCandidateMappings(tx: Sql, tenantId: string, batch: readonly Candidate[]): Promise<SoftwareMapping[]> {
  const ids = batch.flatMap(({ id, given }) => (given === undefined ? [id] : [id, given]));
  const keys = batch.map(({ fields }) => nameKeyOf(fields.instanceName)).filter((key) => key !== "");
  const unnamed = batch.filter(({ fields }) => fields.instanceName === "");
  return mappingsStore.findAny(
    tx,
    tenantId,
    ids,
    keys,
    unnamed.flatMap(({ fields }) => fields.patterns),
  );
}
