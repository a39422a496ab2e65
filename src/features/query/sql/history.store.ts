import type { SqlEntity, SqlField } from "./sql-entity.ts";
import { timeParts } from "./time-parts.ts";

const set = (name: string): SqlField => ({ sql: `h.${name}`, notNull: true });
const newest = (member: string): SqlField => ({ sql: `coalesce(h.after, h.before) ->> '${member}'` });
const CI_ID = "case when h.subject_kind = 'ci' then h.subject_id end";
const NAMES_ONE_OF = (ids: string) => `(h.subject_kind = 'ci' and h.subject_id = any(${ids}))`;

/** Changes of CIs, relationships, their types and scans. */
export const historyStore = {
  name: "history",
  from: "from history h",
  scope: "h.tenant_id = $1",
  id: "h.id",
  fields: {
    id: set("id"),
    action: set("kind"),
    "subject.kind": set("subject_kind"),
    "subject.id": set("subject_id"),
    ci_id: { sql: CI_ID, anyOf: (put, values) => NAMES_ONE_OF(`${put(values)}::text[]`) },
    name: newest("name"),
    type: newest("type"),
    status: newest("status"),
    before: { sql: "h.before::jsonb" },
    after: { sql: "h.after::jsonb" },
    "before.name": { sql: "h.before ->> 'name'" },
    "before.status": { sql: "h.before ->> 'status'" },
    "after.name": { sql: "h.after ->> 'name'" },
    "after.status": { sql: "h.after ->> 'status'" },
    version: set("version"),
    actor: set("actor"),
    request_id: set("request_id"),
    at: set("at"),
    ...timeParts("at", "h.at"),
  },
  free: {},
  links: {
    several: false,
    namesOneOf: NAMES_ONE_OF,
    join: `cross join lateral (values (${CI_ID})) as link (ci_id)`,
    ids: `array_remove(array[${CI_ID}], null)`,
  },
} as const satisfies SqlEntity;
