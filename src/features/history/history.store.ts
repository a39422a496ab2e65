import type { Change } from "../../platform/jobs/changes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { textArray } from "../../platform/postgres/text-array.ts";
import type { HistoryEntry, HistoryPosition } from "./history.model.ts";

interface Row {
  id: string;
  kind: string;
  before: unknown;
  after: unknown;
  actor: string;
  request_id: string;
  at: Date;
  version: number;
}

const INSERT = `
  insert into history (tenant_id, id, kind, subject_kind, subject_id, version, before, after, actor, request_id, at,
    address, department, client_version)
  select $1, id, kind, subject_kind, subject_id, version, before::json, after::json, actor, request_id, at,
    address, department, client_version
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::text[])
    as changes (id, kind, subject_kind, subject_id, version, before, after, actor, request_id, at,
      address, department, client_version)
  on conflict (tenant_id, id) do nothing`;

/** Stores changes permanently; skips a change that is stored already. */
async function insertHistory(tx: Sql, tenantId: string, changes: readonly Change[]): Promise<void> {
  const texts = (read: (change: Change) => string | null) => textArray(changes.map(read));
  const values = [
    tenantId,
    texts((change) => change.id),
    texts((change) => change.kind),
    texts((change) => change.subject.kind),
    texts((change) => change.subject.id),
    changes.map((change) => change.version),
    texts((change) => jsonOf(change.before)),
    texts((change) => jsonOf(change.after)),
    texts((change) => change.actor),
    texts((change) => change.requestId),
    changes.map((change) => change.at),
    texts((change) => change.client?.address || null),
    texts((change) => change.client?.department ?? null),
    texts((change) => change.client?.version ?? null),
  ];
  await tx.query(INSERT, values, { prepared: true });
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

export interface HistoryQuery {
  subjectKind: string;
  subjectId: string;
  order: "asc" | "desc";
  after: HistoryPosition | undefined;
  skip: number;
  limit: number;
}

/** Ordered by version, because the clocks of several processes may differ. */
async function readHistory(
  sql: Sql,
  tenantId: string,
  { subjectKind, subjectId, order, after, skip, limit }: HistoryQuery,
): Promise<HistoryEntry[]> {
  const rows = await sql.query<Row>(
    `select id, kind, before, after, actor, request_id, at, version from history
     where tenant_id = $1 and subject_id = $2 and subject_kind = $3
       and ($4::bigint is null or (version, id) ${order === "asc" ? ">" : "<"} ($4::bigint, $5::text))
     order by version ${order}, id ${order} offset $6 limit $7`,
    [tenantId, subjectId, subjectKind, after?.version ?? null, after?.id ?? null, skip, limit],
  );
  return rows.map(({ kind, request_id: requestId, ...row }) => ({ ...row, action: kind, requestId }));
}

/** A change of a CI, and the event that it came before. */
export interface ChangeBefore {
  ciId: string;
  id: string;
  /** As `ci.updated`. */
  action: string;
  actor: string;
  at: Date;
  eventId: string;
}

/** Changes of one CI that are looked at. */
const MOST_LOOKED_AT = 200;
const MOST_OF_CI = 10;
const MOST_MOMENTS = 100;

/** Changes of CIs, other than their creation, within the day before a moment; of each CI the newest, each change once. */
export async function changesBefore(
  sql: Sql,
  tenantId: string,
  moments: readonly { ciId: string; eventId: string; at: Date }[],
): Promise<ChangeBefore[]> {
  if (moments.length === 0) return [];
  const asked = moments.slice(0, MOST_MOMENTS);
  return sql.query(
    `with moments as (select * from unnest($2::text[], $3::text[], $4::timestamptz[]) as m (ci_id, event_id, at))
     select c.ci_id as "ciId", h.id, h.kind as action, h.actor, h.at, h.event_id as "eventId"
     from (select distinct ci_id from moments) c cross join lateral (
       select n.*, e.event_id from (
         select id, kind, actor, at, version from history
         where tenant_id = $1 and subject_id = c.ci_id and subject_kind = 'ci' and kind <> 'ci.created'
         order by version desc, id desc limit ${MOST_LOOKED_AT}) n
       cross join lateral (
         select event_id from moments m where m.ci_id = c.ci_id and n.at between m.at - interval '1 day' and m.at
         order by m.at limit 1) e
       order by n.version desc limit ${MOST_OF_CI}) h`,
    [tenantId, asked.map(({ ciId }) => ciId), asked.map(({ eventId }) => eventId), asked.map(({ at }) => at)],
  );
}

/** How often one CI was edited within a period, and its last edit. */
export interface ChangeActivity {
  ciId: string;
  /** At most 20 are counted. */
  edits: number;
  lastId: string;
  lastAt: Date;
}

const MOST_EDITS = 20;
const MOST_ACTIVE = 200;

/** Edits of the first 200 of these CIs since a moment, other than their creation; the most recently edited CI first. */
export async function activityOf(
  sql: Sql,
  tenantId: string,
  { ciIds, since }: { ciIds: readonly string[]; since: Date },
): Promise<ChangeActivity[]> {
  if (ciIds.length === 0) return [];
  return sql.query(
    `select c.id as "ciId", h.edits, h.last_id as "lastId", h.last_at as "lastAt"
     from unnest($2::text[]) as c (id) cross join lateral (
       select count(*)::int as edits, max(n.at) as last_at, (array_agg(n.id order by n.version desc))[1] as last_id
       from (select id, kind, at, version from history
             where tenant_id = $1 and subject_id = c.id and subject_kind = 'ci'
             order by version desc, id desc limit ${MOST_EDITS}) n
       where n.kind <> 'ci.created' and n.at >= $3) h
     where h.edits > 0 order by h.last_at desc, c.id`,
    [tenantId, ciIds.slice(0, MOST_ACTIVE), since],
  );
}

async function countHistory(sql: Sql, tenantId: string, subjectKind: string, subjectId: string): Promise<number> {
  const rows = await sql.query<{ total: number }>(
    "select count(*) as total from history where tenant_id = $1 and subject_id = $2 and subject_kind = $3",
    [tenantId, subjectId, subjectKind],
  );
  return rows[0]?.total ?? 0;
}

/** History of CIs and relationships, in Postgres. */
export const historyStore = { insert: insertHistory, read: readHistory, count: countHistory };
