import { decisionSql } from "../decisions/decisions.store.ts";
import { EXPOSURE_STATUSES } from "./answers.model.ts";
import { priorityStore } from "./priority.store.ts";

const [, , ACCEPTED, FIXED] = EXPOSURE_STATUSES;
const SERVICES = `(select count(distinct x.service_id) from exposure_reach x
  where x.tenant_id = r.tenant_id and x.ci_id in (r.ci_id, r.server_id))`;

/**
 * SQL of findings, a row for each installation and CVE, for queries that filter and group them: `r` is the finding, `c` the
 * record of the CVE, `k` its entry in the catalogue of known exploited ones, `e` its prediction, `p` how the program is
 * matched, and `h` its server.
 */
export const findingsStore = {
  from: `from exposure_results r join cve_records c on c.cve = r.cve
  join exposure_profiles p on p.id = r.profile_id
  left join kev_entries k on k.cve = r.cve left join epss_scores e on e.cve = r.cve
  left join exposure_hosts h on h.tenant_id = r.tenant_id and h.ci_id = r.server_id`,
  /** As the decisions that hold have it. */
  status: `case when r.status = '${FIXED}' then r.status
    when exists (select from vulnerability_decisions d where d.tenant_id = r.tenant_id and d.cve = r.cve
      and ${decisionSql.concerns("r")} and ${decisionSql.holds("now()")}) then '${ACCEPTED}'
    else r.status end`,
  /** Business services that need the installation or its server. */
  services: SERVICES,
  /** The priority of the CVE for this installation alone. */
  priority: priorityStore.scoreOf({ services: SERVICES, listening: "h.ports > 0", public: "h.is_public" }),
};
