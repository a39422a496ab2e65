import type { SqlEntity, SqlField } from "./sql-entity.ts";
import { timeParts } from "./time-parts.ts";

const set = (name: string): SqlField => ({ sql: `i.${name}`, notNull: true });
const found = (path: string): SqlField => ({ sql: `i.findings #>> '{${path}}'` });
const ofServices = (member: string): SqlField => ({
  sql: `array(select s ->> '${member}' from jsonb_array_elements(i.findings -> 'services') as s)`,
});

const CI_IDS = `select distinct c.ci_id from incident_events m
  join events e on e.id = m.event_id and e.tenant_id = m.tenant_id
  cross join lateral unnest(e.affected_cis) as c (ci_id)
  where m.tenant_id = i.tenant_id and m.incident_id = i.id`;

const NAMES_ONE_OF = (ids: string) =>
  `i.id in (select m.incident_id from event_cis l
    join incident_events m on m.event_id = l.event_id and m.tenant_id = l.tenant_id
    where l.tenant_id = $1 and l.ci_id = any(${ids}))`;

/** Incidents that no other took over. Their CIs are those of their events. */
export const incidentStore = {
  name: "incident",
  from: "from incidents i",
  scope: "i.tenant_id = $1 and i.merged_into is null",
  id: "i.id",
  fields: {
    id: set("id"),
    status: set("status"),
    severity: set("severity"),
    event_count: set("event_count"),
    open_count: set("open_count"),
    event_ids: {
      sql: `array(select m.event_id from incident_events m where m.tenant_id = i.tenant_id and m.incident_id = i.id
        order by m.event_id)`,
    },
    affected_cis: {
      sql: `array(${CI_IDS} order by 1)`,
      isLink: true,
      anyOf: (put, values) => NAMES_ONE_OF(`${put(values)}::text[]`),
    },
    "root_cause.ci_id": found("cause,ciId"),
    "root_cause.name": found("cause,name"),
    "root_cause.confidence": { sql: "(i.findings #>> '{cause,confidence}')::float8" },
    "root_cause.explanation": found("cause,explanation"),
    root_cause_reason: found("causeReason"),
    split_from: { sql: "i.split_from" },
    "services.id": ofServices("id"),
    "services.name": ofServices("name"),
    first_seen: set("first_seen"),
    ...timeParts("first_seen", "i.first_seen"),
    last_seen: set("last_seen"),
    duration: { sql: "extract(epoch from i.last_seen - i.first_seen)::float8", notNull: true },
    created_at: set("created_at"),
    updated_at: set("updated_at"),
  },
  free: {},
  links: {
    several: true,
    namesOneOf: NAMES_ONE_OF,
    join: `left join lateral (${CI_IDS}) as link on true`,
    ids: `array(${CI_IDS} order by 1)`,
  },
} as const satisfies SqlEntity;
