import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { type CiPatch, ciFields } from "../ci/index.ts";
import type { NewService } from "./create-service.ts";
import type { Dependencies, Dependency } from "./dependencies/service-dependencies.ts";
import { type Contributor, HEALTH_STATUSES, SEVERITIES } from "./health/health.model.ts";
import type { ServiceView } from "./read-services.ts";
import {
  COMPONENT_CRITICALITIES,
  CRITICALITIES,
  MAX_COMPONENTS,
  type NewComponent,
  serviceFields,
} from "./service.model.ts";

/** A malformed id names nothing: 404. */
export const serviceParams = z.object({ id: pathId() });

const ignored = z.unknown().optional();

const componentBody = z
  .strictObject({
    ci_id: z.string().min(1).max(200),
    role: serviceFields.role.optional(),
    criticality: z
      .enum(COMPONENT_CRITICALITIES)
      .nullable()
      .optional()
      .openapi({ description: "How important it is for the service" }),
    redundancy_group: serviceFields.redundancyGroup
      .optional()
      .openapi({ description: "Any one of the components that share it is enough" }),
    name: ignored,
    type: ignored,
    status: ignored,
  })
  .openapi("NewServiceComponent");
const componentsBody = z.array(componentBody).max(MAX_COMPONENTS);
const slaBody = z.strictObject({
  availability: serviceFields.availability.optional().openapi({ description: "Percent" }),
  response_time: serviceFields.responseTime.optional().openapi({ description: "Milliseconds" }),
});
const fields = {
  name: ciFields.name,
  description: ciFields.description.optional(),
  status: ciFields.status.optional(),
  criticality: serviceFields.criticality.optional(),
  sla: slaBody.optional(),
  components: componentsBody.optional(),
};

export const createBody = z.strictObject(fields);

/** Partial. Read-only members are accepted and ignored, so that a client can send back what it read. */
export const updateBody = z.strictObject({
  ...z.strictObject(fields).partial().shape,
  id: ignored,
  health: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
  updated_by: ignored,
});

export const replaceComponentsBody = z.strictObject({ components: componentsBody });

type ComponentsBody = z.output<typeof componentsBody>;

export function toComponents(components: ComponentsBody): NewComponent[] {
  return components.map(({ ci_id, role, criticality, redundancy_group }) => ({
    ciId: ci_id,
    role,
    criticality,
    redundancyGroup: redundancy_group,
  }));
}

export function toNewService({ components = [], ...body }: z.output<typeof createBody>): NewService {
  return { ...body, components: toComponents(components) };
}

export function toPatch({ name, description, status, criticality, sla }: z.output<typeof updateBody>): CiPatch {
  const attributes = { ...(criticality !== undefined && { criticality }), ...(sla !== undefined && { sla }) };
  return { name, description, status, attributes };
}

const component = z
  .object({
    ci_id: z.string(),
    role: z.string().nullable(),
    criticality: z.enum(COMPONENT_CRITICALITIES).nullable(),
    redundancy_group: z.string().nullable(),
    name: z.string(),
    type: z.string(),
    status: z.enum(CI_STATUSES),
  })
  .openapi("ServiceComponent");
const contributor = z
  .object({
    ci_id: z.string(),
    name: z.string(),
    type: z.string(),
    ci_status: z.enum(CI_STATUSES),
    reason: z.enum(["event", "status"]),
    severity: z.enum(SEVERITIES),
    event_id: z.string().nullable(),
    event_status: z.enum(["open", "acknowledged"]).nullable(),
    open_events: z.int(),
    distance: z.int().openapi({ description: "Relationships between the service and the CI" }),
    path: z.array(z.string()).openapi({ description: "Ids from the service to the CI" }),
    redundancy: z
      .enum(["none", "covered"])
      .openapi({ description: "Covered: a healthy peer makes it one level milder" }),
    suppressed: z.boolean().openapi({ description: "Explained by maintenance: listed, without effect on the score" }),
    effect: z.int().openapi({ description: "Points that it alone takes from the score" }),
  })
  .openapi("HealthContributor");
export const serviceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(CI_STATUSES),
    criticality: z.enum(CRITICALITIES),
    sla: z.object({ availability: z.number().nullable(), response_time: z.number().nullable() }),
    components: z.array(component),
    health: z.object({
      status: z.enum(HEALTH_STATUSES),
      score: z.int().min(0).max(100),
      contributors: z.array(contributor),
    }),
    created_at: z.iso.datetime(),
    created_by: z.string(),
    updated_at: z.iso.datetime(),
    updated_by: z.string(),
  })
  .openapi("BusinessService");

export function presentService({ service, health }: ServiceView): z.output<typeof serviceSchema> {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    status: service.status,
    criticality: service.criticality,
    sla: { availability: service.sla.availability, response_time: service.sla.responseTime },
    components: service.components.map((part) => ({
      ci_id: part.ciId,
      role: part.role,
      criticality: part.criticality,
      redundancy_group: part.redundancyGroup,
      name: part.name,
      type: part.type,
      status: part.status,
    })),
    health: { status: health.status, score: health.score, contributors: health.contributors.map(presentContributor) },
    created_at: service.createdAt,
    created_by: service.createdBy,
    updated_at: service.updatedAt,
    updated_by: service.updatedBy,
  };
}

function presentContributor(cause: Contributor): z.output<typeof contributor> {
  return {
    ci_id: cause.ciId,
    name: cause.name,
    type: cause.type,
    ci_status: cause.status,
    reason: cause.reason,
    severity: cause.severity,
    event_id: cause.event?.id ?? null,
    event_status: cause.event?.status ?? null,
    open_events: cause.openEvents,
    distance: cause.path.length - 1,
    path: cause.path,
    redundancy: cause.covered ? "covered" : "none",
    suppressed: cause.suppressed,
    effect: cause.effect,
  };
}

const dependency = z
  .object({
    service_id: z.string(),
    name: z.string(),
    type: z.enum(["required", "optional"]),
    impact: z.enum(["high", "medium", "low"]),
    via: z.array(z.object({ ci_id: z.string(), name: z.string(), type: z.string(), relationship: z.string() })),
  })
  .openapi("ServiceDependency");
export const dependenciesSchema = z
  .object({
    service_id: z.string(),
    dependencies: z.object({
      upstream: z.array(dependency).openapi({ description: "Services that this one needs" }),
      downstream: z.array(dependency).openapi({ description: "Services that need this one" }),
    }),
    dependency_map: z.object({ visualization_url: z.string() }),
    truncated: z.boolean(),
  })
  .openapi("ServiceDependencies");

export function presentDependencies(found: Dependencies, mapUrl: string): z.output<typeof dependenciesSchema> {
  return {
    service_id: found.serviceId,
    dependencies: {
      upstream: found.upstream.map(presentDependency),
      downstream: found.downstream.map(presentDependency),
    },
    dependency_map: { visualization_url: mapUrl },
    truncated: found.truncated,
  };
}

function presentDependency(found: Dependency): z.output<typeof dependency> {
  return {
    service_id: found.serviceId,
    name: found.name,
    type: found.type,
    impact: found.impact,
    via: found.via.map(({ ciId, ...ci }) => ({ ci_id: ciId, ...ci })),
  };
}
