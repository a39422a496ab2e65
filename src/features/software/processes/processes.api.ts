import { accepted, listed, ok } from "../../../platform/http/answers.ts";
import { BULK_DEADLINE_MS } from "../../../platform/http/exchange.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { ProcessVerbs } from "./processes.verbs.ts";
import {
  analysisSchema,
  appliedSchema,
  applyBody,
  bulkBody,
  familiesSchema,
  jobParams,
  presentRun,
  presentStarted,
  presentUnnamed,
  processesSchema,
  runBody,
  runSchema,
  softwareParams,
  startedSchema,
  toIdentifyOptions,
  toListUnnamed,
  toRunOptions,
  toUnnamedPage,
  unmappedSchema,
  unnamedQuery,
  unnamedSchema,
} from "./processes.wire.ts";

const tags = ["Process mapping"];
const read = { scope: "software.read" } as const;
const write = { scope: "software.write" } as const;
const RUNS =
  "A tenant's runs go one after the other. While an equal one is unfinished, that one is the answer; with 20 unfinished, 409.";

/** Routes of process mapping (rule 12 in section 1 of the interface specification); variant A only. */
export function processApiRoutes(verbs: ProcessVerbs): Route[] {
  return [...settingsRoutes(verbs), ...runRoutes(verbs), ...applicationRoutes(verbs), ...softwareRoutes(verbs)];
}

function settingsRoutes(verbs: ProcessVerbs): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/cmdb-settings/process-mapping/analyze",
      operationId: "analyzeProcessMapping",
      summary: "How many mappings have process names, and relationships their application",
      description: "Mappings are the tenant's own and the built-in ones (source `system`).",
      tags,
      access: read,
      limit: "standard",
      deadlineMs: BULK_DEADLINE_MS,
      responses: { 200: { description: "The statistics", schema: analysisSchema } },
      handle: async ({ ctx }) => ok(await verbs.analyze(ctx)),
    }),
    defineRoute({
      method: "GET",
      path: "/cmdb-settings/software-families",
      operationId: "listSoftwareFamilies",
      summary: "The 13 families of software, with how much software and how many instances each has",
      description: "In the order of their names, including empty ones.",
      tags,
      access: read,
      limit: "standard",
      responses: { 200: { description: "Always the 13", schema: familiesSchema } },
      handle: async ({ ctx }) => ok(await verbs.families(ctx)),
    }),
  ];
}

function runRoutes(verbs: ProcessVerbs): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/cmdb-settings/process-mapping/run",
      operationId: "runProcessMapping",
      summary: "Run process mapping",
      description:
        "`enrich` finds process names for mappings and software without any, `apply` gives relationships the applications " +
        `of their processes, \`fix-relationships\` repairs the software hierarchy, \`all\` does everything. ${RUNS}`,
      errors: ["RESOURCE_NOT_FOUND"],
      tags,
      access: write,
      limit: "bulk",
      body: runBody,
      idempotent: true,
      responses: {
        202: { description: "`statusUrl` shows its progress", schema: startedSchema, headers: { Location: "" } },
      },
      handle: async ({ ctx, body, idempotencyId }) => {
        const input = { mode: body.mode, options: toRunOptions(body), id: idempotencyId };
        const started = presentStarted(await verbs.runs.start(ctx, input));
        return accepted(started, started.statusUrl);
      },
    }),
    defineRoute({
      method: "GET",
      path: "/cmdb-settings/process-mapping/run/{jobId}",
      operationId: "getProcessMappingRun",
      summary: "How far a run is, and what it has done",
      description: "Kept for a while after its end.",
      tags,
      access: read,
      limit: "standard",
      params: jobParams,
      responses: { 200: { description: "The run", schema: runSchema } },
      handle: async ({ ctx, params }) => ok(presentRun(await verbs.runs.get(ctx, params.jobId))),
    }),
  ];
}

function applicationRoutes(verbs: ProcessVerbs): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/process-application-mapping/apply",
      operationId: "applyProcessMapping",
      summary: "Give relationships the applications of their processes",
      description:
        "Sets `application {name, vendor, family}` and `aiEnhanced` on relationships that name a process and have no " +
        "application. A name that several products share (java, node, python) names none of them. What 15 seconds do not " +
        "reach is left to the next call; a run goes through everything.",
      tags,
      access: write,
      limit: "bulk",
      body: applyBody,
      bodyRequired: false,
      deadlineMs: BULK_DEADLINE_MS,
      responses: { 200: { description: "What became of them", schema: appliedSchema } },
      handle: async ({ ctx, body }) => ok(await verbs.apply(ctx, { limit: body.limit, dryRun: body.dry_run })),
    }),
    defineRoute({
      method: "GET",
      path: "/process-application-mapping/unmapped-stats",
      operationId: "getUnmappedProcesses",
      summary: "Processes on relationships whose application is not known",
      description: "The 100 most frequent; spellings that differ in path, case, `.exe` or arguments count as one.",
      tags,
      access: read,
      limit: "standard",
      deadlineMs: BULK_DEADLINE_MS,
      responses: { 200: { description: "The statistics", schema: unmappedSchema } },
      handle: async ({ ctx }) => ok(await verbs.unmapped(ctx)),
    }),
  ];
}

function softwareRoutes(verbs: ProcessVerbs): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/process-identification/software-without-processes",
      operationId: "listSoftwareWithoutProcesses",
      summary: "Software CIs without process names, newest first",
      description: "Process mapping cannot assign relationships to these.",
      tags,
      access: read,
      limit: "standard",
      query: unnamedQuery,
      responses: { 200: { description: "One page", schema: unnamedSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = toListUnnamed(query);
        const page = toUnnamedPage(await verbs.unnamed(ctx, input), input);
        return listed(page, presentUnnamed, query.fields && [...query.fields, "softwareId"]);
      },
    }),
    defineRoute({
      method: "POST",
      path: "/process-identification/identify/{softwareId}",
      operationId: "identifyProcesses",
      summary: "Find the process names of a Software CI",
      description:
        "By the built-in knowledge, else by what machines show where it is installed, else by the model, whose word counts " +
        "from a confidence of 0.7. What a person has said stays.",
      tags,
      access: write,
      limit: "standard",
      params: softwareParams,
      deadlineMs: BULK_DEADLINE_MS,
      responses: { 200: { description: "What was found", schema: processesSchema } },
      handle: async ({ ctx, params }) => ok(await verbs.software.identify(ctx, params.softwareId)),
    }),
    defineRoute({
      method: "GET",
      path: "/process-identification/process-names/{softwareId}",
      operationId: "getProcessNames",
      summary: "The process names of a Software CI",
      description: "What the built-in knowledge alone has is shown too, with `applied: false`.",
      tags,
      access: read,
      limit: "standard",
      params: softwareParams,
      responses: { 200: { description: "Its process names", schema: processesSchema } },
      handle: async ({ ctx, params }) => ok(await verbs.software.processNames(ctx, params.softwareId)),
    }),
    defineRoute({
      method: "POST",
      path: "/process-identification/bulk-identify",
      operationId: "bulkIdentifyProcesses",
      summary: "Find the process names of many Software CIs",
      description: `Of those named, else of all, or those of a family, that have none. ${RUNS}`,
      errors: ["RESOURCE_NOT_FOUND"],
      tags,
      access: write,
      limit: "bulk",
      body: bulkBody,
      idempotent: true,
      responses: {
        202: { description: "`statusUrl` shows its progress", schema: startedSchema, headers: { Location: "" } },
      },
      handle: async ({ ctx, body, idempotencyId }) => {
        const input = { options: toIdentifyOptions(body), id: idempotencyId };
        const started = presentStarted(await verbs.runs.bulkIdentify(ctx, input));
        return accepted(started, started.statusUrl);
      },
    }),
  ];
}
