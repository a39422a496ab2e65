import { z } from "@hono/zod-openapi";
import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { ReportColumn, ReportRow, ReportTable, ReportTemplate } from "../report.model.ts";
import { contentOf } from "./content.ts";
import type { LastSeenOf } from "./discovery-coverage.ts";
import { OWNER_FIELDS } from "./owner-fields.ts";
import {
  createDataReader,
  type DataReader,
  type Filters,
  labelOf,
  numberIn,
  percentOf,
  queryTable,
  readyTable,
} from "./read-data.ts";

const DEFAULT_STALE_DAYS = 90;
/** What the software pipeline makes: it has no owner and needs no hand. */
const PIPELINE_TYPES = ["software_instance", "software", "software_family"];
/** What no two CIs should share, with the words for it. */
const IDENTIFIERS: readonly (readonly [field: string, words: string])[] = [
  ["attributes.serial_number", "serial number"],
  ["attributes.ip_address", "IP address"],
  ["custom_fields.ip_address", "IP address"],
  ["custom_fields.fqdn", "full host name"],
];

const TEMPLATE = {
  id: "data_quality",
  name: "Data quality",
  category: "quality",
  description: "CIs without an owner, stale ones, likely duplicates, and those that nothing is related to.",
  parameters: parametersSchema({
    stale_days: z
      .int()
      .min(1)
      .max(3_650)
      .default(DEFAULT_STALE_DAYS)
      .openapi({ description: "Days without a change and without a sighting after which a CI is stale" }),
  }),
  formats: ["pdf", "html", "json"],
  usedParameters: ["ci_type"],
  scopes: ["cmdb.read"],
} as const satisfies Omit<ReportTemplate, "build">;

const CI_COLUMNS: readonly ReportColumn[] = [
  { key: "name", label: "Name", type: "text" },
  { key: "type", label: "Type", type: "text" },
  { key: "status", label: "Status", type: "text" },
  { key: "updated_at", label: "Last change", type: "time" },
  { key: "id", label: "Id", type: "text", dataOnly: true },
];
const CI_FIELDS = ["id", "name", "type", "status", "updated_at"];
const BY_NAME = [{ field: "type" }, { field: "name" }];

/** What keeps people from trusting the data, with the names of the CIs to mend. */
export function dataQuality({ query, lastSeenOf }: { query: QueryVerbs; lastSeenOf: LastSeenOf }): ReportTemplate {
  return {
    ...TEMPLATE,
    async build(run) {
      const data = createDataReader(query, run);
      const days = Number(run.parameters.stale_days ?? DEFAULT_STALE_DAYS);
      const before = new Date(run.now.getTime() - days * 86_400_000);
      const { ci_type } = run.parameters;
      const filters: Filters = [
        { field: "status", op: "ne", value: "inactive" },
        ...(ci_type
          ? [{ field: "type", op: "in" as const, value: ci_type }]
          : PIPELINE_TYPES.map((type) => ({ field: "type", op: "ne" as const, value: type }))),
      ];
      const owners = await data.known("ci", OWNER_FIELDS);
      const ownerless: Filters = [...filters, ...owners.map((field) => ({ field, op: "missing" as const }))];
      const orphans: Filters = [...filters, { field: "relationships.count", op: "eq", value: 0 }];
      const stale = () => staleCis(data, filters, before, (ids) => lastSeenOf(run.ctx.tenantId, ids));
      const [total, withoutOwner, orphaned, staleCount, duplicates, types, dataAsOf] = await Promise.all([
        data.count("ci", filters),
        data.count("ci", ownerless),
        data.count("ci", orphans),
        countRows(stale()),
        findDuplicates(data, filters),
        data.rows({
          entity: "ci",
          filters: ownerless,
          group_by: ["type"],
          order: [{ field: "count", direction: "desc" }],
          limit: 12,
        }),
        data.newest("ci", "updated_at", filters),
      ]);
      const inDuplicates = new Set(duplicates.map(({ id }) => id)).size;
      const issue = (key: string, label: string, value: number) => ({
        key,
        label,
        value,
        tone: value === 0 ? ("good" as const) : value > total * 0.1 ? ("bad" as const) : ("warning" as const),
        comparison: `${percentOf(value, total) ?? 0} % of ${total} CIs`,
      });
      const form = { entity: "ci" as const, fields: CI_FIELDS, order: BY_NAME };
      const shown = { columns: CI_COLUMNS, empty: "None." };
      return contentOf(TEMPLATE, run, {
        dataAsOf,
        scope: [["Stale after", `${days} days`]],
        figures: [
          issue("missing_owner", "Without an owner", withoutOwner),
          issue("stale", "Stale", staleCount),
          issue("duplicates", "Likely duplicates", inDuplicates),
          issue("orphans", "Without relationships", orphaned),
        ],
        charts: [
          {
            key: "missing_owner_by_type",
            kind: "bar",
            title: "Without an owner, by type",
            summary: "Where naming owners would help most.",
            labels: types.map((row) => labelOf(row.type)),
            series: [{ name: "CIs", values: types.map((row) => numberIn(row, "count")) }],
          },
        ],
        tables: [
          queryTable(data, {
            ...shown,
            key: "missing_owner",
            title: "Without an owner",
            total: withoutOwner,
            form: { ...form, filters: ownerless },
          }),
          staleTable(stale, staleCount, days),
          readyTable(
            {
              key: "duplicates",
              title: "Likely duplicates",
              note: "CIs that share what should be theirs alone.",
              empty: "None.",
              columns: [
                { key: "shares", label: "Shares", type: "text" },
                { key: "value", label: "Value", type: "text" },
                ...CI_COLUMNS,
              ],
            },
            duplicates,
          ),
          queryTable(data, {
            ...shown,
            key: "orphans",
            title: "Without relationships",
            total: orphaned,
            form: { ...form, filters: orphans },
          }),
        ],
        notes: [
          "Inactive CIs are left out, and so are CIs of the software pipeline unless the CI types name them.",
          "An owner is a value of owner, owned_by, owner_team, owner_email, team, responsible, support_group, technical_owner or business_owner among attributes or custom fields.",
          `Stale: nobody changed it and no scan saw it for ${days} days. Likely duplicates share name and type, serial number, IP address or full host name.`,
        ],
      });
    },
  };
}

async function* staleCis(
  data: DataReader,
  filters: Filters,
  before: Date,
  lastSeenOf: (ids: string[]) => Promise<Map<string, Date>>,
): AsyncGenerator<ReportRow[]> {
  const time = { field: "updated_at", to: before.toISOString() };
  for await (const page of data.stream({
    entity: "ci",
    filters,
    time,
    fields: CI_FIELDS,
    order: [{ field: "updated_at" }, { field: "name" }],
  })) {
    const lastSeen = await lastSeenOf(page.map(({ id }) => String(id)));
    yield page
      .map((row) => ({ ...row, last_seen: lastSeen.get(String(row.id))?.toISOString() ?? null }))
      .filter(({ last_seen }) => last_seen === null || last_seen < before.toISOString());
  }
}

async function countRows(pages: AsyncIterable<readonly ReportRow[]>): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.length;
  return count;
}

function staleTable(stale: () => AsyncIterable<ReportRow[]>, total: number, days: number): ReportTable {
  return {
    key: "stale",
    title: "Stale",
    note: `Unchanged and unseen for ${days} days, the longest first.`,
    empty: "None.",
    total,
    columns: [
      ...CI_COLUMNS.slice(0, 4),
      { key: "last_seen", label: "Last seen", type: "time" },
      ...CI_COLUMNS.slice(4),
    ],
    rows: stale,
  };
}

interface Duplicate extends ReportRow {
  id: unknown;
}

/** CIs that share a name and type, or an identifier; each kind's largest groups, at most 500 of them. */
async function findDuplicates(data: DataReader, filters: Filters): Promise<Duplicate[]> {
  const known = await data.known(
    "ci",
    IDENTIFIERS.map(([field]) => field),
  );
  const kinds = IDENTIFIERS.filter(([field]) => known.includes(field));
  const shared: { fields: string[]; words: string }[] = [
    { fields: ["name", "type"], words: "name and type" },
    ...kinds.map(([field, words]) => ({ fields: [field], words })),
  ];
  const found: Duplicate[] = [];
  for (const { fields, words } of shared) {
    const groups = await data.rows({
      entity: "ci",
      filters: [...filters, ...fields.map((field) => ({ field, op: "exists" as const }))],
      group_by: fields,
      order: [{ field: "count", direction: "desc" }, ...fields.map((field) => ({ field }))],
      limit: 500,
    });
    for (const group of groups.filter((row) => numberIn(row, "count") > 1)) {
      found.push(...(await membersOf(data, filters, fields, words, group)));
    }
  }
  return found;
}

async function membersOf(
  data: DataReader,
  filters: Filters,
  fields: string[],
  words: string,
  group: QueryRow,
): Promise<Duplicate[]> {
  const same: Filters = fields.flatMap((field) => {
    const value = group[field];
    return typeof value === "string" || typeof value === "number" ? [{ field, op: "eq" as const, value }] : [];
  });
  if (same.length < fields.length) return [];
  const rows = await data.rows({
    entity: "ci",
    filters: [...filters, ...same],
    fields: CI_FIELDS,
    order: [{ field: "name" }],
    limit: 100,
  });
  const value = fields.map((field) => labelOf(group[field])).join(", ");
  return rows.map((row) => ({ ...row, id: row.id, shares: words, value }));
}
