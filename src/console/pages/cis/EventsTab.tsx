import { Anchor, Group, Stack, Switch, Text, Title } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import type { TabProps } from "./CiPage";
import { figures } from "./ci-queries";
import { ShortValue } from "./values";

type Event = components["schemas"]["ListedEvent"];
const route = getRouteApi("/shell/cis/$ciId");
const PAGE = 100;
const COLUMNS: readonly Column<Event>[] = [
  {
    id: "severity",
    header: "Severity",
    width: "110px",
    cell: ({ severity = "unknown" }) => <StatusMark state={severity} />,
  },
  { id: "title", header: "Event", cell: ({ title }) => <ShortValue value={title} /> },
  { id: "status", header: "Status", width: "130px", cell: ({ status = "unknown" }) => <StatusMark state={status} /> },
  {
    id: "occurrences",
    header: "Times",
    width: "70px",
    isOptional: true,
    cell: ({ occurrences }) => <span className="numeric">{occurrences}</span>,
  },
  {
    id: "source",
    header: "Reported by",
    width: "130px",
    isOptional: true,
    cell: ({ source }) => <ShortValue value={source} />,
  },
  {
    id: "occurred_at",
    header: "Began",
    width: "140px",
    isOptional: true,
    cell: (event) => <Time at={event.occurred_at} />,
  },
  {
    id: "last_seen",
    header: "Last seen",
    width: "140px",
    isOptional: true,
    cell: (event) => <Time at={event.last_seen} />,
  },
];

export function EventsTab({ ci }: TabProps) {
  const { all } = route.useSearch();
  const navigate = useNavigate();
  const show = (everything: boolean) =>
    void navigate({
      to: "/cis/$ciId",
      params: { ciId: ci.id },
      search: { tab: "events", ...(everything && { all: true as const }) },
      replace: true,
    });
  const list = useInfiniteQuery({
    queryKey: ["event", "of-ci", ci.id, all ?? false],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ci_id: [ci.id], limit: PAGE, ...(cursor && { cursor }) };
      const open = all ? {} : { status: ["open", "acknowledged"] as ("open" | "acknowledged")[] };
      return bodyOf(v1.GET("/v1/events", { params: { query: { ...query, ...open } }, signal }));
    },
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  return (
    <Stack>
      <Incidents ciId={ci.id} />
      <Group justify="space-between">
        <Title order={2}>Events</Title>
        <Switch
          label="Show resolved ones too"
          checked={all ?? false}
          onChange={({ currentTarget }) => show(currentTarget.checked)}
        />
      </Group>
      <DataTable
        label="Events of this item"
        columns={COLUMNS}
        rows={list.data?.pages.flatMap(({ data }) => data) ?? []}
        idOf={({ id }) => id}
        isLoading={list.isPending}
        error={list.isError && !list.data ? list.error : undefined}
        retry={() => void list.refetch()}
        empty={
          <EmptyState title={all ? "No events are known" : "No open events"}>
            {all
              ? "Nothing has been reported about this item."
              : "Nothing is wrong with this item as far as monitoring says."}
          </EmptyState>
        }
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        loadMore={() => void list.fetchNextPage()}
        height="60dvh"
      />
    </Stack>
  );
}

/** Incidents with an event of this CI: there the cause is explained, and the actions are. */
function Incidents({ ciId }: { ciId: string }) {
  const list = useQuery({
    queryKey: ["incident", "of-ci", ciId],
    queryFn: ({ signal }) =>
      figures(
        {
          entity: "incident",
          fields: ["id", "status", "severity", "root_cause.name", "event_count", "last_seen"],
          filters: [{ field: "ci.id", op: "eq", value: ciId }],
          order: [{ field: "last_seen", direction: "desc" }],
          limit: 20,
        },
        signal,
      ),
  });
  if (list.isError) return <PageError error={list.error} reset={() => void list.refetch()} />;
  if (!list.data?.length) return null;
  return (
    <section>
      <Title order={2} mb="xs">
        Incidents
      </Title>
      <Stack gap={6}>
        {list.data.map(({ id, status, severity, event_count: count, last_seen: seen, "root_cause.name": cause }) => (
          <Group key={String(id)} className="card" p="xs" px="sm" gap="md">
            <StatusMark state={String(severity)} />
            <Anchor
              component={Link}
              to={`/incidents/${String(id)}` as "/incidents"}
              fw={500}
              style={{ flex: 1, minWidth: 160 }}
            >
              <bdi className="clip">{cause ? `Cause: ${String(cause).slice(0, 200)}` : "Cause not found"}</bdi>
            </Anchor>
            <Text size="sm" c="dimmed">
              {String(count)} {count === 1 ? "event" : "events"}
            </Text>
            <StatusMark state={String(status)} />
            <Time at={String(seen)} />
          </Group>
        ))}
      </Stack>
    </section>
  );
}
