import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { Chart, ReportColumn, ReportRun, ReportTemplate } from "../report.model.ts";
import { contentOf, periodOf, timeFilter } from "./content.ts";
import { groupingCheck } from "./grouping-check.ts";
import {
  createDataReader,
  type Filters,
  labelOf,
  NO_SOFTWARE,
  newestOf,
  numberIn,
  percentOf,
  queryTable,
  readyTable,
} from "./read-data.ts";

const CHARTED = 12;
const MOST_FIRST = [{ field: "count", direction: "desc" as const }];

const TEMPLATE = {
  id: "software_inventory",
  name: "Software inventory",
  category: "software",
  description: "Every installation, with its product, version, maker and server.",
  parameters: parametersSchema({}),
  formats: ["pdf", "html", "xlsx", "csv", "json"],
  usedParameters: ["ci_type", "date_range", "grouping"],
  scopes: ["cmdb.read"],
} as const satisfies Omit<ReportTemplate, "build">;

/** A row for each installation; a period limits it to those that were first recorded in it. */
export function softwareInventory(query: QueryVerbs): ReportTemplate {
  return {
    ...TEMPLATE,
    check: groupingCheck(query, "software"),
    estimateRows: (run) => {
      const { filters, time } = limitsOf(run);
      const reader = createDataReader(query, { ctx: run.ctx, signal: new AbortController().signal });
      return reader.count("software", filters, time);
    },
    async build(run) {
      const data = createDataReader(query, run);
      const { filters, time } = limitsOf(run);
      const form = { entity: "software" as const, filters, ...(time && { time }) };
      const { grouping = ["product", "version"] } = run.parameters;
      const [figures, unidentified, families, products, groups, dataAsOf] = await Promise.all([
        data.rows({
          ...form,
          aggregate: [
            { fn: "count" },
            { fn: "count_distinct", field: "product" },
            { fn: "count_distinct", field: "vendor" },
            { fn: "count_distinct", field: "server.id" },
          ],
        }),
        data.count("software", [...filters, { field: "product", op: "missing" }], time),
        data.rows({ ...form, group_by: ["family"], order: MOST_FIRST }),
        data.rows({ ...form, group_by: ["product"], order: MOST_FIRST, limit: CHARTED + 1 }),
        data.rows({
          ...form,
          group_by: grouping,
          aggregate: [{ fn: "count" }, { fn: "count_distinct", field: "server.id" }],
          order: MOST_FIRST,
        }),
        data.newest("software", "updated_at", filters, time),
      ]);
      const [all] = figures;
      const total = numberIn(all, "count");
      return contentOf(TEMPLATE, run, {
        dataAsOf: newestOf(dataAsOf),
        figures: [
          {
            key: "installations",
            label: "Installations",
            value: total,
            comparison: `on ${numberIn(all, "count_distinct(server.id)")} servers`,
          },
          { key: "products", label: "Products", value: numberIn(all, "count_distinct(product)") },
          { key: "vendors", label: "Makers", value: numberIn(all, "count_distinct(vendor)") },
          {
            key: "unidentified",
            label: "Not identified",
            value: unidentified,
            tone: total === 0 ? "neutral" : unidentified > 0 ? "warning" : "good",
            comparison: `${percentOf(unidentified, total) ?? 0} % of installations have no product yet`,
          },
        ],
        charts: [
          barChart("families", "Installations by family", "family", families),
          barChart("products", "Most installed products", "product", products),
        ],
        tables: [
          queryTable(data, {
            key: "installations",
            title: "Installations",
            empty: NO_SOFTWARE,
            total,
            columns: columnsOf(grouping),
            form: {
              ...form,
              fields: [...new Set([...COLUMNS.map(({ key }) => key), ...grouping])],
              order: [...new Set([...(run.parameters.grouping ?? []), "name", "version", "server.name"])]
                .slice(0, 5)
                .map((field) => ({ field })),
            },
          }),
          readyTable(
            {
              key: "groups",
              empty: NO_SOFTWARE,
              title: `By ${grouping.join(", ")}`,
              ...(groups.length === 10_000 && { note: "The 10,000 largest groups." }),
              columns: [
                ...grouping.map((field): ReportColumn => ({ key: field, label: field, type: "any" })),
                { key: "count", label: "Installations", type: "number" },
                { key: "count_distinct(server.id)", label: "Servers", type: "number" },
              ],
            },
            groups,
          ),
        ],
        notes: [
          "An installation is one program on one server, as its newest scan found it; a period limits the report to those first recorded in it.",
          "Products and families are what the software mappings make of the reported names.",
        ],
      });
    },
  };
}

const COLUMNS: readonly ReportColumn[] = [
  { key: "name", label: "Name", type: "text" },
  { key: "version", label: "Version", type: "text" },
  { key: "vendor", label: "Maker", type: "text" },
  { key: "product", label: "Product", type: "text" },
  { key: "family", label: "Family", type: "text" },
  { key: "server.name", label: "Server", type: "text" },
  { key: "status", label: "Status", type: "text", dataOnly: true },
  { key: "first_seen", label: "First seen", type: "time", dataOnly: true },
  { key: "updated_at", label: "Last change", type: "time", dataOnly: true },
  { key: "server.id", label: "Server id", type: "text", dataOnly: true },
  { key: "id", label: "Id", type: "text", dataOnly: true },
];

function columnsOf(grouping: readonly string[]): ReportColumn[] {
  const grouped = grouping.filter((field) => !COLUMNS.some(({ key }) => key === field));
  return [...COLUMNS, ...grouped.map((field): ReportColumn => ({ key: field, label: field, type: "any" }))];
}

function limitsOf(run: Pick<ReportRun, "parameters" | "now">) {
  const { ci_type } = run.parameters;
  const filters: Filters = ci_type ? [{ field: "server.type", op: "in", value: ci_type }] : [];
  return { filters, time: timeFilter(periodOf(run), "created_at") };
}

function barChart(key: string, title: string, field: string, rows: readonly QueryRow[]): Chart {
  const named = rows.filter((row) => row[field] !== null).slice(0, CHARTED);
  const [first] = named;
  return {
    key,
    kind: "bar",
    title,
    summary: first
      ? `${labelOf(first[field])} leads with ${numberIn(first, "count")}.`
      : "Nothing has been identified yet.",
    labels: named.map((row) => labelOf(row[field])),
    series: [{ name: "Installations", values: named.map((row) => numberIn(row, "count")) }],
  };
}
