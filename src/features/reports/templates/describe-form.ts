import type { EntityName, QueryForm } from "../../query/index.ts";
import { showTime } from "../rendering/show-value.ts";

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

/** What records of an entity are called, many of them. */
export const RECORDS_OF: Readonly<Record<EntityName, string>> = {
  ci: "CIs",
  relationship: "Relationships",
  software: "Installations",
  service: "Services",
  event: "Events",
  incident: "Incidents",
  scan: "Scans",
  history: "Changes",
  change_analysis: "Change analyses",
  vulnerability: "Vulnerable installations",
};

/** A form as a phrase that people check a report against: `CIs where type is server and status is active`. */
export function describeForm(form: QueryForm, timeZone: string): string {
  const { entity, filters = [], match, time, path, impact, group_by } = form;
  const show = (text: string | undefined, word: string) => (text ? ` ${word} ${showTime(text, timeZone)}` : "");
  const conditions = [
    filters.map(describeFilter).join(match === "any" ? " or " : " and "),
    time ? `${time.field ?? "time"}${show(time.from, "from")}${show(time.to, "to")}` : "",
    path ? describePath(path) : "",
    impact ? `reached by a failure of ${impact.of}` : "",
  ].filter((text) => text !== "");
  const where = conditions.length > 0 ? ` where ${conditions.join(", ")}` : "";
  return `${RECORDS_OF[entity]}${where}${group_by ? `, by ${group_by.join(", ")}` : ""}`;
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
