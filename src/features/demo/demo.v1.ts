import { z } from "@hono/zod-openapi";
import { type RequestContext, withScopes } from "../../context.ts";
import { accepted, ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { AskDemo } from "./ask-demo.ts";
import type { Wanted } from "./demo-requests.store.ts";
import { DEMO_STATES, type DemoView, type ReadDemo } from "./read-demo.ts";

const PATH = "/demo";
const count = (description: string, example: number) => z.int().min(0).openapi({ description, example });
const named = z.object({ id: z.string(), name: z.string() });

const schema = z
  .object({
    state: z.enum(DEMO_STATES).openapi({
      description: "`incomplete`: loading or removing failed or was cut short; either mends it",
      example: "loaded",
    }),
    error: z.string().nullable().openapi({ description: "Why the last try failed; null otherwise", example: null }),
    loaded_at: z.iso.datetime().nullable().openapi({ description: "Null unless it is loaded" }),
    holds: z
      .object({
        cis: count("CIs, services included", 151),
        services: count("Business services", 8),
        relationships: count("Relationships between them", 247),
        events: count("Events of the hour before it was loaded", 60),
        incidents: z
          .array(
            z.object({
              story: z.string().openapi({
                description: "What happened, in a sentence",
                example: "A switch drops packets, and the shop's database loses its replica",
              }),
              event: z.object({ id: z.string(), title: z.string() }).openapi({ description: "Where to begin" }),
              root_cause: named.openapi({ description: "The cause that should be found" }),
              services: z.array(named).openapi({ description: "The business services that it hits" }),
            }),
          )
          .openapi({ description: "What can be looked into" }),
      })
      .nullable()
      .openapi({ description: "What is in it; null unless it is loaded" }),
  })
  .openapi("Demo");

const shared = { path: PATH, tags: ["Overview"], limit: "standard" } as const;
const changing = { ...shared, access: { scope: "admin.settings" } } as const;
const answered = (was: string) => ({
  200: { description: was, schema },
  202: { description: "It is being done", schema, headers: { Location: "" } },
});

/** Routes of the demo estate: an addition to the interface specification. */
export function demoRoutes({ read, ask }: { read: ReadDemo; ask: AskDemo }): Route[] {
  const change = async (ctx: RequestContext, wanted: Wanted, base: string) => {
    const outcome = await ask(ctx, wanted);
    const view = present(await read(withScopes(ctx, "cmdb.read")));
    return outcome === "present" ? ok(view) : accepted(view, `${base}${PATH}`);
  };
  return [
    defineRoute({
      ...shared,
      method: "GET",
      access: { scope: "cmdb.read" },
      operationId: "getDemo",
      summary: "What stands of the demo estate",
      description: "A made-up data centre with three incidents, to look around in.",
      responses: { 200: { description: "Its state", schema } },
      handle: async ({ ctx }) => ok(present(await read(ctx))),
    }),
    defineRoute({
      ...changing,
      method: "POST",
      operationId: "loadDemo",
      summary: "Load the demo estate",
      description:
        "Into the tenant, beside what it holds; takes some seconds. Where it is loaded nothing changes; where that is under " +
        "way, or was cut short, it goes on. `run.changed` on the stream tells when it is done.",
      errors: ["CONFLICT"],
      responses: answered("It is loaded already"),
      handle: ({ ctx, variant }) => change(ctx, "loaded", variant.base),
    }),
    defineRoute({
      ...changing,
      method: "DELETE",
      operationId: "removeDemo",
      summary: "Remove the demo estate",
      description:
        "And nothing else; takes some seconds. Its events are gone for good, its CIs can be restored as deleted CIs can. " +
        "Where there is none, nothing changes.",
      errors: ["CONFLICT"],
      responses: answered("There is none"),
      handle: ({ ctx, variant }) => change(ctx, "removed", variant.base),
    }),
  ];
}

function present({ state, error, demo }: DemoView): z.output<typeof schema> {
  return {
    state,
    error,
    loaded_at: demo?.at ?? null,
    holds: demo && {
      cis: demo.cis,
      services: demo.services,
      relationships: demo.relationships,
      events: demo.events,
      incidents: demo.incidents.map(({ story, event, rootCause, services }) => ({
        story,
        event,
        root_cause: rootCause,
        services,
      })),
    },
  };
}
