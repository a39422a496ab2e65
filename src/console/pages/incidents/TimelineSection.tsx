import { Button, Checkbox, Group, Skeleton, Text, Title } from "@mantine/core";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { type CiChange, type EventRow, MAX_HISTORIES, useHistories } from "./incident-data";
import type { EntryKind, IncidentSearch } from "./routes";
import { Timeline } from "./Timeline";
import { timelineOf } from "./timeline-entries";
import { count } from "./words";

const KINDS: { value: EntryKind; label: string }[] = [
  { value: "alarm", label: "Alarms" },
  { value: "change", label: "Changes of CIs" },
  { value: "person", label: "People's actions" },
];

/** The timeline with what it shows, which stands in the address. */
export function TimelineSection(props: {
  events: readonly EventRow[];
  changes: readonly CiChange[];
  names: ReadonlyMap<string, { name: string; type: string }>;
  search: IncidentSearch;
  set: (change: IncidentSearch) => void;
  error: unknown;
  isLoading: boolean;
  left: number;
  showAll: (() => void) | undefined;
}) {
  const { events, changes, names, search, set, error, isLoading, left, showAll } = props;
  const histories = useHistories(events);
  const { show = KINDS.map(({ value }) => value), newestFirst } = search;
  const all = timelineOf(events, changes, histories.entries).filter(({ kind }) => show.includes(kind));
  const entries = newestFirst ? all.reverse() : all;
  const choose = (chosen: string[]) => {
    const kinds = KINDS.map(({ value }) => value).filter((kind) => chosen.includes(kind));
    set({ show: kinds.length === KINDS.length || kinds.length === 0 ? undefined : kinds });
  };
  return (
    <section className="card" aria-labelledby="timeline">
      <Group justify="space-between" p="sm" pb={0} gap="sm">
        <Title order={2} id="timeline">
          Timeline
        </Title>
        <Group gap="md">
          <Checkbox.Group value={show} onChange={choose} aria-label="What the timeline shows">
            <Group gap="sm">
              {KINDS.map(({ value, label }) => (
                <Checkbox key={value} size="xs" value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <Checkbox
            size="xs"
            label="Newest first"
            checked={newestFirst ?? false}
            onChange={({ currentTarget }) => set({ newestFirst: currentTarget.checked ? true : undefined })}
          />
        </Group>
      </Group>
      {error ? <PageError error={error} /> : null}
      {histories.error ? <PageError error={histories.error} /> : null}
      {isLoading && <Skeleton height={200} m="sm" w="auto" />}
      {!isLoading && !error && entries.length === 0 && <EmptyState title="Nothing of these kinds happened" />}
      <Timeline entries={entries} names={names} openEvent={(id) => set({ event: id })} />
      {(left > 0 || events.length > MAX_HISTORIES) && (
        <Group p="sm" gap="sm">
          <Text size="sm" c="dimmed">
            {left > 0 && `The newest ${count(events.length, "event")} are shown, ${left} more belong to it. `}
            {events.length > MAX_HISTORIES &&
              `People's actions are shown for ${MAX_HISTORIES} events; open another to see its own.`}
          </Text>
          {showAll && (
            <Button size="compact-sm" variant="default" onClick={showAll}>
              Show up to 1,000
            </Button>
          )}
        </Group>
      )}
    </section>
  );
}
