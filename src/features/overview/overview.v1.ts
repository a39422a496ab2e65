import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { SEVERITIES } from "../events/index.ts";
import { HEALTH_STATUSES } from "../services/index.ts";
import { type createSummarize, OVERVIEW_SCOPES, type Overview } from "./summarize.ts";

const count = z.int().min(0);
const told = (description: string) => z.int().min(0).openapi({ description });
const counts = <K extends string>(keys: readonly K[], what: string) =>
  z
    .object(Object.fromEntries(keys.map((key) => [key, told(`${what}: ${key}`)])) as Record<K, typeof count>)
    .openapi({ description: `${what}, each counted` });

const schema = z
  .object({
    since: z.iso.datetime().openapi({ description: "What happened from then on is recent: a day ago" }),
    cis: z
      .object({
        total: count,
        by_type: z
          .array(z.object({ type: z.string(), total: count, by_status: counts(CI_STATUSES, "CIs by status") }))
          .openapi({
            description: "The most frequent type first",
          }),
        changed: count.openapi({ description: "Made or changed since then" }),
      })
      .nullable()
      .openapi({ description: "Null without `cmdb.read`" }),
    events: z
      .object({ unresolved: told("All of them"), by_severity: counts(SEVERITIES, "Unresolved events by severity") })
      .nullable()
      .openapi({ description: "Open and acknowledged events. Null without `events.read`" }),
    incidents: z
      .object({
        open: told("All that are open"),
        worst: z
          .array(
            z.object({
              id: z.string(),
              severity: z.enum(SEVERITIES),
              first_seen: z.iso.datetime(),
              last_seen: z.iso.datetime(),
              open_events: count.openapi({ description: "Its events that are not resolved" }),
              root_cause: z
                .object({ ci_id: z.string(), name: z.string(), confidence: z.number() })
                .nullable()
                .openapi({ description: "Null where none was found, or not yet" }),
              services: z
                .array(z.object({ id: z.string(), name: z.string() }))
                .openapi({ description: "Business services that depend on its CIs" }),
            }),
          )
          .openapi({ description: "The worst five, the most severe first" }),
      })
      .nullable()
      .openapi({ description: "Open incidents. Null without `events.read`" }),
    services: z
      .object({
        total: count,
        by_health: counts(HEALTH_STATUSES, "Services by health"),
        unrated: count.openapi({ description: "Services whose health was not worked out: the newest 100 are rated" }),
      })
      .nullable()
      .openapi({ description: "Null without `services.read`" }),
    discovery: z
      .object({
        scans: z
          .object({
            running: told("Scans that are being processed"),
            completed: told("Scans that are done"),
            failed: told("Scans of which every host failed"),
            with_parked_hosts: told("Scans with a host that nothing identifies"),
          })
          .openapi({ description: "Scans since then, by status, and those with a parked host" }),
        parked_hosts: count.openapi({
          description: "Hosts to decide on: reports that nothing identifies, equal ones once",
        }),
      })
      .nullable()
      .openapi({ description: "Null without `discovery.read`" }),
    pending_mappings: count.nullable().openapi({
      description: "Mappings of software that wait for a decision. Null without `software.read`",
      example: 3,
    }),
    vulnerabilities: z
      .object({
        known_exploited_cis: told("CIs that a known exploited vulnerability affects"),
        critical_cis: told("CIs that a critical vulnerability affects"),
      })
      .nullable()
      .openapi({
        description:
          "Servers, and programs without one, that a vulnerability affects and no decision accepts. Null without `cmdb.read`, " +
          "and as long as no vulnerabilities were imported",
      }),
    running_jobs: count.nullable().openapi({
      description: "Enrichment runs that are queued or running. Null without `cmdb.read`",
      example: 0,
    }),
    first_run: z.boolean().nullable().openapi({
      description: "Whether there is nothing but one CI at most and its software. Null without `cmdb.read`",
      example: false,
    }),
    demo_loaded: z.boolean().nullable().openapi({
      description: "Whether the demo estate is loaded. Null without `cmdb.read`",
      example: false,
    }),
  })
  .openapi("Summary", {
    example: {
      since: "2026-01-01T00:00:00.000Z",
      cis: {
        total: 12,
        by_type: [{ type: "server", total: 12, by_status: { active: 11, inactive: 0, maintenance: 1 } }],
        changed: 4,
      },
      events: { unresolved: 3, by_severity: { critical: 1, high: 2, medium: 0, low: 0 } },
      incidents: { open: 0, worst: [] },
      services: { total: 2, by_health: { healthy: 1, degraded: 1, critical: 0, unknown: 0 }, unrated: 0 },
      discovery: { scans: { running: 0, completed: 24, failed: 0, with_parked_hosts: 1 }, parked_hosts: 1 },
      pending_mappings: 3,
      vulnerabilities: { known_exploited_cis: 1, critical_cis: 2 },
      running_jobs: 0,
      first_run: false,
      demo_loaded: false,
    },
  });

/** Route of the overview: an addition to section 4 of the interface specification. */
export function overviewV1Routes(summarize: ReturnType<typeof createSummarize>): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/summary",
      operationId: "getSummary",
      summary: "An estate in figures",
      description:
        "CIs, unresolved events, incidents, services, scans and what waits for a decision, in one answer. A part is null where " +
        "the credential lacks its scope.",
      tags: ["Overview"],
      access: { scope: OVERVIEW_SCOPES },
      limit: "standard",
      responses: { 200: { description: "The figures", schema } },
      handle: async ({ ctx }) => ok(present(await summarize(ctx))),
    }),
  ];
}

function present(found: Overview): z.output<typeof schema> {
  const { since, cis, events, incidents, services, discovery, pendingMappings, running, vulnerabilities } = found;
  const severityTotal = new Map(events?.map(({ severity, total }) => [severity, total]));
  return {
    since: since.toISOString(),
    cis: cis && presentCis(cis),
    events: events && {
      unresolved: events.reduce((sum, { total }) => sum + total, 0),
      by_severity: counted(SEVERITIES, (severity) => severityTotal.get(severity) ?? 0),
    },
    incidents: incidents && { open: incidents.open, worst: incidents.worst.map(presentIncident) },
    services: services && { total: services.total, by_health: services.health, unrated: services.unrated },
    discovery: discovery && {
      scans: { ...discovery.scans, with_parked_hosts: discovery.withParked },
      parked_hosts: discovery.parkedHosts,
    },
    pending_mappings: pendingMappings,
    vulnerabilities: vulnerabilities && {
      known_exploited_cis: vulnerabilities.kev,
      critical_cis: vulnerabilities.critical,
    },
    running_jobs: running,
    first_run: cis?.firstRun ?? null,
    demo_loaded: cis?.demoLoaded ?? null,
  };
}

function presentCis({ totals, changed }: NonNullable<Overview["cis"]>) {
  const byType = [...Map.groupBy(totals, ({ type }) => type)].map(([type, own]) => ({
    type,
    total: own.reduce((sum, { total }) => sum + total, 0),
    by_status: counted(CI_STATUSES, (status) => own.find((each) => each.status === status)?.total ?? 0),
  }));
  byType.sort((a, b) => b.total - a.total || (a.type < b.type ? -1 : 1));
  return { total: byType.reduce((sum, { total }) => sum + total, 0), by_type: byType, changed };
}

function presentIncident(incident: NonNullable<Overview["incidents"]>["worst"][number]) {
  const cause = incident.findings?.cause;
  return {
    id: incident.id,
    severity: incident.severity,
    first_seen: incident.firstSeen.toISOString(),
    last_seen: incident.lastSeen.toISOString(),
    open_events: incident.openCount,
    root_cause: cause ? { ci_id: cause.ciId, name: cause.name, confidence: cause.confidence } : null,
    services: incident.findings?.services ?? [],
  };
}

function counted<K extends string>(keys: readonly K[], of: (key: K) => number): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, number>;
}
