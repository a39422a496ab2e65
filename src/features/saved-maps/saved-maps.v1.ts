import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import type { SavedMapVerbs } from "./manage-saved-maps.ts";
import {
  changeBody,
  listedMapSchema,
  newBody,
  presentListed,
  presentMap,
  savedMapSchema as schema,
  toMapChange,
  toNewMap,
} from "./saved-maps.wire.ts";

const PATH = "/maps";
const common = { tags: ["Dependency maps"], limit: "standard" } as const;
const reading = { ...common, access: { scope: "cmdb.read" } } as const;
const writing = { ...common, access: { scope: "reports.create" } } as const;
const byId = { path: `${PATH}/{id}`, params: z.object({ id: pathId() }) } as const;
const search = z.string().max(255).optional().openapi({ description: "Part of the name, case aside" });

/** Saved maps. */
export function savedMapRoutes(maps: SavedMapVerbs): Route[] {
  return [...collectionRoutes(maps), ...singleRoutes(maps)];
}

function collectionRoutes(maps: SavedMapVerbs): Route[] {
  return [
    defineRoute({
      ...writing,
      method: "POST",
      path: PATH,
      operationId: "createSavedMap",
      summary: "Save a map",
      description:
        "What the map explorer shows: where it begins, how far it goes, what it leaves out, and where each CI stands. " +
        "Positions of CIs that are not there are left out. Saving needs `cmdb.read` too.",
      body: newBody,
      idempotent: true,
      errors: ["RESOURCE_NOT_FOUND", "CONFLICT"],
      responses: { 201: { description: "The saved map", schema, headers: { Location: "" } } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const made = await maps.save(ctx, toNewMap(body), idempotencyId);
        return created(presentMap(made), { location: `${variant.base}${PATH}/${made.map.id}` });
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: PATH,
      operationId: "listSavedMaps",
      summary: "List saved maps, newest first",
      description: "One's own, and those that others share; an administrator's are all. Without their CIs.",
      query: z.object({ ...pageQuery, ...sortQueryB(["created_at"]), search }),
      responses: { 200: { description: "One page", schema: listedMapSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const found = await maps.list(ctx, { ...input, search: query.search?.trim() || undefined });
        return listed(timedPage(found, input), presentListed, query.fields);
      },
    }),
  ];
}

function singleRoutes(maps: SavedMapVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      ...byId,
      method: "GET",
      operationId: "getSavedMap",
      summary: "Get a saved map",
      description:
        "CIs that were deleted meanwhile are left out, and named in `missing`. Another's private map is not found.",
      responses: { 200: { description: "The saved map", schema } },
      handle: async ({ ctx, params }) => ok(presentMap(await maps.get(ctx, params.id))),
    }),
    defineRoute({
      ...writing,
      ...byId,
      method: "PUT",
      operationId: "updateSavedMap",
      summary: "Change a saved map",
      description:
        "Fields that are missing stay; lists and positions replace what was there. Only its owner or an administrator " +
        "changes it: of one that another shares, 403. Needs `cmdb.read` too.",
      body: changeBody,
      errors: ["RESOURCE_NOT_FOUND"],
      checkExists: async (ctx, { id }) => void (await maps.get(ctx, id)),
      responses: { 200: { description: "The saved map", schema } },
      handle: async ({ ctx, params, body }) => ok(presentMap(await maps.change(ctx, params.id, toMapChange(body)))),
    }),
    defineRoute({
      ...writing,
      ...byId,
      method: "DELETE",
      operationId: "deleteSavedMap",
      summary: "Delete a saved map",
      description: "Only its owner or an administrator deletes it. Needs `cmdb.read` too.",
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await maps.remove(ctx, params.id);
        return ok({ message: "Saved map deleted" });
      },
    }),
  ];
}
