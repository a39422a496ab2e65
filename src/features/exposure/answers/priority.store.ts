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

/** The score of a CVE from its row of `items`, which has the columns of `ofCve`. */
const score = scoreOf({ services: "items.services", listening: "items.listening", public: "items.public" });

/**
 * What the programs of `instances` reach and are exposed to, by profile: programs that are matched alike are taken together:
 * `profile_facts(profile_id, services, listening, public)`. The services that something reaches are a bit string, one bit each:
 * `bit_or` joins sets of them in the time of one row, where `count(distinct)` would go over every pair of finding and service.
 * `$1` is the tenant.
 */
function ctes(instances: "scoped" | "exposure_instances"): string {
  return `service_bits as materialized (
      select service_id, set_bit(repeat('0', (count(*) over ())::int)::varbit, (row_number() over ())::int - 1, 1) as bits
      from (select distinct service_id from exposure_reach where tenant_id = $1) as s
    ), ci_services as materialized (
      select x.ci_id, bit_or(b.bits) as services from exposure_reach x join service_bits b using (service_id)
      where x.tenant_id = $1 group by x.ci_id
    ), profile_facts as materialized (
      select i.profile_id, bit_or(coalesce(own.services | its.services, own.services, its.services)) as services,
             bool_or(h.ports > 0) as listening, bool_or(h.is_public) as public
      from ${instances} i
      left join ci_services own on own.ci_id = i.ci_id left join ci_services its on its.ci_id = i.server_id
      left join exposure_hosts h on h.tenant_id = $1 and h.ci_id = i.server_id
      ${instances === "exposure_instances" ? "where i.tenant_id = $1" : ""} group by i.profile_id
    )`;
}

/** Of findings `f` by CVE, with `profile_facts` as `p`: what is not fixed reaches and is exposed to. */
const ofCve = `coalesce(bit_count(bit_or(p.services) filter (where f.status <> 'fixed')), 0) as services,
  coalesce(bool_or(p.listening) filter (where f.status <> 'fixed'), false) as listening,
  coalesce(bool_or(p.public) filter (where f.status <> 'fixed'), false) as public`;

/** SQL by which lists are sorted by priority. */
export const priorityStore = { ctes, ofCve, score, scoreOf };
