import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type BuiltInCatalogue, type BuiltInMapping, compareKeys, matchesFilter } from "./built-in.ts";
import type { SoftwareMapping } from "./mapping.model.ts";
import {
  type ListedRow,
  type MappingColumn,
  type MappingFilter,
  type MappingPlace,
  mappingListStore,
} from "./mapping-list.store.ts";
import { mappingsStore } from "./mappings.store.ts";

export interface ListMappingsInput extends MappingFilter {
  column: MappingColumn;
  order: "asc" | "desc";
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  after?: MappingPlace | undefined;
}

export interface MappingPage {
  items: SoftwareMapping[];
  total: number;
  /** Position of the last entry; undefined at the end. */
  next: MappingPlace | undefined;
}

export interface ReadMappingVerbs {
  /**
   * One page of the tenant's own and the built-in mappings, merged in one order. Throws 403 without `software.read`.
   */
  list(ctx: RequestContext, input: ListMappingsInput): Promise<MappingPage>;
  /** Throws 403 without `software.read`, 404 if neither the tenant nor the built-in catalogue has it. */
  get(ctx: RequestContext, id: string): Promise<SoftwareMapping>;
  /** The tenant's own, or with `source: "system"` the built-in ones, in batches. Throws 403 before it answers. */
  export(ctx: RequestContext, filter: MappingFilter): Promise<AsyncGenerator<SoftwareMapping[]>>;
}

interface ReadDeps {
  postgres: Postgres;
  builtIn: () => BuiltInCatalogue;
}

const BATCH_SIZE = 500;

export function createReadMappings({ postgres, builtIn }: ReadDeps): ReadMappingVerbs {
  return {
    async list(ctx, { column, order, limit, page, after, ...filter }) {
      requireScope(ctx, "software.read");
      const builtInMatches = builtIn().mappings.filter((mapping) => matchesFilter(mapping, filter));
      const offset = after ? 0 : (page - 1) * limit;
      const places = placesOf(builtInMatches, { column, order, after }).slice(0, offset + limit + 1);
      const window = { column, order, limit: limit + 1, offset, after, builtIn: places };
      const [rows, own] = await Promise.all([
        mappingListStore.window(postgres, ctx.tenantId, filter, window),
        mappingListStore.count(postgres, ctx.tenantId, filter),
      ]);
      const items = rows.slice(0, limit).flatMap((row) => mappingOfRow(row, builtIn()) ?? []);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, total: own + builtInMatches.length, next: last && { value: keyOf(last, column), id: last.id } };
    },

    async get(ctx, id) {
      requireScope(ctx, "software.read");
      return findMapping(postgres, builtIn(), ctx.tenantId, id);
    },

    async export(ctx, filter) {
      requireScope(ctx, "software.read");
      if (filter.source === "system")
        return batchesOf(builtIn().mappings.filter((mapping) => matchesFilter(mapping, filter)));
      const read = (after: string) => mappingsStore.batch(postgres, ctx.tenantId, filter, after, BATCH_SIZE);
      // Read before the response starts, so that an unavailable store is still an error response.
      return batches(await read(""), read);
    },
  };
}

/** The tenant's own or a built-in one. Throws 404. */
export async function findMapping(
  postgres: Postgres,
  builtIn: BuiltInCatalogue,
  tenantId: string,
  id: string,
): Promise<SoftwareMapping> {
  const shared = builtIn.get(id);
  if (shared) return { ...shared, usageCount: await mappingsStore.builtInUsage(postgres, tenantId, id) };
  const own = await mappingsStore.find(postgres, tenantId, id);
  if (!own) throw notFound("software mapping");
  return own;
}

function keyOf(mapping: SoftwareMapping | BuiltInMapping, column: MappingColumn): string | Date {
  if (column !== "instanceName") return mapping[column];
  return "nameKey" in mapping ? mapping.nameKey : mapping.instanceName.trim().toLowerCase();
}

type Order = Pick<ListMappingsInput, "column" | "order" | "after">;

/**
 * Positions behind `after` in the given order. All built-in mappings have the same times; the catalogue is sorted by
 * name.
 */
function placesOf(mappings: readonly BuiltInMapping[], { column, order, after }: Order): MappingPlace[] {
  const places = mappings.map((mapping) => ({ value: keyOf(mapping, column), id: mapping.id }));
  if (column !== "instanceName") places.sort((a, b) => compareKeys(a.id, b.id));
  if (order === "desc") places.reverse();
  if (!after) return places;
  const sign = order === "asc" ? 1 : -1;
  return places.filter((place) => sign * comparePlaces(place, after) > 0);
}

function comparePlaces(a: MappingPlace, b: MappingPlace): number {
  const [one, other] = [a.value, b.value];
  const byValue =
    one instanceof Date && other instanceof Date
      ? one.getTime() - other.getTime()
      : compareKeys(String(one), String(other));
  return byValue || compareKeys(a.id, b.id);
}

function mappingOfRow(row: ListedRow, builtIn: BuiltInCatalogue): SoftwareMapping | undefined {
  const { builtInUsage, ...own } = row;
  if (own.createdAt !== null) return own;
  const shared = builtIn.get(row.id);
  return shared && { ...shared, usageCount: builtInUsage ?? 0 };
}

async function* batchesOf(mappings: SoftwareMapping[]): AsyncGenerator<SoftwareMapping[]> {
  for (let at = 0; at < mappings.length; at += BATCH_SIZE) yield mappings.slice(at, at + BATCH_SIZE);
}

async function* batches(
  first: SoftwareMapping[],
  read: (after: string) => Promise<SoftwareMapping[]>,
): AsyncGenerator<SoftwareMapping[]> {
  for (let batch = first; batch.length > 0; ) {
    yield batch;
    const last = batch.at(-1);
    if (batch.length < BATCH_SIZE || !last) return;
    batch = await read(last.id);
  }
}
