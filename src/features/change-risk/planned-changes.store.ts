import type { Sql } from "../../platform/postgres/postgres.ts";
import {
  LONGEST_COUNTED_DAYS,
  type PastChange,
  type PastInput,
  type PlannedChange,
  type PlannedInput,
} from "./planned-changes.model.ts";

const MAX_PLANNED = 500;
const MAX_PAST = 500;

const LONGEST = `interval '${LONGEST_COUNTED_DAYS} days'`;

/** Whether analysis `a` is of another task than the one in these parameters. */
const otherTask = (task: string, integration: string) =>
  `not (a.task_node_id = ${task} and (${integration}::text is null or a.integration_id is null or a.integration_id = ${integration}))`;

/** A task that was planned anew is known by its latest analysis alone. */
const IS_LATEST = `not exists (select 1 from change_analyses later where later.tenant_id = a.tenant_id
  and later.task_node_id = a.task_node_id and later.integration_id is not distinct from a.integration_id
  and (later.created_at, later.id) > (a.created_at, a.id))`;

/** Changes that other changes are judged by. */
export const plannedChangesStore = {
  /** Changes that concern these CIs and have no outcome yet, whose window overlaps `from` to `to`; earliest first, at most 500. */
  planned(sql: Sql, tenantId: string, { from, to, ciIds, exceptTask }: PlannedInput): Promise<PlannedChange[]> {
    return sql.query(
      `select a.id as "analysisId", a.task_node_id as "taskNodeId", a.planned_start as "from", least(a.planned_end, a.planned_start + ${LONGEST}) as "to",
         array(select c from unnest(a.ci_ids) as c where c = any($4::text[]) order by c) as "ciIds"
       from change_analyses a
       where a.tenant_id = $1 and a.planned_start < $3 and a.planned_end > $2
         and a.planned_start > $2::timestamptz - ${LONGEST} and a.ci_ids && $4::text[]
         and a.planned_start is not null and a.planned_end is not null and a.succeeded is null and ${otherTask("$5", "$6")} and ${IS_LATEST}
       order by a.planned_start, a.id limit ${MAX_PLANNED}`,
      [tenantId, from, to, ciIds, exceptTask.taskNodeId, exceptTask.integrationId],
    );
  },

  /**
   * Changes of these CIs, or of CIs of these types, whose outcome is known; those of the CIs themselves first, each the latest
   * first, at most 500.
   */
  past(sql: Sql, tenantId: string, input: PastInput): Promise<PastChange[]> {
    const { ciIds, types, exceptTask, before } = input;
    // A change may be over before its plan is: `least` passes over null.
    const at = "least(a.planned_end, a.outcome_at)";
    return sql.query(
      `select a.id as "analysisId", a.ci_ids as "ciIds", a.ci_types as types, a.category, a.succeeded, a.incidents, ${at} as at
       from change_analyses a
       where a.tenant_id = $1 and a.succeeded is not null and ${at} < $6
         and (a.ci_ids && $2::text[] or a.ci_types && $3::text[]) and ${otherTask("$4", "$5")}
       order by a.ci_ids && $2::text[] desc, ${at} desc, a.id limit ${MAX_PAST}`,
      [tenantId, ciIds, types, exceptTask.taskNodeId, exceptTask.integrationId, before],
    );
  },
};
