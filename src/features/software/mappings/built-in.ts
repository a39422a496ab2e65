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

/** The catalogue that comes with the service: read-only, shared by all tenants. */
export interface BuiltInCatalogue {
  /** By name. */
  mappings: readonly BuiltInMapping[];
  get(id: string): BuiltInMapping | undefined;
  /** Those of products that are not bound to a platform: of a bare name nothing else is known. */
  matcher: MappingMatcher<CatalogueMapping>;
}

/** Older than whatever a tenant makes: newest first, the tenant's own stand above. */
const MADE_AT = new Date("2026-01-01T00:00:00.000Z");
/** Forms shorter than this are abbreviations, which many products share. */
const SHORTEST_FORM = 4;
const MOST_FORMS = 20;

/** Id of a known product's built-in mapping: the same in every process and version that knows the product. */
export function builtInMappingId({ name, vendor, platforms }: KnownProduct): string {
  return derivedId("built_in_mapping", foldKey(name), foldKey(vendor), [...(platforms ?? [])].sort().join());
}

/** The knowledge as mappings. Takes a moment: made once, when first asked for. */
export function createBuiltInCatalogue(knowledge: Knowledge): BuiltInCatalogue {
  const mappings: BuiltInMapping[] = [];
  const free: CatalogueMapping[] = [];
  const byId = new Map<string, BuiltInMapping>();
  for (const product of knowledge.products) {
    const mapping = toMapping(product, knowledge);
    if (byId.has(mapping.id)) continue;
    byId.set(mapping.id, mapping);
    mappings.push(mapping);
    if (!product.platforms) free.push(toMatchable(mapping));
  }
  mappings.sort((a, b) => compareKeys(a.nameKey, b.nameKey) || compareKeys(a.id, b.id));
  return { mappings, get: (id) => byId.get(id), matcher: createMappingMatcher(free) };
}

/** As Postgres compares in the collation "C": by code points. Both well-formed. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for the code points behind all others. */
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

/** Whether the mapping fits what a list is narrowed by. */
export function fits(mapping: BuiltInMapping, { status, source, family, processType, search }: BuiltInFilter): boolean {
  return (
    (status === undefined || status === mapping.status) &&
    (source === undefined || source === mapping.source) &&
    (family === undefined || family === mapping.family) &&
    (processType === undefined || processType === mapping.processType) &&
    (search === undefined || searchTerms(search).every((word) => mapping.searchText.includes(word)))
  );
}

function toMapping(product: KnownProduct, knowledge: Knowledge): BuiltInMapping {
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
    id: builtInMappingId(product),
    normalizedName: normalizedNameOf(name, knowledge.isKnownName),
    source: "system",
    usageCount: 0,
    lastVerified: null,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    version: 0,
    nameKey: nameKeyOf(name),
    searchText: searchTextOf({ ...content, patterns: [...product.names] }),
  };
}

function namesOf({ windows = [], macos = [], linux = [] }: KnownProduct["processes"]): ProcessNames {
  return { windows: [...windows], macos: [...macos], linux: [...linux] };
}

/** Other spellings that are this product's alone. */
function formsOf({ id, name, names }: KnownProduct, { byName }: Knowledge): string[] {
  const own = new Set([foldKey(name)]);
  const forms = names.filter((form) => {
    const key = foldKey(form);
    if (own.has(key) || key.length < SHORTEST_FORM) return false;
    own.add(key);
    return (byName.get(key) ?? []).every((product) => product === id);
  });
  return forms.slice(0, MOST_FORMS);
}

function processTypeOf({ kind, services }: KnownProduct): ProcessType {
  if (kind === "component") return "library";
  return services.length > 0 ? "service" : "application";
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
