import { Alert, Group, Skeleton, Stack } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useMay } from "../../app/session-context";
import { NeedsScope } from "../../components/NeedsScope";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { StatusMark } from "../../components/StatusMark";
import { ExactTime, Time } from "../../components/Time";
import { MAX_SINGLE } from "./by-ids";
import { CauseMap } from "./CauseMap";
import { CausePanel } from "./CausePanel";
import { EventDrawer } from "./EventDrawer";
import { IncidentActions } from "./IncidentActions";
import { IncidentAside } from "./IncidentAside";
import {
  type Incident,
  useCiChanges,
  useCiNames,
  useImpact,
  useIncident,
  useIncidentEvents,
  useWindowsOf,
} from "./incident-data";
import type { IncidentSearch } from "./routes";
import { TimelineSection } from "./TimelineSection";
import { count, duration } from "./words";
import "./incident.css";

const route = getRouteApi("/shell/incidents/$id");
/** Events of one incident that are shown at first. */
const SHOWN_EVENTS = 200;
const NONE: never[] = [];

/** One incident: what is behind it, how it travels, what happened, and what may be done. */
export function IncidentPage() {
  return (
    <NeedsScope scope="events.read" title="Incident">
      <IncidentById />
    </NeedsScope>
  );
}

function IncidentById() {
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
  const mayQuery = may("reports.read");
  const [limit, setLimit] = useState(mayQuery ? SHOWN_EVENTS : MAX_SINGLE);
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
          {impact.isPending && causeId && may("cmdb.read") && <Skeleton height={140} m="md" w="auto" />}
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
            showAll={mayQuery && incident.event_ids.length > ids.length ? () => setLimit(1_000) : undefined}
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
