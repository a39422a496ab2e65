import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, pageRequest, queryList, sortQueryB } from "../../../platform/http/pagination.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../../platform/http/timed-pages.ts";
import { SEVERITIES } from "../../events/index.ts";
import { causeFields, presentCauses } from "../correlations/correlation.v1.ts";
import { INCIDENT_STATUSES, type Incident } from "./incident.model.ts";
import type { ReadIncidents } from "./list-incidents.ts";

const time = z.iso.datetime();
const severity = z.enum(SEVERITIES);
const schema = z
  .object({
    id: z.string(),
    status: z.enum(INCIDENT_STATUSES).openapi({ description: "`resolved` once all of its events are" }),
    severity: severity.openapi({ description: "The most severe of its events" }),
    event_ids: z.array(z.string()).openapi({ description: "The newest, at most 1,000" }),
    event_count: z.int(),
    open_count: z.int().openapi({ description: "Events that are not resolved" }),
    root_cause: causeFields.suggested_root_cause,
    root_cause_reason: causeFields.root_cause_reason,
    candidates: causeFields.candidates,
    services: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .openapi({ description: "Business services that a failure of its CIs reaches" }),
    split_from: z.string().nullable(),
    split_into: z.array(z.string()),
    first_seen: time,
    last_seen: time,
    created_at: time,
    updated_at: time,
  })
  .openapi("Incident");

const NOT_STUDIED = { cause: null, causeReason: "It was not worked out yet", candidates: [], services: [] };

function present(incident: Incident): z.output<typeof schema> {
  const { services, ...causes } = incident.findings ?? NOT_STUDIED;
  const { suggested_root_cause, root_cause_reason, candidates } = presentCauses(causes);
  return {
    id: incident.id,
    status: incident.status,
    severity: incident.severity,
    event_ids: incident.eventIds,
    event_count: incident.eventCount,
    open_count: incident.openCount,
    root_cause: suggested_root_cause,
    root_cause_reason,
    candidates,
    services,
    split_from: incident.splitFrom,
    split_into: incident.splitInto,
    first_seen: incident.firstSeen.toISOString(),
    last_seen: incident.lastSeen.toISOString(),
    created_at: incident.createdAt.toISOString(),
    updated_at: incident.updatedAt.toISOString(),
  };
}

const shared = { method: "GET", tags: ["Events"], access: { scope: "events.read" }, limit: "standard" } as const;

/** Events that belong together, with what may be behind them. */
export function incidentRoutes(incidents: ReadIncidents): Route[] {
  return [
    defineRoute({
      ...shared,
      path: "/incidents",
      operationId: "listIncidents",
      summary: "List groups of events that belong together, last seen first",
      description: "Those that are open, unless `status` asks for others.",
      query: z.object({
        ...pageQuery,
        ...sortQueryB(["last_seen"]),
        status: queryList(z.enum(INCIDENT_STATUSES)).optional(),
        severity: queryList(severity).optional(),
      }),
      responses: { 200: { description: "One page", schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const filter = { status: query.status ?? ["open" as const], severity: query.severity };
        return listed(timedPage(await incidents.list(ctx, { ...input, ...filter }), input), present, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      path: "/incidents/{id}",
      operationId: "getIncident",
      summary: "Get a group of events that belong together",
      description: "The id of an incident that another took over finds that other one.",
      params: z.object({ id: pathId() }),
      responses: { 200: { description: "The incident", schema } },
      handle: async ({ ctx, params }) => ok(present(await incidents.get(ctx, params.id))),
    }),
  ];
}
