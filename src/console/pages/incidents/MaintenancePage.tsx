import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { Actor } from "../../components/Actor";
import { ConfirmModal } from "../../components/ConfirmModal";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { Name } from "../../components/Name";
import { NeedsScope } from "../../components/NeedsScope";
import { notifyDone } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { ExactTime, Time } from "../../components/Time";
import { useCiNames } from "./incident-data";
import { MaintenanceModal } from "./MaintenanceModal";
import type { WindowState } from "./routes";
import { count, SECTIONS } from "./words";

type Row = components["schemas"]["ListedMaintenanceWindow"];
const route = getRouteApi("/shell/maintenance");
const LABELS: Record<WindowState, string> = { now: "now", planned: "planned", past: "over" };

const stateOf = ({ from = "", to = "" }: Row): WindowState =>
  Date.parse(from) > Date.now() ? "planned" : Date.parse(to) > Date.now() ? "now" : "past";

const columnsWith = (
  names: ReturnType<typeof useCiNames>,
  end: ((row: Row) => void) | undefined,
): readonly Column<Row>[] => [
  {
    id: "state",
    header: "State",
    width: "7.5rem",
    cell: (row) => <StatusMark state={{ now: "maintenance", planned: "planned", past: "over" }[stateOf(row)]} />,
  },
  {
    id: "cis",
    header: "CIs",
    cell: ({ ci_ids: [first, ...others] = [] }) =>
      first ? (
        <Group gap={4} wrap="nowrap">
          <ThingLink kind="ci" id={first} name={names.get(first)?.name ?? first} />
          {others.length > 0 && <Text size="xs" c="dimmed" miw="max-content">{`+${others.length} more`}</Text>}
        </Group>
      ) : (
        "–"
      ),
  },
  { id: "reason", header: "Reason", isOptional: true, cell: ({ reason }) => <Name>{reason}</Name> },
  { id: "from", header: "From", width: "11rem", isOptional: true, cell: ({ from }) => <ExactTime at={from ?? ""} /> },
  { id: "to", header: "Ends", width: "9rem", cell: ({ to }) => <Time at={to} /> },
  { id: "by", header: "Set by", width: "11rem", isOptional: true, cell: ({ created_by }) => <Actor id={created_by} /> },
  ...(end
    ? [
        {
          id: "end",
          header: "Action",
          width: "6.5rem",
          cell: (row: Row) => (
            <Button
              size="compact-xs"
              variant="default"
              onClick={(event) => {
                event.stopPropagation();
                end(row);
              }}
            >
              {{ now: "End", planned: "Call off", past: "Delete" }[stateOf(row)]}
            </Button>
          ),
        },
      ]
    : []),
];

/** Times in which the events of CIs are kept and marked as suppressed. */
export function MaintenancePage() {
  return (
    <NeedsScope scope="events.read" title="Maintenance">
      <MaintenanceList />
    </NeedsScope>
  );
}

function MaintenanceList() {
  const { state } = route.useSearch();
  const navigate = useNavigate();
  const may = useMay();
  const [isSetting, setSetting] = useState(false);
  const [ending, setEnding] = useState<Row>();
  const list = usePages<Row>(["maintenance", "list"], (page) =>
    bodyOf(v1.GET("/v1/maintenance-windows", { params: { query: page } })),
  );
  const names = useCiNames(list.table.rows.flatMap(({ ci_ids }) => ci_ids?.slice(0, 1) ?? []));
  const set = (next: WindowState | undefined) =>
    void navigate({ to: "/maintenance", search: { state: next }, replace: true });
  const rows = list.table.rows.filter((row) => !state || stateOf(row) === state);
  return (
    <>
      <PageHeader
        title="Maintenance"
        hint="Events of CIs in maintenance are kept, marked as suppressed, and wake nobody."
      >
        {may("events.write") && (
          <Button size="xs" onClick={() => setSetting(true)}>
            Set maintenance
          </Button>
        )}
      </PageHeader>
      <SectionNav label="Incidents and events" sections={SECTIONS} />
      <Group mb="sm" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="State"
          value={state ?? "all"}
          onChange={(value) => set(value === "all" ? undefined : (value as WindowState))}
          data={[
            { value: "all", label: "All" },
            { value: "now", label: "Now" },
            { value: "planned", label: "Planned" },
            { value: "past", label: "Over" },
          ]}
        />
        <Text size="sm" c="dimmed" role="status">
          {list.total === undefined ? "" : count(list.total, "window")}
        </Text>
      </Group>
      <FilterChips
        chips={state ? [{ label: `State: ${LABELS[state]}`, clear: () => set(undefined) }] : []}
        clearAll={() => set(undefined)}
      />
      <DataTable
        label="Maintenance windows"
        columns={columnsWith(names, may("events.write") ? setEnding : undefined)}
        idOf={({ id }) => id}
        {...list.table}
        rows={rows}
        empty={
          <EmptyState title={state ? "No window in this state" : "No maintenance windows"}>
            Set one here, or from an incident, before you work on a CI: its events will not count as problems.
          </EmptyState>
        }
      />
      <MaintenanceModal isOpen={isSetting} close={() => setSetting(false)} />
      <EndModal
        row={ending}
        name={ending?.ci_ids?.[0] ? names.get(ending.ci_ids[0])?.name : undefined}
        close={() => setEnding(undefined)}
      />
    </>
  );
}

function EndModal({ row, name, close }: { row: Row | undefined; name: string | undefined; close: () => void }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => bodyOf(v1.DELETE("/v1/maintenance-windows/{id}", { params: { path: { id } } })),
    onSuccess: async () => {
      notifyDone("The maintenance window is gone");
      await client.invalidateQueries({ queryKey: ["maintenance"] });
      close();
    },
  });
  const state = row && stateOf(row);
  const others = (row?.ci_ids?.length ?? 1) - 1;
  const subject = `${(name ?? "this CI").slice(0, 80)}${others > 0 ? ` and ${count(others, "other CI")}` : ""}`;
  return (
    <ConfirmModal
      title={`${state === "past" ? "Delete the past maintenance" : state === "planned" ? "Call off the maintenance" : "End the maintenance"} of ${subject}?`}
      action={state === "past" ? "Delete" : state === "planned" ? "Call off" : "End"}
      isOpen={row !== undefined}
      isPending={end.isPending}
      error={end.error}
      close={close}
      confirm={() => row && end.mutate(row.id)}
    >
      {state === "past"
        ? "It is taken off the list. Events that it marked stay as they are."
        : "Events that come from now on count as problems again. The window is taken off the list."}
    </ConfirmModal>
  );
}
