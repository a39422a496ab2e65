import { Anchor, Button, Group, Select, Text, TextInput } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { Name } from "../../components/Name";
import { PageHeader } from "../../components/PageHeader";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { useTyped } from "../../components/use-typed";
import type { ServiceListSearch } from "./routes";

type Row = components["schemas"]["ListedBusinessService"];
const route = getRouteApi("/shell/services");

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Service",
    sortBy: "name",
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/services/${id}`} size="sm" onClick={(event) => event.stopPropagation()}>
        <Name>{name}</Name>
      </Anchor>
    ),
  },
  {
    id: "health",
    header: "Health",
    width: "9rem",
    cell: ({ health }) => <StatusMark state={health?.status ?? "unknown"} />,
  },
  {
    id: "score",
    header: "Score",
    width: "5rem",
    isOptional: true,
    cell: ({ health }) => <span className="numeric">{health?.status === "unknown" ? "–" : health?.score}</span>,
  },
  { id: "why", header: "Why", isOptional: true, cell: ({ health }) => <Name>{why(health)}</Name> },
  { id: "criticality", header: "Criticality", width: "8rem", isOptional: true, cell: ({ criticality }) => criticality },
  {
    id: "components",
    header: "Components",
    width: "7rem",
    isOptional: true,
    cell: ({ components: parts }) => <span className="numeric">{parts?.length ?? 0}</span>,
  },
  {
    id: "updated",
    header: "Changed",
    width: "9rem",
    sortBy: "updated_at",
    isOptional: true,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];

function why(health: Row["health"]): string {
  const [worst, ...others] = health?.contributors ?? [];
  if (!worst) return health?.status === "unknown" ? "It has no components" : "Nothing is wrong with what it needs";
  return `${worst.name}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}

export function ServiceListPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const may = useMay();
  const { q, status, sort = "name", order = "asc" } = search;
  const list = usePages(["service", "list", search], (page) =>
    bodyOf(
      v1.GET("/v1/services", {
        params: { query: { ...page, sort, order, ...(q && { search: q }), ...(status && { status: [status] }) } },
      }),
    ),
  );
  const change = (next: Partial<ServiceListSearch>) =>
    void navigate({ to: "/services", search: { ...search, ...next }, replace: true });
  const chips = [
    ...(q ? [{ label: `Name has: ${q}`, clear: () => change({ q: undefined }) }] : []),
    ...(status ? [{ label: `Status: ${status}`, clear: () => change({ status: undefined }) }] : []),
  ];
  const clearAll = () => change({ q: undefined, status: undefined });
  return (
    <>
      <PageHeader
        title="Services"
        hint={
          list.total === undefined ? "What the business uses" : `${list.total} business services, with their health now`
        }
      >
        {may("services.write") && (
          <Button component={Link} to="/services/new" size="sm">
            New service
          </Button>
        )}
      </PageHeader>
      <Group mb="sm" gap="sm" align="flex-end">
        <SearchInput value={q ?? ""} change={(text) => change({ q: text || undefined })} />
        <Select
          label="Status"
          size="xs"
          w={160}
          clearable
          placeholder="Any"
          data={["active", "inactive", "maintenance"]}
          value={status ?? null}
          onChange={(value) => change({ status: (value as ServiceListSearch["status"]) ?? undefined })}
        />
      </Group>
      <FilterChips chips={chips} clearAll={clearAll} />
      <DataTable
        label="Services"
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/services/${id}` })}
        sort={{ by: sort, order }}
        onSort={({ by, order: way }) => change({ sort: by as ServiceListSearch["sort"], order: way })}
        empty={<Empty isFiltered={chips.length > 0} clearAll={clearAll} mayCreate={may("services.write")} />}
        {...list.table}
      />
    </>
  );
}

function SearchInput({ value, change }: { value: string; change: (text: string) => void }) {
  const typed = useTyped(value, change, 250);
  return <TextInput label="Name" size="xs" type="search" maxLength={200} placeholder="Part of the name" {...typed} />;
}

function Empty(props: { isFiltered: boolean; clearAll: () => void; mayCreate: boolean }) {
  if (props.isFiltered) {
    return (
      <EmptyState title="No service matches the filters">
        <Button size="xs" variant="default" onClick={props.clearAll}>
          Clear all filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No services yet">
      <Text size="sm">
        A service is what people use, such as an online shop. It is made of CIs, and its health follows from theirs.
      </Text>
      {props.mayCreate && (
        <Button component={Link} to="/services/new" size="xs" mt="sm">
          New service
        </Button>
      )}
    </EmptyState>
  );
}
