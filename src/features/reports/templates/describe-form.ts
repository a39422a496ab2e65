import type { QueryForm } from "../../query/index.ts";

type Filter = NonNullable<QueryForm["filters"]>[number];

const WORDS: Readonly<Record<Filter["op"], string>> = {
  eq: "is",
  ne: "is not",
  in: "is one of",
  lt: "below",
  lte: "at most",
  gt: "above",
  gte: "at least",
  contains: "contains",
  starts_with: "begins with",
  exists: "is known",
  missing: "is missing",
};

/** A form as a phrase that people check a report against: `ci where type is server and status is active`. */
export function describeForm({ entity, filters = [], match, time, path, impact, group_by }: QueryForm): string {
  const conditions = [
    filters.map(describeFilter).join(match === "any" ? " or " : " and "),
    time ? `${time.field ?? "time"}${time.from ? ` from ${time.from}` : ""}${time.to ? ` to ${time.to}` : ""}` : "",
    path ? describePath(path) : "",
    impact ? `reached by a failure of ${impact.of}` : "",
  ].filter((text) => text !== "");
  const where = conditions.length > 0 ? ` where ${conditions.join(", ")}` : "";
  return `${entity}${where}${group_by ? `, by ${group_by.join(", ")}` : ""}`;
}

function describeFilter({ field, op, value }: Filter): string {
  if (value === undefined) return `${field} ${WORDS[op]}`;
  return `${field} ${WORDS[op]} ${Array.isArray(value) ? value.join(", ") : value}`;
}

function describePath({ of, direction, types, depth, negate }: NonNullable<QueryForm["path"]>): string {
  const reach = direction === "either" ? "either way" : direction;
  const along = types ? ` along ${types.join(", ")}` : "";
  const steps = depth === undefined ? "" : `, at most ${depth} ${depth === 1 ? "step" : "steps"}`;
  return `${negate ? "not " : ""}${reach} of ${of}${along}${steps}`;
}
