import { invalidField } from "../../../errors.ts";
import { parseFields } from "../../../model/fields.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { CollectedAt } from "../../relationships/index.ts";
import { valueAt } from "./json-path.ts";
import type { Place } from "./places.ts";
import { type Patience, queryGraph } from "./query.graph.store.ts";
import type { Lookup, Scope } from "./scope.ts";
import type { Statements } from "./statements.ts";

/** Status and score of services by id. */
export type ServiceHealth = (
  tenantId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { status: string; score: number }>>;

export interface LookupDeps {
  graph: Graph;
  serviceHealth: ServiceHealth;
  /** When collections of scans were last confirmed. */
  collectedAt: CollectedAt;
}

/** Most values of one field that are read from JSON texts. */
const MAX_VALUES = 200_000;
const HEALTH_AT_ONCE = 500;

/**
 * Reads what the lookups of a form need, before the statements that use them run. Answers the fields of which no JSON text
 * holds a value that is not a property.
 */
export async function fillLookups(
  deps: LookupDeps,
  tenantId: string,
  prepared: { scope: Scope; statements: Statements; place: Place | undefined },
  patience: Patience,
): Promise<Set<string>> {
  const { scope, statements, place } = prepared;
  const propertiesAlone = new Set<string>();
  for (const lookup of scope.lookups) {
    const pages = () => {
      const text = statements.lookup(lookup);
      return queryGraph.pages(deps.graph, { text, params: scope.paramsOf(text, { tenantId }) }, patience);
    };
    const values = await valuesOf(deps, tenantId, lookup, { place, pages });
    if (lookup.kind === "json" && Object.keys(values).length === 0) propertiesAlone.add(lookup.field.path);
    scope.setLookup(lookup, values);
  }
  return propertiesAlone;
}

type Pages = () => AsyncIterable<Record<string, unknown>[]>;

async function valuesOf(
  { serviceHealth, collectedAt }: LookupDeps,
  tenantId: string,
  lookup: Lookup,
  { place, pages }: { place: Place | undefined; pages: Pages },
): Promise<Record<string, unknown>> {
  if (lookup.kind === "impact") return impactValues(place, lookup.key);
  if (lookup.kind === "json") return jsonValues(lookup, pages);
  if (lookup.kind === "seen") return seenValues(collectedAt, tenantId, pages);
  const found: Record<string, unknown> = {};
  const ids: string[] = [];
  for await (const page of pages()) ids.push(...page.map(({ id }) => String(id)));
  for (let i = 0; i < ids.length; i += HEALTH_AT_ONCE) {
    const health = await serviceHealth(tenantId, ids.slice(i, i + HEALTH_AT_ONCE));
    for (const [id, { status, score }] of health) found[id] = lookup.key === "status" ? status : score;
  }
  return found;
}

/** Times by collection. */
async function seenValues(collectedAt: CollectedAt, tenantId: string, pages: Pages): Promise<Record<string, unknown>> {
  const found = new Map<string, string>();
  for await (const page of pages()) {
    const keys = new Set(page.map(({ id }) => String(id)));
    const collections = [...keys].map((key) => {
      const [ciId, kind] = key.split(" ") as [string, Parameters<CollectedAt>[1][number]["kind"]];
      return { ciId, kind };
    });
    // The newest collections of a CI are of several kinds.
    for (const [key, at] of await collectedAt(tenantId, collections)) if (keys.has(key)) found.set(key, at);
    if (found.size > MAX_VALUES) {
      throw invalidField("filters", `last_seen is that of more than ${MAX_VALUES} collections of scans: narrow them`);
    }
  }
  return Object.fromEntries(found);
}

function impactValues(place: Place | undefined, key: string): Record<string, unknown> {
  const affected = [...(place?.affected ?? [])];
  return Object.fromEntries(affected.map(([id, ci]) => [id, (ci as unknown as Record<string, unknown>)[key]]));
}

async function jsonValues({ key, field }: Lookup, pages: Pages): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  let count = 0;
  for await (const page of pages()) {
    for (const { id, text } of page) {
      const value = valueAt(parseFields(String(text)), key);
      if (value === undefined) continue;
      if (++count > MAX_VALUES) {
        throw invalidField(
          "filters",
          `more than ${MAX_VALUES} records hold lists or nested values in ${field.path}: narrow them`,
        );
      }
      found[String(id)] = value;
    }
  }
  return found;
}
