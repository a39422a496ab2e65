import { type EntityName, type QueryForm, type QueryVerbs, scopesOfForm } from "../../query/index.ts";
import { REPORT_FORMATS, type ReportCategory, type ReportTemplate } from "../report.model.ts";
import { contentOfForm } from "./form-content.ts";

/** The category of a report about records of an entity. */
const CATEGORY_OF: Readonly<Record<EntityName, ReportCategory>> = {
  ci: "inventory",
  relationship: "inventory",
  software: "software",
  service: "operations",
  event: "operations",
  incident: "operations",
  scan: "quality",
  history: "risk",
  change_analysis: "risk",
  vulnerability: "security",
};

interface FormTemplate extends Pick<ReportTemplate, "id" | "name" | "description" | "parameters"> {
  /** Its limit of rows is that of the report. */
  form: QueryForm;
  notes: readonly string[];
}

/** The template of a form: what it finds, under the scopes of its data. */
export function formTemplate(query: QueryVerbs, given: FormTemplate): ReportTemplate {
  const { form, notes, ...shown } = given;
  const template = {
    ...shown,
    category: CATEGORY_OF[form.entity],
    formats: REPORT_FORMATS,
    usedParameters: [],
    scopes: scopesOfForm(form),
  } satisfies Omit<ReportTemplate, "build">;
  return {
    ...template,
    check: (ctx) => query.checkQuery(ctx, form),
    build: (run) => contentOfForm(query, run, { template, form, notes }),
  };
}
