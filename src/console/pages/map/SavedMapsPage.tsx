import { ActionIcon, Anchor, Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Search, Trash2, Waypoints } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { useMay, useSession } from "../../app/session-context";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { Time } from "../../components/Time";

type ListedMap = components["schemas"]["ListedSavedMap"];

const route = getRouteApi("/shell/maps");

/** The saved maps: one's own, and those that others share. */
export function SavedMapsPage() {
  const { search } = route.useSearch();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search ?? "");
  const [settled] = useDebouncedValue(typed.trim(), 200);
  useEffect(() => {
    void navigate({ to: "/maps", search: settled ? { search: settled } : {}, replace: true });
  }, [settled, navigate]);
  const [doomed, setDoomed] = useState<ListedMap>();
  const maps = useInfiniteQuery({
    queryKey: ["maps", search],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 100, ...(search && { search }), ...(pageParam && { cursor: pageParam }) };
      return bodyOf(v1.GET("/v1/maps", { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(setDoomed);
  return (
    <>
      <PageHeader title="Saved maps" hint="Each opens exactly as it was left: what it shows, and where every CI stands">
        <Button component={Link} to="/map" size="xs" leftSection={<Waypoints size={14} aria-hidden />}>
          New map
        </Button>
      </PageHeader>
      <TextInput
        aria-label="Find by name"
        placeholder="Find by name"
        size="xs"
        mb="sm"
        maw={320}
        leftSection={<Search size={14} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <DataTable
        label="Saved maps"
        columns={columns}
        rows={maps.data?.pages.flatMap(({ data }) => data) ?? []}
        idOf={({ id }) => id}
        isLoading={maps.isPending}
        error={maps.error ?? undefined}
        retry={() => void maps.refetch()}
        hasMore={maps.hasNextPage}
        loadMore={() => void maps.fetchNextPage()}
        isLoadingMore={maps.isFetchingNextPage}
        onOpen={({ id }) => void navigate({ to: "/map", search: { map: id } })}
        empty={
          <EmptyState title={search ? "No map is named so" : "No saved maps"} icon={Waypoints}>
            {search
              ? "Clear the search to see all."
              : "Open a map from any CI and save it: it comes back as you left it."}
          </EmptyState>
        }
      />
      <DeleteModal map={doomed} close={() => setDoomed(undefined)} />
    </>
  );
}

function useColumns(onDelete: (map: ListedMap) => void): readonly Column<ListedMap>[] {
  const may = useMay();
  const { user } = useSession();
  return useMemo(() => {
    const mayDelete = ({ owner }: ListedMap) => may("reports.create") && (owner === user.id || may("admin.users"));
    return [
      {
        id: "name",
        header: "Name",
        cell: ({ id, name = "" }) => (
          <Anchor
            renderRoot={(props) => <Link {...props} to="/map" search={{ map: id }} />}
            className="clip"
            title={name}
          >
            <bdi>{name.slice(0, 120)}</bdi>
          </Anchor>
        ),
      },
      {
        id: "cis",
        header: "CIs",
        width: "70px",
        cell: ({ position_count: count }) => <span className="numeric">{count}</span>,
      },
      { id: "shared", header: "For", width: "110px", cell: ({ shared }) => (shared ? "Everybody" : "Its owner") },
      {
        id: "by",
        header: "By",
        width: "200px",
        isOptional: true,
        cell: ({ created_by: by }) => (
          <bdi className="clip" title={by}>
            {by}
          </bdi>
        ),
      },
      {
        id: "updated",
        header: "Saved",
        width: "130px",
        isOptional: true,
        cell: ({ updated_at: at }) => <Time at={at} />,
      },
      {
        id: "delete",
        header: "Delete",
        width: "80px",
        cell: (map) =>
          mayDelete(map) && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="sm"
              aria-label={`Delete ${map.name?.slice(0, 80)}`}
              onClick={(event) => {
                event.stopPropagation();
                onDelete(map);
              }}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          ),
      },
    ];
  }, [may, user.id, onDelete]);
}

function DeleteModal({ map, close }: { map: ListedMap | undefined; close: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => v1.DELETE("/v1/maps/{id}", { params: { path: { id } } }),
    onSuccess: (_, id) => {
      queries.removeQueries({ queryKey: ["map", id] });
      void queries.invalidateQueries({ queryKey: ["maps"] });
      notifyDone("The map is deleted");
    },
    onError: (error) => notifyFailed(error, "The map was not deleted"),
    onSettled: close,
  });
  return (
    <Modal opened={map !== undefined} onClose={close} title="Delete this map?">
      <Text mb="md">
        <bdi>{map?.name}</bdi> is gone for everybody who uses it. No CI is touched.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Keep it
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => map && remove.mutate(map.id)}>
          Delete map
        </Button>
      </Group>
    </Modal>
  );
}
