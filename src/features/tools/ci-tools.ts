import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { ImpactVerbs } from "../impact/index.ts";
import type { QueryForm } from "../query/index.ts";
import type { TopologyVerbs } from "../topology/index.ts";
import type { FindCi } from "./find-ci.ts";
import type { ReadForm } from "./read-form.ts";
import { ciArgument, defineTool, limitArgument, pageArgument, type Tool } from "./tool.ts";

export interface CiToolDeps {
  ci: Pick<CiVerbs, "listCis" | "getCi">;
  impact: Pick<ImpactVerbs, "impactOf">;
  topology: Pick<TopologyVerbs, "processConnections" | "findByIp">;
  findCi: FindCi;
  readForm: ReadForm;
}

const PAGES = "Add filters, name fewer `fields`, or ask for the next `page`";

/** CIs, what they are connected with, and what depends on them. */
export function ciTools(deps: CiToolDeps): Tool[] {
  return [findCis(deps), getCi(deps), relationshipsOf(deps), impactOf(deps), connectionsOf(deps), historyOf(deps)];
}

function findCis({ ci }: CiToolDeps): Tool {
  return defineTool({
    name: "find_cis",
    title: "Find CIs",
    description:
      "CIs by words of their name and description, an address, a serial number or a host name; by type and status.",
    needs: ["cmdb.read"],
    input: z.object({
      search: z.string().min(1).max(200).optional(),
      type: z.string().min(1).max(100).optional().describe("Such as server, application, database"),
      status: z.enum(CI_STATUSES).optional(),
      limit: limitArgument,
      page: pageArgument,
    }),
    async run(ctx, { search, type, status, limit, page }) {
      const filters = { ...(type && { types: [type] }), ...(status && { statuses: [status] }) };
      const order = { sort: "updated_at", order: "desc" } as const;
      const { items, total } = await ci.listCis(ctx, { ...filters, ...order, search, limit, page });
      const rows = items.map(({ id, name, type: kind, status: state, description, updatedAt, relationshipCount }) => ({
        ...{ id, name, type: kind, status: state, description },
        updated_at: updatedAt,
        relationships: relationshipCount,
      }));
      return { rows, total, narrow: PAGES };
    },
  });
}

function getCi({ ci, findCi }: CiToolDeps): Tool {
  return defineTool({
    name: "get_ci",
    title: "One CI",
    description: "The record of one CI with its attributes and up to 100 relationships.",
    needs: ["cmdb.read"],
    input: z.object({ ci: ciArgument }),
    async run(ctx, { ci: named }) {
      const { id } = await findCi(ctx, named);
      const found = await ci.getCi(ctx, id);
      const row = {
        ...{ id, name: found.name, type: found.type, status: found.status, description: found.description },
        attributes: found.attributes,
        custom_fields: found.customFields,
        version: found.version,
        created_at: found.createdAt,
        updated_at: found.updatedAt,
        relationship_count: found.relationships.length,
      };
      return { rows: [row], total: 1, narrow: "Name the fields to show, such as `attributes.os`, in `fields`" };
    },
  });
}

function relationshipsOf({ findCi, readForm }: CiToolDeps): Tool {
  return defineTool({
    name: "relationships_of",
    title: "Relationships of a CI",
    description: "The relationships that begin or end at a CI, with their types and the CI at either end.",
    needs: ["cmdb.read"],
    input: z.object({ ci: ciArgument, type: z.string().min(1).max(100).optional(), limit: limitArgument }),
    async run(ctx, { ci, type, limit }) {
      const { id } = await findCi(ctx, ci);
      const ends = ["source.id", "target.id"] as const;
      const fields = [
        "id",
        "type",
        "source.id",
        "source.name",
        "target.id",
        "target.name",
        "discovered_by",
        "confidence",
      ];
      const answers = await Promise.all(
        ends.map((end) => {
          const filters: QueryForm["filters"] = [{ field: end, op: "eq", value: id }];
          if (type) filters.push({ field: "type", op: "eq", value: type });
          return readForm(ctx, { entity: "relationship", filters, fields, limit });
        }),
      );
      const rows = answers.flatMap((answer) => answer.rows).slice(0, limit);
      const total = answers.reduce((sum, answer) => sum + answer.total, 0);
      return { rows, total, narrow: "Give a `type`, raise `limit`, or use `query` on the entity relationship" };
    },
  });
}

function impactOf({ impact, findCi }: CiToolDeps): Tool {
  return defineTool({
    name: "impact_of",
    title: "Impact of a CI",
    description:
      "downstream: what fails when the CI fails, nearest first, with the business services that are hit. upstream: what the CI " +
      "needs. Redundancy counts.",
    needs: ["cmdb.read"],
    input: z.object({
      ci: ciArgument,
      direction: z.enum(["downstream", "upstream"]).default("downstream"),
      depth: z.int().min(1).max(20).default(10).describe("Relationships on a path"),
      limit: limitArgument,
    }),
    async run(ctx, { ci, direction, depth, limit }) {
      const { id } = await findCi(ctx, ci);
      const answer = await impact.impactOf(ctx, id, { direction, depth });
      const services = new Map(answer.services.map((service) => [service.id, service]));
      const rows = [...answer.affected]
        .sort((a, b) => Number(services.has(b.id)) - Number(services.has(a.id)))
        .slice(0, limit)
        .map(({ id: ciId, name, type, distance, redundancy, required }) => {
          const service = services.get(ciId);
          const health = service && { criticality: service.criticality, health: service.health };
          return { id: ciId, name, type, distance, redundancy, required, ...health };
        });
      const narrow = "Services come first. Lower `depth`, raise `limit`, or use `query` with `impact` and filters";
      return { rows, total: answer.affected.length, narrow };
    },
  });
}

function connectionsOf({ topology, findCi }: CiToolDeps): Tool {
  return defineTool({
    name: "connections_of",
    title: "Network connections of a host",
    description: "Which processes of a host talk to which other hosts and ports, by its newest scan.",
    needs: ["cmdb.read"],
    input: z.object({ ci: ciArgument, limit: limitArgument }),
    async run(ctx, { ci, limit }) {
      const { id } = await findCi(ctx, ci);
      const groups = await topology.processConnections(ctx, id);
      const rows = groups.slice(0, limit).map((group) => ({ ...group }));
      return { rows, total: groups.length, narrow: "Raise `limit`, or name fewer `fields`" };
    },
  });
}

function historyOf({ findCi, readForm }: CiToolDeps): Tool {
  return defineTool({
    name: "history_of",
    title: "Changes of a CI",
    description: "What changed of a CI, newest first: action, who, when, version.",
    needs: ["cmdb.read"],
    input: z.object({
      ci: ciArgument,
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      limit: limitArgument,
    }),
    async run(ctx, { ci, from, to, limit }) {
      const { id } = await findCi(ctx, ci);
      const { rows, total } = await readForm(ctx, {
        entity: "history",
        filters: [{ field: "ci_id", op: "eq", value: id }],
        ...((from ?? to) && { time: { from, to } }),
        order: [{ field: "at", direction: "desc" }],
        fields: ["id", "action", "name", "status", "version", "actor", "at"],
        limit,
      });
      return { rows, total, narrow: "Give `from` and `to`, or raise `limit`" };
    },
  });
}
