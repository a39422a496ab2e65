import { allSettled } from "../../platform/all-settled.ts";
import { deletePairs, insertPairs, insertPairsSql, type Pair, pairColumns } from "../../platform/postgres/pairs.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { textArray } from "../../platform/postgres/text-array.ts";
import type { EventStatus, StatusChange, StoredEvent } from "./event.model.ts";

/** Source and the sender's id: a repeat finds its event by them. */
export interface Identity {
  source: string;
  sourceId: string;
}

/** Name and type of the column that holds a member of an event; `fixed`: never updated. */
type Column = readonly [name: string, type: string, fixed?: "fixed"];

const EVENT_COLUMNS: Readonly<Record<keyof StoredEvent, Column>> = {
  id: ["id", "text", "fixed"],
  title: ["title", "text"],
  description: ["description", "text"],
  severity: ["severity", "text"],
  status: ["status", "text"],
  source: ["source", "text", "fixed"],
  sourceId: ["source_id", "text", "fixed"],
  affectedCis: ["affected_cis", "text[]"],
  hostname: ["hostname", "text"],
  fqdn: ["fqdn", "text"],
  ipAddress: ["ip_address", "text"],
  metrics: ["metrics", "jsonb"],
  context: ["context", "jsonb"],
  occurredAt: ["occurred_at", "timestamptz"],
  lastSeen: ["last_seen", "timestamptz"],
  occurrences: ["occurrences", "bigint"],
  resolvedAt: ["resolved_at", "timestamptz"],
  changedAt: ["changed_at", "timestamptz[]"],
  version: ["version", "bigint"],
  createdAt: ["created_at", "timestamptz", "fixed"],
  createdBy: ["created_by", "text", "fixed"],
  updatedAt: ["updated_at", "timestamptz"],
  signedAt: ["told_at", "timestamptz"],
};
const COLUMNS = Object.entries(EVENT_COLUMNS);

const SELECTED = COLUMNS.map(([member, [name]]) => `e.${name} as "${member}"`).join(", ");

// Events are sent to Postgres as one list of texts for each column, which costs it half of what reading JSON does.
const NAMES = COLUMNS.map(([, [name]]) => name).join(", ");
const SENT = `unnest(${COLUMNS.map((_, i) => `$${i + 2}::text[]`).join(", ")}) as r (${NAMES})`;
const NEXT_PARAMETER = COLUMNS.length + 2;
const SENT_VALUES = COLUMNS.map(([, [name, type]]) => `r.${name}::${type}`).join(", ");
const UPDATED = COLUMNS.filter(([, [, , fixed]]) => !fixed)
  .map(([, [name, type]]) => `${name} = r.${name}::${type}`)
  .join(", ");

/** The parameters of `SENT`. */
function sentColumns(events: readonly StoredEvent[]): Buffer[] {
  return COLUMNS.map(([member, [, type]]) =>
    textArray(events.map((event) => textOf(event[member as keyof StoredEvent], type))),
  );
}

/** A value as Postgres reads it from a text. */
function textOf(value: StoredEvent[keyof StoredEvent], type: string): string | null {
  if (value === null || typeof value === "string") return value;
  if (type === "jsonb") return JSON.stringify(value);
  if (Array.isArray(value)) return `{${value.map((item) => quoted(textOf(item, "")!)).join(",")}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** An element in the text format of a list. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** SQL: whether a CI of the event is under maintenance at `now`, by a window or by the CI's status. */
export const suppressedSql = (now: string) => `(e.affected_cis <> '{}' and (
  exists (select 1 from cis_under_maintenance m
          where m.tenant_id = e.tenant_id and m.active and m.ci_id = any(e.affected_cis))
  or exists (select 1 from maintenance_windows w
             where w.tenant_id = e.tenant_id and w.starts_at <= ${now} and w.ends_at > ${now}
               and w.ci_ids && e.affected_cis)))`;

/**
 * SQL condition for events by their ids, an array expression. The tenant is compared as an expression so that Postgres does
 * not choose an index by it: for a tenant missing from the statistics it would read every event.
 */
const byIds = (ids: string) => `e.id = any(${ids}) and e.tenant_id || '' = $1`;

/** Columns of an `EventViewRow`; `now` is a parameter such as `$2::timestamptz`. */
export const viewColumns = (now: string) => `${SELECTED}, ${suppressedSql(now)} as suppressed`;

export type EventViewRow = StoredEvent & { suppressed: boolean };

/** One change of status, with its event and request. */
export type HistoryRow = StatusChange & { eventId: string; requestId: string };

/** Every statement that writes events. Rows are locked in the order of their ids. */
export const eventsStore = {
  /**
   * Locks these identities against concurrent writers until the transaction ends: 64 bits of a hash of each, in order; two
   * that collide merely wait for each other. Also disables sequential scans in the transaction: its lookups must use keys even
   * if statistics, such as those of a recently emptied index, favour a full scan.
   */
  async lockIdentities(tx: Sql, tenantId: string, keys: readonly string[]): Promise<void> {
    await tx.query(
      `select pg_advisory_xact_lock(hash), set_config('enable_seqscan', 'off', true) from (
         select distinct hashtextextended(format('event %s %s', $1::text, key), 0) as hash
         from unnest($2::text[]) as keys (key) order by hash) as hashes`,
      [tenantId, textArray(keys)],
      { prepared: true, early: true },
    );
  },

  /** Reads and locks the current events of these identities, one lookup each: a join would read all events of the tenant. */
  lockCurrent: (tx: Sql, tenantId: string, identities: readonly Identity[]): Promise<StoredEvent[]> =>
    tx.query(
      `select ${SELECTED} from events e
       where ${byIds(`array(
         select found.id from unnest($2::text[], $3::text[]) as i (source, source_id) cross join lateral (
           select c.id from events c
           where c.source_id = i.source_id and c.source = i.source and c.tenant_id || '' = $1
             and c.is_current and c.source_id is not null
           limit 1) found)`)}
       order by e.id for update`,
      [
        tenantId,
        textArray(identities.map(({ source }) => source)),
        textArray(identities.map(({ sourceId }) => sourceId)),
      ],
      { prepared: true, early: true },
    ),

  /** Reads and locks the events of these ids that exist. */
  lock: (tx: Sql, tenantId: string, ids: readonly string[]): Promise<StoredEvent[]> =>
    tx.query(`select ${SELECTED} from events e where ${byIds("$2::text[]")} order by e.id for update`, [tenantId, ids]),

  /** Events with `suppressed` as of `now`, in no order. */
  findViews: (sql: Sql, tenantId: string, ids: readonly string[], now: Date): Promise<EventViewRow[]> =>
    sql.query(`select ${viewColumns("$3::timestamptz")} from events e where ${byIds("$2::text[]")}`, [
      tenantId,
      ids,
      now,
    ]),

  /** Inserts new events with their links to CIs. Nothing of them is stored, so that no row need be looked for first. */
  async insert(tx: Sql, tenantId: string, events: readonly StoredEvent[]): Promise<void> {
    const links = events.flatMap(({ id, affectedCis }) => affectedCis.map((ciId) => ({ ciId, eventId: id })));
    await allSettled([
      tx.query(
        `insert into events (tenant_id, is_current, ${NAMES}) select $1, true, ${SENT_VALUES} from ${SENT}`,
        [tenantId, ...sentColumns(events)],
        { prepared: true },
      ),
      links.length > 0 && tx.query(insertPairsSql("event_cis"), [tenantId, ...pairColumns(links)], { prepared: true }),
    ]);
  },

  /** Updates locked events; those in `superseded` are no longer current for their identity. */
  async update(
    tx: Sql,
    tenantId: string,
    events: readonly StoredEvent[],
    superseded: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    await tx.query(
      `update events e set is_current = e.is_current and e.id <> all($${NEXT_PARAMETER}::text[]), ${UPDATED}
       from ${SENT} where e.id = r.id and ${byIds(`$${NEXT_PARAMETER + 1}::text[]`)}`,
      [tenantId, ...sentColumns(events), textArray([...superseded]), textArray(events.map(({ id }) => id))],
    );
  },

  async insertHistory(tx: Sql, tenantId: string, rows: readonly HistoryRow[]): Promise<void> {
    const column = <T>(read: (row: HistoryRow) => T): T[] => rows.map(read);
    await tx.query(
      `insert into event_history (tenant_id, event_id, id, from_status, to_status, actor, request_id, comment, at)
       select $1, h.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::timestamptz[]) as h`,
      [
        tenantId,
        column(({ eventId }) => eventId),
        column(({ id }) => id),
        column(({ from }): EventStatus => from),
        column(({ to }): EventStatus => to),
        column(({ actor }) => actor),
        column(({ requestId }) => requestId),
        column(({ comment }) => comment),
        column(({ at }) => at),
      ],
    );
  },

  addCis: (tx: Sql, tenantId: string, links: readonly Pair[]): Promise<void> =>
    insertPairs(tx, "event_cis", tenantId, links),

  removeCis: (tx: Sql, tenantId: string, links: readonly Pair[]): Promise<void> =>
    deletePairs(tx, "event_cis", tenantId, links),
};
