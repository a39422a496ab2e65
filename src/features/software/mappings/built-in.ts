import { searchTerms } from "../../../model/search-text.ts";
import { derivedId } from "../../../platform/ids.ts";
import {
  createMappingMatcher,
  foldKey,
  type Knowledge,
  type KnownProduct,
  type MappingMatcher,
} from "../engine/index.ts";
import {
  type CatalogueMapping,
  nameKeyOf,
  normalizedNameOf,
  type ProcessNames,
  type ProcessType,
  type SoftwareMapping,
  searchTextOf,
  toMatchable,
} from "./mapping.model.ts";

export type BuiltInMapping = SoftwareMapping & { nameKey: string; searchText: string };

/** The catalogue shipped with the service: read-only, shared by all tenants. */
export interface BuiltInCatalogue {
  /** Sorted by name. */
  mappings: readonly BuiltInMapping[];
  get(id: string): BuiltInMapping | undefined;
  /** Matches products of any platform: the platform of a bare name is unknown. */
  matcher: MappingMatcher<CatalogueMapping>;
}

/** Older than any mapping of a tenant, so that lists with the newest first show the tenant's own first. */
const CREATED_AT_TEXT = "2026-01-01T00:00:00.000Z";
const CREATED_AT = new Date(CREATED_AT_TEXT);
/** Shorter forms are abbreviations, which many products share. */
const MIN_FORM_LENGTH = 4;
const MAX_FORMS = 20;

/** Id of a known product's built-in mapping: the same in every process and version that knows the product. */
export function builtInMappingId({ name, vendor, platforms }: KnownProduct): string {
  return derivedId("built_in_mapping", foldKey(name), foldKey(vendor), [...(platforms ?? [])].sort().join());
}

/**
 * Builds mappings from the knowledge, which takes about a second. Keeps only what matching needs; the full list, which
 * is needed rarely, is built again from the knowledge after the last one was garbage-collected.
 */
export function createBuiltInCatalogue(knowledge: Knowledge): BuiltInCatalogue {
  const byId = new Map<string, KnownProduct>();
  const onAnyPlatform: CatalogueMapping[] = [];
  const empty: Empty = { list: [], processes: { windows: [], macos: [], linux: [] } };
  for (const product of knowledge.products) {
    const id = builtInMappingId(product);
    if (byId.has(id)) continue;
    byId.set(id, product);
    if (!product.platforms)
      onAnyPlatform.push(withSharedEmptyLists(toMatchable(toMapping(id, product, knowledge)), empty));
  }
  let lastList: WeakRef<readonly BuiltInMapping[]> | undefined;
  return {
    get mappings() {
      const held = lastList?.deref();
      if (held) return held;
      const made = [...byId].map(([id, product]) => toMapping(id, product, knowledge));
      made.sort((a, b) => compareKeys(a.nameKey, b.nameKey) || compareKeys(a.id, b.id));
      lastList = new WeakRef(made);
      return made;
    },
    get(id) {
      const product = byId.get(id);
      return product && toMapping(id, product, knowledge);
    },
    matcher: createMappingMatcher(onAnyPlatform),
  };
}

/** Empty lists that all mappings share to save memory; never changed. */
interface Empty {
  list: readonly string[];
  processes: ProcessNames;
}

function withSharedEmptyLists(mapping: CatalogueMapping, empty: Empty): CatalogueMapping {
  const { patterns, processNames, windowsServices } = mapping;
  const { windows, macos, linux } = processNames;
  mapping.createdAt = CREATED_AT_TEXT;
  if (patterns.length === 0) mapping.patterns = empty.list;
  if (windowsServices.length === 0) mapping.windowsServices = empty.list;
  if (windows.length + macos.length + linux.length === 0) mapping.processNames = empty.processes;
  return mapping;
}

/** Compares well-formed texts by code points, as Postgres does in the collation "C". */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Surrogates rank last: their code points follow all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export interface BuiltInFilter {
  status?: string | undefined;
  source?: string | undefined;
  family?: string | undefined;
  processType?: string | undefined;
  search?: string | undefined;
}

/** Whether the mapping matches the filter. */
export function matchesFilter(
  mapping: BuiltInMapping,
  { status, source, family, processType, search }: BuiltInFilter,
): boolean {
  return (
    (status === undefined || status === mapping.status) &&
    (source === undefined || source === mapping.source) &&
    (family === undefined || family === mapping.family) &&
    (processType === undefined || processType === mapping.processType) &&
    (search === undefined || searchTerms(search).every((word) => mapping.searchText.includes(word)))
  );
}

function toMapping(id: string, product: KnownProduct, knowledge: Knowledge): BuiltInMapping {
  const { name, vendor, family, processes, services } = product;
  const content = {
    instanceName: name,
    patterns: formsOf(product, knowledge).map((form) => `^${escaped(form)}$`),
    software: { name, vendor: vendor || null },
    family,
    processNames: namesOf(processes),
    windowsServices: [...services],
    processType: processTypeOf(product),
    status: "active" as const,
    confidence: 100,
    notes: null,
  };
  return {
    ...content,
    id,
    normalizedName: normalizedNameOf(name, knowledge.isKnownName),
    source: "system",
    processSource: null,
    usageCount: 0,
    lastVerified: null,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    version: 0,
    nameKey: nameKeyOf(name),
    searchText: searchTextOf({ ...content, patterns: [...product.names] }),
  };
}

function namesOf({ windows = [], macos = [], linux = [] }: KnownProduct["processes"]): ProcessNames {
  return { windows: [...windows], macos: [...macos], linux: [...linux] };
}

/** Other spellings that no other product has. */
function formsOf({ id, name, names }: KnownProduct, { byName }: Knowledge): string[] {
  const own = new Set([foldKey(name)]);
  const forms = names.filter((form) => {
    const key = foldKey(form);
    if (own.has(key) || key.length < MIN_FORM_LENGTH) return false;
    own.add(key);
    return (byName.get(key) ?? []).every((product) => product === id);
  });
  return forms.slice(0, MAX_FORMS);
}

function processTypeOf({ kind, services }: KnownProduct): ProcessType {
  if (kind === "component") return "library";
  return services.length > 0 ? "service" : "application";
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
