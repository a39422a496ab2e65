import type { RequestContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { RecordAudit } from "../../audit/index.ts";
import { foldKey, normalizeVendor } from "../engine/index.ts";
import type { MappingCatalogue, Suggestion } from "../ports.ts";
import { auditedMapping, normalizedKeyOf, normalizedNameOf, type SoftwareMapping } from "./mapping.model.ts";
import { mappingsStore, type WrittenMapping } from "./mappings.store.ts";
import { instanceNameOf, MAX_VENDOR_LENGTH, shortened } from "./propose.ts";

export interface SuggestDeps {
  postgres: Postgres;
  clock: Clock;
  recordAudit: RecordAudit;
  isKnownName: (key: string) => boolean;
  onChanged(tenantId: string): void;
  propose: MappingCatalogue["propose"];
}

const MAX_NAME_LENGTH = 255;
const MAX_NOTES_LENGTH = 10_000;

/** See `MappingCatalogue.suggest`. */
export function createSuggest(deps: SuggestDeps): MappingCatalogue["suggest"] {
  return async (ctx, suggestions) => {
    const byKey = new Map<string, Suggestion>();
    for (const suggestion of suggestions) {
      const key = keyOf(suggestion.name, deps.isKnownName);
      const software = cleaned(suggestion.software);
      if (key !== undefined && software.name !== "") byKey.set(key, { ...suggestion, software });
    }
    if (byKey.size === 0) return;
    await deps.propose(deps.postgres, ctx.tenantId, [...byKey.values()]);
    const known = await mappingsStore.findByNormalizedKeys(deps.postgres, ctx.tenantId, [...byKey.keys()]);
    if (changesOf(deps, known, byKey).length === 0) return;
    await deps.postgres.transaction(async (tx) => {
      // A mapping in review does not affect instances.
      await mappingsStore.beginWrite(tx, ctx.tenantId, { concernInstances: false });
      await write(deps, tx, ctx, byKey);
    });
    deps.onChanged(ctx.tenantId);
  };
}

interface Change {
  before: SoftwareMapping;
  after: WrittenMapping;
}

async function write(deps: SuggestDeps, tx: Sql, ctx: RequestContext, byKey: ReadonlyMap<string, Suggestion>) {
  const known = await mappingsStore.findByNormalizedKeys(tx, ctx.tenantId, [...byKey.keys()]);
  const changes = changesOf(deps, known, byKey);
  if (changes.length === 0) return;
  const written = changes.map(({ after }) => after);
  await mappingsStore.upsert(tx, ctx.tenantId, written);
  // Audits mappings that were active: they no longer match.
  for (const { before, after } of changes.filter(({ before: { status } }) => status === "active")) {
    const target = { kind: "software_mapping", id: before.id };
    const states = { before: auditedMapping(before), after: auditedMapping(after) };
    await deps.recordAudit(tx, ctx, { action: "software_mapping.questioned", target, ...states }, deps.clock.now());
  }
}

function changesOf(
  { clock, isKnownName }: SuggestDeps,
  known: readonly SoftwareMapping[],
  byKey: ReadonlyMap<string, Suggestion>,
): Change[] {
  return known.flatMap((before) => {
    const key = keyOf(before.instanceName, isKnownName);
    const suggestion = key === undefined ? undefined : byKey.get(key);
    const after = suggestion && suggested(before, suggestion);
    return after ? [{ before, after: { ...after, version: before.version + 1, updatedAt: clock.now() } }] : [];
  });
}

/** The mapping with the suggestion; undefined if the model may not change it or agrees with it. */
function suggested(before: SoftwareMapping, { software, confidence }: Suggestion): SoftwareMapping | undefined {
  const percent = Math.round(confidence * 100);
  const isUntouched = before.source === "pending" && before.status === "pending";
  if (isUntouched) return { ...before, software, source: "ai", status: "review", confidence: percent };
  if (before.source !== "ai" || isSame(before.software, software)) return undefined;
  if (before.status === "active") {
    if (before.lastVerified !== null) return undefined;
    const note = `Conflicting proposal: ${software.name}${software.vendor ? ` by ${software.vendor}` : ""} (${percent} %)`;
    const notes = [before.notes, note].filter(Boolean).join("\n").slice(-MAX_NOTES_LENGTH).toWellFormed();
    return { ...before, status: "review", notes };
  }
  return percent > before.confidence ? { ...before, software, status: "review", confidence: percent } : undefined;
}

type Software = SoftwareMapping["software"];

function isSame(a: Software, b: Software): boolean {
  const [maker, other] = [a, b].map(({ vendor }) => normalizeVendor(vendor ?? undefined)?.key ?? "");
  return foldKey(a.name) === foldKey(b.name) && (maker === other || maker === "" || other === "");
}

function cleaned({ name, vendor }: Software): Software {
  return { name: shortened(name, MAX_NAME_LENGTH), vendor: shortened(vendor ?? "", MAX_VENDOR_LENGTH) || null };
}

function keyOf(name: string, isKnownName: (key: string) => boolean): string | undefined {
  const instanceName = instanceNameOf(name);
  return instanceName === "" ? undefined : normalizedKeyOf(normalizedNameOf(instanceName, isKnownName));
}
