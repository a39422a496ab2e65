import { Drawer, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi, Link } from "@tanstack/react-router";
import { rowsOf } from "../../api/listed";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { Time } from "../../components/Time";
import { InstalledTable } from "./InstalledTable";
import { type ListedCi, textAt, useCisBy } from "./mappings";
import { FAMILIES } from "./routes";
import { SoftwareFrame } from "./SoftwareFrame";

const route = getRouteApi("/shell/software");

const COLUMNS: readonly Column<ListedCi>[] = [
  { id: "name", header: "Product", cell: (ci) => <CiLink id={ci.id} name={ci.name} />, sortBy: "name" },
  { id: "vendor", header: "Vendor", cell: (ci) => <bdi>{textAt(ci, "vendor") ?? "–"}</bdi> },
  { id: "family", header: "Family", cell: (ci) => <bdi>{textAt(ci, "family") ?? "–"}</bdi>, isOptional: true },
  {
    id: "changed",
    header: "Changed",
    cell: (ci) => <Time at={ci.updated_at} />,
    width: "9rem",
    isOptional: true,
    sortBy: "updated_at",
  },
];

/** Products, whatever their names on machines; a product opens where it is installed, with versions and CPE names. */
export function ProductsPage() {
  const { find, family, product } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: !("product" in change) });
  const setFind = useDebouncedCallback((text: string) => set({ find: text.trim() || undefined }), 300);
  const products = useCisBy(
    { type: "software", ...(find && { search: find }), ...(family && { "attributes.family": family }) },
    100,
  );
  const rows = rowsOf(products.data);
  const total = products.data?.pages[0]?.pagination.total;
  const chips = [
    ...(find ? [{ label: `Name: ${find}`, clear: () => set({ find: undefined }) }] : []),
    ...(family ? [{ label: `Family: ${family}`, clear: () => set({ family: undefined }) }] : []),
  ];
  const shown = rows.find(({ id }) => id === product);
  return (
    <SoftwareFrame title="Software" hint={total === undefined ? "Products" : `${total} products`}>
      <Group align="flex-end" gap="sm" mb="sm">
        <TextInput
          key={find ?? ""}
          label="Name"
          defaultValue={find ?? ""}
          onChange={(event) => setFind(event.currentTarget.value)}
          maxLength={200}
          size="xs"
        />
        <Select
          label="Family"
          data={[...FAMILIES]}
          value={family ?? null}
          onChange={(value) => set({ family: FAMILIES.find((known) => known === value) })}
          placeholder="any"
          clearable
          clearButtonProps={{ "aria-label": "Any family" }}
          size="xs"
          w={210}
        />
      </Group>
      <FilterChips chips={chips} clearAll={() => void navigate({ search: {}, replace: true })} />
      <DataTable
        label="Products"
        columns={COLUMNS}
        rows={rows}
        idOf={({ id }) => id}
        isLoading={products.isPending}
        error={products.error}
        retry={() => void products.refetch()}
        empty={
          chips.length > 0 ? (
            <EmptyState title="No product matches">Clear the filters to see all.</EmptyState>
          ) : (
            <EmptyState title="No software yet">
              Products appear once a scan reports installed programs. <Link to="/discovery/how">How to scan</Link>
            </EmptyState>
          )
        }
        onOpen={({ id }) => set({ product: id })}
        hasMore={products.hasNextPage}
        loadMore={() => void products.fetchNextPage()}
        isLoadingMore={products.isFetchingNextPage}
      />
      <Drawer
        opened={product !== undefined}
        onClose={() => set({ product: undefined })}
        title={<bdi>{`Where ${shown?.name.slice(0, 80) ?? "it"} is installed`}</bdi>}
        position="right"
        size="xl"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {product && <InstalledTable query={{ "attributes.software_id": product }} height="70dvh" />}
      </Drawer>
    </SoftwareFrame>
  );
}
