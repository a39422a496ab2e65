import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { Chart, ReportColumn, ReportRun, ReportTemplate } from "../report.model.ts";
import { contentOf, periodOf, timeFilter } from "./content.ts";
import { groupingCheck } from "./grouping-check.ts";
import { OWNER_FIELDS, ownerIn } from "./owner-fields.ts";
import { createDataReader, type Filters, labelOf, numberIn, percentOf, queryTable, readyTable } from "./read-data.ts";

/** Shown where the tenant has them: the first field that a CI has of each. */
const EXTRAS = {
  os: ["attributes.os", "custom_fields.os.name"],
  ip_address: ["attributes.ip_address", "custom_fields.ip_address"],
  environment: ["attributes.environment", "custom_fields.environment"],
  location: ["attributes.location", "custom_fields.location"],
} as const;
const EXTRA_LABELS = {
  os: "Operating system",
  ip_address: "IP address",
  environment: "Environment",
  location: "Location",
};
const CHARTED_TYPES = 12;

const TEMPLATE = {
  id: "ci_inventory",
  name: "CI inventory",
  category: "inventory",
  description: "Every configuration item with its type, status and owner.",
  parameters: parametersSchema({}),
  formats: ["pdf", "html", "xlsx", "csv", "json"],
  usedParameters: ["ci_type", "date_range", "grouping"],
  scopes: ["cmdb.read"],
} as const satisfies Omit<ReportTemplate, "build">;

/** A row for each CI; a period limits it to CIs that were created in it. */
export function ciInventory(query: QueryVerbs): ReportTemplate {
  return {
    ...TEMPLATE,
    check: groupingCheck(query, "ci"),
    estimateRows: (run) => {
      const { filters, time } = limitsOf(run);
      return createDataReader(query, { ctx: run.ctx, signal: new AbortController().signal }).count("ci", filters, time);
    },
    async build(run) {
      const data = createDataReader(query, run);
      const { filters, time } = limitsOf(run);
      const form = { entity: "ci" as const, filters, ...(time && { time }) };
      const { grouping = ["type"] } = run.parameters;
      const [total, byType, isolated, dataAsOf, groups, known] = await Promise.all([
        data.count("ci", filters, time),
        data.rows({ ...form, group_by: ["type", "status"] }),
        data.count("ci", [...filters, { field: "relationships.count", op: "eq", value: 0 }], time),
        data.newest("ci", "updated_at", filters, time),
        data.rows({ ...form, group_by: grouping, order: [{ field: "count", direction: "desc" }] }),
        data.known("ci", [...Object.values(EXTRAS).flat(), ...OWNER_FIELDS]),
      ]);
      const active = sumOf(byType.filter((row) => row.status === "active"));
      const types = new Set(byType.map((row) => row.type));
      const columns = columnsOf(known, grouping);
      return contentOf(TEMPLATE, run, {
        dataAsOf,
        figures: [
          { key: "cis", label: "Configuration items", value: total, comparison: `of ${types.size} types` },
          {
            key: "active_percent",
            label: "Active",
            value: percentOf(active, total),
            kind: "percent",
            comparison: `${active} of ${total}`,
          },
          {
            key: "in_maintenance",
            label: "In maintenance",
            value: sumOf(byType.filter((row) => row.status === "maintenance")),
          },
          {
            key: "without_relationships",
            label: "Without relationships",
            value: isolated,
            tone: isolated > 0 ? "warning" : "good",
            comparison: "nothing says what they need or serve",
          },
        ],
        charts: [typeChart(byType)],
        tables: [
          queryTable(data, {
            key: "cis",
            title: "Configuration items",
            columns,
            total,
            form: {
              ...form,
              fields: [
                "id",
                "name",
                "type",
                "status",
                "relationships.count",
                "created_at",
                "updated_at",
                ...known,
                ...grouping,
              ].filter(isFirst),
              order: [...grouping.map((field) => ({ field })), { field: "type" }, { field: "name" }].filter(
                ({ field }, i, all) => all.findIndex((other) => other.field === field) === i,
              ),
            },
            toRow: (row) => ({ ...row, ...extrasOf(row, known) }),
          }),
          readyTable(
            {
              key: "groups",
              shown: "first",
              title: `By ${grouping.join(", ")}`,
              columns: [
                ...grouping.map((field): ReportColumn => ({ key: field, label: field, type: "any" })),
                { key: "count", label: "CIs", type: "number" },
                { key: "share", label: "Share", type: "percent" },
              ],
            },
            groups.map((row) => ({ ...row, share: percentOf(numberIn(row, "count"), total) })),
          ),
        ],
        notes: [
          "A period limits the report to CIs that were created in it.",
          "Owner, operating system, address, environment and location are shown as far as attributes or custom fields hold them.",
        ],
      });
    },
  };
}

function limitsOf(run: Pick<ReportRun, "parameters" | "now">) {
  const { ci_type } = run.parameters;
  const filters: Filters = ci_type ? [{ field: "type", op: "in", value: ci_type }] : [];
  return { filters, time: timeFilter(periodOf(run), "created_at") };
}

function isFirst(field: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(field) === index;
}

function columnsOf(known: readonly string[], grouping: readonly string[]): ReportColumn[] {
  const base: ReportColumn[] = [
    { key: "name", label: "Name", type: "text" },
    { key: "type", label: "Type", type: "text" },
    { key: "status", label: "Status", type: "text" },
  ];
  const grouped = grouping
    .filter((field) => !base.some(({ key }) => key === field))
    .map((field): ReportColumn => ({ key: field, label: field, type: "any" }));
  const extras = Object.entries(EXTRAS)
    .filter(([, fields]) => fields.some((field) => known.includes(field)))
    .map(([key]): ReportColumn => ({ key, label: EXTRA_LABELS[key as keyof typeof EXTRAS], type: "text" }));
  const owner: ReportColumn[] = OWNER_FIELDS.some((field) => known.includes(field))
    ? [{ key: "owner", label: "Owner", type: "text" }]
    : [];
  return [
    ...base,
    ...grouped,
    ...owner,
    ...extras,
    { key: "relationships.count", label: "Relations", type: "number" },
    { key: "created_at", label: "Created", type: "time", dataOnly: true },
    { key: "updated_at", label: "Last change", type: "time" },
    { key: "id", label: "Id", type: "text", dataOnly: true },
  ];
}

function extrasOf(row: QueryRow, known: readonly string[]) {
  const extras = Object.entries(EXTRAS).map(([key, fields]) => [
    key,
    fields
      .filter((field) => known.includes(field))
      .map((field) => row[field])
      .find(hasValue) ?? null,
  ]);
  return { ...Object.fromEntries(extras), owner: ownerIn(row) };
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

function sumOf(rows: readonly QueryRow[]): number {
  return rows.reduce((sum, row) => sum + numberIn(row, "count"), 0);
}

function typeChart(rows: readonly QueryRow[]): Chart {
  const byType = Map.groupBy(rows, (row) => labelOf(row.type));
  const largest = [...byType].sort(([, a], [, b]) => sumOf(b) - sumOf(a));
  // A single other type is as well named.
  const shown = largest.slice(0, largest.length === CHARTED_TYPES + 1 ? CHARTED_TYPES + 1 : CHARTED_TYPES);
  const others = largest.slice(shown.length).flatMap(([, all]) => all);
  const labelled =
    others.length > 0 ? [...shown, [`${largest.length - shown.length} other types`, others] as const] : shown;
  const countsOf = (status: string) => labelled.map(([, all]) => sumOf(all.filter((row) => row.status === status)));
  const [first] = largest;
  return {
    key: "by_type",
    kind: "stacked",
    title: "CIs by type and status",
    summary: first ? `Most are of the type ${first[0]}: ${sumOf(first[1])}.` : "There are no CIs.",
    labels: labelled.map(([type]) => type),
    series: [
      { name: "active", values: countsOf("active") },
      { name: "maintenance", values: countsOf("maintenance") },
      { name: "inactive", values: countsOf("inactive"), tone: "grey" },
    ],
  };
}
