import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { created, type HttpResult, listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { type Call, defineRoute, type Route } from "../../platform/http/route.ts";
import { CI_SORT_FIELDS, type CiPatch, ciFilterQuery, toListInput, toPage } from "../ci/index.ts";
import type { ServiceView } from "./read-services.ts";
import { serviceTag } from "./service.model.ts";
import type { ServiceVerbs } from "./services.verbs.ts";
import {
  createBody,
  dependenciesSchema,
  presentDependencies,
  presentService,
  replaceComponentsBody,
  serviceParams,
  serviceSchema,
  toComponents,
  toNewService,
  toPatch,
  updateBody,
} from "./services.wire.ts";

const shared = { tags: ["Business services"], limit: "standard" } as const;
const reading = { ...shared, access: { scope: "services.read" } } as const;
const writing = { ...shared, access: { scope: "services.write" } } as const;
const etag = { ETag: "Version, components and health; for If-Match and If-None-Match" };
const { status, search, updated_since } = ciFilterQuery;
const filters = { status, search, updated_since };

/** Routes of business services, variant B (sections 2 and 4 of the interface specification), including writes. */
export function serviceV1Routes(verbs: ServiceVerbs): Route[] {
  return [...readingRoutes(verbs), ...creatingRoutes(verbs), ...changingRoutes(verbs)];
}

function serviceResult(view: ServiceView) {
  const body = presentService(view);
  return ok(body, { ETag: serviceTag(view.service, body) });
}

function readingRoutes(verbs: ServiceVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      method: "GET",
      path: "/services",
      operationId: "listServices",
      summary: "List business services with their health",
      description: "`health` is computed from the open events and the status of the components.",
      query: z.looseObject({ ...pageQuery, ...sortQueryB(CI_SORT_FIELDS), ...filters }),
      responses: { 200: { description: "One page, newest first", schema: serviceSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const { types: _types, ...input } = toListInput(query, pageRequest(query), false);
        const page = await verbs.list(ctx, input);
        const { nextCursor, ...rest } = toPage({ ...page, items: [] }, input);
        return listed({ ...rest, nextCursor, items: page.items }, presentService, query.fields);
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: "/services/{id}",
      operationId: "getService",
      summary: "Get a business service with its health",
      description:
        "With its components, and with `health` as its open events and the status of its components give it.",
      params: serviceParams,
      responses: { 200: { description: "The service", schema: serviceSchema, headers: etag } },
      handle: async ({ ctx, params }) => serviceResult(await verbs.get(ctx, params.id)),
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: "/services/{id}/dependencies",
      operationId: "getServiceDependencies",
      summary: "Services that a service needs, and those that need it",
      description: "Of the first degree: services of which a component is related to a component of this one.",
      params: serviceParams,
      responses: { 200: { description: "By way of their components", schema: dependenciesSchema } },
      handle: async ({ ctx, params, origin, variant }) => {
        const mapUrl = `${origin}${variant.base}/services/${params.id}/dependency-map.svg`;
        return ok(presentDependencies(await verbs.dependencies(ctx, params.id), mapUrl));
      },
    }),
  ];
}

function creatingRoutes(verbs: ServiceVerbs): Route[] {
  return [
    defineRoute({
      ...writing,
      method: "POST",
      path: "/services",
      operationId: "createService",
      summary: "Create a business service",
      description:
        "404 naming each component that does not exist, e.g. `components.0.ci_id`; 409 with `existing_id` where a service " +
        "of this name exists.",
      errors: ["RESOURCE_NOT_FOUND"],
      body: createBody,
      idempotent: true,
      responses: { 201: { description: "Created", schema: serviceSchema, headers: etag } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const id = await verbs.create(ctx, { fields: toNewService(body), id: idempotencyId });
        const view = await verbs.view(ctx, id);
        const answer = presentService(view);
        const location = `${variant.base}/services/${id}`;
        return created(answer, { location, etag: serviceTag(view.service, answer) });
      },
    }),
  ];
}

type ChangeCall = Pick<
  Call<RequestContext, { id: string }, unknown, { components?: Parameters<typeof toComponents>[0] | undefined }>,
  "ctx" | "params" | "body" | "header"
>;

/** Changes a service, and its components if the body contains them; returns its new state. */
async function updateAndView(verbs: ServiceVerbs, call: ChangeCall, patch?: CiPatch): Promise<HttpResult> {
  const { ctx, body } = call;
  const { id } = call.params;
  const components = body.components && toComponents(body.components);
  await verbs.update(ctx, { id, patch, components, ifMatch: call.header("if-match") });
  return serviceResult(await verbs.view(ctx, id));
}

function changingRoutes(verbs: ServiceVerbs): Route[] {
  return [
    defineRoute({
      ...writing,
      method: "PUT",
      path: "/services/{id}",
      operationId: "updateService",
      summary: "Change a business service",
      description: "Partial; `components`, where given, are replaced whole.",
      errors: ["CONFLICT"],
      ifMatch: true,
      params: serviceParams,
      body: updateBody,
      checkExists: (ctx, params) => verbs.requireService(ctx, params.id),
      responses: { 200: { description: "The whole service", schema: serviceSchema, headers: etag } },
      handle: (call) => updateAndView(verbs, call, toPatch(call.body)),
    }),
    defineRoute({
      ...writing,
      method: "PUT",
      path: "/services/{id}/components",
      operationId: "replaceServiceComponents",
      summary: "Replace what a business service consists of",
      description: "All at once or not at all. Components that stay keep their relationship.",
      ifMatch: true,
      params: serviceParams,
      body: replaceComponentsBody,
      checkExists: (ctx, params) => verbs.requireService(ctx, params.id),
      responses: { 200: { description: "The whole service", schema: serviceSchema, headers: etag } },
      handle: (call) => updateAndView(verbs, call),
    }),
    defineRoute({
      ...writing,
      method: "DELETE",
      path: "/services/{id}",
      operationId: "deleteService",
      summary: "Delete a business service",
      description: "Its components stay. As a CI it can be restored until it is purged.",
      ifMatch: true,
      params: serviceParams,
      checkExists: (ctx, params) => verbs.requireService(ctx, params.id),
      responses: {
        200: { description: "Says how many relationships went with it", schema: z.object({ message: z.string() }) },
      },
      handle: async (call) => {
        const removed = await verbs.delete(call.ctx, { id: call.params.id, ifMatch: call.header("if-match") });
        return ok({ message: `Service deleted with ${removed} ${removed === 1 ? "relationship" : "relationships"}` });
      },
    }),
  ];
}
