import type { CpeQuery } from "../../../platform/nvd/index.ts";
import { cleanText, foldKey, formatCpeName, type Knowledge, subjectOf } from "../engine/index.ts";
import type { ProgramName } from "../ports.ts";

/** Characters of a CPE name component. */
const COMPONENT = /^[!-~]{1,512}$/;
/** Maximum length of the keywords of one search, in characters. */
const MAX_WORDS_LENGTH = 100;
const PAGE_SIZE = 2_000;

/**
 * Searches of the vulnerability database for a program, in the order of rule 10 in section 1 of the interface
 * specification: by version, by vendor and product, by full name. Leaves out searches without any keyword.
 */
export function searchesFor(program: ProgramName, knowledge: Knowledge): CpeQuery[] {
  const { identified, forms } = subjectOf(program, knowledge);
  const { software, product, normalizedName } = identified;
  const pair = product?.cpe?.[0] ?? { vendor: slug(software.vendor ?? ""), product: slug(software.name) };
  const version = forms[0]?.version;
  const queries: CpeQuery[] = [];
  if (version !== undefined && [pair.vendor, pair.product, version].every((text) => COMPONENT.test(text))) {
    const part = identified.kind === "os" ? "o" : "a";
    queries.push({ cpeMatchString: formatCpeName({ part, ...pair, version }) });
  }
  const named = [words(`${software.vendor ?? ""} ${software.name}`), words(normalizedName)];
  for (const keywordSearch of new Set(software.vendor === undefined ? named.slice(1) : named)) {
    if (keywordSearch !== "") queries.push({ keywordSearch });
  }
  return queries.map((query) => ({ ...query, resultsPerPage: PAGE_SIZE }));
}

const MAX_FIELD_LENGTH = 512;

/** The program as a look-up stores it: without characters that a database or a URL cannot hold. */
export function programToLookUp({ name, vendor, version, platform }: ProgramName): ProgramName {
  const cut = (text: string) => cleanText(text.slice(0, MAX_FIELD_LENGTH));
  return {
    name: cut(name),
    ...(vendor && { vendor: cut(vendor) }),
    ...(version && { version: cut(version) }),
    ...(platform && { platform }),
  };
}

/** Parts of the look-up key: equal for all versions of a program on all hosts, so that one look-up serves them all. */
export function lookUpKeyParts(program: ProgramName, knowledge: Knowledge): string[] {
  const { normalizedName, software } = subjectOf(program, knowledge).identified;
  return [program.platform ?? "", foldKey(software.vendor ?? ""), foldKey(software.name), foldKey(normalizedName)];
}

/** The text as a CPE name component: lower case, blanks as underscores. */
function slug(text: string): string {
  return words(text).toLowerCase().replaceAll(" ", "_");
}

/**
 * The words of the text, each once: letters, digits and `.+-`. Other characters have a special meaning for the source.
 */
function words(text: string): string {
  const found = text.normalize("NFKC").match(/[\p{L}\p{N}][\p{L}\p{N}.+-]*/gu) ?? [];
  const distinct = new Map(found.map((word) => [word.toLowerCase(), word]));
  let joined = "";
  for (const word of distinct.values()) {
    if (joined.length + 1 + word.length > MAX_WORDS_LENGTH) break;
    joined = joined === "" ? word : `${joined} ${word}`;
  }
  return joined;
}
