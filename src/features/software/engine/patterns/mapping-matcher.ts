import { compare } from "../../../../model/order.ts";
import { cleanText, foldKey } from "../names/name-keys.ts";
import { normalizeVendor } from "../names/normalize-vendor.ts";
import { type CompiledPattern, checkPattern, exactTextOf, foldCase, MAX_MATCHED_LENGTH } from "./check-pattern.ts";
import { createLiteralIndex, type LiteralIndex } from "./literal-index.ts";
import { literalPrefix, requiredLiterals } from "./required-literals.ts";
import { createSlices, runToEnd, type Slices } from "./slices.ts";

/** The members of a mapping that matching needs. Only active mappings are matched. */
export interface MatchableMapping {
  id: string;
  /** Name of the installed application; may be empty if there are patterns. */
  instanceName: string;
  /** By `normalizeName`, computed when the mapping is stored. */
  normalizedName: string;
  /** Vendor of the mapped software. */
  vendor: string | undefined;
  /** Name of the mapped software; undefined if only the instance name matches. */
  softwareName?: string | undefined;
  patterns: readonly string[];
  source: "manual" | "import" | "ai" | "system";
  /** 0 to 100. */
  confidence: number;
  usageCount: number;
  /** ISO 8601. */
  createdAt: string;
}

export interface MappingMatch<M extends MatchableMapping> {
  mapping: M;
  matchedBy: "exact_name" | "vendor_and_name" | "normalized_name" | "pattern";
}

/** A program to match: as reported, with its generic name. */
export interface MappingSubject {
  name: string;
  vendor?: string | undefined;
  normalizedName: string;
}

export interface MappingMatcher<M extends MatchableMapping> {
  /** The best mapping by the order of strategies (rule 4 in section 1 of the interface specification), or undefined. */
  match(subject: MappingSubject): MappingMatch<M> | undefined;
  /** Like `match`, but yields to the event loop: a tenant's patterns may take milliseconds each. */
  matchAsync(subject: MappingSubject): Promise<MappingMatch<M> | undefined>;
  readonly size: number;
  /** Patterns that failed `checkPattern` and are skipped, with the mapping's id; found when a search first tries them. */
  readonly refused: readonly { id: string; pattern: string; reason: string }[];
}

const SOURCE_RANK: Readonly<Record<MatchableMapping["source"], number>> = { manual: 0, import: 1, ai: 2, system: 3 };

/** Ranks manual before import before AI before built-in, then by confidence, usage, age. Negative: `a` ranks first. */
function compareMappings(a: MatchableMapping, b: MatchableMapping): number {
  return (
    SOURCE_RANK[a.source] - SOURCE_RANK[b.source] ||
    b.confidence - a.confidence ||
    b.usageCount - a.usageCount ||
    compare(a.createdAt, b.createdAt) ||
    compare(a.id, b.id)
  );
}

/**
 * Matches names against a tenant's mappings in memory: three hash look-ups, then the few patterns with a literal in the
 * name. A match in `mappings` (the tenant's own) by any strategy wins over every match in `base` (the built-in ones).
 */
export function createMappingMatcher<M extends MatchableMapping>(
  mappings: readonly M[],
  base?: MappingMatcher<M>,
): MappingMatcher<M> {
  return runToEnd(buildMatcher(mappings, base, createSlices()));
}

/** The same, and yields to the event loop: a tenant may have thousands of patterns. Searches share `slices` too. */
export function loadMappingMatcher<M extends MatchableMapping>(
  mappings: readonly M[],
  base: MappingMatcher<M>,
  slices: Slices,
): Promise<MappingMatcher<M>> {
  return slices.run(buildMatcher(mappings, base, slices));
}

function* buildMatcher<M extends MatchableMapping>(
  mappings: readonly M[],
  base: MappingMatcher<M> | undefined,
  slices: Slices,
): Generator<void, MappingMatcher<M>> {
  const ranked = [...mappings].sort(compareMappings);
  const exact = new Map<string, M>();
  const vendorAndName = new Map<string, M>();
  const normalized = new Map<string, M>();
  for (const mapping of ranked) {
    yield;
    const name = exactKey(mapping.instanceName);
    const generic = foldKey(mapping.normalizedName);
    const maker = normalizeVendor(mapping.vendor)?.key;
    if (name !== "") setFirst(exact, name, mapping);
    const product = foldKey(mapping.softwareName ?? "");
    for (const key of new Set([generic, product])) {
      if (maker !== undefined && key !== "") setFirst(vendorAndName, `${maker} ${key}`, mapping);
    }
    if (generic !== "") setFirst(normalized, generic, mapping);
  }
  const patterns = yield* createPatternSet(ranked);

  function* searchOverlay({
    name,
    vendor,
    normalizedName,
  }: MappingSubject): Generator<void, MappingMatch<M> | undefined> {
    const byName = exact.get(exactKey(name));
    if (byName) return { mapping: byName, matchedBy: "exact_name" };
    const generic = foldKey(normalizedName);
    const maker = normalizeVendor(vendor)?.key;
    const byMaker = maker === undefined ? undefined : vendorAndName.get(`${maker} ${generic}`);
    if (byMaker) return { mapping: byMaker, matchedBy: "vendor_and_name" };
    const byGeneric = normalized.get(generic);
    if (byGeneric) return { mapping: byGeneric, matchedBy: "normalized_name" };
    const byPattern = yield* patterns.search(name);
    return byPattern && { mapping: byPattern, matchedBy: "pattern" };
  }

  return {
    match: (subject) => runToEnd(searchOverlay(subject)) ?? base?.match(subject),
    matchAsync: async (subject) => (await slices.run(searchOverlay(subject))) ?? base?.matchAsync(subject),
    size: mappings.length + (base?.size ?? 0),
    get refused() {
      return [...patterns.refused, ...(base?.refused ?? [])];
    },
  };
}

function setFirst<M>(map: Map<string, M>, key: string, mapping: M): void {
  if (!map.has(key)) map.set(key, mapping);
}

/** The key for exact names, which ignore case and surrounding blanks. */
function exactKey(name: string): string {
  return name.slice(0, 4096).trim().toLowerCase();
}

interface Pattern<M> {
  mapping: M;
  source: string;
  prefix: number;
  /** Compiled on first use and cached while there is room: most patterns of a tenant are never tried. */
  compiled: CompiledPattern | undefined;
}

interface PatternSet<M> {
  /** Yields after each pattern that is tried. */
  search(name: string): Generator<void, M | undefined>;
  refused: { id: string; pattern: string; reason: string }[];
}

/** Limit of cached automata of one tenant in instructions, some 100 MB: thousands of usual patterns, few of the largest. */
const MAX_CACHED_SIZE = 250_000;

function* createPatternSet<M extends MatchableMapping>(ranked: readonly M[]): Generator<void, PatternSet<M>> {
  const refused: PatternSet<M>["refused"] = [];
  const patterns: Pattern<M>[] = [];
  for (const mapping of ranked) {
    for (const source of mapping.patterns) {
      yield;
      patterns.push({ mapping, source, prefix: literalPrefix(source).length, compiled: undefined });
    }
  }
  // The longest literal prefix first; the stable sort keeps the ranks of mappings among equals.
  patterns.sort((a, b) => b.prefix - a.prefix);
  const { exactTexts, unindexed, byLiteral } = yield* indexPatterns(patterns);
  const refusedPositions = new Set<number>();
  const cached: Pattern<M>[] = [];
  let cachedSize = 0;

  function cache(pattern: Pattern<M>, compiled: CompiledPattern): void {
    pattern.compiled = compiled;
    if (compiled.size === 0) return;
    cached.push(pattern);
    cachedSize += compiled.size;
    while (cachedSize > MAX_CACHED_SIZE) {
      const oldest = cached.shift()!;
      cachedSize -= oldest.compiled!.size;
      oldest.compiled = undefined;
    }
  }

  function matchesAt(at: number, text: string): boolean {
    const pattern = patterns[at]!;
    if (refusedPositions.has(at)) return false;
    if (!pattern.compiled) {
      const { compiled, reason } = checkPattern(pattern.source);
      if (!compiled) {
        refusedPositions.add(at);
        refused.push({ id: pattern.mapping.id, pattern: pattern.source, reason });
        return false;
      }
      cache(pattern, compiled);
      return compiled.test(text);
    }
    return pattern.compiled.test(text);
  }

  return {
    refused,
    *search(name) {
      const text = cleanText(name.slice(0, MAX_MATCHED_LENGTH));
      const folded = foldCase(text);
      const exact = exactTexts.get(folded);
      for (const at of merged(byLiteral.find(folded), unindexed)) {
        if (exact !== undefined && at >= exact) break;
        if (matchesAt(at, text)) return patterns[at]!.mapping;
        yield;
      }
      return exact === undefined ? undefined : patterns[exact]!.mapping;
    },
  };
}

interface PatternIndex {
  /** The first pattern that matches exactly one text, by that text. */
  exactTexts: ReadonlyMap<string, number>;
  /** Patterns without a required literal: every search tries them. */
  unindexed: readonly number[];
  /** All others, by their required literals. */
  byLiteral: LiteralIndex;
}

function* indexPatterns(patterns: readonly { source: string }[]): Generator<void, PatternIndex> {
  const exactTexts = new Map<string, number>();
  const unindexed: number[] = [];
  const withLiterals: { id: number; literals: readonly string[] }[] = [];
  for (const [id, { source }] of patterns.entries()) {
    yield;
    const text = exactTextOf(source);
    const literals = text === undefined ? requiredLiterals(source) : undefined;
    if (text !== undefined) setFirst(exactTexts, text, id);
    else if (literals) withLiterals.push({ id, literals });
    else unindexed.push(id);
  }
  return { exactTexts, unindexed, byLiteral: createLiteralIndex(withLiterals) };
}

/** Merges two ascending lists. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  if (b.length === 0) return [...a];
  return [...a, ...b].sort((x, y) => x - y);
}
