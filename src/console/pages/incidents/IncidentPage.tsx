import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { StatusMark } from "../../components/StatusMark";
import { ExactTime, Time } from "../../components/Time";
import { CauseMap } from "./CauseMap";
import { CausePanel } from "./CausePanel";
import { EventDrawer } from "./EventDrawer";
import { IncidentActions } from "./IncidentActions";
import { IncidentAside } from "./IncidentAside";
import {
  type EventRow,
  type Incident,
  MAX_HISTORIES,
  useCiChanges,
  useCiNames,
  useHistories,
  useImpact,
  useIncident,
  useIncidentEvents,
  useWindowsOf,
} from "./incident-data";
import type { EntryKind, IncidentSearch } from "./routes";
import { Timeline } from "./Timeline";
import { timelineOf } from "./timeline";
import { count, duration } from "./words";
import "./incident.css";

const route = getRouteApi("/shell/incidents/$id");
/** Events of one incident that are shown at first. */
const SHOWN_EVENTS = 200;
const NONE: never[] = [];

/** One incident: what is behind it, how it travels, what happened, and what may be done. */
export function IncidentPage() {
  const { id } = route.useParams();
  const { data: incident, error, refetch } = useIncident(id);
  if (error && !incident) {
    return (
      <>
        <PageHeader title="Incident" />
        <PageError error={error} reset={() => void refetch()} />
      </>
    );
  }
  if (!incident) {
    return (
      <div role="status" aria-label="The incident is being read">
        <Skeleton height={30} width="40%" mb="md" />
        <Skeleton height={220} mb="md" />
        <Skeleton height={320} />
      </div>
    );
  }
  return <IncidentView key={incident.id} incident={incident} />;
}

function IncidentView({ incident }: { incident: Incident }) {
  const may = useMay();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [limit, setLimit] = useState(SHOWN_EVENTS);
  const ids = useMemo(() => incident.event_ids.slice(0, limit), [incident.event_ids, limit]);
  const read = useIncidentEvents(ids);
  const events = read.data ?? NONE;
  const causeId = incident.root_cause?.ci_id;
  const ciIds = useMemo(
    () => [...new Set([...events.flatMap(({ affected_cis }) => affected_cis ?? []), ...(causeId ? [causeId] : [])])],
    [events, causeId],
  );
  const names = useCiNames(ciIds);
  const changes = useCiChanges(ciIds, incident.first_seen).data ?? NONE;
  const impact = useImpact(causeId);
  const set = (change: IncidentSearch) =>
    void navigate({
      to: "/incidents/$id",
      params: { id: incident.id },
      search: { ...search, ...change },
      replace: true,
    });
  return (
    <>
      <PageHeader
        title={incident.root_cause?.name ?? events[0]?.title ?? "Incident without a known cause"}
        hint={<Hint incident={incident} />}
      >
        <IncidentActions incident={incident} events={events} names={names} />
      </PageHeader>
      <Stack gap="md">
        <WindowNotice ciIds={ciIds} />
        <CausePanel incident={incident} events={events} changes={changes}>
          {impact.data && events.length > 0 && <CauseMap impact={impact.data} events={events} />}
          {impact.isPending && causeId && may("cmdb.read") && <Skeleton height={140} m="md" />}
          {impact.error && <PageError error={impact.error} reset={() => void impact.refetch()} />}
        </CausePanel>
        <div className="incident-columns">
          <TimelineSection
            events={events}
            changes={changes}
            names={names}
            search={search}
            set={set}
            error={read.error && !read.data ? read.error : undefined}
            isLoading={read.isPending}
            left={Math.max(0, incident.event_count - ids.length)}
            showAll={incident.event_ids.length > ids.length ? () => setLimit(1_000) : undefined}
          />
          <IncidentAside incident={incident} />
        </div>
      </Stack>
      <EventDrawer id={search.event} close={() => set({ event: undefined })} />
    </>
  );
}

function Hint({
  incident: { status, severity, first_seen, last_seen, open_count, event_count },
}: {
  incident: Incident;
}) {
  const end = status === "open" ? Date.now() : Date.parse(last_seen);
  return (
    <Group gap="2px 14px" mt={4}>
      <StatusMark state={severity} />
      <StatusMark state={status} />
      <span>
        {open_count} of {count(event_count, "event")} open
      </span>
      <span>
        Began <Time at={first_seen} /> (<ExactTime at={first_seen} />)
      </span>
      <span>
        {status === "open" ? "Lasts" : "Lasted"} {duration(end - Date.parse(first_seen))}
      </span>
    </Group>
  );
}

function WindowNotice({ ciIds }: { ciIds: readonly string[] }) {
  const windows = useWindowsOf(ciIds);
  const [first] = windows;
  if (!first) return null;
  return (
    <Alert variant="light" title="Maintenance of CIs of this incident">
      {windows.length > 1 && `${windows.length} windows. `}
      From <ExactTime at={first.from ?? ""} /> to <ExactTime at={first.to ?? ""} />
      {first.reason && (
        <>
          : <bdi>{first.reason.slice(0, 300)}</bdi>
        </>
      )}
    </Alert>
  );
}

const KINDS: { value: EntryKind; label: string }[] = [
  { value: "alarm", label: "Alarms" },
  { value: "change", label: "Changes of CIs" },
  { value: "person", label: "People's actions" },
];

function TimelineSection(props: {
  events: readonly EventRow[];
  changes: Parameters<typeof timelineOf>[1];
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
      {isLoading && <Skeleton height={200} m="sm" />}
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
