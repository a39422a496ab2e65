import { z } from "@hono/zod-openapi";
import { listed } from "../../platform/http/answers.ts";
import { textFault } from "../../platform/http/json.ts";
import {
  cursorContent,
  directionOf,
  encodeCursor,
  pageQuery,
  pageRequest,
  sortQueryB,
} from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { HistoryEntry } from "./history.model.ts";
import type { ListHistory } from "./list-history.ts";

const Cursor = z.object({
  order: z.enum(["asc", "desc"]).default("desc"),
  version: z.int().min(0),
  id: z
    .string()
    .max(100)
    .refine((text) => textFault(text) === undefined),
});

const state = z.record(z.string(), z.unknown()).nullable();
const schema = z
  .object({
    id: z.string(),
    action: z
      .string()
      .openapi({ description: "`ci.created`, `ci.updated`, `ci.deleted`, `ci.restored` or `ci.clone_detected`" }),
    before: state,
    after: state,
    actor: z.string(),
    request_id: z.string(),
    at: z.iso.datetime(),
  })
  .openapi("HistoryEntry");

function present(entry: HistoryEntry): z.output<typeof schema> {
  return {
    id: entry.id,
    action: entry.action,
    before: entry.before as z.output<typeof state>,
    after: entry.after as z.output<typeof state>,
    actor: entry.actor,
    request_id: entry.requestId,
    at: entry.at.toISOString(),
  };
}

/** The history of a CI. */
export function historyV1Routes(verbs: {
  listHistory: ListHistory;
  requireCi: (ctx: Parameters<ListHistory>[0], id: string) => Promise<void>;
}): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/cmdb/ci/{id}/history",
      operationId: "listCiHistory",
      summary: "List what happened to a configuration item",
      description: "Each change with the state before and after, who made it and by which request.",
      tags: ["Configuration items"],
      access: { scope: "cmdb.read" },
      limit: "standard",
      params: z.object({ id: pathId() }),
      query: z.object({ ...pageQuery, ...sortQueryB(["at"]) }),
      checkExists: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: { 200: { description: "One page, newest first", schema, list: true } },
      handle: async ({ ctx, params, query }) => {
        const { page, limit, cursor, sort, fields } = pageRequest(query);
        const after = cursorContent(cursor, Cursor);
        const order = directionOf(after?.order, sort, "desc");
        const { items, total, next } = await verbs.listHistory(ctx, { ciId: params.id, page, limit, order, after });
        const nextCursor = next && encodeCursor({ order, ...next });
        return listed({ items, total, page, limit, nextCursor }, present, fields);
      },
    }),
  ];
}
