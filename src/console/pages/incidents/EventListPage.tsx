import { Button, Group, MultiSelect, Text, TextInput } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { Name } from "../../components/Name";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { Time } from "../../components/Time";
import { EventDrawer } from "./EventDrawer";
import { useCiNames } from "./incident-data";
import { type Noted, NoteModal } from "./NoteModal";
import type { EventListSearch } from "./routes";
import { kindOf } from "./Timeline";
import { count, SECTIONS, SEVERITIES, STATUSES, type Status } from "./words";

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
  { id: "status", header: "Status", width: "8.5rem", cell: ({ status }) => <StatusMark state={status ?? ""} /> },
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
      <Filters search={search} set={set} total={list.total} />
      <FilterChips chips={chips} clearAll={clearAll} />
      <Bulk rows={list.table.rows} selected={selected} clear={() => select(new Set())} />
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

function chipsOf(search: EventListSearch, set: (change: EventListSearch) => void, ciName: string | undefined) {
  const { status, severity, source, ci, from, to } = search;
  const without = <T,>(all: readonly T[], one: T) => {
    const left = all.filter((other) => other !== one);
    return left.length > 0 ? left : undefined;
  };
  return [
    ...(status ?? []).map((one) => ({ label: `Status: ${one}`, clear: () => set({ status: without(status!, one) }) })),
    ...(severity ?? []).map((one) => ({
      label: `Severity: ${one}`,
      clear: () => set({ severity: without(severity!, one) }),
    })),
    ...(source ? [{ label: `Source: ${source}`, clear: () => set({ source: undefined }) }] : []),
    ...(ci ? [{ label: `CI: ${ciName}`.slice(0, 200), clear: () => set({ ci: undefined }) }] : []),
    ...(from ? [{ label: `From ${shown(from)}`, clear: () => set({ from: undefined }) }] : []),
    ...(to ? [{ label: `Before ${shown(to)}`, clear: () => set({ to: undefined }) }] : []),
  ];
}

const shown = (time: string) => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

function Filters(props: {
  search: EventListSearch;
  set: (change: EventListSearch) => void;
  total: number | undefined;
}) {
  const { search, set, total } = props;
  const { status, severity, source = "", from, to } = search;
  return (
    <Group mb="sm" align="flex-end" gap="sm">
      <MultiSelect
        size="xs"
        label="Status"
        placeholder={status ? undefined : "Any"}
        data={[...STATUSES]}
        value={status ?? []}
        onChange={(value) => set({ status: value.length ? STATUSES.filter((one) => value.includes(one)) : undefined })}
        w={200}
      />
      <MultiSelect
        size="xs"
        label="Severity"
        placeholder={severity ? undefined : "Any"}
        data={[...SEVERITIES]}
        value={severity ?? []}
        onChange={(value) =>
          set({ severity: value.length ? SEVERITIES.filter((one) => value.includes(one)) : undefined })
        }
        w={200}
      />
      <SourceFilter key={source} source={source} set={(value) => set({ source: value })} />
      <TimeFilter label="Happened from" value={from} set={(value) => set({ from: value })} />
      <TimeFilter label="Before" value={to} set={(value) => set({ to: value })} />
      <Text size="sm" c="dimmed" role="status" pb={4}>
        {total === undefined ? "" : count(total, "event")}
      </Text>
    </Group>
  );
}

function SourceFilter({ source, set }: { source: string; set: (value: string | undefined) => void }) {
  const [text, setText] = useState(source);
  useEffect(() => {
    if (text.trim() === source) return;
    const timer = setTimeout(() => set(text.trim() || undefined), 500);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      size="xs"
      label="Source"
      placeholder="Any, e.g. zabbix"
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      w={150}
    />
  );
}

function TimeFilter(props: { label: string; value: string | undefined; set: (value: string | undefined) => void }) {
  const { label, value, set } = props;
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      label={label}
      value={value ? localTime(value) : ""}
      onChange={({ currentTarget: { value: local } }) => set(local ? new Date(local).toISOString() : undefined)}
      w={190}
    />
  );
}

/** As a `datetime-local` field takes it: the viewer's zone, to the minute. */
function localTime(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Bulk(props: { rows: readonly Row[]; selected: ReadonlySet<string>; clear: () => void }) {
  const { rows, selected, clear } = props;
  const may = useMay();
  const [noted, setNoted] = useState<Noted>();
  const chosen = rows.flatMap(({ id, status }) => (selected.has(id) && status ? [{ id, status }] : []));
  if (chosen.length === 0 || !may("events.write")) return null;
  const within = (...from: Status[]) => chosen.filter(({ status }) => from.includes(status));
  const actions = [
    { to: "acknowledged", verb: "Acknowledge", events: within("open") },
    { to: "resolved", verb: "Resolve", events: within("open", "acknowledged") },
    { to: "open", verb: "Open again", events: within("acknowledged", "resolved") },
    { to: "same", verb: "Add a note to", events: chosen },
  ] as const;
  return (
    <Group mb="sm" gap="xs" role="group" aria-label="Actions on the selected events">
      <Text size="sm">{chosen.length} selected</Text>
      {actions.map(({ to, verb, events }) => (
        <Button
          key={to}
          size="compact-sm"
          variant="default"
          disabled={events.length === 0}
          onClick={() => setNoted({ events, to })}
        >
          {verb} {events.length}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        Select none
      </Button>
      <NoteModal
        change={noted}
        close={() => {
          setNoted(undefined);
        }}
      />
    </Group>
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
