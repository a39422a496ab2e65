import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { components } from "../../api/api";
import { api, bodyOf } from "../../api/client";
import { rowsOf, type Whole } from "../../api/listed";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { DiscoveryFrame } from "./DiscoveryFrame";

type RawRecord = Whole<components["schemas"]["ListedRawScanRecord"]>;
const route = getRouteApi("/shell/discovery/records");

const COLUMNS: readonly Column<RawRecord>[] = [
  { id: "at", header: "Received", cell: (record) => <Time at={record.createdAt} />, width: "9rem" },
  {
    id: "host",
    header: "Host",
    cell: (record) => (
      <Link to="/discovery/scans/$scanId" params={{ scanId: record.scanId }} title={record.hostname?.slice(0, 300)}>
        <bdi>{record.hostname ?? record.ipAddress ?? "no name"}</bdi>
      </Link>
    ),
  },
  { id: "ip", header: "Address", cell: (record) => <bdi>{record.ipAddress ?? "–"}</bdi>, isOptional: true },
  { id: "scanner", header: "Scanner", cell: (record) => <bdi>{record.scannerId}</bdi>, isOptional: true },
  { id: "status", header: "Status", cell: (record) => <StatusMark state={record.status} />, width: "8rem" },
  { id: "ci", header: "CI", cell: (record) => (record.ciId ? <CiLink id={record.ciId} /> : "–"), isOptional: true },
  {
    id: "error",
    header: "Error",
    cell: (record) => <bdi title={record.error?.slice(0, 300)}>{record.error ?? ""}</bdi>,
    isOptional: true,
  },
];

/** One line for each host of each submission, newest first. */
export function RawRecordsPage() {
  const navigate = route.useNavigate();
  const records = useInfiniteQuery({
    queryKey: ["scan", "records"],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/discovery/scan-data", {
          params: { query: { limit: 100, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.nextCursor,
    placeholderData: keepPreviousData,
  });
  return (
    <DiscoveryFrame title="Raw records" hint="One line for each host of each submission, and what became of it.">
      <DataTable
        label="Raw records"
        columns={COLUMNS}
        rows={rowsOf(records.data)}
        idOf={({ _id }) => _id}
        isLoading={records.isPending}
        error={records.error}
        retry={() => void records.refetch()}
        empty={
          <EmptyState title="No records">
            Nothing was scanned yet, or what was is older than its retention.{" "}
            <Link to="/discovery/how">How to scan</Link>
          </EmptyState>
        }
        onOpen={({ scanId }) => void navigate({ to: "/discovery/scans/$scanId", params: { scanId } })}
        hasMore={records.hasNextPage}
        loadMore={() => void records.fetchNextPage()}
        isLoadingMore={records.isFetchingNextPage}
      />
    </DiscoveryFrame>
  );
}
