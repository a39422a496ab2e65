import { type RequestContext, requireScope } from "../../../context.ts";
import { AppError, conflict, invalidField, notFound } from "../../../errors.ts";
import { isEqualJson } from "../../../model/merge-patch.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { isUniqueViolation } from "../../../platform/postgres/faults.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { RecordAudit } from "../../audit/index.ts";
import type { SoftwareFamilyName } from "../engine/index.ts";
import type { BuiltInCatalogue } from "./built-in.ts";
import {
  auditedMapping,
  type MappingContent,
  mappingTag,
  mayChangeStatus,
  normalizedNameOf,
  type ProcessNames,
  type SoftwareMapping,
  sameContent,
} from "./mapping.model.ts";
import { ACTIVE_NAME_INDEX, mappingsStore } from "./mappings.store.ts";

export interface NewMapping extends MappingContent {
  source: "manual" | "import" | "ai";
}

/** The members to change; absent members do not change. `software` and `processNames` merge member by member. */
export interface MappingPatch extends Partial<Omit<MappingContent, "software" | "processNames" | "family" | "notes">> {
  software?: Partial<MappingContent["software"]> | undefined;
  processNames?: Partial<ProcessNames> | undefined;
  family?: SoftwareFamilyName | null | undefined;
  notes?: string | null | undefined;
}

export interface ManageMappingVerbs {
  /**
   * With `id` a repeat returns the mapping of the first try. Throws 403 without `software.write`, 409 for a name in
   * use.
   */
  create(ctx: RequestContext, fields: NewMapping, id?: string | undefined): Promise<SoftwareMapping>;
  /**
   * Any change makes the mapping `manual`. Throws 403, 404, 409 for built-in mappings, illegal status changes and names
   * in use, 412 if `ifMatch` names another version.
   */
  update(ctx: RequestContext, id: string, patch: MappingPatch, ifMatch?: string | undefined): Promise<SoftwareMapping>;
  /** Records that a person verified the mapping: it becomes active, verified now. Throws like `update`. */
  verify(ctx: RequestContext, id: string): Promise<SoftwareMapping>;
  remove(ctx: RequestContext, id: string, ifMatch?: string | undefined): Promise<void>;
}

export type SendReapply = (tx: Sql, tenantId: string) => Promise<void>;

export interface ManageDeps {
  postgres: Postgres;
  clock: Clock;
  recordAudit: RecordAudit;
  builtIn: () => BuiltInCatalogue;
  isKnownName: (key: string) => boolean;
  /** Called after the tenant's mappings changed, so that this process reloads them at once. */
  onChanged(tenantId: string): void;
  /** Sends the job that applies the mappings to the tenant's instances, once the transaction commits. */
  sendReapply: SendReapply;
}

export function createManageMappings(deps: ManageDeps): ManageMappingVerbs {
  return {
    async create(ctx, { source, ...content }, id = newId()) {
      requireScope(ctx, "software.write");
      return write(deps, ctx, async (tx) => {
        const made = await mappingsStore.find(tx, ctx.tenantId, id);
        if (made) return made;
        const now = deps.clock.now();
        const normalizedName = normalizedNameOf(content.instanceName, deps.isKnownName);
        const times = { lastVerified: null, createdAt: now, updatedAt: now };
        const mapping = {
          ...content,
          ...times,
          id,
          normalizedName,
          source,
          processSource: null,
          usageCount: 0,
          version: 1,
        };
        await mappingsStore.upsert(tx, ctx.tenantId, [mapping]);
        await audit(deps, tx, ctx, "created", { after: mapping });
        return mapping;
      });
    },

    async update(ctx, id, patch, ifMatch) {
      requireScope(ctx, "software.write");
      return write(deps, ctx, async (tx) => {
        const before = await requireOwnMapping(deps, tx, ctx, id, ifMatch);
        const content = patched(before, patch);
        if (!mayChangeStatus(before.status, content.status)) {
          const reason = `cannot become ${content.status} of a mapping that is ${before.status}`;
          throw conflict(`A mapping that is ${before.status} cannot become ${content.status}`, {
            violations: [{ field: "status", reason }],
          });
        }
        if (content.instanceName === "" && content.patterns.length === 0) {
          throw invalidField("instance_name", "is required where there are no instance_patterns");
        }
        if (sameContent(before, content)) return before;
        return replace(deps, tx, ctx, before, { ...before, ...content, source: "manual" }, "updated");
      });
    },

    async verify(ctx, id) {
      requireScope(ctx, "software.write");
      return write(deps, ctx, async (tx) => {
        const before = await requireOwnMapping(deps, tx, ctx, id, undefined);
        const source = before.source === "pending" ? "manual" : before.source;
        const after = { ...before, status: "active" as const, source, lastVerified: deps.clock.now() };
        return replace(deps, tx, ctx, before, after, "verified");
      });
    },

    async remove(ctx, id, ifMatch) {
      requireScope(ctx, "software.write");
      await write(deps, ctx, async (tx) => {
        const before = await requireOwnMapping(deps, tx, ctx, id, ifMatch);
        await mappingsStore.remove(tx, ctx.tenantId, id);
        await audit(deps, tx, ctx, "deleted", { before });
      });
    },
  };
}

/** Runs one write transaction per tenant at a time; throws 409 for a second active mapping of a name. */
async function write<T>(deps: ManageDeps, ctx: RequestContext, work: (tx: Sql) => Promise<T>): Promise<T> {
  try {
    const result = await deps.postgres.transaction(async (tx) => {
      await mappingsStore.beginWrite(tx, ctx.tenantId);
      const result = await work(tx);
      await deps.sendReapply(tx, ctx.tenantId);
      return result;
    });
    deps.onChanged(ctx.tenantId);
    return result;
  } catch (error) {
    throw isUniqueViolation(error, ACTIVE_NAME_INDEX)
      ? conflict("Another active mapping has this instance name", {
          violations: [{ field: "instance_name", reason: "is that of another active mapping" }],
        })
      : error;
  }
}

/** The tenant's own mapping. Throws 404, 409 for a built-in one, 412. */
async function requireOwnMapping(
  { builtIn }: ManageDeps,
  tx: Sql,
  { tenantId }: RequestContext,
  id: string,
  ifMatch: string | undefined,
): Promise<SoftwareMapping> {
  if (builtIn().get(id)) {
    throw conflict("A built-in mapping cannot be changed; create one of your own, which goes before it");
  }
  const mapping = await mappingsStore.find(tx, tenantId, id);
  if (!mapping) throw notFound("software mapping");
  const tags = ifMatch?.split(",").map((tag) => tag.trim());
  if (tags && !tags.includes("*") && !tags.includes(mappingTag(mapping))) {
    throw new AppError("PRECONDITION_FAILED", "The mapping changed since it was read");
  }
  return mapping;
}

function patched(before: SoftwareMapping, { software, processNames, ...patch }: MappingPatch): MappingContent {
  const definedPatch = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...definedPatch,
    software: { ...before.software, ...software },
    processNames: { ...before.processNames, ...processNames },
  };
}

async function replace(
  deps: ManageDeps,
  tx: Sql,
  ctx: RequestContext,
  before: SoftwareMapping,
  changed: SoftwareMapping,
  action: string,
): Promise<SoftwareMapping> {
  const normalizedName = normalizedNameOf(changed.instanceName, deps.isKnownName);
  // As `upsert` records it: other process names than before are those of a person.
  const processSource = isEqualJson(processesOf(before), processesOf(changed)) ? before.processSource : "manual";
  const times = { updatedAt: deps.clock.now(), version: before.version + 1 };
  const after = { ...changed, normalizedName, processSource, ...times };
  await mappingsStore.upsert(tx, ctx.tenantId, [after]);
  await audit(deps, tx, ctx, action, { before, after });
  return after;
}

function processesOf({ processNames, windowsServices }: SoftwareMapping): unknown[] {
  return [processNames, windowsServices];
}

async function audit(
  { recordAudit, clock }: ManageDeps,
  tx: Sql,
  ctx: RequestContext,
  action: string,
  { before, after }: { before?: SoftwareMapping; after?: SoftwareMapping },
): Promise<void> {
  const id = (after ?? before)?.id ?? "";
  const states = { ...(before && { before: auditedMapping(before) }), ...(after && { after: auditedMapping(after) }) };
  const target = { kind: "software_mapping", id };
  await recordAudit(tx, ctx, { action: `software_mapping.${action}`, target, ...states }, clock.now());
}
