import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import type { IntegrationVerbs } from "./integrations.verbs.ts";
import {
  integrationChangeBody,
  integrationListQuery,
  integrationParams,
  integrationSchema,
  newIntegrationBody,
  presentIntegration,
  testOutcomeSchema,
  toChange,
  toNewIntegration,
} from "./integrations.wire.ts";

const PATH = "/integrations";
const shared = { tags: ["Integrations"], access: { scope: "admin.settings" }, limit: "standard" } as const;
const byId = { ...shared, path: `${PATH}/{id}`, params: integrationParams } as const;
const TEST_DEADLINE_MS = 20_000;

/** Service desks whose changes are analysed, and to which the results are written. */
export function integrationV1Routes(verbs: IntegrationVerbs): Route[] {
  return [...collectionRoutes(verbs), ...singleRoutes(verbs)];
}

function collectionRoutes(verbs: IntegrationVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: PATH,
      operationId: "createIntegration",
      summary: "Connect a service desk",
      description:
        "The service desk reports changes to `webhook_url`, and proves itself there as `inbound` says; results are " +
        "written to its tasks with `credentials`. Secrets are stored encrypted and never shown. An address that is not " +
        "one of the public internet is refused unless the installation allows it.",
      body: newIntegrationBody,
      idempotent: true,
      responses: { 201: { description: "The integration, without its secrets", schema: integrationSchema } },
      handle: async ({ ctx, body, idempotencyId, variant, origin }) => {
        const made = await verbs.create(ctx, toNewIntegration(body), idempotencyId);
        return created(presentIntegration(made, origin), { location: `${variant.base}${PATH}/${made.id}` });
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: PATH,
      operationId: "listIntegrations",
      summary: "List integrations, newest first",
      description: "Without their secrets.",
      query: integrationListQuery,
      responses: { 200: { description: "One page", schema: integrationSchema, list: true } },
      handle: async ({ ctx, query, origin }) => {
        const input = timedPageInput(pageRequest(query));
        const page = timedPage(await verbs.list(ctx, input), input);
        return listed(page, (item) => presentIntegration(item, origin), query.fields);
      },
    }),
  ];
}

function singleRoutes(verbs: IntegrationVerbs): Route[] {
  return [
    defineRoute({
      ...byId,
      method: "GET",
      operationId: "getIntegration",
      summary: "Get an integration",
      description: "With the kinds of its credentials, without their secrets.",
      responses: { 200: { description: "The integration", schema: integrationSchema } },
      handle: async ({ ctx, params, origin }) => ok(presentIntegration(await verbs.get(ctx, params.id), origin)),
    }),
    defineRoute({
      ...byId,
      method: "PUT",
      operationId: "updateIntegration",
      summary: "Change an integration",
      description:
        "Fields that are missing stay, also secrets within `credentials` and `inbound`, so that an integration can be " +
        "sent back as it was read. Credentials go to no other host: where `base_url` names one, they must be given anew.",
      body: integrationChangeBody,
      checkExists: async (ctx, { id }) => void (await verbs.get(ctx, id)),
      responses: { 200: { description: "The integration", schema: integrationSchema } },
      handle: async ({ ctx, params, body, origin }) =>
        ok(presentIntegration(await verbs.update(ctx, params.id, toChange(body)), origin)),
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "deleteIntegration",
      summary: "Delete an integration with its secrets",
      description: "Its analyses stay; results that wait to be written are not written.",
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await verbs.remove(ctx, params.id);
        return ok({ message: "Integration deleted" });
      },
    }),
    defineRoute({
      ...byId,
      method: "POST",
      path: `${PATH}/{id}/test`,
      operationId: "testIntegration",
      summary: "Test address and credentials of an integration",
      description:
        "Asks the service desk something harmless and writes nothing there. Answers 200 also where it refuses or cannot " +
        "be reached; `error` then says why.",
      deadlineMs: TEST_DEADLINE_MS,
      errors: ["CONFLICT"],
      responses: { 200: { description: "Whether it works", schema: testOutcomeSchema } },
      handle: async ({ ctx, params }) => ok(await verbs.test(ctx, params.id)),
    }),
  ];
}
