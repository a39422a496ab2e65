import { z } from "@hono/zod-openapi";
import { RECORD_KINDS } from "../../../model/host.ts";
import { listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, queryBoolean, sortQueryB } from "../../../platform/http/pagination.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { ParkedHost } from "../../inventory/index.ts";
import { SORT_FIELDS, toPage, toPageInput } from "../discovery.wire.ts";
import type { DiscoveredHost } from "../host.model.ts";
import type { ParkedVerbs } from "./parked-hosts.ts";

/** Most addresses and ports of a parked host that are shown. */
const SHOWN = 100;

const text = z.string().nullable();
const decision = z.object({ ci_id: text, decided_by: z.string(), decided_at: z.iso.datetime() });
const seen = z.object({
  host_id: text,
  hostname: text,
  fqdn: text,
  ip_addresses: z.array(z.string()),
  mac_addresses: z.array(z.string()),
  open_ports: z.array(z.int()),
  device_type: text,
  os_guess: text,
  os: z.object({ name: text, version: text }),
  hardware: z.object({ manufacturer: text, model: text, serial_number: text, uuid: text }),
  record_counts: z
    .record(z.string(), z.int())
    .openapi({ description: "How many records of each kind it reported", example: { processes: 12 } }),
});
const parkedSchema = z
  .object({
    id: z.string(),
    scan_id: z.string(),
    scanner_id: z.string(),
    observed_at: z.iso
      .datetime()
      .openapi({ description: "When the scanner saw it last", example: "2026-02-01T09:30:00.000Z" }),
    first_seen: z.iso.datetime(),
    created_at: z.iso.datetime(),
    times_seen: z.int(),
    reason: text.openapi({ description: "Why it became no CI", example: "Nothing in the report identifies the host" }),
    seen,
    decision: decision.nullable().openapi({ description: "What a person decided; null while it waits" }),
  })
  .openapi("ParkedHost");
const decidedSchema = z.object({ id: z.string(), ...decision.shape, scan_id: text }).openapi("DecidedHost");

const PATH = "/discovery/parked-hosts";
const shared = { tags: ["Discovery"], limit: "standard" } as const;
const byId = { ...shared, path: `${PATH}/{id}/decision`, params: z.object({ id: pathId() }) };
const access = { scope: "discovery.execute" } as const;

/** Hosts that nothing identifies, as a queue that people decide. */
export function parkedV1Routes(verbs: ParkedVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: PATH,
      operationId: "listParkedHosts",
      summary: "List hosts that nothing identifies, newest first",
      description: "Each report once, however often the scanner sent it, with what was seen and why it became no CI.",
      access: { scope: "discovery.read" },
      query: z.object({
        ...pageQuery,
        ...sortQueryB(SORT_FIELDS),
        decided: queryBoolean()
          .optional()
          .openapi({ description: "True: those that people decided; default those that wait" }),
      }),
      responses: { 200: { description: "Parked hosts", schema: parkedSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const page = toPageInput(query);
        return listed(toPage(await verbs.list(ctx, query.decided ?? false, page), page), presentParked, query.fields);
      },
    }),
    defineRoute({
      ...byId,
      method: "PUT",
      operationId: "decideParkedHost",
      summary: "Say which CI a parked host is, or that it is none",
      description:
        "With a CI its report is applied to it by a scan of its own, and again whenever the same scanner sends the same " +
        "report. With null the host is dismissed: the same report no longer waits for a decision.",
      access,
      body: z.strictObject({
        ci_id: z
          .string()
          .min(1)
          .max(64)
          .nullable()
          .openapi({ description: "The CI that it is, a device; null dismisses it" }),
      }),
      checkExists: (ctx, { id }) => verbs.requireParked(ctx, id),
      responses: { 200: { description: "The decision", schema: decidedSchema } },
      handle: async ({ ctx, params, body }) => {
        const { id, ciId, by, at, scanId } = await verbs.decide(ctx, params.id, body.ci_id);
        return ok({ id, ci_id: ciId, decided_by: by, decided_at: at, scan_id: scanId });
      },
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "takeBackParkedDecision",
      summary: "Take back what was decided about a parked host",
      description: "It waits for a decision again. What was applied to a CI stays there.",
      access,
      responses: { 200: { description: "It waits again", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await verbs.takeBack(ctx, params.id);
        return ok({ message: "The host waits for a decision again" });
      },
    }),
  ];
}

function presentParked(host: ParkedHost): z.output<typeof parkedSchema> {
  return {
    id: host.id,
    scan_id: host.scanId,
    scanner_id: host.scannerId,
    observed_at: host.observedAt,
    first_seen: host.firstSeen,
    created_at: host.createdAt,
    times_seen: host.timesSeen,
    reason: host.reason,
    seen: presentSeen(host.payload as DiscoveredHost),
    decision: host.decision && {
      ci_id: host.decision.ciId,
      decided_by: host.decision.by,
      decided_at: host.decision.at,
    },
  };
}

function presentSeen(host: DiscoveredHost): z.output<typeof seen> {
  const { os, hardware } = host;
  const all = (one: string | undefined, more: readonly string[] | undefined) =>
    [...new Set([...(one ? [one] : []), ...(more ?? [])])].slice(0, SHOWN);
  return {
    host_id: host.host_id ?? null,
    hostname: host.hostname ?? null,
    fqdn: host.fqdn ?? null,
    ip_addresses: all(host.ip_address, host.ip_addresses),
    mac_addresses: all(host.mac_address, host.mac_addresses),
    open_ports: (host.open_ports ?? []).slice(0, SHOWN),
    device_type: host.device_type ?? null,
    os_guess: host.os_guess ?? null,
    os: { name: os?.name ?? null, version: os?.version ?? null },
    hardware: {
      manufacturer: hardware?.manufacturer ?? null,
      model: hardware?.model ?? null,
      serial_number: hardware?.serial_number ?? null,
      uuid: hardware?.uuid ?? null,
    },
    record_counts: Object.fromEntries(RECORD_KINDS.map((kind) => [kind, host[kind]?.length ?? 0])),
  };
}
