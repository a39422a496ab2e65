import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmReachStore } from "../../../src/features/correlation/incidents/alarm-reach.store.ts";
import { incidentListsStore } from "../../../src/features/correlation/incidents/incident-lists.store.ts";
import { incidentMembersStore } from "../../../src/features/correlation/incidents/incident-members.store.ts";
import { deleteEndedWindows, unlinkCis } from "../../../src/features/events/delete-events.store.ts";
import { receiptsStore } from "../../../src/features/events/receipts.store.ts";
import { expiredScansStore } from "../../../src/features/inventory/expired-scans.store.ts";
import { removeCis } from "../../../src/features/inventory/records.store.ts";
import { deleteOldModelCalls } from "../../../src/platform/ai/model-calls.store.ts";
import { createIdempotencyStore } from "../../../src/platform/http/idempotency-store.ts";
import { createRateCounts } from "../../../src/platform/http/rate-counts.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { ROOT_SECRET, testAccess, testTenant } from "../../support/access.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";

/** More rows than one statement may delete, in every table. */
const ROWS = 4_500;
const MOST = 2_000;
const OLD = "timestamptz '2020-01-01'";

let scratch: Scratch;
let tenant: string;
let user: string;
let access: ReturnType<typeof testAccess>;
beforeAll(async () => {
  scratch = await scratchDatabase();
  access = testAccess(scratch.postgres);
  tenant = (await testTenant(access)).id;
  user = (await scratch.postgres.query<{ id: string }>("select id from users where tenant_id = $1", [tenant]))[0]!.id;
  await scratch.postgres.query(
    `create table deletes (name text, rows bigint);
     create function note_delete() returns trigger language plpgsql as
       $$ begin insert into deletes select tg_table_name, count(*) from gone; return null; end $$;`,
  );
});
afterAll(() => scratch?.drop());

const rows = `generate_series(1, ${ROWS}) n`;
const cases: Record<string, { seed: string[]; tables: string[]; run(): Promise<unknown> }> = {
  "raw records of a scan": {
    seed: [
      `insert into scans (tenant_id, id, scanner_id, scan_type, format, observed_at, hosts, actor, request_id, status, completed_at)
       values ($1, 's', 's', 'full', 'native', ${OLD}, 1, 'a', 'r', 'completed', ${OLD})`,
      `insert into raw_scan_records (tenant_id, id, scan_id, position, payload, content_hash, source_class)
       select $1, n, 's', n, '{}', 'h', 'c' from ${rows}`,
    ],
    tables: ["raw_scan_records", "scans"],
    run: () => expiredScansStore.delete(scratch.postgres, tenant, 1),
  },
  scans: {
    seed: [
      `insert into scans (tenant_id, id, scanner_id, scan_type, format, observed_at, hosts, actor, request_id, status, completed_at)
       select $1, n, 's', 'full', 'native', ${OLD}, 1, 'a', 'r', 'completed', ${OLD} from ${rows}`,
    ],
    tables: ["scans"],
    run: () => expiredScansStore.delete(scratch.postgres, tenant, 1),
  },
  "members of an incident": {
    seed: [
      `insert into incidents (tenant_id, id, status, first_seen, last_seen, event_count, open_count, severity, created_at, updated_at)
       select $1, 'incident ' || n, 'resolved', ${OLD}, ${OLD}, 1, 0, 'low', ${OLD}, ${OLD} from ${rows}`,
      `insert into incident_events (tenant_id, event_id, incident_id, is_open)
       select $1, n, 'incident 1', false from ${rows}`,
    ],
    tables: ["incident_events", "incidents"],
    run: () => incidentListsStore.deleteEnded(scratch.postgres, tenant, new Date()),
  },
  "maintenance windows": {
    seed: [
      `insert into maintenance_windows (tenant_id, id, ci_ids, starts_at, ends_at, created_at, created_by)
       select $1, n, '{}', ${OLD}, ${OLD} + interval '1 hour', ${OLD}, 'a' from ${rows}`,
    ],
    tables: ["maintenance_windows"],
    run: () => deleteEndedWindows(scratch.postgres, tenant, new Date()),
  },
  "events of a purged CI": {
    seed: [
      `insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
         occurred_at, last_seen, created_at, created_by, updated_at)
       select $1, n, 't', 'low', 'open', 's', false, array['gone', 'kept'], '{}', '{}', ${OLD}, ${OLD}, ${OLD}, 'a', ${OLD}
       from ${rows}`,
      `insert into event_cis (tenant_id, ci_id, event_id) select $1, 'gone', n from ${rows}`,
    ],
    tables: ["event_cis"],
    run: () => unlinkCis(scratch.postgres, tenant, ["gone"]),
  },
  "records of a purged CI": {
    seed: [
      `insert into inventory_records (tenant_id, ci_id, kind, key, position, fields, first_seen, collected_at)
       select $1, 'gone', 'processes', n, n, '{}', ${OLD}, ${OLD} from ${rows}`,
    ],
    tables: ["inventory_records"],
    run: () => removeCis(scratch.postgres, tenant, ["gone"]),
  },
  "dependencies of CIs without alarms": {
    seed: [`insert into alarm_reach (tenant_id, needed_id, ci_id, steps) select $1, n, n, 1 from ${rows}`],
    tables: ["alarm_reach"],
    run: () => incidentMembersStore.drop(scratch.postgres, tenant, [], new Date()),
  },
  "dependencies of a CI whose alarms are resolved": {
    seed: [`insert into alarm_reach (tenant_id, needed_id, ci_id, steps) select $1, n, 'quiet', 1 from ${rows}`],
    tables: ["alarm_reach"],
    run: () => alarmReachStore.record(scratch.postgres, tenant, new Map(), ["quiet"]),
  },
  "receipts of messages": {
    seed: [`insert into event_receipts (tenant_id, digest, at) select $1, int8send(n), ${OLD} from ${rows}`],
    tables: ["event_receipts"],
    run: () => receiptsStore.removeExpired(scratch.postgres, tenant, new Date()),
  },
  "calls of the model": {
    seed: [
      `insert into model_calls (id, tenant_id, at, purpose, model, outcome, requests, ms)
       select n, $1, ${OLD}, 'p', 'm', 'ok', 1, 1 from ${rows}`,
    ],
    tables: ["model_calls"],
    run: () => deleteOldModelCalls(scratch.postgres, 1),
  },
  "counts of requests": {
    seed: [
      `insert into rate_counts (caller, request_group, hour_used, minute_limit, minute_used, minute_ends, granted)
       select $1 || n, 'g', 0, 1, 1, 1, 1 from ${rows}`,
    ],
    tables: ["rate_counts"],
    run: () => createRateCounts(scratch.postgres).purge(),
  },
  "idempotency keys": {
    seed: [
      `insert into idempotency_keys (tenant_id, route, key, fingerprint, claim_id, expires_at)
       select $1, 'r', n, 'f', 'c', ${OLD} from ${rows}`,
    ],
    tables: ["idempotency_keys"],
    run: () => createIdempotencyStore(scratch.postgres, createSecrets(ROOT_SECRET)).purge(),
  },
  credentials: {
    seed: [
      `insert into login_sessions (id, user_id, created_at) select $1 || n, $2, ${OLD} from ${rows}`,
      `insert into refresh_tokens (hash, session_id, expires_at) select int8send(n), $1 || '1', ${OLD} from ${rows}`,
      `insert into access_keys (id, tenant_id, kind, user_id, name, scopes, hash, created_at, expires_at)
       select n, $1, 'api_key', $2, 'k', '{}', int8send(n), ${OLD}, ${OLD} from ${rows}`,
      `insert into login_attempts (account, address, failures, last_at) select int8send(n), '', 1, ${OLD} from ${rows}`,
    ],
    tables: ["refresh_tokens", "login_sessions", "access_keys", "login_attempts"],
    run: () => access.installationRetention.credentials(),
  },
};

describe("deletions of expired data", () => {
  it.each(Object.keys(cases))(`delete at most ${MOST} rows with one statement: %s`, async (name) => {
    const { seed, tables, run } = cases[name]!;
    const { postgres } = scratch;
    for (const text of seed)
      await postgres.query(text, [tenant, user].slice(0, ["$1", "$2"].filter((place) => text.includes(place)).length));
    for (const table of tables) {
      const trigger = `create or replace trigger note_delete after delete on ${table} referencing old table as gone`;
      await postgres.query(`${trigger} for each statement execute function note_delete()`);
    }
    await postgres.query("truncate deletes");
    await run();
    const noted = await postgres.query<{ name: string; total: number; most: number }>(
      "select name, sum(rows)::int as total, max(rows) as most from deletes group by name",
    );
    for (const table of tables) {
      const of = noted.find((one) => one.name === table);
      expect(of?.most, table).toBeLessThanOrEqual(MOST);
      expect(await postgres.query(`select 1 from ${table} limit 1`), table).toEqual([]);
    }
    expect(Math.max(...noted.map(({ total }) => total))).toBeGreaterThanOrEqual(ROWS);
  });

  it("take a purged CI from all of its events, and leave them their other CIs", async () => {
    const left = "select distinct affected_cis as cis from events where tenant_id = $1";
    expect(await scratch.postgres.query(left, [tenant])).toEqual([{ cis: ["kept"] }]);
  });
});
