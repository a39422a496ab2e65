import { HALF_REACH, MIDDLE, POINTS } from "./priority.ts";

/** Rounded to a tenth, with the arithmetic of `priorityOf`, so that a list is in the order of the scores that it shows. */
const points = (sql: string) => `floor((${sql}) * 10 + 0.5) / 10`;
/** As the driver reads a real: the shortest decimal that means it. */
const decimal = (column: string) => `${column}::text::float8`;
const middle = Object.entries(MIDDLE)
  .map(([severity, score]) => `when '${severity}' then ${score}::float8`)
  .join(" ");
/**
 * The score of a priority, 0 to 100, from SQL of its parts; `c`, `k` and `e` are the record, its catalogue entry and its
 * prediction.
 */
function scoreOf(of: { services: string; listening: string; public: string }): string {
  const services = `${of.services}::float8`;
  return `floor(least(100,
    ${points(`${POINTS.severity}::float8 * coalesce(${decimal("c.cvss_score")}, case c.severity ${middle} end) / 10`)}
    + case when k.cve is null then 0 else ${POINTS.kev} end
    + ${points(`${POINTS.epss}::float8 * coalesce(${decimal("e.score")}, 0)`)}
    + ${points(`${POINTS.reach}::float8 * ${services} / (${services} + ${HALF_REACH})`)}
    + (case when ${of.listening} then ${POINTS.listening} else 0 end
      + case when ${of.public} then ${POINTS.public} else 0 end)
  ) + 0.5)::float8`;
}

/** The score of a CVE, with what `ctes` found. */
const score = scoreOf({
  services: "coalesce(reached.services, 0)",
  listening: "exposed.listening",
  public: "exposed.public",
});

/**
 * What the programs of `instances` reach and are exposed to, by CVE: `reached` and `exposed`. Programs that are matched alike
 * are taken together. `$1` is the tenant.
 */
function ctes(instances: "scoped" | "exposure_instances"): string {
  const of = (key: string) =>
    `select i.profile_id, x.service_id from ${instances} i join exposure_reach x on x.tenant_id = $1 and x.ci_id = i.${key}` +
    (instances === "exposure_instances" ? " where i.tenant_id = $1" : "");
  return `reached as (
      select f.cve, count(distinct r.service_id) as services
      from exposure_findings f join (${of("ci_id")} union ${of("server_id")}) r on r.profile_id = f.profile_id
      where f.tenant_id = $1 and f.status <> 'fixed' group by f.cve
    ), exposed as (
      select f.cve, bool_or(h.listening) as listening, bool_or(h.public) as public
      from exposure_findings f join (
        select i.profile_id, bool_or(h.ports > 0) as listening, bool_or(h.is_public) as public
        from ${instances} i join exposure_hosts h on h.tenant_id = $1 and h.ci_id = i.server_id
        ${instances === "exposure_instances" ? "where i.tenant_id = $1" : ""} group by i.profile_id
      ) h on h.profile_id = f.profile_id
      where f.tenant_id = $1 and f.status <> 'fixed' group by f.cve
    )`;
}

const joins = "left join reached on reached.cve = c.cve left join exposed on exposed.cve = c.cve";

/** SQL by which lists are sorted by priority. */
export const priorityStore = { ctes, joins, score, scoreOf };
