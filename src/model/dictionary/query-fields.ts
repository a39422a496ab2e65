import type { Fields } from "./field.ts";

const FILTER = { field: "severity", op: "in", value: ["critical", "high"] };

/** Fields of query forms, their answers and saved queries. */
export const QUERY_FIELDS: Fields = {
  "QueryForm.entity": ["What is asked for: each entity has the fields of its records in the interface", "event"],
  "QueryForm.filters": ["Conditions", [FILTER]],
  "QueryForm.match": ["Whether all filters must hold or any of them; default all", "all"],
  "QueryForm.time": ["A range of time", { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }],
  "QueryForm.path": ["Restricts CIs to those that a traversal finds"],
  "QueryForm.impact": ["Restricts CIs to those that a failure reaches; not beside `path`"],
  "QueryForm.group_by": ["Fields to group by; a missing value is a group of its own", ["source"]],
  "QueryForm.aggregate": ["Figures of each group, or of all records where there are none", [{ fn: "count" }]],
  "QueryForm.order": ["By which fields, groups or figures rows are ordered", [{ field: "count", direction: "desc" }]],
  "QueryForm.limit": ["Most rows; default 1,000", 100],
  "QueryForm.fields": ["Columns; by default the most usual ones", ["source", "count"]],
  "QueryFilter.field": [
    "A field of the entity; through one relationship such as `ci.type`; `metrics.load`",
    "severity",
  ],
  "QueryFilter.op": ["How it is compared", "in"],
  "QueryFilter.value": [
    "What it is compared with; a list for `in`, absent for `exists` and `missing`",
    ["critical", "high"],
  ],
  "QueryTime.field": ["The time; by default when the record happened or was made", "occurred_at"],
  "QueryTime.from": ["Inclusive, ISO 8601", "2026-01-01T00:00:00Z"],
  "QueryTime.to": ["Exclusive, ISO 8601", "2026-02-01T00:00:00Z"],
  "QueryPath.of": ["Id or name of the CI where it starts, which is not among those found", "db01"],
  "QueryPath.direction": ["upstream: what it needs; downstream: what needs it", "downstream"],
  "QueryPath.types": ["Types of relationships; by default those that carry failures", ["depends_on"]],
  "QueryPath.depth": ["Most relationships from the start; default 3", 3],
  "QueryPath.negate": ["Whether to take the CIs that have no such path", false],
  "QueryImpact.of": ["Id or name of the CI", "db01"],
  "QueryImpact.direction": ["downstream, the default: what fails with it", "downstream"],
  "QueryImpact.depth": ["Most relationships from it; default 3", 3],
  "QueryFigure.fn": ["What is computed", "count"],
  "QueryFigure.field": ["Of which field; absent only for `count`, which counts records then", "occurrences"],
  "QueryOrder.field": ["A field, or in a form with figures a group or a figure: `count`, `avg(occurrences)`", "count"],
  "QueryOrder.direction": ["Default asc; what is missing comes last either way", "desc"],
  "QueryAnswer.columns": [
    "In the order of the form",
    [
      { name: "source", type: "any" },
      { name: "count", type: "number" },
    ],
  ],
  "QueryAnswer.rows": ["Keyed by the names of the columns", [{ source: "zabbix", count: 12 }]],
  "QueryAnswer.total": ["Rows before the limit", 1],
  "QueryAnswer.truncated": ["Whether rows were cut off", false],
  "QueryAnswer.took_ms": ["How long it took, in milliseconds", 12],
  "QueryColumn.name": ["The field as asked; of a figure `count` or `fn(field)`", "count"],
  "QueryColumn.type": ["What its values are", "number"],
  "SavedQuery.query": ["The form"],
  "SavedQuery.shared": ["Whether every user of the tenant reads it", false],
  "SavedQuery.owner": ["Who changes it: a user's id, or kind:id of a program", "0198a8a0-5c1e-7000-8000-00000000000a"],
};
