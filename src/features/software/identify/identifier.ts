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

/** A program with what was made out of its name, and the mapping that it fell under. */
interface RecognisedItem {
  item: ProgramName;
  recognised: Recognised;
  mapping: CatalogueMapping | undefined;
}

/** Programs whose CPE names are searched together. */
export const MAX_BATCH_SIZE = 1_000;
/** Milliseconds after which others have their turn: what a name takes rests with the tenant's patterns. */
const SLICE_MS = 10;

/** Names programs by a tenant's mappings, then by the built-in knowledge, and finds their CPE names. Writes nothing. */
export function createSoftwareIdentifier({ knowledge, mappings, find, reader }: IdentifierDeps): SoftwareIdentifier {
  async function recogniseAll(
    tenantId: string,
    items: readonly ProgramName[],
    signal?: AbortSignal,
  ): Promise<RecognisedItem[]> {
    const matcher = await mappings.matcherOf(tenantId);
    const read: RecognisedItem[] = [];
    let turn = performance.now();
    for (const item of items) {
      read.push(await recognise(item, knowledge(), matcher));
      if (performance.now() - turn < SLICE_MS) continue;
      await setImmediate();
      // Nobody waits for it any more.
      signal?.throwIfAborted();
      turn = performance.now();
    }
    return read;
  }

  async function cpesOf(all: readonly RecognisedItem[]): Promise<CpeMatch[]> {
    const reported = all.map(({ item }) => (isGiven(item.cpeName) ? readReportedName(item.cpeName) : undefined));
    const searched = all.filter((_, at) => reported[at] === undefined);
    const subjects = searched.map((one) => subjectFor(one, knowledge()));
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
        const read = await recogniseAll(tenantId, items.slice(from, from + MAX_BATCH_SIZE), signal);
        const cpes = await cpesOf(read);
        for (const [at, one] of read.entries()) results.push({ ...toClassified(one), cpe: cpes[at]! });
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
  // The built-in mappings know no platform: where the knowledge, which does, says otherwise, it is right.
  const mapping = found?.source === "system" && !isSameProduct(found, recognised) ? undefined : found;
  return { item, recognised, mapping };
}

function toClassified({ recognised, mapping }: RecognisedItem): Classified {
  const { normalizedName, software, family, parsed } = recognised;
  const isGuess = recognised.product === undefined;
  if (!mapping) {
    const { name, vendor } = software;
    const guesses = isGuess ? ({ isSoftwareGuess: true, isFamilyGuess: true } as const) : {};
    return { normalizedName, software: { name, vendor: vendor ?? null }, family, mappingId: null, ...guesses };
  }
  // Of another product the recognised maker would be wrong.
  const recognisedVendor = isSameProduct(mapping, recognised) ? software.vendor : parsed.vendor;
  return {
    normalizedName,
    software: { name: mapping.software.name, vendor: mapping.software.vendor ?? recognisedVendor ?? null },
    family: mapping.family ?? family,
    mappingId: mapping.id,
    ...(isGuess && mapping.family === null && { isFamilyGuess: true }),
  };
}

function isSameProduct({ software }: CatalogueMapping, recognised: Recognised): boolean {
  return foldKey(software.name) === foldKey(recognised.software.name);
}

/** A mapping to another product than the recognised one says whose CPE is meant; what has none by its kind stays so. */
function subjectFor({ item, recognised, mapping }: RecognisedItem, knowledge: Knowledge) {
  const subject = subjectOf(item, knowledge, recognised);
  if (!mapping || isSameProduct(mapping, recognised) || !mayCarryCpe(recognised.kind)) return subject;
  const { name, vendor } = mapping.software;
  const version = subject.rawVersion === "" ? item.version : subject.rawVersion;
  return subjectOf({ name, vendor: vendor ?? item.vendor, version, platform: item.platform }, knowledge);
}
