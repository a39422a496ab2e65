import { textOfDocument } from "./document-format.ts";
import { type FieldValue, spelled } from "./field-values.ts";
import { isObject } from "./json.ts";
import { permanentFailure } from "./platform-failure.ts";

/**
 * Compares the record that a platform returns with what was sent, since some drop in silence the fields that they do not
 * know or do not let the user write, and cut long texts. Throws a failure that names the fields: another attempt would end
 * the same.
 *
 * @param read the value in the returned record; undefined where it has none
 */
export function requireTaken(
  sent: readonly FieldValue[],
  read: (name: string) => unknown,
  { by, status }: { by: string; status: number },
): void {
  const differing = sent.flatMap((each) => {
    const text = textOf(read(each.name));
    return isSame(each.value, text) ? [] : [{ field: spelled(each), isMissing: text === "" }];
  });
  if (differing.length === 0) return;
  const missing = differing.filter(({ isMissing }) => isMissing).map(({ field }) => field);
  const changed = differing.filter(({ isMissing }) => !isMissing).map(({ field }) => field);
  const faults = [
    ...(missing.length > 0 ? [`did not take ${missing.join(", ")}`] : []),
    ...(changed.length > 0 ? [`holds another value, or only a part of it, in ${changed.join(", ")}`] : []),
  ];
  throw permanentFailure(`${by} answered ${status} but ${faults.join(" and ")}`, status);
}

/** Spaces and ends of lines do not count: fields of one line and document formats change them. */
function isSame(sent: FieldValue["value"], returned: string): boolean {
  if (typeof sent === "number") return returned !== "" && Number(returned) === sent;
  return plain(sent ?? "") === returned;
}

/** A returned value as text. ServiceNow answers numbers as texts, and on request objects with a `value`. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (isObject(value)) return value.type === "doc" ? plain(textOfDocument(value)) : textOf(value.value);
  return plain(String(value));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
