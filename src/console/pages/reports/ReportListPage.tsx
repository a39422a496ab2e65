import { Button, Group, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, fetchAuthorized, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FormFaults } from "../../components/FormFaults";
import { Name } from "../../components/Name";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { SECTIONS } from "./report-data";

type Report = components["schemas"]["ListedReport"];
type Format = NonNullable<Report["format"]>;
const RANGES = [
  "last_24_hours",
  "last_7_days",
  "last_30_days",
  "this_month",
  "last_month",
  "this_quarter",
  "this_year",
];

export function ReportListPage() {
  const may = useMay();
  const list = usePages(["report", "list"], (page) => bodyOf(v1.GET("/v1/reports", { params: { query: page } })));
  const download = useMutation({ mutationFn: save, onError: (error) => notifyFailed(error) });
  return (
    <>
      <PageHeader title="Reports" hint="Yours and shared ones; a file is kept for some days" />
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      {may("reports.create") && <GenerateForm />}
      <DataTable
        label="Reports, newest first"
        columns={[
          { id: "name", header: "Report", cell: ({ name }) => <Name>{name}</Name> },
          { id: "format", header: "Format", width: "6rem", isOptional: true, cell: ({ format }) => format },
          { id: "status", header: "Status", width: "8rem", cell: ({ status }) => <StatusMark state={status ?? ""} /> },
          { id: "rows", header: "Rows", width: "6rem", isOptional: true, cell: ({ rows }) => rows ?? "–" },
          {
            id: "at",
            header: "Asked",
            width: "9rem",
            isOptional: true,
            cell: ({ created_at }) => <Time at={created_at} />,
          },
          {
            id: "file",
            header: "File",
            width: "8rem",
            cell: (report: Report) =>
              report.status === "completed" &&
              may("reports.export") && (
                <Button size="compact-xs" variant="default" onClick={() => download.mutate(report)}>
                  Download
                </Button>
              ),
          },
        ]}
        idOf={({ id }) => id}
        empty={<EmptyState title="No reports yet">Choose a template above and generate one.</EmptyState>}
        {...list.table}
      />
    </>
  );
}

function GenerateForm() {
  const [template, setTemplate] = useState<string | null>(null);
  const [format, setFormat] = useState<string | null>(null);
  const [range, setRange] = useState<string | null>(null);
  const templates = useQuery({
    queryKey: ["report", "templates"],
    queryFn: () => bodyOf(v1.GET("/v1/reports/templates", { params: { query: { limit: 100 } } })),
  });
  const chosen = templates.data?.data.find(({ id }) => id === template);
  const generate = useMutation({
    mutationFn: () =>
      bodyOf(
        v1.POST("/v1/reports/generate", {
          body: {
            template_id: template ?? "",
            format: format as Format,
            ...(range && {
              parameters: { date_range: range, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
            }),
          },
        }),
      ),
    onSuccess: () => {
      notifyDone("The report is being generated");
      void queryClient.invalidateQueries({ queryKey: ["report"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    generate.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mb="sm" gap="sm">
        <Select
          label="Template"
          description={chosen?.description}
          size="xs"
          w={260}
          searchable
          data={templates.data?.data.map(({ id, name }) => ({ value: id, label: (name ?? id).slice(0, 80) })) ?? []}
          value={template}
          onChange={(value) => {
            setTemplate(value);
            setFormat(null);
          }}
        />
        <Select label="Format" size="xs" w={110} data={chosen?.formats ?? []} value={format} onChange={setFormat} />
        <Select
          label="Time"
          size="xs"
          w={150}
          clearable
          placeholder="All"
          data={RANGES.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
          value={range}
          onChange={setRange}
        />
        <Button type="submit" size="xs" disabled={!template || !format} loading={generate.isPending}>
          Generate
        </Button>
      </Group>
      <FormFaults error={generate.error} />
    </form>
  );
}

/** Fetches the file with the session's token, and hands it to the browser. */
async function save({ id, name, format }: Report): Promise<void> {
  const answer = await fetchAuthorized(`/v1/reports/${encodeURIComponent(id)}/download`);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `${(name ?? "report").replace(/[^\p{L}\p{N} _-]/gu, "").slice(0, 80) || "report"}.${format}`;
  link.click();
  URL.revokeObjectURL(address);
}
