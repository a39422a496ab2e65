import { Button, Group, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { Actor } from "../../components/Actor";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { NeedsScope } from "../../components/NeedsScope";
import { notifyFailed } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import { GenerateForm } from "./GenerateForm";
import { SECTIONS, saveReport } from "./report-data";
import { CATEGORIES, type ReportListSearch, STATUSES, WHOSE } from "./routes";

type Row = Required<components["schemas"]["ListedReport"]>;
const route = getRouteApi("/shell/reports/runs");
const WHOSE_WORDS = { mine: "Mine", shared: "Shared" } as const;

const COLUMNS: readonly Column<Row>[] = [
  { id: "name", header: "Report", cell: ({ id, name }) => <ThingLink kind="report" id={id} name={name} /> },
  {
    id: "format",
    header: "Format",
    width: "5.5rem",
    isOptional: true,
    cell: ({ format }) => format.toUpperCase(),
  },
  { id: "status", header: "Status", width: "7.5rem", cell: ({ status }) => <StatusMark state={status} /> },
  {
    id: "rows",
    header: "Rows",
    width: "5rem",
    isOptional: true,
    cell: ({ rows }) => <span className="numeric">{rows?.toLocaleString("en") ?? "–"}</span>,
  },
  { id: "shared", header: "Shared", width: "5rem", isOptional: true, cell: ({ shared }) => (shared ? "Yes" : "No") },
  {
    id: "by",
    header: "Asked by",
    width: "11rem",
    isOptional: true,
    cell: ({ created_by }) => <Actor id={created_by} />,
  },
  { id: "at", header: "Asked", width: "9rem", isOptional: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

export function ReportListPage() {
  return (
    <NeedsScope scope="reports.read" title="Reports">
      <Reports />
    </NeedsScope>
  );
}

function Reports() {
  const may = useMay();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { category, status, whose } = search;
  const change = (next: ReportListSearch) =>
    void navigate({ to: "/reports/runs", search: { ...search, ...next }, replace: true });
  const list = usePages(["report", "list", { category, status, whose }], (page) =>
    bodyOf(
      v1.GET("/v1/reports", {
        params: {
          query: {
            ...page,
            ...(category && { category }),
            ...(status && { status: [status] }),
            ...(whose === "mine" ? { created_by: "me" } : whose && { shared: true }),
          },
        },
      }),
    ),
  );
  const chips = [
    ...(category ? [{ label: `About: ${category}`, clear: () => change({ category: undefined }) }] : []),
    ...(status ? [{ label: `Status: ${status}`, clear: () => change({ status: undefined }) }] : []),
    ...(whose ? [{ label: `Whose: ${WHOSE_WORDS[whose]}`, clear: () => change({ whose: undefined }) }] : []),
  ];
  const clearAll = () => change({ category: undefined, status: undefined, whose: undefined });
  return (
    <>
      <PageHeader title="Reports" hint="Yours and shared ones, newest first; files are kept for some days">
        {may("reports.create") && (
          <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => change({ new: true })}>
            Generate a report
          </Button>
        )}
      </PageHeader>
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      <Filters search={search} change={change} />
      <FilterChips chips={chips} clearAll={clearAll} />
      <DataTable
        label="Reports"
        height="calc(100dvh - 19rem)"
        columns={may("reports.export") ? WITH_FILE : COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/reports/runs/$id", params: { id } })}
        empty={<Empty isFiltered={chips.length > 0} clearAll={clearAll} />}
        {...list.table}
        rows={list.table.rows as Row[]}
      />
      {search.new && may("reports.create") && (
        <GenerateForm templateId={search.new === true ? null : search.new} close={() => change({ new: undefined })} />
      )}
    </>
  );
}

function DownloadCell({ report }: { report: Row }) {
  const download = useMutation({ mutationFn: saveReport, onError: (error) => notifyFailed(error) });
  if (report.status !== "completed") return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Download ${report.name.slice(0, 80)}`}
      loading={download.isPending}
      onClick={(event) => {
        event.stopPropagation();
        download.mutate(report);
      }}
    >
      Download
    </Button>
  );
}

const WITH_FILE: readonly Column<Row>[] = [
  ...COLUMNS,
  { id: "file", header: "File", width: "7.5rem", cell: (report) => <DownloadCell report={report} /> },
];

function Filters({ search, change }: { search: ReportListSearch; change: (next: ReportListSearch) => void }) {
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));
  const common = { size: "xs", w: 150, clearable: true, placeholder: "Any" } as const;
  return (
    <Group mb="sm" gap="sm" align="flex-end">
      <Select
        {...common}
        label="About"
        data={options(CATEGORIES)}
        value={search.category ?? null}
        onChange={(value) => change({ category: (value as ReportListSearch["category"]) ?? undefined })}
      />
      <Select
        {...common}
        label="Status"
        data={options(STATUSES)}
        value={search.status ?? null}
        onChange={(value) => change({ status: (value as ReportListSearch["status"]) ?? undefined })}
      />
      <Select
        {...common}
        label="Whose"
        data={WHOSE.map((value) => ({ value, label: WHOSE_WORDS[value] }))}
        value={search.whose ?? null}
        onChange={(value) => change({ whose: (value as ReportListSearch["whose"]) ?? undefined })}
      />
    </Group>
  );
}

function Empty({ isFiltered, clearAll }: { isFiltered: boolean; clearAll: () => void }) {
  const may = useMay();
  if (isFiltered) {
    return (
      <EmptyState title="No report matches the filters">
        <Button size="xs" variant="default" onClick={clearAll}>
          Clear all filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No reports yet">
      {may("reports.create")
        ? "Generate one now, or have a schedule do it again and again."
        : "Reports that others share appear here."}
    </EmptyState>
  );
}
