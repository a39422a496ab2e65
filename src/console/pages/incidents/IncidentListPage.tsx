import { Group, SegmentedControl, Text } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { Name } from "../../components/Name";
import { NeedsScope } from "../../components/NeedsScope";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { Time } from "../../components/Time";
import { useTitles } from "./incident-data";
import type { IncidentListSearch } from "./routes";
import { WordFilter } from "./WordFilter";
import { count, percent, SECTIONS, SEVERITIES } from "./words";

type Row = components["schemas"]["ListedIncident"];
const route = getRouteApi("/shell/incidents");
const FIELDS = [
  "id",
  "status",
  "severity",
  "event_count",
  "open_count",
  "root_cause",
  "root_cause_reason",
  "services",
  "first_seen",
  "last_seen",
] as const;

const columnsWith = (titles: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  {
    id: "severity",
    header: "Severity",
    width: "7.5rem",
    cell: ({ severity }) => <StatusMark state={severity ?? ""} />,
  },
  {
    id: "cause",
    header: "Probable cause",
    cell: ({ id, root_cause, root_cause_reason }) => (
      <ThingLink
        kind="incident"
        id={id}
        name={root_cause?.name ?? (titles.has(id) ? `Unknown: ${titles.get(id)}` : (root_cause_reason ?? "Unknown"))}
      />
    ),
  },
  {
    id: "confidence",
    header: "Confidence",
    width: "6.5rem",
    isOptional: true,
    cell: ({ root_cause }) => <span className="numeric">{root_cause ? percent(root_cause.confidence) : "–"}</span>,
  },
  {
    id: "events",
    header: "Open events",
    width: "6.75rem",
    cell: ({ open_count = 0, event_count = 0 }) => (
      <span className="numeric" title={`${open_count} of ${count(event_count, "event")} are not resolved`}>
        {open_count} of {event_count}
      </span>
    ),
  },
  {
    id: "services",
    header: "Services hit",
    isOptional: true,
    cell: ({ services = [] }) => <Name>{services.map(({ name }) => name.slice(0, 100)).join(", ")}</Name>,
  },
  { id: "began", header: "Began", width: "9rem", isOptional: true, cell: ({ first_seen }) => <Time at={first_seen} /> },
  {
    id: "last",
    header: "Last event",
    width: "9rem",
    isOptional: true,
    sortBy: "last_seen",
    cell: ({ last_seen }) => <Time at={last_seen} />,
  },
];

/** Groups of events that belong together, with what is behind each. */
export function IncidentListPage() {
  return (
    <NeedsScope scope="events.read" title="Incidents">
      <IncidentList />
    </NeedsScope>
  );
}

function IncidentList() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { status = "open", severity, order = "desc" } = search;
  const set = (change: IncidentListSearch) =>
    void navigate({ to: "/incidents", search: { ...search, ...change }, replace: true });
  const list = usePages<Row>(["incident", "list", status, severity, order], (page) =>
    bodyOf(
      v1.GET("/v1/incidents", {
        params: {
          query: {
            ...page,
            fields: [...FIELDS],
            sort: "last_seen",
            order,
            severity,
            status: status === "all" ? ["open", "resolved"] : [status],
          },
        },
      }),
    ),
  );
  const titles = useTitles(list.table.rows.filter(({ root_cause }) => !root_cause).map(({ id }) => id));
  const chips = [
    ...(status === "open" ? [] : [{ label: `Status: ${status}`, clear: () => set({ status: undefined }) }]),
    ...(severity ?? []).map((one) => ({
      label: `Severity: ${one}`,
      clear: () => set({ severity: severity?.filter((other) => other !== one) }),
    })),
  ];
  return (
    <>
      <PageHeader title="Incidents" hint="Events that belong together, with the cause that explains them." />
      <SectionNav label="Incidents and events" sections={SECTIONS} />
      <Group mb="sm" align="flex-end" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Status"
          value={status}
          onChange={(value) => set({ status: value === "open" ? undefined : (value as "resolved" | "all") })}
          data={[
            { value: "open", label: "Open" },
            { value: "resolved", label: "Resolved" },
            { value: "all", label: "All" },
          ]}
        />
        <WordFilter
          aria-label="Severity"
          any="Any severity"
          all={SEVERITIES}
          value={severity}
          set={(value) => set({ severity: value })}
          w={220}
        />
        <Text size="sm" c="dimmed" role="status">
          {list.total === undefined ? "" : count(list.total, "incident")}
        </Text>
      </Group>
      <FilterChips chips={chips} clearAll={() => set({ status: undefined, severity: undefined })} />
      <DataTable
        label="Incidents"
        columns={columnsWith(titles)}
        idOf={({ id }) => id}
        {...list.table}
        onOpen={({ id }) => void navigate({ to: "/incidents/$id", params: { id } })}
        sort={{ by: "last_seen", order }}
        onSort={({ order: next }) => set({ order: next === "asc" ? "asc" : undefined })}
        empty={<NoIncidents isFiltered={chips.length > 0} />}
      />
    </>
  );
}

function NoIncidents({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No incident fits these filters">Clear a filter to see others.</EmptyState>
  ) : (
    <EmptyState title="No open incidents">
      An incident appears here as soon as events of your monitoring belong together. Resolved ones are under “Resolved”.
    </EmptyState>
  );
}
