import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../../platform/http/pagination.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../../platform/http/timed-pages.ts";
import { type QueryVerbs, queryForm } from "../query.model.ts";
import { ANSWER_DEADLINE_MS, answerOf, answerResponse } from "../query.v1.ts";
import { ANSWER_TYPE, formatQuery } from "../query.wire.ts";
import type { SavedQueryVerbs } from "./manage-saved-queries.ts";
import { SAVED_QUERY_LIMITS, type SavedQuery } from "./saved-query.model.ts";

const PATH = "/queries";
const name = z.string().max(SAVED_QUERY_LIMITS.name).regex(/\S/, "must not be blank");
const description = z.string().max(SAVED_QUERY_LIMITS.description).nullish();
const shared = z.boolean().openapi({ description: "Whether every user of the tenant reads it; default false" });
const newBody = z.strictObject({ name, description, query: queryForm, shared: shared.optional() });

/** Read-only members are accepted and ignored, so that a query can be sent back as it was read. */
const ignored = z.unknown().optional().openapi({ description: "Ignored" });
const changeBody = z.strictObject({
  name: name.optional(),
  description,
  query: queryForm.optional(),
  shared: shared.optional(),
  id: ignored,
  owner: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
});

const time = z.iso.datetime();
const schema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    query: queryForm,
    shared: z.boolean(),
    owner: z.string().openapi({ description: "Who changes it: a user's id, or kind:id of a program" }),
    created_at: time,
    created_by: z.string(),
    updated_at: time,
  })
  .openapi("SavedQuery");

function present(query: SavedQuery): z.output<typeof schema> {
  return {
    id: query.id,
    name: query.name,
    description: query.description,
    query: query.form,
    shared: query.shared,
    owner: query.owner,
    created_at: query.createdAt.toISOString(),
    created_by: query.createdBy,
    updated_at: query.updatedAt.toISOString(),
  };
}

const common = { tags: ["Reports"], limit: "standard" } as const;
const reading = { ...common, access: { scope: "reports.read" } } as const;
const writing = { ...common, access: { scope: "reports.create" } } as const;
const byId = { path: `${PATH}/{id}`, params: z.object({ id: pathId() }) } as const;

/** Saved queries. */
export function savedQueryRoutes(saved: SavedQueryVerbs, verbs: QueryVerbs): Route[] {
  return [...collectionRoutes(saved), ...singleRoutes(saved), runRoute(saved, verbs)];
}

function collectionRoutes(saved: SavedQueryVerbs): Route[] {
  return [
    defineRoute({
      ...writing,
      method: "POST",
      path: PATH,
      operationId: "createSavedQuery",
      summary: "Save a query",
      description: "The form is checked; its faults are named below `query`. Saving needs the scopes of its data too.",
      body: newBody,
      idempotent: true,
      errors: ["CONFLICT"],
      responses: { 201: { description: "The saved query", schema, headers: { Location: "" } } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const { query: form, description: text = null, shared: isShared = false } = body;
        const input = { name: body.name, description: text, form, shared: isShared };
        const made = await saved.save(ctx, input, idempotencyId);
        return created(present(made), { location: `${variant.base}${PATH}/${made.id}` });
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: PATH,
      operationId: "listSavedQueries",
      summary: "List saved queries, newest first",
      description: "One's own, and those that others share.",
      query: z.object({ ...pageQuery, ...sortQueryB(["created_at"]) }),
      responses: { 200: { description: "One page", schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        return listed(timedPage(await saved.list(ctx, input), input), present, query.fields);
      },
    }),
  ];
}

function singleRoutes(saved: SavedQueryVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      ...byId,
      method: "GET",
      operationId: "getSavedQuery",
      summary: "Get a saved query",
      description: "One that another user keeps private is not found.",
      responses: { 200: { description: "The saved query", schema } },
      handle: async ({ ctx, params }) => ok(present(await saved.get(ctx, params.id))),
    }),
    defineRoute({
      ...writing,
      ...byId,
      method: "PUT",
      operationId: "updateSavedQuery",
      summary: "Change a saved query",
      description: "Fields that are missing stay. Only its owner changes it: of one that another shares, 403.",
      body: changeBody,
      checkExists: async (ctx, { id }) => void (await saved.get(ctx, id)),
      responses: { 200: { description: "The saved query", schema } },
      handle: async ({ ctx, params, body }) => {
        const { query: form, name: newName, description: text, shared: isShared } = body;
        const change = { name: newName, description: text, form, shared: isShared };
        return ok(present(await saved.change(ctx, params.id, change)));
      },
    }),
    defineRoute({
      ...writing,
      ...byId,
      method: "DELETE",
      operationId: "deleteSavedQuery",
      summary: "Delete a saved query",
      description: "Only its owner deletes it.",
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await saved.remove(ctx, params.id);
        return ok({ message: "Saved query deleted" });
      },
    }),
  ];
}

function runRoute(saved: SavedQueryVerbs, verbs: QueryVerbs): Route {
  return defineRoute({
    ...reading,
    ...byId,
    method: "POST",
    path: `${PATH}/{id}/run`,
    operationId: "runSavedQuery",
    summary: "Run a saved query",
    description: "With the scopes of the caller, who needs those of its data.",
    deadlineMs: ANSWER_DEADLINE_MS,
    query: z.object(formatQuery),
    formats: ANSWER_TYPE,
    responses: { 200: answerResponse },
    handle: async ({ ctx, params, query }) => {
      const { form } = await saved.get(ctx, params.id);
      return answerOf(verbs, ctx, form, query.format);
    },
  });
}
