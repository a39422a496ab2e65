import { actorName, ownerOf, type RequestContext, requireScope } from "../../context.ts";
import { AppError, conflict, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import {
  cisOf,
  type ListedMap,
  type MapContent,
  onlyOf,
  SAVED_MAP_LIMITS,
  type SavedMap,
  type ShownMap,
  shownMap,
} from "./saved-map.model.ts";
import { savedMapsGraph } from "./saved-maps.graph.store.ts";
import { type MapReader, savedMapsStore } from "./saved-maps.store.ts";

export interface NewSavedMap extends MapContent {
  name: string;
  shared: boolean;
}

/** Members that are undefined stay unchanged. */
export type SavedMapChange = { [K in keyof NewSavedMap]?: NewSavedMap[K] | undefined };

/** Saved maps: one's own and those that others share; an administrator's are all. Another's private one is 404. */
export interface SavedMapVerbs {
  /** Throws 403 without `reports.create` and `cmdb.read`, 404 naming a root that is no CI, 409 for too many maps. */
  save(ctx: RequestContext, input: NewSavedMap, id?: string): Promise<ShownMap>;
  /** Those with the text in their name. Throws 403 without `cmdb.read`. */
  list(ctx: RequestContext, input: TimedPageInput & { search?: string | undefined }): Promise<FoundPage<ListedMap>>;
  /** Throws 403 without `cmdb.read`, 404. */
  get(ctx: RequestContext, id: string): Promise<ShownMap>;
  /** Throws as `save`, 404, and 403 for one that another shares. */
  change(ctx: RequestContext, id: string, change: SavedMapChange): Promise<ShownMap>;
  /** Throws 403 without `reports.create` and `cmdb.read` and for one that another shares, 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
}

export interface SavedMapDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
}

export function createSavedMaps({ graph, postgres, clock }: SavedMapDeps): SavedMapVerbs {
  const find = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const map = await savedMapsStore.find(sql, readerOf(ctx), id, options);
    if (!map) throw notFound("saved map");
    return map;
  };
  const findOwn = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const map = await find(sql, ctx, id, options);
    if (isAdministrator(ctx) || map.owner === ownerOf(ctx.actor)) return map;
    throw new AppError("PERMISSION_DENIED", "Only its owner or an administrator changes a saved map");
  };
  const namesOf = (ctx: RequestContext, content: Pick<MapContent, "roots" | "positions">) =>
    savedMapsGraph.names(graph, ctx.tenantId, cisOf(content));
  const show = async (ctx: RequestContext, map: SavedMap) => shownMap(map, new Set((await namesOf(ctx, map)).keys()));

  return {
    async save(ctx, input, id = newId()) {
      requireWriter(ctx);
      const living = await namesOf(ctx, input);
      const [now, owner] = [clock.now(), ownerOf(ctx.actor)];
      const made = { id, owner, createdAt: now, createdBy: actorName(ctx.actor), updatedAt: now };
      const map = { ...input, ...made, ...namedParts(input, living) };
      const isNew = await postgres.transaction(async (tx) => {
        if ((await savedMapsStore.lockOwned(tx, ctx.tenantId, owner)) >= SAVED_MAP_LIMITS.perOwner) {
          throw conflict(`At most ${SAVED_MAP_LIMITS.perOwner} maps can be saved`);
        }
        if (!(await savedMapsStore.insert(tx, ctx.tenantId, map))) return false;
        const record = { action: "saved_map.created", target: targetOf(map), after: snapshotOf(map) };
        await recordAudit(tx, ctx, record, now);
        return true;
      });
      // An earlier try with the same idempotency key has stored it already.
      return show(ctx, isNew ? map : await find(postgres, ctx, id));
    },

    async list(ctx, { search, ...input }) {
      requireScope(ctx, "cmdb.read");
      const reader = readerOf(ctx);
      return findTimedPage(input, {
        rows: (window) => savedMapsStore.page(postgres, reader, search, window),
        count: () => savedMapsStore.count(postgres, reader, search),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    async get(ctx, id) {
      requireScope(ctx, "cmdb.read");
      return show(ctx, await find(postgres, ctx, id));
    },

    async change(ctx, id, change) {
      requireWriter(ctx);
      // An unknown one is 404, and another's 403, whatever is sent.
      const known = await findOwn(postgres, ctx, id);
      const living = await namesOf(ctx, { roots: change.roots ?? [], positions: change.positions ?? {} });
      // A CI that was deleted since the map was read stays, under the name that it had.
      const named = new Map([...Object.entries(known.names), ...living]);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const changed = await postgres.transaction(async (tx) => {
        const before = await findOwn(tx, ctx, id, { lock: true });
        const content = { ...before, ...given, updatedAt: clock.now() };
        const after: SavedMap = {
          ...content,
          ...namedParts(content, new Map([...Object.entries(before.names), ...named])),
        };
        await savedMapsStore.update(tx, ctx.tenantId, after);
        const record = { target: targetOf(after), before: snapshotOf(before), after: snapshotOf(after) };
        await recordAudit(tx, ctx, { action: "saved_map.updated", ...record }, after.updatedAt);
        return after;
      });
      return show(ctx, changed);
    },

    async remove(ctx, id) {
      requireWriter(ctx);
      await postgres.transaction(async (tx) => {
        const before = await findOwn(tx, ctx, id, { lock: true });
        await savedMapsStore.remove(tx, ctx.tenantId, id);
        const record = { action: "saved_map.deleted", target: targetOf(before), before: snapshotOf(before) };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}

/** The names of a map's CIs. Throws 404 naming a root without one; a position without one is left out. */
function namedParts(
  { roots, positions }: Pick<MapContent, "roots" | "positions">,
  named: ReadonlyMap<string, string>,
): Pick<SavedMap, "positions" | "names"> {
  const unknown = roots.flatMap((id, place) => (named.has(id) ? [] : [`roots.${place}`]));
  if (unknown.length > 0) throw notFound("CI", ...unknown);
  const kept = onlyOf(positions, named);
  const names = cisOf({ roots, positions: kept }).map((id) => [id, named.get(id) ?? ""] as const);
  return { positions: kept, names: Object.fromEntries(names) };
}

/** A map names CIs: whoever saves one reads them. */
function requireWriter(ctx: RequestContext): void {
  requireScope(ctx, "reports.create");
  requireScope(ctx, "cmdb.read");
}

/** Who may manage the tenant's users. */
function isAdministrator({ scopes }: RequestContext): boolean {
  return scopes.has("admin.users");
}

function readerOf(ctx: RequestContext): MapReader {
  return { tenantId: ctx.tenantId, owner: isAdministrator(ctx) ? undefined : ownerOf(ctx.actor) };
}

function targetOf({ id }: SavedMap) {
  return { kind: "saved_map", id };
}

/** A saved map as the audit log shows it: without its positions. */
function snapshotOf({ name, roots, depth, direction, filters, view, groupBy, positions, shared }: SavedMap) {
  const placed = Object.keys(positions).length;
  return { name, roots, depth, direction, filters, view, group_by: groupBy, positions: placed, shared };
}
