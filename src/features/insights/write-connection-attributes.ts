import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Relationship, RelationshipVerbs } from "../relationships/index.ts";
import { insightsStore, type StoredConnection, type WrittenAttributes } from "./insights.store.ts";

export interface WriteAttributesDeps {
  postgres: Postgres;
  relationships: Pick<RelationshipVerbs, "list" | "update">;
}

/** Insights below this confidence are stored, but not written to relationships. */
const MIN_CONFIDENCE = 0.7;

const PAGE_SIZE = 200;
const MAX_PAGES = 10;
const ATTRIBUTE_NAMES = ["application_protocol", "communication_pattern"] as const;
type InsightAttributes = WrittenAttributes[string];
/** Error codes of a relationship that was changed or deleted since it was read. */
const CONCURRENT_CHANGE: ReadonlySet<string> = new Set(["PRECONDITION_FAILED", "RESOURCE_NOT_FOUND"]);

/**
 * Writes insights into connections to their `Connected To` relationships, as attributes `application_protocol` and
 * `communication_pattern`. Overwrites only missing attributes and its own earlier values: what a person wrote or removed
 * stays.
 */
export async function writeConnectionAttributes(
  deps: WriteAttributesDeps,
  ctx: RequestContext,
  ciId: string,
): Promise<void> {
  const connections = await insightsStore.connections(deps.postgres, ctx.tenantId, ciId);
  const confident = connections.filter(
    ({ confidence, targetCiId }) => confidence >= MIN_CONFIDENCE && targetCiId !== null,
  );
  if (confident.length === 0) return;
  const relationships = await listOutgoing(deps, ctx, ciId);
  for (const connection of confident) {
    const matching = relationships.filter((relationship) => represents(connection, relationship));
    const entries = await Promise.all(
      matching.map((relationship) => writeAttributes(deps, ctx, connection, relationship)),
    );
    const written: WrittenAttributes = { ...connection.written, ...Object.fromEntries(entries.flat()) };
    if (JSON.stringify(written) === JSON.stringify(connection.written)) continue;
    await insightsStore.recordWritten(deps.postgres, ctx.tenantId, ciId, connection.groupKey, written);
  }
}

async function listOutgoing(
  { relationships }: WriteAttributesDeps,
  ctx: RequestContext,
  ciId: string,
): Promise<Relationship[]> {
  const found: Relationship[] = [];
  const input = {
    sourceCi: ciId,
    type: "Connected To",
    includeAi: false,
    order: "asc",
    limit: PAGE_SIZE,
    page: 1,
  } as const;
  let after: Awaited<ReturnType<RelationshipVerbs["list"]>>["next"];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await relationships.list(ctx, { ...input, after });
    found.push(...items);
    if (!next) break;
    after = next;
  }
  return found;
}

function represents(
  { targetCiId, processName, ports }: StoredConnection,
  { target, attributes }: Relationship,
): boolean {
  const { source_process: process = null, port } = attributes;
  return target.id === targetCiId && process === processName && ports.some((candidate) => candidate === port);
}

/** Returns the attributes that the relationship now has from insights, by its id; empty if others changed it. */
async function writeAttributes(
  { relationships }: WriteAttributesDeps,
  ctx: RequestContext,
  connection: StoredConnection,
  { id, version, attributes }: Relationship,
): Promise<[string, InsightAttributes][]> {
  const wanted = attributesOf(connection);
  const before = connection.written[id] ?? {};
  const written: InsightAttributes = {};
  const patch: InsightAttributes = {};
  for (const key of ATTRIBUTE_NAMES) {
    const [current, previous, next] = [attributes[key], before[key], wanted[key]];
    if (next === undefined || (current !== next && current !== previous)) continue;
    written[key] = next;
    if (current !== next) patch[key] = next;
  }
  if (Object.keys(patch).length > 0) {
    try {
      await relationships.update(ctx, { id, patch: { attributes: { ...patch } }, ifMatch: `"${version}"` });
    } catch (error) {
      if (error instanceof AppError && CONCURRENT_CHANGE.has(error.code)) return [];
      throw error;
    }
  }
  const all = { ...before, ...written };
  return Object.keys(all).length === 0 ? [] : [[id, all]];
}

function attributesOf({ applicationProtocol, communicationPattern }: StoredConnection): InsightAttributes {
  return {
    ...(applicationProtocol !== null && { application_protocol: applicationProtocol }),
    ...(communicationPattern !== "unknown" && { communication_pattern: communicationPattern }),
  };
}
