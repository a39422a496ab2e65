import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { type SettingsState, type SettingsVerbs, settingsTag } from "./change-settings.ts";
import { GENERIC_FIELDS, settingsPatch } from "./settings.model.ts";

const schema = z
  .object({
    reopen_hours: z.int().openapi({ description: "Within these a repeat opens a resolved event again" }),
    correlation_minutes: z.int().openapi({ description: "Either side of an event, others are looked at with it" }),
    absence_days: z.int().openapi({ description: "After these a host that full scans miss is inactive" }),
    purge_days: z.int().openapi({ description: "For these a deleted CI can be restored" }),
    api_key_in_query: z.boolean().openapi({ description: "Whether `?api_key=` is accepted" }),
    retention_days: z.object({ events: z.int(), raw_scans: z.int(), deliveries: z.int(), reports: z.int() }),
    holiday_countries: z.array(z.string()).openapi({
      description: "Countries (`DE`) and regions (`DE-BY`) whose public holidays count for planned changes",
    }),
    generic_fields: z
      .partialRecord(z.enum(GENERIC_FIELDS), z.string())
      .openapi({ description: "Where a generic sender's messages hold the members of an event: dotted paths" }),
    cloudwatch: z.object({ topics: z.array(z.string()).openapi({ description: "ARNs of trusted SNS topics" }) }),
  })
  .openapi("Settings");

const tagged = { ETag: "The version of the settings; for If-Match and If-None-Match" };

/** Get and change of a tenant's settings. */
export function settingsV1Routes(verbs: SettingsVerbs): Route[] {
  const shared = {
    path: "/admin/settings",
    tags: ["Administration"],
    access: { scope: "admin.settings" },
    limit: "standard",
  } as const;
  const answer = ({ settings, version }: SettingsState) => ok(settings, { ETag: settingsTag(version) });
  return [
    defineRoute({
      ...shared,
      method: "GET",
      operationId: "getSettings",
      summary: "Get the settings",
      description: "Of the tenant, the defaults included.",
      responses: { 200: { description: "The settings", schema, headers: tagged } },
      handle: async ({ ctx }) => answer(await verbs.get(ctx)),
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      operationId: "changeSettings",
      summary: "Change settings",
      description:
        "Members that are absent stay, the members of objects merge, null goes back to the default. " +
        "`holiday_countries` takes those of which holidays are known. If-Match refuses a stale change with 412. A change holds in every process within five seconds.",
      ifMatch: true,
      body: settingsPatch,
      responses: { 200: { description: "The whole settings", schema, headers: tagged } },
      handle: async (call) => answer(await verbs.change(call.ctx, call.body, call.header("if-match"))),
    }),
  ];
}
