import { Drawer, Group, Progress, Select, Text, Title } from "@mantine/core";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { useMay } from "../../../app/session-context";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { FilterChips } from "../../../components/FilterChips";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { NAME_LIST, NAMES, RUN_STATES } from "../names";
import { OneRun } from "./OneRun";
import { Schedules } from "./Schedules";

type ListedRun = components["schemas"]["ListedEnrichmentRun"];
const route = getRouteApi("/shell/enrichment/");

const TRIGGERS = { schedule: "By schedule", manual: "By hand", news: "Data was saved" } as const;

const COLUMNS: readonly Column<ListedRun>[] = [
  { id: "name", header: "Enrichment", cell: ({ name }) => name && NAMES[name] },
  { id: "status", header: "Status", width: "8rem", cell: ({ status = "queued" }) => <StatusMark state={status} /> },
  { id: "progress", header: "Looked at", width: "11rem", cell: (run) => <RunProgress run={run} /> },
  { id: "changed", header: "Changed", width: "6rem", isOptional: true, cell: ({ changed = 0 }) => count(changed) },
  { id: "failed", header: "Failed", width: "5rem", isOptional: true, cell: ({ failed = 0 }) => count(failed) },
  { id: "tokens", header: "Tokens", width: "6rem", isOptional: true, cell: ({ tokens = 0 }) => count(tokens) },
  { id: "why", header: "Why", width: "9rem", isOptional: true, cell: ({ trigger }) => trigger && TRIGGERS[trigger] },
  { id: "created", header: "Created", width: "9rem", isOptional: true, cell: ({ created_at: at }) => <Time at={at} /> },
];

function count(number: number) {
  return <span className="numeric">{number.toLocaleString("en")}</span>;
}

function RunProgress({ run: { name, status, progress } }: { run: ListedRun }) {
  const { done = 0, total } = progress ?? {};
  if (!total || status !== "running") return count(done);
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={(done / total) * 100} flex={1} aria-label={`Progress of ${name}`} />
      <Text size="xs">{Math.floor((done / total) * 100)} %</Text>
    </Group>
  );
}

export function RunsPage() {
  const may = useMay();
  // The area's first page that the user may see.
  if (!may("cmdb.read") && may("ai.use")) return <Navigate to="/enrichment/agents" replace />;
  return (
    <NeedsScope scope="cmdb.read" title="Enrichment">
      <Runs />
    </NeedsScope>
  );
}

function Runs() {
  const { name, status, open } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: { name?: typeof name; status?: typeof status; open?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }) });
  const { table } = usePages(["run", "enrichment", { name, status }], (page) =>
    bodyOf(
      v1.GET("/v1/enrichment/runs", {
        params: { query: { ...page, ...(name && { name: [name] }), ...(status && { status: [status] }) } },
      }),
    ),
  );
  const chips = [
    ...(name ? [{ label: `Enrichment: ${NAMES[name]}`, clear: () => change({ name: undefined }) }] : []),
    ...(status ? [{ label: `Status: ${status}`, clear: () => change({ status: undefined }) }] : []),
  ];
  return (
    <>
      <PageHeader title="Enrichment" hint="Adds to the CMDB what scans do not say. Runs are shown as they go on." />
      <Schedules />
      <Title order={2} mt="lg" mb="xs">
        Runs
      </Title>
      <Group gap="xs" mb="sm">
        <Select
          size="xs"
          aria-label="Enrichment"
          placeholder="Any enrichment"
          data={NAME_LIST.map((value) => ({ value, label: NAMES[value] }))}
          value={name ?? null}
          onChange={(value) => change({ name: (value ?? undefined) as typeof name })}
        />
        <Select
          size="xs"
          aria-label="Status"
          placeholder="Any status"
          data={[...RUN_STATES]}
          value={status ?? null}
          onChange={(value) => change({ status: (value ?? undefined) as typeof status })}
        />
      </Group>
      <FilterChips chips={chips} clearAll={() => change({ name: undefined, status: undefined })} />
      <DataTable
        label="Enrichment runs"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        onOpen={({ id }) => change({ open: id })}
        height="28rem"
        empty={
          <EmptyState title={chips.length > 0 ? "No such runs" : "Nothing ran yet"}>
            {chips.length > 0 ? "Clear the filters to see all." : "Start one above, or wait for its schedule."}
          </EmptyState>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => change({ open: undefined })}
        position="right"
        size="md"
        title="Enrichment run"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {open && <OneRun key={open} id={open} />}
      </Drawer>
    </>
  );
}
