import type { SeenRequest } from "../outside-server.ts";
import { createDesk, type Desk, jsonOf } from "./desk.ts";
import type { DeskAnswer } from "./desk-answer.ts";

export interface ServiceNowDesk extends Desk {
  readonly table: string;
  /** Columns of the table, with the length at which texts are cut; others are dropped in silence. */
  columns: Map<string, number>;
  /** Records by `sys_id`; values are texts, as the Table API gives them. */
  records: Map<string, Record<string, string>>;
}

export const SERVICENOW_TASK = "9d385017c611228701d22104cc95c371";

/** A stand-in for ServiceNow's Table API: `GET` and `PATCH /api/now/table/{table}/{sys_id}`. */
export async function serviceNowDesk(columns: readonly string[], table = "change_task"): Promise<ServiceNowDesk> {
  const state = {
    table,
    columns: new Map(columns.map((name) => [name, 4_000])),
    records: new Map([
      [SERVICENOW_TASK, { sys_id: SERVICENOW_TASK, number: "CTASK0010001" } as Record<string, string>],
    ]),
  };
  const desk = await createDesk(
    (request, url) => answer(state, request, url),
    () => failure(401, "User Not Authenticated", "Required to provide Auth information"),
  );
  return Object.assign(desk, state);
}

type State = Pick<ServiceNowDesk, "table" | "columns" | "records">;

function answer({ table, columns, records }: State, request: SeenRequest, url: URL): DeskAnswer {
  const [, name, id, more] = /^\/api\/now\/table\/([^/]+)(?:\/([^/]+))?(\/.*)?$/.exec(url.pathname) ?? [];
  if (name === undefined || more !== undefined)
    return failure(400, "Requested URI does not represent any resource", request.url);
  if (decodeURIComponent(name) !== table) return failure(400, `Invalid table ${name}`, null);
  const shown = (record: Record<string, string>) => withFields(record, url.searchParams.get("sysparm_fields"));
  if (request.method === "GET" && id === undefined) {
    const limit = Number(url.searchParams.get("sysparm_limit") ?? 10_000);
    return { status: 200, body: { result: [...records.values()].slice(0, limit).map(shown) } };
  }
  const record = records.get(decodeURIComponent(id ?? ""));
  if (!record) return failure(404, "No Record found", "Record doesn't exist or ACL restricts the record retrieval");
  if (request.method === "GET") return { status: 200, body: { result: shown(record) } };
  const sent = jsonOf(request);
  if (request.method !== "PATCH" || !sent)
    return failure(400, "Exception while reading request", "The payload is not valid JSON.");
  for (const [column, value] of Object.entries(sent)) {
    const length = columns.get(column);
    if (length !== undefined) record[column] = value === null ? "" : String(value).slice(0, length);
  }
  return { status: 200, body: { result: shown(record) } };
}

function withFields(record: Record<string, string>, fields: string | null): Record<string, string> {
  if (fields === null) return record;
  const wanted = fields.split(",");
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.includes(name)));
}

function failure(status: number, message: string, detail: string | null): DeskAnswer {
  return { status, body: { error: { message, detail }, status: "failure" } };
}
