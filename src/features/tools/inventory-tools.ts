import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import type { QueryForm } from "../query/index.ts";
import type { SoftwareIdentifier } from "../software/index.ts";
import type { FindCi } from "./find-ci.ts";
import type { ReadForm } from "./read-form.ts";
import { ciArgument, defineTool, limitArgument, type Tool } from "./tool.ts";

export interface InventoryToolDeps {
  identifier: Pick<SoftwareIdentifier, "identify">;
  findCi: FindCi;
  readForm: ReadForm;
}

/** Installed software and scans. */
export function inventoryTools(deps: InventoryToolDeps): Tool[] {
  return [softwareOf(deps), installationsOf(deps), identifySoftware(deps), listScans(deps)];
}

const INSTALLED = ["id", "name", "version", "vendor", "product", "family", "server.id", "server.name"];

function softwareOf({ findCi, readForm }: InventoryToolDeps): Tool {
  return defineTool({
    name: "software_of",
    title: "Software of a host",
    description: "The programs that are installed on a host, by name.",
    needs: ["cmdb.read"],
    input: z.object({ ci: ciArgument, name_contains: z.string().min(1).max(200).optional(), limit: limitArgument }),
    async run(ctx, { ci, name_contains, limit }) {
      const { id } = await findCi(ctx, ci);
      const filters: NonNullable<QueryForm["filters"]> = [{ field: "server.id", op: "eq", value: id }];
      if (name_contains) filters.push({ field: "name", op: "contains", value: name_contains });
      return installed(readForm, ctx, filters, limit);
    },
  });
}

function installationsOf({ readForm }: InventoryToolDeps): Tool {
  return defineTool({
    name: "installations_of",
    title: "Where a program is installed",
    description: "The hosts on which a program is installed, with its versions.",
    needs: ["cmdb.read"],
    input: z.object({
      name: z.string().min(1).max(300).describe("Part of the program's name, such as nginx"),
      version_starts_with: z.string().min(1).max(100).optional(),
      limit: limitArgument,
    }),
    async run(ctx, { name, version_starts_with, limit }) {
      const filters: NonNullable<QueryForm["filters"]> = [{ field: "name", op: "contains", value: name }];
      if (version_starts_with) filters.push({ field: "version", op: "starts_with", value: version_starts_with });
      return installed(readForm, ctx, filters, limit);
    },
  });
}

async function installed(readForm: ReadForm, ctx: RequestContext, filters: QueryForm["filters"], limit: number) {
  const order: QueryForm["order"] = [{ field: "name" }, { field: "version" }];
  const { rows, total } = await readForm(ctx, { entity: "software", filters, order, fields: INSTALLED, limit });
  return { rows, total, narrow: "Give more of the name or version, or count by `query` with `group_by`" };
}

function identifySoftware({ identifier }: InventoryToolDeps): Tool {
  return defineTool({
    name: "identify_software",
    title: "Identify a program",
    description: "Which product, maker, family and CPE name a program is, by its name as reported. Stores nothing.",
    needs: ["software.read"],
    input: z.object({
      name: z.string().min(1).max(300),
      vendor: z.string().min(1).max(300).optional(),
      version: z.string().min(1).max(100).optional(),
    }),
    async run(ctx, program) {
      const [found] = await identifier.identify(ctx.tenantId, [program], ctx.signal);
      const row = found && {
        name: found.software.name,
        vendor: found.software.vendor,
        normalized_name: found.normalizedName,
        family: found.family,
        cpe: found.cpe,
        is_guess: found.isSoftwareGuess ?? false,
      };
      return { rows: row ? [row] : [], total: row ? 1 : 0, narrow: "Name fewer `fields`" };
    },
  });
}

function listScans({ readForm }: InventoryToolDeps): Tool {
  return defineTool({
    name: "list_scans",
    title: "Scans",
    description:
      "Scans, newest first, with how many hosts were processed, failed, or parked because nothing identifies them.",
    needs: ["discovery.read"],
    input: z.object({ status: z.string().min(1).max(40).optional(), limit: limitArgument }),
    async run(ctx, { status, limit }) {
      const { rows, total } = await readForm(ctx, {
        entity: "scan",
        ...(status && { filters: [{ field: "status", op: "eq" as const, value: status }] }),
        order: [{ field: "created_at", direction: "desc" }],
        limit,
      });
      return { rows, total, narrow: "Give a status, or use `query` on the entity scan" };
    },
  });
}
