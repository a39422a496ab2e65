import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { created, listed, ok, raw } from "../../../platform/http/answers.ts";
import { LARGE_BODY_LIMIT } from "../../../platform/http/body.ts";
import { pageRequest } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { mappingTag } from "./mapping.model.ts";
import {
  EXPORT_EXAMPLE,
  exportText,
  FILE_TYPE,
  IMPORT_TYPES,
  importSchema,
  readMappingFile,
} from "./mapping-file.wire.ts";
import type { MappingVerbs } from "./mappings.verbs.ts";
import {
  createMappingBody,
  exportFilters,
  type MappingListQuery,
  mappingParams,
  presentMapping,
  toMappingFilter,
  toMappingList,
  toMappingPage,
  toMappingPatch,
  toNewMapping,
  updateMappingBody,
} from "./mappings.wire.ts";

/** What differs between the variants: how lists are sorted and mappings are spelled. */
export interface MappingForm {
  listQuery: z.ZodType<MappingListQuery & Pick<Parameters<typeof pageRequest>[0], "sort" | "order">>;
  /** Converts a snake-case object to the variant's spelling. */
  spell(mapping: object): object;
  schema: z.ZodType;
}

const tags = ["Software"];
const PATH = "/software-mappings";
const BUILT_IN = "Built-in ones (source `system`) are refused with 409: create one of your own, which goes before it.";
const etag = { ETag: "The mapping's version, for If-Match" };

/** Routes of software mappings (section 4 of the interface specification), with verification, import and export. */
export function mappingRoutes(verbs: MappingVerbs, form: MappingForm): Route[] {
  return [
    ...collectionRoutes(verbs, form),
    ...fileRoutes(verbs, form),
    ...readRoutes(verbs, form),
    ...changeRoutes(verbs, form),
  ];
}

function collectionRoutes(verbs: MappingVerbs, form: MappingForm): Route[] {
  const shared = { path: PATH, tags, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      operationId: "listSoftwareMappings",
      summary: "List software mappings, newest first",
      description: "The tenant's own and the built-in ones (source `system`).",
      access: { scope: "software.read" },
      query: form.listQuery,
      responses: { 200: { description: "One page", schema: form.schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = toMappingList(query, pageRequest(query));
        const page = toMappingPage(await verbs.list(ctx, input), input);
        return listed(page, (mapping) => form.spell(presentMapping(mapping)), query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "POST",
      operationId: "createSoftwareMapping",
      summary: "Create a software mapping",
      description: "409 where another active mapping of the tenant has the instance name, the case of letters aside.",
      access: { scope: "software.write" },
      body: createMappingBody,
      idempotent: true,
      responses: { 201: { description: "The mapping", schema: form.schema, headers: etag } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const mapping = await verbs.create(ctx, toNewMapping(body), idempotencyId);
        const location = `${variant.base}${PATH}/${mapping.id}`;
        return created(form.spell(presentMapping(mapping)), { location, etag: mappingTag(mapping) });
      },
    }),
  ];
}

function fileRoutes(verbs: MappingVerbs, form: MappingForm): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: `${PATH}/export`,
      operationId: "exportSoftwareMappings",
      summary: "Get the tenant's own mappings as a file",
      description: "With `source=system` the built-in ones. The file can be imported as it is.",
      tags,
      limit: "standard",
      access: { scope: "software.read" },
      deadlineMs: 30_000,
      query: z.object({ ...exportFilters, format: z.enum(["ndjson", "csv"]).default("ndjson") }),
      formats: FILE_TYPE,
      responses: {
        200: {
          description: "One JSON per line, or CSV with a line of names",
          contentType: Object.values(FILE_TYPE),
          headers: { "Content-Disposition": "" },
          examples: { [FILE_TYPE.csv]: EXPORT_EXAMPLE },
        },
      },
      handle: async ({ ctx, query }) => {
        const batches = await verbs.export(ctx, toMappingFilter(query));
        const text = exportText(batches, query.format, form.spell);
        return raw(Readable.from(text, { objectMode: false }), FILE_TYPE[query.format], {
          headers: { "Content-Disposition": `attachment; filename="software-mappings.${query.format}"` },
        });
      },
    }),
    defineRoute({
      method: "POST",
      path: `${PATH}/import`,
      operationId: "importSoftwareMappings",
      summary: "Import mappings from CSV or NDJSON",
      description:
        "One mapping a line, as for creating one, or CSV with the columns of the export. A line finds the mapping of its " +
        "instance name, or without one of its patterns, and of several the one of its `id`; what a person made or edited " +
        "stays. Faulty lines are told and left out; run again it changes nothing.",
      tags,
      limit: "bulk",
      access: { scope: "software.write" },
      rawBody: { contentTypes: IMPORT_TYPES },
      bodyLimit: LARGE_BODY_LIMIT,
      gzip: true,
      idempotent: true,
      deadlineMs: 120_000,
      responses: { 200: { description: "What became of the lines", schema: importSchema } },
      handle: async ({ ctx, rawBody }) => {
        const lines = readMappingFile(rawBody?.bytes ?? new Uint8Array(), rawBody?.mediaType ?? "");
        const { faults, ...counts } = await verbs.import(ctx, lines);
        return ok({ ...counts, faults: faults.map(({ line, field, reason }) => ({ line, field, error: reason })) });
      },
    }),
  ];
}

const byId = { path: `${PATH}/{id}`, tags, limit: "standard", params: mappingParams } as const;

function readRoutes(verbs: MappingVerbs, form: MappingForm): Route[] {
  return [
    defineRoute({
      ...byId,
      method: "GET",
      operationId: "getSoftwareMapping",
      summary: "Get a software mapping",
      description: "The tenant's own or a built-in one.",
      access: { scope: "software.read" },
      responses: { 200: { description: "The mapping", schema: form.schema, headers: etag } },
      handle: async ({ ctx, params }) => {
        const mapping = await verbs.get(ctx, params.id);
        return ok(form.spell(presentMapping(mapping)), { ETag: mappingTag(mapping) });
      },
    }),
  ];
}

function changeRoutes(verbs: MappingVerbs, form: MappingForm): Route[] {
  const write = { scope: "software.write" } as const;
  return [
    defineRoute({
      ...byId,
      method: "PUT",
      operationId: "updateSoftwareMapping",
      summary: "Change a software mapping",
      description:
        "Instances that it matches follow within seconds, where no person has said otherwise. " +
        "Members that are absent stay; whatever changes, its source is `manual` from then on. Status: pending to review " +
        `or active, review to active or pending, active to review; else 409. ${BUILT_IN}`,
      errors: ["CONFLICT"],
      ifMatch: true,
      access: write,
      body: updateMappingBody,
      checkExists: (ctx, params) => verbs.requireKnown(ctx, params.id),
      responses: { 200: { description: "The whole mapping", schema: form.schema, headers: etag } },
      handle: async (call) => {
        const patch = toMappingPatch(call.body);
        const mapping = await verbs.update(call.ctx, call.params.id, patch, call.header("if-match"));
        return ok(form.spell(presentMapping(mapping)), { ETag: mappingTag(mapping) });
      },
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "deleteSoftwareMapping",
      summary: "Delete a software mapping",
      description: BUILT_IN,
      errors: ["CONFLICT"],
      ifMatch: true,
      access: write,
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async (call) => {
        await verbs.remove(call.ctx, call.params.id, call.header("if-match"));
        return ok({ message: "Software mapping deleted" });
      },
    }),
    defineRoute({
      ...byId,
      path: `${PATH}/{id}/verify`,
      method: "POST",
      operationId: "verifySoftwareMapping",
      summary: "Confirm a software mapping",
      description: `It is active, and \`last_verified\` is now. ${BUILT_IN}`,
      errors: ["CONFLICT"],
      access: write,
      responses: { 200: { description: "The whole mapping", schema: form.schema, headers: etag } },
      handle: async ({ ctx, params }) => {
        const mapping = await verbs.verify(ctx, params.id);
        return ok(form.spell(presentMapping(mapping)), { ETag: mappingTag(mapping) });
      },
    }),
  ];
}
