import { Button, Group, Menu, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useMay, useSession } from "../../app/session-context";
import { ConfirmModal } from "../../components/ConfirmModal";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { Name } from "../../components/Name";
import { NeedsScope } from "../../components/NeedsScope";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { EditQuery, QueryEditor } from "./QueryEditor";
import { QueryRun } from "./QueryRun";
import { SECTIONS } from "./report-data";

type Saved = Required<components["schemas"]["ListedSavedQuery"]>;
const route = getRouteApi("/shell/reports/queries");
const NEW = "new";

export function SavedQueriesPage() {
  return (
    <NeedsScope scope="reports.read" title="Saved queries">
      <SavedQueries />
    </NeedsScope>
  );
}

function SavedQueries() {
  const { run, edit } = route.useSearch();
  const navigate = useNavigate();
  const may = useMay();
  const { user } = useSession();
  const [doomed, setDoomed] = useState<Saved>();
  const list = usePages(["query", "list"], (page) => bodyOf(v1.GET("/v1/queries", { params: { query: page } })));
  const go = (search: { run?: string; edit?: string }) => void navigate({ to: "/reports/queries", search });
  const close = () => go(run ? { run } : {});
  const rows = list.table.rows as Saved[];
  const chosen = rows.find(({ id }) => id === run);
  const actions = (saved: Saved) => (
    <Actions
      saved={saved}
      isOwn={saved.owner === user.id}
      run={() => go({ run: saved.id })}
      edit={() => go({ ...(run && { run }), edit: saved.id })}
      doom={() => setDoomed(saved)}
    />
  );
  return (
    <>
      <PageHeader title="Saved queries" hint="Yours, and those that others share. Open one to run it.">
        {may("reports.create") && (
          <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => go({ edit: NEW })}>
            New query
          </Button>
        )}
      </PageHeader>
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      <DataTable
        label="Saved queries"
        height={run ? "34dvh" : undefined}
        columns={[...COLUMNS, { id: "actions", header: "Actions", width: "9rem", cell: actions }]}
        idOf={({ id }) => id}
        onOpen={({ id }) => go({ run: id })}
        empty={<EmptyState title="No saved queries yet">Ask a question and save it, or write one.</EmptyState>}
        {...list.table}
        rows={rows}
      />
      {run && <QueryRun id={run} name={chosen?.name} isOfCis={chosen?.query.entity === "ci"} />}
      {edit === NEW && may("reports.create") && <QueryEditor close={close} />}
      {edit && edit !== NEW && may("reports.create") && <EditQuery id={edit} close={close} />}
      <DeleteQuery
        saved={doomed}
        close={() => setDoomed(undefined)}
        done={() => {
          setDoomed(undefined);
          if (doomed?.id === run) go({});
        }}
      />
    </>
  );
}

const COLUMNS: readonly Column<Saved>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <Name>{name}</Name> },
  {
    id: "description",
    header: "Description",
    isOptional: true,
    cell: ({ description }) => <Name>{description ?? "–"}</Name>,
  },
  {
    id: "entity",
    header: "About",
    width: "8rem",
    isOptional: true,
    cell: ({ query }) => query.entity.replaceAll("_", " "),
  },
  { id: "shared", header: "Shared", width: "5.5rem", isOptional: true, cell: ({ shared }) => (shared ? "Yes" : "No") },
];

interface ActionsProps {
  saved: Saved;
  isOwn: boolean;
  run: () => void;
  edit: () => void;
  doom: () => void;
}

/** What may be done with a query: what is shared is for running, and changed by its owner alone. */
function Actions({ saved, isOwn, run, edit, doom }: ActionsProps) {
  const may = useMay();
  const navigate = useNavigate();
  const share = useMutation({
    mutationFn: (shared: boolean) =>
      bodyOf(v1.PUT("/v1/queries/{id}", { params: { path: { id: saved.id } }, body: { shared } })),
    onSuccess: ({ shared }) => {
      notifyDone(shared ? "All who may read reports can run it now" : "Only you see it now");
      void queryClient.invalidateQueries({ queryKey: ["query"] });
    },
    onError: (error) => notifyFailed(error),
  });
  const template = `query:${saved.id}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the click from opening the row
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div onClick={(event) => event.stopPropagation()}>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-xs" variant="default" aria-label={`Run ${saved.name.slice(0, 80)}`} onClick={run}>
          Run
        </Button>
        {may("reports.create") && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button size="compact-xs" variant="subtle" aria-label={`More for ${saved.name.slice(0, 80)}`}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void navigate({ to: "/reports/runs", search: { new: template } })}>
                Generate a report
              </Menu.Item>
              <Menu.Item onClick={() => void navigate({ to: "/reports/schedules", search: { new: template } })}>
                Schedule a report
              </Menu.Item>
              {isOwn && (
                <>
                  <Menu.Divider />
                  <Menu.Item onClick={edit}>Edit</Menu.Item>
                  <Menu.Item onClick={() => share.mutate(!saved.shared)}>
                    {saved.shared ? "Stop sharing" : "Share"}
                  </Menu.Item>
                  <Menu.Item onClick={doom}>Delete</Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </div>
  );
}

function DeleteQuery(props: { saved: Saved | undefined; close: () => void; done: () => void }) {
  const { saved, close, done } = props;
  const remove = useMutation({
    mutationFn: (id: string) => bodyOf(v1.DELETE("/v1/queries/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      notifyDone("The query is deleted");
      void queryClient.invalidateQueries({ queryKey: ["query", "list"] });
      done();
    },
  });
  return (
    <ConfirmModal
      title={`Delete query ${saved?.name}?`}
      action="Delete query"
      isOpen={saved !== undefined}
      isPending={remove.isPending}
      error={remove.error}
      close={close}
      confirm={() => saved && remove.mutate(saved.id)}
    >
      <Text>Reports that were made of it stay. It can no longer be run, and schedules of it make no more reports.</Text>
    </ConfirmModal>
  );
}
