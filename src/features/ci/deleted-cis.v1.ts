import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { listed } from "../../platform/http/answers.ts";
import { textFault } from "../../platform/http/json.ts";
import { cursorContent, encodeCursor, pageQuery, pageRequest, queryList } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { isId } from "../../platform/ids.ts";
import { ciFields } from "./ci.model.ts";
import { shared } from "./ci.routes.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import type { DeletedCi } from "./deleted-cis.graph.store.ts";

const deletedCiSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    description: z.string().nullable(),
    status: z.enum(CI_STATUSES),
    created_at: z.iso.datetime(),
    deleted_at: z.iso.datetime(),
    deleted_by: z.string(),
  })
  .openapi("DeletedCI");

const listQuery = z.object({
  ...pageQuery,
  type: queryList(ciFields.type).optional().openapi({ description: "Types, any spelling, separated by commas" }),
  name: z
    .string()
    .max(255)
    .refine((text) => textFault(text) === undefined, "must be text without control characters")
    .optional()
    .openapi({ description: "Part of the name, in any case" }),
});

const Cursor = z.object({
  deleted_at: z.string().refine((text) => textFault(text) === undefined),
  id: z.string().refine(isId),
});

export function deletedCisRoute(verbs: CiVerbs): Route {
  return defineRoute({
    ...shared,
    method: "GET",
    path: "/cmdb/deleted-ci",
    operationId: "listDeletedCis",
    summary: "List deleted configuration items",
    description: "Those that `restoreCi` can restore. What was purged is gone from here too.",
    access: { scope: "cmdb.read" },
    query: listQuery,
    responses: { 200: { description: "One page, the latest deletion first", schema: deletedCiSchema, list: true } },
    handle: async ({ ctx, query }) => {
      const { page, limit, cursor } = pageRequest(query);
      const place = cursorContent(cursor, Cursor);
      const after = place && { at: place.deleted_at, id: place.id };
      const found = await verbs.listDeletedCis(ctx, { types: query.type, name: query.name, page, limit, after });
      const nextCursor = found.next && encodeCursor({ deleted_at: found.next.at, id: found.next.id });
      return listed({ items: found.items, total: found.total, page, limit, nextCursor }, present, query.fields);
    },
  });
}

function present(ci: DeletedCi): z.output<typeof deletedCiSchema> {
  const { id, name, type, description, status, createdAt, deletedAt, deletedBy } = ci;
  return { id, name, type, description, status, created_at: createdAt, deleted_at: deletedAt, deleted_by: deletedBy };
}
