import { type CpeName, parseCpeName, unescapeValue } from "../../../model/cpe-name.ts";
import { keyOf } from "./product-key.ts";
import type { CpeMatch } from "./types.ts";
import { parseVersion } from "./versions/parse-version.ts";
import type { MatchableVersion } from "./versions/parsed-version.ts";

/** A border of a range; `version` is null where its text is no version. */
export interface Border {
  version: MatchableVersion;
  inclusive: boolean;
}

/** Attributes of a CPE name besides the version, without those that are `*`. */
export type Attributes = Partial<
  Record<"edition" | "language" | "swEdition" | "targetSw" | "targetHw" | "other", string>
>;

/** A criterion, read once. */
export interface Criterion {
  text: string;
  key: string;
  vulnerable: boolean;
  /** `any` takes every version, `none` is `-`, `exact` is one version, `range` has at least one border. */
  form: "any" | "none" | "exact" | "range";
  /** Of an exact criterion; null where the text is no version. */
  version: MatchableVersion;
  /** Lower case, without escapes; only where `version` is null. */
  versionText: string | undefined;
  /** `*`, `-` or a named one. */
  update: string;
  start: Border | undefined;
  end: Border | undefined;
  attributes: Attributes | undefined;
}

const ATTRIBUTES = ["edition", "language", "swEdition", "targetSw", "targetHw", "other"] as const;

/** Reads a criterion. Undefined for a name that is no CPE name: it can speak of no program. */
export function readCriterion(match: CpeMatch): Criterion | undefined {
  const name = parseCpeName(match.criteria);
  if (name === undefined) return undefined;
  const start = borderOf(match.versionStartIncluding, match.versionStartExcluding);
  const end = borderOf(match.versionEndIncluding, match.versionEndExcluding);
  const form = start || end ? "range" : formOf(name.version);
  const version = form === "exact" ? parseVersion(name.version, name.update) : null;
  return {
    text: match.criteria,
    key: keyOf(name),
    vulnerable: match.vulnerable,
    form,
    version,
    versionText: form === "exact" && version === null ? name.version : undefined,
    update: name.update,
    start,
    end,
    attributes: attributesOf(name),
  };
}

function formOf(version: string): Criterion["form"] {
  if (version === "*") return "any";
  return version === "-" ? "none" : "exact";
}

function borderOf(including: string | undefined, excluding: string | undefined): Border | undefined {
  const text = including ?? excluding;
  return text === undefined
    ? undefined
    : { version: parseVersion(unescapeValue(text)), inclusive: including !== undefined };
}

/** The attributes of a name that are not `*`; undefined for none. */
export function attributesOf(name: CpeName): Attributes | undefined {
  const attributes: Attributes = {};
  for (const each of ATTRIBUTES) if (name[each] !== "*") attributes[each] = name[each];
  return Object.keys(attributes).length > 0 ? attributes : undefined;
}
