import { Button, Group, Switch, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useSession } from "../../app/session-context";
import { ConfirmModal } from "../../components/ConfirmModal";
import { DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { Name } from "../../components/Name";
import { notifyFailed } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { RowsTable } from "./RowsTable";
import { SECTIONS } from "./report-data";

type QueryAnswer = components["schemas"]["QueryAnswer"];
type Saved = components["schemas"]["ListedSavedQuery"];
const route = getRouteApi("/shell/reports/queries");
const refresh = () => queryClient.invalidateQueries({ queryKey: ["query"] });

export function SavedQueriesPage() {
  const { run } = route.useSearch();
  const navigate = useNavigate();
  const { user } = useSession();
  const [doomed, setDoomed] = useState<Saved>();
  const list = usePages(["query", "list"], (page) => bodyOf(v1.GET("/v1/queries", { params: { query: page } })));
  const share = useMutation({
    mutationFn: ({ id, shared }: { id: string; shared: boolean }) =>
      bodyOf(v1.PUT("/v1/queries/{id}", { params: { path: { id } }, body: { shared } })),
    onSuccess: refresh,
    onError: (error) => notifyFailed(error),
  });
  const remove = useMutation({
    mutationFn: (id: string) => bodyOf(v1.DELETE("/v1/queries/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      setDoomed(undefined);
      void navigate({ to: "/reports/queries", search: {} });
      void refresh();
    },
  });
  const isOwn = ({ owner }: Saved) => owner === user.id && user.scopes.includes("reports.create");
  return (
    <>
      <PageHeader title="Saved queries" hint="Yours, and those that others share. Open one to run it." />
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      <DataTable
        label="Saved queries"
        height="40dvh"
        columns={[
          { id: "name", header: "Name", cell: ({ name }) => <Name>{name}</Name> },
          { id: "entity", header: "About", width: "9rem", isOptional: true, cell: ({ query }) => query?.entity },
          {
            id: "actions",
            header: "Actions",
            width: "17rem",
            cell: (saved: Saved) => (
              <Group gap="xs" wrap="nowrap">
                <Button size="compact-xs" variant="default" onClick={() => void open(saved.id)}>
                  Run
                </Button>
                {isOwn(saved) && (
                  <>
                    <Switch
                      size="xs"
                      label="Shared"
                      checked={saved.shared ?? false}
                      onClick={(event) => event.stopPropagation()}
                      onChange={(event) => share.mutate({ id: saved.id, shared: event.currentTarget.checked })}
                    />
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      onClick={(event) => {
                        event.stopPropagation();
                        setDoomed(saved);
                      }}
                    >
                      Delete
                    </Button>
                  </>
                )}
              </Group>
            ),
          },
        ]}
        idOf={({ id }) => id}
        onOpen={({ id }) => void open(id)}
        empty={<EmptyState title="No saved queries yet">Ask a question and save it.</EmptyState>}
        {...list.table}
      />
      {run && <RunView id={run} />}
      <ConfirmModal
        title={`Delete query ${doomed?.name}?`}
        action="Delete query"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        error={remove.error}
        close={() => setDoomed(undefined)}
        confirm={() => doomed && remove.mutate(doomed.id)}
      >
        Reports that were made of it stay. It can no longer be run.
      </ConfirmModal>
    </>
  );

  function open(id: string) {
    return navigate({ to: "/reports/queries", search: { run: id } });
  }
}

function RunView({ id }: { id: string }) {
  const answer = useQuery({
    queryKey: ["query", "run", id],
    queryFn: async () => (await bodyOf(v1.POST("/v1/queries/{id}/run", { params: { path: { id } } }))) as QueryAnswer,
  });
  if (answer.error) return <PageError error={answer.error} reset={() => void answer.refetch()} />;
  if (!answer.data) return null;
  const { rows, total, truncated, took_ms } = answer.data;
  return (
    <section>
      <Title order={2} my="sm">
        {total} rows{truncated && `, ${rows.length} shown`}, {took_ms} ms
      </Title>
      <RowsTable rows={rows} isOfCis={false} />
    </section>
  );
}
