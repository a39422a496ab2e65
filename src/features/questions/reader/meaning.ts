import type { KnownValue, NamedCi } from "./vocabulary.model.ts";

/** What a question is about. `ci` with types is some kind of CI, without types any. */
export type Target =
  | "ci"
  | "service"
  | "event"
  | "incident"
  | "software"
  | "scan"
  | "history"
  | "relationship"
  | "vulnerability";

export interface Noun {
  target: Target;
  types: readonly string[];
  text: string;
}

/** Words that name a field. Which one is decided once the noun is known. */
export interface FieldPhrase {
  words: readonly string[];
  text: string;
}

/** A value as the question writes it, with all that it may mean. */
export interface Mention {
  text: string;
  known: readonly KnownValue[];
  /** Values that begin with it. */
  beginnings: readonly KnownValue[];
  isQuoted: boolean;
  /** Not found in the tenant's data: understood only where a field is named that holds such values. */
  isFree?: boolean;
}

export type Comparison = "eq" | "lt" | "lte" | "gt" | "gte";

/** [from, to) as ISO 8601 in UTC; the days are those of the caller's zone, for values that are dates. */
export interface TimeSpan {
  from?: string;
  to?: string;
  fromDay?: string;
  toDay?: string;
  /** `after <day>` begins with the next day. */
  text: string;
}

export type Happening = "created" | "changed" | "deleted" | "resolved" | "occurred";

export type Condition =
  /** One of the values; `concepts` says what kind of field the words ask for, and `isStrict` that no other will do. */
  | {
      kind: "value";
      mentions: readonly Mention[];
      field?: FieldPhrase | undefined;
      concepts?: readonly string[] | undefined;
      isStrict?: boolean | undefined;
      isNegated: boolean;
    }
  | {
      kind: "compare";
      field: FieldPhrase | undefined;
      bounds: readonly { op: Comparison; value: number }[];
      unit: string | undefined;
      isNegated: boolean;
    }
  | { kind: "missing"; field: FieldPhrase; isNegated: boolean }
  | { kind: "date"; field: FieldPhrase; span: TimeSpan; isNegated: boolean }
  | { kind: "time"; happening: Happening | undefined; span: TimeSpan | undefined }
  | { kind: "ci"; cis: readonly NamedCi[]; isNegated: boolean }
  | {
      kind: "path";
      of: readonly NamedCi[];
      text: string;
      direction: "upstream" | "downstream" | "either";
      types: readonly string[] | undefined;
      depth: number;
      isNegated: boolean;
    }
  | { kind: "impact"; of: readonly NamedCi[]; text: string }
  | { kind: "installed"; programs: readonly Mention[]; version?: string | undefined; isNegated: boolean }
  /** A CVE by its id, or whether it is known to be exploited: of vulnerabilities alone. */
  | { kind: "flaw"; field: "cve" | "known_exploited"; value: string | boolean; text: string; isNegated: boolean }
  /** Events and vulnerabilities of CIs, CIs of these, servers of software: conditions on the other end. */
  | { kind: "related"; noun: Noun; conditions: readonly Condition[] }
  | { kind: "any"; of: readonly Condition[] };

export type Figure = "avg" | "sum" | "max" | "min" | "p50" | "p95" | "count_distinct";

export type Shape = "list" | "count" | "figure" | "fields";

/** What was read so far. Whether it makes sense is decided when all of it is read. */
export interface Ask {
  shape: Shape;
  noun: Noun;
  conditions: readonly Condition[];
  figure?: { fn: Figure; field: FieldPhrase } | undefined;
  groups: readonly FieldPhrase[];
  /** The figure of groups, or a field, or the newest first. */
  order?: { by: FieldPhrase | "figure" | "time"; direction: "asc" | "desc" } | undefined;
  limit?: number | undefined;
  /** Of a look-up: the fields that are asked for. */
  fields: readonly FieldPhrase[];
}

export const ANY_CI: Noun = { target: "ci", types: [], text: "CIs" };

export function newAsk(shape: Shape, noun: Noun, conditions: readonly Condition[] = []): Ask {
  return { shape, noun, conditions, groups: [], fields: [] };
}
