import type { SeenRequest } from "../outside-server.ts";
import { createDesk, type Desk, isObject, jsonOf } from "./desk.ts";
import type { DeskAnswer } from "./desk-answer.ts";

export interface XurrentDesk extends Desk {
  readonly account: string;
  /** Custom fields by the node id of their task. */
  tasks: Map<string, Map<string, unknown>>;
  /** Ids of the fields that the tasks' UI extension has, and their kinds; others are dropped in silence. */
  fields: Map<string, "text" | "number">;
  /** The `clientMutationId` of each mutation that changed a task; a repeat changes nothing. */
  applied: string[];
}

/** The node id of the task that exists. */
export const XURRENT_TASK = Buffer.from("xurrent.com/Task/4711").toString("base64url");

const LIMITS = {
  "x-ratelimit-limit": "3600",
  "x-ratelimit-remaining": "3590",
  "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
  "x-costlimit-limit": "5000",
  "x-costlimit-remaining": "4980",
  "x-costlimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
};

/**
 * A stand-in for Xurrent's GraphQL interface: one address, POST, `Authorization` and `X-Xurrent-Account` (formerly
 * `X-4me-Account`); errors of a mutation are members of its payload, in an answer 200. Knows `me` and `taskUpdate` with its
 * input in variables.
 */
export async function xurrentDesk(
  fieldNames: readonly string[],
  numbers: readonly string[] = [],
): Promise<XurrentDesk> {
  const state = {
    account: "wdc",
    tasks: new Map([[XURRENT_TASK, new Map<string, unknown>()]]),
    fields: new Map(fieldNames.map((name) => [name, numbers.includes(name) ? ("number" as const) : ("text" as const)])),
    applied: [] as string[],
  };
  const refused = { status: 401, body: { message: "Invalid or expired access token" } };
  const desk = await createDesk(
    (request) => answer(state, request),
    () => refused,
    "/",
  );
  return Object.assign(desk, state);
}

type State = Pick<XurrentDesk, "account" | "tasks" | "fields" | "applied">;

function answer(state: State, request: SeenRequest): DeskAnswer {
  const { query, variables } = jsonOf(request) ?? {};
  if (request.method !== "POST") return { status: 404, body: { message: "Not Found" } };
  const account = request.headers["x-xurrent-account"] ?? request.headers["x-4me-account"];
  if (account !== state.account) return failed("Account not found or no access to the account.");
  if (typeof query !== "string" || !isBalanced(query)) return failed("Parse error on the query.");
  if (/\bme\s*\{/.test(query) && !/\bmutation\b/.test(query)) return ok({ me: { id: "person-1" } });
  const input = isObject(variables) ? variables.input : undefined;
  if (!/\bmutation\b/.test(query) || !/\btaskUpdate\b/.test(query) || !isObject(input))
    return failed("Field does not exist.");
  return ok({ taskUpdate: taskUpdate(state, input) });
}

function taskUpdate({ tasks, fields, applied }: State, input: Record<string, unknown>) {
  const { id, clientMutationId = null, customFields = [] } = input;
  const payload = (task: unknown, errors: unknown[] | null) => ({ clientMutationId, errors, task });
  const task = tasks.get(String(id));
  if (!task) return payload(null, [{ path: "id", message: "Task does not exist or you do not have access to it." }]);
  const values = (Array.isArray(customFields) ? customFields : [])
    .filter(isObject)
    .map(({ id, value }) => ({ id: String(id), value }));
  const faults = values.filter(
    ({ id, value }) => fields.get(id) === "number" && value !== null && typeof value !== "number",
  );
  if (faults.length > 0) {
    return payload(
      null,
      faults.map(({ id }) => ({ path: `customFields/${id}`, message: "is not a number" })),
    );
  }
  if (!applied.includes(String(clientMutationId))) {
    for (const { id, value } of values) if (fields.has(id)) task.set(id, value);
    applied.push(String(clientMutationId));
  }
  return payload({ id, customFields: [...task].map(([id, value]) => ({ id, value })) }, null);
}

function ok(data: unknown): DeskAnswer {
  return { status: 200, headers: LIMITS, body: { data } };
}

function failed(message: string): DeskAnswer {
  return { status: 200, headers: LIMITS, body: { errors: [{ message, locations: [{ line: 1, column: 1 }] }] } };
}

function isBalanced(query: string): boolean {
  let open = 0;
  for (const letter of query) {
    if (letter === "{") open++;
    if (letter === "}") open--;
    if (open < 0) return false;
  }
  return open === 0 && query.includes("{");
}
