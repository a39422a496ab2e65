import { Group, Text } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
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
import { EventBulk } from "./EventBulk";
import { EventDrawer } from "./EventDrawer";
import { chipsOf, EventFilters } from "./EventFilters";
import { useCiNames } from "./incident-data";
import type { EventListSearch } from "./routes";
import { kindOf } from "./Timeline";
import { SECTIONS } from "./words";

type Row = components["schemas"]["ListedEvent"];
type Names = ReturnType<typeof useCiNames>;
const route = getRouteApi("/shell/events");

const columnsWith = (names: Names): readonly Column<Row>[] => [
  { id: "severity", header: "Severity", width: "7rem", cell: ({ severity }) => <StatusMark state={severity ?? ""} /> },
  {
    id: "title",
    header: "Event",
    cell: ({ title, occurrences = 1 }) => <Name>{occurrences > 1 ? `${title} (×${occurrences})` : title}</Name>,
  },
  {
    id: "status",
    header: "Status",
    width: "8.5rem",
    isOptional: true,
    cell: ({ status }) => <StatusMark state={status ?? ""} />,
  },
  {
    id: "ci",
    header: "CI",
    width: "17%",
    isOptional: true,
    cell: ({ affected_cis: [first, ...others] = [] }) =>
      first ? (
        <Group gap={4} wrap="nowrap">
          <ThingLink kind={kindOf(names, first)} id={first} name={names.get(first)?.name ?? first} />
          {others.length > 0 && <Text size="xs" c="dimmed">{`+${others.length}`}</Text>}
        </Group>
      ) : (
        "–"
      ),
  },
  { id: "source", header: "Source", width: "7rem", isOptional: true, cell: ({ source }) => <Name>{source}</Name> },
  {
    id: "happened",
    header: "Happened",
    width: "9rem",
    sortBy: "occurred_at",
    isOptional: true,
    cell: ({ occurred_at }) => <Time at={occurred_at} />,
  },
];

/** Every event, with filters, one in a drawer, and actions on many. */
export function EventListPage() {
  return (
    <NeedsScope scope="events.read" title="Events">
      <EventList />
    </NeedsScope>
  );
}

function EventList() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { status, severity, source, ci, from, to, order = "desc", event } = search;
  const set = (change: EventListSearch) =>
    void navigate({ to: "/events", search: { ...search, ...change }, replace: !("event" in change) });
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const list = usePages<Row>(["event", "list", status, severity, source, ci, from, to, order], (page) =>
    bodyOf(
      v1.GET("/v1/events", {
        params: {
          query: {
            ...page,
            status,
            severity,
            source: source ? [source] : undefined,
            ci_id: ci ? [ci] : undefined,
            from,
            to,
            sort: "occurred_at",
            order,
          },
        },
      }),
    ),
  );
  const names = useCiNames([
    ...(ci ? [ci] : []),
    ...list.table.rows.flatMap(({ affected_cis }) => affected_cis?.slice(0, 1) ?? []),
  ]);
  const chips = chipsOf(search, set, (ci && names.get(ci)?.name) || ci);
  const clearAll = () => void navigate({ to: "/events", search: { order: search.order }, replace: true });
  return (
    <>
      <PageHeader title="Events" hint="What your monitoring systems report of CIs." />
      <SectionNav label="Incidents and events" sections={SECTIONS} />
      <EventFilters search={search} set={set} total={list.total} />
      <FilterChips chips={chips} clearAll={clearAll} />
      <EventBulk rows={list.table.rows} selected={selected} clear={() => select(new Set())} />
      <DataTable
        label="Events"
        columns={columnsWith(names)}
        idOf={({ id }) => id}
        {...list.table}
        onOpen={({ id }) => set({ event: id })}
        selected={selected}
        onSelect={select}
        sort={{ by: "occurred_at", order }}
        onSort={({ order: next }) => set({ order: next === "asc" ? "asc" : undefined })}
        empty={<NoEvents isFiltered={chips.length > 0} />}
      />
      <EventDrawer id={event} close={() => set({ event: undefined })} />
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No event fits these filters">Clear a filter to see others.</EmptyState>
  ) : (
    <EmptyState title="No events yet">
      Monitoring systems send theirs to /api/events/webhook/NAME (Prometheus, Grafana, Zabbix and others), programs to
      POST /v1/events. The handbook at /docs says how.
    </EmptyState>
  );
}
