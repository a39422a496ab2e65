import type { CpePair, DictionaryReader } from "../../cpe-dictionary/index.ts";
import {
  type CpeCandidate,
  type CpeQuery,
  type CpeVersion,
  type FindCandidatesLater,
  foldKey,
  parseCpeName,
} from "../engine/index.ts";

const MOST_CANDIDATES = 48;

/**
 * Candidates from the dictionary in Postgres: its vendors' products in memory, by the comparing key of the product, read
 * anew when the dictionary has changed; titles and versions by question.
 */
export function createDictionaryCandidates(
  reader: Pick<DictionaryReader, "change" | "readPairs" | "pairsByWords" | "entriesOfPair">,
): FindCandidatesLater {
  let held: { change: number; byKey: Promise<Map<string, CpePair[]>> } | undefined;

  const pairsByKey = async (): Promise<Map<string, CpePair[]>> => {
    const change = await reader.change();
    if (held?.change !== change) {
      const byKey = readAll(reader);
      held = { change, byKey };
      // A reading that failed is not kept; who asked for it is told.
      byKey.catch(() => {
        held = undefined;
      });
    }
    return held.byKey;
  };

  const answer = async (query: CpeQuery, byKey: Map<string, CpePair[]>): Promise<CpeCandidate[]> => {
    const exact = query.pairs.flatMap(({ vendor, product }) =>
      (byKey.get(foldKey(product)) ?? []).filter((pair) => pair.vendor === vendor && pair.product === product),
    );
    const keyed = query.keys.flatMap((key) => byKey.get(key) ?? []);
    const titled = query.words.length > 0 ? await reader.pairsByWords(query.words.join(" "), MOST_CANDIDATES) : [];
    const distinct = new Map([...exact, ...keyed, ...titled].map((pair) => [pairKey(pair), pair]));
    const pairs = [...distinct.values()].slice(0, MOST_CANDIDATES);
    return Promise.all(pairs.map((pair) => candidateOf(reader, pair, query.versions)));
  };

  return async (queries) => {
    const byKey = await pairsByKey();
    const answers: CpeCandidate[][] = [];
    for (const query of queries) answers.push(await answer(query, byKey));
    return answers;
  };
}

async function readAll(reader: Pick<DictionaryReader, "readPairs">): Promise<Map<string, CpePair[]>> {
  const byKey = new Map<string, CpePair[]>();
  for await (const portion of reader.readPairs()) {
    for (const pair of portion) {
      const key = foldKey(pair.product);
      const list = byKey.get(key);
      if (list) list.push(pair);
      else byKey.set(key, [pair]);
    }
  }
  return byKey;
}

async function candidateOf(
  reader: Pick<DictionaryReader, "entriesOfPair">,
  pair: CpePair,
  versions: readonly CpeVersion[],
): Promise<CpeCandidate> {
  const { part, vendor, product, entries, deprecated, targetSw, titles } = pair;
  const asked = [...new Set(versions.map(({ version }) => version))];
  const found = asked.length === 0 ? [] : await reader.entriesOfPair(pair, { versions: asked, limit: 500 });
  const known = versions.flatMap((version) => {
    const entry = found.find(
      (one) => one.version === version.version && updateOf(one.update) === (version.update ?? ""),
    );
    if (!entry) return [];
    const successor = entry.deprecated ? entry.deprecatedBy[0] : undefined;
    return [successor === undefined ? version : { ...version, replacedBy: successor }];
  });
  const replacedBy = deprecated === entries ? await successorOf(reader, pair) : undefined;
  const words = [...new Set(titles.flatMap((title) => title.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []))];
  return {
    part,
    vendor,
    product,
    targets: targetSw,
    entries,
    deprecated,
    words,
    versions: known,
    ...(replacedBy && { replacedBy }),
  };
}

async function successorOf(reader: Pick<DictionaryReader, "entriesOfPair">, pair: CpePair) {
  const [entry] = await reader.entriesOfPair(pair, { limit: 1 });
  const name = parseCpeName(entry?.deprecatedBy[0] ?? "");
  if (!name || name.part === "*" || name.part === "-") return undefined;
  return { part: name.part, vendor: name.vendor, product: name.product };
}

function updateOf(update: string): string {
  return update === "*" || update === "-" ? "" : update;
}

function pairKey({ part, vendor, product }: CpePair): string {
  return `${part}:${vendor}:${product}`;
}
