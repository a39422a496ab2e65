import { setImmediate } from "node:timers/promises";
import type { CpePairKey, CpeVersionEntry, CpeVersionKey, DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type CpeCandidate, type CpeQuery, type FindCandidatesAsync, parseCpeName } from "../engine/index.ts";
import type { DictionaryPairs } from "./dictionary-pairs.ts";

type Found = Omit<CpeCandidate, "versions">;
type KnownVersion = CpeCandidate["versions"][number];

const YIELD_EVERY = 64;

/**
 * Answers the engine's queries: products from memory, versions and successors from the database, in two statements for any
 * number of queries.
 */
export function createFindCandidates({
  reader,
  pairs,
}: {
  reader: Pick<DictionaryReader, "entriesOfVersions" | "successorsOfPairs">;
  pairs: DictionaryPairs;
}): FindCandidatesAsync {
  return async (queries) => {
    const index = await pairs.current();
    const found: Found[][] = [];
    for (const [at, query] of queries.entries()) {
      found.push(index.candidates(query));
      if (at % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate();
    }
    const [versions, successors] = await Promise.all([
      versionsOf(reader, versionKeys(queries, found)),
      successorsOf(reader, found.flat().filter(isFullyDeprecated)),
    ]);
    return queries.map((query, at) =>
      found[at]!.map((pair) => ({
        ...pair,
        ...successors.get(pairId(pair)),
        versions: knownVersions(pair, query, versions),
      })),
    );
  };
}

function isFullyDeprecated({ entries, deprecated }: Found): boolean {
  return entries > 0 && deprecated === entries;
}

function pairId({ part, vendor, product }: CpePairKey): string {
  return `${part} ${vendor} ${product}`;
}

function versionId(pair: CpePairKey, version: string, update: string | undefined): string {
  return `${pairId(pair)} ${version} ${update === "*" || update === "-" ? "" : (update ?? "")}`;
}

/** Without duplicates: a batch often contains the same program several times. */
function versionKeys(queries: readonly CpeQuery[], found: readonly Found[][]): CpeVersionKey[] {
  const keys = new Map<string, CpeVersionKey>();
  for (const [at, { versions }] of queries.entries()) {
    for (const { vendor, product } of found[at]!) {
      for (const { version } of versions) keys.set(`${vendor} ${product} ${version}`, { vendor, product, version });
    }
  }
  return [...keys.values()];
}

/** Known versions, with the successor of a deprecated one; undefined for a current one. */
async function versionsOf(
  reader: Pick<DictionaryReader, "entriesOfVersions">,
  keys: readonly CpeVersionKey[],
): Promise<Map<string, string | undefined>> {
  const known = new Map<string, string | undefined>();
  const current = new Set<string>();
  const entries: CpeVersionEntry[] = keys.length === 0 ? [] : await reader.entriesOfVersions(keys);
  for (const { update, deprecated, deprecatedBy, ...key } of entries) {
    const id = versionId(key, key.version, update);
    if (!deprecated) current.add(id);
    known.set(id, current.has(id) ? undefined : (known.get(id) ?? deprecatedBy[0]));
  }
  return known;
}

function knownVersions(
  pair: Found,
  { versions }: CpeQuery,
  known: ReadonlyMap<string, string | undefined>,
): KnownVersion[] {
  return versions.flatMap((version) => {
    const id = versionId(pair, version.version, version.update);
    if (!known.has(id)) return [];
    const replacedBy = known.get(id);
    return [replacedBy === undefined ? version : { ...version, replacedBy }];
  });
}

async function successorsOf(
  reader: Pick<DictionaryReader, "successorsOfPairs">,
  deprecated: readonly Found[],
): Promise<Map<string, Pick<CpeCandidate, "replacedBy">>> {
  const distinctPairs = [
    ...new Map(
      deprecated.map(({ part, vendor, product }) => [pairId({ part, vendor, product }), { part, vendor, product }]),
    ).values(),
  ];
  const rows = distinctPairs.length === 0 ? [] : await reader.successorsOfPairs(distinctPairs);
  const successors = new Map<string, Pick<CpeCandidate, "replacedBy">>();
  for (const row of rows) {
    const name = parseCpeName(row.successor);
    if (!name || name.part === "*" || name.part === "-") continue;
    const { part, vendor, product } = name;
    successors.set(pairId(row), { replacedBy: { part, vendor, product } });
  }
  return successors;
}
