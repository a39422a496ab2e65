import { Group, SegmentedControl, TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { FilterChips } from "../../../components/FilterChips";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { useTyped } from "../../../components/use-typed";
import { JobDrawer } from "./JobDrawer";

type ListedJob = components["schemas"]["ListedJob"];
const route = getRouteApi("/shell/admin/jobs");
/** Jobs are not told of by the live stream. */
const REFRESH_MS = 30_000;
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

const COLUMNS: readonly Column<ListedJob>[] = [
  { id: "name", header: "Job", cell: ({ name }) => <span title={name}>{name}</span> },
  { id: "state", header: "State", width: "8rem", cell: ({ state = "waiting" }) => <StatusMark state={state} /> },
  {
    id: "error",
    header: "Error",
    isOptional: true,
    cell: ({ error }) => <bdi title={error ?? undefined}>{error ?? "–"}</bdi>,
  },
  { id: "tries", header: "Tries", width: "4.5rem", isOptional: true, cell: ({ tries }) => tries },
  {
    id: "scope",
    header: "Whose",
    width: "7rem",
    isOptional: true,
    cell: ({ scope }) => (scope === "installation" ? "Installation" : "Tenant"),
  },
  { id: "created", header: "Created", width: "8rem", cell: ({ created_at: at }) => <Time at={at} /> },
];

export function JobsPage() {
  return (
    <NeedsScope scope="admin.settings" title="Jobs">
      <Jobs />
    </NeedsScope>
  );
}

function Jobs() {
  const { state, name, open } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: { state?: typeof state; name?: string | undefined; open?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }) });
  const typed = useTyped(name ?? "", (text) => change({ name: text || undefined }), 300);
  const isNameFit = name === undefined || NAME.test(name);
  const { table } = usePages(
    ["job", { state, name }],
    (page) =>
      bodyOf(
        v1.GET("/v1/admin/jobs", { params: { query: { ...page, ...(state && { state }), ...(name && { name }) } } }),
      ),
    { refetchInterval: REFRESH_MS, enabled: isNameFit },
  );
  const chips = [
    ...(state ? [{ label: `State: ${state}`, clear: () => change({ state: undefined }) }] : []),
    ...(name ? [{ label: `Name: ${name}`, clear: () => change({ name: undefined }) }] : []),
  ];
  return (
    <>
      <PageHeader
        title="Jobs"
        hint="What waits and runs in the background, what failed for good, and what is parked for you"
      />
      <Group mb="sm" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="State"
          data={[
            { value: "all", label: "All" },
            { value: "parked", label: "Parked" },
            { value: "failed", label: "Failed" },
            { value: "running", label: "Running" },
            { value: "waiting", label: "Waiting" },
          ]}
          value={state ?? "all"}
          onChange={(value) => change({ state: value === "all" ? undefined : (value as typeof state) })}
        />
        <TextInput
          size="xs"
          aria-label="Name of the job"
          placeholder="Name, such as webhooks.deliver"
          {...typed}
          error={!isNameFit && "Small letters, digits, dots and hyphens"}
        />
      </Group>
      <FilterChips chips={chips} clearAll={() => change({ state: undefined, name: undefined })} />
      <DataTable
        label="Jobs"
        columns={COLUMNS}
        {...table}
        isLoading={table.isLoading && isNameFit}
        idOf={({ id }) => id}
        onOpen={({ id }) => change({ open: id })}
        empty={
          <EmptyState title={chips.length > 0 ? "No such jobs" : "Nothing waits, runs or failed"}>
            {chips.length > 0 ? "Clear the filters to see all." : "Work that fails six times is parked here."}
          </EmptyState>
        }
      />
      <JobDrawer id={open} close={() => change({ open: undefined })} />
    </>
  );
}
