import type { Violation } from "../../../errors.ts";
import { type CheckedField, type CheckedQuery, isFigure, isGrouped } from "../checked-query.ts";
import { operandOf, type SqlEntity } from "./sql-entity.ts";

/** What a form asks that records in Postgres cannot answer, each fault by its place. */
export function refusals(entity: SqlEntity, query: CheckedQuery): Violation[] {
  const isLink = (field: CheckedField) => Boolean(field.step) || operandOf(entity, field).isLink === true;
  const found: Violation[] = [];
  query.figures.forEach(({ fn, field }, i) => {
    if (!field || fn === "count") return;
    const at = `aggregate.${i}.field`;
    if (isLink(field)) {
      if (fn !== "count_distinct")
        found.push({ field: at, reason: `${field.path} is of several CIs: group by it, or count it` });
    } else if (field.type === "list" && fn !== "count_distinct")
      found.push({ field: at, reason: `${field.path} is a list` });
  });
  if (isGrouped(query)) return found;
  query.order.forEach(({ by }, i) => {
    if (isFigure(by)) return;
    const at = `order.${i}.field`;
    if (by.step) found.push({ field: at, reason: `${by.path} is of several CIs: group by it` });
    else if (by.type === "list") found.push({ field: at, reason: `${by.path} is a list` });
  });
  return found;
}
