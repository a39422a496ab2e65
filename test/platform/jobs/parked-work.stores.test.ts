import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { parkedWork } from "../../../src/platform/jobs/parked-work.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";

let opened: Scratch;
beforeAll(async () => {
  opened = await scratchDatabase();
});
afterAll(() => opened.drop());

it("counts what failed six times, and makes that due at once and nothing else", async () => {
  const tenantId = newId();
  await opened.postgres.query(
    `insert into webhook_health_reports (tenant_id, webhook_id, name, tries, not_before)
     select $1, 'w' || tries, 'a hook', tries, now() + interval '1 day' from unnest(array[1, 5, 6, 9]) as tries`,
    [tenantId],
  );
  const work = parkedWork(opened.postgres, "webhooks.report", "webhook_health_reports");
  expect(await work.count()).toBe(2);
  expect(await work.release()).toBe(2);
  expect(await work.count()).toBe(0);
  const rows = await opened.postgres.query(
    "select webhook_id as id, tries, not_before <= now() as due from webhook_health_reports order by 1",
  );
  expect(rows).toEqual([
    { id: "w1", tries: 1, due: false },
    { id: "w5", tries: 5, due: false },
    { id: "w6", tries: 0, due: true },
    { id: "w9", tries: 0, due: true },
  ]);
});

it("shows and releases that of one tenant", async () => {
  const [one, other] = [newId(), newId()];
  await opened.postgres.query(
    `insert into webhook_health_reports (tenant_id, webhook_id, name, tries, not_before)
     select tenant_id, 'of one ' || tenant_id || tries, 'a hook', tries, now() + interval '1 day'
     from unnest($1::text[]) as tenant_id, unnest(array[5, 6, 7]) as tries`,
    [[one, other]],
  );
  const work = parkedWork(opened.postgres, "webhooks.report", "webhook_health_reports");
  const [parked, ...more] = await work.byTenant(one);
  expect(parked).toMatchObject({ tenantId: one, count: 2, tries: 7 });
  expect(Math.abs(Date.now() - parked!.failedAt.getTime())).toBeLessThan(60_000);
  expect(more).toEqual([]);
  expect((await work.byTenant()).map(({ tenantId }) => tenantId)).toEqual([one, other]);
  expect(await work.release(one)).toBe(2);
  expect((await work.byTenant()).map(({ tenantId }) => tenantId)).toEqual([other]);
});

it.each([
  ...["event_waits", "appeared_hosts", "incident_queue", "incidents", "webhook_health_reports", "unresolved_peers"],
  ...["software_work", "reports"],
])("reads %s by an index of what is parked", async (table) => {
  const [found] = await opened.postgres.query<{ is: boolean }>(
    "select exists (select 1 from pg_indexes where tablename = $1 and indexdef like '%WHERE (tries >= 6)') as is",
    [table],
  );
  expect(found?.is).toBe(true);
});
