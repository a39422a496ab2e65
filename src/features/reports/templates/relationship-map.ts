import { z } from "@hono/zod-openapi";
import { invalidField } from "../../../errors.ts";
import type { MapVerbs } from "../../maps/index.ts";
import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { Picture, ReportRun, ReportTemplate } from "../report.model.ts";
import { contentOf } from "./content.ts";
import { createDataReader, type Filters, labelOf, numberIn, percentOf, queryTable, readyTable } from "./read-data.ts";

const DEFAULT_DEPTH = 3;
const MOST_CONNECTED = 20;
/** Most maps of a report that names no subject. */
const MAX_MAPS = 5;
const WEIGHT: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

const TEMPLATE = {
  id: "relationship_map",
  name: "Relationship map",
  category: "risk",
  description: "What needs what: maps of services or of one CI, and which CIs have most relationships.",
  parameters: parametersSchema({
    ci_id: z.string().max(64).optional().openapi({ description: "The CI or service in the middle of the map" }),
    depth: z.int().min(1).max(6).default(DEFAULT_DEPTH).openapi({ description: "Steps each way" }),
  }),
  formats: ["pdf", "html", "json"],
  usedParameters: ["ci_type"],
  scopes: ["cmdb.read", "services.read"],
} as const satisfies Omit<ReportTemplate, "build">;

/** The map of one CI; without one, those of the most critical services, or of the CI with most relationships. */
export function relationshipMap({ query, maps }: { query: QueryVerbs; maps: MapVerbs }): ReportTemplate {
  return {
    ...TEMPLATE,
    async check(ctx, { ci_id }) {
      if (typeof ci_id !== "string") return;
      await maps.requireCi(ctx, ci_id).catch(() => {
        throw invalidField("parameters.ci_id", "there is no such CI");
      });
    },
    async build(run) {
      const data = createDataReader(query, run);
      const { ci_type } = run.parameters;
      const depth = Number(run.parameters.depth ?? DEFAULT_DEPTH);
      const filters: Filters = ci_type ? [{ field: "type", op: "in", value: ci_type }] : [];
      const [cis, types, connected, orphans, dataAsOf] = await Promise.all([
        data.count("ci", filters),
        data.rows({ entity: "relationship", group_by: ["type"], order: [{ field: "count", direction: "desc" }] }),
        data.rows({
          entity: "ci",
          filters: [...filters, { field: "relationships.count", op: "gt", value: 0 }],
          fields: ["id", "name", "type", "status", "relationships.count"],
          order: [{ field: "relationships.count", direction: "desc" }, { field: "name" }],
          limit: MOST_CONNECTED,
        }),
        data.count("ci", [...filters, { field: "relationships.count", op: "eq", value: 0 }]),
        data.newest("relationship", "updated_at"),
      ]);
      const total = types.reduce((sum, row) => sum + numberIn(row, "count"), 0);
      const subjects = await subjectsOf(run, connected, () =>
        data.rows({ entity: "service", fields: ["id", "name", "criticality"], order: [{ field: "name" }] }),
      );
      const pictures: Picture[] = [];
      for (const { id, name } of subjects) {
        run.signal.throwIfAborted();
        const svg = await maps.ofCi(run.ctx, { id: String(id), depth });
        pictures.push({ title: name === undefined ? "Map" : `Map of ${labelOf(name)}`, svg });
      }
      const [first] = connected;
      return contentOf(TEMPLATE, run, {
        dataAsOf,
        scope: [["Depth of maps", `${depth} steps each way`]],
        figures: [
          { key: "relationships", label: "Relationships", value: total, comparison: `of ${types.length} types` },
          { key: "cis", label: "CIs", value: cis },
          {
            key: "without_relationships",
            label: "Without relationships",
            value: orphans,
            tone: orphans > 0 ? "warning" : "good",
            comparison: `${percentOf(orphans, cis) ?? 0} % of CIs`,
          },
          {
            key: "most_connected",
            label: "Most connected",
            value: first ? labelOf(first.name) : null,
            kind: "text",
            comparison: first ? `${numberIn(first, "relationships.count")} relationships` : "nothing is related",
          },
        ],
        charts: [
          {
            key: "types",
            kind: "bar",
            title: "Relationships by type",
            summary: "Those that a model found are left out.",
            labels: types.slice(0, 12).map((row) => labelOf(row.type)),
            series: [{ name: "Relationships", values: types.slice(0, 12).map((row) => numberIn(row, "count")) }],
          },
        ],
        pictures,
        tables: [
          readyTable(
            {
              key: "most_connected",
              shown: "first",
              title: "Most connected CIs",
              empty: "No CI has relationships.",
              columns: [
                { key: "name", label: "Name", type: "text" },
                { key: "type", label: "Type", type: "text" },
                { key: "status", label: "Status", type: "text" },
                { key: "relationships.count", label: "Relationships", type: "number" },
                { key: "id", label: "Id", type: "text", dataOnly: true },
              ],
            },
            connected,
          ),
          ...(run.parameters.ci_id === undefined ? [] : [neighbours(data, String(run.parameters.ci_id), depth)]),
        ],
        notes: [
          "On a map, what stands further right is needed by what stands left of it. Maps of many CIs fold some into counted groups.",
          ...(subjects.length === 0 ? ["There is no map: no CI has relationships."] : []),
        ],
      });
    },
  };
}

/** What the CI of the map needs. */
function neighbours(data: Parameters<typeof queryTable>[0], id: string, depth: number) {
  return queryTable(data, {
    key: "dependencies",
    title: "What it needs",
    empty: "It needs nothing that is known.",
    columns: [
      { key: "name", label: "Name", type: "text" },
      { key: "type", label: "Type", type: "text" },
      { key: "status", label: "Status", type: "text" },
    ],
    form: {
      entity: "ci",
      path: { of: id, direction: "upstream", depth },
      fields: ["name", "type", "status"],
      order: [{ field: "type" }, { field: "name" }],
    },
  });
}

async function subjectsOf(
  run: ReportRun,
  connected: readonly QueryRow[],
  services: () => Promise<QueryRow[]>,
): Promise<QueryRow[]> {
  const { ci_id } = run.parameters;
  if (ci_id !== undefined) return [{ id: ci_id, name: undefined }];
  const found = await services();
  const weight = (row: QueryRow) => WEIGHT[String(row.criticality)] ?? 4;
  const byWeight = found.toSorted((a, b) => weight(a) - weight(b));
  return byWeight.length > 0 ? byWeight.slice(0, MAX_MAPS) : connected.slice(0, 1);
}
