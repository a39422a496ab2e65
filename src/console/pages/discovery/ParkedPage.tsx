import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { rowsOf } from "../../api/listed";
import { useMay } from "../../app/session-context";
import { DecisionNotice } from "../../components/DecisionNotice";
import { EmptyState } from "../../components/EmptyState";
import { Keys } from "../../components/Keys";
import { PageError } from "../../components/PageError";
import { QueueList } from "../../components/QueueList";
import { QueueSkeleton } from "../../components/QueueSkeleton";
import { Time } from "../../components/Time";
import { useQueue } from "../../components/use-queue";
import { DiscoveryFrame } from "./DiscoveryFrame";
import { ParkedDetail } from "./ParkedDetail";
import { labelOf, type ParkedHost, useDecide, useParkedHosts, useTakeBack } from "./parked-hosts";

const route = getRouteApi("/shell/discovery/parked");
const KEYS = [
  ["j", "next"],
  ["k", "previous"],
  ["1 to 6", "it is this candidate"],
  ["s", "look for another"],
  ["n", "new CI"],
  ["d", "dismiss"],
  ["u", "undo"],
] as const;

/** Hosts that nothing identifies: people say which CI each is, or that it is none. */
export function ParkedPage() {
  const { host: id, find, decided = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayDecide = useMay()("discovery.execute");
  const parked = useParkedHosts(decided);
  const hosts = rowsOf(parked.data);
  const total = parked.data?.pages[0]?.pagination.total ?? 0;
  const select = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, host: next, find: undefined }) });
  const { current } = useQueue(hosts, { id, idOf, select });
  const [latest, setLatest] = useState<{ host: ParkedHost; ciId: string | null }>();
  const leave = (host: ParkedHost) => {
    const at = hosts.findIndex((other) => other.id === host.id);
    select((hosts[at + 1] ?? hosts[at - 1])?.id);
  };
  const decide = useDecide((host, ciId) => {
    setLatest({ host, ciId });
    leave(host);
  });
  const takeBack = useTakeBack((undone) => {
    setLatest(undefined);
    if (!decided) select(undone);
  });
  const isBusy = decide.isPending || takeBack.isPending;
  useHotkeys([["u", () => latest && !isBusy && takeBack.mutate(latest.host.id)]]);
  return (
    <DiscoveryFrame
      title="Parked hosts"
      hint="What scanners reported of hosts that nothing identifies. A decision holds whenever the same report comes again."
    >
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Which hosts"
          value={decided ? "decided" : "waiting"}
          onChange={(value) => void navigate({ search: value === "decided" ? { decided: true } : {} })}
          data={[
            { value: "waiting", label: decided ? "Waiting" : `Waiting (${total})` },
            { value: "decided", label: decided ? `Decided (${total})` : "Decided" },
          ]}
        />
        {mayDecide && !decided && hosts.length > 0 && <Keys keys={KEYS} />}
      </Group>
      {latest && (
        <DecisionNotice
          done={latest.ciId ? "Applied to its CI" : "Dismissed"}
          subject={labelOf(latest.host)}
          isBusy={isBusy}
          undo={() => takeBack.mutate(latest.host.id)}
          close={() => setLatest(undefined)}
        />
      )}
      {parked.error ? (
        <PageError error={parked.error} reset={() => void parked.refetch()} />
      ) : parked.isPending ? (
        <QueueSkeleton />
      ) : !current ? (
        <div className="card">
          <NothingParked decided={decided} />
        </div>
      ) : (
        <div className="queue">
          <QueueList
            label={decided ? "Decided hosts" : "Hosts that wait"}
            items={hosts}
            idOf={idOf}
            currentId={current.id}
            onSelect={select}
            render={(host) => <ParkedItem host={host} />}
            hasMore={parked.hasNextPage}
            loadMore={() => void parked.fetchNextPage()}
          />
          <ParkedDetail
            key={current.id}
            host={current}
            find={find}
            setFind={(text) =>
              void navigate({ search: (before) => ({ ...before, host: current.id, find: text }), replace: true })
            }
            mayDecide={mayDecide}
            isBusy={isBusy}
            decide={(ciId) => decide.mutate({ host: current, ciId })}
            takeBack={() => takeBack.mutate(current.id)}
          />
        </div>
      )}
    </DiscoveryFrame>
  );
}

const idOf = ({ id }: ParkedHost) => id;

function ParkedItem({ host }: { host: ParkedHost }) {
  const label = labelOf(host);
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500} className="clip" title={label.slice(0, 300)}>
        <bdi>{label}</bdi>
      </Text>
      <Text size="xs" c="dimmed" className="clip">
        <bdi>{host.scanner_id}</bdi> · <Time at={host.created_at} />
        {host.times_seen > 1 && ` · ${host.times_seen} times`}
        {host.decision && (host.decision.ci_id ? " · has a CI" : " · dismissed")}
      </Text>
    </Stack>
  );
}

function NothingParked({ decided }: { decided: boolean }) {
  if (decided) return <EmptyState title="Nothing was decided yet">Decided hosts can be taken back here.</EmptyState>;
  return (
    <EmptyState title="No host waits" icon={CircleCheck}>
      Every reported host is a CI. A host without serial number, UUID, MAC address, name or address of its own would
      wait here. <Link to="/discovery">See the scans</Link>
    </EmptyState>
  );
}
