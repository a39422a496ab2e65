import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useMay } from "../../app/session-context";
import { DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { NeedsScope } from "../../components/NeedsScope";
import { PageHeader } from "../../components/PageHeader";
import { BulkBar } from "./BulkBar";
import { CiFilters } from "./CiFilters";
import { CiSections } from "./CiSections";
import { ciList, type ListedCi } from "./ci-queries";
import { ExportButton } from "./ExportButton";
import { columnsOf } from "./list-columns";
import type { ListSearch } from "./list-search";
import { NewCi } from "./NewCi";
import { SavedViews } from "./SavedViews";

const route = getRouteApi("/shell/cis");
const NONE: ReadonlySet<string> = new Set();

export function CiListPage() {
  return (
    <NeedsScope scope="cmdb.read" title="Configuration items">
      <CiList />
    </NeedsScope>
  );
}

function CiList() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const may = useMay();
  const [selected, setSelected] = useState(NONE);
  const [isAdding, setAdding] = useState(false);
  const list = useInfiniteQuery({ ...ciList(search), placeholderData: keepPreviousData });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const columns = useMemo(() => columnsOf(rows, search.columns), [rows, search.columns]);
  const total = list.data?.pages[0]?.pagination.total ?? 0;
  const change = (next: ListSearch) => {
    setSelected(NONE);
    void navigate({ to: "/cis", search: next });
  };
  const isFiltered = Boolean(search.q || search.type || search.status || search.since);
  const mayChange = may("cmdb.write") || may("cmdb.delete");
  const open = ({ id }: ListedCi) => void navigate({ to: "/cis/$ciId", params: { ciId: id } });
  return (
    <>
      <PageHeader
        title="Configuration items"
        hint={list.data && `${total.toLocaleString("en")} ${isFiltered ? "match" : "in all"}`}
      >
        <SavedViews search={search} onOpen={change} />
        <ExportButton search={search} shown={columns.shown} total={total} />
        {may("cmdb.write") && (
          <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
            New CI
          </Button>
        )}
      </PageHeader>
      <CiSections />
      <Stack gap="xs">
        <CiFilters search={search} columns={columns} onChange={change} />
        {selected.size > 0 && (
          <BulkBar cis={rows.filter(({ id }) => selected.has(id))} done={() => setSelected(NONE)} />
        )}
        <DataTable
          label="Configuration items"
          columns={columns.all}
          hidden={columns.all.flatMap(({ id }) => (columns.shown.includes(id) ? [] : id))}
          rows={rows}
          idOf={({ id }) => id}
          isLoading={list.isPending}
          error={list.isError && !list.data ? list.error : undefined}
          retry={() => void list.refetch()}
          empty={<NoCis isFiltered={isFiltered} clear={() => change({ columns: search.columns })} />}
          onOpen={open}
          selected={mayChange ? selected : undefined}
          onSelect={mayChange ? setSelected : undefined}
          sort={{ by: search.sort ?? "created_at", order: search.order ?? "desc" }}
          onSort={({ by, order }) => change({ ...search, sort: by as ListSearch["sort"], order })}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          loadMore={() => void list.fetchNextPage()}
          height="calc(100dvh - 20rem)"
        />
      </Stack>
      {isAdding && <NewCi close={() => setAdding(false)} />}
    </>
  );
}

function NoCis({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState title="There are no configuration items yet">
        They come from scans, from files that you import, or by hand. The discovery area shows how to scan.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No configuration item matches">
      <Group justify="center">
        <span>Each filter must hold. Words are looked for in name and description.</span>
        <Button size="xs" variant="default" onClick={clear}>
          Clear all filters
        </Button>
      </Group>
    </EmptyState>
  );
}
