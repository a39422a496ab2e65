import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type CpeMatch, formatCpeName, parseCpeName } from "../engine/index.ts";

/** A CPE name that the record itself brought. */
export interface GivenMatch extends Omit<CpeMatch, "method"> {
  method: "given";
}

/**
 * Names that came with records, by id: in the form of CPE 2.3, a deprecated one replaced by what stands for it today where
 * that is one name. Well-formed names count also where the dictionary lacks them; malformed ones are left out.
 */
export async function matchGiven(
  dictionary: Pick<DictionaryReader, "currentEntries">,
  given: readonly { id: string; cpeName: string }[],
): Promise<Map<string, GivenMatch>> {
  const named = given.flatMap(({ id, cpeName }) => {
    const parsed = parseCpeName(cpeName);
    return parsed && /^[aoh]$/.test(parsed.part) ? [{ id, name: formatCpeName(parsed) }] : [];
  });
  if (named.length === 0) return new Map();
  const current = await dictionary.currentEntries([...new Set(named.map(({ name }) => name))]);
  return new Map(
    named.map(({ id, name }) => [
      id,
      givenMatch(
        name,
        current.get(name)?.map(({ cpeName }) => cpeName),
      ),
    ]),
  );
}

function givenMatch(name: string, standing: readonly string[] | undefined): GivenMatch {
  const today = standing?.length === 1 ? standing[0]! : name;
  const version = parseCpeName(today)?.version;
  const known = standing === undefined ? "the dictionary lacks it" : "it stands in the dictionary";
  return {
    name: today,
    match: version === undefined || version === "*" || version === "-" ? "product" : "exact",
    score: 1,
    method: "given",
    candidates: [],
    reasons: ["reported with the program", today === name ? known : `${name} is deprecated`],
  };
}
