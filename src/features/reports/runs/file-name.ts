import type { ReportFormat } from "../report.model.ts";

const MAX_LENGTH = 120;
/** Characters that file systems refuse, and those that nobody sees. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Cf}/\\:*?"<>|]+/gu;

/** The name under which a report is stored: its own, with the day of its data and its format. */
export function fileNameOf({
  name,
  createdAt,
  format,
}: {
  name: string;
  createdAt: Date;
  format: ReportFormat;
}): string {
  const plain = name.replace(UNFIT, "-").trim().replace(/^\.+/, "");
  const short = [...plain].slice(0, MAX_LENGTH).join("").trim();
  return `${short || "report"} ${createdAt.toISOString().slice(0, 10)}.${format}`;
}
