import { type CpeName, parseCpeName, unescapeValue } from "../../../model/cpe-name.ts";
import { keyOf } from "./product-key.ts";
import type { CpeMatch } from "./types.ts";
import { isJavaForm } from "./versions/java-version.ts";
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
  /** Of an exact criterion; null where the text is no version, such as `jakarta`. */
  version: MatchableVersion;
  /** That text, lower case; undefined where `version` is known. */
  codename: string | undefined;
  /** `*`, `-` or a named one that no border holds. */
  update: string;
  start: Border | undefined;
  end: Border | undefined;
  attributes: Attributes | undefined;
  /** Versions are Java's of the time of updates. */
  isJava: boolean;
}

const ATTRIBUTES = ["edition", "language", "swEdition", "targetSw", "targetHw", "other"] as const;

/** Reads a criterion. Undefined for a name that is no CPE name: it can speak of no program. */
export function readCriterion(match: CpeMatch): Criterion | undefined {
  const name = parseCpeName(match.criteria);
  if (name === undefined) return undefined;
  const { start, end, update } = readRange(match, name.update);
  const form = start || end ? "range" : formOf(name.version);
  const version = form === "exact" ? parseVersion(name.version, name.update) : null;
  const versions = [name.version, match.versionStartIncluding, match.versionEndIncluding, match.versionEndExcluding];
  return {
    text: match.criteria,
    key: keyOf(name),
    vulnerable: match.vulnerable,
    form,
    version,
    codename: form === "exact" && version === null ? name.version : undefined,
    update,
    start,
    end,
    attributes: attributesOf(name),
    isJava: versions.some((each) => each !== undefined && isJavaForm(each, name.update)),
  };
}

function formOf(version: string): Criterion["form"] {
  if (version === "*") return "any";
  return version === "-" ? "none" : "exact";
}

/** The update of a name with nothing but an inclusive end belongs to that end: `<= 1.7.0` with update7. */
function readRange(match: CpeMatch, update: string): Pick<Criterion, "start" | "end" | "update"> {
  const start = borderOf(match.versionStartIncluding, match.versionStartExcluding);
  const holdsUpdate = start === undefined && match.versionEndIncluding !== undefined;
  const end = borderOf(match.versionEndIncluding, match.versionEndExcluding, holdsUpdate ? update : "*");
  return { start, end, update: holdsUpdate ? "*" : update };
}

function borderOf(including: string | undefined, excluding: string | undefined, update = "*"): Border | undefined {
  const text = including ?? excluding;
  if (text === undefined) return undefined;
  return { version: parseVersion(unescapeValue(text), update), inclusive: including !== undefined };
}

/** The attributes of a name that are not `*`; undefined for none. */
export function attributesOf(name: CpeName): Attributes | undefined {
  const attributes: Attributes = {};
  for (const each of ATTRIBUTES) if (name[each] !== "*") attributes[each] = name[each];
  return Object.keys(attributes).length > 0 ? attributes : undefined;
}
