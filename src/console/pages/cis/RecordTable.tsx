import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { bodyOf, v1 } from "../../api/client";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import type { RecordKind } from "./ci-search";
import { ShortValue } from "./values";

type Item = Readonly<Record<string, unknown>> & { id: string };
const PAGE = 100;
/** The columns of each kind, most telling first; what else is reported follows them. */
const ORDER: Record<RecordKind, readonly string[]> = {
  processes: ["name", "pid", "user", "cpu_percent", "memory_mb", "started_at", "command_line"],
  "network-connections": [
    "process_name",
    "protocol",
    "local_address",
    "local_port",
    "remote_address",
    "remote_port",
    "state",
    "pid",
  ],
  "network-adapters": ["name", "up", "mac_address", "ip_addresses", "speed_mbps"],
  disks: ["name", "mount_point", "filesystem", "size_gb", "free_gb"],
  "user-accounts": ["name", "uid", "admin", "home", "shell"],
  "installed-applications": ["name", "version", "vendor", "install_date", "architecture"],
};
const HIDDEN = new Set(["id", "ci_id", "collected_at", "software_instance_ci_id"]);
const KEPT_ON_PHONES = 3;

export function RecordTable({ ciId, kind, empty }: { ciId: string; kind: RecordKind; empty: ReactNode }) {
  const list = useInfiniteQuery({
    queryKey: ["scan", "records", ciId, kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        v1.GET("/v1/cmdb/ci/{id}/records/{kind}", {
          params: { path: { id: ciId, kind }, query: { limit: PAGE, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const rows = useMemo(() => (list.data?.pages.flatMap(({ data }) => data) ?? []) as Item[], [list.data]);
  const columns = useMemo(() => columnsOf(rows, kind), [rows, kind]);
  const [first] = rows;
  return (
    <Stack gap="xs">
      {first && (
        <Text size="sm" c="dimmed">
          {list.data?.pages[0]?.pagination.total} records, collected <Time at={String(first.collected_at)} />
        </Text>
      )}
      <DataTable
        label={words(kind.replaceAll("-", " "))}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        isLoading={list.isPending}
        error={list.isError && !list.data ? list.error : undefined}
        retry={() => void list.refetch()}
        empty={empty}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        loadMore={() => void list.fetchNextPage()}
      />
    </Stack>
  );
}

function columnsOf(rows: readonly Item[], kind: RecordKind): Column<Item>[] {
  const present = new Set(rows.slice(0, PAGE).flatMap((row) => Object.keys(row).filter((key) => !HIDDEN.has(key))));
  const known = ORDER[kind].filter((key) => present.has(key));
  const others = [...present].filter((key) => !known.includes(key)).slice(0, 4);
  return [...known, ...others].map((key, index) => ({
    id: key,
    header: words(key),
    isOptional: index >= KEPT_ON_PHONES,
    cell: (row) => <Cell row={row} column={key} />,
  }));
}

function Cell({ row, column }: { row: Item; column: string }) {
  const value = row[column];
  const instance = row.software_instance_ci_id;
  if (column === "name" && typeof instance === "string") return <CiLink id={instance} name={String(value)} />;
  if (column.endsWith("_at") && typeof value === "string" && !Number.isNaN(Date.parse(value)))
    return <Time at={value} />;
  return <ShortValue value={Array.isArray(value) ? value.join(", ") : value} />;
}
