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
import { useQueue } from "../../components/use-queue";
import { type Decision, labelOf, type Mapping, useDecision, useMappings, useUndo } from "./mappings";
import { PendingDetail } from "./PendingDetail";
import { SoftwareFrame } from "./SoftwareFrame";

const route = getRouteApi("/shell/software/pending");
const KEYS = [
  ["j", "next"],
  ["k", "previous"],
  ["v", "verify"],
  ["r", "as the rules say"],
  ["e", "change"],
  ["x", "reject"],
  ["u", "undo"],
] as const;
const DONE = { verify: "Verified", change: "Changed and verified", reject: "Rejected" };

/** Names that no mapping matched, or that a model proposed: people say what they mean. */
export function PendingPage() {
  const { mapping: id, status = "pending" } = route.useSearch();
  const navigate = route.useNavigate();
  const mayDecide = useMay()("software.write");
  const mappings = useMappings({ status });
  const items: Mapping[] = rowsOf(mappings.data);
  const total = mappings.data?.pages[0]?.pagination.total ?? 0;
  const select = (next: string | undefined) => void navigate({ search: (before) => ({ ...before, mapping: next }) });
  const { current } = useQueue(items, { id, idOf, select });
  const [latest, setLatest] = useState<Decision>();
  const decision = useDecision((done) => {
    setLatest(done);
    const at = items.findIndex((item) => item.id === done.mapping.id);
    select((items[at + 1] ?? items[at - 1])?.id);
    if (at >= items.length - 5 && mappings.hasNextPage) void mappings.fetchNextPage();
  });
  const undo = useUndo(() => {
    if (latest?.kind !== "reject") select(latest?.mapping.id);
    setLatest(undefined);
  });
  const isBusy = decision.isPending || undo.isPending;
  useHotkeys([["u", () => latest && !isBusy && undo.mutate(latest)]]);
  return (
    <SoftwareFrame
      title="Pending mappings"
      hint="Names of programs that wait for somebody to say what they mean. Installations follow within seconds."
    >
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Which mappings"
          value={status}
          onChange={(value) => void navigate({ search: value === "review" ? { status: "review" } : {} })}
          data={[
            { value: "pending", label: status === "pending" ? `Pending (${total})` : "Pending" },
            { value: "review", label: status === "review" ? `To review (${total})` : "To review" },
          ]}
        />
        {mayDecide && items.length > 0 && <Keys keys={KEYS} />}
      </Group>
      {latest && (
        <DecisionNotice
          done={DONE[latest.kind]}
          subject={labelOf(latest.mapping)}
          isBusy={isBusy}
          undo={() => undo.mutate(latest)}
          close={() => setLatest(undefined)}
        />
      )}
      {mappings.error ? (
        <PageError error={mappings.error} reset={() => void mappings.refetch()} />
      ) : mappings.isPending ? (
        <QueueSkeleton />
      ) : !current ? (
        <div className="card">
          <EmptyState title={status === "review" ? "Nothing to review" : "No mapping waits"} icon={CircleCheck}>
            {status === "review"
              ? "What a model proposes is reviewed here."
              : "Every name that was found has a meaning."}{" "}
            <Link to="/software/mappings">See all mappings</Link>
          </EmptyState>
        </div>
      ) : (
        <div className="queue">
          <QueueList
            label="Mappings that wait"
            items={items}
            idOf={idOf}
            currentId={current.id}
            onSelect={select}
            render={(mapping) => <PendingItem mapping={mapping} />}
            hasMore={mappings.hasNextPage}
            loadMore={() => void mappings.fetchNextPage()}
          />
          <PendingDetail
            key={current.id}
            mapping={current}
            mayDecide={mayDecide}
            isBusy={isBusy}
            error={decision.error}
            decide={(next) => decision.mutate(next)}
          />
        </div>
      )}
    </SoftwareFrame>
  );
}

const idOf = ({ id }: Mapping) => id;

function PendingItem({ mapping }: { mapping: Mapping }) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500} className="clip" title={labelOf(mapping).slice(0, 300)}>
        <bdi>{labelOf(mapping)}</bdi>
      </Text>
      <Text size="xs" c="dimmed" className="clip">
        <bdi>{mapping.software.vendor ?? "no vendor"}</bdi>
      </Text>
    </Stack>
  );
}
