import PDFDocument from "pdfkit";
import type { ReportContent } from "../../report.model.ts";

export type Document = InstanceType<typeof PDFDocument>;

/** A document without pages. A page is let go as soon as the next one begins. */
export function createDocument({ title, readAt, tenant }: ReportContent): Document {
  return new PDFDocument({
    autoFirstPage: false,
    bufferPages: false,
    lang: "en",
    displayTitle: true,
    font: "",
    info: { Title: title, Author: tenant, Creator: "Orrery", Producer: "Orrery", CreationDate: new Date(readAt) },
  } as ConstructorParameters<typeof PDFDocument>[0]);
}
