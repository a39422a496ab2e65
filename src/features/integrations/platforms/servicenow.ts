import { PLATFORM_NAMES } from "./call-platform.ts";
import { asMembers, known } from "./field-values.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { Target } from "./platform.model.ts";
import type { Protocol, Rejection } from "./protocol.ts";
import { recordUrl } from "./record-url.ts";
import { requireTaken } from "./require-taken.ts";

const PATH = "/api/now/table";

/** Journal fields of the table `task`: each write adds an entry, and the answer has them empty. */
const JOURNALS = new Set(["work_notes", "comments", "comments_and_work_notes"]);

/**
 * ServiceNow's Table API. Sources: the documentation of the Table API and of inbound REST API rate limiting.
 *
 * - `PATCH /api/now/table/{table}/{sys_id}` with the columns as members; columns that are not sent stay as they are. Custom
 *   columns have the prefix `u_`.
 * - Answers `{result: {...}}`, values as texts; `sysparm_fields` limits it to these columns, and leaves out unknown ones. A
 *   column that does not exist or that the user may not write is dropped in silence, a text is cut at the column's length.
 * - Errors: `{error: {message, detail}, status: "failure"}`. A record that does not exist, and one that the user may not
 *   read, answer 404 alike.
 * - Limits by the hour: 429 with `X-RateLimit-Reset` in seconds since 1970, and `Retry-After`.
 * - An instance that hibernates answers 200 with a page in HTML.
 */
export const servicenow: Protocol = {
  defaultName: (field) => `u_${field}`,
  write(target, { taskNodeId }, values) {
    const sent = known(values);
    const url = tableUrl(target, { "id of the task": taskNodeId });
    url.searchParams.set("sysparm_fields", ["sys_id", ...sent.map(({ name }) => name)].join(","));
    url.searchParams.set("sysparm_exclude_reference_link", "true");
    return {
      request: { method: "PATCH", url, json: asMembers(sent) },
      judge({ status, json }) {
        const result = json?.result;
        if (!isObject(result)) return rejection(json);
        const compared = sent.filter(({ name }) => !JOURNALS.has(name));
        const read = (name: string) => (Object.hasOwn(result, name) ? result[name] : undefined);
        requireTaken(compared, read, { by: PLATFORM_NAMES.servicenow, status });
        return undefined;
      },
    };
  },
  test(target) {
    const url = tableUrl(target, {});
    url.searchParams.set("sysparm_limit", "1");
    url.searchParams.set("sysparm_fields", "sys_id");
    const judge: ReturnType<Protocol["test"]>["judge"] = ({ json }) =>
      Array.isArray(json?.result) ? undefined : rejection(json);
    return { request: { method: "GET", url }, judge };
  },
  words: errorWords,
};

function tableUrl({ baseUrl, table }: Target, record: Readonly<Record<string, string>>): URL {
  return recordUrl(baseUrl, PATH, { "name of the table": table, ...record });
}

function rejection(json: JsonObject | undefined): Rejection {
  return { words: (json && errorWords(json)) ?? "the answer holds no result", retryable: true };
}

function errorWords({ error }: JsonObject): string | undefined {
  if (typeof error === "string") return error;
  if (!isObject(error)) return undefined;
  const words = [error.message, error.detail].filter((each) => typeof each === "string" && each !== "");
  return words.length === 0 ? undefined : words.join(": ");
}
