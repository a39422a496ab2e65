import { asMembers } from "./field-values.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { Protocol } from "./protocol.ts";

/** Of `OPTIONS`: who takes `POST` alone may answer so. */
const NO_SUCH_METHOD = new Set([405, 501]);

/**
 * Any receiver of JSON.
 *
 * - `POST {analysis_id, task_node_id, fields}` to `base_url` as it stands, with its query. `fields` has all fields under
 *   their own names or those of the field map, without those mapped to null. An unknown value is null; the receiver decides
 *   what to do with it.
 * - `Idempotency-Key` is the same over all attempts: a receiver that has taken a message can answer a repeat without taking it twice.
 * - 200 to 299 means taken; the body of the answer does not matter.
 * - The test is `OPTIONS`, which is safe by RFC 9110, section 9.2.1. 405 and 501 mean that there is a receiver.
 */
export const generic: Protocol = {
  defaultName: (field) => field,
  write: ({ baseUrl }, { analysisId, taskNodeId, mutationId }, values) => ({
    request: {
      method: "POST",
      url: new URL(baseUrl),
      headers: { "idempotency-key": mutationId },
      json: { analysis_id: analysisId, task_node_id: taskNodeId, fields: asMembers(values) },
    },
  }),
  test: ({ baseUrl }) => ({
    request: { method: "OPTIONS", url: new URL(baseUrl) },
    succeeds: (status) => (status >= 200 && status <= 299) || NO_SUCH_METHOD.has(status),
  }),
  words: errorWords,
};

function errorWords({ message, error, detail }: JsonObject): string | undefined {
  const inner = isObject(error) ? error.message : error;
  return [message, inner, detail].find((each) => typeof each === "string" && each !== "") as string | undefined;
}
