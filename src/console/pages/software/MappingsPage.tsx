import { Group, Select, TextInput } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { rowsOf } from "../../api/listed";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { StatusMark } from "../../components/StatusMark";
import { useTyped } from "../../components/use-typed";
import { ImportExport } from "./ImportExport";
import { labelOf, type Mapping, useMappings } from "./mappings";
import { FAMILIES, SOURCES, STATUSES } from "./routes";
import { SoftwareFrame } from "./SoftwareFrame";

const route = getRouteApi("/shell/software/mappings");

const COLUMNS: readonly Column<Mapping>[] = [
  { id: "name", header: "Name on machines", cell: (mapping) => <Text of={labelOf(mapping)} /> },
  { id: "product", header: "Product", cell: ({ software }) => <Text of={software.name} /> },
  { id: "vendor", header: "Vendor", cell: ({ software }) => <Text of={software.vendor ?? "–"} />, isOptional: true },
  { id: "family", header: "Family", cell: ({ family }) => family?.name ?? "–", isOptional: true },
  { id: "status", header: "Status", cell: ({ status }) => <StatusMark state={status} />, width: "7rem" },
  { id: "source", header: "Source", cell: ({ source }) => source, width: "6rem", isOptional: true },
  {
    id: "used",
    header: "Used",
    cell: ({ usage_count: used }) => <span className="numeric">{used}</span>,
    width: "5rem",
    isOptional: true,
  },
];

/** The tenant's own mappings and the built-in ones, with import and export. */
export function MappingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { find, status, source, family } = search;
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const typed = useTyped(find ?? "", (text) => set({ find: text || undefined }), 300);
  const filters = { ...(status && { status }), ...(source && { source }), ...(family && { family }) };
  const mappings = useMappings({ ...filters, ...(find && { search: find }) }, 100);
  const chips = [
    ...(find ? [{ label: `Words: ${find}`, clear: () => set({ find: undefined }) }] : []),
    ...(status ? [{ label: `Status: ${status}`, clear: () => set({ status: undefined }) }] : []),
    ...(source ? [{ label: `Source: ${source}`, clear: () => set({ source: undefined }) }] : []),
    ...(family ? [{ label: `Family: ${family}`, clear: () => set({ family: undefined }) }] : []),
  ];
  return (
    <SoftwareFrame
      title="Software mappings"
      hint={
        <>
          What names of programs mean: your own before the built-in ones.{" "}
          <Link to="/software/pending">Decide those that wait</Link>
        </>
      }
      actions={<ImportExport filters={filters} />}
    >
      <Group align="flex-end" gap="sm" mb="sm">
        <TextInput label="Words" {...typed} maxLength={200} size="xs" />
        <Choice label="Status" choices={STATUSES} value={status} onChange={(value) => set({ status: value })} />
        <Choice label="Source" choices={SOURCES} value={source} onChange={(value) => set({ source: value })} />
        <Choice label="Family" choices={FAMILIES} value={family} onChange={(value) => set({ family: value })} />
      </Group>
      <FilterChips chips={chips} clearAll={() => void navigate({ search: {}, replace: true })} />
      <DataTable
        label="Software mappings"
        columns={COLUMNS}
        rows={rowsOf(mappings.data)}
        idOf={({ id }) => id}
        isLoading={mappings.isPending}
        error={mappings.error}
        retry={() => void mappings.refetch()}
        empty={<EmptyState title="No mapping matches">Clear the filters to see all.</EmptyState>}
        hasMore={mappings.hasNextPage}
        loadMore={() => void mappings.fetchNextPage()}
        isLoadingMore={mappings.isFetchingNextPage}
      />
    </SoftwareFrame>
  );
}

function Text({ of }: { of: string }) {
  return <bdi title={of.slice(0, 300)}>{of}</bdi>;
}

function Choice<T extends string>(props: {
  label: string;
  choices: readonly T[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}) {
  const { label, choices, value, onChange } = props;
  return (
    <Select
      label={label}
      data={[...choices]}
      value={value ?? null}
      onChange={(chosen) => onChange(choices.find((choice) => choice === chosen))}
      placeholder="any"
      clearable
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
      size="xs"
      w={150}
    />
  );
}
