import type { SqlEntity, SqlField } from "./sql-entity.ts";
import { timeParts } from "./time-parts.ts";

const column = (name: string): SqlField => ({ sql: `a.${name}` });
const set = (name: string): SqlField => ({ sql: `a.${name}`, notNull: true });
const dimension = (name: string): SqlField => ({ sql: `(a.assessment #>> '{dimensions,${name},score}')::float8` });

const NAMES_ONE_OF = (ids: string) => `a.ci_ids && ${ids}`;

/** Analyses of changes. `affected_cis` keeps the ids of CIs that were deleted. */
export const changeAnalysisStore = {
  name: "change_analysis",
  from: "from change_analyses a",
  scope: "a.tenant_id = $1",
  id: "a.id",
  fields: {
    id: set("id"),
    status: set("status"),
    trigger: set("trigger"),
    platform: column("platform"),
    integration_id: column("integration_id"),
    task_node_id: set("task_node_id"),
    priority: column("priority"),
    category: column("category"),
    planned_start: column("planned_start"),
    ...timeParts("planned_start", "a.planned_start"),
    planned_end: column("planned_end"),
    affected_cis: {
      sql: "a.ci_ids",
      notNull: true,
      isLink: true,
      anyOf: (put, values) => NAMES_ONE_OF(`${put(values)}::text[]`),
    },
    unknown_cis: set("unknown_cis"),
    score: column("score"),
    level: column("level"),
    confidence: column("confidence"),
    technical_risk: dimension("technical"),
    business_risk: dimension("business"),
    dependency_risk: dimension("dependency"),
    historical_risk: dimension("historical"),
    summary: { sql: "a.assessment #>> '{fields,ai_summary}'" },
    conflicts: { sql: "jsonb_array_length(a.assessment -> 'conflicts')" },
    write_back: {
      sql: "coalesce((select w.status from change_write_backs w where w.analysis_id = a.id), 'none')",
      notNull: true,
    },
    succeeded: column("succeeded"),
    incidents: column("incidents"),
    failed: { sql: "(not a.succeeded or a.incidents > 0)" },
    outcome_at: column("outcome_at"),
    created_at: set("created_at"),
    ...timeParts("created_at", "a.created_at"),
    completed_at: column("completed_at"),
  },
  free: {},
  links: {
    several: true,
    namesOneOf: NAMES_ONE_OF,
    join: "left join lateral unnest(a.ci_ids) as link (ci_id) on true",
    ids: "a.ci_ids",
  },
} as const satisfies SqlEntity;
