import { Anchor, Button, Group, Select, TextInput } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import { useMay } from "../../app/session-context";
import { CiPicker } from "../../components/CiPicker";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { Name } from "../../components/Name";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { type ListedAnalysis, SECTIONS } from "./change-data";
import { type ChangeListSearch, LEVELS, STATUSES } from "./routes";

const route = getRouteApi("/shell/changes");

const COLUMNS: readonly Column<ListedAnalysis>[] = [
  {
    id: "task",
    header: "Task",
    cell: ({ id, task_node_id }) => (
      <Anchor component={Link} to={`/changes/${id}`} size="sm" onClick={(event) => event.stopPropagation()}>
        <Name>{task_node_id}</Name>
      </Anchor>
    ),
  },
  {
    id: "cis",
    header: "CIs",
    isOptional: true,
    cell: ({ cis }) => <Name>{cis?.map(({ name }) => name).join(", ")}</Name>,
  },
  {
    id: "level",
    header: "Risk",
    width: "8rem",
    cell: ({ level, status }) => <StatusMark state={level ?? status ?? "unknown"} />,
  },
  { id: "score", header: "Score", width: "5rem", cell: ({ score }) => <span className="numeric">{score ?? "–"}</span> },
  {
    id: "confidence",
    header: "Confidence",
    width: "7rem",
    isOptional: true,
    cell: ({ confidence }) => <span className="numeric">{confidence == null ? "–" : `${confidence} %`}</span>,
  },
  {
    id: "planned",
    header: "Planned",
    width: "9rem",
    isOptional: true,
    cell: ({ planned_start }) => <Time at={planned_start} fallback="No window" />,
  },
  { id: "outcome", header: "Outcome", width: "8rem", isOptional: true, cell: ({ outcome }) => outcomeOf(outcome) },
  { id: "asked", header: "Asked", width: "9rem", isOptional: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

function outcomeOf(outcome: ListedAnalysis["outcome"]) {
  if (!outcome) return "Not recorded";
  return <StatusMark state={outcome.succeeded && outcome.incidents === 0 ? "succeeded" : "failed"} />;
}

export function ChangeListPage() {
  const search = route.useSearch();
  const { level, status, ci, ci_name, from, to } = search;
  const navigate = useNavigate();
  const may = useMay();
  const list = usePages(["change", "list", search], (page) =>
    bodyOf(
      v1.GET("/v1/change-analyses", {
        params: {
          query: {
            ...page,
            ...(level && { level: [level] }),
            ...(status && { status: [status] }),
            ...(ci && { ci_id: ci }),
            ...(from && { from: startOf(from) }),
            ...(to && { to: endOf(to) }),
          },
        },
      }),
    ),
  );
  const change = (next: Partial<ChangeListSearch>) =>
    void navigate({ to: "/changes", search: { ...search, ...next }, replace: true });
  const clearAll = () => void navigate({ to: "/changes", search: {}, replace: true });
  const chips = [
    level && { label: `Risk: ${level}`, clear: () => change({ level: undefined }) },
    status && { label: `Analysis: ${status}`, clear: () => change({ status: undefined }) },
    ci && { label: `CI: ${ci_name ?? ci}`, clear: () => change({ ci: undefined, ci_name: undefined }) },
    from && { label: `From ${from}`, clear: () => change({ from: undefined }) },
    to && { label: `To ${to}`, clear: () => change({ to: undefined }) },
  ].filter((chip) => typeof chip === "object");
  return (
    <>
      <PageHeader title="Changes" hint="What a planned change may break, and when it is best made">
        {may("cmdb.write") && (
          <Button component={Link} to="/changes/new" size="sm">
            Analyse a change
          </Button>
        )}
      </PageHeader>
      <SectionNav label="Changes" sections={SECTIONS} />
      <Filters search={search} change={change} />
      <FilterChips chips={chips} clearAll={clearAll} />
      <DataTable
        label="Analyses of changes, newest first"
        columns={COLUMNS}
        idOf={({ id }) => id ?? ""}
        onOpen={({ id }) => void navigate({ to: `/changes/${id}` })}
        empty={<Empty isFiltered={chips.length > 0} clearAll={clearAll} mayAsk={may("cmdb.write")} />}
        {...list.table}
      />
    </>
  );
}

function Filters({ search, change }: { search: ChangeListSearch; change: (next: Partial<ChangeListSearch>) => void }) {
  const { level, status, from, to } = search;
  return (
    <Group mb="sm" gap="sm" align="flex-end">
      <Select
        label="Risk"
        size="xs"
        w={120}
        clearable
        placeholder="Any"
        data={LEVELS}
        value={level ?? null}
        onChange={(value) => change({ level: LEVELS.find((known) => known === value) })}
      />
      <Select
        label="Analysis"
        size="xs"
        w={130}
        clearable
        placeholder="Any"
        data={STATUSES}
        value={status ?? null}
        onChange={(value) => change({ status: STATUSES.find((known) => known === value) })}
      />
      <TextInput
        label="Asked from"
        type="date"
        size="xs"
        value={from ?? ""}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        label="Asked to"
        type="date"
        size="xs"
        value={to ?? ""}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
      <CiPicker label="Changed CI" size="xs" pick={({ id, name }) => change({ ci: id, ci_name: name.slice(0, 100) })} />
    </Group>
  );
}

/** A day of the viewer's zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

function Empty({ isFiltered, clearAll, mayAsk }: { isFiltered: boolean; clearAll: () => void; mayAsk: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No analysis matches the filters">
        <Button size="xs" variant="default" onClick={clearAll}>
          Clear all filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No change was analysed yet">
      Changes come from your ticket system, once an integration is set up, or are asked for by hand.
      {mayAsk && (
        <div>
          <Button component={Link} to="/changes/new" size="xs" mt="sm">
            Analyse a change
          </Button>
        </div>
      )}
    </EmptyState>
  );
}
