import { afterAll, beforeAll, expect, it } from "vitest";
import { endedEventsStore } from "../../../../src/features/events/ended-events.store.ts";
import { eventHoursStore } from "../../../../src/features/events/event-hours.store.ts";
import { windowsStore } from "../../../../src/features/events/windows.store.ts";
import { activityOf } from "../../../../src/features/history/index.ts";
import { newId } from "../../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../../support/cmdb.ts";

interface EventRow {
  cis: string[];
  at: string;
  tenantId?: string;
  status?: "open" | "resolved";
}

let cmdb: Cmdb;
beforeAll(async () => {
  cmdb = await createCmdb();
});
afterAll(() => cmdb?.close());

async function insertEvent({ cis, at, tenantId = cmdb.ctx.tenantId, status = "resolved" }: EventRow): Promise<string> {
  const { postgres } = cmdb;
  const id = newId();
  await postgres.query(
    `insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
       occurred_at, last_seen, created_at, created_by, updated_at)
     values ($1, $2, 'x', 'low', $5, 'test', false, $3, '{}', '{}', $4, $4, now(), 'test', now())`,
    [tenantId, id, cis, at, status],
  );
  for (const ci of cis) await postgres.query("insert into event_cis values ($1, $2, $3)", [tenantId, ci, id]);
  return id;
}

it("events are counted once by their hour of the week in UTC, those of the CIs and the period alone", async () => {
  const { postgres, ctx } = cmdb;
  await insertEvent({ cis: ["a", "b"], at: "2026-11-23T00:30:00Z" });
  await insertEvent({ cis: ["a"], at: "2026-11-16T01:30:00+01:00" });
  await insertEvent({ cis: ["b"], at: "2026-11-22T23:59:59Z" });
  await insertEvent({ cis: ["c"], at: "2026-11-23T00:30:00Z" });
  await insertEvent({ cis: ["a"], at: "2026-01-05T00:30:00Z" });
  await insertEvent({ cis: ["a"], at: "2026-11-23T00:30:00Z", tenantId: newId() });
  const asked = { ciIds: ["a", "b"], since: new Date("2026-10-01T00:00:00Z") };
  expect(await eventHoursStore.count(postgres, ctx.tenantId, asked)).toEqual([
    { hour: 0, events: 2 },
    { hour: 167, events: 1 },
  ]);
});

it("resolved events are those of the CIs and the period that are over, newest first, with each of their CIs", async () => {
  const { postgres, ctx } = cmdb;
  const older = await insertEvent({ cis: ["p"], at: "2026-11-01T00:00:00Z" });
  const newer = await insertEvent({ cis: ["p", "q"], at: "2026-11-02T00:00:00Z" });
  await insertEvent({ cis: ["p"], at: "2026-11-03T00:00:00Z", status: "open" });
  await insertEvent({ cis: ["p"], at: "2026-09-30T23:59:59Z" });
  await insertEvent({ cis: ["r"], at: "2026-11-02T00:00:00Z" });
  await insertEvent({ cis: ["p"], at: "2026-11-02T00:00:00Z", tenantId: newId() });
  const asked = { ciIds: ["p", "q"], since: new Date("2026-10-01T00:00:00Z") };
  expect(await endedEventsStore.read(postgres, ctx.tenantId, asked)).toEqual([
    { ciId: "p", id: newer, severity: "low", occurredAt: new Date("2026-11-02T00:00:00Z") },
    { ciId: "q", id: newer, severity: "low", occurredAt: new Date("2026-11-02T00:00:00Z") },
    { ciId: "p", id: older, severity: "low", occurredAt: new Date("2026-11-01T00:00:00Z") },
  ]);
});

it("maintenance windows of CIs are those that overlap a period, with no other CIs and of no other tenant", async () => {
  const { postgres, ctx } = cmdb;
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 28, hour));
  const insert = (ciIds: string[], from: number, to: number, tenantId = ctx.tenantId) => {
    const rest = { reason: null, createdAt: at(0), createdBy: "test" };
    return windowsStore.insert(postgres, tenantId, { id: newId(), ciIds, from: at(from), to: at(to), ...rest });
  };
  await insert(["a", "x"], 4, 6);
  await insert(["a"], 6, 7);
  await insert(["x"], 4, 6);
  await insert(["a"], 4, 6, newId());
  const found = await windowsStore.between(postgres, ctx.tenantId, { ciIds: ["a", "b"], from: at(5), to: at(6) });
  expect(found).toMatchObject([{ ciIds: ["a"], from: at(4), to: at(6) }]);
});

it("edits of a CI are counted within a period, without its creation", async () => {
  const { postgres, ctx } = cmdb;
  const insert = (id: string, kind: string, version: number, at: string) =>
    postgres.query(
      `insert into history (tenant_id, id, kind, subject_kind, subject_id, version, actor, request_id, at)
       values ($1, $2, $3, 'ci', 'a', $4, 'test', 'test', $5)`,
      [ctx.tenantId, id, kind, version, at],
    );
  await insert("h1", "ci.created", 1, "2026-11-02T00:00:00Z");
  await insert("h2", "ci.updated", 2, "2026-11-03T00:00:00Z");
  await insert("h3", "ci.updated", 3, "2026-11-04T00:00:00Z");
  await insert("h0", "ci.updated", 0, "2026-10-01T00:00:00Z");
  const asked = { ciIds: ["a", "b"], since: new Date("2026-11-01T00:00:00Z") };
  expect(await activityOf(postgres, ctx.tenantId, asked)).toEqual([
    { ciId: "a", edits: 2, lastId: "h3", lastAt: new Date("2026-11-04T00:00:00Z") },
  ]);
});
