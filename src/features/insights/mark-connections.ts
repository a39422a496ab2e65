import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Relationship, RelationshipVerbs } from "../relationships/index.ts";
import { insightsStore, type StoredConnection, type Written } from "./insights.store.ts";

export interface MarkDeps {
  postgres: Postgres;
  relationships: Pick<RelationshipVerbs, "list" | "update">;
}

/** Below, a word is kept as an insight and goes no further. */
const LEAST_CONFIDENCE = 0.7;

const PAGE = 200;
const MOST_PAGES = 10;
const KEYS = ["application_protocol", "communication_pattern"] as const;
type Marks = Written[string];
/** Changed or removed by others since it was read. */
const PASSED_BY: ReadonlySet<string> = new Set(["PRECONDITION_FAILED", "RESOURCE_NOT_FOUND"]);

/**
 * Writes what a model makes of connections to the `Connected To` that stand for them, as `application_protocol` and
 * `communication_pattern`: where nothing stands, or what was written before. What a person wrote or removed stays so.
 */
export async function markConnections(deps: MarkDeps, ctx: RequestContext, ciId: string): Promise<void> {
  const connections = await insightsStore.connections(deps.postgres, ctx.tenantId, ciId);
  const sure = connections.filter(
    ({ confidence, targetCiId }) => confidence >= LEAST_CONFIDENCE && targetCiId !== null,
  );
  if (sure.length === 0) return;
  const relationships = await outgoing(deps, ctx, ciId);
  for (const connection of sure) {
    const own = relationships.filter((one) => isOf(connection, one));
    const marked = await Promise.all(own.map((one) => mark(deps, ctx, connection, one)));
    const written: Written = { ...connection.written, ...Object.fromEntries(marked.flat()) };
    if (JSON.stringify(written) === JSON.stringify(connection.written)) continue;
    await insightsStore.noteWritten(deps.postgres, ctx.tenantId, ciId, connection.groupKey, written);
  }
}

async function outgoing({ relationships }: MarkDeps, ctx: RequestContext, ciId: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  const input = { sourceCi: ciId, type: "Connected To", includeAi: false, order: "asc", limit: PAGE, page: 1 } as const;
  let after: Awaited<ReturnType<RelationshipVerbs["list"]>>["next"];
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next } = await relationships.list(ctx, { ...input, after });
    found.push(...items);
    if (!next) break;
    after = next;
  }
  return found;
}

function isOf({ targetCiId, processName, ports }: StoredConnection, { target, attributes }: Relationship): boolean {
  const { source_process: process = null, port } = attributes;
  return target.id === targetCiId && process === processName && ports.some((one) => one === port);
}

/** What stands there of ours by now, by relationship. */
async function mark(
  { relationships }: MarkDeps,
  ctx: RequestContext,
  connection: StoredConnection,
  { id, version, attributes }: Relationship,
): Promise<[string, Marks][]> {
  const wanted = marksOf(connection);
  const before = connection.written[id] ?? {};
  const own: Marks = {};
  const patch: Marks = {};
  for (const key of KEYS) {
    const [stands, ours, want] = [attributes[key], before[key], wanted[key]];
    if (want === undefined || (stands !== want && stands !== ours)) continue;
    own[key] = want;
    if (stands !== want) patch[key] = want;
  }
  if (Object.keys(patch).length > 0) {
    try {
      await relationships.update(ctx, { id, patch: { attributes: { ...patch } }, ifMatch: `"${version}"` });
    } catch (error) {
      if (error instanceof AppError && PASSED_BY.has(error.code)) return [];
      throw error;
    }
  }
  const marks = { ...before, ...own };
  return Object.keys(marks).length === 0 ? [] : [[id, marks]];
}

function marksOf({ applicationProtocol, communicationPattern }: StoredConnection): Marks {
  return {
    ...(applicationProtocol !== null && { application_protocol: applicationProtocol }),
    ...(communicationPattern !== "unknown" && { communication_pattern: communicationPattern }),
  };
}
