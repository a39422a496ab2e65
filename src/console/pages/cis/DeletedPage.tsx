import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import type { Whole } from "../../api/listed";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { Actor } from "../../components/Actor";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { type Chip, FilterChips } from "../../components/FilterChips";
import { Name } from "../../components/Name";
import { NeedsScope } from "../../components/NeedsScope";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import { deleteCi, refreshCis, restoreCi } from "./bulk";
import { CiSections } from "./CiSections";
import { split } from "./list-search";
import { SearchInput } from "./SearchInput";
import { TypeFilter } from "./TypeFilter";

type DeletedCi = Whole<components["schemas"]["ListedDeletedCI"]>;
const route = getRouteApi("/shell/cis/deleted");
const TITLE = "Deleted configuration items";

/** What was deleted and can be restored, the latest first. */
export function DeletedPage() {
  return (
    <NeedsScope scope="cmdb.read" title={TITLE}>
      <DeletedCis />
    </NeedsScope>
  );
}

function DeletedCis() {
  const { q, type } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const change = (next: { q?: string; type?: string }) =>
    void navigate({ search: { ...(next.q && { q: next.q }), ...(next.type && { type: next.type }) } });
  const { table, total } = usePages(["ci", "deleted", { q, type }], async (page) => {
    const query = { ...page, ...(q && { name: q }), ...(type && { type: split(type) }) };
    const { data, pagination } = await bodyOf(v1.GET("/v1/cmdb/deleted-ci", { params: { query } }));
    return { data: data as DeletedCi[], pagination };
  });
  const isFiltered = Boolean(q || type);
  return (
    <>
      <PageHeader
        title={TITLE}
        hint={total !== undefined && `${total.toLocaleString("en")} ${isFiltered ? "match" : "can be restored"}`}
      />
      <CiSections />
      <Stack gap="xs">
        <Group gap="xs">
          <SearchInput
            label="Part of the name"
            placeholder="Part of the name"
            value={q ?? ""}
            maxLength={255}
            onSearch={(text) => change({ type, q: text })}
          />
          <TypeFilter
            value={split(type)}
            more={table.rows.map((ci) => ci.type)}
            onChange={(types) => change({ q, type: types.join(",") })}
          />
        </Group>
        <FilterChips chips={chipsOf({ q, type }, change)} clearAll={() => change({})} />
        <DataTable
          label={TITLE}
          columns={may("cmdb.write") ? [...COLUMNS, RESTORE] : COLUMNS}
          idOf={({ id }) => id}
          empty={<NothingDeleted isFiltered={isFiltered} clear={() => change({})} />}
          height="calc(100dvh - 19rem)"
          {...table}
        />
      </Stack>
    </>
  );
}

const COLUMNS: readonly Column<DeletedCi>[] = [
  { id: "name", header: "Name", width: "30%", cell: ({ name }) => <Name>{name}</Name> },
  { id: "type", header: "Type", cell: ({ type }) => <Name>{words(type)}</Name> },
  {
    id: "description",
    header: "Description",
    isOptional: true,
    cell: ({ description }) => <Name>{description}</Name>,
  },
  { id: "deleted", header: "Deleted", width: "130px", isOptional: true, cell: (ci) => <Time at={ci.deleted_at} /> },
  { id: "by", header: "Deleted by", isOptional: true, cell: (ci) => <Actor id={ci.deleted_by} /> },
];

const RESTORE: Column<DeletedCi> = {
  id: "restore",
  header: "Action",
  width: "96px",
  cell: (ci) => <RestoreButton ci={ci} />,
};

/** Asks nothing: who may delete can take it back. */
function RestoreButton({ ci: { id, name } }: { ci: DeletedCi }) {
  const may = useMay();
  const shown = name.slice(0, 80);
  const undo = async () => {
    try {
      await deleteCi(id);
      notifyDone(`${shown} is deleted again`);
    } catch (error) {
      notifyFailed(error, `${shown} could not be deleted again`);
    }
    refreshCis();
  };
  const restore = useMutation({
    mutationFn: () => restoreCi(id),
    onSuccess: () => {
      notifyDone(
        `${shown} is restored, with its relationships to what is in use`,
        may("cmdb.delete") ? () => void undo() : undefined,
      );
    },
    onError: (error) => notifyFailed(error, `${shown} could not be restored`),
    onSettled: refreshCis,
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={restore.isPending}
      onClick={() => restore.mutate()}
      aria-label={`Restore ${shown}`}
    >
      Restore
    </Button>
  );
}

function NothingDeleted({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState title="Nothing is deleted">
        What is deleted stays here until it is purged, after 30 days where the settings say nothing else.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No deleted configuration item matches">
      <Button size="xs" variant="default" onClick={clear}>
        Clear all filters
      </Button>
    </EmptyState>
  );
}

interface Filters {
  q?: string | undefined;
  type?: string | undefined;
}

function chipsOf({ q, type }: Filters, change: (next: { q?: string; type?: string }) => void): Chip[] {
  const types = split(type).map((one) => ({
    label: `Type: ${words(one)}`,
    clear: () =>
      change({
        q,
        type: split(type)
          .filter((other) => other !== one)
          .join(","),
      }),
  }));
  return [...(q ? [{ label: `Name: ${q}`, clear: () => change({ type }) }] : []), ...types];
}
