import { Button, Menu } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { bodyOf, fetchAuthorized, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { saveBlob } from "../../../components/download";
import { EmptyState } from "../../../components/EmptyState";
import { NeedsScope } from "../../../components/NeedsScope";
import { notifyFailed } from "../../../components/notify";
import { PageHeader } from "../../../components/PageHeader";
import { Time } from "../../../components/Time";
import { AuditDrawer } from "./AuditDrawer";
import { AuditFilters } from "./AuditFilters";
import { queryOf } from "./query";
import { useActorName } from "./use-actor-name";

type Entry = components["schemas"]["ListedAuditEntry"];
const route = getRouteApi("/shell/admin/audit");

export function AuditPage() {
  return (
    <NeedsScope scope="admin.audit" title="Audit">
      <Audit />
    </NeedsScope>
  );
}

function Audit() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useActorName();
  const { open, ...filters } = search;
  const query = queryOf(filters);
  const { table, total } = usePages(["audit", query], (page) =>
    bodyOf(v1.GET("/v1/admin/audit", { params: { query: { ...page, ...query } } })),
  );
  const show = (id: string | undefined) => void navigate({ search: (before) => ({ ...before, open: id }) });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHeader
        title="Audit"
        hint={`Who did what. Entries are added and never changed.${total === undefined ? "" : ` ${total.toLocaleString("en")} in all.`}`}
      >
        <Export query={query} />
      </PageHeader>
      <AuditFilters />
      <DataTable
        label="Audit log"
        columns={columnsFor(nameOf)}
        {...table}
        idOf={({ id }) => id}
        onOpen={({ id }) => show(id)}
        empty={
          <EmptyState title="No entries">
            {isFiltered
              ? "Nothing fits the filters. Clear them to see all."
              : "What is done from now on is listed here."}
          </EmptyState>
        }
      />
      <AuditDrawer
        entry={table.rows.find(({ id }) => id === open)}
        isOpen={open !== undefined}
        isLoading={table.isLoading}
        nameOf={nameOf}
        close={() => show(undefined)}
      />
    </>
  );
}

function columnsFor(nameOf: (actor: string) => string): readonly Column<Entry>[] {
  return [
    { id: "at", header: "When", width: "8rem", cell: ({ at }) => <Time at={at} /> },
    { id: "actor", header: "Who", cell: ({ actor = "" }) => <bdi title={actor}>{nameOf(actor)}</bdi> },
    { id: "action", header: "Did", cell: ({ action }) => <span title={action}>{action}</span> },
    {
      id: "target",
      header: "To",
      isOptional: true,
      cell: ({ target, before, after }) => (
        <bdi title={target?.id}>
          {target?.kind} {nameIn(after) ?? nameIn(before) ?? target?.id}
        </bdi>
      ),
    },
    { id: "address", header: "From", width: "9rem", isOptional: true, cell: ({ address }) => address ?? "–" },
  ];
}

function nameIn(state: unknown): string | undefined {
  const name = (state as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? name : undefined;
}

function Export({ query }: { query: Record<string, string> }) {
  const [isPending, setPending] = useState(false);
  const save = async (format: "csv" | "ndjson") => {
    setPending(true);
    try {
      const answer = await fetchAuthorized(`/v1/admin/audit/export?${new URLSearchParams({ ...query, format })}`);
      saveBlob(await answer.blob(), `audit.${format}`);
    } catch (error) {
      notifyFailed(error, "The audit log was not exported");
    } finally {
      setPending(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={isPending} leftSection={<Download size={15} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>All that the filters hold; this is recorded</Menu.Label>
        <Menu.Item onClick={() => void save("csv")}>CSV</Menu.Item>
        <Menu.Item onClick={() => void save("ndjson")}>JSON lines</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
