import { z } from "@hono/zod-openapi";
import { ENTITIES, fieldsOf, queryForm } from "../query/index.ts";
import type { ReadForm } from "./read-form.ts";
import { defineTool, type Tool } from "./tool.ts";

const NARROW =
  "Name fewer columns in `form.fields`, add filters, group and count instead of listing, or lower `form.limit`";

/** The closed query form itself, and what it may name. */
export function queryTools(readForm: ReadForm): Tool[] {
  return [
    defineTool({
      name: "query",
      title: "Query the estate",
      description:
        "Runs one closed query form over CIs, relationships, software, services, events, incidents, scans or history: filters, " +
        "groups, figures, order, and traversals (`path`, `impact`). Ask `query_fields` for the names of fields first. " +
        "`form.limit` is 20 where it is absent.",
      needs: [["reports.read", "ai.use"]],
      input: z.object({ form: queryForm }),
      async run(ctx, { form }) {
        const { rows, total } = await readForm(ctx, { ...form, limit: form.limit ?? 20 });
        return { rows, total, narrow: NARROW };
      },
    }),
    defineTool({
      name: "query_fields",
      title: "Fields of queries",
      description: "Names, types and meanings of the fields that `query` may use for an entity.",
      needs: [],
      input: z.object({ entity: z.enum(ENTITIES) }),
      async run(_ctx, { entity }) {
        const rows = fieldsOf(entity).map(({ name, type, description, values }) => ({
          name,
          type,
          description,
          values,
        }));
        return { rows, total: rows.length, narrow: "Name the fields to show in `fields`, for example only `type`" };
      },
    }),
  ];
}
