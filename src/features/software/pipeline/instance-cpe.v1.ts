import { z } from "@hono/zod-openapi";
import { ok } from "../../../platform/http/answers.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { InstanceCpe, InstanceCpeVerbs } from "./instance-cpe.ts";

const score = z.number().min(0).max(1);
const schema = z
  .object({
    ci_id: z.string(),
    name: z.string().nullable().openapi({ description: "CPE 2.3 name; null where it has none" }),
    match: z.enum(["exact", "product", "none"]).openapi({ description: "`product` where the version is not known" }),
    score,
    method: z
      .enum(["version", "vendor_product", "full_name", "reported", "manual"])
      .nullable()
      .openapi({ description: "How it was found; `manual` where a person set it" }),
    status: z.enum(["pending", "done", "not_needed"]),
    candidates: z
      .array(z.object({ name: z.string(), score, reasons: z.array(z.string()) }))
      .openapi({ description: "What else the dictionary has, best first" }),
    reasons: z.array(z.string()),
    searched_at: z.iso.datetime().nullable().openapi({ description: "When the dictionary was last searched for it" }),
  })
  .openapi("InstanceCpe");

function present({ ciId, searchedAt, ...shown }: InstanceCpe): z.output<typeof schema> {
  return { ci_id: ciId, ...shown, searched_at: searchedAt?.toISOString() ?? null };
}

/** The CPE name of a software instance: an addition to rule 10 in section 1 of the interface specification. */
export function instanceCpeRoutes(verbs: InstanceCpeVerbs): Route[] {
  const shared = {
    path: "/cmdb/ci/{id}/cpe",
    tags: ["Software"],
    limit: "standard",
    params: z.object({ id: pathId() }),
    errors: ["CONFLICT"],
  } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      operationId: "getInstanceCpe",
      summary: "The CPE name of a software instance, the other candidates, and why",
      description: "409 for a CI that is no software instance.",
      access: { scope: "software.read" },
      responses: { 200: { description: "The name and its candidates", schema } },
      handle: async ({ ctx, params }) => ok(present(await verbs.get(ctx, params.id))),
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      operationId: "setInstanceCpe",
      summary: "Correct the CPE name of a software instance by hand",
      description:
        "Null: it has none. Later runs keep what was set; the change is in the CI's history and in the audit log. " +
        "409 for a CI that is no software instance.",
      access: { scope: "software.write" },
      body: z.strictObject({
        name: z.string().max(1_000).nullable().openapi({ description: "A CPE 2.3 name or 2.2 URI" }),
      }),
      checkExists: (ctx, params) => verbs.requireKnown(ctx, params.id),
      responses: { 200: { description: "The name and its candidates", schema } },
      handle: async ({ ctx, params, body }) => ok(present(await verbs.set(ctx, params.id, body.name))),
    }),
  ];
}
