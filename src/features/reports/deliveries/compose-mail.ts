import { Readable } from "node:stream";
import type { OutgoingMail } from "../../../platform/mail/mail.ts";
import { fileNameOf } from "../runs/file-name.ts";
import { downloadPath } from "../runs/paths.ts";
import type { StoredReport } from "../runs/stored-report.model.ts";
import { type DueMail, MAX_ATTACHMENT_BYTES } from "./delivery.model.ts";

/** The file of a report, where the mail may carry it. */
export interface MailedFile {
  size: number;
  contentType: string;
  bytes(): AsyncIterable<Uint8Array>;
}

export interface MailContent {
  mail: DueMail;
  report: StoredReport;
  tenant: string;
  /** Undefined: the one who asked for the report may not export it. */
  file: MailedFile | undefined;
  /** Base of absolute addresses, without a trailing slash. */
  baseUrl: string;
}

/** The mail for one recipient, with the file or, where that is too large, an address that needs a login. */
export function composeMail({ mail, report, tenant, file, baseUrl }: MailContent): OutgoingMail {
  const isAttached = file !== undefined && file.size <= MAX_ATTACHMENT_BYTES;
  const until = report.expiresAt ? ` It is kept until ${dayOf(report.expiresAt)} (UTC).` : "";
  const place = isAttached
    ? "It is attached to this mail."
    : `Download it after a login with the scope reports.export:\n${baseUrl}${downloadPath(report.id)}\n${until.trim()}`;
  return {
    to: mail.recipient,
    subject: `Report: ${report.name}`,
    text: [
      `The report "${report.name}" of ${tenant} is ready.`,
      `Made ${dayOf(report.completedAt ?? report.createdAt)} (UTC), ${report.rowsDone} rows.`,
      "",
      place.trim(),
      "",
    ].join("\n"),
    messageId: mail.id,
    ...(isAttached && {
      attachment: {
        name: fileNameOf(report),
        contentType: file.contentType,
        content: Readable.from(file.bytes(), { objectMode: false }),
      },
    }),
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace("T", " ");
}
