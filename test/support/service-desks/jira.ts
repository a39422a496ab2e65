import type { SeenRequest } from "../outside-server.ts";
import { adfFault } from "./adf.ts";
import { createDesk, type Desk, isObject, jsonOf } from "./desk.ts";
import type { DeskAnswer } from "./desk-answer.ts";

/** Jira's kinds of custom fields: one line of up to 255 characters, rich text, a number. */
export type JiraFieldKind = "textfield" | "textarea" | "number";

export interface JiraDesk extends Desk {
  /** Fields on the edit screen; writing another is refused. */
  fields: Map<string, JiraFieldKind>;
  /** Fields of issues by their key. */
  issues: Map<string, Record<string, unknown>>;
  /** Whether `returnIssue=true` is obeyed; older versions answer 204. */
  returnsIssues: boolean;
}

export const JIRA_TASK = "CHG-42";

/** A stand-in for Jira Cloud's REST API, version 3: `PUT` and `GET /rest/api/3/issue/{key}`, `GET /rest/api/3/myself`. */
export async function jiraDesk(fields: Record<string, JiraFieldKind>): Promise<JiraDesk> {
  const state = {
    fields: new Map(Object.entries(fields)),
    issues: new Map([[JIRA_TASK, { summary: "Replace the switch" } as Record<string, unknown>]]),
    returnsIssues: true,
  };
  const desk: JiraDesk = Object.assign(
    await createDesk(
      (request, url) => answer(desk, request, url),
      () => failure(401, ["Client must be authenticated to access this resource."]),
    ),
    state,
  );
  return desk;
}

function answer(desk: JiraDesk, request: SeenRequest, url: URL): DeskAnswer {
  if (url.pathname === "/rest/api/3/myself") return { status: 200, body: { accountId: "5b10a2844c20165700ede21g" } };
  const [, key] = /^\/rest\/api\/3\/issue\/([^/]+)$/.exec(url.pathname) ?? [];
  const issue = key === undefined ? undefined : desk.issues.get(decodeURIComponent(key));
  if (key === undefined) return { status: 404, body: "<html><body>Oops, you've found a dead link.</body></html>" };
  if (!issue) return failure(404, ["Issue does not exist or you do not have permission to see it."]);
  const shown = { status: 200, body: { id: "10002", key, fields: issue } };
  if (request.method === "GET") return shown;
  const fields = jsonOf(request)?.fields;
  if (request.method !== "PUT" || !isObject(fields)) return failure(400, ["Invalid request payload."]);
  const errors = Object.entries(fields).flatMap(([name, value]) => {
    const fault = faultOf(name, desk.fields.get(name), value);
    return fault === undefined ? [] : [[name, fault] as const];
  });
  if (errors.length > 0) return failure(400, [], Object.fromEntries(errors));
  Object.assign(issue, fields);
  return url.searchParams.get("returnIssue") === "true" && desk.returnsIssues ? shown : { status: 204 };
}

function faultOf(name: string, kind: JiraFieldKind | undefined, value: unknown): string | undefined {
  if (kind === undefined) return `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`;
  if (value === null) return undefined;
  if (kind === "number") return typeof value === "number" ? undefined : "Operation value must be a number";
  if (kind === "textarea")
    return adfFault(value) && "Operation value must be an Atlassian Document (see the Atlassian Document Format)";
  if (typeof value !== "string") return "Operation value must be a string";
  if (/[\r\n]/.test(value)) return "The value must be a single line.";
  return value.length > 255
    ? "The entered text is too long. It exceeds the allowed limit of 255 characters."
    : undefined;
}

function failure(status: number, errorMessages: string[], errors: Record<string, string> = {}): DeskAnswer {
  return { status, body: { errorMessages, errors } };
}
