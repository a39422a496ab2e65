import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { SourceClass, StoredCi } from "./ci.model.ts";
import { ciReads } from "./ci.store.ts";

/** Where a value comes from. */
export interface ValueSource {
  /** `name`, `type`, `status`, `description`, `attributes.<key>` or `custom_fields.<key>`. */
  field: string;
  sourceClass: SourceClass;
  /** When that source gave the value, ISO 8601. */
  since: string;
  /** The scanner, where one reported it and that was kept. */
  scannerId: string | null;
}

/** The source of each value that a CI has, in the order of its fields. Throws 403 without `cmdb.read`, 404. */
export type ReadValueSources = (ctx: RequestContext, id: string) => Promise<ValueSource[]>;

export function createReadValueSources({ graph }: { graph: Graph }): ReadValueSources {
  return async (ctx, id) => {
    requireScope(ctx, "cmdb.read");
    const ci = await ciReads.stored(graph, ctx.tenantId, id);
    if (!ci) throw notFound("CI");
    return fieldsOf(ci).map((field) => sourceOf(ci, field));
  };
}

function fieldsOf(ci: StoredCi): string[] {
  const own = ["name", "type", "status", ...(ci.description === null ? [] : ["description"])];
  const keysOf = (prefix: string, values: object) => Object.keys(values).map((key) => `${prefix}.${key}`);
  return [...own, ...keysOf("attributes", ci.attributes), ...keysOf("custom_fields", ci.customFields)];
}

/** A value without an entry is as old as the CI and has the source that made it. */
function sourceOf(ci: StoredCi, field: string): ValueSource {
  const entry = Object.hasOwn(ci.provenance, field) ? ci.provenance[field] : undefined;
  const [sourceClass, since, scannerId] = entry ?? [ci.source, ci.createdAt];
  return { field, sourceClass, since, scannerId: scannerId ?? null };
}
