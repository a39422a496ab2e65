import { queryOptions } from "@tanstack/react-query";
import { bodyOf, fetchAuthorized, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { saveBlob } from "../../components/download";

type Schemas = components["schemas"];
export type Template = Required<Schemas["ListedReportTemplate"]>;
export type Report = Schemas["Report"];
export type Schedule = Schemas["ReportSchedule"];
export type Format = Report["format"];

/** Sections of the area. */
export const SECTIONS = [
  { label: "Questions", to: "/reports" },
  { label: "Saved queries", to: "/reports/queries" },
  { label: "Reports", to: "/reports/runs" },
  { label: "Schedules", to: "/reports/schedules" },
];

/** Within what the service allows in the names of reports, schedules and saved queries. */
export const LONGEST_NAME = 200;

/** As many as a list to choose from can hold. */
const MOST_TEMPLATES = 1_000;

/** Built-in templates, then saved queries. */
export const templatesQuery = queryOptions({
  queryKey: ["report", "templates"],
  staleTime: 60_000,
  queryFn: async () => {
    const templates: Template[] = [];
    for (let page = 1; templates.length < MOST_TEMPLATES; page++) {
      const query = { limit: 100, page };
      const { data, pagination } = await bodyOf(v1.GET("/v1/reports/templates", { params: { query } }));
      templates.push(...(data as Template[]));
      if (data.length === 0 || templates.length >= pagination.total) break;
    }
    return templates;
  },
});

/** The record of a report, and how far it is. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ["report", "one", id],
    queryFn: async () => {
      const params = { path: { id } };
      const [report, status] = await Promise.all([
        bodyOf(v1.GET("/v1/reports/{id}", { params })),
        bodyOf(v1.GET("/v1/reports/{id}/status", { params })),
      ]);
      return { report, status };
    },
  });

export const refreshReports = () => queryClient.invalidateQueries({ queryKey: ["report"] });

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Any value of a row as text. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Saves the file of a report. */
export async function saveReport({ id, name, format }: Pick<Report, "id" | "name" | "format">): Promise<void> {
  const answer = await fetchAuthorized(`/v1/reports/${encodeURIComponent(id)}/download`);
  saveBlob(await answer.blob(), fileName(name, format));
}

/** Saves all rows of a query's answer as the service writes them, with what a spreadsheet would take for a formula defused. */
export async function saveCsv(address: string, name: string, form?: unknown): Promise<void> {
  const body =
    form === undefined ? {} : { body: JSON.stringify(form), headers: { "content-type": "application/json" } };
  const answer = await fetchAuthorized(`${address}?format=csv`, { method: "POST", ...body });
  saveBlob(await answer.blob(), fileName(name, "csv"));
}

/** A name of users as the name of a file. */
function fileName(name: string, ending: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  return `${plain.slice(0, 80) || "report"}.${ending}`;
}
