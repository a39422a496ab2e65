import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import { rowsOf } from "../../api/listed";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { cpeOf, type ListedCi, textAt, useCisBy } from "./mappings";

const COLUMNS: readonly Column<ListedCi>[] = [
  { id: "name", header: "Program", cell: (ci) => <CiLink id={ci.id} name={ci.name} /> },
  { id: "version", header: "Version", cell: (ci) => <bdi>{textAt(ci, "version") ?? "–"}</bdi>, width: "9rem" },
  { id: "host", header: "On", cell: (ci) => <InstalledOn id={ci.id} /> },
  { id: "vendor", header: "Vendor", cell: (ci) => <bdi>{textAt(ci, "vendor") ?? "–"}</bdi>, isOptional: true },
  { id: "cpe", header: "CPE", cell: (ci) => <Cpe ci={ci} />, isOptional: true },
];

/** Installed programs that the query finds, with version, host and CPE name. */
export function InstalledTable({ query, height }: { query: Record<string, string>; height?: string }) {
  const found = useCisBy({ type: "software_instance", ...query }, 100);
  return (
    <DataTable
      label="Installed programs"
      columns={COLUMNS}
      rows={rowsOf(found.data)}
      idOf={({ id }) => id}
      isLoading={found.isPending}
      error={found.error}
      retry={() => void found.refetch()}
      empty={<EmptyState title="Nothing is installed">No host reports such a program at the moment.</EmptyState>}
      hasMore={found.hasNextPage}
      loadMore={() => void found.fetchNextPage()}
      isLoadingMore={found.isFetchingNextPage}
      {...(height && { height })}
    />
  );
}

function InstalledOn({ id }: { id: string }) {
  const links = useQuery({
    queryKey: ["relationship", "installed-on", id],
    queryFn: () =>
      bodyOf(
        v1.GET("/v1/cmdb/relationships", {
          params: { query: { ci_id: id, type: ["installed_on"], limit: 1 } as object },
        }),
      ),
    staleTime: 5 * 60_000,
  });
  const target = links.data?.data[0]?.target;
  return target ? <CiLink id={target.id} name={target.name} /> : <span>–</span>;
}

function Cpe({ ci }: { ci: ListedCi }) {
  const { name, match } = cpeOf(ci);
  const status = textAt(ci, "enrichment_status");
  if (!name) return <span>{status === "pending" ? "not searched yet" : "none"}</span>;
  return (
    <bdi title={name.slice(0, 300)}>
      {name} ({match})
    </bdi>
  );
}
