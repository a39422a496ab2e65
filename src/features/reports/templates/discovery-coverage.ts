import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { ReportRow, ReportTable, ReportTemplate } from "../report.model.ts";
import { contentOf, periodOrLast30Days, timeFilter } from "./content.ts";
import { groupingCheck } from "./grouping-check.ts";
import {
  createDataReader,
  type DataReader,
  type Filters,
  labelOf,
  newestOf,
  numberIn,
  percentOf,
  readyTable,
} from "./read-data.ts";

/** When any scanner last saw each CI, by id; CIs that none saw are absent. */
export type LastSeenOf = (tenantId: string, ciIds: string[]) => Promise<Map<string, Date>>;

/** Types that scanners find, unless `ci_type` names others. */
const SCANNED_TYPES = ["server", "workstation", "network_device", "virtual_machine", "container", "storage", "printer"];

const TEMPLATE = {
  id: "discovery_coverage",
  name: "Discovery coverage",
  category: "quality",
  description: "Which machines scans have seen in the period, and which they have not.",
  parameters: parametersSchema({}),
  formats: ["pdf", "html", "json"],
  usedParameters: ["ci_type", "date_range", "grouping"],
  scopes: ["cmdb.read", "discovery.read"],
} as const satisfies Omit<ReportTemplate, "build">;

type Coverage = "seen" | "not_seen" | "never_seen";

/** Machines by when a scan last saw them. Without a period: the last 30 days. */
export function discoveryCoverage({
  query,
  lastSeenOf,
}: {
  query: QueryVerbs;
  lastSeenOf: LastSeenOf;
}): ReportTemplate {
  return {
    ...TEMPLATE,
    check: groupingCheck(query, "ci"),
    async build(run) {
      const data = createDataReader(query, run);
      const period = periodOrLast30Days(run);
      const [field = "type"] = run.parameters.grouping ?? [];
      const filters: Filters = [
        { field: "type", op: "in", value: run.parameters.ci_type ?? SCANNED_TYPES },
        { field: "status", op: "ne", value: "inactive" },
      ];
      const read = () =>
        coveredCis(data, { filters, field, lastSeenOf: (ids) => lastSeenOf(run.ctx.tenantId, ids), ...period });
      const counts = await countCoverage(read());
      const time = timeFilter(period, "created_at");
      const [scanners, hosts, scannedAt] = await Promise.all([
        data.rows({
          entity: "scan",
          ...(time && { time }),
          group_by: ["scanner_id"],
          aggregate: [
            { fn: "count" },
            { fn: "sum", field: "hosts.total" },
            { fn: "sum", field: "hosts.failed" },
            { fn: "sum", field: "hosts.parked" },
            { fn: "max", field: "created_at" },
          ],
          order: [{ field: "count", direction: "desc" }],
        }),
        data.rows({
          entity: "scan",
          ...(time && { time }),
          aggregate: [{ fn: "count" }, { fn: "sum", field: "hosts.failed" }, { fn: "sum", field: "hosts.parked" }],
        }),
        data.newest("scan", "created_at", [], time),
      ]);
      const { seen, not_seen: notSeen, never_seen: neverSeen } = counts.totals;
      const total = seen + notSeen + neverSeen;
      const lost = numberIn(hosts[0], "sum(hosts.failed)") + numberIn(hosts[0], "sum(hosts.parked)");
      const covered = percentOf(seen, total);
      return contentOf(TEMPLATE, run, {
        period,
        dataAsOf: newestOf(scannedAt, counts.newest),
        figures: [
          {
            key: "coverage",
            label: "Seen in the period",
            value: covered,
            kind: "percent",
            tone: covered === null ? "neutral" : covered >= 95 ? "good" : covered >= 80 ? "warning" : "bad",
            comparison: `${seen} of ${total} machines`,
          },
          {
            key: "not_seen",
            label: "No longer seen",
            value: notSeen,
            tone: notSeen > 0 ? "warning" : "good",
            comparison: "seen before the period, not in it",
          },
          {
            key: "never_seen",
            label: "Never seen",
            value: neverSeen,
            tone: neverSeen > 0 ? "warning" : "good",
            comparison: "entered by hand or imported",
          },
          {
            key: "scans",
            label: "Scans in the period",
            value: numberIn(hosts[0], "count"),
            comparison: `by ${scanners.length} scanners`,
          },
          {
            key: "hosts_not_processed",
            label: "Hosts not processed",
            value: lost,
            tone: lost > 0 ? "warning" : "good",
            comparison: "failed, or nothing identifies them",
          },
        ],
        charts: [
          {
            key: "by_group",
            kind: "stacked",
            title: `Coverage by ${field}`,
            summary: "Machines that scans saw in the period, no longer see, and never saw.",
            labels: counts.groups.map(([label]) => label),
            series: [
              { name: "seen", values: counts.groups.map(([, group]) => group.seen) },
              { name: "no longer seen", values: counts.groups.map(([, group]) => group.not_seen) },
              { name: "never seen", values: counts.groups.map(([, group]) => group.never_seen), tone: "grey" },
            ],
          },
        ],
        tables: [
          uncoveredTable(read),
          readyTable(
            {
              key: "scanners",
              title: "Scanners",
              empty: "No scan arrived in the period.",
              columns: [
                { key: "scanner_id", label: "Scanner", type: "text" },
                { key: "count", label: "Scans", type: "number" },
                { key: "sum(hosts.total)", label: "Hosts", type: "number" },
                { key: "sum(hosts.failed)", label: "Failed", type: "number" },
                { key: "sum(hosts.parked)", label: "Parked", type: "number" },
                { key: "max(created_at)", label: "Last scan", type: "time" },
              ],
            },
            scanners,
          ),
        ],
        notes: [
          `Machines are active CIs, or CIs in maintenance, of the types ${(run.parameters.ci_type ?? SCANNED_TYPES).join(", ")}. Hosts on the network that no scanner knows cannot be counted.`,
          "Parked hosts are those that nothing identifies: no name, serial number, address or id.",
        ],
      });
    },
  };
}

interface CoveredCi extends ReportRow {
  coverage: Coverage;
}

interface Read {
  filters: Filters;
  field: string;
  lastSeenOf(ciIds: string[]): Promise<Map<string, Date>>;
  from: Date;
  to: Date;
}

async function* coveredCis(
  data: DataReader,
  { filters, field, lastSeenOf, from, to }: Read,
): AsyncGenerator<CoveredCi[]> {
  const fields = [...new Set(["id", "name", "type", "status", "created_by", "updated_at", field])];
  for await (const page of data.stream({
    entity: "ci",
    filters,
    fields,
    order: [{ field: "type" }, { field: "name" }],
  })) {
    const lastSeen = await lastSeenOf(page.map(({ id }) => String(id)));
    yield page.map((row: QueryRow) => {
      const at = lastSeen.get(String(row.id));
      const coverage = !at ? "never_seen" : at >= from && at < to ? "seen" : "not_seen";
      return { ...row, group: labelOf(row[field]), coverage, last_seen: at?.toISOString() ?? null };
    });
  }
}

type Totals = Record<Coverage, number>;

async function countCoverage(pages: AsyncIterable<CoveredCi[]>) {
  const groups = new Map<string, Totals>();
  const totals: Totals = { seen: 0, not_seen: 0, never_seen: 0 };
  let newest: string | null = null;
  for await (const page of pages) {
    for (const { coverage, group, last_seen } of page) {
      const own = groups.get(String(group)) ?? { seen: 0, not_seen: 0, never_seen: 0 };
      own[coverage] += 1;
      totals[coverage] += 1;
      groups.set(String(group), own);
      newest = newestOf(newest, typeof last_seen === "string" ? last_seen : null);
    }
  }
  const size = (group: Totals) => group.seen + group.not_seen + group.never_seen;
  return { totals, newest, groups: [...groups].sort(([, a], [, b]) => size(b) - size(a)).slice(0, 12) };
}

function uncoveredTable(read: () => AsyncIterable<CoveredCi[]>): ReportTable {
  const words: Readonly<Record<Coverage, string>> = {
    seen: "seen",
    not_seen: "no longer seen",
    never_seen: "never seen",
  };
  return {
    key: "not_covered",
    title: "Machines that no scan saw in the period",
    empty: "Scans saw every machine.",
    columns: [
      { key: "name", label: "Name", type: "text" },
      { key: "type", label: "Type", type: "text" },
      { key: "status", label: "Status", type: "text" },
      { key: "coverage", label: "Coverage", type: "text" },
      { key: "last_seen", label: "Last seen", type: "time" },
      { key: "created_by", label: "Created by", type: "text", dataOnly: true },
      { key: "id", label: "Id", type: "text", dataOnly: true },
    ],
    async *rows() {
      for await (const page of read()) {
        yield page
          .filter(({ coverage }) => coverage !== "seen")
          .map((row) => ({ ...row, coverage: words[row.coverage] }));
      }
    },
  };
}
