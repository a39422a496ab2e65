import { Button, Group, Select, TextInput } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { rowsOf, type Whole } from "../../api/listed";
import type { components } from "../../api/v1";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { useTyped } from "../../components/use-typed";
import { DiscoveryFrame } from "./DiscoveryFrame";
import { HostCounts } from "./HostCounts";
import { SCAN_STATUSES, type ScanFilters } from "./routes";

type Scan = Whole<components["schemas"]["ListedScan"]>;
const route = getRouteApi("/shell/discovery");

const COLUMNS: readonly Column<Scan>[] = [
  { id: "begun", header: "Begun", cell: (scan) => <Time at={scan.created_at} />, width: "9rem" },
  {
    id: "scanner",
    header: "Scanner",
    cell: (scan) => (
      <Link to="/discovery/scans/$scanId" params={{ scanId: scan.id }} title={scan.scanner_id.slice(0, 300)}>
        <bdi>{scan.scanner_id}</bdi>
      </Link>
    ),
  },
  { id: "type", header: "Type", cell: (scan) => <bdi>{scan.scan_type}</bdi>, width: "8rem", isOptional: true },
  { id: "status", header: "Status", cell: (scan) => <StatusMark state={scan.status} />, width: "8rem" },
  { id: "hosts", header: "Hosts", cell: (scan) => <HostCounts hosts={scan.hosts} /> },
  {
    id: "error",
    header: "Error",
    cell: (scan) => <bdi title={scan.error ?? undefined}>{scan.error ?? ""}</bdi>,
    isOptional: true,
  },
];

/** Scans, newest first. */
export function ScanListPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { scanner, status, from, to } = search;
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const typed = useTyped(scanner ?? "", (text) => set({ scanner: text || undefined }), 300);
  const scans = useScans(search);
  const rows = rowsOf(scans.data);
  const clearAll = () => void navigate({ search: {}, replace: true });
  const chips = [
    ...(scanner ? [{ label: `Scanner: ${scanner}`, clear: () => set({ scanner: undefined }) }] : []),
    ...(status ? [{ label: `Status: ${status}`, clear: () => set({ status: undefined }) }] : []),
    ...(from ? [{ label: `From ${from}`, clear: () => set({ from: undefined }) }] : []),
    ...(to ? [{ label: `Before ${to}`, clear: () => set({ to: undefined }) }] : []),
  ];
  return (
    <DiscoveryFrame title="Discovery" hint="What scanners sent, and what became of each host.">
      <Group align="flex-end" gap="sm" mb="sm">
        <TextInput label="Scanner" placeholder="exact name" {...typed} maxLength={255} size="xs" />
        <Select
          label="Status"
          data={[...SCAN_STATUSES]}
          value={status ?? null}
          onChange={(value) => set({ status: SCAN_STATUSES.find((known) => known === value) })}
          placeholder="any"
          clearable
          clearButtonProps={{ "aria-label": "Any status" }}
          size="xs"
          w={140}
        />
        <DateInput label="From" value={from} onChange={(value) => set({ from: value })} />
        <DateInput label="Before" value={to} onChange={(value) => set({ to: value })} />
      </Group>
      <FilterChips chips={chips} clearAll={clearAll} />
      <DataTable
        label="Scans"
        columns={COLUMNS}
        rows={rows}
        idOf={({ id }) => id}
        isLoading={scans.isPending}
        error={scans.error}
        retry={() => void scans.refetch()}
        empty={<NoScans isFiltered={chips.length > 0} clear={clearAll} />}
        onOpen={({ id }) => void navigate({ to: "/discovery/scans/$scanId", params: { scanId: id } })}
        hasMore={scans.hasNextPage}
        loadMore={() => void scans.fetchNextPage()}
        isLoadingMore={scans.isFetchingNextPage}
      />
    </DiscoveryFrame>
  );
}

function useScans({ scanner, status, from, to }: ScanFilters) {
  const query = {
    limit: 100,
    ...(scanner && { scanner_id: scanner }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return useInfiniteQuery({
    queryKey: ["scan", "list", query],
    queryFn: ({ pageParam }) =>
      bodyOf(
        v1.GET("/v1/discovery/scans", { params: { query: { ...query, ...(pageParam && { cursor: pageParam }) } } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor,
    placeholderData: keepPreviousData,
  });
}

function DateInput(props: { label: string; value: string | undefined; onChange: (value: string | undefined) => void }) {
  return (
    <TextInput
      type="date"
      label={props.label}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      size="xs"
    />
  );
}

function NoScans({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState title="No scan matches">
        <Button size="xs" variant="default" onClick={clear}>
          Clear all filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing was scanned yet">
      A scan tells Orrery of hosts, their software and connections. <Link to="/discovery/how">How to scan</Link>
    </EmptyState>
  );
}
