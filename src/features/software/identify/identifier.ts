import { setImmediate } from "node:timers/promises";
import { mustGet } from "../../../model/must-get.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import {
  type CpeMatch,
  type FindCandidatesAsync,
  foldKey,
  identifySoftware,
  type Knowledge,
  type MappingMatcher,
  matchSubjectsAsync,
  mayCarryCpe,
  type Identified as Recognised,
  subjectOf,
} from "../engine/index.ts";
import type { CatalogueMapping } from "../mappings/mapping.model.ts";
import type { Classified, Identified, MappingCatalogue, ProgramName, SoftwareIdentifier } from "../ports.ts";
import { lookUpReported, readReportedName } from "./reported-cpe.ts";

export interface IdentifierDeps {
  knowledge: () => Knowledge;
  mappings: Pick<MappingCatalogue, "matcherOf">;
  find: FindCandidatesAsync;
  reader: Pick<DictionaryReader, "currentEntries">;
}

/** A program with its identification and its mapping. */
interface RecognisedItem {
  item: ProgramName;
  recognised: Recognised;
  mapping: CatalogueMapping | undefined;
}

/** Maximum number of programs of one CPE search. */
export const MAX_BATCH_SIZE = 1_000;
/** Milliseconds after which it yields to the event loop: the time per name depends on the tenant's patterns. */
const SLICE_MS = 10;

/** Identifies programs by a tenant's mappings, then by the built-in knowledge, and finds their CPE names. Writes nothing. */
export function createSoftwareIdentifier({ knowledge, mappings, find, reader }: IdentifierDeps): SoftwareIdentifier {
  async function recogniseAll(
    tenantId: string,
    items: readonly ProgramName[],
    signal?: AbortSignal,
  ): Promise<RecognisedItem[]> {
    const matcher = await mappings.matcherOf(tenantId);
    const recognised: RecognisedItem[] = [];
    let sliceStart = performance.now();
    for (const item of items) {
      recognised.push(await recognise(item, knowledge(), matcher));
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await setImmediate();
      // The caller has gone.
      signal?.throwIfAborted();
      sliceStart = performance.now();
    }
    return recognised;
  }

  async function cpesOf(all: readonly RecognisedItem[]): Promise<CpeMatch[]> {
    const reported = all.map(({ item }) => (isGiven(item.cpeName) ? readReportedName(item.cpeName) : undefined));
    const searched = all.filter((_, at) => reported[at] === undefined);
    const subjects = searched.map((item) => subjectFor(item, knowledge()));
    const [matches, known] = await Promise.all([
      matchSubjectsAsync(subjects, knowledge(), find),
      lookUpReported(
        reader,
        reported.filter((name) => name !== undefined),
      ),
    ]);
    let next = 0;
    return all.map(({ item }, at) => {
      const name = reported[at]?.name;
      if (name !== undefined) return mustGet(known, name);
      const match = matches[next++]!;
      if (!isGiven(item.cpeName)) return match;
      return { ...match, reasons: ["the reported CPE name is malformed and was ignored", ...match.reasons] };
    });
  }

  return {
    async classify(tenantId, items) {
      return (await recogniseAll(tenantId, items)).map(toClassified);
    },

    async identify(tenantId, items, signal) {
      const results: Identified[] = [];
      for (let from = 0; from < items.length; from += MAX_BATCH_SIZE) {
        const recognised = await recogniseAll(tenantId, items.slice(from, from + MAX_BATCH_SIZE), signal);
        const cpes = await cpesOf(recognised);
        for (const [at, item] of recognised.entries()) results.push({ ...toClassified(item), cpe: cpes[at]! });
      }
      return results;
    },
  };
}

function isGiven(cpeName: string | undefined): cpeName is string {
  return cpeName !== undefined && cpeName.trim() !== "";
}

async function recognise(
  item: ProgramName,
  knowledge: Knowledge,
  matcher: MappingMatcher<CatalogueMapping>,
): Promise<RecognisedItem> {
  const recognised = identifySoftware(item, knowledge);
  const { name, vendor } = item;
  const found = (await matcher.matchAsync({ name, vendor, normalizedName: recognised.normalizedName }))?.mapping;
  // Built-in mappings ignore the platform; the knowledge considers it, so it wins if they differ.
  const mapping = found?.source === "system" && !isSameProduct(found, recognised) ? undefined : found;
  return { item, recognised, mapping };
}

function toClassified({ recognised, mapping }: RecognisedItem): Classified {
  const { normalizedName, software, family, thing: kind, parsed } = recognised;
  const isGuess = recognised.product === undefined;
  if (!mapping) {
    const { name, vendor } = software;
    const guesses = isGuess ? ({ isSoftwareGuess: true, isFamilyGuess: true } as const) : {};
    return { normalizedName, software: { name, vendor: vendor ?? null }, family, kind, mappingId: null, ...guesses };
  }
  // The recognised vendor would be wrong for another product.
  const recognisedVendor = isSameProduct(mapping, recognised) ? software.vendor : parsed.vendor;
  return {
    normalizedName,
    software: { name: mapping.software.name, vendor: mapping.software.vendor ?? recognisedVendor ?? null },
    family: mapping.family ?? family,
    kind,
    mappingId: mapping.id,
    ...(isGuess && mapping.family === null && { isFamilyGuess: true }),
  };
}

function isSameProduct({ software }: CatalogueMapping, recognised: Recognised): boolean {
  return foldKey(software.name) === foldKey(recognised.software.name);
}

/** The subject of the CPE search: the mapped product if it differs from the recognised one, unless its kind has no CPE. */
function subjectFor({ item, recognised, mapping }: RecognisedItem, knowledge: Knowledge) {
  const subject = subjectOf(item, knowledge, recognised);
  if (!mapping || isSameProduct(mapping, recognised) || !mayCarryCpe(recognised.kind)) return subject;
  const { name, vendor } = mapping.software;
  const version = subject.rawVersion === "" ? item.version : subject.rawVersion;
  return subjectOf({ name, vendor: vendor ?? item.vendor, version, platform: item.platform }, knowledge);
}
