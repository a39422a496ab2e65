import { Group, Text, TextInput } from "@mantine/core";
import { FilterGroup } from "../../components/FilterGroup";
import { useTyped } from "../../components/use-typed";
import type { EventListSearch } from "./routes";
import { WordFilter } from "./WordFilter";
import { count, SEVERITIES, STATUSES } from "./words";

/** What holds, one chip each. */
export function chipsOf(search: EventListSearch, set: (change: EventListSearch) => void, ciName: string | undefined) {
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

/** Chooses which events the list shows. */
export function EventFilters(props: {
  search: EventListSearch;
  set: (change: EventListSearch) => void;
  total: number | undefined;
}) {
  const { search, set, total } = props;
  const { status, severity, source = "", from, to } = search;
  return (
    <Group mb="sm" align="flex-end" gap="sm">
      <FilterGroup align="flex-end">
        <WordFilter
          label="Status"
          any="Any"
          all={STATUSES}
          value={status}
          set={(value) => set({ status: value })}
          w={200}
        />
        <WordFilter
          label="Severity"
          any="Any"
          all={SEVERITIES}
          value={severity}
          set={(value) => set({ severity: value })}
          w={200}
        />
        <SourceFilter source={source} set={(value) => set({ source: value })} />
        <TimeFilter label="Happened from" value={from} set={(value) => set({ from: value })} />
        <TimeFilter label="Before" value={to} set={(value) => set({ to: value })} />
      </FilterGroup>
      <Text size="sm" c="dimmed" role="status" pb={4}>
        {total === undefined ? "" : count(total, "event")}
      </Text>
    </Group>
  );
}

function SourceFilter({ source, set }: { source: string; set: (value: string | undefined) => void }) {
  const typed = useTyped(source, (text) => set(text || undefined), 500);
  return <TextInput size="xs" label="Source" placeholder="Any, e.g. zabbix" maxLength={200} {...typed} w={150} />;
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
