import { PLATFORM_NAMES, type PlatformRequest } from "./call-platform.ts";
import { type FieldValue, known } from "./field-values.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { Target } from "./platform.model.ts";
import type { PlatformAnswer } from "./platform-answer.ts";
import type { Protocol, Rejection } from "./protocol.ts";
import { requireTaken } from "./require-taken.ts";

/** `customFields` takes the ids of the fields in the UI extension that the task has. */
const WRITE = `mutation ($input: TaskUpdateInput!) {
  taskUpdate(input: $input) {
    clientMutationId
    errors { path message }
    task { id customFields { id value } }
  }
}`;

const TEST = "{ me { id } }";

/**
 * Xurrent, formerly 4me. Sources: developer.xurrent.com/graphql.
 *
 * - One address, e.g. `https://graphql.xurrent.com/`, for all operations, by POST. It is `base_url` as it stands.
 * - Headers `Authorization: Bearer` and `X-Xurrent-Account`, which was `X-4me-Account`: both names are sent.
 * - `taskUpdate` takes the node id of the task, `clientMutationId`, and `customFields` of `{id, value}` with `value` of any
 *   JSON type. Fields that are not sent stay as they are.
 * - An error answers 200: at the top in `errors`, as GraphQL has it, or for a mutation in its payload's `errors` of
 *   `{path, message}`. Which of them pass by themselves is not said: they are taken as such.
 * - Limits of requests and of cost: `X-RateLimit-*`, `X-CostLimit-*`, and 429 with `Retry-After`.
 */
export const xurrent: Protocol = {
  defaultName: (field) => field,
  write(target, { taskNodeId, mutationId }, values) {
    const sent = known(values);
    const customFields = sent.map(({ name, value }) => ({ id: name, value }));
    const input = { clientMutationId: mutationId, id: taskNodeId, customFields };
    return {
      request: operation(target, { query: WRITE, variables: { input } }),
      judge: (answer) => writeRejection(answer, sent),
    };
  },
  test: (target) => ({ request: operation(target, { query: TEST }), judge: testRejection }),
  words: (json) => errorWords(json.errors) ?? (typeof json.message === "string" ? json.message : undefined),
};

function operation(target: Target, json: JsonObject): PlatformRequest {
  const { account } = target;
  const headers: Record<string, string> =
    account === null ? {} : { "x-xurrent-account": account, "x-4me-account": account };
  return { method: "POST", url: new URL(target.baseUrl), headers, json };
}

function writeRejection({ status, json }: PlatformAnswer, sent: FieldValue[]): Rejection | undefined {
  const top = rejection(json?.errors);
  if (top) return top;
  const payload = isObject(json?.data) ? json.data.taskUpdate : undefined;
  if (!isObject(payload)) return NO_RESULT;
  const errors = rejection(payload.errors);
  if (errors) return errors;
  const { task } = payload;
  if (!isObject(task)) return NO_RESULT;
  const fields = (Array.isArray(task.customFields) ? task.customFields : []).filter(isObject);
  const returned = new Map(fields.map(({ id, value }) => [id, value]));
  requireTaken(sent, (name) => returned.get(name), { by: PLATFORM_NAMES.xurrent, status });
  return undefined;
}

function testRejection({ json }: PlatformAnswer): Rejection | undefined {
  const top = rejection(json?.errors);
  if (top) return top;
  const me = isObject(json?.data) ? json.data.me : undefined;
  return isObject(me) && me.id ? undefined : NO_RESULT;
}

const NO_RESULT: Rejection = { words: "the answer holds no result of the operation", retryable: true };

/** Undefined where there are no errors: the member is absent, null, or an empty list. */
function rejection(errors: unknown): Rejection | undefined {
  if (errors === undefined || errors === null || (Array.isArray(errors) && errors.length === 0)) return undefined;
  return { words: errorWords(errors) ?? "there are errors without a message", retryable: true };
}

const MAX_SHOWN = 5;

function errorWords(errors: unknown): string | undefined {
  const list = Array.isArray(errors) ? errors : [errors];
  const words = list.filter(isObject).flatMap(({ path, message }) => {
    const at = Array.isArray(path) ? path.join(".") : path;
    const place = typeof at === "string" && at !== "" ? `${at}: ` : "";
    return typeof message === "string" ? [`${place}${message}`] : [];
  });
  return words.length === 0 ? undefined : words.slice(0, MAX_SHOWN).join("; ");
}
