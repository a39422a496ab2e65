import { PLATFORM_NAMES } from "./call-platform.ts";
import { toDocument } from "./document-format.ts";
import { known } from "./field-values.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { Target } from "./platform.model.ts";
import type { Protocol } from "./protocol.ts";
import { recordUrl } from "./record-url.ts";
import { requireTaken } from "./require-taken.ts";

/**
 * Jira Cloud's REST API, version 3. Sources: developer.atlassian.com, "Edit issue", "Get current user", "Rate limiting".
 *
 * - `PUT /rest/api/3/issue/{id or key}` with `{fields: {...}}` by the fields' ids (`customfield_10050`), which each
 *   installation has of its own: only what is mapped is written. 204, or with `returnIssue=true` 200 and the issue.
 * - Custom fields of several lines (`textarea`) and `description` take the Atlassian Document Format and nothing else, those
 *   of one line a text of up to 255 characters, those of numbers a number.
 * - A field that does not exist or is not on the edit screen fails the whole edit with 400: `{errorMessages: [...],
 *   errors: {field: message}}`. 409 is an edit at the same time.
 * - Limits: 429 with `Retry-After`, or `X-RateLimit-Reset` as ISO 8601; some 503 have `Retry-After` too.
 */
export const jira: Protocol = {
  defaultName: () => null,
  write(target, { taskNodeId }, values) {
    const sent = known(values);
    const fields = sent.map(({ field, name, value }) => {
      const isRich = target.richText.includes(name) || target.richText.includes(field);
      return [name, isRich ? toDocument(String(value)) : oneLine(value)] as const;
    });
    const url = restUrl(target, "/issue", { "id of the task": taskNodeId });
    url.searchParams.set("returnIssue", "true");
    return {
      request: { method: "PUT", url, json: { fields: Object.fromEntries(fields) } },
      judge({ status, json }) {
        const issue = json?.fields;
        // 204: without an issue there is nothing to compare, and unknown fields have failed the edit.
        if (!isObject(issue)) return undefined;
        const read = (name: string) => (Object.hasOwn(issue, name) ? issue[name] : undefined);
        requireTaken(sent, read, { by: PLATFORM_NAMES.jira, status });
        return undefined;
      },
    };
  },
  test: (target) => ({
    request: { method: "GET", url: restUrl(target, "/myself", {}) },
    judge: ({ json }) =>
      json?.accountId ? undefined : { words: "the answer holds no account of a user", retryable: true },
  }),
  words: errorWords,
};

function restUrl({ baseUrl }: Target, path: string, segments: Readonly<Record<string, string>>): URL {
  return recordUrl(baseUrl, `/rest/api/3${path}`, segments);
}

/** What is no rich text has one line. */
function oneLine(value: string | number): string | number {
  return typeof value === "string" ? value.replace(/\s*[\r\n\u2028\u2029]\s*/g, " ") : value;
}

const MAX_SHOWN = 10;

function errorWords({ errorMessages, errors, message }: JsonObject): string | undefined {
  const general = (Array.isArray(errorMessages) ? errorMessages : [message]).filter((each) => typeof each === "string");
  const fields = Object.entries(isObject(errors) ? errors : {}).flatMap(([name, words]) =>
    typeof words === "string" ? [`${name}: ${words}`] : [],
  );
  const all = [...general, ...fields];
  return all.length === 0 ? undefined : all.slice(0, MAX_SHOWN).join("; ");
}
