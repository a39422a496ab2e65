import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { IP_FIELDS } from "./address-paths.ts";
import { type IpMatch, matchedFields } from "./find-by-ip.ts";
import { formsOf } from "./ip-forms.ts";
import type { TopologyVerbs } from "./topology.verbs.ts";

const timestamp = z.iso.datetime();
const group = z
  .object({
    processName: z.string().nullable(),
    targetIP: z.string().nullable(),
    targetServer: z.string().nullable(),
    targetCIId: z.string().nullable(),
    connectionCount: z.int(),
    ports: z.array(z.int()),
    firstSeen: timestamp,
    lastSeen: timestamp,
  })
  .openapi("ProcessConnectionGroup");
const listening = z
  .object({
    name: z.string().nullable(),
    pid: z.int().nullable(),
    port: z.int(),
    protocol: z.string(),
    description: z.string(),
  })
  .openapi("ListeningProcess");
const shownCi = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    customFields: z.object({ ip_address: z.string().nullable(), all_ip_addresses: z.array(z.string()) }),
  })
  .openapi("FoundCI");
const match = z
  .object({ ...shownCi.shape, status: z.enum(CI_STATUSES), lastSeen: timestamp.nullable() })
  .openapi("MatchingCI");

const shared = {
  method: "GET",
  tags: ["Topology"],
  access: { scope: "cmdb.read" },
  limit: "standard",
} as const;
const ciId = z.string().openapi({ format: "uuid" });
const byCi = z.object({ ciId });
const ADDRESS_FORMATS = [
  { type: "string", format: "ipv4" },
  { type: "string", format: "ipv6" },
] as const;
const byIp = z.object({ ip: z.string().openapi({ anyOf: [...ADDRESS_FORMATS] }) });

/**
 * The four routes under `/api` of variant B (section 4 of the interface specification): camel case and bare bodies at
 * both bases.
 */
export function topologyRoutes(verbs: TopologyVerbs): Route[] {
  return [...ciRoutes(verbs), ...ipRoutes(verbs)];
}

function ciRoutes(verbs: TopologyVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      path: "/api/ci/{ciId}/process-connections",
      operationId: "getProcessConnections",
      summary: "What the processes of a CI are connected to",
      description: "Connections that scans saw, one group for each process and target address, newest first.",
      params: byCi,
      responses: {
        200: { description: "One group a process and address", schema: z.object({ groups: z.array(group) }) },
      },
      handle: async ({ ctx, params }) => ok({ groups: await verbs.processConnections(ctx, params.ciId) }),
    }),
    defineRoute({
      ...shared,
      path: "/api/ci/{ciId}/listening-process/{port}",
      operationId: "getListeningProcess",
      summary: "The process that listens on a port of a CI",
      description: "As the newest scan of the CI saw it, TCP before UDP; `found: false` where none listens.",
      params: byCi.extend({ port: z.string().openapi({ type: "integer", minimum: 1, maximum: 65_535 }) }),
      responses: {
        200: {
          description: "The process, TCP before UDP; null where none listens",
          schema: z.object({ found: z.boolean(), process: z.union([listening, z.null()]) }),
        },
      },
      handle: async ({ ctx, params }) => {
        const process = await verbs.listeningProcess(ctx, params.ciId, params.port);
        return ok({ found: process !== null, process });
      },
    }),
  ];
}

function ipRoutes(verbs: TopologyVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      path: "/api/ci/find-by-ip/{ip}",
      operationId: "findCiByIp",
      summary: "The CI that an address belongs to",
      description:
        "Compares addresses in normalised form, in every field that holds one, lists and nested values included.",
      params: byIp,
      responses: {
        200: {
          description: "Active CIs first, then those seen last; `matches` lists all",
          schema: z.object({ found: z.boolean(), ci: z.union([shownCi, z.null()]), matches: z.array(match) }),
        },
      },
      handle: async ({ ctx, params }) => {
        const { matches } = await verbs.findByIp(ctx, params.ip);
        const best = matches[0];
        return ok({ found: best !== undefined, ci: best ? present(best) : null, matches: matches.map(presentMatch) });
      },
    }),
    defineRoute({
      ...shared,
      path: "/api/debug/find-ci-by-ip/{ip}",
      operationId: "debugFindCiByIp",
      summary: "How an address is looked for, and where it stands in what was found",
      description: "Shows why an address finds a CI or does not.",
      params: byIp,
      responses: {
        200: {
          description: "The forms and fields searched, and all CIs found",
          schema: z.object({
            searchedIp: z.string(),
            query: z.object({ normalized: z.string(), forms: z.array(z.string()), fields: z.array(z.string()) }),
            results: z.array(z.object({ ...match.shape, matchedFields: z.array(z.string()) })),
            found: z.boolean(),
          }),
        },
      },
      handle: async ({ ctx, params }) => {
        const { ip, matches } = await verbs.findByIp(ctx, params.ip);
        const results = matches.map((ci) => ({ ...presentMatch(ci), matchedFields: matchedFields(ci, ip) }));
        const query = { normalized: ip, forms: formsOf(ip), fields: searchedFields() };
        return ok({ searchedIp: params.ip, query, results, found: matches.length > 0 });
      },
    }),
  ];
}

function searchedFields(): string[] {
  return ["attributes", "custom_fields"].flatMap((object) => IP_FIELDS.map((field) => `${object}.${field}`));
}

function present({ id, name, type, attributes, customFields, ips }: IpMatch) {
  const main = [customFields.ip_address, attributes.ip_address].find((value) => typeof value === "string");
  const listed = customFields.all_ip_addresses;
  const all = Array.isArray(listed) ? listed.filter((item): item is string => typeof item === "string") : ips;
  return { id, name, type, customFields: { ip_address: main ?? ips[0] ?? null, all_ip_addresses: all } };
}

function presentMatch(ci: IpMatch) {
  return { ...present(ci), status: ci.status, lastSeen: ci.lastSeen };
}
