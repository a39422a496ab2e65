import { z } from "@hono/zod-openapi";
import type { Correlate, ReadIncidents } from "../correlation/index.ts";
import { EVENT_STATUSES, SEVERITIES } from "../events/index.ts";
import type { QueryForm } from "../query/index.ts";
import type { ServiceVerbs } from "../services/index.ts";
import type { FindCi } from "./find-ci.ts";
import type { ReadForm } from "./read-form.ts";
import { ciArgument, defineTool, limitArgument, pageArgument, type Tool } from "./tool.ts";

export interface OperationsToolDeps {
  incidents: ReadIncidents;
  correlate: Correlate;
  services: Pick<ServiceVerbs, "list" | "get" | "dependencies">;
  findCi: FindCi;
  readForm: ReadForm;
}

const time = z.iso.datetime({ offset: true }).optional();

/** Events, incidents and business services. */
export function operationsTools(deps: OperationsToolDeps): Tool[] {
  return [
    listEvents(deps),
    correlateEvent(deps),
    listIncidents(deps),
    getIncident(deps),
    listServices(deps),
    getService(deps),
  ];
}

function listEvents({ findCi, readForm }: OperationsToolDeps): Tool {
  return defineTool({
    name: "list_events",
    title: "Events",
    description: "Events of the monitoring systems, newest first: of a CI, by status, severity and time.",
    needs: ["events.read"],
    input: z.object({
      ci: ciArgument.optional(),
      status: z.enum(EVENT_STATUSES).optional(),
      severity: z.enum(SEVERITIES).optional(),
      from: time,
      to: time,
      limit: limitArgument,
    }),
    async run(ctx, { ci, status, severity, from, to, limit }) {
      const filters: NonNullable<QueryForm["filters"]> = [];
      if (ci) filters.push({ field: "affected_cis", op: "eq", value: (await findCi(ctx, ci)).id });
      if (status) filters.push({ field: "status", op: "eq", value: status });
      if (severity) filters.push({ field: "severity", op: "eq", value: severity });
      const { rows, total } = await readForm(ctx, {
        entity: "event",
        filters,
        ...((from ?? to) && { time: { from, to } }),
        order: [{ field: "occurred_at", direction: "desc" }],
        fields: [
          "id",
          "title",
          "severity",
          "status",
          "source",
          "occurred_at",
          "resolved_at",
          "occurrences",
          "affected_cis",
        ],
        limit,
      });
      return { rows, total, narrow: "Give a CI, a status, a severity or times, or count by `query` with `group_by`" };
    },
  });
}

function correlateEvent({ correlate }: OperationsToolDeps): Tool {
  return defineTool({
    name: "correlate_event",
    title: "Correlated events",
    description:
      "The events that hang together with an event, how strongly and why, and the CI that probably caused them.",
    needs: ["events.read"],
    input: z.object({ event_id: z.string().min(1).max(100), limit: limitArgument }),
    async run(ctx, { event_id, limit }) {
      const { correlated, cause, causeReason } = await correlate(ctx, event_id);
      const suggestion = cause
        ? {
            kind: "cause",
            ci_id: cause.ciId,
            name: cause.name,
            confidence: cause.confidence,
            reason: cause.explanation,
          }
        : { kind: "cause", name: null, reason: causeReason };
      const events = correlated.slice(0, limit - 1).map(({ event, score, type, reason }) => ({
        ...{ kind: "event", id: event.id, name: event.title, severity: event.severity, status: event.status },
        ...{ occurred_at: event.at, correlation_score: score, correlation_type: type, reason },
      }));
      return { rows: [suggestion, ...events], total: correlated.length + 1, narrow: "Raise `limit`" };
    },
  });
}

function listIncidents({ incidents }: OperationsToolDeps): Tool {
  return defineTool({
    name: "list_incidents",
    title: "Incidents",
    description: "Incidents by when they were last seen, with their probable cause and the services that they reach.",
    needs: ["events.read"],
    input: z.object({
      status: z.enum(["open", "resolved"]).optional(),
      severity: z.enum(SEVERITIES).optional(),
      limit: limitArgument,
      page: pageArgument,
    }),
    async run(ctx, { status, severity, limit, page }) {
      const filter = { status: status ? [status] : (["open", "resolved"] as const), severity: severity && [severity] };
      const found = await incidents.list(ctx, { ...filter, order: "desc", limit, page });
      const rows = found.items.map(({ findings, eventIds: _, ...incident }) => ({
        ...{ id: incident.id, status: incident.status, severity: incident.severity },
        ...{ first_seen: incident.firstSeen, last_seen: incident.lastSeen },
        ...{ event_count: incident.eventCount, open_count: incident.openCount },
        cause: findings?.cause && {
          ci_id: findings.cause.ciId,
          name: findings.cause.name,
          confidence: findings.cause.confidence,
        },
        services: findings?.services.map(({ name }) => name),
      }));
      return { rows, total: found.total, narrow: "Give a status or severity, or ask for the next `page`" };
    },
  });
}

function getIncident({ incidents }: OperationsToolDeps): Tool {
  return defineTool({
    name: "get_incident",
    title: "One incident",
    description:
      "One incident with every candidate for its cause, the evidence for each, the services that it reaches, and incidents that were split from it.",
    needs: ["events.read"],
    input: z.object({ incident_id: z.string().min(1).max(100) }),
    async run(ctx, { incident_id }) {
      const { findings, eventIds, ...incident } = await incidents.get(ctx, incident_id);
      const row = {
        ...{ id: incident.id, status: incident.status, severity: incident.severity },
        ...{ first_seen: incident.firstSeen, last_seen: incident.lastSeen },
        ...{ event_count: incident.eventCount, open_count: incident.openCount, event_ids: eventIds },
        ...{ split_from: incident.splitFrom, split_into: incident.splitInto },
        cause_reason: findings?.causeReason,
        candidates: findings?.candidates.map(({ ciId, name, confidence, explanation }) => ({
          ...{ ci_id: ciId, name, confidence, explanation },
        })),
        services: findings?.services,
      };
      return { rows: [row], total: 1, narrow: "Name fewer `fields`, such as `candidates`" };
    },
  });
}

function listServices({ services }: OperationsToolDeps): Tool {
  return defineTool({
    name: "list_services",
    title: "Business services",
    description: "Business services with criticality, SLA and health.",
    needs: ["services.read"],
    input: z.object({ search: z.string().min(1).max(200).optional(), limit: limitArgument, page: pageArgument }),
    async run(ctx, { search, limit, page }) {
      const found = await services.list(ctx, { search, limit, page, sort: "name", order: "asc" });
      const rows = found.items.map(({ service, health }) => ({
        ...{ id: service.id, name: service.name, criticality: service.criticality, sla: service.sla },
        health: { status: health.status, score: health.score },
        components: service.components.length,
      }));
      return { rows, total: found.total, narrow: "Give `search`, or ask for the next `page`" };
    },
  });
}

function getService({ services, findCi }: OperationsToolDeps): Tool {
  return defineTool({
    name: "get_service",
    title: "One business service",
    description:
      "A business service: its components, what lowers its health, and the services up and down its dependencies.",
    needs: ["services.read", "cmdb.read"],
    input: z.object({ service: z.string().min(1).max(500).describe("Id or exact name of a business service") }),
    async run(ctx, { service: named }) {
      const { id } = await findCi(ctx, named, "service");
      const [{ service, health }, dependencies] = await Promise.all([
        services.get(ctx, id),
        services.dependencies(ctx, id),
      ]);
      const brief = ({ serviceId, name, type }: { serviceId: string; name: string; type: string }) => ({
        ...{ id: serviceId, name, type },
      });
      const row = {
        ...{ id, name: service.name, criticality: service.criticality, sla: service.sla },
        health: { status: health.status, score: health.score },
        contributors: health.contributors.map(({ ciId, name, type, severity, effect, covered }) => ({
          ...{ ci_id: ciId, name, type, severity, effect, covered },
        })),
        components: service.components.map(({ ciId, name, type, role }) => ({ ci_id: ciId, name, type, role })),
        upstream: dependencies.upstream.map(brief),
        downstream: dependencies.downstream.map(brief),
      };
      return { rows: [row], total: 1, narrow: "Name fewer `fields`, such as `contributors`" };
    },
  });
}
