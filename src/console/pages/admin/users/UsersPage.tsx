import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageHeader } from "../../../components/PageHeader";
import { Time } from "../../../components/Time";
import { UserDrawer } from "./UserDrawer";

type ListedUser = components["schemas"]["ListedUser"];
const route = getRouteApi("/shell/admin/users");

const COLUMNS: readonly Column<ListedUser>[] = [
  { id: "email", header: "Email", sortBy: "email", cell: ({ email }) => <bdi title={email}>{email}</bdi> },
  { id: "name", header: "Name", sortBy: "name", isOptional: true, cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  {
    id: "rights",
    header: "Rights",
    width: "9rem",
    cell: ({ administrator, scopes = [] }) => (administrator ? "Administrator" : countOf(scopes.length)),
  },
  {
    id: "factor",
    header: "Second factor",
    width: "8rem",
    isOptional: true,
    cell: ({ second_factor: isOn }) => (isOn ? "On" : "Off"),
  },
  {
    id: "login",
    header: "Last login",
    width: "9rem",
    isOptional: true,
    cell: ({ last_login_at: at }) => <Time at={at} fallback="Never" />,
  },
  {
    id: "created",
    header: "Created",
    sortBy: "created_at",
    width: "9rem",
    isOptional: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

function countOf(scopes: number): string {
  return scopes === 1 ? "1 scope" : `${scopes} scopes`;
}

export function UsersPage() {
  return (
    <NeedsScope scope="admin.users" title="Users">
      <Users />
    </NeedsScope>
  );
}

function Users() {
  const { open, sort = "created_at", order = "desc" } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: string | undefined) => void navigate({ search: (before) => ({ ...before, open: id }) });
  const { table } = usePages(["user", { sort, order }], (page) =>
    bodyOf(v1.GET("/v1/admin/users", { params: { query: { ...page, sort, order } } })),
  );
  return (
    <>
      <PageHeader title="Users" hint="Who may log in to this tenant, and what they may do">
        <Button size="xs" leftSection={<UserPlus size={15} aria-hidden />} onClick={() => show("new")}>
          New user
        </Button>
      </PageHeader>
      <DataTable
        label="Users"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        onOpen={({ id }) => show(id)}
        sort={{ by: sort, order }}
        onSort={(next) =>
          void navigate({ search: (before) => ({ ...before, sort: next.by as typeof sort, order: next.order }) })
        }
      />
      <UserDrawer id={open} close={() => show(undefined)} />
    </>
  );
}
